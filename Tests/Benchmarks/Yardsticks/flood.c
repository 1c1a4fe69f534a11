#define _POSIX_C_SOURCE 200809L
#include "flood.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int loopback(int port, int listening) {
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    int yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    int failed = listening ? bind(descriptor, (struct sockaddr *)&address, sizeof address) || listen(descriptor, 1)
                           : connect(descriptor, (struct sockaddr *)&address, sizeof address);
    if (failed) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

static uint64_t lot(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/// One LE Advertising Report event; returns its length.
static int report(uint8_t *out, uint64_t address, int type, const uint8_t *data, int count, int8_t rssi) {
    uint8_t *byte = out;
    *byte++ = 0x04;
    *byte++ = 0x3e;
    *byte++ = (uint8_t)(12 + count);
    *byte++ = 0x02;
    *byte++ = 1;
    *byte++ = 3;
    *byte++ = (uint8_t)type;
    for (int index = 0; index < 6; index++) *byte++ = (uint8_t)(address >> (8 * index));
    *byte++ = (uint8_t)count;
    memcpy(byte, data, (size_t)count);
    byte += count;
    *byte++ = (uint8_t)rssi;
    return (int)(byte - out);
}

static int known(uint8_t *out, int minor) {
    uint8_t data[30] = {2, 1, 6, 0x1a, 0xff, 0x4c, 0, 2, 0x15, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5};
    data[27] = (uint8_t)(minor >> 8);
    data[28] = (uint8_t)minor;
    data[29] = 0xc5;
    return report(out, 0xc00000000000u + (uint64_t)minor, 1, data, sizeof data, -60);
}

/// A stranger: an iBeacon nobody knows, a RuuviTag, a BTHome thermometer, a phone, or any bytes.
static int stranger(uint8_t *out, uint64_t *state) {
    static const uint8_t heads[5][9] = {
        {2, 1, 6, 0x1a, 0xff, 0x4c, 0, 2, 0x15},       {2, 1, 6, 0x1b, 0xff, 0x99, 0x04, 5, 0x12},
        {2, 1, 6, 0x0a, 0x16, 0xd2, 0xfc, 0x40, 0x00}, {2, 1, 0x1a, 0x0a, 0xff, 0x4c, 0, 0x10, 5},
        {0x1e, 0xff, 0, 0, 1, 2, 3, 4, 5}};
    static const int lengths[5] = {30, 31, 14, 14, 31};
    uint8_t data[40];
    int kind = (int)(lot(state) % 5);
    memcpy(data, heads[kind], 9);
    for (int offset = 9; offset < lengths[kind]; offset += 8) {
        uint64_t random = lot(state);
        memcpy(data + offset, &random, 8);
    }
    return report(out, lot(state) >> 16, (int)(lot(state) % 5 > 0), data, lengths[kind], (int8_t)(-50 - (int)(lot(state) % 50)));
}

/// Answers one command with Command Complete, status 0 and what a plain controller says. Returns 1 if it scans now, 0 if
/// it does not, -1 if nothing changed.
static int answer(int peer, const uint8_t *command) {
    int opcode = command[1] | command[2] << 8;
    uint8_t values[72] = {0};
    int count = 0, scans = -1;
    switch (opcode) {
    case 0x1001: count = 8; values[0] = 9; values[3] = 9; break;
    case 0x1002: count = 64; values[5] = 0xc0; values[25] = 0xff; values[26] = 0x0f; break;
    case 0x1003: count = 8; values[4] = 0x60; break;
    case 0x1005: count = 7; break;
    case 0x1009: count = 6; memcpy(values, "\x01\x02\x03\x04\x05\x06", 6); break;
    case 0x2002: count = 3; values[0] = 27; values[2] = 4; break;
    case 0x2003: case 0x201c: count = 8; break;
    case 0x200c: scans = command[4] != 0; break;
    }
    uint8_t event[80] = {0x04, 0x0e, (uint8_t)(4 + count), 1, command[1], command[2], 0};
    memcpy(event + 7, values, (size_t)count);
    return send(peer, event, (size_t)(7 + count), MSG_NOSIGNAL) < 0 ? 0 : scans;
}

/// Reads what commands there are; returns 0 when the peer has gone.
static int serve(int peer, uint8_t *buffer, int *filled, int *scans) {
    ssize_t count = recv(peer, buffer + *filled, (size_t)(1024 - *filled), MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN)) return 0;
    if (count > 0) *filled += (int)count;
    while (*filled >= 4 && *filled >= 4 + buffer[3]) {
        int length = 4 + buffer[3], change = answer(peer, buffer);
        if (change >= 0) *scans = change;
        *filled -= length;
        memmove(buffer, buffer + length, (size_t)*filled);
    }
    return 1;
}

