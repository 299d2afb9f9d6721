"""A pytest plugin that writes what happened to each test of a PyPTO suite: `PTO_CONFORMANCE_LOG` names the file."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Any

import pytest
from pypto.backend import reset_for_testing

from ..pypto import _errors, history
from ._table import Outcome

_PLATFORM = os.environ.get("PTO_CONFORMANCE_PLATFORM", "")
_tasks: dict[str, int] = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    _errors.raised.clear()
    history.clear()
    # PyPTO keeps one device per process; its suite is meant to be run with a process per test.
    reset_for_testing()
    yield


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """A file that does not load is one outcome: refused by the project for this platform, or stopped."""
    if report.outcome == "failed":
        text = str(report.longrepr)
        last = next((line[1:].strip() for line in text.splitlines() if line.startswith("E ")), text[-300:])
        verdict = "skipped" if "UsageError" in text else "stopped"
        _write(Outcome("tests", report.nodeid, _PLATFORM, verdict, last))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    answer = yield
    report = answer.get_result()
    if report.when == "setup" and report.outcome == "passed":
        return
    if report.when == "teardown" and report.outcome == "passed":
        return
    _write(Outcome(*_judge(item, report)))


def _judge(item: pytest.Item, report: pytest.TestReport) -> tuple[Any, ...]:
    tasks = sum(len(r.tasks) for r in history)
    head = ("tests", item.nodeid, _PLATFORM)
    if report.outcome == "passed":
        # A test that came through without a task here says nothing about this simulator.
        return (*head, "equal" if tasks else "skipped", "" if tasks else "no kernel was run", tasks, report.duration)
    if report.outcome == "skipped":
        where = report.longrepr
        text = where[2] if isinstance(where, tuple) else str(getattr(report, "wasxfail", "") or where)
        return (*head, "skipped", text.removeprefix("Skipped: "), tasks, report.duration)
    if _errors.raised:
        return (*head, "refused", str(_errors.raised[0]), tasks, report.duration)
    text = str(getattr(report.longrepr, "reprcrash", None) or report.longrepr)
    message = getattr(getattr(report.longrepr, "reprcrash", None), "message", text)
    return (*head, "different" if tasks else "stopped", message[:2000], tasks, report.duration)


def _write(outcome: Outcome) -> None:
    with open(os.environ["PTO_CONFORMANCE_LOG"], "a", encoding="utf-8") as log:
        log.write(json.dumps(asdict(outcome)) + "\n")
