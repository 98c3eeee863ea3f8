"""What the doors share, and that each says what it needs."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from doors import DECLINES, GROUNDED, PASSAGES, VERDICTS, WRONG

from groundgraph import InputError, MissingExtraError
from groundgraph.integrations.scores import row_of, scored, texts_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
LIBRARIES = {
    "deepeval": ("deepeval", "deepeval"),
    "haystack": ("haystack", "haystack"),
    "langchain": ("langchain_core", "langchain"),
    "langsmith": ("langsmith", "langsmith"),
    "llamaindex": ("llama_index", "llamaindex"),
    "mlflow": ("mlflow", "mlflow"),
    "opentelemetry": ("opentelemetry", "otel"),
    "phoenix": ("phoenix", "phoenix"),
    "ragas": ("ragas", "ragas"),
}
"""Per module, the package that it needs and the extra that brings it."""
SHARED = {"__init__", "pytest", "pytest_report", "scores"}


def test_a_checked_answer_has_a_score_and_one_that_was_not_has_none() -> None:
    good, bad, unknown = (scored(VERDICTS[answer]) for answer in (GROUNDED, WRONG, DECLINES))
    assert (good.passed, bad.passed, unknown.passed) == (True, False, None)
    assert unknown.score is None
    for found in (good, bad):
        assert found.score is not None
        assert found.score + found.metadata["hallucination_score"] == pytest.approx(1.0)
    assert json.loads(json.dumps(bad.metadata, allow_nan=False)) == bad.metadata
    assert bad.metadata["claims"][0]["outcome"] == "unsupported"
    assert bad.reason == str(VERDICTS[WRONG])


def test_a_row_is_read_from_what_applications_call_things() -> None:
    documents = [
        PASSAGES[0],
        {"text": "of a mapping"},
        SimpleNamespace(page_content="of LangChain"),
        SimpleNamespace(content="of Haystack", page_content=None),
    ]
    texts = [PASSAGES[0], "of a mapping", "of LangChain", "of Haystack"]
    assert texts_of(documents) == texts
    message = SimpleNamespace(content=[{"type": "text"}], text="said")
    row = row_of({"input": "why?", "output": "old"}, {"output": message, "documents": documents})
    assert row == {"question": "why?", "answer": "said", "passages": texts}
    assert row_of({"response": "said", "context": "one text"})["passages"] == ["one text"]
    assert row_of({"answer": "said", "contexts": []})["question"] == ""


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"answer": "a"}, "found answer; expected the passages as passages or context or"),
        (
            {"answer": "a", "output": "b", "context": []},
            "found answer and output for the answer, expected one",
        ),
        ({"answer": "a", "context": ["x", 3]}, "passage 2: found int, expected a text, or some"),
        ({"answer": "a", "context": {"x": 1}}, "passages must be a list of texts, found dict"),
        ({"answer": 3, "context": []}, "the answer: found int"),
        ({}, "found no fields; expected the answer"),
    ],
)
def test_what_cannot_be_read_is_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        row_of(given)


@pytest.mark.parametrize("module", LIBRARIES)
def test_without_its_library_a_door_says_how_to_install_it(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, extra = LIBRARIES[module]
    name = f"groundgraph.integrations.{module}"
    for each in [*sys.modules]:
        if each == name or each.partition(".")[0] == package:
            monkeypatch.delitem(sys.modules, each)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'groundgraph\[{extra}\]'"):
        importlib.import_module(name)
    sys.modules.pop(name, None)


def test_every_door_has_an_extra_and_a_test() -> None:
    doors = {path.stem for path in (ROOT / "src/groundgraph/integrations").glob("*.py")} - SHARED
    assert doors == set(LIBRARIES)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {extra for _, extra in LIBRARIES.values()} <= set(project["optional-dependencies"])
    assert all((ROOT / "tests/integrations" / f"test_{door}.py").is_file() for door in doors)


def test_what_is_no_mapping_is_named() -> None:
    with pytest.raises(InputError, match="found str, expected a mapping"):
        row_of("x")
