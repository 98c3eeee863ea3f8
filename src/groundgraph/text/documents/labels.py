r"""What a retriever or a prompt writes around a passage: "[2]", "Document 3:", "Source: https://…".

It says which passage this is, where it was found and how near it was, and nothing of its subject:
it must neither support a claim nor change how a passage is read. Tags that stand around all of it,
fences, the marks of a text that was cut ("…") and lines of fields that only a store keeps go too; a
title stays. Fields beside others, as records have them, are left as they are.
"""

from __future__ import annotations

import re
from typing import Literal

from groundgraph.text.documents.json_words import PROSE, TITLES, TOLD
from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.text.documents.record_lines import is_called
from groundgraph.text.program_code import is_program
from groundgraph.types import Span

_KIND = (
    r"(?:chunk|context|document|doc|passage|result|search[ ]result|snippet|source|text|excerpt"
    r"|extract|evidence|reference)"
)
_PLACE = r"[#№]?[ ]?\d{1,4}(?:[ ]?(?:of|/)[ ]?\d{1,4})?"
_FILE = (
    r"[\w%~-]{1,60}(?:[. /][\w%~-]{1,60}){0,6}\.(?:pdf|html?|docx?|xlsx?|pptx?|md|txt|csv|json|xml)"
)
_ADDRESS = r"(?:https?://|www\.|file:/|s3:/|/)[^\s<>\"]{1,500}"
_SCORE = r"(?:(?:relevance|similarity|retrieval|rerank|reranker)[ _]?)?(?:score|distance)|relevance"
_VALUE = r"-?(?:\d{1,4}(?:\.\d{1,9})?|\.\d{1,9})"
_TITLED = r"[ ]?\([ ]?title:[ ]?(?P<title>[^()\n]{1,120})\)"
_BESIDE = rf"(?:[ ]?[(\[](?:(?:{_SCORE})[ ]?[:=]?[ ]?{_VALUE}|{_FILE}|{_ADDRESS})[)\]])?"
_BEFORE = re.compile(
    rf"""(?P<mark> \[\d{{1,4}}\]:?[ \t]+(?=\S)
      | (?:\[|\*\*)? (?:retrieved[ ])? {_KIND} [ ]? (?:{_PLACE} | \[{_PLACE}\] | \({_PLACE}\)) \]?
          (?: {_TITLED}:?[ ] | {_BESIDE} (?: (?:\*\*)?[ ]?[:–—](?:\*\*)? | (?<=\])[ ] | [ ]-[ ]
              | (?:\*\*)?\n ))
      | title:[ ](?P<named>[^|.\n]{{1,120}}?)[ ]?[|.][ ](?:text|content|context|passage):[ ]
      | (?P<bare>(?:context|passage|document|text|content|page[ _]content|excerpt|snippet):)(?=\s)
      | [(\[](?:{_SCORE})[ ]?[:=]?[ ]?{_VALUE}[)\]]
      | <source>[^<>\n]{{0,300}}</source> | <title>(?P<called>[^<>\n]{{1,120}})</title>
      | \.{{3}} | … | \[(?:\.{{3}}|…)\]
      | <\|[\w ]{{1,30}}\|> | \[(?:SEP|CLS)\] | <bos>
      | (?:begin|start)[ ](?:of[ ])?{_KIND}:?[ ]?\n
      | [=#*_~-]{{3,40}}[ ]?(?:(?:(?:begin|start)[ ](?:of[ ])?)?{_KIND}(?:[ ]?{_PLACE})?
          |{_FILE})[ ]?[=#*_~-]{{0,40}}[ ]?\n
      )""",
    re.VERBOSE | re.IGNORECASE,
)
_AFTER = re.compile(
    rf"""(?: (?<=[.!?…"”’)|])(?:\.{{3}}|…) | (?<=[.!?][ ])(?:\.{{3}}|…) | \[(?:\.{{3}}|…)\]
      | <\|[\w ]{{1,30}}\|> | \[(?:SEP|CLS)\] | <eos>
      | \n[=#*_~-]{{0,40}}[ ]?end(?:[ ](?:of[ ])?{_KIND}(?:[ ]?{_PLACE})?)?[ ]?[=#*_~-]{{0,40}}
      )\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_TAG = re.compile(
    r"<(?P<name>documents?|docs?|passages?|contexts?|sources?|chunks?|snippets?|excerpts?|text"
    r"|contents?|results?|search_results?|page_content|document_content|evidence|retrieved|s)"
    r"(?:[ \t][^<>\n]{0,300})?>",
    re.IGNORECASE,
)
_CONTENT = re.compile(
    r"(?:<(?:source|title)>[^<>\n]{0,300}</(?:source|title)>\s{0,8}){0,3}"
    r"<(?:document_contents?|contents?|text|page_content)>",
    re.IGNORECASE,
)
_FENCE = re.compile(r"(?P<mark>\"{3}|'{3}|`{3,9}(?:text|txt|plaintext|md|markdown)?(?= ?\n))")
_IN_QUOTES = re.compile(r"[\"“][^\"“”{\[]+[.!?][\"”]")
_FRONT = re.compile(r"-{3}[ \t]*\n(?P<fields>(?:[^\n]{0,500}\n){1,40}?)(?:-{3}|\.{3})[ \t]*\n")
_FIELD = re.compile(
    r"[ \t]{0,8}(?P<key>[A-Za-z][\w #-]{0,30}?) ?[:=][ \t]{0,8}(?P<value>[^\n]*)(?:\n|\Z)"
)
_STORED = frozenset(
    "uuid url uri href permalink file filename filepath path hash sha256 checksum embedding".split()
)
"""Last words of fields that a store keeps, or a site, and that say nothing of a subject."""
_IDS = re.compile(r"(?:doc|document|node|chunk|passage|file|vector)[ _-]?ids?", re.IGNORECASE)
_BESIDE_THOSE = frozenset(
    "id ids key rank index lang language tags layout slug draft start end offset tokens".split()
)
"""The same where another stands beside; else they may be told of a subject."""
_SCORES = re.compile(rf"(?:{_SCORE}|similarity)\Z", re.IGNORECASE)
_DECIMAL = re.compile(r"-?\d*\.\d+")
_PLACED = frozenset({"source", "page", "pages", "chunk", "document", "doc", "link"})
"""The same where their values are numbers, files or addresses."""
_WHERE = re.compile(
    rf"[\"']?(?:{_FILE}|{_ADDRESS}|[#№]?\d[\d /–-]{{0,12}}(?:of \d{{1,4}})?)[\"']?", re.IGNORECASE
)
_TITLED_BY = ("title", "named", "called")
_LEAST_WORDS, _MOST_READ = 4, 2_000
_LONGEST = 300
"""Characters at the end of a text that are looked at."""
_MOST = 12
"""Pieces around one passage."""


def unlabelled(text: str) -> PlainText | None:
    r"""Read a passage without what stands around it; ``None`` where nothing does.

    >>> unlabelled("[2] Entry is free on Mondays.").text
    'Entry is free on Mondays.'
    >>> unlabelled("Source: guide.pdf\nTitle: Kyoto\nContent: Entry is free on Mondays.").text
    'Kyoto\n\nEntry is free on Mondays.'
    >>> unlabelled("Source: Reuters\nFee: 4") is None
    True
    """
    within = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    titles: list[Span] = []
    whole = within
    for _ in range(_MOST):
        found = _shorter(text, within, titles)
        if found is None:
            break
        within = _stripped(text, found)
    if within == whole or not within.of(text).strip():
        return None
    out = PlainWriter(text)
    for title in titles:
        out.keep(*title)
        out.put("\n\n", title.end, title.end)
    out.keep(*within)
    return out.collected()


def _stripped(text: str, within: Span) -> Span:
    words = within.of(text)
    start = within.start + len(words) - len(words.lstrip())
    return Span(start, max(start, within.end - len(words) + len(words.rstrip())))


def _shorter(text: str, within: Span, titles: list[Span]) -> Span | None:
    """Return what is left without the outermost piece around it; ``None`` where there is none."""
    start, end = within
    fenced = _fenced(text, within)
    if fenced is not None:
        return fenced
    before = _BEFORE.match(text, start, end)
    if before is not None and (before["bare"] is None or _is_text(text[before.end() : end])):
        titles += [Span(*before.span(kind)) for kind in _TITLED_BY if before[kind]]
        return Span(before.end(), end)
    headed = _headed(text, within, titles)
    if headed is not None:
        return headed
    after = _after(text, within)
    return Span(start, after) if after is not None else None


def _fenced(text: str, within: Span) -> Span | None:
    """Return what stands in a tag, or between fences, that hold all of a text."""
    start, end = within
    tag = _TAG.match(text, start, end)
    if tag is not None:
        return _in_tag(text, tag, end)
    if _IN_QUOTES.fullmatch(text, start, end):
        return Span(start + 1, end - 1)
    fence = _FENCE.match(text, start, end)
    if fence is None:
        return None
    mark = fence["mark"][:3]
    inside = Span(fence.end(), end - len(mark))
    own = inside.of(text)
    closed = text.endswith(mark, start, end) and mark not in own
    return inside if closed and _is_text(own) and not is_program(own) else None


def _in_tag(text: str, tag: re.Match[str], end: int) -> Span | None:
    """Return what a tag holds, where that is all of a text and no record."""
    closing = f"</{tag['name']}>".lower()
    inside = Span(tag.end(), end - len(closing))
    own = inside.of(text).strip().lower()
    if not own or text[inside.end : end].lower() != closing or closing in own:
        return None
    return inside if own[0] != "<" or _CONTENT.match(own) else None


def _headed(text: str, within: Span, titles: list[Span]) -> Span | None:
    """Return what stands behind lines of fields that only a store keeps, with prose below."""
    start, end = within
    front = _FRONT.match(text, start, end)
    at, stop = front.span("fields") if front else within
    found: list[Span] = []
    kinds: list[str] = []
    while at < stop and (field := _FIELD.match(text, at, stop)):
        kind = _kind(field)
        if kind == "other" and _is_prose(field["value"]):
            break
        if kind == "other":
            return None  # a record
        kinds.append(kind)
        at = field.start("value") if kind == "prose" else field.end()
        if kind in {"title", "told"}:
            found.append(Span(*field.span("value" if kind == "title" else 0)))
        elif kind == "prose":
            break
    if front is not None:
        at = front.end() if at == stop else start
    elif not {"stored", "prose"}.intersection(kinds):
        return None
    if at == start or not _is_text(text[at:end].strip()):
        return None
    titles += found
    return Span(at, end)


def _kind(field: re.Match[str]) -> Literal["title", "told", "prose", "stored", "beside", "other"]:
    key, value = field["key"].strip().lower(), field["value"].strip()
    name = re.split(r"[ _-]", key)[-1]
    if name in TITLES and is_called(value) and field[0].endswith("\n"):
        return "title"
    if name in PROSE:
        return "prose"
    if name in TOLD and is_called(value):
        return "told"
    if not is_called(value) and not _WHERE.fullmatch(value):
        return "other"
    if name in _STORED or _IDS.fullmatch(key):
        return "stored"
    if _SCORES.search(key) and _DECIMAL.fullmatch(value):
        return "stored"
    if name in _PLACED and _WHERE.fullmatch(value):
        return "stored"
    return "beside" if key in _BESIDE_THOSE else "other"


def _after(text: str, within: Span) -> int | None:
    """Return where a text ends without the last piece behind it."""
    start, end = within
    after = _AFTER.search(text, max(start, end - _LONGEST), end)
    if after is not None:
        return after.start()
    ends = text.rfind("\n", start, end)
    field = _FIELD.fullmatch(text, ends + 1, end) if ends >= 0 else None
    if field is None or _kind(field) != "stored":
        return None
    return ends if _is_text(text[max(start, ends - _LONGEST) : ends]) else None


def _is_text(text: str) -> bool:
    """Say whether a text is prose, or holds a table of Markdown."""
    return _is_prose(text) or text.lstrip()[:1] == "|" or "\n|" in text


def _is_prose(text: str) -> bool:
    """Say whether a text holds a sentence of some words."""
    words = text[:_MOST_READ].split()[_LEAST_WORDS - 1 :]
    return any(word.rstrip("\"'”’)]").endswith((".", "!", "?")) for word in words)
