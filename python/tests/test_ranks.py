"""Several devices run a kernel together."""

from pathlib import Path

import numpy as np
import pytest
from samples import EXAMPLES

import pto_tools as pto

PAGE = Path(__file__).resolve().parents[2] / "docs" / "ranks.md"


@pytest.fixture(scope="module")
def exchange():
    """The program of the page about several devices: each of two ranks has the number of the other afterwards."""
    text = PAGE.read_text(encoding="utf-8").partition("file=exchange.pto\n")[2].partition("```")[0]
    return pto.parse(text, target="a5")


def numbers(*values):
    return [np.array([v], np.int32) for v in values]


def peers(name):
    return [pto.Peer(1, name), pto.Peer(0, name)]


@pytest.mark.parametrize("check", [None, "all"])
def test_a_list_has_the_argument_of_each_rank(exchange, check):
    x, inbox, came, out = numbers(5, 6), numbers(0, 0), numbers(0, 0), numbers(0, 0)
    exchange(x, inbox, came, out, peers("inbox"), their_came=peers("came"), ranks=2, check=check)
    assert [int(o[0]) for o in out] == [6, 5]


@pytest.mark.parametrize("ranks", [2, 3])
def test_a_context_leads_to_the_others(ranks):
    kernel = pto.load(EXAMPLES / "ranks" / "all_reduce.pto", target="a2a3")
    rng = np.random.default_rng(ranks)
    x = [rng.integers(-8, 8, (ranks * 32, 1024)).astype(np.float32) for _ in range(ranks)]
    total = sum(a.copy() for a in x)
    inbox = [np.zeros((ranks - 1) * 32 * 1024, np.float32) for _ in range(ranks)]
    done = [np.zeros(2 * ranks, np.int32) for _ in range(ranks)]
    kernel(x, inbox, done, [pto.comm_context(r, ranks) for r in range(ranks)], ranks=ranks)
    for a in x:
        np.testing.assert_array_equal(a, total)


def test_memory_that_two_parameters_share_is_a_peer_s_too(exchange):
    both = np.zeros((2, 1), np.int32)
    x, came, out = numbers(5, 6), numbers(0, 0), numbers(0, 0)
    exchange(x, [both[0], both[1]], came, out, peers("inbox"), peers("came"), ranks=2)
    assert both.tolist() == [[6], [5]] and [int(o[0]) for o in out] == [6, 5]


def test_a_missing_wait_is_a_race_between_ranks(exchange):
    hasty = pto.parse("\n".join(line for line in exchange.text.splitlines() if "comm.twait" not in line), target="a5")
    given = [numbers(5, 6), *(numbers(0, 0) for _ in range(3)), peers("inbox"), peers("came")]
    with pytest.raises(pto.Error) as raised:
        hasty(*given, ranks=2, check="race")
    assert {"E0701", "E0702"} <= {f.code for f in raised.value.findings}
    assert "on rank 1" in str(raised.value)


def test_what_does_not_fit_the_ranks_is_refused(exchange):
    def run(their_inbox, **options):
        options = {"ranks": 2, **options}
        exchange(numbers(5, 6), numbers(0, 0), numbers(0, 0), numbers(0, 0), their_inbox, peers("came"), **options)

    with pytest.raises(TypeError, match="one for each of the 2 ranks"):
        run([pto.Peer(0, "inbox")])
    with pytest.raises(TypeError, match="no parameter `letters`"):
        run(peers("letters"))
    with pytest.raises(TypeError, match="no rank 2"):
        run([pto.Peer(2, "inbox")] * 2)
    with pytest.raises(pto.Error, match="no buffer of that size"):
        run([pto.Peer(1, "their_inbox"), pto.Peer(0, "their_inbox")])
    with pytest.raises(TypeError, match="has no memory to share"):
        run(peers("inbox"), ranks=1)
    with pytest.raises(ValueError, match="rank 2 of 2"):
        pto.comm_context(2, 2)
