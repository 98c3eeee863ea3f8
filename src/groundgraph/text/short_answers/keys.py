"""The word of a question without which a sentence does not tell what it asks.

"When did Nadia sell the shop?" is not answered by "Nadia opened the shop in 1998.", nor "What was
Otto Brem's profession?" by "Otto Brem founded the paper.", though they hold all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.asked.question_words import AUXILIARIES
from groundgraph.text.asked.sought import marks
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.tagging import FINITE, tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.statements.lexicon import synonyms
from groundgraph.text.words import stem, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.asked.questions import Form

_LIGHT = frozenset(
    map(stem, "take come happen occur make locate last hold get go give cost stand".split())
)
"""Verbs that a sentence may well do without: "made of cotton", "come from 14 countries"."""
_VERBS = FINITE | {"VB", "VBN"}


def key_of(form: Form) -> str:
    """Return the verb of a question, or the noun of one for what something is; "" for none.

    >>> from groundgraph.text.asked.questions import statement_form
    >>> [key_of(statement_form(asked)) for asked in (
    ...     "When did Nadia sell the shop?", "What was Otto Brem's profession?",
    ...     "When was Karin Holt born?", "What is the lining made of?")]
    ['sell', 'profession', 'bear', '']
    """
    after = _plain(form.after)
    leads = bool(after) and form.after[:1].islower() and words(form.after)[0].content
    led = form.before.rpartition(" ")[2].lower() in AUXILIARIES and leads
    found = _verb(form.before) if form.before and not led else next(iter(after), "")
    return "" if stem(found) in _LIGHT else found


def _verb(text: str) -> str:
    """Return the first verb of a text, or the last noun of one that has none but "is"."""
    read = tokens(text, Span(0, len(text)))
    kinds = zip(read, tags(read), strict=True)
    verbs = [t.lower for t, kind in kinds if kind in _VERBS and t.lower not in AUXILIARIES]
    return lemma(verbs[0]) if verbs else next(reversed(_plain(text)), "")


def _plain(text: str) -> list[str]:
    """Return the base forms of the content words of a text that are no names."""
    found = [text[w.start : w.end] for w in words(text) if w.content and not w.capital]
    return [lemma(word.lower().removesuffix("'s").removesuffix("’s")) for word in found]


def tells(text: str, key: str) -> bool:
    """Say whether a sentence holds a key or a word for the same; a life in brackets, of its ends.

    >>> tells("Ada Lund (1802–1870) wrote.", "bear"), tells("Ada Lund wrote in 1840.", "die")
    (True, False)
    """
    if key in marks(text).of:
        return True
    meant = {stem(word) for word in (key, *synonyms(key))}
    return any(stem(lemma(text[w.start : w.end].lower())) in meant for w in words(text))
