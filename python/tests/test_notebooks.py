"""The notebooks are executed, and show pictures, tables and findings."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
SHOWN = {
    "first-kernel": ["<svg", "busy cycles", "<iframe", "E0405", "steps in"],
    "finding-a-race": ["E0614", "E0701", "no findings"],
    "tuning-a-softmax": ["rows at a time", "PIPE_", "<iframe"],
}


@pytest.mark.parametrize("name", SHOWN)
def test_notebook(name):
    nbformat = pytest.importorskip("nbformat", reason="nbclient is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = ""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            shown += output.get("text", "")
            for value in output.get("data", {}).values():
                shown += value if isinstance(value, str) else "".join(value)
    for text in SHOWN[name]:
        assert text in shown, text
    assert not re.search(r"<[A-Za-z.]+ object at 0x", shown), "everything that is shown has a form of its own"
