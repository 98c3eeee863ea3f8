"""A verdict in the terminal: the answer with its flagged claims, and the nearest evidence.

Of supported claims the ways are shown that lead to them over triples or passages.
A claim that cites the wrong passages is numbered too, though it is no worse for that. What speaks
against a claim that passes, and which claims were not judged, stands dim below.

What a model or a passage wrote is never read as markup, and its control characters are shown,
not sent. Without colour (``NO_COLOR``, a pipe, a log) brackets mark the flagged claims.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Group
from rich.text import Text

from groundgraph.io.records import names_of
from groundgraph.report.lines import ASCII, UNICODE, Page, encodable, printable
from groundgraph.types import node_names
from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType

    from groundgraph.measures.bootstrap import Interval
    from groundgraph.measures.labelled import Figures
    from groundgraph.types import Example, Question

_STYLES = {
    "hallucinated": "bold red",
    "contradicted": "bold red",
    "unsupported": "yellow",
    "grounded": "bold green",
    "unverifiable": "bold",
    "error": "bold magenta",
    "cited elsewhere": "cyan",
    "cites nothing": "cyan",
}
_CITATIONS = {"elsewhere": "cited elsewhere", "missing": "cites nothing"}
_DOUBTS = re.compile("In doubt all the same: |Changed quotation: |Invented quotation: ")
"""How an explanation goes on with what speaks against a claim that is supported all in all."""
_LONG_STRETCH = 2_000
_KEPT = 300
_MOST_TURNS = 6
_SUMMARY = {"errors": "error", "error": "error"}


class _Piece(NamedTuple):
    """A stretch of the answer, and the number of the noted finding it belongs to, from 1."""

    text: str
    outcome: str = ""
    number: int = 0


def render(example: Example | None, row: Mapping[str, Any]) -> RenderableType:
    """Return what to print for one verdict row or error row.

    Args:
        example: What was checked; ``None`` when it is not at hand, as for most error rows.
        row: A verdict row or an error row of the output.
    """
    return _ErrorView(row) if row.get("error") else _VerdictView(example, row)


def render_several(example: Example | None, rows: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Return what to print for one row that several detectors judged.

    Args:
        example: What was checked, as for `render`.
        rows: The verdict rows and error rows, of each detector one.
    """
    from groundgraph.report.side_by_side import SideBySide

    views = [
        _ErrorView(row, name) if row.get("error") else _VerdictView(example, row, name, place > 0)
        for place, (name, row) in enumerate(zip(names_of(rows), rows, strict=True))
    ]
    return Group(*views, SideBySide(example, rows))


def render_summary(counts: Mapping[str, int]) -> Text:
    """Return one line of counts.

    Args:
        counts: Answers per label, such as ``{"grounded": 8, "errors": 1}``; zeros are left out.
    """
    total = sum(counts.values())
    line = Text().append(f"{total:,} answer{'' if total == 1 else 's'}", style="bold")
    for number, (label, count) in enumerate((k, v) for k, v in counts.items() if v):
        line.append(", " if number else ": ")
        told = "error" if (label, count) == ("errors", 1) else label
        line.append(f"{count:,} {told}", style=_STYLES.get(_SUMMARY.get(label, label), ""))
    return line


def render_figures(figures: Figures) -> str:
    """Return the lines that say how labelled answers were judged."""
    left = f"; {figures.unjudged:,} more are unverifiable" if figures.unjudged else ""
    told = ", ".join(f"{name} {_estimate(found)}" for name, found in figures.measured.items())
    trivial = (
        "" if figures.trivial is None else f"; flagging every answer: F1 {figures.trivial:.3f}"
    )
    return (
        f"of {figures.n:,} labelled answers ({figures.positives:,} hallucinated{left}):\n"
        f"  {told}; 95% intervals{trivial}"
    )


def _estimate(found: Interval) -> str:
    if found.value is None:
        return "undefined"
    if found.low is None or found.high is None:
        return f"{found.value:.3f}"
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def render_usage(used: Mapping[str, int]) -> str:
    """Say what language models took, "" where none was asked.

    Args:
        used: From `groundgraph.services.usage.taken`.

    >>> render_usage({"requests": 12, "prompt_tokens": 3400, "completion_tokens": 210})
    'language model: 12 requests, 3,400 tokens in, 210 out'
    >>> render_usage({"cached": 1})
    'language model: no requests, 1 reply from the cache'
    """
    requests, cached = used.get("requests", 0), used.get("cached", 0)
    if not requests and not cached:
        return ""
    parts = [f"{requests or 'no'} request{'' if requests == 1 else 's'}"]
    if "prompt_tokens" in used or "completion_tokens" in used:
        parts.append(f"{used.get('prompt_tokens', 0):,} tokens in")
        parts.append(f"{used.get('completion_tokens', 0):,} out")
    elif requests:
        parts.append("tokens not told by the server")
    if cached:
        parts.append(f"{cached:,} repl{'y' if cached == 1 else 'ies'} from the cache")
    return f"language model: {', '.join(parts)}"


