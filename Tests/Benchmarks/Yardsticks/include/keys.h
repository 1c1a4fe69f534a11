#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes from one sealed frame to the next.
enum { sealed_stride = 32 };

/// Writes BTHome 2 frames as AD structures: temperature and humidity, encrypted, the counter rising from 1.
/// Returns how many succeeded.
size_t seal_frames(uint8_t *frames, size_t count, const uint8_t *key, const uint8_t *address);

/// Opens them with OpenSSL alone, one context for all. Returns how many tags fitted.
size_t open_frames(const uint8_t *frames, size_t count, const uint8_t *key, const uint8_t *address);

/// Tries each address against all keys of 16 bytes, a context for each made before. Returns how many fitted, and in
/// `nanoseconds` the processor time without the making.
size_t resolve_addresses(const uint64_t *addresses, size_t count, const uint8_t *keys, size_t key_count,
                         uint64_t *nanoseconds);
