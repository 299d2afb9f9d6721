"""The page of all names is current (`BLESS=1` writes it), and the package is typed."""

import dataclasses
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pto_tools
from pto_tools import strategies, testing

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python-api.md"
HEAD = """<!-- Written by python/tests/test_reference.py. Do not edit. -->

# Python: every name

What [the chapter](python.md) explains, name by name. The functions of instructions are not listed: each instruction of
[the reference](isa/README.md) is a function of the same name, with `_` for `.`, and `help(pto.tadd)` shows its arguments and rules.
"""


def signature(value):
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text).replace("pto_tools.", "")


def text_of(value):
    text = inspect.getdoc(value) or ""
    if ">>>" not in text:
        return text
    before, example = text.split(">>>", 1)
    return f"{before.strip()}\n\n```python\n>>>{example}\n```"


def entry(name, value, level):
    kind = "" if not inspect.isclass(value) else "class "
    if inspect.isclass(value) or callable(value):
        shown = signature(value)
        if inspect.isclass(value) and value.__init__ is Exception.__init__:
            shown = ""
        out = f"{level} `{kind}{name}`\n\n"
        out += f"```python\n{name}{shown}\n```\n\n" if shown else ""
    else:
        out, value = f"{level} `{name}`\n\n", type(value)
    out += text_of(value) + "\n\n"
    if inspect.isclass(value):
        fields = {f.name for f in dataclasses.fields(value)} if dataclasses.is_dataclass(value) else set()
        for member, found in value.__dict__.items():
            if member.startswith("_") or member in fields or not (inspect.getdoc(found) and callable(found) or isinstance(found, property)):
                continue
            if isinstance(found, property):
                out += f"- `{member}`: {inspect.getdoc(found)}\n"
            else:
                first = (inspect.getdoc(found) or "").split("\n\n")[0].replace("\n", " ")
                out += f"- `{member}{signature(found)}`: {first}\n"
        out += "\n"
    return out


def page():
    out = HEAD
    for title, module, names in [
        ("pto_tools", pto_tools, [n for n in pto_tools.__all__ if n != "__version__"]),
        ("pto_tools.testing", testing, ["KernelFailure", "assert_kernel", "difference", "inout", "out"]),
        ("pto_tools.strategies", strategies, ["arrays", "dtype", "shapes", "tile_shapes", "tiles"]),
    ]:
        out += f"\n## {title}\n\n"
        for name in names:
            out += entry(name, getattr(module, name), "###")
    lines = [line.rstrip() for line in out.splitlines()]
    text = "\n".join(lines)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.strip() + "\n"


def test_the_page_of_names_is_current():
    if sys.version_info[:2] != (3, 11) and not os.environ.get("BLESS"):
        pytest.skip("signatures are spelled as Python 3.11 does")
    if os.environ.get("BLESS"):
        PAGE.write_text(page())
    assert PAGE.read_text() == page(), "run the test again with BLESS=1"


def test_every_name_is_documented():
    for name in pto_tools.__all__:
        if name != "__version__":
            value = getattr(pto_tools, name)
            assert inspect.getdoc(value if callable(value) else type(value)), name


def test_the_package_is_typed():
    pytest.importorskip("mypy", reason="mypy is not installed")
    code = "import pto_tools as pto\nk: pto.Kernel = pto.load('x.pto')\nreveal_type(k.check().errors[0].line)\n"
    line = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "-p", "pto_tools", "--exclude", "pypto"]
    done = subprocess.run(line, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
    line = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "-c", code]
    assert re.search(r'is "(builtins\.)?int"', subprocess.run(line, capture_output=True, text=True, timeout=300).stdout)
