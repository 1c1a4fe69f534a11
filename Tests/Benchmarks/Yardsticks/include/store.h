#pragma once

/// Stores `groups` times `count` activations with outcome and action in a new database, two commits a group, as dispatch
/// does. Returns how many are stored, negative if the file cannot be made.
int store_activations(const char *path, int groups, int count);
