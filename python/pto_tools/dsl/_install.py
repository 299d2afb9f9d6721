"""Puts the simulator in the place of a DSL's bindings, assembler and device."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

from . import _dialects, _host


def _bindings_fit() -> bool:
    """Whether bindings are installed that have what the DSLs need of the dialect."""
    if "mlir" in sys.modules:
        return "played by pto_tools" not in (sys.modules["mlir"].__doc__ or "")
    try:
        if importlib.util.find_spec("mlir.dialects.pto") is None:
            return False
        from mlir.dialects import pto
    except Exception:  # noqa: BLE001 - whatever is wrong with them, they cannot be used
        return False
    return hasattr(pto, "PartitionTensorViewType")


def install(*, device: bool = False, bindings: bool | None = None, **options: Any) -> None:
    """Kernels of `ptodsl` run here from now on.

    `bindings=True` takes the place of MLIR's bindings even if they are installed. `device=True` also makes `torch.npu` and devices
    `"npu"` mean this machine, and lets libraries that stand-in build commands made launch kernels here. Options are those of
    `Kernel.run`, and `target`.
    """
    _host.options.update(options)
    if bindings or (bindings is None and not _bindings_fit()):
        for name in [n for n in sys.modules if n == "mlir" or n.startswith("mlir.")]:
            del sys.modules[name]
        sys.modules.update(_dialects.modules())
    if device:
        if importlib.util.find_spec("torch") is not None:
            _host.stand_in_for_torch_npu()
        _host.hook_libraries()
    if importlib.util.find_spec("ptodsl") is not None:
        _take_jit()
        _take_launches()


def text_of(wrapper: Any) -> str:
    """The PTO text of a function with `@jit`."""
    from ptodsl.compiler.ir import to_ir_module

    return str(to_ir_module(meta_data=wrapper._meta_data)(wrapper._fn))


def _take_launches() -> None:
    """The `ptodsl` of the assembler: `kernel.compile(...)[grid, stream](...)` runs here, on the target that the program names.

    Its generator writes the program with bindings of the assembler's own package, which have to be installed.
    """
    try:
        from ptodsl._runtime.launch import LaunchHandle
    except ImportError:
        return

    def call(self: Any, *args: Any) -> None:
        kernel = _host.kernel_of(self._compiled.mlir_text(), self._compiled.ir_function_name, None)
        chosen = {k: v for k, v in _host.options.items() if k != "target"}
        _host.launches += 1
        kernel.run(*map(_host.argument, kernel.params, args), blocks=self._grid, **chosen)

    LaunchHandle.__call__ = call


def _take_jit() -> None:
    """Calls of functions with `@jit` run here."""
    try:
        from ptodsl.compiler.jit import JitWrapper
    except ImportError:
        return

    def build(self: Any) -> None:
        self._text = text_of(self)
        self._arg_types = self._resolve_runtime_arg_types()
        self._compiled = True

    def call(self: Any, *args: Any, stream_ptr: Any = None) -> None:
        if not self._compiled:
            self._build()
        params = list(self._sig.parameters.values())
        given = [*args, *(p.default for p in params[len(args) :] if p.default is not p.empty)]
        kernel = _host.kernel_of(self._text, None, _host.options["target"])
        chosen = {k: v for k, v in _host.options.items() if k != "target"}
        _host.launches += 1
        kernel.run(*given, blocks=self._block_dim, **chosen)

    JitWrapper._build = build
    JitWrapper.__call__ = call
