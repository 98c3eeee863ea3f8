"""The experiments can be called, and their list is whole."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "experiments"
NAMES = sorted(p.stem for p in FOLDER.glob("*.py") if "\ndef main()" in p.read_text("utf-8"))
LIST = (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_an_experiment_says_what_it_takes(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--help"])

    with pytest.raises(SystemExit) as ended:
        import_module(f"experiments.{name}").main()

    assert ended.value.code == 0
    assert f"python -m experiments.{name}" in capsys.readouterr().out


def test_every_experiment_is_listed_with_its_log() -> None:
    assert re.findall(r"^\| `(\w+)` \|", LIST, re.MULTILINE) == NAMES
    for page, heading in re.findall(r"\]\(([^)#]+)#([^)]+)\)", LIST):
        text = (FOLDER / page).read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        assert heading in {each.lower().replace(" ", "-").replace("`", "") for each in headings}
