"""What a campaign costs on a Ray cluster, in seconds of CPU of all its processes, beside one thread.

    python python/benches/campaign_ray.py examples/add_65536.toml

Starts a cluster of three nodes on this machine. What that takes is counted by itself, as is what its processes use while they
wait: both depend on how long the cluster lives, and not on the campaign.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from pto_tools import campaign

TICKS = os.sysconf("SC_CLK_TCK")


def processes() -> dict[int, tuple[int, float]]:
    """Every process: its parent, and the seconds of CPU that it and its children that ended have used."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        found[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15])) / TICKS
    return found


def used() -> float:
    """Seconds of CPU of this process and all below it."""
    all_of_them = processes()
    total, below = 0.0, {os.getpid()}
    while below:
        total += sum(all_of_them[p][1] for p in below if p in all_of_them)
        below = {p for p, (parent, _) in all_of_them.items() if parent in below}
    return total


def measured(work) -> float:
    before = used()
    work()
    return used() - before


def main() -> None:
    file = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        alone = measured(lambda: campaign.run(file, out=Path(folder) / "alone"))
        expected = (Path(folder) / "alone" / "results.jsonl").read_bytes()
        count = expected.count(b"\n")
        print(f"one thread: {alone:.1f} s of CPU, {1000 * alone / count:.3f} ms for each of {count} configurations")

        clusters = []

        def start() -> None:
            node = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
            made = Cluster(initialize_head=True, head_node_args=node)
            made.add_node(num_cpus=1, object_store_memory=80 << 20)
            made.add_node(num_cpus=1, object_store_memory=80 << 20)
            ray.init(address=made.address, log_to_driver=False)
            # Its processes are up when they have done something.
            ray.get([ray.remote(num_cpus=1)(lambda: time.sleep(1)).remote() for _ in range(3)])
            time.sleep(5)
            clusters.append(made)

        print(f"start of three nodes: {measured(start):.1f} s of CPU")
        waited = 10
        idle = measured(lambda: time.sleep(waited)) / waited
        print(f"three nodes that wait: {idle:.2f} s of CPU each second")
        began = time.monotonic()
        cluster = measured(lambda: campaign.run(file, out=Path(folder) / "ray", cluster="ray"))
        seconds = time.monotonic() - began
        own = cluster - idle * seconds
        print(f"Ray: {cluster:.1f} s of CPU in {seconds:.1f} s, {own:.1f} without what waiting takes")
        print(f"{100 * (cluster / alone - 1):+.1f} % on one thread, {100 * (own / alone - 1):+.1f} % without what waiting takes")
        assert (Path(folder) / "ray" / "results.jsonl").read_bytes() == expected
        ray.shutdown()
        clusters[0].shutdown()


if __name__ == "__main__":
    main()
