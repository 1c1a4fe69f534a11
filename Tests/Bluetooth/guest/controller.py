"""A virtual Bluetooth LE controller on /dev/vhci: answers the kernel's commands, and while it is told to scan hands over
what is on the air. It can be made to misbehave."""

import collections
import heapq
import os
import random
import struct
import time

from recordings import Recorded
from reports import Generated

RESET = 0x0C03
SCAN_PARAMETERS, SCAN_ENABLE = 0x200B, 0x200C
EXTENDED_PARAMETERS, EXTENDED_ENABLE = 0x2041, 0x2042
# LE commands of the one kind exclude those of the other until the next reset (Core Vol 4 Part E 3.1.1).
LEGACY_ONLY = {0x2006, 0x2007, 0x2008, 0x2009, 0x200A, SCAN_PARAMETERS, SCAN_ENABLE}
EXTENDED_ONLY = set(range(0x2036, 0x203E)) | {EXTENDED_PARAMETERS, EXTENDED_ENABLE}

UNKNOWN_COMMAND, DISALLOWED = 0x01, 0x0C

# Accepted without any effect: event masks, host flags, lists, default data lengths, names.
ACCEPTED = {
    0x0C01, 0x0C13, 0x0C52, 0x0C63, 0x0C6D, 0x2001, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A, 0x2010, 0x2011, 0x2012,
    0x2024, 0x2029, 0x202D, 0x202E, 0x2031, 0x2035, 0x2036, 0x2037, 0x2038, 0x2039, 0x203C, 0x203D,
}


