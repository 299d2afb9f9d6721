"""Fuzzing with a corpus: what is new is kept and goes on, and what does not hold lands once, with the command that repeats it."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from pto_tools import _corpus, _native, campaign

SMALL = {"targets": ["a2a3", "a5"], "kinds": ["numbers", "tiles"], "size": 4, "turn": 10}


def files(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_same_seed_gives_the_same_corpus_and_a_second_run_goes_on(tmp_path):
    first = campaign.fuzz(tmp_path / "a", programs=60, **SMALL)
    assert first.findings == [], "everything holds"
    assert first.programs == 60 and 4 <= first.entries <= 60
    campaign.fuzz(tmp_path / "b", programs=60, **SMALL)
    assert files(tmp_path / "a") == files(tmp_path / "b")
    more = campaign.fuzz(tmp_path / "a", programs=20, **SMALL)
    assert more.programs == 20 and more.entries >= first.entries
    assert files(tmp_path / "b").items() <= files(tmp_path / "a").items(), "nothing is written again"
    other = campaign.fuzz(tmp_path / "c", programs=60, seed=1, **SMALL)
    assert files(tmp_path / "c") != files(tmp_path / "b") and other.programs == 60


def test_what_is_kept_had_something_new(tmp_path):
    campaign.fuzz(tmp_path, programs=40, **SMALL)
    seen = {}
    for row in _corpus._read(tmp_path / "corpus"):
        seen.setdefault((row["kind"], row["target"]), []).append(bytes.fromhex(row["bytes"]))
    for (kind, target), entries in seen.items():
        source = _native.Corpus(kind, target, SMALL["size"])
        each = [set(source.features(e)) for e in entries]
        everything = set.union(*each)
        assert len(everything) > max(map(len, each)) or len(each) == 1
        assert source.features(entries[0]) == source.features(entries[0])


def test_an_entry_is_a_program_of_the_command(tmp_path):
    campaign.fuzz(tmp_path, programs=10, **SMALL)
    row = _corpus._read(tmp_path / "corpus")[0]
    words = ["--kind", row["kind"], "--bytes", row["bytes"], "--target", row["target"], "--size", "4"]
    pto = [sys.executable, "-m", "pto_tools", "smith"]
    made = subprocess.run([*pto, *words], capture_output=True, text=True, check=True)
    assert "func.func" in made.stdout
    held = subprocess.run([*pto, *words, "--check"], capture_output=True, text=True, check=True)
    assert held.stdout == "everything holds that must\n"
    wrong = subprocess.run([*pto, "--bytes", "0x1"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "use pairs of the digits" in wrong.stderr


def test_findings_land_once_with_the_shortest_program(tmp_path, monkeypatch):
    # A stand-in for a tool with a mistake: every program with an even number of bytes shows it.
    def look(choices):
        if len(choices) % 2:
            return json.dumps({"programs": 1})
        program = "x" * len(choices)
        row = {"programs": 1, "finding": "computes", "message": f"element {len(choices)} of `%v` differs", "program": program}
        return json.dumps({**row, "repeat": f"pto smith --bytes {choices.hex()}"})

    class Broken:
        kinds = staticmethod(lambda target: ["tiles"])

        def __init__(self, *_):
            self.look, self.features = look, lambda choices: [len(choices)]

    monkeypatch.setattr(_corpus, "_native", SimpleNamespace(Corpus=Broken))
    found = campaign.fuzz(tmp_path, programs=50, targets=["a5"]).findings
    rows = [row for row in _corpus._read(tmp_path / "found")]
    assert len(rows) > 5 and len(found) == 1
    assert len(found[0]["program"]) == min(len(r["program"]) for r in rows)
    (shown,) = (tmp_path / "findings").iterdir()
    lines = shown.read_text().splitlines()
    assert lines[0].startswith("// computes: element ") and lines[1].startswith("// on a5: pto smith --bytes ")


def test_mistakes_are_said(tmp_path):
    with pytest.raises(ValueError, match="there is no target `b5`; use cpu, a2a3 or a5"):
        campaign.fuzz(tmp_path, targets=["b5"])
    with pytest.raises(ValueError, match="there are no programs of kind"):
        campaign.fuzz(tmp_path, kinds=["vmi"], targets=["a2a3"])
    with pytest.raises(ValueError, match='use "ray", or nothing'):
        campaign.fuzz(tmp_path, cluster="dask")
