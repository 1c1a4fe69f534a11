"""The scenarios, in the order in which they run. Each returns its figures as a text, or raises `Failed`."""

import os
import struct
import subprocess
import time

from bench import NOBODY, Failed, demand, share, terminate, until, well_heard
from kernel import (
    DEVICE_DOWN, DEVICE_UP, MONITOR, RAW, USER, Management, Socket, device, rfkill,
)
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
        adapter = stage.adapter(extended=extended, batch=3)
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
    adapter = stage.adapter(**nature)
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


def running(stage, mode="raw", **settings):
    """An adapter and a node that hears it."""
    adapter = stage.adapter()
    stage.truth.now("hearing")
    node = stage.node(f"hci:{adapter.address}?mode={mode}", **settings).start()
    node.started()
    return adapter, node


def recovers(stage, node, adapter, since, cause="adapter", seconds=40):
    """One `ready`, then it starts by itself and hears again."""
    ready = node.event("ready", seconds, since)
    demand(ready.body["cause"] == cause, f"ready because of {ready.body['cause']}")
    started = node.started(ready.at)
    pair = node.hearing(adapter, 2.0)
    demand(len(node.said("events/ready", since)) == 1, "ready was said more than once")
    return f"ready {ready.at - since:.1f} s, started {started.at - since:.1f} s after it came back, {well_heard(pair)}"


def power(stage):
    """Switched off and on by somebody, where the scanner may not do that itself."""
    adapter, node = running_on(stage, powerOn=False)
    at = stage.truth.now("off")
    stage.management.power(adapter.index(), False)
    stopped = node.event("stopped", 10, at, "adapterOff")
    failed = node.event("start-failed", 20, at, "adapterOff")
    node.status("the adapter is off", 10, at, lambda s: s["adapter"]["state"] == "off" if s.get("adapter") else False)
    time.sleep(3.5)
    demand(not node.said("events/ready", at), "ready was said while the adapter was off")
    back = time.time()
    stage.truth.now("free")
    stage.management.power(adapter.index(), True)
    stage.truth.now("hearing")
    figures = recovers(stage, node, adapter, back)
    return f"stopped(adapterOff) {stopped.at - at:.2f} s, startFailed {failed.at - at:.1f} s after off; {figures}"


def running_on(stage, **bluetooth):
    """As `running`, with the adapter on already."""
    adapter = stage.adapter()
    stage.management.power(adapter.index(), True)
    stage.truth.now("hearing")
    node = stage.node(f"hci:{adapter.address}?mode=raw", bluetooth=bluetooth).start()
    node.started()
    return adapter, node


def power_by_itself(stage):
    """Switched off by somebody, where the scanner may switch it on: it comes back without anybody."""
    adapter, node = running(stage)
    at = stage.truth.now("free")
    stage.management.power(adapter.index(), False)
    stopped = node.event("stopped", 10, at, "adapterOff")
    started = node.started(stopped.at, 30)
    stage.truth.now("hearing")
    pair = node.hearing(adapter, 2.0)
    return f"stopped(adapterOff) {stopped.at - at:.2f} s, started {started.at - at:.1f} s after off, {well_heard(pair)}"


def blocked(stage):
    """rfkill block and unblock."""
    adapter, node = running(stage)
    at = stage.truth.now("blocked")
    rfkill(True)
    stopped = node.event("stopped", 10, at, "adapterBlocked")
    failed = node.event("start-failed", 20, at, "adapterBlocked")
    time.sleep(3.5)
    demand(not node.said("events/ready", at), "ready was said while the adapter was blocked")
    back = stage.truth.now("free")
    rfkill(False)
    figures = recovers(stage, node, adapter, back)
    stage.truth.now("hearing")
    return f"stopped(adapterBlocked) {stopped.at - at:.2f} s, startFailed {failed.at - at:.1f} s after it; {figures}"


