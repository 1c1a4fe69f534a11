"""Somebody else at the same adapter."""

import os
import struct
import subprocess
import time

from adapters import ask
from bench import demand, share, until, well_heard
from hearing import WINDOW
from kernel import RAW, Socket
from losing import running


def stolen(stage):
    """A second client on a raw socket switches the scan off, and replaces its parameters."""
    adapter, node = running(stage)
    stage.truth.now("free")
    with Socket(RAW, adapter.index()) as thief:
        thief.filter(0x0E)
        at = time.time()
        thief.ask(0x200C, b"\x00\x00")
        back = until(lambda: adapter.state()["scanning"] and time.time(), 5, "the scan is on again")
        time.sleep(0.5)
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
        said = ask()[1]
        demand(said["bluetoothd"] and said["mode"] == "monitor", f"beaconctl says of the machine: {said}")
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
        return f"{alone}; while it discovers {share(beside):.1f} %; after it {after}; it found {len(found)} of the 4 discoverable ones"
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(10)


def bluetoothd_again(stage):
    """bluetoothd dies and begins anew, as after an update: it removes all advertisement monitors, ours too, and we ask anew."""
    missing = [path for path in ("/usr/bin/dbus-daemon", "/usr/libexec/bluetooth/bluetoothd") if not os.path.exists(path)]
    if missing:
        return f"skipped: {missing[0]} is not there"
    adapter = stage.adapter()
    os.makedirs("/run/dbus", exist_ok=True)
    # A bus of an earlier scenario leaves its socket.
    if os.path.exists("/run/dbus/system_bus_socket"):
        os.unlink("/run/dbus/system_bus_socket")
    processes = [subprocess.Popen(["dbus-daemon", "--system", "--nofork", "--nopidfile"])]
    log = open("/media/out/bluetoothd-again.log", "wb")
    daemon = lambda: subprocess.Popen(["/usr/libexec/bluetooth/bluetoothd", "-n"], stdout=log, stderr=log)
    try:
        until(lambda: os.path.exists("/run/dbus/system_bus_socket"), 10, "the system bus")
        first = daemon()
        processes.append(first)
        until(lambda: stage.management.powered(adapter.index()), 20, "bluetoothd has switched the adapter on")
        node = stage.node("hci").start()
        node.started()
        before = well_heard(node.hearing(adapter, 2.0))
        at = stage.truth.now("free")
        commands = adapter.state()["commands"].get("200c", 0)
        first.kill()
        first.wait()
        processes.append(daemon())
        until(lambda: adapter.state()["commands"].get("200c", 0) > commands, 20, "bluetoothd has taken the scan away")
        back = until(lambda: adapter.state()["scanning"] and time.time(), 10, "the kernel scans for us again")
        time.sleep(2)
        until(lambda: adapter.state()["scanning"], 10, "it still does")
        stage.truth.now("hearing")
        pair = node.hearing(adapter, 2.0)
        demand(not node.said("events/stopped", at), "the node stopped")
        return f"{before}; scan on again {back - at:.1f} s after bluetoothd died, {well_heard(pair)}"
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(10)
