"""The tree-sitter grammar: it is generated, parses every program of the repository without an error, and its queries fit it.

Skipped, and said so, without the command `tree-sitter` (`cargo install tree-sitter-cli`) or a C compiler.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRAMMAR = ROOT / "editors/tree-sitter-pto"
TREE_SITTER = os.environ.get("TREE_SITTER") or shutil.which("tree-sitter")
# Programs that are read without a mistake; in other folders some are broken on purpose.
PROGRAMS = ["examples", "tests/debug", "tests/shadow", "tests/lower", "tests/emit", "tests/run"]


@unittest.skipUnless(TREE_SITTER and shutil.which("cc"), "there is no tree-sitter, or no C compiler")
class TreeSitter(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.grammar = pathlib.Path(cls.folder.name) / "tree-sitter-pto"
        shutil.copytree(GRAMMAR, cls.grammar)
        cls.run_it("generate")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_it(cls, *words):
        env = {**os.environ, "HOME": cls.folder.name, "XDG_CACHE_HOME": cls.folder.name, "TREE_SITTER_DIR": cls.folder.name}
        done = subprocess.run([TREE_SITTER, *words], cwd=cls.grammar, env=env, capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f"tree-sitter {' '.join(words[:3])}: {done.stdout}{done.stderr}")
        return done.stdout

    def test_corpus(self):
        self.run_it("test")

    def test_programs(self):
        programs = sorted(str(p) for folder in PROGRAMS for p in (ROOT / folder).rglob("*.pto"))
        self.assertGreater(len(programs), 250)
        listed = pathlib.Path(self.folder.name) / "programs.txt"
        listed.write_text("\n".join(programs))
        # It fails if a tree has an error.
        self.run_it("parse", "--quiet", "--paths", str(listed))

    def test_highlights(self):
        for query in [GRAMMAR / "queries/highlights.scm", *(ROOT / "editors/zed/languages").rglob("*.scm")]:
            found = self.run_it("query", str(query), str(ROOT / "examples/softmax.pto"))
            self.assertIn("function.builtin", found)


if __name__ == "__main__":
    unittest.main()