def unplug(stage):
    """Unplugged and plugged in again."""
    adapter, node = running(stage)
    at = stage.truth.now("missing")
    adapter.unplug()
    stopped = node.event("stopped", 10, at, "adapterMissing")
    demand(stopped.at - at <= 2.5, f"stopped(adapterMissing) came {stopped.at - at:.1f} s after it was unplugged")
    failed = node.event("start-failed", 20, at, "adapterMissing")
    node.status(
        "the adapter is missing", 10, at,
        lambda s: s["adapter"]["state"] == "missing" if s.get("adapter") else False)
    time.sleep(3.5)
    demand(not node.said("events/ready", at), "ready was said while the adapter was away")
    back = stage.truth.now("free")
    adapter.plug()
    stage.truth.now("hearing")
    figures = recovers(stage, node, adapter, back)
    return f"stopped(adapterMissing) {stopped.at - at:.2f} s, startFailed {failed.at - at:.1f} s after it; {figures}"


def another_index(stage):
    """Unplugged and plugged in again while somebody holds the old number: found by its address."""
    adapter, node = running(stage)
    before = adapter.index()
    with Socket(RAW, before):
        at = stage.truth.now("missing")
        adapter.unplug()
        node.event("stopped", 10, at, "adapterMissing")
        node.event("start-failed", 20, at, "adapterMissing")
        back = stage.truth.now("free")
        after = adapter.plug()["index"]
        demand(after != before, "the kernel gave the same number again")
        stage.truth.now("hearing")
        figures = recovers(stage, node, adapter, back)
        status = node.status("the new number", 5, back, lambda s: s["sources"] and s["sources"][0]["name"] == f"hci{after}")
        demand(status.body["adapter"]["address"] == adapter.address, "the status names another address")
    return f"hci{before} became hci{after}; {figures}"


def user_unplug(stage):
    """The same in the user channel, which nobody else sees."""
    adapter, node = running(stage, "user")
    at = stage.truth.now("missing")
    adapter.unplug()
    stopped = node.event("stopped", 10, at, "adapterMissing")
    node.event("start-failed", 20, at, "adapterMissing")
    back = stage.truth.now("free")
    adapter.plug()
    stage.truth.now("hearing")
    figures = recovers(stage, node, adapter, back)
    return f"stopped(adapterMissing) {stopped.at - at:.2f} s after it; {figures}"


def monitor_unplug(stage):
    adapter, node = running(stage, "monitor")
    at = stage.truth.now("missing")
    adapter.unplug()
    stopped = node.event("stopped", 10, at, "adapterMissing")
    node.event("start-failed", 20, at, "adapterMissing")
    back = stage.truth.now("free")
    adapter.plug()
    stage.truth.now("hearing")
    figures = recovers(stage, node, adapter, back)
    return f"stopped(adapterMissing) {stopped.at - at:.2f} s after it; {figures}"


def stolen(stage):
    """A second client on a raw socket switches the scan off, and replaces its parameters."""
    adapter, node = running(stage)
    stage.truth.now("free")
    with Socket(RAW, adapter.index()) as thief:
        thief.filter(0x0E)
        at = time.time()
        thief.ask(0x200C, b"\x00\x00")
        back = until(lambda: adapter.state()["scanning"] and time.time(), 5, "the scan is on again")
        pair = node.hearing(adapter, 2.0)
        first = well_heard(pair)
        thief.ask(0x200C, b"\x00\x00")
        thief.ask(0x200B, struct.pack("<BHHBB", 1, 0x12, 0x12, 0, 0))
        thief.ask(0x200C, b"\x01\x01")
        until(lambda: not adapter.state()["duplicates"] and adapter.state()["scanning"], 10,
              "the duplicate filter is off again")
    time.sleep(0.5)
    stage.truth.now("hearing")
    pair = node.hearing(adapter, 2.0)
    demand(not node.said("events/stopped"), "the node stopped")
    return f"scan on again after {back - at:.2f} s, {first}; after a theft with filter {well_heard(pair)}"


def discovery(stage):
    """Somebody's discovery begins and ends: the kernel replaces our scan, and then switches it off."""
    adapter, node = running(stage)
    index = adapter.index()
    at = stage.truth.now("free")
    demand(stage.management.discover(index, True) == 0, "the kernel does not discover")
    time.sleep(2)
    during = node.hearing(adapter, 2.0)
    demand(stage.management.discover(index, False) in (0, 0x0B), "the kernel does not end it")
    until(lambda: adapter.state()["scanning"] and not adapter.state()["duplicates"], 10, "our scan is on again")
    time.sleep(0.5)
    stage.truth.now("hearing")
    pair = node.hearing(adapter, 2.0)
    demand(not node.said("events/stopped", at), "the node stopped")
    return f"during it {share(during):.0f} %, after it {well_heard(pair)}"


