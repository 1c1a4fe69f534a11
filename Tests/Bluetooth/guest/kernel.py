"""The kernel's Bluetooth as a program sees it: sockets, management, rfkill. Used as "somebody else" beside the scanner,
and to prove the virtual controllers without it."""

import ctypes
import os
import select
import socket
import struct
import time

AF_BLUETOOTH = 31
NONE = 0xFFFF
RAW, USER, MONITOR, CONTROL = range(4)
DEVICE_UP, DEVICE_DOWN = 0x400448C9, 0x400448CA
LIBC = ctypes.CDLL(None, use_errno=True)


def checked(result):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


class Socket:
    """An HCI socket. Python's own bind knows no channels."""

    def __init__(self, channel, index=NONE):
        self.socket = socket.socket(AF_BLUETOOTH, socket.SOCK_RAW | socket.SOCK_CLOEXEC, 1)
        checked(LIBC.bind(self.socket.fileno(), struct.pack("<HHH", AF_BLUETOOTH, index, channel), 6))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def receive(self, seconds):
        """All packets until then."""
        packets = []
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.socket], [], [], left)[0]:
                packets.append(self.socket.recv(2048))
        return packets

    def filter(self, *events):
        words = [0, 0]
        for event in events:
            words[event >> 5] |= 1 << (event & 31)
        self.socket.setsockopt(0, 2, struct.pack("<IIIHxx", 1 << 4, *words, 0))

    def command(self, opcode, values=b""):
        self.socket.send(b"\x01" + struct.pack("<HB", opcode, len(values)) + values)

    def ask(self, opcode, values=b"", seconds=2.0):
        """Sends a command; the status of its answer, None without one."""
        self.command(opcode, values)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.socket], [], [], left)[0]:
                break
            packet = self.socket.recv(2048)
            if packet[1] == 0x0E and packet[4:6] == struct.pack("<H", opcode):
                return packet[6]
        return None


class Management(Socket):
    """The management socket."""

    def __init__(self):
        super().__init__(CONTROL)

    def ask(self, opcode, index=NONE, values=b"", seconds=5.0):
        """The status and the values of an answer."""
        # What nobody reads fills the socket, and then there is no room for an answer.
        while select.select([self.socket], [], [], 0)[0]:
            self.socket.recv(4096)
        self.socket.send(struct.pack("<HHH", opcode, index, len(values)) + values)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.socket], [], [], left)[0]:
                break
            packet = self.socket.recv(4096)
            event = struct.unpack("<H", packet[:2])[0]
            if event in (1, 2) and struct.unpack("<H", packet[6:8])[0] == opcode:
                return packet[8], packet[9:]
        raise TimeoutError(f"no answer to management command {opcode:#06x}")

    def indexes(self):
        values = self.ask(0x0003)[1]
        return list(struct.unpack(f"<{values[0]}H", values[2:2 + 2 * values[0]]))

    def settings(self, index):
        return struct.unpack("<I", self.ask(0x0004, index)[1][13:17])[0]

    def powered(self, index):
        return bool(self.settings(index) & 1)

    def power(self, index, on):
        return self.ask(0x0005, index, bytes((on,)))[0]

    def discover(self, index, on):
        """LE discovery, as a desktop's settings dialogue does it."""
        return self.ask(0x0023 if on else 0x0024, index, b"\x06")[0]


def device(index, request):
    with Socket(RAW) as control:
        checked(LIBC.ioctl(control.socket.fileno(), request, index))


def rfkill(blocked, index=None):
    """Blocks or unblocks all Bluetooth radios, or one adapter's."""
    number, operation = 0, 3
    if index is not None:
        names = [name for name in os.listdir(f"/sys/class/bluetooth/hci{index}") if name.startswith("rfkill")]
        number, operation = int(names[0][6:]), 2
    with open("/dev/rfkill", "wb", buffering=0) as file:
        file.write(struct.pack("<IBBBB", number, 2, operation, blocked, 0))
