"""The adapter switched off, blocked, or unplugged, and back again."""

import time

from bench import demand, until, well_heard
from kernel import RAW, USER, Socket, rfkill


def running(stage, mode="raw", **settings):
    """An adapter and a node that hears it."""
    adapter = stage.adapter()
    stage.truth.now("hearing")
    node = stage.node(f"hci:{adapter.address}?mode={mode}", **settings).start()
    node.started()
    return adapter, node


def running_on(stage, **bluetooth):
    """As `running`, with the adapter on already."""
    adapter = stage.adapter()
    stage.management.power(adapter.index(), True)
    stage.truth.now("hearing")
    node = stage.node(f"hci:{adapter.address}?mode=raw", bluetooth=bluetooth).start()
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


def held(stage):
    """Another program has the adapter alone; then it lets it go."""
    adapter = stage.adapter()
    index = adapter.index()
    with Socket(USER, index):
        until(lambda: index not in stage.management.indexes(), 10, "the kernel no longer offers it")
        at = stage.truth.now("busy")
        node = stage.node("hci?mode=raw").start()
        failed = node.event("start-failed", 30, at, "adapterBusy")
        demand(f"hci{index}" in failed.body["error"]["reason"], f"the reason is {failed.body['error']['reason']}")
        node.status("that it is busy", 20, at, lambda s: (s.get("adapter") or {}).get("state") == "busy")
    back = stage.truth.now("free")
    stage.truth.now("hearing")
    return f"startFailed(adapterBusy) {failed.at - at:.1f} s after the start; {recovers(stage, node, adapter, back)}"


def several(stage):
    """Two adapters: one unplugged, the node goes on with the other; both unplugged, the second alone brings it back."""
    first, second = stage.adapter(), stage.adapter(extended=True)
    stage.truth.now("free")
    node = stage.node(f"hci:{first.address}?mode=raw,hci:{second.address}?mode=raw").start()
    node.started()
    time.sleep(1)
    at = time.time()
    first.unplug()
    node.event("warning", 20, at)
    time.sleep(1)
    demand(not node.said("events/stopped", at), "the node stopped")
    pair = node.hearing(second, 2.0)
    states = {s["name"]: s["state"] for s in node.status("after it", 10, time.time()).body["sources"]}
    demand(sorted(states.values()) == ["failed", "scanning"], f"the status says {states}")
    lost = time.time()
    second.unplug()
    node.event("stopped", 10, lost)
    failed = node.event("start-failed", 20, lost, "adapterMissing")
    reason = failed.body["error"]["reason"]
    demand(first.address in reason and second.address in reason, f"not all that failed are named: {reason}")
    time.sleep(2)
    demand(not node.said("events/ready", lost), "ready was said while both were away")
    back = time.time()
    second.plug()
    figures = recovers(stage, node, second, back)
    return f"warned, went on: {well_heard(pair)}; stopped when the last one went; the second came back: {figures}"


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
