"""Arguments of all kinds, in place; those that cannot be are refused with the line that would help."""

import array
import ctypes

import ml_dtypes
import numpy as np
import pytest
from samples import COPY, DOUBLE

import pto_tools as pto

TYPES = {
    "f16": np.float16,
    "f32": np.float32,
    "bf16": ml_dtypes.bfloat16,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "i8": np.int8,
    "ui8": np.uint8,
    "i16": np.int16,
    "i32": np.int32,
    "ui32": np.uint32,
}


@pytest.mark.parametrize("element", TYPES)
def test_every_type_of_numpy_and_ml_dtypes_is_used_in_place(element):
    kernel = pto.parse(COPY.format(type=element), target="a5")
    x = np.arange(32).astype(TYPES[element])
    y = np.zeros(32, TYPES[element])
    kernel(x, y)
    assert y.tobytes() == x.tobytes()


def test_bf16_computes_as_ml_dtypes_does():
    kernel = pto.parse(DOUBLE.format(type="bf16"), target="a5")
    x = np.linspace(-3, 3, 16).astype(ml_dtypes.bfloat16).reshape(1, 16)
    y = np.zeros_like(x)
    kernel(x, y)
    assert (y == x + x).all()


def test_codes_of_floats_are_unsigned_integers(double):
    kernel = pto.parse(DOUBLE.format(type="bf16"), target="a5")
    x, y = np.full(16, 0x3F80, np.uint16), np.zeros(16, np.uint16)
    kernel(x, y)
    assert (y == 0x4000).all()
    with pytest.raises(TypeError, match=r"`%x` has elements of type f32, the array has int32; pass `a.astype\(numpy.float32\)`"):
        double(np.zeros(16, np.int32), np.zeros(16, np.float32))


def test_the_buffer_protocol(copy):
    x, y = array.array("f", range(32)), bytearray(128)
    copy(x, y)
    assert array.array("f", bytes(y)) == x
    z = (ctypes.c_float * 32)()
    copy(memoryview(x), z)
    assert list(z) == list(range(32))


class Interface:
    """Memory that is told by `__array_interface__` alone."""

    def __init__(self, values):
        self._values = values
        self.__array_interface__ = values.__array_interface__


class Capsule:
    """Memory that is told by DLPack alone."""

    def __init__(self, values):
        self._values = values

    def __dlpack__(self, **options):
        return self._values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._values.__dlpack_device__()


@pytest.mark.parametrize("wrap", [Interface, Capsule])
def test_interfaces_of_arrays(copy, wrap):
    x, y = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    copy(wrap(x), wrap(y))
    assert (x == y).all()


def test_two_tiles_over_one_array(double):
    x = np.arange(16, dtype=np.float32)
    double(x, x)
    assert (x == 2 * np.arange(16)).all()


def test_two_buffers_over_one_array(copy):
    x = np.arange(32, dtype=np.float32)
    copy(x, x, check="all")
    assert (x == np.arange(32)).all()


def test_parameters_that_share_some_bytes(copy):
    memory = np.arange(48, dtype=np.float32)
    copy(memory[:32], memory[16:])
    assert (memory[16:] == np.arange(32)).all()
    assert (memory[:16] == np.arange(16)).all()


def test_what_is_not_contiguous_is_refused(copy):
    x, y = np.arange(64, dtype=np.float32)[::2], np.zeros(32, np.float32)
    with pytest.raises(ValueError, match=r"for `%x` is not contiguous; pass `numpy.ascontiguousarray\(a\)`"):
        copy(x, y)
    half = np.zeros((32, 2), ml_dtypes.bfloat16)[:, 0]
    kernel = pto.parse(COPY.format(type="bf16"), target="a5")
    with pytest.raises(ValueError, match="is not contiguous"):
        kernel(half, half)


def test_what_is_read_only_may_be_read_and_not_written(copy):
    x, y = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    x.flags.writeable = False
    copy(x, y)
    assert (x == y).all()
    with pytest.raises(pto.Error) as failed:
        copy(y, x)
    (line,) = failed.value.__notes__
    assert line == "the array for `%y` may only be read; pass `numpy.array(a)`, which can be written"
    assert (x == np.arange(32)).all()


def test_tiles_over_memory_that_is_read_only(double):
    x, y = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    x.flags.writeable = False
    double(x, y)
    assert (y == 2 * x).all()
    with pytest.raises(ValueError, match=r"writes `%y`, whose array may only be read; pass `numpy.array\(a\)`"):
        double(y, x)


def test_another_byte_order_is_refused(copy):
    x = np.arange(32, dtype=">f4")
    with pytest.raises(TypeError, match=r"newbyteorder\('='\)"):
        copy(x, x)


def test_too_short_an_array_is_a_finding(copy):
    with pytest.raises(pto.Error) as failed:
        copy(np.zeros(8, np.float32), np.zeros(32, np.float32))
    assert failed.value.findings[0].code == "E0602"


def test_what_has_no_memory_is_refused(copy):
    with pytest.raises(TypeError, match="`%x` takes an array; int 3 has no memory to share"):
        copy(3, 4)


def test_empty_and_scalar_arrays():
    kernel = pto.parse("func.func @f(%x: !pto.ptr<f32, gm>, %y: !pto.ptr<bf16, gm>) {\n  return\n}")
    kernel(np.zeros(0, np.float32), np.zeros((), ml_dtypes.bfloat16))


class TestTorch:
    """Tensors. Torch is large, so it need not be there."""

    torch = None

    @pytest.fixture(autouse=True)
    def torch_or_skip(self):
        TestTorch.torch = pytest.importorskip("torch", reason="torch is not installed")

    @pytest.mark.parametrize("element", ["f16", "f32", "bf16", "f8E4M3FN", "f8E5M2", "i8", "ui8", "i16", "i32"])
    def test_every_type_is_used_in_place(self, element):
        torch = self.torch
        names = {"f16": "float16", "f32": "float32", "bf16": "bfloat16", "f8E4M3FN": "float8_e4m3fn"}
        names |= {"f8E5M2": "float8_e5m2", "i8": "int8", "ui8": "uint8", "i16": "int16", "i32": "int32"}
        kernel = pto.parse(COPY.format(type=element), target="a5")
        dtype = getattr(torch, names[element])
        x, y = torch.arange(32).to(dtype), torch.zeros(32).to(dtype)
        kernel(x, y)
        assert torch.equal(x.view(torch.uint8), y.view(torch.uint8))

    def test_tensors_that_are_not_contiguous_are_refused(self, copy):
        x = self.torch.zeros(32, 2)[:, 0]
        with pytest.raises(ValueError, match=r"pass `tensor.contiguous\(\)`"):
            copy(x, x)

    def test_tensors_that_need_gradients_are_used_in_place(self, copy):
        x = self.torch.arange(32, dtype=self.torch.float32)
        y = self.torch.zeros(32, requires_grad=True)
        copy(x, y)
        assert self.torch.equal(x, y.detach())

    def test_a_tensor_of_another_type_is_refused(self, copy):
        x = self.torch.zeros(32)
        with pytest.raises(TypeError, match=r"the array has float64; pass `tensor.to\(torch.float32\)` and copy the result back"):
            copy(x.double(), x)

    def test_a_tensor_of_another_device_is_refused(self, copy):
        with pytest.raises(ValueError, match=r"is on meta; pass `tensor.cpu\(\)`"):
            copy(self.torch.zeros(32, device="meta"), np.zeros(32, np.float32))
