"""Campaigns in this process: what is made is the same however it is made, and nothing is made twice."""

import json
import os
import resource
import sqlite3
import subprocess
import sys

import pytest
from samples import EXAMPLES

import pto_tools as pto
from pto_tools import campaign

TUNED = """\
// tune: width = 8..64:8
// tune: where width != 24
func.func @double(%x: !pto.tile_buf<vec, 1x{width}xf32>) {
  pto.tadd ins(%x, %x : !pto.tile_buf<vec, 1x{width}xf32>, !pto.tile_buf<vec, 1x{width}xf32>)
           outs(%x : !pto.tile_buf<vec, 1x{width}xf32>)
  return
}
"""

ADD = campaign.Campaign(
    {"add.pto": EXAMPLES / "add.pto"},
    targets=["a2a3", "a5"],
    params={"rows": "16..64:16", "cols": [64, 128], "blocks": [1, 2]},
    where=["rows * cols < 8192"],
    blocks="blocks",
    shard=5,
)


def test_a_second_run_makes_nothing(tmp_path):
    seen = []
    first = campaign.run(ADD, out=tmp_path / "r", progress=seen.append)
    assert [p.done for p in seen] == [5, 10, 14, 19, 24, 28]
    again = []
    second = campaign.run(ADD, out=tmp_path / "r", progress=again.append)
    assert again == []
    assert first.rows() == second.rows()
    assert {row["target"] for row in first.rows()} == {"a2a3", "a5"}


def test_the_command_makes_the_same_bytes(tmp_path):
    (tmp_path / "add.pto").write_text((EXAMPLES / "add.pto").read_text())
    (tmp_path / "c.toml").write_text(ADD.texts()[1])
    here = campaign.run(tmp_path / "c.toml", out=tmp_path / "here").merge().read_bytes()
    command = [sys.executable, "-m", "pto_tools", "campaign", "run", "c.toml", "--out"]
    for part in ("1/3", "2/3", "3/3"):
        subprocess.run([*command, "there", "--shard", part], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / "there" / "results.jsonl").read_bytes() == here


def test_a_changed_kernel_makes_only_its_own_shards(tmp_path):
    both = {"add.pto": (EXAMPLES / "add.pto").read_text(), "tuned.pto": TUNED}
    plan = campaign.Campaign(both, params={"rows": [16], "cols": [64]}, args=[], shard=4)
    campaign.run(campaign.Campaign({"tuned.pto": TUNED}, shard=4), out=tmp_path)
    seen = []
    changed = campaign.Campaign({"tuned.pto": TUNED.replace("tadd", "tmul")}, shard=4)
    campaign.run(changed, out=tmp_path, progress=seen.append)
    assert seen[-1].done == 7
    assert plan.texts()[2][1] == [("tuned.pto", TUNED)]


def test_half_a_shard_is_made_again(tmp_path):
    result = campaign.run(ADD, out=tmp_path)
    whole = result.merge().read_bytes()
    shard = sorted((tmp_path / "shards").iterdir())[0]
    shard.write_bytes(shard.read_bytes()[:-20])
    seen = []
    assert campaign.run(ADD, out=tmp_path, progress=seen.append).merge().read_bytes() == whole
    assert len(seen) == 1


def limit_files_to_one_page():
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def test_a_full_disk_loses_nothing(tmp_path):
    # A limit of the size of files stands for the disk: the shards fit, the file that has all of them does not.
    script = "import sys; from test_campaign import ADD, campaign; campaign.run(ADD, out=sys.argv[1])"
    command = [sys.executable, "-c", script, str(tmp_path / "r")]
    here = os.path.dirname(os.path.abspath(__file__))
    full = subprocess.run(command, cwd=here, preexec_fn=limit_files_to_one_page, capture_output=True, text=True)
    assert full.returncode == 1 and "File too large" in full.stderr, full.stderr
    assert not (tmp_path / "r" / "results.jsonl").exists()
    assert not list(tmp_path.rglob("*.part"))
    again = []
    result = campaign.run(ADD, out=tmp_path / "r", progress=again.append)
    assert again == [] and len(result.rows()) == 28


def test_rows_become_a_database(tmp_path):
    result = campaign.run(ADD, out=tmp_path)
    with sqlite3.connect(result.index()) as database:
        count, least = database.execute("select count(*), min(cycles) from rows where target = 'a5'").fetchone()
    assert (count, least) == (14, result.best(1, target="a5")[0]["cycles"])
    result.csv(tmp_path / "r.csv")
    assert (tmp_path / "r.csv").read_text().startswith("rows,cols,blocks,kernel,target,cycles")


