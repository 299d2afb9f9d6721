"""A program that PyPTO compiled: kernels and an orchestration in a work folder."""

from __future__ import annotations

import importlib.util
import itertools
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .._findings import Error
from .._kernel import Kernel
from ._collectives import Collective, collective
from ._errors import KernelError, OrchestrationError
from ._orchestration import Orchestration
from ._text import Shard, functions, specialize
from ._waits import noting
from ._wrapper import Argument, IdentityArg, TensorArg, read_wrapper

_serial = itertools.count()


@dataclass(frozen=True, slots=True)
class KernelFile:
    """A kernel of the program: its number, its function, and the wrapper that says what it takes."""

    number: int
    name: str
    core: str
    wrapper: Path
    external: bool = False


@dataclass(frozen=True, slots=True)
class Launchable:
    """What a task runs: a text that is ready, and where its arguments come from."""

    name: str
    kernel: Kernel
    arguments: tuple[Argument, ...]


class Program:
    """A work folder. `target` is `a2a3` or `a5`."""

    def __init__(self, folder: Path, target: str) -> None:
        self.folder, self.target = folder, target
        config = self.load_config(folder / "kernel_config.py")
        self.runtime_config: dict[str, Any] = getattr(config, "RUNTIME_CONFIG", {})
        self.orchestration_source = Path(config.ORCHESTRATION["source"])
        self.kernels = {
            k["func_id"]: KernelFile(
                k["func_id"], k["name"], k.get("core_type", "aiv"), Path(k["source"]), bool(k.get("external"))
            )
            for k in config.KERNELS
        }
        self._ready: dict[tuple[Any, ...], Launchable] = {}
        self._arguments: dict[int, tuple[Argument, ...]] = {}

    @staticmethod
    def load_config(path: Path) -> Any:
        """The configuration that PyPTO writes beside a program."""
        spec = importlib.util.spec_from_file_location(f"_pto_kernel_config_{next(_serial)}", path)
        if spec is None or spec.loader is None:
            raise OrchestrationError(f"{path} cannot be read")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    @cached_property
    def orchestration(self) -> Orchestration:
        """The orchestration, compiled."""
        return Orchestration(self.orchestration_source)

    @cached_property
    def _texts(self) -> dict[str, tuple[Path, str]]:
        """The text that has each function."""
        found: dict[str, tuple[Path, str]] = {}
        for path in sorted((self.folder / "ptoas").glob("*.pto")):
            text = path.read_text(encoding="utf-8")
            for name in functions(text):
                found.setdefault(name, (path, text))
        return found

    def arguments(self, number: int) -> tuple[Argument, ...]:
        """What a kernel takes."""
        if number in self._arguments:
            return self._arguments[number]
        kernel = self.kernels[number]
        if kernel.external or kernel.name not in self._texts:
            raise OrchestrationError(f"kernel `{kernel.name}` is C++ without a text, which is not simulated")
        read = read_wrapper(kernel.wrapper.read_text(encoding="utf-8"), kernel.name)
        return self._arguments.setdefault(number, read)

    def collective(self, kernels: tuple[int, ...]) -> Collective | None:
        """The collective that a task is, if its kernel is one that comes without a text."""
        names = [self.kernels[k].name for k in dict.fromkeys(kernels) if k >= 0]
        return collective(names[0]) if len(names) == 1 and names[0] not in self._texts else None

    def launchable(self, kernels: tuple[int, ...], blocks: int, shard_elements: int = 0) -> list[Launchable]:
        """What a task with these kernels runs. A vector kernel for both vector cores alone runs once for each."""
        numbers = tuple(dict.fromkeys(k for k in kernels if k >= 0))
        names = [self.kernels[k].name for k in numbers]
        alone = len(numbers) == 1
        lanes: tuple[int | None, ...] = (0, 1) if alone and kernels[1] >= 0 and kernels[1] == kernels[2] else (None,)
        if alone and lanes == (None,) and kernels[0] < 0:
            lanes = (0,)
        return [self._prepare(numbers, names, blocks, shard_elements, lane) for lane in lanes]

    def _prepare(
        self, numbers: tuple[int, ...], names: list[str], blocks: int, shard_elements: int, lane: int | None
    ) -> Launchable:
        key = (numbers, blocks if shard_elements else 0, shard_elements, lane)
        if (ready := self._ready.get(key)) is not None:
            return ready
        given = {self.kernels[k].name: self.arguments(k) for k in numbers}
        for name in names:
            if name not in self._texts:
                raise OrchestrationError(f"there is no text of kernel `{name}` in {self.folder / 'ptoas'}")
        path, text = self._texts[names[0]]
        shards = {
            name: Shard(position, shard_elements)
            for name, arguments in given.items()
            for position, a in enumerate(arguments)
            if isinstance(a, TensorArg) and a.sharded and shard_elements and blocks > 1
        }
        text = specialize(noting(text), keep=frozenset(names), shards=shards, lane=lane)
        entry = names[0] if len(names) == 1 else None
        kernel = Kernel(text, str(path), target=self.target, entry=entry)
        first = max(given.values(), key=len)
        arguments = tuple(a for a in first if not isinstance(a, IdentityArg))
        ready = self._ready[key] = Launchable("+".join(names), kernel, arguments)
        return ready


def named(error: Error, name: str, kernel: Kernel) -> KernelError:
    """The error of a kernel, with the lines of the Python program."""
    return error if isinstance(error, KernelError) else KernelError(error.findings, name, kernel.text)
