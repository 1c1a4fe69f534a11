#include "store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    return statement;
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

int store_activations(const char *path, int groups, int count) {
    sqlite3 *database = NULL;
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL))
        return -1;
    sqlite3_exec(
        database,
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-2048;"
        "CREATE TABLE streams (id INTEGER PRIMARY KEY, through INTEGER);"
        "INSERT INTO streams VALUES (1, 0);"
        "CREATE TABLE activations (stream INTEGER, counter INTEGER, beacon TEXT, episode INTEGER, stored INTEGER,"
        " first INTEGER, flags INTEGER, ended INTEGER, outcome INTEGER, PRIMARY KEY (stream, counter)) WITHOUT ROWID;"
        "CREATE TABLE episodes (id INTEGER PRIMARY KEY, beacon TEXT, opened INTEGER, closed INTEGER, effect INTEGER);"
        "CREATE TABLE outcomes (number INTEGER PRIMARY KEY, stream INTEGER, counter INTEGER, at INTEGER, kind INTEGER,"
        " body BLOB);"
        "CREATE TABLE actions (number INTEGER PRIMARY KEY, stream INTEGER, counter INTEGER, at INTEGER, kind INTEGER,"
        " body BLOB);",
        NULL, NULL, NULL);
    sqlite3_stmt *begin = prepare(database, "BEGIN IMMEDIATE");
    sqlite3_stmt *commit = prepare(database, "COMMIT");
    sqlite3_stmt *activation = prepare(database, "INSERT INTO activations VALUES (1, ?, ?, ?, 1, 1, 0, NULL, NULL)");
    sqlite3_stmt *episode = prepare(database, "INSERT OR REPLACE INTO episodes VALUES (?, ?, 1, NULL, ?)");
    sqlite3_stmt *through = prepare(database, "UPDATE streams SET through = ? WHERE id = 1");
    sqlite3_stmt *settle = prepare(database, "UPDATE activations SET outcome = ? WHERE stream = 1 AND counter = ?");
    sqlite3_stmt *outcome = prepare(database, "INSERT INTO outcomes VALUES (?, 1, ?, 1, 1, ?)");
    sqlite3_stmt *action = prepare(database, "INSERT INTO actions VALUES (?, 1, ?, 1, 1, ?)");
    char beacon[64];
    char body[440];
    memset(body, 'x', sizeof body);
    int done = 0;
    for (int group = 0; group < groups; group++) {
        int first = group * count + 1;
        int good = run(begin);
        for (int number = first; number < first + count; number++) {
            snprintf(beacon, sizeof beacon, "ibeacon-e2c56db5-dffb-48d2-b060-d0f5a71096e0-%d-%d", group, number);
            sqlite3_bind_int(activation, 1, number);
            sqlite3_bind_text(activation, 2, beacon, -1, SQLITE_TRANSIENT);
            sqlite3_bind_int(activation, 3, number);
            good &= run(activation);
            sqlite3_bind_int(episode, 1, number);
            sqlite3_bind_text(episode, 2, beacon, -1, SQLITE_TRANSIENT);
            sqlite3_bind_int(episode, 3, 0);
            good &= run(episode);
        }
        sqlite3_bind_int(through, 1, first + count - 1);
        good &= run(through) & run(commit) & run(begin);
        for (int number = first; number < first + count; number++) {
            sqlite3_bind_int(settle, 1, number);
            sqlite3_bind_int(settle, 2, number);
            good &= run(settle);
            sqlite3_bind_int(action, 1, number);
            sqlite3_bind_int(action, 2, number);
            sqlite3_bind_blob(action, 3, body, 440, SQLITE_TRANSIENT);
            good &= run(action);
            sqlite3_bind_int(outcome, 1, number);
            sqlite3_bind_int(outcome, 2, number);
            sqlite3_bind_blob(outcome, 3, body, 180, SQLITE_TRANSIENT);
            good &= run(outcome);
            snprintf(beacon, sizeof beacon, "ibeacon-e2c56db5-dffb-48d2-b060-d0f5a71096e0-%d-%d", group, number);
            sqlite3_bind_int(episode, 1, number);
            sqlite3_bind_text(episode, 2, beacon, -1, SQLITE_TRANSIENT);
            sqlite3_bind_int(episode, 3, 1);
            good &= run(episode);
        }
        good &= run(commit);
        if (!good) break;
        done += count;
    }
    sqlite3_stmt *all[] = {begin, commit, activation, episode, through, settle, outcome, action};
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) sqlite3_finalize(all[index]);
    sqlite3_close(database);
    return done;
}
