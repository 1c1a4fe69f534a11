#include "yardsticks.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void nonce_of(uint8_t nonce[13], const uint8_t *address, const uint8_t *counter) {
    memcpy(nonce, address, 6);
    memcpy(nonce + 6, "\xd2\xfc\x41", 3);
    memcpy(nonce + 9, counter, 4);
}

static EVP_CIPHER_CTX *ccm(const uint8_t *key, int encrypts) {
    uint8_t nonce[13] = {0};
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (!context) return NULL;
    EVP_CipherInit_ex(context, EVP_aes_128_ccm(), NULL, NULL, NULL, encrypts);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 13, NULL);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 4, NULL);
    EVP_CipherInit_ex(context, NULL, NULL, key, nonce, encrypts);
    return context;
}

size_t seal_frames(uint8_t *frames, size_t count, const uint8_t *key, const uint8_t *address) {
    EVP_CIPHER_CTX *context = ccm(key, 1);
    size_t sealed = 0;
    for (size_t index = 0; context && index < count; index++) {
        uint8_t *frame = frames + index * sealed_stride;
        uint8_t text[6] = {0x02, 0xca, 0x09, 0x03, 0xbf, 0x13};
        uint8_t nonce[13];
        uint32_t counter = (uint32_t)index + 1;
        memcpy(frame, "\x12\x16\xd2\xfc\x41", 5);
        for (int byte = 0; byte < 4; byte++) frame[11 + byte] = (uint8_t)(counter >> 8 * byte);
        nonce_of(nonce, address, frame + 11);
        int length = 0;
        if (EVP_EncryptInit_ex(context, NULL, NULL, NULL, nonce) == 1 &&
            EVP_EncryptUpdate(context, frame + 5, &length, text, sizeof text) == 1 &&
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 4, frame + 15) == 1)
            sealed++;
    }
    EVP_CIPHER_CTX_free(context);
    return sealed;
}

size_t open_frames(const uint8_t *frames, size_t count, const uint8_t *key, const uint8_t *address) {
    EVP_CIPHER_CTX *context = ccm(key, 0);
    size_t opened = 0;
    for (size_t index = 0; context && index < count; index++) {
        const uint8_t *frame = frames + index * sealed_stride;
        uint8_t nonce[13], text[16];
        nonce_of(nonce, address, frame + 11);
        int length = 0;
        if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 4, (void *)(frame + 15)) == 1 &&
            EVP_DecryptInit_ex(context, NULL, NULL, NULL, nonce) == 1 &&
            EVP_DecryptUpdate(context, text, &length, frame + 5, 6) == 1)
            opened++;
    }
    EVP_CIPHER_CTX_free(context);
    return opened;
}

static uint64_t processor_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

size_t resolve_addresses(const uint64_t *addresses, size_t count, const uint8_t *keys, size_t key_count,
                         uint64_t *nanoseconds) {
    EVP_CIPHER_CTX **contexts = calloc(key_count, sizeof *contexts);
    if (!contexts) return 0;
    for (size_t key = 0; key < key_count; key++) {
        contexts[key] = EVP_CIPHER_CTX_new();
        EVP_EncryptInit_ex(contexts[key], EVP_aes_128_ecb(), NULL, keys + 16 * key, NULL);
        EVP_CIPHER_CTX_set_padding(contexts[key], 0);
    }
    uint64_t start = processor_nanoseconds();
    size_t found = 0;
    for (size_t index = 0; index < count; index++) {
        uint8_t block[16] = {0}, out[16];
        for (int byte = 0; byte < 3; byte++) block[13 + byte] = (uint8_t)(addresses[index] >> (40 - 8 * byte));
        for (size_t key = 0; key < key_count; key++) {
            int length = 0;
            EVP_EncryptUpdate(contexts[key], out, &length, block, 16);
            uint32_t hash = (uint32_t)out[13] << 16 | (uint32_t)out[14] << 8 | out[15];
            if (hash == (addresses[index] & 0xffffff)) {
                found++;
                break;
            }
        }
    }
    *nanoseconds = processor_nanoseconds() - start;
    for (size_t key = 0; key < key_count; key++) EVP_CIPHER_CTX_free(contexts[key]);
    free(contexts);
    return found;
}
