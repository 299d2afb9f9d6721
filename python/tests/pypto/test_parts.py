"""Wrappers, texts and places are read as PyPTO writes them."""

from __future__ import annotations

import pytest
from pto_tools.pypto import SourceLine
from pto_tools.pypto._errors import source_of
from pto_tools.pypto._options import from_environment
from pto_tools.pypto._orchestration import ChipTensor
from pto_tools.pypto._record import _Writes
from pto_tools.pypto._text import Shard, functions, specialize
from pto_tools.pypto._wrapper import ExtentArg, IdentityArg, NumberArg, TensorArg, read_wrapper

from work_folder import SCALE, wrapper


def test_a_wrapper_says_where_arguments_come_from():
    text = wrapper("k", ["a", "b"], ["n"], {"rows": "static_cast<int64_t>(b_tensor->shapes[0]) / 128"}, block=True)
    first, second, number, extent, idx, num = read_wrapper(text, "k")
    assert (first, second, number) == (TensorArg(0), TensorArg(1), NumberArg(0))
    assert (idx, num) == (IdentityArg("block_idx"), IdentityArg("block_num"))
    assert isinstance(extent, ExtentArg)
    b = ChipTensor(ndims=2)
    b.shapes[0], b.shapes[1] = 512, 3
    assert extent.value([ChipTensor(), b]) == 4


def test_a_blocks_number_comes_from_the_launch():
    text = specialize(SCALE)
    assert "%arg3: index) {" in text
    assert "%__pypto_spmd_block_idx_i64 = \"pto.get_block_idx\"() : () -> i64" in text
    assert len(text.splitlines()) == len(SCALE.splitlines())
    assert functions(text) == ["scale"]


def test_memory_of_blocks_is_divided():
    text = specialize(SCALE, shards={"scale": Shard(1, 96)})
    assert "%arg1_whole: !pto.ptr<f32>" in text
    assert '%arg1 = "pto.addptr"(%arg1_whole, ' in text


def test_places_are_found_directly_and_by_name():
    text = '#loc1 = loc("a.py":3:4)\npto.tadd loc(#loc1)\npto.tsub loc("b.py":5:6)\n'
    assert source_of(text, 2) == SourceLine("a.py", 3, 4)
    assert source_of(text, 3) == SourceLine("b.py", 5, 6)
    assert source_of(text, 9) is None


def test_options_from_the_environment():
    assert from_environment("1") == {}
    assert from_environment("check=all, threads=2,cost") == {"check": "all", "threads": 2, "cost": True}
    with pytest.raises(ValueError, match="no option `speed`"):
        from_environment("speed=9")


def test_the_last_writers_of_bytes_are_known():
    writes = _Writes()
    writes.write(0, 100, 1)
    writes.write(10, 20, 2)
    assert writes.overlapping(0, 10) == {1}
    assert writes.overlapping(15, 16) == {1, 2}
    writes.write(5, 30, 3)
    assert writes.overlapping(15, 16) == {1, 3}
    assert writes.overlapping(90, 200) == {1}
    assert writes.overlapping(100, 200) == set()
    writes.write(0, 100, 4)
    assert writes.overlapping(0, 100) == {4}
