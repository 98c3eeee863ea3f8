"""Units of measure that the name of a relation holds: "height_m", "revenue_musd", "mass (kg)"."""

from __future__ import annotations

import re
from functools import lru_cache

_BARE = re.compile(r"[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_MANY = re.compile(r"([-+−]?\d+(?:\.\d+)?)\s?(K|M|B|bn)")
_COUNTED = frozenset(
    """population inhabitants residents people employees staff users followers subscribers visitors
    views members parameters downloads revenue sales profit income budget cost price gdp""".split()
)
_BRACKETED = re.compile(r"[(\[]([^()\[\]]{1,30})[)\]]\Z")
_UNITS = {
    unit: words[0]
    for words in map(str.split, """
km kilometres kilometers kilometre kilometer
metres meters
cm
mm
mi miles
ft feet
yd
kg kilograms
mg
tonnes tons
lb lbs pounds
oz
ml
litres liters
m² m2 sqm
km² km2 sqkm
ft² ft2 sqft
m³ m3
hectares ha
acres
km/h kmh kph
mph
kW kw
MW mw megawatts
GW gw
kWh kwh
MWh mwh
GWh gwh
TWh twh
kV kv
Hz hz
kHz khz
MHz mhz
GHz ghz
GB gb
MB mb
TB tb
KB kb
°C celsius degc
°F fahrenheit degf
% pct percent
seconds secs
ms milliseconds
minutes mins
hours hrs
days
weeks
months
years yrs
hp
rpm
psi
kPa kpa
hPa hpa
kcal
""".strip().splitlines())
    for unit in map(str.lower, words)
}  # fmt: skip
"""How units are written, by their names in small letters."""
_OF = {
    "m": ("m", "height length width depth elevation altitude distance diameter radius draft beam"),
    "g": ("g", "weight mass"),
    "t": ("tonnes", "weight mass displacement"),
    "l": ("l", "volume capacity"),
    "v": ("V", "voltage"),
    "w": ("W", "power wattage"),
    "c": ("°C", "temperature temp"),
    "f": ("°F", "temperature temp"),
}
"""What a single letter stands for, behind the name of what is measured so."""
_CURRENCIES = frozenset("usd eur gbp chf jpy cny inr cad aud sek nok dkk pln czk huf brl".split())
_SCALES = {
    **{f"{word}{end}": word for word in ("thousand", "million", "billion") for end in ("", "s")},
    "mn": "million",
    "mio": "million",
    "bn": "billion",
    "mrd": "billion",
}
_SHORT = {"k": "thousand", "m": "million", "bn": "billion", "b": "billion"}
"""Scales that are glued to a currency, "musd", or stand behind one, "usd_m"."""
_LASTING = frozenset({"years", "months", "days"})
_YEAR = re.compile(r"[12]\d{3}")


def with_unit(told: str, value: str) -> tuple[str, str]:
    """Move the unit that a relation's name ends with behind a bare number; write "1.2M" out.

    Args:
        told: The name in words.
        value: The object.

    >>> with_unit("height m", "87"), with_unit("revenue in musd", "4.5")
    (('height', '87 m'), ('revenue', '4.5 million USD'))
    >>> with_unit("Mass (kg)", "12"), with_unit("height m", "87 m"), with_unit("grade c", "5")
    (('Mass', '12 kg'), ('height m', '87 m'), ('grade c', '5'))
    >>> with_unit("population", "1.2M"), with_unit("population", "3M"), with_unit("maker", "3M")
    (('population', '1.2 million'), ('population', '3 million'), ('maker', '3M'))
    """
    if short := _MANY.fullmatch(value):
        counted = "." in value or not _COUNTED.isdisjoint(told.lower().split())
        return told, f"{short[1]} {_SHORT[short[2].lower()]}" if counted else value
    if not _BARE.fullmatch(value):
        return told, value
    name, unit = _cut(told)
    if not unit or (unit in _LASTING and _YEAR.fullmatch(value)):
        return told, value
    return name, f"{value}{'' if unit == '%' else ' '}{unit}"


@lru_cache(maxsize=4096)
def _cut(told: str) -> tuple[str, str]:
    """Return the name of a relation without its unit, and the unit, "" where there is none."""
    if bracketed := _BRACKETED.search(told):
        name, words = told[: bracketed.start()].split(), bracketed[1].split()
        unit = _unit([word.lower() for word in words], name)
        return (" ".join(name), unit) if name and unit else (told, "")
    words = told.split()
    for length in (2, 1):
        name = words[:-length]
        unit = _unit([word.lower() for word in words[-length:]], name)
        if name and unit:
            behind = name[-1].lower() == "in" and len(name) > 1
            return " ".join(name[:-1] if behind else name), unit
    return told, ""


def _unit(words: list[str], name: list[str]) -> str:
    """Return a unit as it is written behind a number, "" for words that are none."""
    if len(words) == 1:
        [word] = words
        letter, measured = _OF.get(word, ("", ""))
        if letter:
            known = {each.lower() for each in name}
            return letter if not known.isdisjoint(measured.split()) else ""
        glued = _SHORT.get(word[:-3], "") if word[-3:] in _CURRENCIES else ""
        whole = word.upper() if word in _CURRENCIES else ""
        scaled = f"{glued} {word[-3:].upper()}" if glued else whole
        return _UNITS.get(word, "") or _SCALES.get(word, "") or scaled
    first, second = words if len(words) == 2 else ("", "")
    if first in _CURRENCIES and (scale := {**_SCALES, **_SHORT}.get(second)):
        return f"{scale} {first.upper()}"
    if second in _CURRENCIES and (scale := _SCALES.get(first)):
        return f"{scale} {second.upper()}"
    return ""