@dataclass(frozen=True)
class _ErrorView:
    row: Mapping[str, Any]
    name: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        glyphs = ASCII if options.ascii_only else UNICODE
        error, number = self.row["error"], self.row.get("line")
        message = " ".join(printable(str(error["message"])).split())
        where = "" if number is None or message.startswith(f"line {number}") else f"line {number}: "
        line = Text().append(f"{glyphs.icons['error']} error", style=_STYLES["error"])
        name = f"{printable(self.name)}: " if self.name else ""
        line.append(f"  {name}{where}{encodable(message, options)}")
        line.overflow = "fold"
        yield line


@dataclass(frozen=True)
class _VerdictView:
    example: Example | None
    row: Mapping[str, Any]
    name: str = ""
    """Of the detector, where several judged the answer."""
    follows: bool = False
    """Whether another verdict on the answer stands above."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        page = Page(console, options)
        yield from page.lines(self._header(page))
        if self.example and self.example.question and not self.follows:
            yield from self._asked(page, self.example.question)
        if self.row.get("reason"):
            yield from page.lines(page.text(self.row["reason"], "italic"), "  ")
        if self.example and self.example.answer.strip():
            yield from page.lines(self._answer(page, self.example.answer), page.glyphs.bar)
        for finding in self.row.get("findings", ()):
            if read_as := finding.get("read_as"):
                read = Text().append("read as ", style="dim").append(page.quoted(read_as, "dim"))
                yield from page.lines(read, "  ", most=2)
        if strip := self._strip(page):
            yield from page.lines(strip, "  ", most=3)
        yield from self._notes(page)
        for conflict in self.row.get("conflicts", ()):
            yield from self._conflict(page, conflict)
        yield from self._suggestions(page)
        yield Text()

    def _header(self, page: Page) -> Text:
        label, score = str(self.row["label"]), self.row.get("hallucination_score")
        style = _STYLES.get(label, "bold")
        line = Text().append(f"{page.glyphs.icons.get(label, '?')} {label}", style=style)
        if score is not None:
            line.append(f" {score:.2f}", style=style)
            line.append(_terms(self.row), style="dim")
        generator = self.example.generator if self.example else None
        place = f"line {self.row['line']}" if "line" in self.row else None
        facts = [self.name, *([] if self.follows else [self.row.get("id"), generator, place])]
        known = [" ".join(str(fact).split()) for fact in facts if fact]
        line.append("  ").append(page.text(f" {page.glyphs.dot} ".join(known), "dim"))
        return line

    def _asked(self, page: Page, question: Question) -> Iterator[Text]:
        """Show the question, or each turn of a conversation, after who wrote it."""
        if isinstance(question, str):
            turns = [("question", question)]
        else:
            turns = [(turn.role, turn.content) for turn in question]
        left_out = len(turns) - _MOST_TURNS
        if left_out > 0:
            shown = f"{left_out:,} earlier turn{'' if left_out == 1 else 's'} left out"
            yield from page.lines(page.text(shown, "dim"), "  ", most=1)
        for role, content in turns[-_MOST_TURNS:]:
            text = f"{role}: {' '.join(content.split())}"
            yield from page.lines(page.text(text, "dim"), "  ", most=2)

    def _answer(self, page: Page, answer: str) -> Text:
        text = Text()
        for piece in _pieces(answer, self.row.get("findings", ())):
            if not piece.number:
                text.append(page.text(_shortened(piece.text, page.glyphs.ellipsis)))
            elif page.plain:
                text.append(page.text(f"[{piece.outcome} {piece.number}: {piece.text}]"))
            else:
                style = f"{_STYLES[piece.outcome]} underline"
                text.append(page.text(piece.text, style))
                text.append(f" [{piece.number}]", style=f"bold {_STYLES[piece.outcome]}")
        return text

    def _strip(self, page: Page) -> Text | None:
        """Return one glyph a triple, by its share of the answer's attention, and the greatest."""
        views = [view for view in self.row.get("triples", ()) if "weight" in view]
        if not views:
            return None
        line, levels = Text().append("attention ", style="dim"), page.glyphs.levels
        first = max(views, key=lambda view: float(view["weight"]))
        most = first["weight"] or 1.0
        for view in views:
            level = min(int(len(levels) * view["weight"] / most), len(levels) - 1)
            line.append(page.text(levels[level], "bold cyan" if view["state"] == "path" else ""))
        line.append(f"  {first['weight']:.2f} on ", style="dim")
        return line.append(page.quoted(" ".join(first["triple"]), "dim"))

    def _notes(self, page: Page) -> Iterator[Text]:
        led_to = _led_to(self.row)
        for number, finding in enumerate(self.row.get("findings", ()), 1):
            if _noted(finding):
                yield from self._note(page, number, finding)
            elif number in led_to:
                way = Text().append("way", style="bold green").append("  ")
                yield from page.lines(way.append(page.text(finding["explanation"])), "  ", hang=4)
            if remark := _remark(finding, self.row["label"]):
                yield from page.lines(page.text(remark, "dim"), "  ", hang=4)
                yield from page.lines(page.quoted(finding["claim"], "dim"), " " * 6, most=2)

    def _note(self, page: Page, number: int, finding: Mapping[str, Any]) -> Iterator[Text]:
        outcome = _noted(finding)
        score = "" if finding.get("score") is None else f" {finding['score']:.2f}"
        note = Text().append(f"[{number}] {outcome}{score}", style=f"bold {_STYLES[outcome]}")
        note.append("  ").append(page.text(finding.get("explanation") or ""))
        yield from page.lines(note, "  ", hang=4)
        if self.example is None:
            yield from page.lines(page.quoted(finding["claim"]), " " * 6, most=2)
        evidence = finding.get("evidence") or ()
        if evidence:
            yield from page.lines(self._nearest(page, evidence[0]), " " * 6, most=2)

    def _conflict(self, page: Page, conflict: Mapping[str, Any]) -> Iterator[Text]:
        """Show what each of the passages says that disagree."""
        told = ", which the answer tells" if conflict["named"] else ""
        line = Text().append(f"conflict{told}", style=f"bold {_STYLES['unsupported']}")
        yield from page.lines(line.append("  ").append(page.text(conflict["explanation"])), "  ")
        for side in conflict["sides"]:
            date = f" ({side['date']})" if side.get("date") else ""
            source = page.text(f"passage {side['passage_id']}{date}  ", "cyan")
            quoted = Text().append(source).append(page.quoted(side["text"], "dim"))
            yield from page.lines(quoted, " " * 6, most=2)

    def _suggestions(self, page: Page) -> Iterator[Text]:
        """Show sentences of the answer with what the evidence says in their place."""
        for suggestion in self.row.get("suggestions", ()):
            line = Text().append("suggestion", style="bold green").append("  ")
            yield from page.lines(line.append(page.quoted(suggestion["text"])), "  ", hang=4)

    def _nearest(self, page: Page, evidence: Mapping[str, Any]) -> Text:
        score = "" if evidence.get("score") is None else f" {evidence['score']:.2f}"
        name = evidence["passage_id"]
        known = self.example is None or name in {p.id for p in self.example.passages}
        source = page.text(f"{'passage' if known else 'source'} {name}{score}  ", "cyan")
        return Text().append(source).append(page.quoted(evidence.get("text", ""), "dim"))


