"""What scenarios are made of: virtual controllers in their own process, a broker, and a record of everything that was said
on the bus."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = "/media/out"
SITE = "guest"


class Failed(Exception):
    """A scenario that did not go as it must."""


class Pace:
    """How slow this emulated machine is at the moment: every limit of time is multiplied by it. 1 on an idle machine of
    2025; the host may have other things to do."""

    factor = 1.0
    # The greatest of this scenario.
    slowest = 1.0
    # What the loop below takes on such a machine, emulated.
    USUAL = 0.16

    @classmethod
    def measure(cls):
        began = time.monotonic()
        for _ in range(200_000):
            pass
        cls.factor = min(6.0, max(1.0, (time.monotonic() - began) / cls.USUAL))
        cls.slowest = max(cls.slowest, cls.factor)


def until(condition, seconds, what):
    """Waits until the condition gives something true, and returns that."""
    end = time.monotonic() + seconds * Pace.factor
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
        end = time.monotonic() + seconds * Pace.factor
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
        return process.wait(seconds * Pace.factor)
    except subprocess.TimeoutExpired:
        raise Failed(f"it did not end within {seconds} s of SIGTERM") from None