class Controller:
    """One controller; unplugged until `plug`. Nothing in it waits."""

    def __init__(self, name, address, extended=False, batch=1):
        self.name = name
        self.address = bytes.fromhex(address.replace(":", ""))
        self.extended = extended
        self.batch = batch
        self.fd = None
        self.index = None
        self.air = Generated(long=extended)
        self.rate = 0.0
        self.next_at = None
        self.sequence = 0
        self.dropped = 0
        self.handed = 0
        self.log = collections.deque(maxlen=400)
        self.commands = collections.Counter()
        self.delayed = []
        self.waiting = []
        self.hears_at = 0.0
        self.behave()
        self.reset()

    # What it is told from outside.

    def behave(self, deaf=None, answers="good", delay=0.0, refuse=None, garbage=0):
        """deaf: None, or what makes it hear again: enable, reset, plug. answers: good, never, late, nonsense.
        refuse: {opcode: status}. garbage: one broken event after so many reports."""
        self.deaf = deaf
        self.answers = answers
        self.delay = delay
        self.refuse = {int(key): value for key, value in (refuse or {}).items()}
        self.garbage = garbage

    def plug(self):
        if self.fd is not None:
            return
        self.reset()
        if self.deaf == "plug":
            self.deaf = None
        fd = os.open("/dev/vhci", os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
        self.fd = fd
        os.write(fd, b"\xff\x00")
        reply = os.read(fd, 16)
        self.index = struct.unpack("<H", reply[2:4])[0]

    def unplug(self):
        if self.fd is None:
            return
        os.close(self.fd)
        self.fd = None
        self.index = None
        self.reset()

    def on_air(self, rate, recording=None):
        """From now on so many reports per second are on the air, heard or not; those of a recording until its end."""
        if recording:
            self.air, self.sequence = Recorded(recording), 0
        self.rate = rate
        self.next_at = time.monotonic() + 1 / rate if rate else None

    def hardware_error(self, code):
        self.write(b"\x04\x10\x01" + bytes((code,)))

    def state(self):
        return {
            "index": self.index, "plugged": self.fd is not None, "scanning": self.scanning,
            "duplicates": self.duplicates, "active": self.active, "interval": self.interval, "window": self.window,
            "rate": self.rate, "sequence": self.sequence, "handed": self.handed, "dropped": self.dropped, "deaf": self.deaf,
            "commands": {"%04x" % key: value for key, value in self.commands.items()}, "kind": self.kind,
        }

    # What the kernel says.

    def reset(self):
        self.scanning = False
        self.duplicates = 0
        self.active = False
        self.interval = self.window = 0
        self.kind = None
        self.seen = set()
        self.waiting = []

    def readable(self):
        try:
            packet = os.read(self.fd, 1024)
        except BlockingIOError:
            return
        if len(packet) < 4 or packet[0] != 1:
            return
        opcode, length = struct.unpack("<HB", packet[1:4])
        self.command(opcode, packet[4:4 + length])

    def command(self, opcode, values):
        self.commands[opcode] += 1
        self.log.append(f"{time.time():.3f} {self.name} {opcode:04x} {values.hex()}")
        if self.answers == "never":
            return
        status = self.refuse.get(opcode)
        answer = bytes((status,)) if status is not None else self.perform(opcode, values)
        event = b"\x04\x0e" + bytes((3 + len(answer),)) + b"\x01" + struct.pack("<H", opcode) + answer
        if self.answers == "nonsense":
            event = self.nonsense(event)
        if self.answers == "late":
            heapq.heappush(self.delayed, (time.monotonic() + self.delay, event))
        else:
            self.write(event)

    @staticmethod
    def nonsense(event):
        """Another opcode's answer, one cut short, one with a false length, one of an unknown event."""
        choice = random.randrange(4)
        if choice == 0:
            return event[:4] + b"\xef\xfe" + event[6:]
        if choice == 1:
            return event[:random.randrange(2, len(event))]
        if choice == 2:
            return event[:2] + bytes((random.randrange(256),)) + event[3:]
        return b"\x04" + bytes(random.randrange(256) for _ in range(random.randrange(2, 40)))

    def perform(self, opcode, values):
        good = b"\x00"
        if opcode == RESET:
            self.reset()
            if self.deaf == "reset":
                self.deaf = None
            return good
        if opcode in LEGACY_ONLY or opcode in EXTENDED_ONLY:
            kind = "legacy" if opcode in LEGACY_ONLY else "extended"
            if kind == "extended" and not self.extended:
                return bytes((UNKNOWN_COMMAND,))
            if self.kind not in (None, kind):
                return bytes((DISALLOWED,)) + bytes(1 if opcode == 0x2007 else 0)
            self.kind = kind
        if opcode in (SCAN_PARAMETERS, EXTENDED_PARAMETERS):
            if self.scanning:
                return bytes((DISALLOWED,))
            at = 0 if opcode == SCAN_PARAMETERS else 3
            if len(values) < at + 5:
                return b"\x12"
            kind, self.interval, self.window = struct.unpack("<BHH", values[at:at + 5])
            self.active = kind == 1
            return good
        if opcode in (SCAN_ENABLE, EXTENDED_ENABLE):
            if len(values) < 2:
                return b"\x12"
            self.scanning = values[0] == 1
            self.duplicates = values[1]
            self.seen = set()
            if self.scanning and self.deaf == "enable":
                self.deaf = None
                # Not at once: a status must have the time to say that it was deaf.
                self.hears_at = time.monotonic() + 1.0
            return good
        if opcode in ACCEPTED:
            return good + (struct.pack("b", 0) if opcode == 0x2036 else b"")
        answer = self.answer(opcode)
        return bytes((UNKNOWN_COMMAND,)) if answer is None else good + answer

    def answer(self, opcode):
        """What is asked of the controller's nature; None = such a command is not known to it."""
        if opcode == 0x1001:
            # Core 5.1, nobody's product.
            return struct.pack("<BHBHH", 0x0A, 1, 0x0A, 0xFFFF, 1)
        if opcode == 0x1002:
            commands = bytearray(64)
            for octet, bits in ((5, 0xC0), (14, 0x28), (25, 0xF7), (26, 0xFF), (27, 0xFF), (28, 0x0F)):
                commands[octet] = bits
            if self.extended:
                commands[37] = 0x60
            return bytes(commands)
        if opcode == 0x1003:
            # LE supported, BR/EDR not.
            return bytes((0, 0, 0, 0, 0x60, 0, 0, 0))
        if opcode == 0x1005:
            return bytes(7)
        if opcode == 0x1009:
            return self.address[::-1]
        if opcode == 0x0C14:
            return b"guest".ljust(248, b"\0")
        if opcode == 0x2002:
            return struct.pack("<HB", 27, 8)
        if opcode == 0x2003:
            return bytes((1, 0x10 if self.extended else 0, 0, 0, 0, 0, 0, 0))
        if opcode == 0x2007:
            return b"\x07"
        if opcode in (0x200F, 0x202A):
            return b"\x08"
        if opcode == 0x201C:
            return b"\xff\xff\xff\xff\xff\x03\0\0"
        if opcode == 0x2018:
            return random.randbytes(8)
        if opcode == 0x2023:
            return struct.pack("<HH", 27, 328)
        if opcode == 0x202F:
            return struct.pack("<HHHH", 251, 2120, 251, 2120)
        if opcode == 0x203A:
            return struct.pack("<H", 31)
        if opcode == 0x203B:
            return b"\x01"
        if opcode == 0x204A:
            return struct.pack("bb", -20, 10)
        return None

    # What it says.

    def write(self, event):
        if self.fd is None:
            return
        try:
            os.write(self.fd, event)
        except OSError:
            self.dropped += 1

    def due(self):
        """When it has something to do by itself (monotonic seconds); None = never."""
        moments = [self.delayed[0][0]] if self.delayed else []
        if self.next_at is not None:
            moments.append(self.next_at)
        return min(moments) if moments else None

    def tick(self):
        now = time.monotonic()
        while self.delayed and self.delayed[0][0] <= now:
            self.write(heapq.heappop(self.delayed)[1])
        # What was missed while others ran is on the air at once; more than two seconds of it is not made up for.
        for _ in range(2000):
            if self.next_at is None or self.next_at > now:
                break
            report = self.air.report(self.sequence)
            if report is None:
                self.on_air(0)
                break
            self.next_at += 1 / self.rate
            self.hear(report)
            self.sequence += 1
        if self.next_at is not None and self.next_at < now - 2:
            self.next_at = now

    def hear(self, report):
        if self.fd is None or not self.scanning or self.deaf or time.monotonic() < self.hears_at:
            return
        if self.duplicates:
            sender = (report.address_type, report.address)
            if sender in self.seen:
                return
            self.seen.add(sender)
        self.waiting.append(report)
        # One event holds at most 255 bytes.
        most = 1 if self.kind == "extended" and len(report.data) > 31 else min(self.batch, 6)
        if len(self.waiting) >= most:
            self.hand_over()

    def hand_over(self):
        reports, self.waiting = self.waiting, []
        if self.kind == "extended":
            body = b"\x0d" + bytes((len(reports),)) + b"".join(report.extended() for report in reports)
        else:
            body = b"\x02" + bytes((len(reports),)) + b"".join(report.legacy() for report in reports)
        self.write(b"\x04\x3e" + bytes((len(body),)) + body)
        before = self.handed
        self.handed += len(reports)
        if self.garbage and before // self.garbage != self.handed // self.garbage:
            cut = body[:random.randrange(1, len(body))]
            # The kernel reads the length and no more: what is inside may say anything.
            self.write(b"\x04\x3e" + bytes((len(cut),)) + cut)
            self.write(b"\x04\x3e\x06\x02\xff\x01\x02\x03\x04")
