"""Every command for training and experiments that a text names can be called."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from training.pipelines import PIPELINES

ROOT = Path(__file__).parents[2]
TEXTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in chain(
        ROOT.glob("*.md"),
        *(
            (ROOT / folder).rglob(f"*.{kind}")
            for folder in ("docs", "src", "training", "experiments", "scripts")
            for kind in ("md", "py", "toml")
        ),
    )
)


def named(pattern: str, text: str) -> set[str]:
    return set(re.findall(pattern, text))


@pytest.mark.parametrize("name", TEXTS)
def test_the_commands_of_a_text_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    experiments = {path.stem for path in (ROOT / "experiments").glob("*.py")}
    steps = {step.name for pipeline in PIPELINES.values() for step in pipeline.steps}

    assert not named(r"python -m training\.", text)
    assert named(r"python -m training ([a-z]\w*)", text) <= {*PIPELINES}
    assert named(r"--only ([a-z][\w-]*)", text) <= steps | {"facts"}  # of an ablation
    assert named(r"python -m experiments\.([a-z]\w*)", text) <= experiments
    scripts = named(r"(?<!groundgraph/)scripts/(\w+(?:\.py)?)", text)
    assert not {each for each in scripts if not (ROOT / "scripts" / each).exists()}
