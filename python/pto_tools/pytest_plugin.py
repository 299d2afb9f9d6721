"""The plugin of pytest: `.pto` files are tests, and what a kernel does wrong reads as a failure.

- `.pto` files with expectations (`// run:`, `// check:`; see `pto_tools._expectations`) are collected. With `--pto-target` or
  `--pto-check` files without expectations are checked, too.
- `--pto-target a5,a2a3` (or `all`): the targets of `assert_kernel`, of the fixture `pto_target` and of files without a target.
- `--pto-check all`: every run of a kernel is made under these sanitizers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options."""
    group = parser.getgroup("pto", "kernels of PTO")
    group.addoption("--pto-check", metavar="CHECKS", help="run every kernel under these sanitizers: mem, init, race, sync, all")
    group.addoption("--pto-target", metavar="TARGETS", help="targets to test on, separated by commas: cpu, a2a3, a5, all")


def pytest_configure(config: pytest.Config) -> None:
    """What kernels are run with if a test does not say."""
    check, target = config.getoption("--pto-check"), config.getoption("--pto-target")
    if check is None and target is None:
        return
    from ._expectations import TARGETS
    from ._kernel import defaults

    chosen = list(TARGETS) if target == "all" else [t.strip() for t in target.split(",")] if target else None
    unknown = [t for t in chosen or () if t not in TARGETS]
    if unknown:
        raise pytest.UsageError(f"--pto-target: there is no target `{unknown[0]}`; use {', '.join(TARGETS)} or all")
    known = ("mem", "init", "race", "sync", "all")
    for word in check.split(",") if check else ():
        if word not in known:
            raise pytest.UsageError(f"--pto-check: there is no sanitizer `{word}`; use {', '.join(known)}")
    defaults.check, defaults.targets = check, chosen


def pytest_unconfigure(config: pytest.Config) -> None:
    """As before."""
    if config.getoption("--pto-check") or config.getoption("--pto-target"):
        from ._kernel import defaults

        defaults.check, defaults.targets = None, None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `pto_target` is made once for each target."""
    if "pto_target" in metafunc.fixturenames:
        from ._expectations import TARGETS
        from ._kernel import defaults

        metafunc.parametrize("pto_target", defaults.targets or list(TARGETS))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Files of programs."""
    return PtoFile.from_parent(parent, path=file_path) if file_path.suffix == ".pto" else None


class PtoFile(pytest.File):
    """A `.pto` file."""

    def collect(self) -> Iterator[pytest.Item]:
        """A test for what a section is checked for, and one for its runs."""
        from . import _expectations as expectations
        from ._kernel import Kernel, defaults

        text = self.path.read_text(encoding="utf-8")
        shown = str(self.path.relative_to(self.config.rootpath)) if self.path.is_relative_to(self.config.rootpath) else str(self.path)
        sections = expectations.read(shown, text)
        for section in sections:
            label = f":{section.first_line}" if len(sections) > 1 else ""
            targets = section.check
            if not section.is_test and (defaults.targets or defaults.check):
                targets = defaults.targets or [Kernel(section.text).target]
            if targets:
                act = partial(expectations.check, section, targets)
                yield PtoItem.from_parent(self, name=f"check{label}", act=act)
            if section.runs:
                act = partial(expectations.run, section, defaults.check, defaults.targets)
                yield PtoItem.from_parent(self, name=f"run{label}", act=act)


class Unmet(Exception):
    """A program does not do what its comments say."""


class PtoItem(pytest.Item):
    """One check or run of a program."""

    def __init__(self, *, act: Callable[[], str | None], **options: Any) -> None:
        super().__init__(**options)
        self.act = act

    def runtest(self) -> None:
        """Holds the program to its comments."""
        from ._expectations import Unsupported

        try:
            told = self.act()
        except Unsupported as why:
            pytest.skip(f"not understood: {why}")
        if told:
            raise Unmet(told)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is wrong, as the command says it."""
        from ._findings import Error

        if isinstance(excinfo.value, (Unmet, Error)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """What the failure is called."""
        return self.path, 0, f"{self.path.name} {self.name}"
