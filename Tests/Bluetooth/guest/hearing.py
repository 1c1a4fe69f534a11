"""What is heard in each mode, by a bare program and by the scanner."""

import struct
import time

from bench import demand, share, until, well_heard
from kernel import MONITOR, RAW, USER, Socket
from reports import sequence

# For how long it is counted what is heard, seconds.
WINDOW = 3.0


def numbers(packets, offset):
    """The numbers of all reports in advertising events; `offset` is where the event's subevent code stands."""
    found = set()
    for packet in packets:
        if len(packet) < offset + 2 or packet[offset - 2] != 0x3E:
            continue
        at, extended = offset + 2, packet[offset] == 0x0D
        for _ in range(packet[offset + 1]):
            length = at + (23 if extended else 8)
            data = packet[length + 1:length + 1 + packet[length]]
            found.add(sequence(data))
            at = length + 1 + packet[length] + (0 if extended else 1)
    return found


def probe(adapter, receive, offset, seconds=2.0):
    first = adapter.state()["sequence"]
    packets = receive(seconds)
    last = adapter.state()["sequence"]
    heard = numbers(packets + receive(0.3), offset)
    return sum(1 for number in range(first, last) if number & 0xFFFF in heard), last - first


def controller(stage):
    """The virtual controller without anything of ours: what a bare program hears on each channel."""
    shares = []
    for extended in (False, True):
        adapter = stage.adapter(extended=extended, batch=3, rate=100)
        index = adapter.index()
        if not stage.management.powered(index):
            demand(stage.management.power(index, True) == 0, "the kernel cannot power it on")
        parameters, enable = (
            (0x2041, 0x2042) if extended else (0x200B, 0x200C))
        values = b"\x00\x00\x01\x00\x60\x00\x60\x00" if extended else b"\x00\x60\x00\x60\x00\x00\x00"
        with Socket(RAW, index) as raw, Socket(MONITOR) as monitor:
            raw.filter(0x3E, 0x0E)
            demand(raw.ask(parameters, values) == 0, "no scan parameters")
            demand(raw.ask(enable, b"\x01\x00" + (bytes(4) if extended else b"")) == 0, "no scan")
            demand(raw.ask(parameters, values) == 0x0C, "parameters were taken while scanning")
            shares.append(share(probe(adapter, raw.receive, 3)))
            shares.append(share(probe(adapter, monitor.receive, 8)))
            raw.ask(enable, b"\x00\x00" + (bytes(4) if extended else b""))
        stage.management.power(index, False)
        with Socket(USER, index) as user:
            demand(user.ask(0x0C03) == 0, "no reset on the user channel")
            user.ask(0x0C01, struct.pack("<Q", 1 << 61 | 0x3FFF))
            user.ask(0x2001, struct.pack("<Q", 1 << 1 | 1 << 12))
            demand(user.ask(parameters, values) == 0, "no scan parameters on the user channel")
            user.ask(enable, b"\x01\x00" + (bytes(4) if extended else b""))
            shares.append(share(probe(adapter, user.receive, 3)))
        # With the filter each advertiser is heard once.
        until(lambda: index in stage.management.indexes(), 10, "the kernel has the controller back")
        stage.management.power(index, True)
        with Socket(RAW, index) as raw:
            raw.filter(0x3E, 0x0E)
            raw.ask(parameters, values)
            raw.ask(enable, b"\x01\x01" + (bytes(4) if extended else b""))
            raw.receive(0.5)
            demand(not [p for p in raw.receive(1.0) if p[1] == 0x3E], "the duplicate filter lets reports through")
        adapter.unplug()
    demand(min(shares) >= 99, f"a bare program heard only {shares}")
    return "a bare program hears " + ", ".join(f"{s:.1f} %" for s in shares) + " (raw, monitor, user; legacy, extended)"


def hears(stage, mode, **nature):
    adapter = stage.adapter(rate=100, **nature)
    stage.truth.now("hearing")
    node = stage.node(f"hci?mode={mode}").start()
    began = node.since
    event = node.started()
    pair = node.hearing(adapter, WINDOW)
    state = adapter.state()
    demand(state["kind"] == ("extended" if nature.get("extended") else "legacy"), f"it uses {state['kind']} commands")
    demand(state["duplicates"] == 0, "the duplicate filter is on")
    demand(not state["active"], "it scans actively")
    status = node.said("scanner")[-1].body
    demand(status["counters"]["malformedEvents"] == 0, f"malformed events: {status['counters']['malformedEvents']}")
    return f"{well_heard(pair)}, started after {event.at - began:.1f} s"


def raw_legacy(stage):
    return hears(stage, "raw")


def raw_extended(stage):
    return hears(stage, "raw", extended=True)


def raw_many(stage):
    """Five reports in each event, 500/s, none passed on: the scanner's own count against the controller's."""
    adapter = stage.adapter(batch=5, rate=500)
    stage.truth.now("free")
    node = stage.node("hci?mode=raw", raw={"select": "none"}).start()
    node.started()
    time.sleep(WINDOW)
    adapter.air(rate=0)
    handed = adapter.state()["handed"]
    at = time.time()
    counted = 0
    while time.time() < at + 20 and counted < handed:
        counted = node.status("a status", 20, time.time()).body["counters"]["reports"]
    return f"counted {counted} of {handed} in events of five" if well_heard((counted, handed)) else ""


def user_legacy(stage):
    return hears(stage, "user")


def user_extended(stage):
    return hears(stage, "user", extended=True)


def monitor_legacy(stage):
    return hears(stage, "monitor")


def monitor_extended(stage):
    return hears(stage, "monitor", extended=True)
