"""What `beaconctl adapters` says, against what is the case."""

import json
import os
import subprocess
import time

from bench import Pace, demand, until
from kernel import USER, Socket, rfkill
from node import NOBODY


def command(*arguments, rights=()):
    """Runs it as a user without any right but those given."""
    given = ",".join(f"+{right}" for right in rights) or "-all"
    return subprocess.run(
        ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
         f"--inh-caps=-all{',' + given if rights else ''}", f"--ambient-caps={given}",
         "/media/bin/beaconctl", "adapters", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=60 * Pace.factor,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})


def ask(**options):
    """The exit code, what it says of the machine, and of each adapter by its number."""
    done = command("--json", **options)
    demand(not done.stderr, f"it complained: {done.stderr[-300:]}")
    machine, *adapters = [json.loads(line) for line in done.stdout.splitlines()]
    demand(machine["kind"] == "machine" and machine["adapters"] == len(adapters), f"the machine: {machine}")
    return done.returncode, machine, {adapter["index"]: adapter for adapter in adapters}


def compared(stage, adapters):
    """What it says of all adapters the kernel offers, against what the kernel says to us."""
    for index in stage.management.indexes():
        settings, said = stage.management.settings(index), adapters[index]
        demand(said["powered"] == bool(settings & 1), f"hci{index}: powered {said['powered']}, the kernel {settings:#x}")
        demand(said["lowEnergy"], f"hci{index} is said to know no LE")
    for adapter in stage.adapters:
        index = adapter.index()
        if index in adapters and "address" in adapters[index]:
            demand(adapters[index]["address"] == adapter.address, f"hci{index} has {adapters[index]['address']}")


def states(adapters):
    return {index: said["state"] for index, said in adapters.items()}


def adapters(stage):
    """None, off, on, two, blocked, one that somebody has alone, a hostile name, and unplugged again."""
    code, machine, said = ask()
    demand((code, said) == (69, {}) and machine["error"]["code"] == "adapterMissing", f"none: {code}, {machine}")
    demand(machine["mode"] == "raw" and not machine["bluetoothd"], f"without bluetoothd: {machine}")

    first = stage.adapter()
    one = first.index()
    began = time.monotonic()
    code, machine, said = ask()
    took = time.monotonic() - began
    compared(stage, said)
    demand((code, states(said)) == (0, {one: "off"}), f"off: {code}, {states(said)}")
    demand(said[one].get("rfkill") == {"soft": False, "hard": False}, f"rfkill: {said[one]}")
    demand(not machine["scanner"]["netRaw"] and not machine["scanner"]["netAdmin"], f"rights: {machine['scanner']}")
    rights = ask(rights=("net_raw",))[1]["scanner"]
    demand(rights["netRaw"] and not rights["netAdmin"], f"rights with one: {rights}")

    second = stage.adapter(rate=0, extended=True)
    two = second.index()
    demand(stage.management.power(two, True) == 0, "the kernel cannot power it on")
    code, machine, said = ask()
    compared(stage, said)
    demand((code, states(said)) == (0, {one: "off", two: "ready"}), f"two: {code}, {states(said)}")
    demand(machine["adapter"] == f"hci{two}" and said[two]["chosen"] and not said[one]["chosen"],
           f"chosen is {machine['adapter']}")

    # What it says that a scanner takes is what one takes: not the blocked one, though it is the first and was on.
    demand(stage.management.power(one, True) == 0, "the kernel cannot power the first one on")
    demand(ask()[1]["adapter"] == f"hci{one}", "of two that are on not the first is chosen")
    rfkill(True, one)
    code, machine, said = ask()
    demand((code, states(said)) == (0, {one: "blocked", two: "ready"}), f"one blocked: {code}, {states(said)}")
    demand(machine["adapter"] == f"hci{two}", f"chosen is {machine['adapter']} though it is blocked")
    stage.truth.now("free")
    node = stage.node("hci?mode=raw").start()
    node.started()
    sources = node.status("what it hears", 10, where=lambda s: s["scanning"]).body["sources"]
    demand([source["name"] for source in sources] == [f"hci{two}"], f"the node hears {sources}")
    node.__exit__()
    rfkill(False, one)
    until(lambda: states(ask()[2])[one] == "off", 20, "the block is lifted")

    # The text it gives is the one that chooses it, as a node proves.
    demand(said[one]["source"] == f"hci:{first.address}", f"the source is {said[one]['source']}")
    stage.truth.now("hearing")
    node = stage.node(said[one]["modes"]["raw"]).start()
    node.started()
    pair = node.hearing(first, 1.0)
    demand(pair[0] > 0, "the node hears nothing")
    demand(states(ask()[2]) == {one: "ready", two: "ready"}, "while a node scans")
    node.__exit__()
    stage.truth.now("free")

    rfkill(True)
    code, machine, said = ask()
    compared(stage, said)
    demand((code, set(states(said).values())) == (69, {"blocked"}), f"blocked: {code}, {states(said)}")
    demand(all(a.get("rfkill", {}).get("soft") and a["error"]["code"] == "adapterBlocked" for a in said.values()), f"{said}")
    rfkill(False)
    code, machine, said = ask()
    compared(stage, said)
    demand((code, set(states(said).values())) == (0, {"off"}), f"unblocked: {code}, {states(said)}")

    with Socket(USER, one):
        until(lambda: one not in stage.management.indexes(), 10, "the kernel no longer offers it")
        code, machine, said = ask()
        demand((code, states(said)) == (0, {one: "busy", two: "off"}), f"taken: {code}, {states(said)}")
        demand(machine["adapter"] == f"hci{two}", f"chosen is {machine['adapter']} while the other is taken")
    until(lambda: one in stage.management.indexes(), 20, "the kernel offers it again")

    name = b"\x1b[2J\xc2\x9b31m\xff kitchen"
    demand(stage.management.ask(0x000F, one, name.ljust(249, b"\0") + bytes(11))[0] == 0, "it cannot be named")
    text = command().stdout
    demand(b"kitchen" in text and b"\x1b" not in text and b"\xc2\x9b" not in text, f"its name as text: {text!r}")
    line = command("--json").stdout
    demand(b"\x1b" not in line and b"\xc2\x9b" not in line, f"its name as JSON: {line!r}")
    demand(ask()[2][one]["name"] == name.decode("utf-8", "replace"), f"its name: {ask()[2][one]['name']!r}")

    first.unplug()
    second.unplug()
    until(lambda: not stage.management.indexes(), 20, "both are gone")
    demand(ask()[0] == 69 and not ask()[2], "unplugged, and still shown")
    return f"none, off, on, two, blocked, taken, renamed and unplugged, as the kernel says; an answer takes {took:.2f} s"
