"""Puts the simulator in the place of PyPTO's assembler and runtime."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable as Function
from pathlib import Path
from typing import Any

from .._findings import Error
from .._kernel import Kernel
from . import _options, _runtime
from ._errors import KernelError
from ._workers import Callable

# What was there before, to be put back: (module, name) -> object.
_replaced: dict[tuple[str, str], Any] = {}
_added: list[str] = []

_ARCH = re.compile(r'pto\.target_arch\s*=\s*"([^"]+)"')


def _assemble(pto_path: str, output_path: str, ptoas_flags: list[str] | None = None) -> None:
    """In the place of the assembler: checks the text, and writes C++ if that is wanted."""
    text = Path(pto_path).read_text(encoding="utf-8")
    options = _options.current()
    arch = _ARCH.search(text)
    target = "a5" if arch and arch[1] == "a5" else "a2a3"
    if options.keep:
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        place = Path(options.keep) / target / f"{Path(pto_path).stem}-{digest}.pto"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    kernel = Kernel(text, pto_path, target=target)
    findings = kernel.check(target, rules=options.rules)
    if findings.errors:
        raise KernelError(findings, Path(pto_path).stem, text)
    cpp = f"// {Path(pto_path).name} is executed as it is; install(emit_cpp=True) writes it here as C++.\n"
    if options.emit_cpp:
        try:
            cpp = kernel.emit_cpp(target)
        except Error as error:
            raise KernelError(error.findings, Path(pto_path).stem, text) from None
    Path(output_path).write_text(cpp, encoding="utf-8")


def _compile_and_assemble(work_dir: Path, platform: str) -> tuple[Any, str, dict[str, Any]]:
    """In the place of the C++ compilers: reads the work folder."""
    program = Callable(Path(work_dir), platform)
    config = program.program.runtime_config
    return program, config.get("runtime", "tensormap_and_ringbuffer"), config


def _replace(module: Any, name: str, new: Any) -> None:
    """Replaces a function in its module and wherever PyPTO has imported it by name."""
    old = getattr(module, name)
    for other in [m for n, m in sys.modules.items() if n.split(".")[0] in ("pypto", "harness") and m is not None]:
        for key, value in list(vars(other).items()):
            if value is old:
                _replaced.setdefault((other.__name__, key), old)
                setattr(other, key, new)


def install(**options: Any) -> None:
    """Executes PyPTO programs for `a2a3sim` and `a5sim` on this simulator from now on.

    Options are those of `Options`: `check="all"` runs kernels under sanitizers, and what they find is raised with the line
    of the Python program; `cost=True` counts cycles of every task.
    """
    _options.choose(**options)
    if _replaced:
        return
    if other := _runtime.occupied():
        raise RuntimeError(f"`{other[0]}` is loaded already; call pto_tools.pypto.install() before PyPTO runs a program")
    for name, module in _runtime.modules().items():
        sys.modules[name] = module
        _added.append(name)
    import pypto.backend._ptoas_locate as locate
    import pypto.backend.pto_backend as backend
    import pypto.jit.decorator  # noqa: F401 - it imports what is replaced by name
    import pypto.runtime.device_runner as runner

    here: Function[[], str] = lambda: sys.executable  # noqa: E731 - any file that exists: `_assemble` does not start it
    _replace(locate, "find_ptoas_binary", here)
    _replace(backend, "_run_ptoas", _assemble)
    _replace(runner, "compile_and_assemble", _compile_and_assemble)


def uninstall() -> None:
    """Puts PyPTO's own functions back."""
    for (module, name), old in _replaced.items():
        setattr(sys.modules[module], name, old)
    _replaced.clear()
    for name in _added:
        sys.modules.pop(name, None)
    _added.clear()
    for name in [n for n in sys.modules if n.startswith("pypto.runtime.") and n.endswith(("task_interface", "device_runner"))]:
        del sys.modules[name]
    _options.choose(**{f: getattr(_options.Options(), f) for f in _options.Options.__slots__})
