"""What is known of words, a file for each kind of knowledge; who needs it reads it here.

| file | holds |
|---|---|
| ``synonyms.txt`` | words that are held for the same |
| ``opposites.txt`` | words that deny each other |
| ``irregular.txt`` | forms of verbs that no rule makes |
| ``lexicon.txt`` | parts of speech |
| ``inverses.txt`` | deeds told the other way round: "employ", "work for" |
| ``happenings.txt`` | words that may tell of one happening |
| ``one_word_names.txt`` | names with a capital inside: "YouTube" |
| ``given_names.txt`` | names of men and of women |
| ``countries.txt``, ``regions.txt`` | larger places |
| ``english.txt``, ``others.txt`` | words by which a language is told |

``small_words`` and ``directions`` are short enough to be Python. Words of numbers stand in
`groundgraph.text.number_words`, those of the calendar in `groundgraph.text.calendar_words`, and
what is written in several ways in `groundgraph.text.notations`.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def lines(name: str, section: str = "") -> Iterator[str]:
    """Yield the lines of a file of words, but for notes and empty ones.

    Args:
        name: The file.
        section: Whose lines, of a file that has sections; each begins with its name in brackets.
    """
    content = (files("groundgraph.text.vocabulary") / name).read_text(encoding="utf-8")
    if section:
        content = content.partition(f"[{section}]\n")[2].partition("\n[")[0]
    return (line for line in content.splitlines() if line and not line.startswith("#"))
