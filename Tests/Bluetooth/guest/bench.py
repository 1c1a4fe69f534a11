"""What scenarios are made of: virtual controllers in their own process, a broker, a node of the real programs, and a
record of everything that was said on the bus."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

from reports import sequence

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = "/media/out"
SITE = "guest"
NOBODY = 65534


class Failed(Exception):
    """A scenario that did not go as it must."""


def until(condition, seconds, what):
    """Waits until the condition gives something true, and returns that."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= end:
            raise Failed(f"not within {seconds:g} s: {what}")
        time.sleep(0.02)


class Hub:
    """The process of the virtual controllers."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, f"{HERE}/hub.py"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, what, **values):
        self.process.stdin.write(json.dumps({"do": what, **values}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {"error": "the process of the controllers has ended"}
        if "error" in answer:
            raise Failed(f"controller: {answer['error']}")
        return answer


class Adapter:
    """A virtual controller, as seen by a scenario."""

    def __init__(self, hub, name, address, **nature):
        self.hub, self.name, self.address = hub, name, address
        hub.ask("make", name=name, address=address, **nature)

    def __getattr__(self, what):
        words = {"hardware_error": "hardwareError"}
        return lambda **values: self.hub.ask(words.get(what, what), name=self.name, **values)

    def index(self):
        return self.state()["index"]

    def settle(self, management):
        """Plugs it in and waits until the kernel has taken it over and switched it off again."""
        index = self.plug()["index"]
        until(lambda: index in management.indexes(), 20, f"the kernel offers hci{index}")
        return index


class Message:
    """One message of the bus: when it came (seconds since 1970), on which topic below the node, and what it says."""

    __slots__ = ("at", "topic", "retained", "body")

    def __init__(self, at, topic, retained, body):
        self.at, self.topic, self.retained, self.body = at, topic, retained, body


class Bus:
    """The broker, and the record of what went over it."""

    def __init__(self):
        with open("/tmp/mosquitto.conf", "w") as file:
            file.write("listener 1883 127.0.0.1\nallow_anonymous true\nuser root\nset_tcp_nodelay true\n"
                       "max_queued_messages 20000\nlog_dest stderr\nlog_type error\nlog_type warning\n")
        log = open(f"{OUT}/broker.log", "wb")
        self.broker = subprocess.Popen(["mosquitto", "-c", "/tmp/mosquitto.conf"], stdout=log, stderr=log)
        self.messages = []
        self.changed = threading.Condition()
        until(self.answers, 20, "mosquitto answers")
        self.file = open("/tmp/messages", "w", buffering=1)
        self.listener = subprocess.Popen(
            ["mosquitto_sub", "-q", "1", "-F", "%U %r %t %p", "-t", f"beaconbus/{SITE}/#"], stdout=subprocess.PIPE)
        threading.Thread(target=self.listen, daemon=True).start()
        time.sleep(0.5)

    @staticmethod
    def answers():
        return subprocess.run(["mosquitto_pub", "-t", "x", "-m", "x"], stderr=subprocess.DEVNULL).returncode == 0

    def listen(self):
        for line in self.listener.stdout:
            text = line.decode("utf-8", "replace").rstrip("\n")
            self.file.write(text + "\n")
            at, retained, topic, *payload = text.split(" ", 3)
            body = json.loads(payload[0]) if payload and payload[0] else None
            with self.changed:
                self.messages.append(Message(float(at), topic, retained == "1", body))
                self.changed.notify_all()

    def publish(self, topic, body):
        subprocess.run(["mosquitto_pub", "-q", "1", "-t", topic, "-m", json.dumps(body)], check=True)

    def find(self, matches, since, seconds, what):
        """Waits for a message that matches and came at `since` or later."""
        end = time.monotonic() + seconds
        at = 0
        with self.changed:
            while True:
                for message in self.messages[at:]:
                    if message.at >= since and matches(message):
                        return message
                at = len(self.messages)
                left = end - time.monotonic()
                if left <= 0 or not self.changed.wait(left):
                    if len(self.messages) == at and time.monotonic() >= end:
                        raise Failed(f"not within {seconds:g} s: {what}")

    def close(self):
        self.listener.terminate()
        self.broker.terminate()


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
        first = adapter.state()["sequence"]
        time.sleep(seconds)
        last = adapter.state()["sequence"]
        wanted = range(first, last)
        end = time.monotonic() + 6
        while True:
            numbers = {number for number in self.heard() if number is not None}
            count = sum(1 for number in wanted if number & 0xFFFF in numbers)
            if count == len(wanted) or time.monotonic() >= end:
                self.missed = [number - first for number in wanted if number & 0xFFFF not in numbers]
                return count, len(wanted)
            time.sleep(0.3)


def share(pair):
    return 100.0 * pair[0] / max(1, pair[1])


def demand(condition, why):
    if not condition:
        raise Failed(why)


def well_heard(pair, least=95.0):
    """The figure as text; at least 95 % must have been heard."""
    demand(share(pair) >= least, f"only {pair[0]} of {pair[1]} reports were heard")
    return f"heard {pair[0]} of {pair[1]} ({share(pair):.1f} %)"


def terminate(process, seconds=10):
    process.send_signal(signal.SIGTERM)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"it did not end within {seconds} s of SIGTERM") from None
