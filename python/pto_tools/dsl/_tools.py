"""Commands that stand in for an assembler and a device's compiler, so that a DSL's build scripts work as they are.

`ptoas in.pto -o out.cpp` writes C++ whose kernels are the text; `bisheng ... caller.cpp -o lib.so` compiles the host side with the
system's compiler. A library that is made so calls back when a kernel is launched (`_host.py`).
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from ..pypto._orchestration import _compiler
from ..pypto._text import functions

_INCLUDE = Path(__file__).parent / "include"
_LAUNCH = re.compile(r"([A-Za-z_]\w*)\s*<<<\s*([^,>]+),[^>]*>>>\s*\(")


def ptoas(arguments: list[str]) -> int:
    """Writes C++ with the text inside."""
    files = [a for a in arguments if not a.startswith("-")]
    output = None
    if "-o" in arguments:
        output = arguments[arguments.index("-o") + 1]
        files.remove(output)
    text = Path(files[0]).read_text(encoding="utf-8") if files and files[0] != "-" else sys.stdin.read()
    # Pieces, because compilers limit the length of one literal.
    pieces = "\n".join(f'R"PTO({text[i : i + 8000]})PTO"' for i in range(0, max(len(text), 1), 8000))
    lines = ['#include "pto_launch.h"', f"static const char pto_text_{abs(hash(text))}[] = {pieces};"]
    for name in functions(text):
        lines.append(f'static const PtoKernel {name}{{pto_text_{abs(hash(text))}, "{name}"}};')
    cpp = "\n".join(lines) + "\n"
    if output in (None, "-"):
        sys.stdout.write(cpp)
    else:
        Path(output).write_text(cpp, encoding="utf-8")
    return 0


def bisheng(arguments: list[str]) -> int:
    """Compiles a host file; what only a device's compiler knows is left out."""
    output = arguments[arguments.index("-o") + 1]
    source = next(Path(a) for a in reversed(arguments) if a.endswith((".cpp", ".cce")) and a != output)
    kept = [a for a in arguments if a.startswith(("-D", "-I"))]
    text = _LAUNCH.sub(r"\1.on(\2)(", source.read_text(encoding="utf-8"))
    command = [*_compiler(), "-std=c++17", "-O0", "-w", "-fPIC", "-shared", "-x", "c++", f"-I{_INCLUDE}"]
    command += [*kept, f"-I{source.parent.resolve()}", "-", "-o", output]
    done = subprocess.run(command, input=f'#include "pto_launch.h"\n#line 1 "{source}"\n{text}', text=True, check=False)
    return done.returncode


def write_commands(folder: Path) -> None:
    """The commands as files of a folder that can stand first in PATH."""
    for name in ("ptoas", "bisheng"):
        script = folder / name
        script.write_text(
            f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m pto_tools.dsl._tools {name} "$@"\n', encoding="utf-8"
        )
        script.chmod(0o755)
    for name in ("python", "python3"):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m pto_tools.dsl "$@"\n', encoding="utf-8")
        script.chmod(0o755)


if __name__ == "__main__":
    sys.exit({"ptoas": ptoas, "bisheng": bisheng}[sys.argv[1]](sys.argv[2:]))
