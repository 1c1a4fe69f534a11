"""Recordings on the air: one of our own, and those of the folder /media/recordings (btsnoop, datalink 1002). What the node
decides must be what the same bytes mean without a kernel."""

import collections
import glob
import json
import os
import random
import struct
import subprocess

from bench import demand, until
from reports import Report

# Unix time in btsnoop's microseconds since year 0.
EPOCH = 0x00DCDDB30F2F8000
# Extended event types that stand for a legacy PDU (Core Vol 4 Part E 7.7.65.13).
LEGACY = {0x13: 0, 0x15: 1, 0x12: 2, 0x10: 3, 0x1A: 4, 0x1B: 4}

OWN = "/tmp/own.btsnoop"

# Devices of our own recording: address type, address, data.
DEVICES = [
    (1, "c4aa00000001", "0201061aff4c000215" + "7c1b5f0a2d3e4f50a1b2c3d4e5f60718" + "00010001c5"),
    (1, "c4aa00000002", "0201061aff4c000215" + "7c1b5f0a2d3e4f50a1b2c3d4e5f60718" + "00010002c5"),
    (1, "c4aa00000003", "1bff1801beac" + "7c1b5f0a2d3e4f50a1b2c3d4e5f60718" + "00020003c500"),
    (1, "c4aa00000004", "0201060303aafe1516aafe00ee" + "7c1b5f0a2d3e4f50a1b2" + "000000000004"),
    (1, "c4aa00000005", "0201060303aafe0f16aafe10ee" + "03" + "626561636f6e" + "0b" + "2f35"),
    (0, "a4c138000006", "0201060a16d2fc4002ca0903bf13"),
    (1, "c4aa00000007", "0201061bff9904" + "0512fc5394c37c0004fffc040cac364200cd" + "c4aa00000007"),
    (0, "38c1a4000008", "0303f5fe"),
    (1, "4b0100000009", "02011a020a0c0aff4c001005031c6e5c9b"),
    (1, "1b010000000a", "1eff0600" + "0109202225" + "00" * 22),
    (1, "c4aa0000000b", "0201060b09" + "6e6f746f62656163" + "6f6e"),
]


def write(path, reports):
    """A btsnoop file of LE advertising events, ten in a second."""
    with open(path, "wb") as file:
        file.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for number, report in enumerate(reports):
            packet = b"\x04" + event(report)
            at = EPOCH + 1_700_000_000_000_000 + number * 100_000
            file.write(struct.pack(">IIIIq", len(packet), len(packet), 3, 0, at) + packet)


def event(report):
    """The whole event for one report, without packet type."""
    if len(report.data) <= 31:
        body = b"\x02\x01" + report.legacy()
    else:
        body = b"\x0d\x01" + report.extended()
    return b"\x3e" + bytes((len(body),)) + body


def read(path):
    """The advertising reports of a btsnoop file of datalink 1002; None where it is another."""
    with open(path, "rb") as file:
        content = file.read()
    if content[:8] != b"btsnoop\0" or struct.unpack(">II", content[8:16]) != (1, 1002):
        return None
    reports, at = [], 16
    while at + 24 <= len(content):
        length = struct.unpack(">I", content[at + 4:at + 8])[0]
        packet = content[at + 24:at + 24 + length]
        at += 24 + length
        if packet[:2] == b"\x04\x3e" and len(packet) > 5:
            reports += inside(packet[3:])
    return reports


def inside(event):
    """The reports of a legacy or an extended event that holds only one, as those of all recordings do."""
    if event[0] == 0x02 and event[1] == 1:
        kind, address_type = event[2:4]
        length = event[10]
        return [Report(kind, address_type, event[9:3:-1], struct.unpack("b", event[11 + length:12 + length])[0],
                       event[11:11 + length])]
    if event[0] == 0x0D and event[1] == 1:
        kind, address_type = struct.unpack("<HB", event[2:5])
        length = event[25]
        return [Report(LEGACY.get(kind & 0x1F, 3), address_type, event[10:4:-1],
                       struct.unpack("b", event[15:16])[0], event[26:26 + length])]
    return []


class Recorded:
    """The reports of a recording, each once."""

    def __init__(self, path):
        self.reports = read(path)

    def report(self, sequence):
        return self.reports[sequence] if sequence < len(self.reports) else None


def own():
    """Our own recording: every device twelve times, in a mixed order that is always the same."""
    chance = random.Random(1)
    order = [device for device in DEVICES for _ in range(12)]
    chance.shuffle(order)
    write(OWN, [
        Report(3 if kind else 0, kind, bytes.fromhex(address), chance.randint(-95, -40), bytes.fromhex(data))
        for kind, address, data in order])
    return OWN


def meaning(reports):
    """How often each beacon is in the reports, by their bytes alone."""
    lines = "".join(event(report).hex() + "\n" for report in reports)
    output = subprocess.run(
        ["/media/bin/beaconctl", "decode", "--hci"], input=lines, capture_output=True, text=True, check=True).stdout
    found = [json.loads(line).get("beacon") for line in output.splitlines()]
    demand(len(found) == len(reports), f"decoded {len(found)} of {len(reports)} reports")
    return collections.Counter(beacon for beacon in found if beacon)


def replay(stage, path, extended):
    reports = read(path)
    wanted = {beacon for beacon, count in meaning(reports).items() if count >= 2}
    adapter = stage.adapter(rate=0, extended=extended)
    stage.truth.now("free")
    node = stage.node(
        "hci?mode=raw", formats=["ibeacon", "altbeacon", "eddystone", "mac"],
        # All of it is one moment, however slow this machine is.
        tracker={"window": "10min", "timeout": "10min"}).start()
    node.started()
    began = node.since
    adapter.air(rate=200, recording=path)
    until(lambda: adapter.state()["rate"] == 0, 60, "the recording is at its end")
    handed = adapter.state()["handed"]
    demand(handed == len(reports), f"the controller handed over {handed} of {len(reports)} reports")
    node.status("all reports in its status", 20, began, lambda s: s["counters"]["reports"] >= handed)
    counted = node.said("scanner")[-1].body["counters"]["reports"]
    demand(counted == handed, f"counted {counted} of {handed} reports")

    def active():
        return {
            entry["beacon"] for message in node.said("beacons/active", began) for entry in message.body["beacons"]}

    until(lambda: active() >= wanted, 20, f"active: {sorted(wanted - active())}")
    demand(active() == wanted, f"active besides: {sorted(active() - wanted)[:5]}")
    # It would go on with the next controller.
    node.__exit__()
    adapter.unplug()
    return f"{os.path.basename(path).removesuffix('.btsnoop')} {counted} of {len(reports)}, {len(wanted)} active"


def recordings(stage):
    """Every report is counted, and the beacons that become active are those in the bytes."""
    figures = [replay(stage, own(), extended) for extended in (False, True)]
    for path in sorted(glob.glob("/media/recordings/*.btsnoop")):
        if read(path):
            figures.append(replay(stage, path, True))
    return "; ".join(figures)
