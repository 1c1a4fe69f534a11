#pragma once

// What the Glibc module leaves out. No _GNU_SOURCE here: it changes the layout of types
// that Swift's own Glibc module has already imported.

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
