"""A pytest plugin that writes what happened to each test of pto-dsl: `PTO_CONFORMANCE_LOG` names the file."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Any

import pytest

from ..dsl import _host
from ..pypto import _errors
from ._table import Outcome

_before = 0


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    global _before
    _errors.raised.clear()
    _before = _host.launches
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    answer = yield
    report = answer.get_result()
    if report.when != "call" and report.outcome == "passed":
        return
    # Node ids start at the checkout, which has the settings of pytest.
    name = item.nodeid
    ran = _host.launches - _before
    told = report.longrepr
    # A skipped test has a file, a line and the reason.
    reason = told[2].removeprefix("Skipped: ") if isinstance(told, tuple) else str(told or "")
    reason = str(getattr(getattr(told, "reprcrash", None), "message", reason))
    if report.outcome == "passed":
        verdict = "equal" if ran else "skipped"
        reason = "" if ran else "no kernel was run"
    elif report.outcome == "skipped":
        verdict = "skipped"
    elif _errors.raised:
        verdict, reason = "refused", str(_errors.raised[0])
    else:
        verdict = "different" if ran else "stopped"
    outcome = Outcome("tests", name, "a2a3", verdict, reason[:2000], ran, report.duration)
    with open(os.environ["PTO_CONFORMANCE_LOG"], "a", encoding="utf-8") as log:
        log.write(json.dumps(asdict(outcome)) + "\n")
