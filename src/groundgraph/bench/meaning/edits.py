"""Edits of an answer, its question or its passages that change no meaning, by name.

An edit returns the example as it is where it has nothing to change: one without a table has none to
put differently. Gold spans are dropped, for their offsets would be wrong.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from groundgraph.datasets.draws import draw
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from groundgraph.types import Example

    Edit = Callable[[Example], Example]
    Rewrite = Callable[[str], str]

_UNRELATED = 5
_WIDTH = 60
_LONG = 8
_LONG_WORD = re.compile(rf"\b[^\W\d_]{{{_LONG},}}\b")
_NUMBER_OR_LONG_WORD = re.compile(rf"\b(?:\d+(?:[.,]\d+)*|[^\W\d_]{{{_LONG},}})\b")
_LAST_STOP = re.compile(r"(?<![.!?])[.!?]+(?=[\"”]?$)")
_OPENING_WORD = re.compile(
    r"(?:The|A|An|It|They|He|She|This|These|There|In|On|At|By|For|From|No|Yes|All|Both|Only|After"
    r"|Before|Because|Since|When|While|If)\b"
)
_TABLE = re.compile(r"^\|.*\|[ \t]*\n\|[ :|-]+\|[ \t]*(?:\n\|.*\|[ \t]*)+", re.MULTILINE)
_ELEMENT = re.compile(r"</[a-z]+>")
_PAGE = (
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Page</title></head>\n'
    '<body>\n<nav><a href="/">Home</a> <a href="/help">Help</a></nav>\n<main>\n{}\n</main>\n'
    "<footer>Terms of use</footer>\n</body>\n</html>"
)


def edits(pool: Sequence[Example]) -> Mapping[str, Edit]:
    """Return the edits, in the order in which they are shown.

    Args:
        pool: Examples whose passages are taken as unrelated ones, of any task and of the same.
    """
    return {**_of_answers(), **_of_questions(), **_of_texts(), **_of_lists(pool)}


def _of_answers() -> dict[str, Edit]:
    rewrites: dict[str, Rewrite] = {
        "[1] before the stop": lambda text: _sentences(text, partial(_before_stop, " [1]")),
        "[1] after the stop": lambda text: _sentences(text, lambda s: f"{s} [1]"),
        "(Source 1) before the stop": lambda text: _sentences(
            text, partial(_before_stop, " (Source 1)")
        ),
        "“Based on the provided context,” before": lambda text: (
            f"Based on the provided context, {_within(text)}"
        ),
        "“Sure! Here is what I found:” before": lambda text: f"Sure! Here is what I found: {text}",
        "“Let me know if you need anything else!” after": lambda text: (
            f"{text} Let me know if you need anything else!"
        ),
        "“I hope this helps.” after": lambda text: f"{text} I hope this helps.",
        "“In short,” before": lambda text: f"In short, {_within(text)}",
        "“Source: https://…” after": lambda text: f"{text}\n\nSource: https://example.org/page",
        "answer in quotation marks": lambda text: text if '"' in text else f'"{text}"',
        "answer as bullets": bullets,
        "bold words in the answer": bold,
        "heading before the answer": lambda text: f"## Answer\n\n{text}",
        "other quotation marks in the answer": other_quotes,
    }
    return {name: partial(_answered, rewrite) for name, rewrite in rewrites.items()}


def _of_questions() -> dict[str, Edit]:
    return {
        "question in capitals": lambda e: replace(e, question=e.question.upper()),
        "question in small letters": lambda e: replace(e, question=e.question.lower()),
        "question without its mark": lambda e: replace(e, question=e.question.removesuffix("?")),
        "“Question:” before the question": lambda e: (
            replace(e, question=f"Question: {e.question}") if e.question else e
        ),
    }


def _of_texts() -> dict[str, Edit]:
    """Return the edits of each passage's text; what is made for prose leaves records alone."""
    of_prose: dict[str, Rewrite] = {
        "other quotation marks in passages": other_quotes,
        "non-breaking spaces in passages": non_breaking,
        "passages as HTML pages": html_page,
        "passages as Markdown": markdown,
        "passages hyphenated at line ends": hyphenated,
    }
    of_any: dict[str, Rewrite] = {
        "tables as HTML": lambda text: _TABLE.sub(lambda m: html_table(m[0]), text),
        "tables as key: value": lambda text: _TABLE.sub(lambda m: key_values(m[0]), text),
        "passages in Unicode form NFD": partial(unicodedata.normalize, "NFD"),
        "passages in Unicode form NFC": partial(unicodedata.normalize, "NFC"),
    }
    return {
        **{name: partial(_reworded, partial(_unless_record, r)) for name, r in of_prose.items()},
        **{name: partial(_reworded, rewrite) for name, rewrite in of_any.items()},
    }


