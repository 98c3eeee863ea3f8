"""From one decoded row to an `Example`, or to an error that says what is wrong with it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from groundgraph.errors import InputError
from groundgraph.io.cells import fields_like, texts_of
from groundgraph.io.dialect import LABEL, TEXTS
from groundgraph.io.dialects import ANSWERS, Own, RAGTruth, candidates
from groundgraph.io.graph_replies import TABLES, Reply
from groundgraph.io.meant import PASSAGES, advice, mistaken
from groundgraph.io.nesting import MOST_NESTED, check_value_nesting
from groundgraph.io.triple_fields import passage_of
from groundgraph.types import Example, Span, Triple
from groundgraph.types.conversations import question_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.io.columns import Columns
    from groundgraph.io.dialect import Dialect
    from groundgraph.io.ragtruth import Sources
    from groundgraph.types import Question

_SHOWN = 40
_WORDS = 5
"""Words from which a text may be a passage, and is no name or address of one."""
_EVIDENCE = frozenset({"passages", "triples"})
_STEPS = frozenset({"text", "start", "end", "id", "date", "role", "content"}) | TABLES


def example_from(
    row: object,
    number: int = 1,
    sources: Sources | None = None,
    nesting: int = MOST_NESTED,
    columns: Columns | None = None,
) -> Example:
    """Read one decoded row of any dialect.

    One text in the place of a list of texts is a list of it, or the list that it prints, and null
    in the place of the answer an empty one, as in cells of tables.

    Args:
        row: What ``json.loads`` gave.
        number: The row's number, from 1; a row without an id is called "row-<number>".
        sources: Where RAGTruth rows without ``source_info`` find theirs.
        nesting: Objects and arrays that may stand one within the other, at most
            `groundgraph.io.nesting.DEEPEST`.
        columns: Which of its columns hold the fields of our own dialect.

    Raises:
        InputError: When the row cannot be used; its ``field`` names the culprit, where one is.
    """
    check_value_nesting(row, nesting)
    if not isinstance(row, dict):
        cure = "; write dict(row)" if hasattr(row, "keys") else ""
        found = shown(row)
        raise InputError(f"found {found}, expected an object with an 'answer' and 'passages'{cure}")
    row = _in_small_letters(row) if columns is None else columns.named(row)
    dialect = _dialect(row) if columns is None else Own
    row = {name: _as_cell(name, value) for name, value in row.items()}
    if dialect is RAGTruth and sources is not None:
        row = sources.joined(row)
    example = _built(_validated(dialect, row), row, number)
    if not example.passages and not example.triples:
        _check_evidence(row, dialect)
    return example


def _as_cell(name: str, value: object) -> object:
    if value is None and name in ANSWERS:
        return ""
    is_list = isinstance(value, str) and name in fields_like(TEXTS)
    return texts_of(str(value)) if is_list else value


def as_question(row: object, *, may_be_answered: bool = False) -> object:
    """Give a row without an answer an empty one, so that it can be read.

    Args:
        row: What ``json.loads`` gave.
        may_be_answered: Whether a row that has an answer is returned as it is.

    Raises:
        InputError: When it has an answer, or a label of one, and may not.
    """
    if not isinstance(row, dict):
        return row
    found = next((name for name in row if name in ANSWERS and row[name] != ""), None)
    if found is None and not may_be_answered:
        found = next((name for name in ("label", "spans") if row.get(name) is not None), None)
    if found is None:
        return row if ANSWERS & row.keys() else {**row, "answer": ""}
    if may_be_answered:
        return row
    raise InputError(
        f"found the field {found!r} of an answer, which is yet to be written; leave it out",
        field=found,
    )


def shown(value: object) -> str:
    """Describe a JSON value in a few words.

    >>> shown([1, 2]), shown("Paris"), shown(None)
    ('a list of 2', "the string 'Paris'", 'null')
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f"the string {quoted(value)}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object with {_listed(list(value))}" if value else "an empty object"
    if isinstance(value, int | float):
        return f"the number {str(value)[:_SHOWN]}"
    return f"a value of type {type(value).__name__}"


def quoted(text: str) -> str:
    """Quote a text, of a long one the beginning.

    >>> quoted("Paris")
    "'Paris'"
    """
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def _check_evidence(row: dict[str, Any], dialect: type[Dialect]) -> None:
    """Refuse a row without evidence that has some under a name which is not read.

    It has where that is a list, or a text of some words, or where the tables of a reply hold
    something, and no texts where texts are read.
    """
    read = dialect.reads()
    if issubclass(dialect, Reply) and _holds(row.get(dialect.holder)):
        found = shown(row[dialect.holder])
        raise InputError(
            f"field {dialect.holder!r}: found {found} in which no text could be read, expected "
            f"{read[dialect.holder]}",
            field=dialect.holder,
        )
    evidence = _EVIDENCE & read.keys() - row.keys()
    for name in row.keys() - read:
        near = ["passages"] if name in PASSAGES else get_close_matches(name, evidence, 1, 0.8)
        if near and evidence.issuperset(near) and _may_be_evidence(row[name]):
            raise InputError(
                f"found the field {quoted(name)}, which is not read, and no evidence; did you mean "
                f"{near[0]!r}?",
                field=name,
            )


