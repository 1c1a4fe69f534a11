#pragma once

#include <stdint.h>

/// A Bluetooth controller on a TCP port of loopback that speaks H4 (Core Vol 4 Part A 2) and, while it is told to scan,
/// hears `rate` advertisements a second: each of `registered` iBeacons (UUID 00000000-0000-0001-0000-000000000005, major
/// 0, minor 0 …) once a second, all others from a new random address each time, of formats drawn by lot.
///
/// Runs until `*stop` is not 0; then returns 0, -1 if the port cannot be had. `*late` counts the reports that could not be
/// sent in time because nobody read.
int flood_controller(int port, int rate, int registered, const int *stop, uint64_t *late);

/// Connects to such a controller, starts a scan and walks every packet for so many seconds. Returns this thread's
/// processor time a report in nanoseconds; 0 if it failed.
double flood_reader(int port, int seconds, uint64_t *reports);
