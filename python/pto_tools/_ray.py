"""Shards of a campaign as tasks of a Ray cluster, and corpora as its actors.

A task gets the texts of the campaign once per node, through the object store, and gives back the lines of one shard: some
hundred kilobytes. The driver writes them, so nodes share no folder, and keeps no more tasks under way than the cluster has
room for. A task whose worker or node dies is started again by Ray, then by the driver.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from . import _native
from ._corpus import Corpus, Draws, Entry, Turn

# Tasks under way for each core: one that runs, and one that waits so that no core does.
TASKS_PER_CORE = 2


@lru_cache(maxsize=2)
def _campaign(bundle: Any) -> Any:
    """The campaign of some texts: read once by each worker."""
    name, text, kernels = bundle
    return _native.Campaign(name, text, [list(k) for k in kernels])


def _make(bundle: Any, index: int) -> str:
    return _campaign(bundle).execute(index)


@contextmanager
def _connected(address: str | None) -> Iterator[Any]:
    """Ray, connected to a cluster: the one that is there already, the one at the address, or one that is started here."""
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
        yield ray
    finally:
        if started:
            ray.shutdown()


def _cores(ray: Any) -> int:
    return int(ray.cluster_resources().get("CPU", 1)) or 1


def execute(
    bundle: tuple[str, str, list[list[tuple[str, str]]]],
    todo: Sequence[int],
    finish: Callable[[int, str], None],
    *,
    address: str | None,
    retries: int,
) -> None:
    """Makes shards on a cluster, and hands the lines of each to `finish` as they come."""
    with _connected(address) as ray:
        name, text, kernels = bundle
        texts = ray.put((name, text, tuple(tuple(k) for k in kernels)))
        task = ray.remote(num_cpus=1, max_retries=retries)(_make)
        waiting, attempts = list(reversed(todo)), dict.fromkeys(todo, 0)
        under_way: dict[Any, int] = {}
        while waiting or under_way:
            while waiting and len(under_way) < TASKS_PER_CORE * _cores(ray):
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


def explore(
    draws: Draws,
    entries: Sequence[Entry],
    programs: int,
    turn: int,
    finish: Callable[[Turn], None],
    *,
    actors: int | None,
    address: str | None,
    retries: int,
) -> None:
    """Has actors look at programs, turn by turn, and tells each what was new to the others."""
    with _connected(address) as ray:
        actor = ray.remote(num_cpus=1)(Corpus)
        known, left, losses = list(entries), programs, 0
        # For each actor how much of `known` it has been told.
        told: dict[int, int] = {}
        made: dict[int, Any] = {}
        under_way: dict[Any, tuple[int, int]] = {}

        def make(number: int) -> None:
            made[number] = actor.remote(draws, number, known)
            told[number] = len(known)

        def submit(number: int) -> None:
            nonlocal left
            count = min(turn, left)
            if count:
                left -= count
                ref = made[number].turn.remote(count, known[told[number] :])
                under_way[ref] = number, count
                told[number] = len(known)
            else:
                # Its core is for one that waits for a place, as there are after a node was lost.
                made.pop(number, None)

        for number in range(min(actors or _cores(ray), -(-programs // turn))):
            make(number)
            submit(number)
        while under_way:
            for ref in ray.wait(list(under_way), num_returns=1, timeout=10)[0]:
                number, count = under_way.pop(ref)
                try:
                    came = ray.get(ref)
                except ray.exceptions.RayActorError:
                    losses += 1
                    if losses > retries:
                        raise
                    left += count
                    make(number)
                else:
                    known += came.entries
                    finish(came)
                submit(number)
