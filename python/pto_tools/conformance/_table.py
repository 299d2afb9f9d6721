"""What happened to each example and test, and the table of it."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

# In the order of the table's columns.
VERDICTS = ("equal", "checked", "different", "refused", "stopped", "skipped")

MEANINGS = {
    "equal": "ran here, and the project's own reference agrees",
    "checked": "its text is legal; it was not run, because it has no data of its own",
    "different": "ran here, and the reference does not agree",
    "refused": "this simulator said no: a finding, or something it does not execute",
    "stopped": "ended before it got here, or for another reason",
    "skipped": "the project itself does not run it on this platform",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One example or test on one platform."""

    suite: str
    name: str
    platform: str
    verdict: str
    reason: str = ""
    tasks: int = 0
    seconds: float = 0.0


def group_of(name: str) -> str:
    """The folder that an outcome is counted in."""
    path = name.partition("::")[0]
    return str(Path(path).parent)


def kind_of(reason: str) -> str:
    """A reason without what differs from one case to the next."""
    code = re.search(r"\b[EW]\d{4}\b", reason)
    first = reason.strip().splitlines()[0] if reason.strip() else "no reason given"
    words = re.sub(r"0x[0-9a-f]+|\d+(?:\.\d+)?", "N", re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"", "`..`", first))
    return f"{code[0]} {words[:110]}" if code and code[0] not in words else words[:120]


def render(outcomes: list[Outcome]) -> str:
    """The table, and the reasons of everything that is not equal."""
    groups: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for o in outcomes:
        groups[group_of(o.name), o.platform][o.verdict] += 1
    width = max([len(g) for g, _ in groups] + [5])
    lines = [f"{'':<{width}} {'platform':<9}" + "".join(f"{v:>11}" for v in VERDICTS)]
    for (group, platform), counts in sorted(groups.items()):
        lines.append(f"{group:<{width}} {platform:<9}" + "".join(f"{counts[v] or '':>11}" for v in VERDICTS))
    total = Counter(o.verdict for o in outcomes)
    lines.append(f"{'all':<{width}} {'':<9}" + "".join(f"{total[v]:>11}" for v in VERDICTS))
    judged = total["equal"] + total["different"] + total["refused"]
    if judged:
        share = 100 * total["equal"] / judged
        lines.append(f"\n{total['equal']} of {judged} that came here are equal: {share:.1f} %")
    lines += ["", *(f"{v}: {MEANINGS[v]}" for v in VERDICTS if total[v])]
    for verdict in VERDICTS[2:]:
        reasons: dict[str, list[Outcome]] = defaultdict(list)
        for o in outcomes:
            if o.verdict == verdict:
                reasons[kind_of(o.reason)].append(o)
        if reasons:
            lines.append(f"\n{verdict}:")
        for reason, found in sorted(reasons.items(), key=lambda r: -len(r[1])):
            lines.append(f"{len(found):>5}  {reason}")
            lines.append(f"       e.g. {found[0].name} on {found[0].platform}")
    return "\n".join(lines)


def save(outcomes: list[Outcome], path: Path) -> None:
    """Every outcome, one per line."""
    path.write_text("".join(json.dumps(asdict(o)) + "\n" for o in outcomes), encoding="utf-8")


def read(path: Path) -> list[Outcome]:
    """Outcomes that a process wrote."""
    if not path.exists():
        return []
    return [Outcome(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
