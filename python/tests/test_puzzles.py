"""Every puzzle is unsolved as it begins, and solved by its solution, by the word of numpy."""

from pathlib import Path

import pytest
from samples import EXAMPLES

from pto_tools import puzzles

PUZZLES = Path(EXAMPLES).parent / "web" / "puzzles"
FILES = sorted(PUZZLES.glob("*.pto"))


def test_there_are_ten():
    assert [int(f.name[:2]) for f in FILES] == list(range(1, 11))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_it_is_judged(file, capsys):
    number = int(file.name[:2])
    assert puzzles.begin(number) == file.read_text(encoding="utf-8")
    begun = puzzles.judge(number, puzzles.begin(number))
    assert not begun.solved and begun.reasons
    solution = (PUZZLES / "solutions" / file.name).read_text(encoding="utf-8")
    assert str(puzzles.judge(number, solution)) == "solved"
    assert puzzles.main([str(file)]) == 1
    assert "not solved" in capsys.readouterr().out


def test_there_is_no_eleventh():
    with pytest.raises(ValueError, match="there is no puzzle 11"):
        puzzles.begin(11)
