"""Whether a node told the truth: its retained status and the events of its life cycle, against what was the case."""

import time

from bench import Pace

# So long a status may still say what was true before, in seconds: the kernel's word, a pass of the radio's loop, the
# least pause between two statuses, and a slow emulated processor.
GRACE = 3.0


class Truth:
    """What was the case with the adapter, and since when: hearing, deaf, quiet, off, blocked, missing, busy, free (whatever
    the node says is right)."""

    def __init__(self):
        self.changes = [(0.0, "free")]

    def now(self, state):
        at = time.time()
        self.changes.append((at, state))
        return at

    def at(self, moment):
        """The state at a moment, and for how long it has been so."""
        since, state = [change for change in self.changes if change[0] <= moment][-1]
        return state, moment - since


# What the status may say of the adapter in each state; where it says nothing of it, nothing is wrong.
ADAPTER = {
    "hearing": {"ready"}, "deaf": {"ready", "failed"}, "quiet": {"ready"}, "off": {"off"}, "blocked": {"blocked"},
    "missing": {"missing"}, "busy": {"busy"},
}


def broken(node, truth):
    """The rules that were broken, in words; none = it told the truth."""
    return statuses(node, truth) + events(node)


def statuses(node, truth):
    wrong = []
    grace = GRACE * Pace.slowest
    for message in node.said("scanner"):
        if message.retained:
            continue
        status = message.body
        if "state" not in status:
            # Its will: it has gone without a word.
            continue
        if not status["online"]:
            if status["scanning"] or any(s["state"] == "scanning" for s in status.get("sources", [])):
                wrong.append("its last word said that it scans")
            continue
        state, age = truth.at(message.at)
        when = f"{age:.1f} s after {state}"
        if status.get("scanning") and status["state"] not in ("waiting", "running"):
            wrong.append(f"{when} the status said {status['state']} and scanning")
        if state == "free" or age < grace:
            continue
        adapter = (status.get("adapter") or {}).get("state")
        if adapter is not None and adapter not in ADAPTER[state]:
            wrong.append(f"{when} the status said the adapter is {adapter}")
        scanning = [s for s in status.get("sources", []) if s["state"] == "scanning"]
        if state in ("off", "blocked", "missing", "busy") and (status.get("scanning") or scanning):
            wrong.append(f"{when} the status said that it scans")
        if state == "hearing" and status["state"] == "running":
            if status.get("error"):
                wrong.append(f"{when} the status named an error: {status['error'].get('code')}")
            if not scanning:
                wrong.append(f"{when} the status said of its source {[s['state'] for s in status.get('sources', [])]}")
            if status.get("lastReport", 0) > 1000 * grace:
                wrong.append(f"{when} the status said that the last report was {status['lastReport']} ms ago")
        if state == "quiet" and (status.get("error") or status["state"] == "failed"):
            wrong.append(f"{when} the status named an error although there was nothing to hear")
    return wrong


def events(node):
    """Each in its turn: started, then stopped; a failed start in between; one ready at most for one failed start."""
    wrong = []
    names = ("started", "stopped", "start-failed", "ready")
    said = sorted(
        (message for name in names for message in node.said(f"events/{name}") if not message.retained),
        key=lambda message: message.body["number"])
    running, may_be_ready, last = False, False, 0
    for message in said:
        name, body = message.topic.rsplit("/", 1)[1], message.body
        if body.get("repeated"):
            continue
        if body["number"] <= last:
            continue
        last = body["number"]
        if name == "started":
            if running:
                wrong.append(f"event {last}: started twice")
            running, may_be_ready = True, False
        elif name == "stopped":
            if not running:
                wrong.append(f"event {last}: stopped without having started")
            running, may_be_ready = False, False
        elif name == "start-failed":
            if running:
                wrong.append(f"event {last}: a start failed while it ran")
            may_be_ready = True
            if not (body.get("error") or {}).get("code"):
                wrong.append(f"event {last}: a failed start without an error")
        else:
            if not may_be_ready:
                wrong.append(f"event {last}: ready without a failed start, or twice for one")
            may_be_ready = False
    return wrong
