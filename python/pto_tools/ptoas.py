"""`python -m pto_tools.ptoas`: called as the assembler is.

`python -m pto_tools.ptoas --install [FOLDER]` writes a `ptoas` script beside the other scripts of this Python, or into a
folder; `--remove [FOLDER]` removes it.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Installs, removes or assembles."""
    from ._command import install_ptoas, ptoas

    match sys.argv[1:]:
        case ["--install", *folder] if len(folder) < 2:
            print(install_ptoas(*folder))
        case ["--remove", *folder] if len(folder) < 2:
            path = install_ptoas(*folder)
            path.unlink()
            print(f"removed {path}")
        case _:
            return ptoas()
    return 0


if __name__ == "__main__":
    sys.exit(main())
