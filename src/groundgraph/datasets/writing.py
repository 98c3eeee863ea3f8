"""Corpora written out as rows of ours, with the note that their licence asks for."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.datasets.catalogue import catalogue
from groundgraph.errors import UnknownNameError, of_the_system
from groundgraph.io.dialects import DIALECTS, Own
from groundgraph.io.places import check_regular
from groundgraph.types.conversations import plain_question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from groundgraph.datasets.catalogue import Corpus, ExampleSet
    from groundgraph.types import Example

_FOREIGN = frozenset(
    chain.from_iterable(s for d in DIALECTS if d is not Own for s in (*d.signatures, *d.fallbacks))
) - {"prompt", "answer"}
"""Fields by which a row of ours would be taken for one of another dialect."""
_OWN = frozenset("id question passages answer generator triples label spans".split())


class Written(NamedTuple):
    """What was written: how many rows, how many marked as hallucinated, and the note's file."""

    rows: int
    hallucinated: int
    note: Path
    licence: str


def example_row(example: Example) -> dict[str, Any]:
    """Return the row of ours that `groundgraph.io.example_from` reads as this example.

    What is in ``metadata`` stands beside the other fields.

    Raises:
        ValueError: When ``metadata`` has a field that rows have already.
    """
    if taken := _OWN & example.metadata.keys():
        raise ValueError(f"metadata must not use the names of fields: {sorted(taken)}")
    optional = {
        "generator": example.generator,
        "triples": None if example.triples is None else [list(fact) for fact in example.triples],
        "label": example.label,
        "spans": None if example.spans is None else [list(span) for span in example.spans],
    }
    return {
        "id": example.id,
        "question": plain_question(example.question),
        "passages": [{"id": each.id, "text": each.text} for each in example.passages],
        "answer": example.answer,
        **{name: value for name, value in optional.items() if value is not None},
        **example.metadata,
    }


def own_row(example: Example) -> dict[str, Any]:
    """Return `example_row` without the metadata for which it would be taken for another dialect."""
    row = example_row(example)
    return {name: value for name, value in row.items() if name not in _FOREIGN}


def set_names() -> list[str]:
    """Return the names that `write_set` knows, in the order of the catalogue."""
    return [each.name for _, each in _sets()]


def write_set(name: str, folder: Path, output: Path) -> Written:
    """Write a set of examples as JSON lines, and its licence beside it.

    The note is ``<output>.licence.txt``. Both files are written under another name first, so
    that what stands under theirs is whole.

    Args:
        name: One of `set_names`.
        folder: The data folder.
        output: The file of rows; replaced when it exists.

    Raises:
        UnknownNameError: When no set has the name.
        InputError: When a file of the corpus is missing or damaged, or ``output`` cannot be meant.
        MachineError: When the permission or the room is missing.
    """
    corpus, chosen = _set(name)
    check_regular(output)
    examples = chosen.load(folder)
    note = output.with_name(f"{output.name}.licence.txt")
    lines = (json.dumps(example_row(each), allow_nan=False) for each in examples)
    try:
        _replace(note, _note(corpus, chosen, output, examples))
        _replace(output, "".join(f"{line}\n" for line in lines))
    except OSError as error:
        then = "mend that and run the same command again"
        raise of_the_system(f"cannot write {str(output)!r}", error, then) from error
    hallucinated = sum(each.label is True for each in examples)
    return Written(len(examples), hallucinated, note, corpus.licence)


def _sets() -> Iterator[tuple[Corpus, ExampleSet]]:
    return ((corpus, each) for corpus in catalogue() for each in corpus.examples)


def _set(name: str) -> tuple[Corpus, ExampleSet]:
    found = next((pair for pair in _sets() if pair[1].name == name), None)
    if found is None:
        raise UnknownNameError(
            f"no set {name!r} can be written; there are {', '.join(set_names())}"
        )
    return found


def _note(corpus: Corpus, chosen: ExampleSet, output: Path, examples: Sequence[Example]) -> str:
    lines = [
        f"{output.name}: {len(examples)} rows, the set {chosen.name} made by groundgraph",
        f"Made of: {corpus.name}, {corpus.source}",
        f"Licence: {corpus.licence}",
        f"Cite: {corpus.citation}",
        f"Weights that groundgraph ships may be trained on it: {_yes(corpus.may_train)}",
    ]
    if "BY-SA" in corpus.licence:
        lines.append(
            "Share alike: these rows, and what is derived from them, stay under the same licence. "
            "Changed: fields renamed; labels and, in derived sets, answers made by groundgraph."
        )
    return "".join(f"{line}\n" for line in [*lines, *filter(None, [corpus.note])])


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _replace(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.part")
    # ASCII with surrogates escaped by JSON; the note may hold a file name of any kind.
    draft.write_text(text, encoding="utf-8", errors="surrogateescape", newline="\n")
    draft.replace(path)