def _of_lists(pool: Sequence[Example]) -> dict[str, Edit]:
    """Return the edits of the list of passages."""
    every = _distinct(pool)
    by_task: dict[object, list[Example]] = {}
    for example in pool:
        by_task.setdefault(example.metadata.get("task"), []).append(example)
    of_task = {task: _distinct(examples) for task, examples in by_task.items()}
    return {
        "passages numbered": partial(_labelled, lambda n, text: f"[{n}] {text}"),
        "passages in tags of a prompt": partial(
            _labelled, lambda n, text: f'<document index="{n}">\n{text}\n</document>'
        ),
        "passages repeated": repeated,
        "five unrelated passages added": lambda e: with_more(e, every),
        "five of the same task added": lambda e: with_more(e, of_task[e.metadata.get("task")]),
        "passages in another order": shuffled,
        "one passage a sentence": one_a_sentence,
        "all passages joined": joined,
    }


def _labelled(label: Callable[[int, str], str], example: Example) -> Example:
    """Write something around each passage, by its number from 1."""
    told = (replace(p, text=label(n, p.text)) for n, p in enumerate(example.passages, 1))
    return replace(example, passages=tuple(told))


def bullets(text: str) -> str:
    """Put each sentence on a line of its own, as an item of a list."""
    return "\n".join(f"- {sentence}" for sentence in _cut(text))


def bold(text: str) -> str:
    """Mark numbers and long words in the way of Markdown.

    >>> bold("It lasts 12 weeks altogether.")
    'It lasts **12** weeks **altogether**.'
    """
    return _NUMBER_OR_LONG_WORD.sub(r"**\g<0>**", text)


def other_quotes(text: str) -> str:
    """Exchange typographic quotation marks and apostrophes for straight ones; or back.

    >>> other_quotes("It was “not” said.")
    'It was "not" said.'
    >>> other_quotes('"No," it was said')
    '“No,” it was said'
    """
    if any(mark in text for mark in "“”‘’"):
        return text.translate(str.maketrans("“”‘’", "\"\"''"))
    curly = re.sub(r'"([^"]*)"', r"“\1”", text)
    return re.sub(r"(?<=\w)'(?=\w)", "’", curly)


def non_breaking(text: str) -> str:
    """Put a non-breaking space for every third space."""
    places = accumulate(character == " " for character in text)
    return "".join(
        "\N{NO-BREAK SPACE}" if character == " " and place % 3 == 0 else character
        for character, place in zip(text, places, strict=True)
    )


def html_page(text: str) -> str:
    """Make a web page of a text: a paragraph for each of its lines, with navigation and a foot.

    A text that holds elements already stays as it is: escaped, its tags would be shown.
    """
    if _ELEMENT.search(text):
        return text
    lines = [f"<p>{html.escape(line)}</p>" for line in text.split("\n") if line.strip()]
    return _PAGE.format("\n".join(lines))


def markdown(text: str) -> str:
    """Put a heading above a text and emphasise its long words."""
    return "# Details\n\n" + _LONG_WORD.sub(r"*\g<0>*", text)


def hyphenated(text: str) -> str:
    """Set prose in narrow lines that divide long words, as text taken from a PDF has them.

    Lines that are short already, and those of tables, stay as they are.
    """
    return "\n".join(line if line.startswith("|") else _set(line) for line in text.split("\n"))


def _set(line: str) -> str:
    lines, current = [], ""
    for word in line.split(" "):
        room = _WIDTH - len(current) - 1
        if len(word) <= room or not current:
            current = f"{current} {word}" if current else word
        elif word.isalpha() and len(word) >= _LONG and room > _LONG // 2:
            cut = min(room - 1, len(word) - 3)
            lines.append(f"{current} {word[:cut]}-")
            current = word[cut:]
        else:
            lines.append(current)
            current = word
    return "\n".join([*lines, current])


