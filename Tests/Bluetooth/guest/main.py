"""Runs the scenarios named in /media/scenarios, or all, and writes one line for each."""

import os
import sys
import time
import traceback

sys.path.insert(0, "/media/guest")

import bench
import rules
import scenarios
from kernel import Management, rfkill
from node import Node


def say(text):
    with open(f"{bench.OUT}/results", "a") as file:
        file.write(text + "\n")
    print(text, flush=True)


class Stage:
    """What every scenario is given."""

    def __init__(self):
        self.hub = bench.Hub()
        self.bus = bench.Bus()
        self.management = Management()
        self.nodes = []
        self.adapters = []
        self.truth = rules.Truth()
        self.number = 0

    def adapter(self, address=None, plugged=True, rate=50, **nature):
        self.number += 1
        adapter = bench.Adapter(
            self.hub, f"c{self.number}", address or f"02:be:ac:00:00:{self.number:02x}", **nature)
        self.adapters.append(adapter)
        if rate:
            adapter.air(rate=rate)
        if plugged:
            adapter.settle(self.management)
        return adapter

    def node(self, source, name=None, **options):
        node = Node(self.bus, f"{self.name}{len(self.nodes) or ''}", source, **options)
        self.nodes.append(node)
        return node

    def begin(self, name):
        self.name = name
        self.nodes, self.adapters, self.truth = [], [], rules.Truth()

    def end(self):
        for node in self.nodes:
            node.__exit__()
        for adapter in self.adapters:
            adapter.air(rate=0)
            adapter.unplug()
        rfkill(False)
        bench.until(lambda: not self.management.indexes(), 20, "all controllers are gone")


def run(stage, scenario):
    """The scenario's figures; its failure as a text otherwise."""
    stage.begin(scenario.__name__.replace("_", "-"))
    problem = figures = None
    bench.Pace.slowest = 1.0
    bench.Pace.measure()
    try:
        figures = scenario(stage)
    except bench.Failed as failure:
        problem = str(failure)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)
        problem = f"{type(error).__name__}: {error} ({', '.join(f'{f.name} {f.lineno}' for f in place[-4:])})"
    bench.Pace.measure()
    for node in stage.nodes:
        broken = rules.broken(node, stage.truth)
        if broken:
            problem = "; ".join(([problem] if problem else []) + broken[:6])
    if problem:
        evidence(stage)
    try:
        stage.end()
    except Exception as failure:
        problem = problem or f"{failure}"
    return figures, problem


def evidence(stage):
    """What helps to see why a scenario failed."""
    with open(f"{bench.OUT}/{stage.name}.evidence", "w") as file:
        for node in stage.nodes:
            file.write(f"missed of the last reports asked for: {getattr(node, 'missed', [])}\n")
            for message in stage.bus.messages:
                if message.topic.startswith(node.topic("")) and not message.topic.endswith(("/raw", "/readings")):
                    file.write(f"{message.at:.3f} {message.topic.split('/', 3)[3]} {message.body}\n")
        file.writelines(f"truth {at:.3f} {state}\n" for at, state in stage.truth.changes)
        for adapter in stage.adapters:
            file.write(f"{adapter.name}: {adapter.state()}\n")
            file.writelines(f"  {line}\n" for line in adapter.log()["lines"][-80:])
    with open("/dev/kmsg", "rb", buffering=0) as kernel, open(f"{bench.OUT}/{stage.name}.kernel", "wb") as file:
        os.set_blocking(kernel.fileno(), False)
        try:
            while line := kernel.read(8192):
                file.write(line)
        except BlockingIOError:
            pass


def main():
    os.makedirs(bench.OUT, exist_ok=True)
    os.chmod("/dev/rfkill", 0o666)
    with open("/media/scenarios") as file:
        wanted = file.read().split()
    unknown = [name for name in wanted if name not in {s.__name__.replace("_", "-") for s in scenarios.ALL}]
    failed = len(unknown)
    for name in unknown:
        say(f"FAILED  {name}: there is no such scenario")
    stage = Stage()
    for scenario in scenarios.ALL:
        name = scenario.__name__.replace("_", "-")
        if wanted and name not in wanted:
            continue
        began = time.monotonic()
        figures, problem = run(stage, scenario)
        took = f"{time.monotonic() - began:.1f} s"
        if problem:
            failed += 1
            say(f"FAILED  {name} ({took}): {problem}")
        else:
            say(f"ok      {name} ({took}): {figures}")
    stage.bus.close()
    with open(f"{bench.OUT}/ended", "w") as file:
        file.write(f"{failed}\n")


main()
