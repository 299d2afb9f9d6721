"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import pto_tools


def modules():
    names = (m.name for m in pkgutil.walk_packages(pto_tools.__path__, "pto_tools."))
    return ["pto_tools", *(n for n in names if not n.endswith("_native"))]


@pytest.mark.parametrize("name", modules())
def test_examples(name):
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        # Parts that replace pieces of PyPTO import it.
        if error.name.partition(".")[0] != "pypto":
            raise
        pytest.skip("PyPTO is not installed")
    failed, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
