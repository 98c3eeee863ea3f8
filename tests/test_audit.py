"""scripts/audit.py says that a package is sound only when it was looked up."""

from __future__ import annotations

import json

import pytest

import audit

SOUND = {"name": "httpx", "version": "0.28.1", "vulns": []}
BAD = {
    "name": "jinja2",
    "version": "2.4.1",
    "vulns": [{"id": "PYSEC-2014-8", "fix_versions": ["2.7.2"], "aliases": [], "description": ""}],
}
MISSED = {"name": "leftpad", "skip_reason": "Dependency not found on PyPI and could not be audited"}


def printed(*packages: object) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_what_was_looked_up_and_is_sound_passes() -> None:
    status, lines = audit.outcome(printed(SOUND), "")

    assert (status, lines) == (0, ["1 of 1 packages were looked up; 0 known vulnerabilities"])


def test_a_vulnerability_is_named_with_what_mends_it() -> None:
    status, lines = audit.outcome(printed(SOUND, BAD), "")

    assert status == 1
    assert lines[0] == "jinja2 2.4.1: PYSEC-2014-8, mended in 2.7.2"


def test_what_could_not_be_looked_up_is_not_sound() -> None:
    status, lines = audit.outcome(printed(SOUND, BAD, MISSED), "")

    assert status == 2
    assert "jinja2 2.4.1: PYSEC-2014-8, mended in 2.7.2" in lines
    assert "2 of 3 packages were looked up; the service did not answer for leftpad" in lines


@pytest.mark.parametrize("text", ["", "[]", "{}", "Traceback", '{"dependencies": []}'])
def test_an_audit_that_ended_early_or_asked_nothing_fails_and_says_why(text: str) -> None:
    status, lines = audit.outcome(text, "Traceback …\nConnectionError: api.osv.dev\n")

    assert status == 2
    assert "did not answer for any" in lines[0] or "ConnectionError: api.osv.dev" in lines[0]
