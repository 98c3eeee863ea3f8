"""What several detectors say of the claims of one answer, and the graph that unites them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.text import Text

from groundgraph.io.records import graph_of, names_of
from groundgraph.report.lines import Page
from groundgraph.types import Claim, Span
from groundgraph.types.graphs import kinds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console, ConsoleOptions

    from groundgraph.types import Example

_STYLES = {"contradicted": "bold red", "unsupported": "yellow", "supported": "green"}
_MOST = 12
"""Claims that are listed."""


@dataclass(frozen=True)
class SideBySide:
    """The claims of an answer, each with what every detector says of it.

    Attributes:
        example: What was checked; ``None`` when it is not at hand.
        rows: The verdict rows and error rows, of each detector one.
    """

    example: Example | None
    rows: Sequence[Mapping[str, Any]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        if all(row.get("error") for row in self.rows):
            yield Text()
            return
        page = Page(console, options)
        claims = _outcomes(self.rows)
        yield from page.lines(self._headline(page))
        for claim, said in list(claims.items())[:_MOST]:
            yield from page.lines(page.quoted(claim.text, "dim"), "  ", most=1)
            yield from page.lines(_said(page, said), " " * 6)
        if (more := len(claims) - _MOST) > 0:
            yield from page.lines(page.text(f"and {more:,} more claims", "dim"), "  ")
        yield Text()

    def _headline(self, page: Page) -> Text:
        graph = graph_of(self.example, self.rows)
        named = zip(names_of(self.rows), self.rows, strict=True)
        judges = ", ".join(name for name, row in named if not row.get("error"))
        counts = ", ".join(f"{count:,} {kind}" for kind, count in graph.counts().items())
        line = Text().append("one graph", style="bold")
        return line.append(page.text(f" of {judges}: {len(graph):,} nodes; edges: {counts or 0}"))


def _outcomes(rows: Sequence[Mapping[str, Any]]) -> dict[Claim, list[tuple[str, str]]]:
    """Return each claim, by its place, with the detectors that judged it and what they say.

    A stop at the end, which one detector cuts off, makes no other claim.
    """
    claims: dict[str, Claim] = {}
    found: dict[str, list[tuple[str, str]]] = {}
    for name, row in zip(names_of(rows), rows, strict=True):
        for finding in row.get("findings", ()):
            claim = Claim(finding["claim"], Span(finding["start"], finding["end"]))
            place = kinds.claim(claim.span, claim.text).id
            claims.setdefault(place, claim)
            found.setdefault(place, []).append((name, finding["outcome"]))
    ordered = sorted(claims, key=lambda place: claims[place].span)
    return {claims[place]: found[place] for place in ordered}


def _said(page: Page, said: Sequence[tuple[str, str]]) -> Text:
    line = Text()
    for number, (name, outcome) in enumerate(said):
        line.append(f" {page.glyphs.dot} " if number else "")
        line.append(page.text(f"{name} ")).append(outcome, style=_STYLES.get(outcome, "bold"))
    return line
