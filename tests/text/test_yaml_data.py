"""YAML is read line by line, each value behind the keys that lead to it."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.documents.markup import plain_text
from groundgraph.text.documents.yaml_data import yaml_data

JOBS = """name: ci
on:
  push:
    branches: [main, next]
jobs:
  test:
    runs-on: ubuntu-22.04  # two cores
    steps:
      - uses: actions/checkout@v4
      - run: make test
        env: {CI: "yes"}
  deploy:
    needs: test
"""
MERGED = """defaults: &defaults
  replicas: 2
  memory: 512Mi
production:
  web: {replicas: 6}
  worker:
    <<: *defaults
    replicas: 3
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (JOBS, "name: ci"),
        (JOBS, "on push branches: main, next"),
        (JOBS, "jobs test runs on: ubuntu-22.04  # two cores"),
        (JOBS, "jobs test steps uses: actions/checkout@v4"),
        (JOBS, "jobs test steps run: make test; env CI: yes"),
        (JOBS, "jobs deploy needs: test"),
        (f"# all\n{JOBS}", "all"),
        (MERGED, "production web replicas: 6"),
        (MERGED, "production worker memory: 512Mi"),
        (MERGED, "production worker replicas: 3"),
    ],
)
def test_a_value_stands_behind_its_keys(text: str, line: str) -> None:
    read = yaml_data(text)

    assert read is not None
    assert line in read.text.split("\n")


def test_what_is_merged_does_not_overrule() -> None:
    read = yaml_data(MERGED)

    assert read is not None
    assert "production worker replicas: 2" not in read.text


@pytest.mark.parametrize(
    "text",
    [
        "fee: 3\nroom: 4\nsize: 5",
        "Opening hours:\n  Monday to Friday: 9 to 5\n  On Sundays: closed",
        "Note:\n- He came at nine.\n- She left: it was late.\nThey met again.",
        '{"a": {"b": 1},\n"c": 2,\n"d": 3}',
        "a:\n  b: [1, 2\n  c: 3",
        "a: &a\n  b: *a\n  c: 1",
        "def f(x):\n  return x\nf(1)",
    ],
)
def test_other_texts_stay(text: str) -> None:
    assert yaml_data(text) is None


def test_what_grows_without_end_is_left() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for one, other in zip("bcdefg", "abcdef", strict=True):
        bomb += f"{one}: &{one} [{', '.join([f'*{other}'] * 9)}]\n"

    assert yaml_data(bomb) is None
    assert yaml_data("a:\n" + "".join(f"{' ' * n}a:\n" for n in range(1, 150))) is None


def test_a_place_leads_back() -> None:
    read = plain_text(MERGED)

    assert read is not None
    at = read.text.index("512Mi", read.text.index("worker"))
    span = read.original((at, at + 5))  # type: ignore[arg-type]
    assert MERGED[slice(*span)] == "512Mi"


def test_a_value_of_another_level_is_wrong() -> None:
    labels = [
        check(passages=[MERGED], question="How many web replicas has production?", answer=answer)
        for answer in ("Production web has 6 replicas.", "Production web has 2 replicas.")
    ]

    assert [verdict.label for verdict in labels] == ["grounded", "hallucinated"]


@pytest.mark.parametrize(
    ("toml", "line"),
    [
        ('[dependencies]\nserde = "1"\ntokio = { version = "1.37", optional = true }',
         "dependencies tokio version: 1.37; dependencies tokio optional: true"),
        ('[dependencies]\nserde = "1"\ntokio = { features = ["rt", "net"] }',
         "dependencies tokio features: rt, net"),
        ('[project]\nname = "tide"\nneeds = ["httpx", "rich"]', "project needs: httpx, rich"),
        ("[project]\nname = 'tide'\nempty = {}", "project empty: "),
    ],
)  # fmt: skip
def test_lists_and_tables_of_toml_are_read(toml: str, line: str) -> None:
    read = plain_text(toml)

    assert read is not None
    assert line in read.text.split("\n")
