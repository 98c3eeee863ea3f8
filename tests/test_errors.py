from __future__ import annotations

import re

import pytest

import groundgraph
from groundgraph import errors
from groundgraph.errors import GroundgraphError, InputError, MissingExtraError

ALL = {
    name: value
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, Exception)
}


def test_every_error_is_a_groundgraph_error() -> None:
    assert len(ALL) > 1
    assert all(issubclass(error, GroundgraphError) for error in ALL.values())


@pytest.mark.parametrize("name", list(ALL))
def test_every_error_is_exported(name: str) -> None:
    assert name in groundgraph.__all__
    assert getattr(groundgraph, name) is ALL[name]


def test_the_tree_in_the_module_names_every_error_once() -> None:
    drawn = re.findall(r"(?:├──|└──) (\w+)", errors.__doc__ or "")

    assert sorted(drawn) == sorted(set(ALL) - {"GroundgraphError"})


@pytest.mark.parametrize(
    ("name", "builtin"),
    [
        ("UnknownNameError", LookupError),
        ("NameTakenError", ValueError),
        ("MissingExtraError", ImportError),
    ],
)
def test_an_error_can_be_caught_as_the_builtin_it_resembles(
    name: str, builtin: type[Exception]
) -> None:
    assert issubclass(ALL[name], builtin)


def test_a_missing_extra_says_the_line_to_type() -> None:
    error = MissingExtraError("the spaCy segmenter", "spacy")

    assert str(error).endswith("pip install 'groundgraph[spacy]'")
    assert "the spaCy segmenter" in str(error)
    assert error.extra == "spacy"


def test_an_input_error_carries_where_it_was() -> None:
    error = InputError("no answer", line=7, field="answer")

    assert (str(error), error.line, error.field) == ("no answer", 7, "answer")
    assert InputError("no answer").line is None
