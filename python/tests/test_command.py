"""The commands of the wheel."""

import subprocess
import sys

import pytest
from samples import EXAMPLES


def run(*words, module="pto_tools", **options):
    line = [sys.executable, "-m", module, *map(str, words)]
    return subprocess.run(line, capture_output=True, text=True, timeout=120, **options)


def test_the_command_runs_programs_and_has_its_exit_codes():
    done = run("run", EXAMPLES / "hello.pto")
    assert done.returncode == 0 and "240" in done.stdout
    done = run("check", EXAMPLES / "broken.pto", "--target", "a2a3")
    assert done.returncode == 1 and done.stderr.count("error[") == 4
    assert run("chekc").returncode == 2
    assert run("--version").stdout.startswith("pto ")
    assert "\n  pto new saxpy\n" in run(cwd="/").stdout


def test_it_reads_standard_input_and_writes_files(tmp_path):
    text = (EXAMPLES / "hello.pto").read_text()
    done = run("lower", "-", "--target", "a5", "-o", tmp_path / "out.pto", input=text)
    assert done.returncode == 0 and "set_flag" in (tmp_path / "out.pto").read_text()


def test_the_assembler_is_a_choice(tmp_path):
    done = run("--install", tmp_path, module="pto_tools.ptoas")
    assert done.returncode == 0 and done.stdout.strip() == str(tmp_path / "ptoas")
    line = [tmp_path / "ptoas", EXAMPLES / "add.pto", "--pto-arch", "a5", "--enable-insert-sync"]
    assembled = subprocess.run(line, capture_output=True, text=True, timeout=120)
    assert assembled.returncode == 0 and "TADD(" in assembled.stdout
    assert run("--remove", tmp_path, module="pto_tools.ptoas").returncode == 0
    assert not (tmp_path / "ptoas").exists()
    (tmp_path / "ptoas").write_text("#!/bin/sh\n")
    assert "is another ptoas" in run("--install", tmp_path, module="pto_tools.ptoas").stderr


@pytest.mark.parametrize("statement", ["import pto_tools", "import pto_tools; pto_tools.isa['tadd']"])
def test_numpy_is_not_imported_before_it_is_needed(statement):
    check = f"{statement}; import sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check]).returncode == 0
