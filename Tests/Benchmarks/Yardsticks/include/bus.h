#pragma once

#include <stdint.h>

/// Publishes `count` QoS 1 messages with at most `window` unacknowledged, as a plain libmosquitto program does.
/// Returns nanoseconds until the last PUBACK, 0 if it failed.
uint64_t bus_publish(int port, const char *name, const char *topic, long count, int size, int window);

/// Subscribes, calls `ready`, and receives `count` QoS 1 messages. Returns nanoseconds from the first to the last,
/// 0 if it failed.
uint64_t bus_receive(int port, const char *name, const char *topic, long count, void (*ready)(void *), void *context);

/// Sends `count` messages one after the other through the four hops of the real chain, with its three commits, each by
/// a bare C client. Writes each one's nanoseconds and returns how many arrived.
int bus_relay(int port, const char *folder, int count, uint64_t *spans);
