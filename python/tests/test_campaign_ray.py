"""Campaigns on a cluster of three nodes on this machine: workers, nodes and drivers go away, and nothing is lost."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from samples import EXAMPLES

from pto_tools import campaign

ray = pytest.importorskip("ray", reason='tests on a cluster need Ray: pip install -r python/requirements-ray.txt')
cluster_utils = pytest.importorskip("ray.cluster_utils")

PLAN = campaign.Campaign(
    {"softmax.pto": EXAMPLES / "softmax.pto"},
    targets=["a5"],
    params={"rows": "8..64:8", "blocks": "1..20"},
    blocks="blocks",
    shard=8,
)
SHARDS = 20


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What one process makes."""
    return campaign.run(PLAN, out=tmp_path_factory.mktemp("alone")).merge().read_bytes()


@pytest.fixture(scope="module")
def cluster():
    os.environ["RAY_DISABLE_IMPORT_WARNING"] = "1"
    # A node that does not answer for two seconds is gone; by default it takes Ray longer to say so.
    soon = {"health_check_period_ms": 500, "health_check_failure_threshold": 4}
    head = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False, "_system_config": soon}
    made = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
    made.add_node(num_cpus=1, object_store_memory=80 << 20)
    made.add_node(num_cpus=1, object_store_memory=80 << 20)
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


def parent_of(pid):
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError):
        return None


def workers():
    """Processes of this cluster that make a shard at the moment."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            busy = b"ray::_make" in (folder / "cmdline").read_bytes()
        except OSError:
            continue
        pid = int(folder.name)
        if busy and parent_of(parent_of(pid)) == os.getpid():
            yield pid


def run(tmp_path, **options):
    done = []

    def progress(p):
        done.append(p.done)
        options["progress"](p) if "progress" in options else None

    result = campaign.run(PLAN, out=tmp_path, cluster="ray", progress=progress)
    return result.merge().read_bytes(), done


def test_the_same_bytes(cluster, expected, tmp_path):
    bytes_, done = run(tmp_path)
    assert bytes_ == expected
    assert len(done) == SHARDS and done[-1] == 8 * SHARDS


def test_a_worker_is_killed(cluster, expected, tmp_path):
    killed = []

    def kill(_):
        if not killed:
            deadline = time.monotonic() + 20
            while not killed and time.monotonic() < deadline:
                killed.extend(list(workers())[:1])
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    bytes_, done = run(tmp_path, progress=kill)
    assert killed, "no worker was seen"
    assert bytes_ == expected and len(done) == SHARDS, "nothing lost, nothing twice"


def test_a_node_goes_away(cluster, expected, tmp_path):
    removed = []

    def remove(_):
        if not removed:
            removed.append(cluster.add_node(num_cpus=1, object_store_memory=80 << 20))
            time.sleep(1)
            cluster.remove_node(removed[0], allow_graceful=False)

    bytes_, done = run(tmp_path, progress=remove)
    assert removed
    assert bytes_ == expected and len(done) == SHARDS


DRIVER = """
import os, signal, sys
from test_campaign_ray import PLAN, campaign
def progress(p):
    if p.done >= 0.4 * p.total:
        os.kill(os.getpid(), signal.SIGKILL)
campaign.run(PLAN, out=sys.argv[1], cluster="ray", address=sys.argv[2], progress=progress)
"""


def test_the_driver_is_killed_and_goes_on(cluster, expected, tmp_path):
    here = Path(__file__).parent
    killed = subprocess.run([sys.executable, "-c", DRIVER, tmp_path, cluster.address], cwd=here, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    there = len(list((tmp_path / "shards").glob("*.jsonl")))
    assert there == 8, "40 % of the shards"
    bytes_, done = run(tmp_path)
    assert bytes_ == expected
    assert len(done) == SHARDS - there, "only what was missing is made"


FULL = """
import resource, sys
from test_campaign_ray import PLAN, campaign
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
campaign.run(PLAN, out=sys.argv[1], cluster="ray", address=sys.argv[2])
"""


def test_the_disk_is_full(cluster, expected, tmp_path):
    # A limit of the size of files stands for the disk: no shard fits, then only the file with all of them does not.
    here = Path(__file__).parent
    for most, shards in ((1000, 0), (len(expected) // 2, SHARDS)):
        command = [sys.executable, "-c", FULL, tmp_path, cluster.address, str(most)]
        full = subprocess.run(command, cwd=here, capture_output=True, text=True)
        assert full.returncode == 1 and "File too large" in full.stderr, full.stderr
        assert len(list((tmp_path / "shards").glob("*.jsonl"))) == shards
        assert not list(tmp_path.rglob("*.part"))
    bytes_, done = run(tmp_path)
    assert bytes_ == expected and done == []


def test_actors_keep_corpora_and_one_that_dies_is_made_again(cluster, tmp_path):
    killed = []

    def kill(done, known, seconds):
        if not killed:
            for folder in Path("/proc").glob("[0-9]*"):
                try:
                    is_actor = b"ray::Corpus" in (folder / "cmdline").read_bytes()
                except OSError:
                    continue
                if is_actor and parent_of(parent_of(int(folder.name))) == os.getpid():
                    os.kill(int(folder.name), signal.SIGKILL)
                    killed.append(folder.name)
                    return

    small = {"targets": ["a2a3", "a5"], "kinds": ["numbers", "tiles"], "size": 4, "turn": 10}
    made = campaign.fuzz(tmp_path, programs=120, cluster="ray", progress=kill, **small)
    assert killed, "no actor was seen"
    assert made.programs == 120 and made.findings == []
    rows = [line for p in (tmp_path / "corpus").glob("*.jsonl") for line in p.read_text().splitlines()]
    assert len(rows) == made.entries >= 4
    assert campaign.fuzz(tmp_path, programs=10, cluster="ray", actors=1, **small).entries >= made.entries
    # More than there are cores: some find a place when others have nothing left to do.
    assert campaign.fuzz(tmp_path, programs=80, cluster="ray", actors=8, **small).programs == 80
