"""The Python of the READMEs and of the chapter runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/zh/python.md", "python/README.md"])
def test_programs_run_one_after_another(page, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    names: dict = {"__name__": page}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)
    assert blocks
    for block in blocks:
        code = block.replace('"softmax.pto"', '"examples/softmax.pto"')
        path = ROOT / "target" / f"{re.sub(r'[^a-z]', '_', page)}.py"
        exec(compile(code, str(path), "exec"), names)
    assert "cycles" in capsys.readouterr().out
