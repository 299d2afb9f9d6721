"""Neovim attached to `pto lsp`: findings shown, a quick fix applied, hover text. Skipped, and said so, without `nvim`."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PTO = os.environ.get("PTO", str(ROOT / "target/debug/pto"))


@unittest.skipUnless(shutil.which("nvim"), "there is no nvim")
class Neovim(unittest.TestCase):
    def test_findings_fix_and_hover(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "broken.pto"
            # A line of wide characters before the mistakes, and one on the line of a mistake.
            text = (ROOT / "examples/broken.pto").read_text()
            program.write_text("// 错误 🙂\n" + text)
            env = {**os.environ, "PTO": str(pathlib.Path(PTO).resolve()), "PROGRAM": str(program), "HOME": folder}
            runtime = f"set runtimepath^={ROOT / 'editors/neovim'}"
            words = ["nvim", "--headless", "-u", "NONE", "--cmd", runtime, "-S", str(HERE / "neovim.lua")]
            done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=90, cwd=folder)
        line = next((l for l in (done.stdout + done.stderr).splitlines() if "RESULT " in l), None)
        self.assertIsNotNone(line, done.stdout + done.stderr)
        result = json.loads(line.split("RESULT ", 1)[1])
        self.assertNotIn("error", result)
        words = [f[3] for f in result["found"]]
        self.assertTrue(any("does not take bf16 on a2a3" in w for w in words), words)
        self.assertIn("pto.trowsum ins", result["fixed"])
        self.assertIn("**pto.trowsum**", result["hover"])


if __name__ == "__main__":
    unittest.main()
