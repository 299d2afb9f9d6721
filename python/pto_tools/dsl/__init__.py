"""Kernels of the `ptodsl` packages on this simulator.

    import pto_tools.dsl
    pto_tools.dsl.install()

Before `ptodsl` is imported, this takes the place of MLIR's bindings if they are not installed: a kernel's Python function then makes
PTO text. A function with `@jit` runs here when it is called, over numpy arrays or torch tensors, in place. So do launches of the
`ptodsl` that comes with the assembler, if its own bindings are installed.
"""

from __future__ import annotations

from ._install import install, text_of

__all__ = ["install", "text_of"]
