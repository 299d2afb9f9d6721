"""Emacs with eglot attached to `pto lsp`: findings are shown. Skipped, and said so, without Emacs or without eglot."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PTO = os.environ.get("PTO", str(ROOT / "target/debug/pto"))

SCRIPT = """
(progn
  (require 'package)
  (package-initialize)
  (unless (require 'eglot nil t) (message "RESULT no eglot") (kill-emacs 0))
  (setq pto-command (getenv "PTO"))
  (add-to-list 'load-path (getenv "MODE"))
  (require 'pto-mode)
  (find-file (getenv "PROGRAM"))
  (message "MODE %s" major-mode)
  (let ((eglot-sync-connect 20)) (apply #'eglot (eglot--guess-contact)))
  (flymake-mode 1)
  (let ((end (+ (float-time) 20)))
    (while (and (< (float-time) end) (null (flymake-diagnostics)))
      (flymake-start)
      (accept-process-output nil 0.2)))
  (message "RESULT %S" (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
  (kill-emacs 0))
"""


@unittest.skipUnless(shutil.which("emacs"), "there is no emacs")
class Emacs(unittest.TestCase):
    def test_findings(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "broken.pto"
            program.write_text((ROOT / "examples/broken.pto").read_text())
            env = {**os.environ, "PTO": str(pathlib.Path(PTO).resolve()), "PROGRAM": str(program),
                   "MODE": str(ROOT / "editors/emacs"), "HOME": folder}
            words = ["emacs", "--batch", "--eval", SCRIPT]
            done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=90)
        said = done.stdout + done.stderr
        if "RESULT no eglot" in said:
            self.skipTest("this Emacs has no eglot")
        self.assertIn("MODE pto-mode", said)
        self.assertIn("there is no instruction `pto.trwosum`", said)


if __name__ == "__main__":
    unittest.main()