def html_table(table: str) -> str:
    """Write a Markdown table as one of HTML."""
    header, *rows = _grid(table)
    written = [_html_row(header, "th"), *(_html_row(row, "td") for row in rows)]
    return "\n".join(["<table>", *written, "</table>"])


def _html_row(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"


def key_values(table: str) -> str:
    r"""Write each row of a Markdown table as lines of "header: cell".

    >>> key_values("| Day | Fee |\n|---|---|\n| Monday | 4 |\n| Friday | 6 |")
    'Day: Monday\nFee: 4\n\nDay: Friday\nFee: 6'
    """
    header, *rows = _grid(table)
    return "\n\n".join(
        "\n".join(f"{key}: {cell}" for key, cell in zip(header, row, strict=False)) for row in rows
    )


def _grid(table: str) -> list[list[str]]:
    lines = [line.strip().strip("|").split("|") for line in table.strip().split("\n")]
    return [[cell.strip() for cell in line] for at, line in enumerate(lines) if at != 1]


def repeated(example: Example) -> Example:
    """Give every passage twice."""
    again = (Passage(p.text, f"again{i}") for i, p in enumerate(example.passages))
    return replace(example, passages=(*example.passages, *again))


def with_more(example: Example, pool: Sequence[str]) -> Example:
    """Add passages of others, drawn by the example's id."""
    own = {passage.text for passage in example.passages}
    pick = draw(0, "unrelated", example.id)
    others = [text for text in pick.sample(pool, min(len(pool), 40)) if text not in own]
    more = [Passage(text, f"more{i}") for i, text in enumerate(others[:_UNRELATED])]
    return replace(example, passages=(*example.passages, *more))


def shuffled(example: Example) -> Example:
    """Put the passages in another order, drawn by the example's id."""
    pick = draw(0, "shuffled", example.id)
    return replace(example, passages=tuple(pick.sample(example.passages, len(example.passages))))


def one_a_sentence(example: Example) -> Example:
    """Give every sentence of the prose as a passage of its own; records stay whole."""
    texts = [
        piece
        for passage in example.passages
        for piece in ([passage.text] if _is_data(passage.text) else _cut(passage.text))
    ]
    return replace(example, passages=tuple(Passage(t, str(n)) for n, t in enumerate(texts, 1)))


def joined(example: Example) -> Example:
    """Give all passages as one; where one of them is a record, they stay as they are."""
    if len(example.passages) < 2 or any(_is_data(p.text) for p in example.passages):
        return example
    return replace(example, passages=(Passage("\n\n".join(p.text for p in example.passages), "1"),))


def _is_record(text: str) -> bool:
    """Say whether a text is JSON, or a Python literal, which any edit of its marks would break."""
    return text.lstrip().startswith(("{", "["))


def _is_data(text: str) -> bool:
    return _is_record(text) or _TABLE.search(text) is not None


def _unless_record(rewrite: Rewrite, text: str) -> str:
    return text if _is_record(text) else rewrite(text)


def _answered(rewrite: Rewrite, example: Example) -> Example:
    return replace(example, answer=rewrite(example.answer), spans=None)


def _reworded(rewrite: Rewrite, example: Example) -> Example:
    return replace(
        example, passages=tuple(replace(p, text=rewrite(p.text)) for p in example.passages)
    )


def _distinct(pool: Sequence[Example]) -> list[str]:
    return list(dict.fromkeys(passage.text for example in pool for passage in example.passages))


def _cut(text: str) -> list[str]:
    [spans] = SentenceSegmenter().segment([text])
    return [span.of(text) for span in spans]


def _sentences(text: str, change: Rewrite) -> str:
    """Change each sentence of a text where it stands."""
    [spans] = SentenceSegmenter().segment([text])
    for span in reversed(spans):
        text = text[: span.start] + change(span.of(text)) + text[span.end :]
    return text


def _before_stop(mark: str, sentence: str) -> str:
    stop = _LAST_STOP.search(sentence)
    return sentence if stop is None else sentence[: stop.start()] + mark + sentence[stop.start() :]


def _within(text: str) -> str:
    """Write the first word small where it is not a name."""
    return text[:1].lower() + text[1:] if _OPENING_WORD.match(text) else text
