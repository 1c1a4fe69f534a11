"""Controllers that hear nothing, break, or talk nonsense, and the end of the scanner itself."""

import time

from bench import demand, terminate, until, well_heard
from hearing import WINDOW
from losing import running


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
    status = node.status("a later status", 20, time.time())
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
        adapter = stage.adapter(rate=20)
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
