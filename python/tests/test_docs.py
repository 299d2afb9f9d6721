"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import pto_tools


def modules():
    names = (m.name for m in pkgutil.walk_packages(pto_tools.__path__, "pto_tools."))
    return ["pto_tools", *(n for n in names if not n.endswith("_native") and ".pypto" not in n)]


@pytest.mark.parametrize("name", modules())
def test_examples(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
