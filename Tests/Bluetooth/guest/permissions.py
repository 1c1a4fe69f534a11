"""Each capability missing."""

from bench import demand, until

RIGHTS = {
    # rights, mode, adapter on: what must come, and which right an error must name.
    ("none", "raw", True): ("capabilityMissing", "CAP_NET_RAW"),
    ("none", "monitor", True): ("capabilityMissing", "CAP_NET_RAW"),
    ("net_admin", "raw", True): ("capabilityMissing", "CAP_NET_RAW"),
    ("net_admin", "monitor", True): ("capabilityMissing", "CAP_NET_RAW"),
    ("net_raw", "raw", True): (None, None),
    ("none", "raw", False): ("capabilityMissing", "CAP_NET_ADMIN"),
    ("none", "user", False): ("capabilityMissing", "CAP_NET_ADMIN"),
    ("net_raw", "raw", False): ("capabilityMissing", "CAP_NET_ADMIN"),
    ("net_raw", "user", False): ("capabilityMissing", "CAP_NET_ADMIN"),
    ("net_admin", "user", False): (None, None),
    ("net_raw net_admin", "raw", False): (None, None),
}


def rights(stage):
    """Each capability missing: the error names the one that is."""
    adapter = stage.adapter()
    wrong = []
    # Those that must fail do so side by side; who may scan has the adapter for himself.
    for on in (True, False):
        cases = [case for case in RIGHTS if case[2] == on]
        for batch in [[c for c in cases if RIGHTS[c][0]]] + [[c] for c in cases if not RIGHTS[c][0]]:
            index = adapter.index()
            until(lambda: index in stage.management.indexes(), 10, "the kernel offers the adapter")
            if stage.management.powered(index) != on:
                demand(stage.management.power(index, on) == 0, "the adapter's power cannot be set")
            nodes = [
                stage.node(f"hci?mode={mode}", rights=() if held == "none" else tuple(held.split())).start()
                for held, mode, _ in batch
            ]
            wrong += [text for case, node in zip(batch, nodes) if (text := misjudged(stage, case, node))]
            for node in nodes:
                node.__exit__()
            until(lambda: not adapter.state()["scanning"], 10, "the scan is off")
    demand(not wrong, "; ".join(wrong))
    return f"{len(RIGHTS)} combinations of rights, mode and power, each with the right outcome"


def misjudged(stage, case, node):
    """What is wrong about the outcome of a start with these rights; none if nothing is."""
    code, capability = RIGHTS[case]
    topics = {node.topic("events/started"), node.topic("events/start-failed")}
    first = stage.bus.find(lambda m: m.topic in topics and m.body, node.since, 40, f"{case}: started or not")
    error = first.body.get("error") or {}
    if error.get("code") != code:
        return f"{case}: {error or 'started'} instead of {code or 'started'}"
    if code and capability not in error["reason"]:
        return f"{case}: the reason does not name {capability}: {error['reason']}"
    return None
