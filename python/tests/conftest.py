"""What several tests need."""

import pytest
from samples import COPY, DOUBLE, EXAMPLES

import pto_tools as pto


@pytest.fixture
def double():
    """Twice a tile of f32."""
    return pto.parse(DOUBLE.format(type="f32"))


@pytest.fixture
def copy():
    """A copy of 32 f32 through a tile."""
    return pto.parse(COPY.format(type="f32"))


@pytest.fixture
def softmax():
    """The example."""
    return pto.load(EXAMPLES / "softmax.pto", target="a5")