def _terms(row: Mapping[str, Any]) -> str:
    """Say from which score on an answer is flagged, and whether the score is no probability."""
    threshold = row.get("threshold")
    terms = [
        "" if threshold is None else f"threshold {threshold:.2f}",
        "" if row.get("calibrated") else "not calibrated",
    ]
    return f" ({', '.join(filter(None, terms))})" if any(terms) else ""


def _led_to(row: Mapping[str, Any]) -> frozenset[int]:
    """Return the numbers, from 1, of supported claims to which a way from the question leads."""
    ends = {edge[1] for edge in row.get("edges", ()) if edge[3:] == ["links"]}
    findings = enumerate(row.get("findings", ()))
    supported = (n for n, finding in findings if finding["outcome"] == "supported")
    return frozenset(n + 1 for n in supported if node_names.claim(n) in ends)


def _noted(finding: Mapping[str, Any]) -> str:
    """Return what is shown of a finding in the answer: its outcome, wrong citations, or ""."""
    outcome = str(finding["outcome"])
    return outcome if outcome in FLAGGED else _CITATIONS.get(finding.get("citation") or "", "")


def _remark(finding: Mapping[str, Any], label: str) -> str:
    """Return what speaks against a claim that passes, or why it was not judged, or ""."""
    why = finding.get("explanation") or ""
    if finding["outcome"] == "unverifiable":
        return "" if label == "unverifiable" else why or "Not judged."
    doubt = _DOUBTS.search(why) if finding["outcome"] == "supported" else None
    return why[doubt.start() :] if doubt else ""


def _pieces(answer: str, findings: Any) -> Iterator[_Piece]:
    """Cut the answer at its noted claims; where two overlap, the first keeps the text."""
    flagged = sorted(
        (finding["start"], finding["end"], _noted(finding), number)
        for number, finding in enumerate(findings, 1)
        if _noted(finding)
    )
    place = 0
    for start, end, outcome, number in flagged:
        if start > place:
            yield _Piece(answer[place:start])
        if end > max(start, place):
            yield _Piece(answer[max(start, place) : end], outcome, number)
        place = max(place, end)
    if place < len(answer):
        yield _Piece(answer[place:])


def _shortened(text: str, ellipsis: str) -> str:
    """Leave out the middle of a long stretch in which nothing is flagged."""
    if len(text) <= _LONG_STRETCH:
        return text
    left_out = f"{len(text) - 2 * _KEPT:,} characters without a flagged claim"
    return f"{text[:_KEPT]} [{ellipsis} {left_out} {ellipsis}] {text[-_KEPT:]}"
