"""A search for the best parameters of a kernel, by the cost model: all of them, or those that Optuna proposes.

`pto tune` searches small spaces whole and large ones by itself; Optuna is for kernels that take long to time, where a better
guess of what to try next is worth its time.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _native
from ._findings import call

# Configurations that differ by less than this part of their time are not told apart by the model.
TIE = 0.05
# Spaces of up to this many configurations are searched whole.
SMALL = 4096


@dataclass(frozen=True)
class Trial:
    """A configuration and its microseconds; infinity if it is illegal."""

    config: dict[str, int]
    us: float


@dataclass(frozen=True)
class Tuned:
    """What a search found."""

    trials: list[Trial]
    author: Trial | None
    # Whether the best was run under all sanitizers and gives the bits of the author's own parameters; None without buffers.
    same_bits: bool | None

    @property
    def best(self) -> Trial:
        """The fastest of those that were tried."""
        return min(self.trials, key=lambda t: t.us)

    @property
    def ties(self) -> list[Trial]:
        """Others that the model cannot tell from the best."""
        best = self.best
        return [t for t in self.trials if t is not best and t.us <= best.us * (1 + TIE)]

    @property
    def speedup(self) -> float | None:
        """How many times as fast as the author's own parameters."""
        return self.author.us / self.best.us if self.author else None


def declared(kernel: str) -> tuple[dict[str, list[int]], dict[str, int]]:
    """The parameters that a kernel text declares, with their values, and those that its author chose."""
    axes: dict[str, list[int]] = {}
    own: dict[str, int] = {}
    for line in kernel.splitlines():
        name, equals, rest = line.strip().removeprefix("// tune:").partition("=")
        if not line.strip().startswith("// tune:") or not equals or name.strip().startswith("where"):
            continue
        listed, _, default = rest.partition("default")
        # Anything else than numbers is an expression, which follows.
        if not set(listed) <= set("0123456789 ,.:-"):
            continue
        values: list[int] = []
        for part in listed.split(","):
            first, dots, last = part.partition("..")
            if dots:
                last, _, step = last.partition(":")
                values += range(int(first), int(last) + 1, int(step or 1))
            else:
                values.append(int(part))
        axes[name.strip()] = values
        if default.strip():
            own[name.strip()] = int(default)
    return axes, own


def tune(
    kernel: str,
    *,
    target: str = "a5",
    search: str = "all",
    trials: int = 200,
    seed: int = 0,
    args: Sequence[Any] = (),
    blocks: str | int = 1,
) -> Tuned:
    """Searches the parameters that a kernel text declares with `// tune:` for the fewest microseconds.

    `search="all"` times every configuration of a small space and a sample of a large one; `search="optuna"` times those that
    Optuna's sampler proposes, starting with the author's own. With buffers in `args` the best is run under all
    sanitizers before it is called so, and its values are compared with those of the author's own parameters.
    """
    from .campaign import Campaign, predict

    axes, own = declared(kernel)
    if not axes:
        raise ValueError("the kernel declares no parameters: add `// tune: NAME = VALUES`")
    known: dict[tuple[int, ...], Trial] = {}

    def time(config: Mapping[str, int]) -> float:
        key = tuple(config[name] for name in axes)
        if key not in known:
            # Buffers do not change how long it takes, and making them takes time.
            us = predict(kernel, [config], target=target, args=[a if _is_number(a) else "_" for a in args], blocks=blocks)[0]
            known[key] = Trial(dict(config), us)
        return known[key].us

    author = Trial(own, time(own)) if set(own) == set(axes) else None
    if search == "all":
        for config in _sample(axes, trials, seed):
            time(config)
    elif search == "optuna":
        _ask_optuna(axes, own, time, trials, seed)
    else:
        raise ValueError(f'search={search!r}: use "all" or "optuna"')
    found = Tuned(list(known.values()), author, None)
    if math.isinf(found.best.us):
        raise ValueError(f"none of {len(known)} configurations is legal on {target}")
    if not any(isinstance(a, str) and a != "_" for a in args):
        return found

    def computes(config: Mapping[str, int]) -> str:
        params = {name: [value] for name, value in config.items()}
        name, text, kernels = Campaign({"kernel.pto": kernel}, "run", [target], params, args=args, blocks=blocks).texts()
        row = json.loads(call(text, _native.Campaign, name, text, kernels).execute(0))
        if "run" not in row:
            raise ValueError(f"{config} cannot be run: {row.get('message')}")
        return row["run"]

    same = computes(found.best.config) == computes(author.config) if author else computes(found.best.config) != ""
    return Tuned(found.trials, author, same)


def _is_number(arg: Any) -> bool:
    return not isinstance(arg, str) or arg == "_" or arg.lstrip("-").isdigit() or arg.startswith("{")


def _sample(axes: Mapping[str, list[int]], trials: int, seed: int) -> list[dict[str, int]]:
    if math.prod(len(values) for values in axes.values()) <= max(trials, SMALL):
        return [dict(zip(axes, choice, strict=True)) for choice in itertools.product(*axes.values())]
    choose = random.Random(seed)
    return [{name: choose.choice(values) for name, values in axes.items()} for _ in range(trials)]


def _ask_optuna(axes: Mapping[str, list[int]], own: Mapping[str, int], time: Any, trials: int, seed: int) -> None:
    try:
        import optuna
    except ImportError as missing:
        raise ImportError('search="optuna" needs Optuna: pip install "optuna>=3"') from missing
    optuna.logging.set_verbosity(optuna.logging.WARNING)

    def objective(trial: Any) -> float:
        # Places in the lists are in order, as sizes are: the sampler may use that.
        config = {name: values[trial.suggest_int(name, 0, len(values) - 1)] for name, values in axes.items()}
        us = time(config)
        if math.isinf(us):
            raise optuna.TrialPruned
        return us

    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))
    if own:
        study.enqueue_trial({name: axes[name].index(value) for name, value in own.items()})
    study.optimize(objective, n_trials=trials)