def _holds(tables: object) -> bool:
    """Say whether some of the tables, or of others where there are none of these, hold rows."""
    if not isinstance(tables, dict):
        return False
    named = TABLES & tables.keys() or tables.keys()
    return any(tables[name] for name in named)


def _may_be_evidence(value: object) -> bool:
    if isinstance(value, str):
        return len(value.split()) >= _WORDS
    return isinstance(value, list) and bool(value)


def _in_small_letters(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its fields in small letters where only so it is of a dialect: "Answer"."""
    if candidates(frozenset(row)):
        return row
    small = {name.lower(): value for name, value in row.items()}
    return small if len(small) == len(row) and len(candidates(frozenset(small))) == 1 else row


def _dialect(row: dict[str, Any]) -> type[Dialect]:
    found = candidates(frozenset(row))
    if len(found) == 1:
        return found[0]
    if not row:
        raise InputError("found an empty object, expected one with 'answer' and 'passages'")
    fields = f"found the fields {_listed(sorted(row))}"
    if found:
        names = " and ".join(dialect.name for dialect in found)
        raise InputError(
            f"{fields}, which fit {names} rows; remove those of all but one, or name the columns: "
            "--columns answer=answer,passages=passages, in Python columns=…"
        )
    raise InputError(f"{fields}, {advice(row)}" if not (told := mistaken(row)) else told)


def _validated(dialect: type[Dialect], row: dict[str, Any]) -> Dialect:
    expected = dialect.reads()
    try:
        return dialect.model_validate({name: row[name] for name in expected if name in row})
    except ValidationError as error:
        location = [part for part in error.errors()[0]["loc"] if _is_step(part, expected)]
        raise _wrong_field(row, location, expected) from None


def _is_step(part: int | str, expected: dict[str, str]) -> bool:
    """Leave out the names of a union's members, which pydantic adds to the location."""
    return isinstance(part, int) or part in expected or part in _STEPS


def _wrong_field(
    row: dict[str, Any], location: Sequence[int | str], expected: dict[str, str]
) -> InputError:
    path, found = "", "nothing"
    value: Any = row
    for step in location:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
        try:
            value = value[step]
            found = shown(value)
        except (LookupError, TypeError):
            found = "nothing"
    top = str(location[0])
    wanted = expected[top] if len(location) == 1 else f"{top!r} to be {expected[top]}"
    return InputError(f"field {path!r}: found {found}, expected {wanted}", field=path)


def label_unread(example: Example | None) -> str:
    """Say what a row has in place of a label, and what is expected there."""
    given = None if example is None else example.metadata.get("label")
    found = "nothing" if given is None else shown(given)
    return f"field 'label': found {found}, expected {LABEL}"


def _built(fields: Dialect, row: dict[str, Any], number: int) -> Example:
    question, passages = fields.context()
    label, spans = fields.gold()
    _check_turns(fields, question)
    facts = fields.facts()
    places = [passage_of(fact[3], (passage.id for passage in passages)) for fact in facts or ()]
    try:
        return Example(
            answer=fields.answer,
            passages=passages,
            question=question,
            id=fields.id or f"row-{number}",
            generator=fields.generator,
            triples=None if facts is None else tuple(Triple(*fact[:3]) for fact in facts),
            triple_passages=tuple(places) if any(places) else (),
            triple_ids=fields.fact_ids(),
            label=label,
            spans=None if spans is None else _spans(spans, len(fields.answer)),
            metadata=_metadata(fields, row),
        )
    except ValueError as error:
        raise InputError(str(error), field="passages") from error


def _check_turns(fields: Dialect, question: Question) -> None:
    try:
        question_of(question)
    except ValueError as error:
        name = type(fields).model_fields["question"].validation_alias or "question"
        raise InputError(f"field {name!r}: {error}", field=str(name)) from error


def _spans(marks: list[list[int]], length: int) -> tuple[Span, ...]:
    for start, end in marks:
        if not 0 <= start < end <= length:
            raise InputError(
                f"found the span [{start}, {end}], expected 0 <= start < end <= {length}, the "
                "length of the answer in code points",
                field="spans",
            )
    return tuple(Span(start, end) for start, end in marks)


def _metadata(fields: Dialect, row: dict[str, Any]) -> dict[str, Any]:
    read = fields.reads().keys() - fields.kept
    if fields.label is None and row.get("label") is not None:  # what is no label is kept as it is
        read -= {"label"}
    return {fields.renamed.get(name, name): row[name] for name in row if name not in read}


def _listed(names: list[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(repr(name[:_SHOWN]) for name in names[:most]) + more
