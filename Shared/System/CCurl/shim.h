#pragma once

#include <curl/curl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

// `curl_easy_setopt`, `curl_multi_setopt` and `curl_easy_getinfo` are variadic, which Swift does not import.

static inline CURLcode beaconbus_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/// Null takes the option back. The library copies the text.
static inline CURLcode beaconbus_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode beaconbus_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

/// The body of a POST; the bytes must live as long as the transfer.
static inline CURLcode beaconbus_curl_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_POSTFIELDS, bytes) : code;
}

/// Where body, header lines, the wish for a socket, and a connection about to be used are told; each with `context`.
static inline CURLcode beaconbus_curl_set_callbacks(
    CURL *handle, void *context, curl_write_callback body, curl_write_callback header,
    curl_opensocket_callback socket, curl_prereq_callback connected) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, socket);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, connected);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
    return code;
}

static inline CURLcode beaconbus_curl_get_number(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode beaconbus_curl_multi_set_number(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

/// The result of a transfer that is over; the union it lies in is not imported.
static inline CURLcode beaconbus_curl_message_result(const CURLMsg *message) { return message->data.result; }

/// The numeric address in a socket address: 4 or 16 bytes in `bytes`; 0 for another family.
static inline int beaconbus_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        memcpy(bytes, (const char *)&address->addr + offsetof(struct sockaddr_in, sin_addr), 4);
        return 4;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        memcpy(bytes, (const char *)&address->addr + offsetof(struct sockaddr_in6, sin6_addr), 16);
        return 16;
    }
    return 0;
}

/// Overwrites what must not stay in freed memory; never optimised away.
static inline void beaconbus_curl_wipe(void *bytes, size_t count) {
    extern void explicit_bzero(void *, size_t);
    explicit_bzero(bytes, count);
}
