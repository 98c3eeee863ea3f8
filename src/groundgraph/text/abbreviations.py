"""Words whose stop need not end a sentence, and the rule for each.

A rule looks at the `Following` word and says whether a sentence ends after the abbreviation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from groundgraph.text import calendar_words
from groundgraph.text.calendar_words import MONTH_NAMES, WEEKDAYS


class Following(NamedTuple):
    """The first word after a stop, with a currency sign before it, and whether a stop follows it.

    The word is "" where there is none.
    """

    word: str
    dotted: bool


Rule = Callable[[Following], bool]
Rules = Mapping[str, Rule]


def never(_: Following) -> bool:
    """No sentence ends here: "Dr. Lee", "e.g. The Hague"."""
    return False


def before_opener(following: Following) -> bool:
    """A sentence ends before a word that opens sentences: "Acme Inc. The" but "Acme Inc. Chief".

    An opener with its own stop is an initial or an abbreviation: "J. A. Smith", "U.S. No. 1".
    """
    word, dotted = following
    return word[:1].isupper() and not dotted and word.capitalize() in _OPENERS


def before_capital(following: Following) -> bool:
    """A sentence ends before any capital that is no part of a date: "5 p.m. Tickets"."""
    word = following.word
    return word[:1].isupper() and word.capitalize() not in _CALENDAR and word not in _ZONES


def unless_numbered(following: Following) -> bool:
    """A sentence ends unless a number follows: "No. He left" but "No. 5", "max. €20"."""
    word = following.word.lstrip("€$£¥")
    return not (word[:1].isdigit() or word[:1].islower() or _ROMAN.fullmatch(word))


def rule_for(word: str, rules: Rules) -> Rule | None:
    """Return the rule for the word before a stop, ``None`` for an ordinary word."""
    rule = rules.get(word)
    if rule is None and len(word) > 1 and word.isupper():
        rule = rules.get(word.capitalize())
    if rule is None and (_is_initial(word) or _ACRONYM.fullmatch(word)):
        return before_opener
    return rule


def ends_label(tail: str) -> bool:
    """Say whether a text ends with a letter that names one of a kind: "take plan L", no initial.

    A label that stands alone is the heading of what follows: "Zone B. Adults pay 3 euros."
    """
    return _LABEL.search(tail) is not None


def _is_initial(word: str) -> bool:
    return len(word) == 1 and word.isupper()


_ROMAN = re.compile(r"[IVXLC]+")
_LABEL = re.compile(
    r"""\w\W+(?i:plan|tariff|option|type|class|grade|category|group|level|tier|phase|size|version
    |variant|zone|area|region|district|sector|terminal|gate|platform|pier|block|building|hall|room
    |wing|bay|route|section|clause|appendix|annex|exhibit|vitamin|hepatitis|influenza)\ [A-Z]\Z""",
    re.VERBOSE,
)
_ACRONYM = re.compile(r"(?:[^\W\d_]{1,4}\.)+[^\W\d_]{1,4}")

_NEVER = """
    Dr Drs Mr Mrs Ms Mx Messrs Mme Mlle Prof Rev Fr Hon Gen Ald Sen Gov Rep Lt Col Capt Cmdr Maj
    Sgt Det Cpl Pvt Adm Supt Insp Pres Amb Sra Dra Hr
    e.g eg i.e ie vs cf viz a.k.a ca z.B z d.h bzw vgl bspw p.ej
"""
_BEFORE_CAPITAL = """
    etc usw a.m p.m am pm A.M P.M AM PM a.d b.c A.D B.C C.E B.C.E
    ft lb lbs Lb Lbs oz tsp tsps tbsp tbsps Tbsp Tsp pt qt gal sq mi hr hrs min mins sec secs yr
    yrs mg kg cm mm km mph hp
"""
_UNLESS_NUMBERED = """
    No no Nos nos Nr nr Fig fig Figs figs Vol vol Vols vols Sec Sect Art Ch ch Chap Eq Eqs Eqn
    Tab Thm Lem Prop Pt Op op Ser Abs Bd p pp pgs Ref ref Refs refs núm pág Ver ver Ex b c d n r
    Para para Paras paras Fl fl Max max Qty qty
"""
_BEFORE_OPENER = """
    Inc Ltd Corp Co Cos Bros LLC Mfg Intl Assn Dept Div Univ Inst Comm Cmte Natl Admin Ctr
    Jr Sr Esq Ph.D PhD MS St Ste Ave Av Blvd Rd Hwy Pkwy Ct Ln Pl Mt Mts Ft Apt Bldg Rm
    Tel tel Ext ext Fax Ed ed Eds eds Trans al et est Est approx Approx aprox appt dept govt
    dep Dep arr Arr dist Dist incl Incl excl Excl esp misc avg resp orig temp temps Temp adj adv
    anon ibid Ibid cont Cont def univ assn
    v s.v cp sic abbr subsp ssp evtl ggf inkl exkl
    Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec
    Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun
    Ala Ariz Ark Calif Colo Conn Del Fla Ga Kan Ky La Md Mich Minn Mo Mont Neb Nev Okla Pa Penn
    Tenn Tex Va Vt Wis Wyo
"""
_OPENERS = frozenset(
    """
    The This That These Those A An He She It They We You I His Her Its Their Our Your My There Here
    What Who Where When Why How Which While After Before Since Although Though However Meanwhile
    Moreover Furthermore Additionally Also But And Or So If Then Thus Therefore Because Despite
    During By With Without In On At As For From To Between Among According Following Until Unless
    Once Whether Both Some Many Most Each Another Other Others Such Not No Yes Please Let Instead
    Overall Finally Later Now Just Even Only Is Are Was Were Did Does Have Has Had Can Could Would
    Should
    """.split()
)
MONTHS = frozenset(name.capitalize() for name in MONTH_NAMES) | frozenset(
    "Januar Februar März Mai Juni Juli Oktober Dezember Jahrhundert".split()
)
"""Names that follow an ordinal number with its stop: "am 3. Oktober"."""

_CALENDAR = MONTHS | {name.capitalize() for name in (*calendar_words.MONTHS, *WEEKDAYS)}
_ZONES = frozenset("EST EDT ET CST CDT CT MST MDT MT PST PDT PT GMT UTC BST CET CEST IST".split())

RULES: Rules = MappingProxyType(
    {
        **dict.fromkeys(_BEFORE_OPENER.split(), before_opener),
        **dict.fromkeys(_UNLESS_NUMBERED.split(), unless_numbered),
        **dict.fromkeys(_BEFORE_CAPITAL.split(), before_capital),
        **dict.fromkeys(_NEVER.split(), never),
    }
)
"""The embedded abbreviations, written as they stand in text, without their last stop."""
