#pragma once

#include <stddef.h>
#include <stdint.h>

// A cached module does not notice a new header of its folder, but a changed one: name each here.
#include "bus.h"
#include "keys.h"
#include "flood.h"
#include "store.h"

/// Walks events laid end to end, each preceded by its length (two bytes, little-endian): every report, every AD
/// structure, every length checked, nothing decoded. Returns a checksum of types and lengths.
uint64_t walk_events(const uint8_t *bytes, size_t count, uint64_t *reports);

/// How often memory was asked for by this thread since it began.
uint64_t allocations_of_this_thread(void);

/// Bytes this process has been given and not given back.
uint64_t allocated_bytes(void);
