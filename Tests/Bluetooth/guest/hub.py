"""The process that all virtual controllers live in: takes orders as JSON lines on its standard input, answers each with
one. Apart from the scenarios, so that no pause of theirs is one of the controllers'.

    {"do": "make", "name": "a", "address": "02:00:00:00:00:01", "extended": true}
    {"do": "plug", "name": "a"}   unplug, state, air (rate, recording), behave (deaf, answers, delay, refuse, garbage),
                                  hardwareError (code), log, end
"""

import json
import os
import select
import sys
import time

from controller import Controller

controllers = {}


def perform(order):
    what = order.pop("do")
    if what == "make":
        controllers[order["name"]] = Controller(**order)
        return {}
    controller = controllers[order.pop("name")]
    if what == "plug":
        controller.plug()
    elif what == "unplug":
        controller.unplug()
    elif what == "air":
        controller.on_air(**order)
    elif what == "behave":
        controller.behave(**order)
    elif what == "hardwareError":
        controller.hardware_error(order["code"])
    elif what == "log":
        return {"lines": list(controller.log)}
    elif what != "state":
        raise ValueError(f"there is no order {what}")
    return controller.state()


def main():
    pending = b""
    while True:
        plugged = {c.fd: c for c in controllers.values() if c.fd is not None}
        moments = [moment for moment in (c.due() for c in controllers.values()) if moment is not None]
        wait = max(0.0, min(moments) - time.monotonic()) if moments else None
        ready, _, _ = select.select([0, *plugged], [], [], wait)
        for fd in ready:
            if fd:
                plugged[fd].readable()
        for controller in controllers.values():
            controller.tick()
        if 0 not in ready:
            continue
        chunk = os.read(0, 65536)
        if not chunk:
            return
        pending += chunk
        while b"\n" in pending:
            line, pending = pending.split(b"\n", 1)
            order = json.loads(line)
            if order.get("do") == "end":
                return
            try:
                answer = perform(order)
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
