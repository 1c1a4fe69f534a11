#include "bus.h"

#include <fcntl.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The least a chain of this shape can do: node → dispatch → metadata → dispatch → consumer, QoS 1, a record of 400
// bytes made durable where the real services commit.

struct role {
    struct mosquitto *client;
    const char *in[2];
    const char *out[2];
    int commits[2];
    int file;
    int ready;
    volatile int stop;
    volatile int arrived;
};

static const char record[400] = "x";

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int commit(int file) {
    return write(file, record, sizeof record) != (ssize_t)sizeof record || fdatasync(file);
}

static void on_connect(struct mosquitto *client, void *data, int reason) {
    struct role *role = data;
    for (int i = 0; i < 2; i++)
        if (role->in[i]) mosquitto_subscribe(client, NULL, role->in[i], 1);
}

static void on_subscribe(struct mosquitto *client, void *data, int id, int count, const int *granted) {
    struct role *role = data;
    role->ready++;
}

static void on_message(struct mosquitto *client, void *data, const struct mosquitto_message *message) {
    struct role *role = data;
    for (int i = 0; i < 2; i++) {
        if (!role->in[i] || strcmp(role->in[i], message->topic)) continue;
        if (role->commits[i] && commit(role->file)) role->stop = 1;
        if (role->out[i]) mosquitto_publish(client, NULL, role->out[i], sizeof record, record, 1, false);
        else role->arrived = 1;
    }
}

static int open_role(struct role *role, const char *name, int port, const char *folder) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.relay", folder, name);
    role->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    mosquitto_lib_init();
    role->client = mosquitto_new(name, true, role);
    if (role->file < 0 || !role->client) return 1;
    mosquitto_int_option(role->client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(role->client, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_connect_callback_set(role->client, on_connect);
    mosquitto_subscribe_callback_set(role->client, on_subscribe);
    mosquitto_message_callback_set(role->client, on_message);
    if (mosquitto_connect(role->client, "127.0.0.1", port, 60)) return 1;
    int wanted = (role->in[0] != NULL) + (role->in[1] != NULL);
    while (role->ready < wanted)
        if (mosquitto_loop(role->client, 1000, 1)) return 1;
    return 0;
}

static void close_role(struct role *role) {
    if (role->client) mosquitto_destroy(role->client);
    if (role->file >= 0) close(role->file);
}

static void *serve(void *data) {
    struct role *role = data;
    while (!role->stop && !mosquitto_loop(role->client, 100, 1)) {}
    return NULL;
}

int bus_relay(int port, const char *folder, int count, uint64_t *spans) {
    struct role node = {.in = {"relay/action"}, .file = -1};
    struct role dispatch = {
        .in = {"relay/active", "relay/answer"}, .out = {"relay/lookup", "relay/action"}, .commits = {1, 1}, .file = -1};
    struct role metadata = {.in = {"relay/lookup"}, .out = {"relay/answer"}, .file = -1};
    int done = 0;
    if (!open_role(&dispatch, "relay-dispatch", port, folder) && !open_role(&metadata, "relay-metadata", port, folder)
        && !open_role(&node, "relay-node", port, folder)) {
        pthread_t threads[2];
        pthread_create(&threads[0], NULL, serve, &dispatch);
        pthread_create(&threads[1], NULL, serve, &metadata);
        for (; done < count; done++) {
            uint64_t start = now();
            node.arrived = 0;
            if (commit(node.file)) break;
            mosquitto_publish(node.client, NULL, "relay/active", sizeof record, record, 1, false);
            while (!node.arrived && now() - start < 5000000000u)
                if (mosquitto_loop(node.client, 100, 1)) break;
            if (!node.arrived) break;
            spans[done] = now() - start;
            uint64_t rest = start + 20000000u;
            while (now() < rest)
                if (mosquitto_loop(node.client, 5, 1)) break;
        }
        dispatch.stop = metadata.stop = 1;
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
    }
    close_role(&node);
    close_role(&dispatch);
    close_role(&metadata);
    return done;
}