int flood_controller(int port, int rate, int registered, const int *stop, uint64_t *late) {
    int listener = loopback(port, 1);
    if (listener < 0) return -1;
    uint64_t state = 88172645463325252u;
    while (!__atomic_load_n(stop, __ATOMIC_RELAXED)) {
        struct pollfd waiting = {.fd = listener, .events = POLLIN};
        if (poll(&waiting, 1, 50) <= 0) continue;
        int peer = accept(listener, 0, 0), filled = 0, scans = 0, yes = 1;
        if (peer < 0) continue;
        setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        uint8_t commands[1024], out[16384];
        uint64_t begun = 0, done = 0;
        while (!__atomic_load_n(stop, __ATOMIC_RELAXED) && serve(peer, commands, &filled, &scans)) {
            struct timespec pause = {.tv_nsec = 1000000};
            nanosleep(&pause, 0);
            if (!scans) {
                begun = 0;
                continue;
            }
            if (begun == 0) {
                begun = now(CLOCK_MONOTONIC);
                done = 0;
            }
            uint64_t due = (now(CLOCK_MONOTONIC) - begun) * (uint64_t)rate / 1000000000u;
            while (done < due) {
                int length = 0, reports = 0;
                for (; done + (uint64_t)reports < due && length < (int)sizeof out - 64; reports++) {
                    uint64_t place = (done + (uint64_t)reports) % (uint64_t)rate;
                    int step = rate / registered;
                    length += place % (uint64_t)step == 0 ? known(out + length, (int)(place / (uint64_t)step))
                                                          : stranger(out + length, &state);
                }
                struct pollfd room = {.fd = peer, .events = POLLOUT};
                // A controller does not wait for its host: what is not taken is lost.
                if (poll(&room, 1, 0) != 1 || send(peer, out, (size_t)length, MSG_NOSIGNAL) != length)
                    __atomic_fetch_add(late, (uint64_t)reports, __ATOMIC_RELAXED);
                done += (uint64_t)reports;
            }
        }
        close(peer);
    }
    close(listener);
    return 0;
}

double flood_reader(int port, int seconds, uint64_t *reports) {
    int peer = loopback(port, 0);
    if (peer < 0) return 0;
    static const uint8_t enable[] = {0x01, 0x0c, 0x20, 2, 1, 0};
    if (send(peer, enable, sizeof enable, MSG_NOSIGNAL) != (ssize_t)sizeof enable) return 0;
    uint8_t buffer[65536];
    size_t filled = 0;
    uint64_t checksum = 0, end = now(CLOCK_MONOTONIC) + (uint64_t)seconds * 1000000000u;
    uint64_t start = now(CLOCK_THREAD_CPUTIME_ID);
    *reports = 0;
    while (now(CLOCK_MONOTONIC) < end) {
        ssize_t count = recv(peer, buffer + filled, sizeof buffer - filled, 0);
        if (count <= 0) break;
        filled += (size_t)count;
        size_t offset = 0;
        while (filled - offset >= 3 && filled - offset >= 3u + buffer[offset + 2]) {
            size_t length = 3u + buffer[offset + 2];
            for (size_t index = 0; index < length; index++) checksum += buffer[offset + index];
            *reports += buffer[offset + 1] == 0x3e;
            offset += length;
        }
        filled -= offset;
        memmove(buffer, buffer + offset, filled);
    }
    uint64_t spent = now(CLOCK_THREAD_CPUTIME_ID) - start;
    close(peer);
    return *reports > 0 && checksum > 0 ? (double)spent / (double)*reports : 0;
}