def test_parameters_of_the_text_and_of_others(tmp_path):
    rows = campaign.run(campaign.Campaign({"t.pto": TUNED}, "check"), out=tmp_path).rows()
    assert [row["config"]["width"] for row in rows] == [8, 16, 32, 40, 48, 56, 64]
    assert all(row["check"] == "ok" for row in rows)


def test_illegal_configurations_say_why(tmp_path):
    wide = TUNED.replace("8..64:8", "8, 4000000")
    rows = campaign.run(campaign.Campaign({"t.pto": wide}), out=tmp_path).rows()
    assert "cycles" in rows[0] and rows[1]["code"].startswith("E") and rows[1]["line"] == 3, rows


def test_mistakes_are_findings(tmp_path):
    with pytest.raises(pto.Error, match="there is no target `b5`"):
        campaign.run(campaign.Campaign({"t.pto": TUNED}, targets=["b5"]), out=tmp_path)
    with pytest.raises(pto.Error, match="no parameter `height`"):
        campaign.run(campaign.Campaign({"t.pto": TUNED}, where=["height > 1"]), out=tmp_path)
    (tmp_path / "c.toml").write_text('do = "cost"\ntargets = ["a5"]\n[[kernel]]\nfile = "../../etc/passwd"\n')
    with pytest.raises(pto.Error, match="leads out of the folder"):
        campaign.run(tmp_path / "c.toml")
    (tmp_path / "link.pto").symlink_to("/etc/passwd")
    (tmp_path / "c.toml").write_text('do = "cost"\ntargets = ["a5"]\n[[kernel]]\nfile = "link.pto"\n')
    with pytest.raises(pto.Error, match="leads out of the folder"):
        campaign.run(tmp_path / "c.toml")


def test_cost_models_of_other_searches():
    # Up to 64 elements fill one register, and take the same time.
    wide = TUNED.replace("8..64:8", "8..4096:8")
    model = campaign.perf_model(wide, target="a5")
    assert model(width=4096, num_warps=4) > model(width=8) > 0
    microseconds = campaign.predict(wide, [{"width": 8}, {"width": 4096}, {"width": 24}, {"width": 4000000}])
    assert microseconds[0] < microseconds[1]
    assert microseconds[2:] == [float("inf")] * 2, "excluded by its condition, and too large"
    # As an autotuner uses it: the fewest milliseconds first.
    ranked = sorted([{"width": w} for w in (4096, 8, 512)], key=lambda c: model(**c))
    assert ranked[0] == {"width": 8}


def test_candidates_are_ranked():
    plain = "".join(line for line in TUNED.splitlines(keepends=True) if not line.startswith("// tune"))
    candidates = {f"width {n}": plain.replace("{width}", str(n)) for n in (4096, 64, 512)}
    rows = campaign.rank({"broken": plain.replace("{width}", "64").replace("tadd", "tmissing"), **candidates})
    assert [row["kernel"] for row in rows] == ["width 64", "width 512", "width 4096", "broken"]
    assert rows[0]["us"] < rows[1]["us"] and rows[0]["bottleneck"] and rows[-1]["code"] == "E0002"


def test_a_small_space_is_searched_whole():
    kernel = (EXAMPLES / "tune" / "softmax.pto").read_text()
    buffers = ["random:64x2048xf32", "zeros:64x2048xf32", 64]
    found = campaign.tune(kernel, target="a5", args=buffers)
    assert len(found.trials) == 24 and found.author is not None
    assert found.speedup > 1 and found.same_bits is True
    assert found.best not in found.ties and all(t.us <= 1.05 * found.best.us for t in found.ties)
    assert campaign.tune(kernel, args=["_", "_", 64]).same_bits is None, "without buffers nothing is run"


def test_optuna_proposes_configurations():
    pytest.importorskip("optuna", reason="a search by Optuna needs it: pip install optuna")
    kernel = (EXAMPLES / "tune" / "gemm.pto").read_text()
    launch = {"target": "a2a3", "args": ["_", "_", "_", 256, 256, 256]}
    found = campaign.tune(kernel, search="optuna", trials=40, **launch)
    assert found.author is not None and found.best.us <= found.author.us
    again = campaign.tune(kernel, search="optuna", trials=40, **launch)
    assert found.trials == again.trials, "a seed decides"
    with pytest.raises(ValueError, match="search='guess'"):
        campaign.tune(kernel, search="guess", **launch)
    with pytest.raises(ValueError, match="declares no parameters"):
        campaign.tune("module {}")


def test_lines_are_json(tmp_path):
    result = campaign.run(ADD, out=tmp_path)
    assert all(json.loads(line)["kernel"] == "add.pto" for line in result.lines())
