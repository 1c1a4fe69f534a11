#include "yardsticks.h"

static uint64_t walk_data(const uint8_t *data, size_t count) {
    uint64_t sum = 0;
    size_t at = 0;
    while (at < count) {
        size_t length = data[at];
        if (length == 0 || length >= count - at) break;
        sum += data[at + 1] * 31u + length;
        at += length + 1;
    }
    return sum;
}

uint64_t walk_events(const uint8_t *bytes, size_t count, uint64_t *reports) {
    uint64_t sum = 0;
    uint64_t found = 0;
    const uint8_t *end = bytes + count;
    while (end - bytes >= 2) {
        size_t length = bytes[0] | bytes[1] << 8;
        const uint8_t *event = bytes + 2;
        if ((size_t)(end - event) < length) break;
        bytes = event + length;
        if (length < 4 || event[0] != 0x3e || event[1] > length - 2) continue;
        const uint8_t *stop = event + 2 + event[1];
        const uint8_t *at = event + 4;
        unsigned header = event[2] == 0x02 ? 9 : event[2] == 0x0d ? 24 : 0;
        unsigned trailer = event[2] == 0x02 ? 1 : 0;
        if (header == 0) continue;
        for (unsigned left = event[3]; left > 0; left--) {
            if ((size_t)(stop - at) < header + trailer) break;
            size_t data = at[header - 1];
            if (data > (size_t)(stop - at) - header - trailer) break;
            sum += walk_data(at + header, data);
            found++;
            at += header + data + trailer;
        }
    }
    *reports += found;
    return sum;
}
