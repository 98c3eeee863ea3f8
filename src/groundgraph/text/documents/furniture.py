"""Lines of a page that say nothing of its subject: "Details", "Terms of use", "Read more".

A crawled page holds them between its paragraphs. They must neither support a claim nor make two
passages look alike, so they are not read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.documents.plain_text import PlainWriter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.text.documents.plain_text import PlainText

_LINES = frozenset(
    " ".join(
        """
    about; about us; accept all cookies; accept cookies; additional information;
    advertisement; advertising; all rights reserved; answer; article; back; back to top;
    background; careers; comments; contact; contact us; contents; continue reading; cookie
    policy; cookie settings; cookies; description; details; disclaimer; download; email;
    external links; facebook; faq; follow us; footnotes; frequently asked questions; further
    details; further information; further reading; general information; help; home; imprint;
    information; instagram; introduction; key facts; keywords; learn more; legal notice;
    linkedin; load more; log in; login; main content; main menu; menu; more; more details;
    more information; more on this topic; navigation; newsletter; next; notes; overview;
    page; previous; print; print this page; privacy; privacy notice; privacy policy; privacy
    statement; read more; recommended; references; register; related; related articles;
    related content; related links; related posts; related stories; related topics; search;
    section; see also; see more; share; share this; share this article; share this page;
    share this story; show less; show more; sign in; sign up; site map; sitemap; skip to
    content; skip to main content; skip to navigation; source; sources; sponsored;
    subscribe; summary; table of contents; tags; terms; terms and conditions; terms of
    service; terms of use; text; the details; top; twitter; you may also like
    """.split()
    ).split("; ")
)
_LONGEST = max(map(len, _LINES)) + 8
_AROUND = " \t\r\n.:;!-–—|•·>»›#*_"
_NUMBERED = re.compile(
    r"\[?(?:chunk|context|doc|document|page|passage|result|snippet|source|text)"
    r"\s?[#№]?\s?\d{1,4}(?:\s?(?:of|/)\s?\d{1,4})?\]?"
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)[\s©]*(?:\d{4}(?:\s*[-–]\s*\d{4})?)?|all rights reserved\.?",
    re.IGNORECASE,
)
_OF_A_SITE = re.compile(
    r"(?:(?:©|\(c\)|copyright\b)[^\n]{0,80}\ball rights reserved"
    r"|(?:we|this (?:web)?site|our (?:web)?site) uses? cookies\b[^\n]{0,160}"
    r"|by (?:continuing to use|using) (?:this|our) (?:web)?site, you (?:agree|accept|consent)"
    r"[^\n]{0,160}"
    r"|(?:subscribe to|sign up (?:for|to)|join) (?:our|the) (?:\w+ )?newsletter\b[^\n]{0,80}"
    r"|share (?:this |on )[^\n]{0,40}(?:facebook|twitter|linkedin|whatsapp|e-?mail)[^\n]{0,40}"
    r"|(?:estimated )?reading time:? \d{1,3}[ -]min(?:ute)?s?|\d{1,3}[ -]min(?:ute)?s? read"
    r"|(?:loading|please wait)\W{0,3}|skip to [\w ]{1,30}|click here(?: to [\w ]{1,40})?"
    r"|(?:please )?enable javascript\b[^\n]{0,80})[\s.!]*",
    re.IGNORECASE,
)
"""Sentences about a site, or what its frame says."""
_MOST_OF_SITE = 240
_MOST_WORDS = 6
"""Of a line of a footer that is no sentence."""


def is_furniture(line: str) -> bool:
    """Say whether a line is what pages of any subject hold.

    >>> is_furniture("Read more »"), is_furniture("Opening hours")
    (True, False)
    """
    if len(line) > _LONGEST:
        return len(line) <= _MOST_OF_SITE and _OF_A_SITE.fullmatch(line.strip(_AROUND)) is not None
    words = line.strip(_AROUND).casefold()
    known = words in _LINES or _NUMBERED.fullmatch(words) is not None
    return known or _OF_A_SITE.fullmatch(words) is not None


def says_nothing(lines: Iterable[str]) -> bool:
    """Say whether the lines of a footer hold neither a sentence nor a number.

    >>> says_nothing(["© 2024 Orrin Paper", "Imprint", "All rights reserved."])
    True
    >>> says_nothing(["Open Monday to Friday, 9 to 17"])
    False
    """
    shown = (_COPYRIGHT.sub("", line).strip() for line in lines)
    return all(
        len(line.split()) <= _MOST_WORDS
        and not line.endswith((".", "!", "?"))
        and not any(character.isdigit() for character in line)
        for line in shown
    )


def without_furniture(text: str) -> PlainText | None:
    r"""Read a text without its lines of furniture; ``None`` where it has none, or nothing else.

    >>> without_furniture("Details\n\nEntry is free.\nRead more").text
    'Entry is free.'
    """
    if "\n" not in text:
        return None
    lines = [match.span() for match in _LINE.finditer(text)]
    kept = [span for span in lines if not is_furniture(text[slice(*span)])]
    if len(kept) == len(lines):
        return None
    out = PlainWriter(text)
    for span in kept:
        out.keep(*span)
    return out.collected().stripped() if any(map(str.strip, (text[a:b] for a, b in kept))) else None
