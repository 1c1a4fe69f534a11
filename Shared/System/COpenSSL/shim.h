#pragma once

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Macros, variadic functions and typed stacks, which Swift does not import.

/// A new P-256 key.
static inline EVP_PKEY *beaconbus_new_p256(void) {
    return EVP_EC_gen("P-256");
}

static inline void beaconbus_openssl_free(void *memory) {
    OPENSSL_free(memory);
}

/// Adds an extension given in the notation of OpenSSL's configuration; `issuer` may be `certificate` itself.
static inline int beaconbus_add_extension(X509 *certificate, X509 *issuer, X509_CRL *list, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, list, 0);
    X509_EXTENSION *extension = X509V3_EXT_nconf_nid(NULL, &context, nid, value);
    if (!extension) return 0;
    int added = list ? X509_CRL_add_ext(list, extension, -1) : X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return added;
}

static inline STACK_OF(X509) *beaconbus_certificates_new(void) {
    return sk_X509_new_null();
}

/// Takes the certificate over if it answers other than 0.
static inline int beaconbus_certificates_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}

static inline void beaconbus_certificates_free(STACK_OF(X509) *stack) {
    sk_X509_pop_free(stack, X509_free);
}

/// The purposes in a certificate's or an extension's list: the NID at `index`, -1 past the end.
static inline int beaconbus_purpose_at(EXTENDED_KEY_USAGE *purposes, int index) {
    if (index >= sk_ASN1_OBJECT_num(purposes)) return -1;
    return OBJ_obj2nid(sk_ASN1_OBJECT_value(purposes, index));
}

/// The extensions in a request's attribute value, as DER.
static inline STACK_OF(X509_EXTENSION) *beaconbus_extensions_read(const unsigned char *bytes, long count) {
    const unsigned char *position = bytes;
    STACK_OF(X509_EXTENSION) *extensions = d2i_X509_EXTENSIONS(NULL, &position, count);
    if (extensions && position != bytes + count) {
        sk_X509_EXTENSION_pop_free(extensions, X509_EXTENSION_free);
        return NULL;
    }
    return extensions;
}

static inline int beaconbus_extensions_count(STACK_OF(X509_EXTENSION) *extensions) {
    return sk_X509_EXTENSION_num(extensions);
}

static inline X509_EXTENSION *beaconbus_extensions_at(STACK_OF(X509_EXTENSION) *extensions, int index) {
    return sk_X509_EXTENSION_value(extensions, index);
}

static inline void beaconbus_extensions_free(STACK_OF(X509_EXTENSION) *extensions) {
    sk_X509_EXTENSION_pop_free(extensions, X509_EXTENSION_free);
}

/// The entries of a revocation list: their number, and the serial number of one.
static inline int beaconbus_revoked_count(X509_CRL *list) {
    STACK_OF(X509_REVOKED) *entries = X509_CRL_get_REVOKED(list);
    return entries ? sk_X509_REVOKED_num(entries) : 0;
}

static inline X509_REVOKED *beaconbus_revoked_at(X509_CRL *list, int index) {
    return sk_X509_REVOKED_value(X509_CRL_get_REVOKED(list), index);
}

static inline int beaconbus_names_count(GENERAL_NAMES *names) {
    return sk_GENERAL_NAME_num(names);
}

/// The text or address of a DNS name or IP address, NULL for other kinds of names.
static inline ASN1_STRING *beaconbus_name_at(GENERAL_NAMES *names, int index, int *kind) {
    void *value = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(names, index), kind);
    return *kind == GEN_DNS || *kind == GEN_IPADD ? (ASN1_STRING *)value : NULL;
}
