"""A Bluetooth LE controller that is not ours (PyPI `bumble`), offered as HCI H4 on TCP, with advertisers on its local link.

Usage: controller.py PORT legacy|extended COUNT SILENT [STRENGTH]

Advertiser i is an iBeacon f7826da6-4fa2-4e98-8024-bc5b71e0893e, major 1, minor i, measured power -59. When the file SILENT
appears, all of them stop advertising; the controller goes on. The file STRENGTH says with how many dBm they are heard
(legacy only); without it, it is what bumble says, -50.
"""

import asyncio
import os
import sys

from bumble import hci
from bumble.controller import Controller
from bumble.device import Device
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport

UUID = bytes.fromhex("f7826da64fa24e988024bc5b71e0893e")
EXTENDED = {hci.HCI_LE_SET_EXTENDED_SCAN_PARAMETERS_COMMAND, hci.HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND}


class Distance:
    """Lets the reports through, as strong as the file says. With one report in an event, its strength is the last byte."""

    def __init__(self, sink, path: str) -> None:
        self.sink = sink
        self.path = path

    def on_packet(self, packet: bytes) -> None:
        if packet[:2] == b"\x04\x3e" and packet[3:5] == b"\x02\x01":
            with open(self.path) as file:
                packet = packet[:-1] + bytes([int(file.read()) & 0xFF])
        self.sink.on_packet(packet)


def scanner_side(kind: str, link: LocalLink, transport, strength: str | None) -> Controller:
    sink = Distance(transport.sink, strength) if strength else transport.sink
    controller = Controller("scanner-side", host_source=transport.source, host_sink=sink, link=link)
    if kind == "extended":
        controller.supported_commands = set(controller.supported_commands) | EXTENDED
        controller.le_features |= hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
    else:
        controller.supported_commands = set(controller.supported_commands) - EXTENDED
        controller.le_features &= ~hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
    return controller


async def advertiser(number: int, link: LocalLink) -> Device:
    host = Host()
    host.controller = Controller(f"advertiser-{number}", link=link)
    address = hci.Address(f"F0:F1:F2:F3:{number >> 8:02X}:{number & 255:02X}")
    device = Device(name=f"b{number}", address=address, host=host)
    await device.power_on()
    beacon = bytes.fromhex("4c000215") + UUID + (1).to_bytes(2, "big") + number.to_bytes(2, "big") + bytes([0xC5])
    data = bytes.fromhex("020106") + bytes([len(beacon) + 1, 0xFF]) + beacon
    await device.start_advertising(
        advertising_data=data, auto_restart=True, advertising_interval_min=200, advertising_interval_max=200
    )
    return device


async def main(port: int, kind: str, count: int, silent: str, strength: str | None) -> None:
    link = LocalLink()
    transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
    side = scanner_side(kind, link, transport, strength)
    devices = [await advertiser(number, link) for number in range(1, count + 1)]
    print("ready", flush=True)
    while not os.path.exists(silent):
        await asyncio.sleep(0.05)
    for device in devices:
        await device.stop_advertising()
    print("silent", flush=True)
    while side is not None:
        await asyncio.sleep(60)


asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4], *sys.argv[5:6] or [None]))
