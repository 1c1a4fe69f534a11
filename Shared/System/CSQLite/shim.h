#pragma once

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast macro, which Swift does not import: SQLite copies the bytes.
static inline sqlite3_destructor_type beaconbus_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}
