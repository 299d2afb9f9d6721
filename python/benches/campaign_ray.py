"""What a campaign costs on a Ray cluster, in seconds of CPU, beside one thread.

    python python/benches/campaign_ray.py examples/add_65536.toml

Starts a cluster of three nodes on this machine. The processes that make shards and the one that hands them out are counted by
themselves: what they use more than one thread is what the campaign pays for Ray. The daemons of the nodes use CPU as long as they live,
whatever is done; both what they take to start and what they take meanwhile is shown.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

# Ray's workers give way to everything else, by default; on a machine with other work that would be measured.
os.environ["RAY_worker_niceness"] = "0"

import ray
from ray.cluster_utils import Cluster

from pto_tools import campaign

TICKS = os.sysconf("SC_CLK_TCK")


def processes() -> dict[int, tuple[int, str, float]]:
    """Every process: its parent, what it is, and the seconds of CPU that it and its children that ended have used."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            name = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        kind = "worker" if name.startswith(b"ray::") else "driver" if int(folder.name) == os.getpid() else "daemon"
        # Of the driver only itself: daemons that ended are its children.
        times = fields[11:13] if kind == "driver" else fields[11:15]
        found[int(folder.name)] = int(fields[1]), kind, sum(map(int, times)) / TICKS
    return found


def used() -> Counter[str]:
    """Seconds of CPU of this process and all below it, by what they are."""
    all_of_them = processes()
    total: Counter[str] = Counter()
    below = {os.getpid()}
    while below:
        for p in below:
            if p in all_of_them:
                total[all_of_them[p][1]] += all_of_them[p][2]
        below = {p for p, (parent, _, _) in all_of_them.items() if parent in below}
    return total


def measured(work) -> Counter[str]:
    before = used()
    work()
    after = used()
    return Counter({kind: after[kind] - before[kind] for kind in after})


def main() -> None:
    file = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        alone = measured(lambda: campaign.run(file, out=Path(folder) / "alone"))["driver"]
        expected = (Path(folder) / "alone" / "results.jsonl").read_bytes()
        count = expected.count(b"\n")
        print(f"one thread: {alone:.1f} s of CPU, {1000 * alone / count:.3f} ms for each of {count} configurations", flush=True)

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

        print(f"start of three nodes: {sum(measured(start).values()):.1f} s of CPU")
        began = time.monotonic()
        ran = measured(lambda: campaign.run(file, out=Path(folder) / "ray", cluster="ray"))
        seconds, own = time.monotonic() - began, ran["worker"] + ran["driver"]
        print(f"Ray, in {seconds:.1f} s: workers {ran['worker']:.1f} s of CPU, driver {ran['driver']:.1f} s, {1000 * own / count:.3f} ms each")
        print(f"{100 * (own / alone - 1):+.1f} % on one thread; daemons {ran['daemon']:.1f} s, {ran['daemon'] / seconds:.2f} each second")
        assert (Path(folder) / "ray" / "results.jsonl").read_bytes() == expected
        ray.shutdown()
        clusters[0].shutdown()


if __name__ == "__main__":
    main()
