#pragma once

#include <microhttpd.h>
#include <sys/socket.h>

/// `MHD_start_daemon` is variadic, which Swift does not import. One epoll thread, at most `connections`
/// connections of at most `timeout` seconds and 8 KiB each; SIGPIPE is left alone.
static inline struct MHD_Daemon *beaconbus_mhd_start(
    MHD_AccessHandlerCallback handler, void *context, const struct sockaddr *address, unsigned int connections,
    unsigned int timeout) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD;
    if (address->sa_family == AF_INET6) flags |= MHD_USE_IPv6;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_CONNECTION_LIMIT,
        connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)8192,
        MHD_OPTION_END);
}

/// The port a daemon listens on; 0 if it cannot be told.
static inline unsigned short beaconbus_mhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

/// A response with a copy of `bytes`; NULL without memory.
static inline struct MHD_Response *beaconbus_mhd_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
