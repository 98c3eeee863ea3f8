"""Say whether what a release consists of agrees, before anything is published.

    python scripts/check_release.py TAG [DIST] [--notes FILE]

TAG is such as v0.1.0. The newest section of CHANGELOG.md must be of that version and have its date,
CITATION.cff must have both, and DIST, a folder, must hold the sdist and the wheel of that version.
``--notes`` writes the section's text. Exit status: 0 when all agrees, 1 when something does not.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = "unreleased"
_HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
_TAG = re.compile(r"v(\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)")


class Section(NamedTuple):
    """A version's part of the changelog.

    Attributes:
        version: Such as "0.1.0".
        date: Such as "2026-01-31", or "unreleased".
        text: What stands under the heading.
    """

    version: str
    date: str
    text: str


def sections(changelog: str) -> list[Section]:
    """Return the sections of a changelog, as they stand: the newest first.

    >>> sections("# Changelog\\n\\n## 0.2.0 (unreleased)\\n\\n- Two.\\n")
    [Section(version='0.2.0', date='unreleased', text='- Two.')]
    """
    found = list(_HEADING.finditer(changelog))
    ends = [heading.start() for heading in found[1:]] + [len(changelog)] * bool(found)
    return [
        Section(heading[1], heading[2], changelog[heading.end() : end].strip())
        for heading, end in zip(found, ends, strict=True)
    ]


def problems(tag: str, changelog: str, citation: Mapping[str, Any]) -> list[str]:
    """Say what keeps a tag from being released.

    A release candidate is of the version that it is a candidate for, whose date is still open.
    """
    named = _TAG.fullmatch(tag)
    if named is None:
        return [f"the tag is {tag!r}; expected one such as v0.1.0 or v0.1.0rc1"]
    version = re.split("a|b|rc", named[1])[0]
    newest = next(iter(sections(changelog)), Section("none", UNRELEASED, ""))
    said = []
    if newest.version != version:
        said.append(f"CHANGELOG.md begins with {newest.version}; expected ## {version} (its date)")
    elif not newest.text:
        said.append(f"CHANGELOG.md says nothing of {version}")
    if newest.date == UNRELEASED and version == named[1]:
        said.append(f"CHANGELOG.md has no date for {newest.version}; write it for 'unreleased'")
    return said + disagreements(newest, citation)


def disagreements(newest: Section, citation: Mapping[str, Any]) -> list[str]:
    """Say where CITATION.cff differs from the newest section of the changelog."""
    dated = None if newest.date == UNRELEASED else newest.date
    held = {"version": newest.version, "date-released": dated}
    told = {name: citation.get(name) for name in held}
    return [
        f"CITATION.cff has {name} {told[name]}; expected {value}, as in CHANGELOG.md"
        for name, value in held.items()
        if str(told[name]) != str(value)
    ]


def missing(tag: str, dist: Path) -> list[str]:
    """Say what a folder lacks of a release's files, or has beside them."""
    version = tag.removeprefix("v")
    wanted = {f"groundgraph-{version}.tar.gz", f"groundgraph-{version}-py3-none-any.whl"}
    found = {path.name for path in dist.iterdir() if path.suffix in {".gz", ".whl"}}
    if found == wanted:
        return []
    return [f"{dist} holds {sorted(found)}; expected {sorted(wanted)}: build at the tag"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tag")
    parser.add_argument("dist", type=Path, nargs="?")
    parser.add_argument("--notes", type=Path)
    given = parser.parse_args()
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    said = problems(given.tag, changelog, citation)
    if given.dist is not None:
        said += missing(given.tag, given.dist)
    if said:
        print("\n".join(said), file=sys.stderr)
        return 1
    if given.notes is not None:
        given.notes.write_text(f"{sections(changelog)[0].text}\n", encoding="utf-8")
    print(f"{given.tag} can be released")
    return 0


if __name__ == "__main__":
    sys.exit(main())
