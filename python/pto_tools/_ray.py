"""Shards of a campaign as tasks of a Ray cluster.

A task gets the texts of the campaign once per node, through the object store, and gives back the lines of one shard: some
hundred kilobytes. The driver writes them, so nodes share no folder, and keeps no more tasks under way than the cluster has
room for. A task whose worker or node dies is started again by Ray, then by the driver.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from . import _native

# Tasks under way for each core: one that runs, and one that waits so that no core does.
TASKS_PER_CORE = 2


@lru_cache(maxsize=2)
def _campaign(bundle: Any) -> Any:
    """The campaign of some texts: read once by each worker."""
    name, text, kernels = bundle
    return _native.Campaign(name, text, [list(k) for k in kernels])


def _make(bundle: Any, index: int) -> str:
    return _campaign(bundle).execute(index)


def execute(
    bundle: tuple[str, str, list[list[tuple[str, str]]]],
    todo: Sequence[int],
    finish: Callable[[int, str], None],
    *,
    address: str | None,
    retries: int,
) -> None:
    """Makes shards on a cluster, and hands the lines of each to `finish` as they come."""
    try:
        import ray
    except ImportError as missing:
        raise ImportError('cluster="ray" needs Ray: pip install "ray>=2.40"') from missing
    started = not ray.is_initialized()
    if started:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ray.init(address=address, log_to_driver=False, include_dashboard=False if address is None else None)
    try:
        name, text, kernels = bundle
        texts = ray.put((name, text, tuple(tuple(k) for k in kernels)))
        task = ray.remote(num_cpus=1, max_retries=retries)(_make)
        waiting, attempts = list(reversed(todo)), dict.fromkeys(todo, 0)
        under_way: dict[Any, int] = {}
        while waiting or under_way:
            cores = int(ray.cluster_resources().get("CPU", 1)) or 1
            while waiting and len(under_way) < TASKS_PER_CORE * cores:
                i = waiting.pop()
                under_way[task.remote(texts, i)] = i
            for ref in ray.wait(list(under_way), num_returns=1, timeout=10)[0]:
                i = under_way.pop(ref)
                try:
                    lines = ray.get(ref)
                except (ray.exceptions.WorkerCrashedError, ray.exceptions.ObjectLostError, ray.exceptions.NodeDiedError):
                    attempts[i] += 1
                    if attempts[i] > retries:
                        raise
                    waiting.append(i)
                else:
                    finish(i, lines)
    finally:
        if started:
            ray.shutdown()
