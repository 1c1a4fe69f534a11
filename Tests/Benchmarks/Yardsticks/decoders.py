"""Rates of two decoders that people use, over the events on standard input (each preceded by its length, two bytes
little-endian). Prints a line for each: name, events a second of processor time."""

import json
import sys
import time


def events(data):
    at = 0
    while at + 2 <= len(data):
        length = data[at] | data[at + 1] << 8
        yield data[at + 2 : at + 2 + length]
        at += 2 + length


def report(event):
    """Address and AD structures of a legacy event's first report."""
    if event[1:3] and event[2] == 2:
        address, data = event[6:12], event[13 : 13 + event[12]]
    else:
        address, data = event[7:13], event[28 : 28 + event[27]]
    fields = {"id": ":".join("%02X" % byte for byte in reversed(address)), "rssi": -60}
    at = 0
    while at < len(data) and data[at] and at + data[at] < len(data):
        kind, value = data[at + 1], data[at + 2 : at + 1 + data[at]]
        if kind == 0xFF:
            fields["manufacturerdata"] = value.hex()
        elif kind == 0x16:
            fields["servicedatauuid"] = value[1::-1].hex()
            fields["servicedata"] = value[2:].hex()
        elif kind in (8, 9):
            fields["name"] = value.decode("utf-8", "replace")
        at += data[at] + 1
    return fields


def rate(name, work, items):
    start = time.process_time()
    count = 0
    while time.process_time() - start < 2:
        for item in items:
            work(item)
        count += len(items)
    print(name, count / (time.process_time() - start), flush=True)


def main():
    found = list(events(sys.stdin.buffer.read()))
    try:
        import aioblescan

        def decode(packet):
            try:
                aioblescan.HCI_Event().decode(packet)
            except Exception:
                pass  # It raises at data it does not expect; the time counts all the same.

        rate("aioblescan", decode, [b"\x04" + event for event in found])
    except ImportError:
        pass
    try:
        import TheengsDecoder

        texts = [json.dumps(report(event)) for event in found]
        rate("Theengs decoder", TheengsDecoder.decodeBLE, texts)
    except ImportError:
        pass


main()
