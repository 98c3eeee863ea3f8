"""Units of measure and currencies: what a word or symbol means, and how it converts.

Factors lead to the base unit of a dimension and are exact where the definition is. A month is a
twelfth of 365.2425 days, so months and days agree only within `CALENDAR_ROOM`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.tokens import Token, glued

if TYPE_CHECKING:
    from collections.abc import Sequence


class Unit(NamedTuple):
    """A unit of measure.

    Attributes:
        name: How it is written out: "km", "dollars".
        dimension: What it measures: "length", "money USD"; "" for a bare count.
        factor: Base units in one of it.
        offset: Added after the factor, for temperatures.
    """

    name: str
    dimension: str
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)


COUNT = Unit("", "")
PERCENT = Unit("%", "share", Fraction(1, 100))
POINTS = Unit("percentage points", "points")
DEGREES = Unit("degrees", "degrees")
CALENDAR_ROOM = Fraction(4, 100)
"""How far a time in months or years may lie from one in days: 180 days are six months."""
BINARY_ROOM = Fraction(8, 100)
"""How far sizes of data may lie apart: a kilobyte is 1,000 or 1,024 bytes."""

# dimension: name [alias …] = base units in one; the first name is how the unit is written out.
_WORDS = """
length: m metre meter=1; km kilometre kilometer=1000; cm centimetre centimeter=1/100
length: mm millimetre millimeter=1/1000; µm μm micrometre micrometer micron=1/1000000
length: nm nanometre nanometer=1/1000000000; miles mile mi=1609344/1000; yards yard yd=9144/10000
length: feet foot ft=3048/10000; inches inch=254/10000; nautical_miles nautical_mile=1852
length: light-years light-year light_year lightyear=9460730472580800; fathoms fathom=18288/10000
mass: g gram gramme=1; kg kilogram kilogramme kilo=1000; mg milligram=1/1000
mass: µg μg mcg microgram=1/1000000; pounds pound lb lbs=45359237/100000
length: furlongs furlong=201168/1000; leagues league=4828032/1000; rods rod=50292/10000
mass: ounces ounce oz=28349523125/1000000000; stone=635029318/100000; grains grain=6479891/100000000
mass: tonnes tonne=1000000; tons ton=1000000; carats carat=2/10
volume: l litre liter=1; ml millilitre milliliter=1/1000; cl centilitre centiliter=1/100
volume: dl decilitre deciliter=1/10; hl hectolitre hectoliter=100; gallons gallon gal=3785411784/1000000000
volume: quarts quart qt=946352946/1000000000; pints pint pt=473176473/1000000000
volume: cups cup=2365882365/10000000000; tablespoons tablespoon tbsp=1478676/100000000
volume: teaspoons teaspoon tsp=492892/100000000; fluid_ounces fluid_ounce fl_oz=2957353/100000000
volume: barrels barrel=158987294928/1000000000; m³ cubic_metre cubic_meter cubic_m=1000
volume: cm³ cc cubic_centimetre cubic_centimeter cubic_cm=1/1000; km³ cubic_kilometre cubic_kilometer=1000000000000
volume: cubic_feet cubic_foot cubic_ft=28316846592/1000000000; cubic_inches cubic_inch=16387064/1000000000
area: m² square_metre square_meter sq_m sqm square_m=1; km² square_kilometre square_kilometer sq_km square_km=1000000
area: cm² square_centimetre square_centimeter sq_cm square_cm=1/10000; hectares hectare ha=10000
area: acres acre=40468564224/10000000; sq_ft square_feet square_foot sqft=9290304/100000000
area: square_miles square_mile sq_mi=2589988110336/1000000; square_inches square_inch sq_in=64516/100000000
area: square_yards square_yard sq_yd=83612736/100000000
time: seconds second sec s=1; ms millisecond msec=1/1000; µs μs microsecond=1/1000000; ns nanosecond=1/1000000000
time: minutes minute min=60; hours hour hr h=3600; days day=86400; weeks week wk=604800
time: fortnight=1209600; months month=2629746; quarters=7889238; years year yr=31556952
time: decades decade=315569520; centuries century=3155695200; millennia millennium=31556952000
time: half-years half-year=15778476; nights night=86400; semesters semester=15778476
speed: m/s metre_per_second meter_per_second m_per_second=1; km/h kmh kph kilometre_per_hour kilometer_per_hour km_per_hour=1000/3600
speed: mph mile_per_hour mile_an_hour kilometres_an_hour=1609344/3600000; knots knot kn=1852/3600
share: % percent=1/100; ‰ permille=1/1000; basis_points basis_point bps=1/10000
points: percentage_points percentage_point percent_point pp=1
data: bytes byte=1; bits bit=1/8
power: W watt=1; hp horsepower=7457/10
energy: joules joule=1; calories calorie cal=4184/1000; kcal kilocalorie=4184
pressure: pascals pascal=1; hPa hectopascal=100; kPa kilopascal=1000; psi=689476/100; mmHg mmhg=133322/1000
pressure: atmospheres atmosphere atm=101325; mbar millibar=100
frequency: hertz=1
voltage: volts volt=1
current: amperes ampere amp=1; milliamps milliamp=1/1000
charge: coulombs coulomb=1
rotation: rpm revolution_per_minute=1
sound: decibels decibel=1
angle: degrees_of_arc=1
blood: mmol/l mmol=1
"""
# Symbols whose case matters.
_SYMBOLS = """
data: B=1; KB kB kb=1000; MB=1000000; GB gb=1000000000; TB tb=1000000000000; PB=1000000000000000
data: KiB=1024; MiB=1048576; GiB=1073741824; TiB=1099511627776; Mbit Mb=125000; Gbit Gb=125000000
power: W=1; kW kw=1000; MW=1000000; GW=1000000000; mW=1/1000; TW=1000000000000
energy: J=1; kJ=1000; MJ=1000000; Wh=3600; kWh kwh=3600000; MWh=3600000000; GWh=3600000000000
energy: TWh=3600000000000000; kcal=4184; Cal=4184
frequency: Hz hz=1; kHz=1000; MHz=1000000; GHz=1000000000
voltage: V=1; kV=1000; mV=1/1000
current: A=1; mA=1/1000
charge: mAh mah=36/10; Ah=3600
pressure: Pa=1; hPa=100; kPa=1000; MPa=1000000; bar=100000
sound: dB=1
volume: L=1; mL=1/1000; dL=1/10
speed: m/s=1; km/h=1000/3600; mi/h=1609344/3600000
"""
_PREFIXED = """byte=kilo:1000 mega:1000000 giga:1000000000 tera:1000000000000 peta:1000000000000000
watt=kilo:1000 mega:1000000 giga:1000000000 milli:1/1000 tera:1000000000000
hertz=kilo:1000 mega:1000000 giga:1000000000
joule=kilo:1000 mega:1000000 giga:1000000000
volt=kilo:1000 milli:1/1000 mega:1000000
litre=mega:1000000 kilo:1000 micro:1/1000000
bit=kilo:1000 mega:1000000 giga:1000000000"""
_HOURS_OF = {"watt": 3600, "kilowatt": 3600 * 10**3, "megawatt": 3600 * 10**6}
_HOURS_OF |= {"gigawatt": 3600 * 10**9, "terawatt": 3600 * 10**12}
_MONEY = """USD: $ us$ usd dollar buck; GBP: £ gbp sterling quid; EUR: € eur euro; JPY: ¥ yen jpy
INR: ₹ rupee inr rs; CHF: chf franc; CAD: c$ cad; AUD: a$ aud; CNY: cny yuan rmb renminbi
SEK: sek kronor krona; NOK: nok; DKK: dkk krone kroner; PLN: pln zloty; BRL: brl real; KRW: krw won
MXN: mxn peso; RUB: rub rouble ruble; TRY: lira; ZAR: zar rand; NZD: nzd; HKD: hkd; SGD: sgd"""
_OTHER_MONEY = """crown mark shilling guilder florin ducat rupiah dirham riyal shekel baht ringgit
    thaler drachma forint lev dinar"""
_MINOR = {"cent": "?", "pence": "GBP", "penny": "GBP", "p": "GBP", "eurocent": "EUR"}
_NOT_AFTER = frozenset({"real", "won", "rand", "c$", "a$", "us$", "p", "rs"})
_IRREGULAR = {"feet": "foot", "inches": "inch", "centuries": "century", "pennies": "penny"}
_LAST_IN_NAME = 3


def _table(listed: str) -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for line in filter(None, listed.splitlines()):
        dimension, _, entries = line.partition(":")
        for entry in entries.split(";"):
            names, _, factor = entry.strip().partition("=")
            own = names.split()
            unit = Unit(own[0].replace("_", " "), dimension, Fraction(factor))
            found |= {name.replace("_", " "): unit for name in own}
    return found


def _prefixed() -> dict[str, Unit]:
    found = {}
    for line in _PREFIXED.splitlines():
        name, _, prefixes = line.partition("=")
        base = BY_WORD[name if name in BY_WORD else f"{name}s"]
        for prefix in prefixes.split():
            said, _, factor = prefix.partition(":")
            size = base.factor * Fraction(factor)
            found[said + name] = Unit(f"{said}{name}s", base.dimension, size)
    for name, factor in _HOURS_OF.items():
        found[f"{name} hour"] = found[f"{name}-hour"] = Unit(f"{name}-hours", "energy", Fraction(factor))
    return found


def _money() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """Return currencies by what may stand before a number, and by what may stand after it."""
    before, after = {}, {}
    for entry in _MONEY.replace("\n", ";").split(";"):
        code, _, names = entry.strip().partition(":")
        own = names.split()
        unit = Unit(own[0].upper() if own[0].isalpha() else own[0], f"money {code}")
        before |= {name: unit for name in own if len(name) <= _LAST_IN_NAME}
        after |= {name: unit for name in own if name not in _NOT_AFTER}
    for name, code in _MINOR.items():
        after[name] = Unit(name, f"money {code}", Fraction(1, 100))
    after |= {name: Unit(f"{name}s", f"money {name}") for name in _OTHER_MONEY.split()}
    return before, after


BY_WORD = _table(_WORDS)
BY_WORD |= _prefixed()
BY_SYMBOL = _table(_SYMBOLS)
MONEY_BEFORE, MONEY_AFTER = _money()
_CELSIUS = Unit("°C", "temperature", Fraction(1), Fraction(27315, 100))
_KELVIN = Unit("K", "temperature")
_FAHRENHEIT = Unit("°F", "temperature", Fraction(5, 9), Fraction(45967, 180))
_SCALES_OF_HEAT = {"c": _CELSIUS, "celsius": _CELSIUS, "centigrade": _CELSIUS}
_SCALES_OF_HEAT |= {"f": _FAHRENHEIT, "fahrenheit": _FAHRENHEIT, "k": _KELVIN, "kelvin": _KELVIN}


def unit_at(tokens: Sequence[Token], at: int, text: str) -> tuple[Unit, int] | None:
    """Read the unit that begins at a token: the longest of up to three words.

    Args:
        tokens: The tokens of a text.
        at: Where to begin.
        text: The text itself, as the case of a symbol can matter.

    Returns:
        The unit and the index after it, or ``None``.
    """
    if at >= len(tokens):
        return None
    heat = _heat(tokens, at)
    if heat is not None:
        return heat
    token = tokens[at]
    if token.kind == "sign":
        return _sign(token, at)
    if token.kind != "word":
        return None
    power = _power(tokens, at)
    if power is not None:
        return power
    for size in (3, 2):
        words, after = _words(tokens, at, size)
        unit = _known(words) if words else None
        if unit is not None:
            return unit, after
    slashed = _slashed(tokens, at)
    if slashed is not None:
        return slashed
    written = text[token.start : token.end]
    if written in {"C", "F"} and at and tokens[at - 1].kind == "number":
        return _SCALES_OF_HEAT[token.text], at + 1
    if written == "A" and at and not glued(tokens[at - 1], token):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if following is not None and following.kind == "word" and following.text == text[
            following.start : following.end
        ]:
            return None  # "§ 10 A late payment"
    unit = BY_SYMBOL.get(written) or _single(token.text)
    return (unit, at + 1) if unit is not None else None


def money_before(tokens: Sequence[Token], at: int) -> tuple[Unit, int] | None:
    """Return the currency that ends right before a token, and the index where it begins."""
    if at == 0:
        return None
    before = tokens[at - 1]
    if before.kind not in {"sign", "word"}:
        return None
    if before.kind == "sign" and at > 1 and glued(tokens[at - 2], before):
        joined = tokens[at - 2].text + before.text
        if joined in MONEY_BEFORE:
            return MONEY_BEFORE[joined], at - 2
    unit = MONEY_BEFORE.get(before.text)
    return (unit, at - 1) if unit is not None else None


def _heat(tokens: Sequence[Token], at: int) -> tuple[Unit, int] | None:
    """Read "°C", "degrees Celsius", "degrees"."""
    token = tokens[at]
    if token.text not in {"°", "degree", "degrees", "deg"}:
        return None
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if following in _SCALES_OF_HEAT:
        return _SCALES_OF_HEAT[following], at + 2
    return DEGREES, at + 1


def _sign(token: Token, at: int) -> tuple[Unit, int] | None:
    unit = BY_WORD.get(token.text) or MONEY_AFTER.get(token.text)
    return (unit, at + 1) if unit is not None else None


def _power(tokens: Sequence[Token], at: int) -> tuple[Unit, int] | None:
    """Read "m2" and "cm3", whose digit is a token of its own, and "m²"."""
    word = tokens[at].text
    if word[-1] in "²³":
        kind = "square" if word[-1] == "²" else "cubic"
        unit = BY_WORD.get(f"{kind} {word[:-1]}") or BY_WORD.get(word)
        return (unit, at + 1) if unit is not None else None
    if at + 1 >= len(tokens) or tokens[at + 1].text not in {"2", "3"}:
        return None
    if not glued(tokens[at], tokens[at + 1]):
        return None
    kind = "square" if tokens[at + 1].text == "2" else "cubic"
    unit = BY_WORD.get(f"{kind} {word}")
    return (unit, at + 2) if unit is not None else None


def _words(tokens: Sequence[Token], at: int, size: int) -> tuple[str, int]:
    """Return so many words from an index on, and the index after them; a hyphen is a blank."""
    taken: list[str] = []
    while len(taken) < size:
        if at < len(tokens) and taken and tokens[at].text == "-":
            at += 1
        if at >= len(tokens) or tokens[at].kind != "word":
            return "", at
        taken.append(tokens[at].text)
        at += 1
    return " ".join(taken), at


def _known(words: str) -> Unit | None:
    """Look up a unit of several words: each word may be in the plural."""
    singular = " ".join(_singular(word) for word in words.split())
    if singular in {"per cent", "percentage point", "percent point"}:
        return POINTS if "point" in singular else PERCENT
    if singular in {"us dollar", "american dollar", "swiss franc", "pound sterling"}:
        return MONEY_AFTER[{"pound": "sterling"}.get(words.split()[0], singular.split()[-1])]
    return BY_WORD.get(singular) or BY_WORD.get(words)


def _slashed(tokens: Sequence[Token], at: int) -> tuple[Unit, int] | None:
    """Read "km/h"; what is no unit as a whole ends at the slash."""
    if at + 2 >= len(tokens) or tokens[at + 1].text != "/":
        return None
    unit = BY_WORD.get(f"{tokens[at].text}/{tokens[at + 2].text}")
    return (unit, at + 3) if unit is not None else None


def _single(word: str) -> Unit | None:
    word = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    singular = _singular(word)
    return BY_WORD.get(singular) or MONEY_AFTER.get(singular) or BY_WORD.get(word)


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    return word[:-1] if len(word) > 2 and word.endswith("s") and not word.endswith("ss") else word
