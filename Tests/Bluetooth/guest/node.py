"""A node of the real programs, and what it said."""

import json
import os
import subprocess
import time

from bench import OUT, SITE, Pace, until
from reports import sequence

NOBODY = 65534


class Node:
    """A node of its own name: beacon-scanner and beacon-lifecycle, as a user without any right but those given."""

    def __init__(self, bus, name, source, rights=("net_raw", "net_admin"), policy="automatic", **settings):
        self.bus, self.name, self.source, self.rights = bus, name, source, rights
        self.folder = f"/tmp/nodes/{name}"
        os.makedirs(self.folder)
        os.chown(self.folder, NOBODY, NOBODY)
        scanner = {"raw": {"select": "all", "interval": 0}, "readings": {"interval": 0}, **settings}
        self.configuration = f"{self.folder}.yaml"
        with open(self.configuration, "w") as file:
            # JSON is YAML.
            json.dump({
                "site": {"id": SITE, "dataFolder": self.folder},
                "broker": {"address": "127.0.0.1:1883"},
                "log": {"format": "text"},
                "node": {"id": name},
                "lifecycle": {"policy": policy, "backoff": {"first": "200ms", "greatest": "1s"}},
                "scanner": scanner,
            }, file)
        self.since = time.time()
        self.processes = {}
        self.logs = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes.values():
            if process.poll() is None:
                process.terminate()
        for process in self.processes.values():
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def launch(self, program, *arguments):
        rights = ",".join(f"+{right}" for right in self.rights) if program == "scanner" and self.rights else "-all"
        log = f"{OUT}/{self.name}.{program}.log"
        self.logs.append(log)
        with open(log, "ab") as file:
            self.processes[program] = subprocess.Popen(
                ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all,"
                 + rights if rights != "-all" else "--inh-caps=-all", f"--ambient-caps={rights}",
                 f"/media/bin/beacon-{program}", "--config", self.configuration, *arguments],
                stdout=file, stderr=file, stdin=subprocess.DEVNULL, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        return self.processes[program]

    def start(self):
        self.launch("scanner", "--source", self.source)
        self.launch("lifecycle")
        return self

    @property
    def scanner(self):
        return self.processes["scanner"]

    def topic(self, rest):
        return f"beaconbus/{SITE}/nodes/{self.name}/{rest}"

    def said(self, rest, since=None):
        """Everything said on a topic of this node."""
        topic, since = self.topic(rest), self.since if since is None else since
        return [m for m in list(self.bus.messages) if m.topic == topic and m.at >= since and m.body is not None]

    def wait(self, rest, what, seconds=20, since=None, where=lambda body: True):
        topic = self.topic(rest)
        return self.bus.find(
            lambda m: m.topic == topic and m.body is not None and where(m.body),
            self.since if since is None else since, seconds, f"{self.name}: {what}")

    def event(self, name, seconds=20, since=None, code=None):
        """Waits for an event of the life cycle, with this error where one is given."""
        return self.wait(
            f"events/{name}", f"{name}{f' ({code})' if code else ''}", seconds, since,
            lambda body: code is None or (body.get("error") or {}).get("code") == code)

    def status(self, what, seconds=20, since=None, where=lambda status: True):
        return self.wait("scanner", what, seconds, since, where)

    def started(self, since=None, seconds=30):
        """Waits until it runs: said by the life cycle, and by the scanner's status."""
        since = self.since if since is None else since
        event = self.event("started", seconds, since)
        self.status("a status that it scans", seconds, event.at - 1, lambda s: s["state"] == "running" and s["scanning"])
        return event

    def command(self, verb, **values):
        self.bus.publish(self.topic(f"commands/{verb}/op_tester"), {"v": 1, **values})

    def heard(self, since=None):
        """The numbers of the reports that it passed on."""
        return [
            sequence(bytes.fromhex(report["data"]))
            for message in self.said("beacons/raw", since) for report in message.body["reports"]
        ]

    def hearing(self, adapter, seconds):
        """Of the reports that are on the air in so many seconds from now: how many it heard, and how many there were."""
        # From when it hears at all: how long that takes is another figure.
        at, now = time.time(), adapter.state()["sequence"]
        present = {number & 0xFFFF for number in range(now, now + 5_000)}
        until(lambda: not present.isdisjoint(self.heard(at)), 10, f"{self.name} hears what is on the air now")
        first = adapter.state()["sequence"]
        time.sleep(seconds)
        last = adapter.state()["sequence"]
        wanted = range(first, last)
        end = time.monotonic() + 6 * Pace.factor
        while True:
            numbers = {number for number in self.heard() if number is not None}
            count = sum(1 for number in wanted if number & 0xFFFF in numbers)
            if count == len(wanted) or time.monotonic() >= end:
                self.missed = [number - first for number in wanted if number & 0xFFFF not in numbers]
                return count, len(wanted)
            time.sleep(0.3)