def bluetoothd(stage):
    """Beside bluetoothd: monitor mode hears everything, and bluetoothd is not disturbed."""
    missing = [path for path in ("/usr/bin/dbus-daemon", "/usr/libexec/bluetooth/bluetoothd") if not os.path.exists(path)]
    if missing:
        return f"skipped: {missing[0]} is not there"
    adapter = stage.adapter()
    os.makedirs("/run/dbus", exist_ok=True)
    processes = [subprocess.Popen(["dbus-daemon", "--system", "--nofork", "--nopidfile"])]
    log = open("/media/out/bluetoothd.log", "wb")
    try:
        until(lambda: os.path.exists("/run/dbus/system_bus_socket"), 10, "the system bus")
        processes.append(subprocess.Popen(["/usr/libexec/bluetooth/bluetoothd", "-n"], stdout=log, stderr=log))
        until(lambda: stage.management.powered(adapter.index()), 20, "bluetoothd has switched the adapter on")
        stage.truth.now("hearing")
        node = stage.node("hci").start()
        node.started()
        alone = well_heard(node.hearing(adapter, WINDOW))
        # Somebody looks for devices meanwhile, as a desktop does.
        finder = subprocess.Popen(
            ["bluetoothctl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        processes.append(finder)
        time.sleep(1)
        finder.stdin.write(b"scan le\n")
        finder.stdin.flush()
        time.sleep(2)
        beside = node.hearing(adapter, 3.0)
        output = finder.communicate(b"scan off\nquit\n", timeout=30)[0].decode("utf-8", "replace")
        time.sleep(1)
        after = well_heard(node.hearing(adapter, 2.0))
        found = {line.split("Device ")[1][:17] for line in output.splitlines() if "NEW" in line and "Device " in line}
        demand(found, f"bluetoothd found nothing: {output[-300:]}")
        demand(share(beside) >= 95, f"only {beside[0]} of {beside[1]} reports were heard while bluetoothd discovered")
        demand(processes[1].poll() is None, "bluetoothd has ended")
        demand(not node.said("events/stopped"), "the node stopped")
        return f"{alone}; while it discovers {share(beside):.1f} %; after it {after}; it found {len(found)} of 12 devices"
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(10)


RIGHTS = {
    # rights, mode, adapter on: what must come, and which right an error must name.
    ("none", "raw", True): ("capabilityMissing", "CAP_NET_RAW"),
    ("none", "monitor", True): ("capabilityMissing", "CAP_NET_RAW"),
    ("net_admin", "raw", True): ("capabilityMissing", "CAP_NET_RAW"),
    ("net_admin", "monitor", True): ("capabilityMissing", "CAP_NET_RAW"),
    ("net_raw", "raw", True): (None, None),
    ("none", "raw", False): ("capabilityMissing", "CAP_NET_ADMIN"),
    ("none", "user", False): ("capabilityMissing", "CAP_NET_ADMIN"),
    ("net_raw", "raw", False): ("capabilityMissing", "CAP_NET_ADMIN"),
    ("net_raw", "user", False): ("capabilityMissing", "CAP_NET_ADMIN"),
    ("net_admin", "user", False): (None, None),
    ("net_raw net_admin", "raw", False): (None, None),
}


def rights(stage):
    """Each capability missing: the error names the one that is."""
    adapter = stage.adapter()
    wrong = []
    for (held, mode, on), (code, capability) in RIGHTS.items():
        index = adapter.index()
        until(lambda: index in stage.management.indexes(), 10, "the kernel offers the adapter")
        if stage.management.powered(index) != on:
            demand(stage.management.power(index, on) == 0, "the adapter's power cannot be set")
        what = f"{held}, {mode}, {'on' if on else 'off'}"
        node = stage.node(
            f"hci?mode={mode}", rights=() if held == "none" else tuple(held.split()), policy="automatic").start()
        topics = {node.topic("events/started"), node.topic("events/start-failed")}
        first = stage.bus.find(lambda m: m.topic in topics and m.body, node.since, 30, f"{what}: started or not")
        error = first.body.get("error")
        text = f"{(error or {}).get('reason', '')} {(error or {}).get('suggestion', '')}"
        if (error or {}).get("code") != code:
            wrong.append(f"{what}: {error or 'started'} instead of {code or 'started'}")
        elif code and capability not in (error or {}).get("reason", ""):
            wrong.append(f"{what}: the error does not name {capability}: {text}")
        node.__exit__()
        until(lambda: not adapter.state()["scanning"] or mode == "monitor", 10, "the scan is off")
    demand(not wrong, "; ".join(wrong))
    return f"{len(RIGHTS)} combinations of rights, mode and power, each with the right outcome"


def quiet(stage):
    """A place where there has never been anything to hear is no fault."""
    adapter = stage.adapter(rate=0)
    stage.truth.now("quiet")
    node = stage.node("hci?mode=raw", bluetooth={"silence": "10s"}).start()
    node.started()
    time.sleep(14)
    demand(not node.said("events/stopped") and not node.said("events/warning"), "it was taken for a fault")
    commands = adapter.state()["commands"]
    demand(commands.get("200c", 0) <= 3, f"the scan was restarted: {commands}")
    return "14 s of silence from the start on, nothing said and nothing done"


def deaf(stage):
    """Deaf until the scan is switched off and on."""
    adapter, node = running(stage, bluetooth={"silence": "10s"})
    node.hearing(adapter, 1.0)
    at = time.time()
    stage.truth.now("deaf")
    adapter.behave(deaf="enable")
    silent = node.status("silent", 25, at, lambda s: any(x["state"] == "silent" for x in s["sources"]))
    until(lambda: adapter.state()["deaf"] is None, 20, "the scan is switched off and on")
    stage.truth.now("free")
    until(lambda: node.said("scanner")[-1].body["sources"][0]["state"] == "scanning", 10, "a status that it scans")
    stage.truth.now("hearing")
    pair = node.hearing(adapter, 2.0)
    demand(not node.said("events/stopped", at), "the node stopped")
    return f"silent after {silent.at - at:.1f} s, cured in place, {well_heard(pair)}"


def deaf_for_good(stage):
    """Deaf whatever is tried: the ladder, then scannerSilent, and no lie in between."""
    adapter, node = running(stage, bluetooth={"silence": "10s"})
    node.hearing(adapter, 1.0)
    before = adapter.state()["commands"]
    at = time.time()
    stage.truth.now("deaf")
    adapter.behave(deaf="plug")
    stopped = node.event("stopped", 400, at, "scannerSilent")
    commands = adapter.state()["commands"]
    scans = commands["200c"] - before["200c"]
    resets = commands["0c03"] - before["0c03"]
    demand(resets >= 1, "the controller was never set up anew")
    return f"scannerSilent after {stopped.at - at:.0f} s: scan switched {scans} times, {resets} resets"


def hardware_error(stage):
    """The controller reports a hardware error: the kernel resets it, and it goes on."""
    adapter, node = running(stage)
    at = time.time()
    stage.truth.now("free")
    adapter.hardware_error(code=3)
    time.sleep(2)
    until(lambda: adapter.state()["scanning"] and not adapter.state()["duplicates"], 30, "it scans again")
    node.status("a status that it scans", 20, time.time() - 1, lambda s: s["state"] == "running" and s["scanning"])
    stage.truth.now("hearing")
    pair = node.hearing(adapter, 2.0)
    stops = [m.body["error"]["code"] for m in node.said("events/stopped", at)]
    return f"{'stopped ' + ', '.join(stops) + ', started again' if stops else 'went on in place'}, {well_heard(pair)}"


def garbage(stage):
    """Broken events among the good ones."""
    adapter, node = running(stage)
    adapter.behave(garbage=10)
    pair = node.hearing(adapter, WINDOW)
    time.sleep(1)
    status = node.status("a later status", 10, time.time())
    demand(not node.said("events/stopped"), "the node stopped")
    malformed = status.body["counters"]["malformedEvents"]
    demand(malformed > 0, "no broken event was counted")
    return f"{well_heard(pair)}, {malformed} broken events counted"


def answers(stage):
    """Controllers that answer late, with nonsense, with refusals, or never, all at once; in the user channel, where the
    kernel stands between nothing."""
    behaviours = {
        "late": {"answers": "late", "delay": 0.5}, "refusing": {"refuse": {0x200C: 0x1F}},
        "nonsense": {"answers": "nonsense"}, "never": {"answers": "never"},
    }
    cases = {}
    for kind, behaviour in behaviours.items():
        adapter = stage.adapter(rate=50)
        adapter.behave(**behaviour)
        cases[kind] = adapter, stage.node(f"hci:{adapter.address}?mode=user").start()
    said = []
    for kind, (adapter, node) in cases.items():
        topics = {node.topic("events/started"), node.topic("events/start-failed")}
        first = stage.bus.find(
            lambda m: m.topic in topics and m.body, node.since, 60, f"{kind}: started or not")
        code = (first.body.get("error") or {}).get("code", "started")
        if kind == "late":
            demand(code == "started", f"late answers: {first.body}")
        elif kind != "nonsense":
            demand(code in ("adapterFailed", "startTimeout"), f"{kind}: {first.body}")
        # Once it behaves, the node comes by itself.
        adapter.behave()
        node.started(node.since if kind == "late" else first.at, 60)
        time.sleep(0.5)
        demand(node.scanner.poll() is None, f"{kind}: the scanner has ended")
        said.append(f"{kind}: {code}, then {well_heard(node.hearing(adapter, 2.0))}")
    return "; ".join(said)


def several(stage):
    """Two adapters: one unplugged, the node goes on with the other."""
    first, second = stage.adapter(), stage.adapter(extended=True)
    stage.truth.now("free")
    node = stage.node(f"hci:{first.address}?mode=raw,hci:{second.address}?mode=raw").start()
    node.started()
    time.sleep(1)
    at = time.time()
    first.unplug()
    node.event("warning", 10, at)
    time.sleep(1)
    demand(not node.said("events/stopped", at), "the node stopped")
    pair = node.hearing(second, 2.0)
    states = {s["name"]: s["state"] for s in node.status("after it", 10, time.time()).body["sources"]}
    demand(sorted(states.values()) == ["failed", "scanning"], f"the status says {states}")
    lost = time.time()
    second.unplug()
    node.event("stopped", 10, lost)
    return f"warned, went on: {well_heard(pair)}; stopped when the last one went"


def chosen(stage):
    """Of two adapters the one that is named."""
    stage.adapter(rate=0)
    second = stage.adapter()
    said = []
    for source in (f"hci:{second.address}", f"hci:hci{second.index()}"):
        stage.truth.now("hearing")
        node = stage.node(f"{source}?mode=raw").start()
        node.started()
        said.append(well_heard(node.hearing(second, 1.0)))
        node.__exit__()
        stage.truth.now("free")
    node = stage.node("hci:06:66:66:66:66:66").start()
    failed = node.event("start-failed", 20, code="adapterMissing")
    return f"by address {said[0]}, by index {said[1]}; another address: {failed.body['error']['reason']}"


def ends(stage):
    """SIGTERM leaves the scan off, in raw and in user mode; SIGKILL leaves it on, and the next one copes."""
    said = []
    for mode in ("raw", "user"):
        adapter, node = running(stage, mode)
        node.hearing(adapter, 1.0)
        at = time.time()
        stage.truth.now("free")
        code = terminate(node.scanner)
        took = time.time() - at
        until(lambda: not adapter.state()["scanning"], 3, f"{mode}: the scan is off")
        demand(code == 0, f"{mode}: exit code {code}")
        node.status("a last word", 10, at, lambda s: not s.get("online", True) and not s.get("scanning"))
        said.append(f"{mode} off after {took:.1f} s")
        node.__exit__()
        adapter.unplug()
    adapter, node = running(stage)
    stage.truth.now("free")
    node.scanner.kill()
    node.scanner.wait()
    demand(adapter.state()["scanning"], "the kernel itself has switched the scan off")
    at = time.time()
    node.launch("scanner", "--source", node.source)
    node.status("it runs again", 30, at, lambda s: s["state"] == "running" and s["scanning"])
    stage.truth.now("hearing")
    pair = node.hearing(adapter, 2.0)
    return f"{', '.join(said)}; after SIGKILL with the scan left on {well_heard(pair)}"


ALL = [
    controller, raw_legacy, raw_extended, raw_many, user_legacy, user_extended, monitor_legacy, monitor_extended,
    power, power_by_itself, blocked, unplug, another_index, user_unplug, monitor_unplug, stolen, discovery, bluetoothd,
    rights, quiet, deaf, hardware_error, garbage, answers, several, chosen, ends, deaf_for_good,
]
