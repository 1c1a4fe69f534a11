"""What is on the air: advertising reports, generated with a sequence number in the data."""

import struct

UUID = bytes.fromhex("7c1b5f0a2d3e4f50a1b2c3d4e5f60718")


class Report:
    """One advertising report as a receiver would hear it."""

    __slots__ = ("kind", "address_type", "address", "rssi", "data", "sequence")

    def __init__(self, kind, address_type, address, rssi, data, sequence=None):
        self.kind = kind
        self.address_type = address_type
        self.address = address
        self.rssi = rssi
        self.data = data
        self.sequence = sequence

    def legacy(self):
        """The report inside of an LE Advertising Report event (Core Vol 4 Part E 7.7.65.2)."""
        data = self.data[:31]
        return (
            bytes((self.kind, self.address_type)) + self.address[::-1] + bytes((len(data),)) + data
            + struct.pack("b", self.rssi)
        )

    def extended(self):
        """The report inside of an LE Extended Advertising Report event (7.7.65.13); short data as a legacy PDU."""
        kind = {0: 0x13, 1: 0x15, 2: 0x12, 3: 0x10, 4: 0x1B}[self.kind] if len(self.data) <= 31 else 0x00
        return (
            struct.pack("<HB", kind, self.address_type) + self.address[::-1]
            + struct.pack("<BBBbbHB", 1, 0 if kind & 0x10 else 1, 0xFF if kind & 0x10 else 1, 127, self.rssi, 0, 0)
            + bytes(6) + bytes((len(self.data),)) + self.data
        )


class Generated:
    """Some beacons that advertise in turn. Each report carries the low 16 bits of its number, and fills a legacy PDU to its
    last byte: an iBeacon frame with the number as an Appearance behind it, or, every third beacon, flags that make it
    discoverable and an Eddystone-UID frame with the number in its two reserved bytes."""

    def __init__(self, beacons=12, long=False):
        self.frames = []
        for number in range(beacons):
            if number % 3 == 2:
                frame = b"\x02\x01\x06\x03\x03\xaa\xfe\x17\x16\xaa\xfe\x00\xee" + UUID[:10] + number.to_bytes(6, "big")
            else:
                frame = b"\x1a\xff\x4c\x00\x02\x15" + UUID + struct.pack(">HHb", 1, number, -59) + b"\x03\x19"
            address = bytes((0xC4, 0x10, 0x20, 0x30, number >> 8, number & 0xFF))
            # Beyond what fits into a legacy PDU: a name, as extended advertising has it.
            tail = b"\x61\x09" + bytes(0x61 + (i + number) % 26 for i in range(0x60)) if long else b""
            self.frames.append((address, frame, tail))

    def report(self, sequence):
        number = sequence % len(self.frames)
        address, frame, tail = self.frames[number]
        data = frame + struct.pack("<H", sequence & 0xFFFF) + tail
        return Report(3, 1, address, -50 - number % 40, data, sequence)


def sequence(data):
    """The number in the data of a generated report; None for others."""
    at = 0
    while at + 1 < len(data) and data[at]:
        last = at + data[at]
        if data[at + 1] == 0x19 and data[at] == 3 or data[at + 1] == 0x16 and data[at] == 0x17:
            return data[last - 1] | data[last] << 8
        at += 1 + data[at]
    return None
