"""The plugin of pytest, on the sample project and on the programs of this repository."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ROOT / "python" / "examples" / "project"


def run(*args, cwd=PROJECT):
    line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly", "--rootdir", str(cwd), *args]
    # Under CI pytest does not cut its summary to the width of a terminal.
    surroundings = {k: v for k, v in os.environ.items() if k not in ("CI", "BUILD_NUMBER", "COLUMNS")}
    done = subprocess.run(line, cwd=cwd, capture_output=True, text=True, timeout=300, env=surroundings)
    return done.returncode, done.stdout + done.stderr


def test_ten_kernels_with_three_mistakes_read_as_the_page_says():
    code, told = run()
    assert code == 1, told
    shown = told[told.index("= FAILURES =") :].replace(f"{PROJECT}/", "")
    shown = re.sub(r"in [\d.]+s", "in 1.8s", re.sub("={3,}|_{3,}", lambda m: m[0][:1] * 3, shown))
    page = (ROOT / "docs" / "python-testing.md").read_text()
    block = page[page.index("```text\n$ pytest") :]
    block = block[block.index("\n", 8) + 1 : block.index("\n```")]
    block = re.sub(r"in [\d.]+s", "in 1.8s", re.sub("={3,}|_{3,}", lambda m: m[0][:1] * 3, block[block.index("= FAILURES =") :]))
    assert shown.strip() == block.strip()
    assert "3 failed, 7 passed" in told


def test_programs_of_this_repository_hold():
    code, told = run("-q", "tests/codes", "tests/run/codes", cwd=ROOT)
    assert code == 0, told
    assert int(re.search(r"(\d+) passed", told)[1]) > 100


def test_files_without_expectations_are_checked_when_asked(tmp_path):
    (tmp_path / "a.pto").write_text("func.func @f() {\n  pto.frob\n  return\n}\n")
    assert run(cwd=tmp_path)[0] == 5, "no tests"
    code, told = run("--pto-target", "a5,cpu", cwd=tmp_path)
    assert code == 1 and "error[E0002]" in told and "a.pto:2:3" in told
    code, told = run("--pto-target", "a7", cwd=tmp_path)
    assert code == 4 and "there is no target `a7`" in told
    code, told = run("--pto-check", "everything", cwd=tmp_path)
    assert code == 4 and "there is no sanitizer `everything`" in told


def test_every_run_is_checked_when_asked(tmp_path):
    (tmp_path / "test_log.py").write_text(
        "import numpy as np\n"
        "import pto_tools as pto\n"
        "def test_log(pto_target):\n"
        "    x = np.ones((1, 64), np.float32)\n"
        f"    pto.load({str(PROJECT / 'kernels' / 'log.pto')!r}, target=pto_target)(x, x.copy(), 1)\n"
    )
    code, told = run(cwd=tmp_path)
    assert code == 0 and "3 passed" in told
    code, told = run("--pto-check", "race", "--pto-target", "a2a3", cwd=tmp_path)
    assert code == 1 and "E0701" in told and "1 failed" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("// expect 0: 2 2 2 2 2 2 2 2", "1 passed"),
        ("// expect 0: 2 2 2 2 2 2 2 3", "[7] is 2, expected 3"),
        ("// expect 0: 2 ...", "1 passed"),
        ("// expect 0: 8*2", "1 passed"),
        ("// expect 0: 7*2 _", "1 passed"),
        ("// expect 0: 0..=7", "elements differ"),
        ("", "elements differ"),
        ("// trap: E0604 words", "the run must stop with E0604 words, and does not"),
        ("// expect 0: 8*2\n// finds: E0701 x", "a checked run must find E0701 x, and does not"),
        ("// expect 0: 8*2\n// quirks: none", "1 skipped"),
    ],
)
def test_expectations(tmp_path, text, told):
    (tmp_path / "a.pto").write_text(
        f"// run: a5 manual\n// arg 0: 8*1\n{text}\n"
        "func.func @f(%x: !pto.tile_buf<vec, 1x8xi32>) {\n"
        "  pto.tadd ins(%x, %x : !pto.tile_buf<vec, 1x8xi32>, !pto.tile_buf<vec, 1x8xi32>)"
        " outs(%x : !pto.tile_buf<vec, 1x8xi32>)\n  return\n}\n"
    )
    assert told in run(cwd=tmp_path)[1]
