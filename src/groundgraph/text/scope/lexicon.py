"""Words and phrases that quantify, qualify, condition or deny, and a finder for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Marker(NamedTuple):
    """A phrase of a lexicon, where it stands.

    Attributes:
        name: What the lexicon calls it.
        first: Index of its first token.
        last: One past the index of its last.
    """

    name: str
    first: int
    last: int


_TOLD = 2
"""Words of a phrase that are told by where it is kept."""


class Lexicon:
    """Phrases by name, found in a run of tokens, the longest first."""

    def __init__(self, named: Mapping[str, str]) -> None:
        """Take phrases, separated by "/", by name; those of "" are passed over."""
        self._by_first: dict[str, dict[str, list[tuple[tuple[str, ...], int, str]]]] = {}
        for name, listed in named.items():
            for phrase in listed.replace("\n", " ").split("/"):
                words = tuple(phrase.split())
                by_second = self._by_first.setdefault(words[0], {"": []})
                second = words[1] if len(words) > 1 else ""
                by_second.setdefault(second, []).append((words, len(words), name))
        for by_second in self._by_first.values():
            for second in by_second.keys() - {""}:
                by_second[second].sort(key=lambda phrase: -phrase[1])
                by_second[second] += by_second[""]
        self.firsts = frozenset(self._by_first)
        """The words that a phrase may begin with."""

    def find(self, words: Sequence[str]) -> list[Marker]:
        """Return the phrases within the texts of tokens, in order, none within another."""
        found: list[Marker] = []
        done = 0
        for at in [at for at, word in enumerate(words) if word in self._by_first]:
            marker = self._at(words, at) if at >= done else None
            if marker is not None:
                done = marker.last
                if marker.name:
                    found.append(marker)
        return found

    def _at(self, words: Sequence[str], at: int) -> Marker | None:
        by_second = self._by_first[words[at]]
        second = words[at + 1] if at + 1 < len(words) else ""
        for phrase, length, name in by_second.get(second, by_second[""]):
            if length <= _TOLD or tuple(words[at : at + length]) == phrase:
                return Marker(name, at, at + length)
        return None


_GRATIS = """no cost/no charge/no extra cost/no additional cost/no extra charge
    /no additional charge/no fee/no fees/no deposit/without charge/without extra charge
    /without payment/without paying/costs nothing/cost nothing/pay nothing/pays nothing
    /nothing to pay/fee is waived/fees are waived/charge is waived/waives the fee/waive the fee
    /waived the fee"""

QUANTIFIERS = Lexicon(
    {
        "all": """all/all of/every/every one of/every single/every single one of/each/each of
            /everyone/everybody/both/both of/each and every/every last one of/every one/each one of
            /the whole of/the entire/the whole/the entirety of""",
        "most": """most/most of/the majority of/majority of/a majority of/the vast majority of
            /nearly all/almost all/nearly every/almost every/nearly everyone/almost everyone
            /practically all/virtually all/the bulk of/the greater part of/the larger part of
            /practically every/virtually every/almost everybody/nearly everybody
            /nearly all of/almost all of/practically the entire/almost the entire
            /nearly the entire/the lion's share of""",
        "half": """half/half of/half the/every second/every other/one in two
            /about half of/roughly half of""",
        "many": """many/many of/numerous/a large number of/a lot of/lots of/plenty of
            /large numbers of/a great many""",
        "some": """some/some of/several/several of/a number of/at least one/at least one of
            /a couple of/certain of""",
        "few": """few/few of/a few/a few of/only a few/only a few of/just a few/just a few of
            /only some/only some of/just some/just some of/merely some/merely some of
            /a small number of/hardly any/hardly any of/very few/very few of/a handful of
            /only a handful of/a minority of/a small minority of/one in three/one in four
            /one in five/one in ten/a fraction of/only one of/just one of/scarcely any
            /a small part of/a small share of""",
        "part": "part of the/parts of the/not all but",
        "not all": """not all/not all of/not every/not every one of/not everyone/not everybody
            /not each/not each of/not both/not both of/not quite all/not quite all of
            /not the whole/not the entire/less than all""",
        "none": """none/none of/no/neither/neither of/nobody/no one/not one/not one of
            /not a single/not a single one of/not any/not any of/no one of""",
    }
)
EXCEPTIONS = Lexicon(
    {
        "except": """except/except for/apart from/other than/save/save for/excluding
            /with the exception of/with the sole exception of/aside from/bar/but not/all but
            /with one exception/but for/exception/exceptions""",
        "included": """including/included/among them/without exception/as well/no exception
            /with no exception""",
    }
)
LIMITS = frozenset("only just merely simply solely".split())
BOUNDS = frozenset(
    """within after before until till under over above below than most least outside beyond first
    later earlier since once""".split()
)
"""Words that say up to where, or when, a thing holds."""
NEGATIVE = Lexicon(
    {
        "not": """not/never/no/none/nobody/nothing/neither/nor/without/cannot/no longer/no one
            /fail to/fails to/failed to/failing to/refuse to/refuses to/refused to/nowhere
            /unable to/lack/lacks/lacked/lacking""",
        "": f"{_GRATIS}",
    }
)
TERMS = Lexicon(
    {
        "free": f"free/free of charge/gratis/complimentary/{_GRATIS}",
        "paid": """fee/fees/surcharge/charge/charged/payable/priced/costs/cost/costing/deposit/pay
            /pays/paying/paid/own expense/chargeable""",
        "included": """included/includes/include/including/covered/covers/cover/comes with/come with
            /came with/supplied with/part of the""",
        "extra": """sold separately/available separately/bought separately/purchased separately
            /ordered separately/charged separately/billed separately/excluded/excludes/exclude
            /excluding/optional extra/comes without/come without/buy extra/bought extra""",
        "consent": """consent/approval/permission/authorisation/authorization/approved/approve
            /approves/authorised/authorized/agreed/sign-off/clearance/assent""",
        "notice": """inform/informed/informing/notify/notified/notifying/notice/notification/tell
            /told/report/reported/reporting/recorded/announce/announced/let/register/registered""",
        "needed": """must/have to/has to/need/needs/needed/need to/needs to/require/requires
            /required/requirement/mandatory/compulsory/obligatory/necessary/indispensable/obliged
            /condition for/prerequisite/precondition""",
        "optional": """optional/voluntary/voluntarily/unnecessary/exempt from/exempt/waived/waives
            /dispensed with""",
    }
)
POSSIBLE = {
    "possible": """may/might/could/possible/possibly/perhaps/maybe/potentially/conceivably
        /an open question/undecided/unclear/uncertain/left open/leave open/leaves it open
        /left it open/remains to be seen/under discussion/under consideration/considering
        /considers/be considered/is considered/no date has been set/not yet decided/yet to decide
        /yet to choose/remains possible/cannot be ruled out/can not be ruled out/conceivable
        /not ruled out/up in the air/not clear/unknown/not known/unconfirmed/speculated/rumoured
        /rumored/stands a chance/has a chance""",
    "expected": """likely/probably/likely to/expected to/is expected to/are expected to
        /was expected to/were expected to/is expected/are expected/was expected/plans to
        /plan to/planned to/planning to/intends to/intend to/intended to/aims to/aim to/hopes to
        /hope to/hoped to/proposed/is a proposal/scheduled to/due to be/set to/anticipated
        /forecast/predicted/presumably/supposedly/allegedly/alleged/reportedly/suspected/accused of
        /purportedly/apparently/seems/seem/appears to/appear to/ought to/believed to
        /thought to/tentative/tentatively/wants to/want to/seeks to""",
    "certain": """will/is certain/are certain/be certain/certain that/certain to/certainly
        /definitely/guaranteed/inevitable
        /inevitably/undoubtedly/without doubt/no doubt/settled/a settled question/proven/proves
        /proved/beyond doubt/surely/sure to/bound to happen/a certainty
        /always/a done deal/for certain/for sure/a foregone conclusion""",
    "impossible": """impossible/ruled out/rules out/rule out/cannot possibly/out of the question
        /cannot/can not""",
}
OBLIGED = {
    "optional": """may/can/might/could/optional/optionally/voluntary/voluntarily/free to/allowed to
        /permitted to/is allowed/are allowed/is permitted/are permitted/allowed/permitted
        /at their discretion/at its discretion/if they wish/if you wish/if desired/need not
        /needn't/a choice/a matter of choice/up to you/not compulsory/not bound
        /may be considered/an option/have the option/has the option""",
    "advised": """should/ought to/recommended/recommends/recommend/recommendation/advisable
        /are advised/is advised/be advised/advised to/suggested/requested/are encouraged
        /is encouraged/encouraged to/preferable/preferably/desirable/hoped for/better off/asked to
        /are asked/is asked/are urged/is urged/had better/a good idea/best to""",
    "required": """must/shall/have to/has to/had to/required/requires/require/requirement/obliged
        /obliges/obligation/an obligation/obligated/bound to/mandatory/compulsory/obligatory
        /necessary/necessarily/indispensable/imperative/essential
        /no choice/a must/has no choice/have no choice/had no choice/required to/forced to
        /mandated/mandates/demanded/compelled/duty to/a duty/unavoidable/without fail
        /necessity/a condition for/a condition of/prerequisite/precondition""",
    "needed": "need to/needs to/needed to/needed/is needed/are needed",
    "forbidden": """forbidden/prohibited/is banned/are banned/was banned/were banned
        /not allowed/not permitted/must not
        /cannot/can not/disallowed/not be allowed/illegal/unlawful/off limits/ruled out""",
}
_OFTEN = ("often", "many times", "frequently")
_WANTED = tuple(f" {word}" for word in "needed required desired necessary wanted".split()) + tuple(
    f" {who} {verb}" for who in ("you", "they", "we") for verb in ("like", "want", "need", "wish")
)
FREQUENCIES = Lexicon(
    {
        "always": """always/invariably/every time/at all times/constantly/in every case/in all cases
            /without fail/each time/whatever the weather""",
        "usually": """usually/generally/normally/typically/mostly/as a rule/most of the time
            /in most cases/for the most part/nearly always/almost always/commonly/regularly""",
        "often": "often/frequently/many times/in many cases/repeatedly",
        "sometimes": """sometimes/occasionally/at times/now and then/from time to time
            /in some cases/on occasion/once in a while/not always""",
        "rarely": """rarely/seldom/hardly ever/infrequently/in rare cases/almost never
            /scarcely ever/only rarely/nearly never""",
        "once": """only once/just once/once only/no more than once/one time only/only one time
            /just one time/once every/once per/once a/once in/once each""",
        "freely": "/".join(
            f"as {often} as{wanted}" for often in _OFTEN for wanted in ("", *_WANTED)
        )
        + """/any number of times/an unlimited number of times/unlimited times/over and over
            /without limit""",
        "never": "never/at no time/in no case/not once/not ever/under no circumstances",
    }
)
DEGREES = Lexicon(
    {
        "small": """slightly/marginally/modestly/a little/a bit/somewhat/minimally/moderately/mildly
            /gently/gradually/weakly/by a small margin""",
        "large": """sharply/greatly/dramatically/significantly/considerably/steeply/substantially
            /markedly/heavily/strongly/vastly/hugely/massively/drastically/enormously/severely
            /by a wide margin/far/much""",
    }
)
ORDINALS = Lexicon(
    {
        "first": "first/the first",
        "second": "second/the second",
        "third": "third/the third",
        "fourth": "fourth/the fourth",
        "fifth": "fifth/the fifth",
        "last": "last/the last/final/the final",
    }
)
CONDITIONS = Lexicon(
    {
        "if": """if/when/provided that/provided/providing/as long as/so long as/on condition that
            /on the condition that/in case/in the event that/once/given that/assuming/assuming that
            /on the understanding that/in cases where/whenever/every time
            /each time/given""",
        "only if": """only if/only when/only where/only while/only once/only after/only in case
            /only as long as/only with/only provided/if and only if/only on condition that
            /only in cases where/only in the event that/solely if/solely when/exclusively when
            /but only if/but only where
            /but only when/not until/not unless""",
        "unless": """unless/except if/except when/except where/unless and until/save where/save if
            /only if not/other than when""",
        "even if": "even if/even when/even where/even though/even without",
        "regardless": """regardless of/regardless of whether/whether or not/no matter
            /no matter whether/irrespective of/whatever/in any case/under any circumstances
            /unconditionally/in all circumstances/at any time/at all times/without conditions
            /without any condition/come what may""",
    }
)
