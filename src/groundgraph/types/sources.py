"""What sentences for a reader call the evidence that they name: "passages 1 and 4 and triple 2"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.types.triple_names import lister_of, number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Source(NamedTuple):
    """What a passage is called: as a string "passage 4" or "triple 2".

    Attributes:
        noun: What it is.
        name: Its id or number.
    """

    noun: Literal["passage", "triple"]
    name: str

    def __str__(self) -> str:
        return f"{self.noun} {self.name}"


def source_of(passage_id: str) -> Source:
    """Return what the passage of an id is called; a line that is a triple, as what lists it.

    >>> [str(source_of(name)) for name in ("4", "triple 2", "triple 2 of leaflet")]
    ['passage 4', 'triple 2', 'passage leaflet']
    """
    number = number_of(passage_id)
    if number is None or lister_of(passage_id):
        return Source("passage", lister_of(passage_id) or passage_id)
    return Source("triple", str(number + 1))


def sources_of(passage_ids: Iterable[str], most: int | None = None) -> str:
    """Name some passages, each once, then triples.

    Args:
        passage_ids: At least one.
        most: How many are named; of the others is told how many there are.

    >>> sources_of(["triple 2", "7", "triple 1"])
    'passage 7 and triples 2 and 1'
    >>> sources_of(["1", "2", "3"], most=2)
    'passages 1, 2 and 1 more'
    """
    every = list(dict.fromkeys(map(source_of, passage_ids)))
    shown = every[:most]
    named = {
        noun: [source.name for source in shown if source.noun == noun]
        for noun in dict.fromkeys(sorted(source.noun for source in shown))
    }
    rest = f"{len(every) - len(shown)} more" if len(every) > len(shown) else ""
    if rest and len(named) == 1:
        [names] = named.values()
        names.append(rest)
        rest = ""
    said = " and ".join(_counted(noun, names) for noun, names in named.items())
    return f"{said}, and {rest}" if rest else said


def _counted(noun: str, names: Sequence[str]) -> str:
    """Return "triples 1, 2 and 5" or "passage 3"."""
    if len(names) == 1:
        return f"{noun} {names[0]}"
    return f"{noun}s {', '.join(names[:-1])} and {names[-1]}"
