#include "bus.h"

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// What a plain C program with libmosquitto does: one thread, the library's own loop, callbacks.

struct work {
    struct mosquitto *client;
    const char *topic;
    const char *payload;
    int size;
    long count;
    long sent;
    long done;
    int window;
    int ready;
    int failed;
};

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void fill(struct work *work) {
    while (work->sent < work->count && work->sent - work->done < work->window) {
        if (mosquitto_publish(work->client, NULL, work->topic, work->size, work->payload, 1, false)) work->failed = 1;
        work->sent++;
    }
}

static void on_connect(struct mosquitto *client, void *data, int reason) {
    struct work *work = data;
    if (reason) work->failed = 1;
    if (work->window == 0) mosquitto_subscribe(client, NULL, work->topic, 1);
    else work->ready = 1;
}

static void on_subscribe(struct mosquitto *client, void *data, int id, int count, const int *granted) {
    ((struct work *)data)->ready = 1;
}

static void on_publish(struct mosquitto *client, void *data, int id) {
    struct work *work = data;
    work->done++;
    fill(work);
}

static void on_message(struct mosquitto *client, void *data, const struct mosquitto_message *message) {
    ((struct work *)data)->done++;
}

static int open_client(struct work *work, const char *name, int port) {
    mosquitto_lib_init();
    work->client = mosquitto_new(name, true, work);
    if (!work->client) return 1;
    mosquitto_int_option(work->client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(work->client, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_int_option(work->client, MOSQ_OPT_RECEIVE_MAXIMUM, 256);
    mosquitto_int_option(work->client, MOSQ_OPT_SEND_MAXIMUM, 200);
    mosquitto_connect_callback_set(work->client, on_connect);
    mosquitto_subscribe_callback_set(work->client, on_subscribe);
    mosquitto_publish_callback_set(work->client, on_publish);
    mosquitto_message_callback_set(work->client, on_message);
    if (mosquitto_connect(work->client, "127.0.0.1", port, 60)) return 1;
    while (!work->ready && !work->failed)
        if (mosquitto_loop(work->client, 1000, 1)) return 1;
    return work->failed;
}

static void close_client(struct work *work) {
    mosquitto_disconnect(work->client);
    mosquitto_loop(work->client, 100, 1);
    mosquitto_destroy(work->client);
}

uint64_t bus_publish(int port, const char *name, const char *topic, long count, int size, int window) {
    static char payload[65536];
    struct work work = {.topic = topic, .payload = payload, .size = size, .count = count, .window = window};
    memset(payload, 'x', sizeof payload);
    uint64_t span = 0;
    if (!open_client(&work, name, port)) {
        uint64_t start = now();
        fill(&work);
        while (work.done < count && !work.failed)
            if (mosquitto_loop(work.client, 1000, 1)) work.failed = 1;
        span = work.failed ? 0 : now() - start;
    }
    close_client(&work);
    return span;
}

uint64_t bus_receive(int port, const char *name, const char *topic, long count, void (*ready)(void *), void *context) {
    struct work work = {.topic = topic, .count = count, .window = 0};
    uint64_t span = 0;
    if (!open_client(&work, name, port)) {
        ready(context);
        uint64_t start = 0;
        while (work.done < count && !work.failed) {
            if (mosquitto_loop(work.client, 5000, 1)) work.failed = 1;
            if (start == 0 && work.done > 0) start = now();
        }
        span = work.failed ? 0 : now() - start;
    }
    close_client(&work);
    return span;
}
