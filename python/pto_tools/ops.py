"""All instructions as functions of a kernel, also those whose names mean something else in `pto_tools`, such as `load`."""

from ._intrinsics import *  # noqa: F403
