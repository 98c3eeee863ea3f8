"""Units of measure and currencies, and their factors.

Factors lead to the base unit of a dimension and are exact where the definition is. A month is a
twelfth of 365.2425 days, so months and days agree only within `CALENDAR_ROOM`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class MeasureUnit(NamedTuple):
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


PER_SECOND = frozenset({"kbps", "Mbps", "Gbps", "Tbps"})
"""Units that are for a second, without a word of it."""
COUNT = MeasureUnit("", "")
PERCENT = MeasureUnit("%", "share", Fraction(1, 100))
POINTS = MeasureUnit("percentage points", "points", Fraction(1, 100))
DEGREES = MeasureUnit("degrees", "degrees")
CALENDAR_ROOM = Fraction(4, 100)
"""How far a time in months or years may lie from one in days: 180 days are six months."""
BINARY_ROOM = Fraction(8, 100)
"""How far sizes of data may lie apart: a kilobyte is 1,000 or 1,024 bytes."""
# dimension: name [alias …] = base units in one; the first name is how the unit is written out.
_WORDS = """
length: m metre meter=1; km kilometre kilometer=1000; cm centimetre centimeter=1/100
length: dm decimetre decimeter=1/10
length: mm millimetre millimeter=1/1000; µm μm micrometre micrometer micron=1/1000000
length: nm nanometre nanometer=1/1000000000; miles mile mi=1609344/1000; yards yard yd=9144/10000
length: feet foot ft=3048/10000; inches inch=254/10000; nautical_miles nautical_mile=1852
length: light-years light-year light_year lightyear ly=9460730472580800; fathoms fathom=18288/10000
length: furlongs furlong=201168/1000; leagues league=4828032/1000; rods rod=50292/10000
mass: g gram gramme=1; kg kilogram kilogramme kilo=1000; mg milligram=1/1000
mass: µg μg mcg microgram=1/1000000; pounds pound lb lbs=45359237/100000
mass: ounces ounce oz=28349523125/1000000000; stone=635029318/100000
mass: grains grain=6479891/100000000; tonnes tonne metric_ton=1000000; tons ton=1000000
mass: dag dkg decagram dekagram=10; carats carat=2/10; short_tons short_ton us_ton=90718474/100
mass: long_tons long_ton=10160469088/10000; troy_ounces troy_ounce=311034768/10000000
volume: l litre liter=1; ml millilitre milliliter=1/1000; cl centilitre centiliter=1/100
volume: dl decilitre deciliter=1/10; hl hectolitre hectoliter=100
volume: gallons gallon gal us_gallon=3785411784/1000000000; quarts quart qt=946352946/1000000000
volume: bushels bushel=3523907016688/100000000000
volume: imperial_gallons imperial_gallon uk_gallon=454609/100000
volume: imperial_pints imperial_pint uk_pint=56826125/100000000
volume: pints pint pt us_pint=473176473/1000000000; cups cup=2365882365/10000000000
volume: tablespoons tablespoon tbsp=1478676/100000000; teaspoons teaspoon tsp=492892/100000000
volume: fluid_ounces fluid_ounce fl_oz=2957353/100000000; barrels barrel=158987294928/1000000000
volume: m³ cubic_metre cubic_meter cubic_m=1000
volume: cm³ cc cubic_centimetre cubic_centimeter cubic_cm=1/1000
volume: km³ cubic_kilometre cubic_kilometer=1000000000000
volume: cubic_feet cubic_foot cubic_ft=28316846592/1000000000
volume: cubic_inches cubic_inch=16387064/1000000000
area: m² square_metre square_meter sq_m sqm square_m=1
area: dm² square_decimetre square_decimeter=1/100
area: km² square_kilometre square_kilometer sq_km square_km=1000000
area: cm² square_centimetre square_centimeter sq_cm square_cm=1/10000; hectares hectare ha=10000
area: acres acre=40468564224/10000000; sq_ft square_feet square_foot sqft=9290304/100000000
area: square_miles square_mile sq_mi=2589988110336/1000000
area: square_inches square_inch sq_in=64516/100000000
area: square_yards square_yard sq_yd=83612736/100000000
time: seconds second sec s=1; ms millisecond msec=1/1000; µs μs microsecond=1/1000000
time: ns nanosecond=1/1000000000; minutes minute min=60; hours hour hr h=3600; days day=86400
time: weeks week wk=604800; fortnight=1209600; months month mth=2629746; quarters=7889238
time: years year yr=31556952; decades decade=315569520; centuries century=3155695200
time: millennia millennium=31556952000; half-years half-year=15778476; nights night=86400
time: semesters semester=15778476
substance: mol mole=1; mmol millimole=1/1000; µmol μmol umol micromole=1/1000000
substance: nmol nanomole=1/1000000000; pmol picomole=1/1000000000000
speed: m/s metre_per_second meter_per_second m_per_second=1
speed: km/h kmh kph kilometre_per_hour kilometer_per_hour km_per_hour=1000/3600
speed: mph mile_per_hour=1609344/3600000; knots knot kn=1852/3600
share: % percent=1/100; ‰ permille per_mille per_mil=1/1000
points: percentage_points percentage_point percent_point pp=1/100
points: basis_points basis_point bps bp=1/10000
concentration: ppm=1; ppb=1/1000
data: bytes byte=1; bits bit=1/8
power: W watt=1; hp horsepower bhp=7457/10
energy: joules joule=1; calories calorie cal=4184/1000; kcal kilocalorie=4184
energy: BTU btu=105505585/100000
pressure: pascals pascal=1; hPa hectopascal=100; kPa kilopascal=1000; psi=689476/100
pressure: mmHg mmhg=133322/1000; atmospheres atmosphere atm=101325; mbar millibar=100
frequency: hertz=1
voltage: volts volt=1
current: amperes ampere amp=1; milliamps milliamp=1/1000
charge: coulombs coulomb=1
rotation: rpm revolution_per_minute=1
sound: decibels decibel=1
angle: degrees_of_arc=1
dose: sieverts sievert=1
absorbed: gray=1
activity: becquerels becquerel=1
resistance: ohms ohm=1; kilohms kilohm=1000; megohms megohm=1000000
capacitance: farads farad=1
force: newtons newton=1
field: teslas tesla=1; gauss=1/10000
light: lumens lumen=1
illuminance: lux=1
brightness: candelas candela=1; nits nit=1
pixels: pixels pixel=1
"""
# Symbols whose case matters.
_SYMBOLS = """
data: B=1; KB kB kb=1000; MB mb=1000000; GB gb=1000000000; TB tb=1000000000000; PB=1000000000000000
data: KiB Ki=1024; MiB Mi=1048576; GiB Gi=1073741824; TiB Ti=1099511627776
data: kbit Kbit=125; Mbit Mb=125000; Gbit Gb=125000000
data: kbps kbit/s=125; Mbps=125000; Gbps=125000000; Tbps=125000000000
length: NM=1852
power: W=1; PS=73549875/100000; kW kw=1000; MW=1000000; GW=1000000000; mW=1/1000; TW=1000000000000
energy: J=1; kJ=1000; MJ=1000000; Wh=3600; kWh kwh=3600000; MWh=3600000000; GWh=3600000000000
energy: TWh=3600000000000000; kcal=4184; Cal=4184
frequency: Hz hz=1; kHz=1000; MHz=1000000; GHz=1000000000
voltage: V=1; kV=1000; mV=1/1000
current: A=1; mA=1/1000
charge: mAh mah=36/10; Ah=3600
pressure: Pa=1; hPa=100; kPa=1000; MPa=1000000; bar=100000
sound: dB=1
volume: L=1; mL=1/1000; dL=1/10; µL μL µl μl=1/1000000
mass: t=1000000; ug=1/1000000; ng=1/1000000000; pg=1/1000000000000; kt=1000000000; Mt=1000000000000
effect: IU=1; kIU=1000; mIU=1/1000; µIU μIU uIU=1/1000000
dose: Sv=1; mSv=1/1000; µSv μSv=1/1000000; nSv=1/1000000000
absorbed: Gy=1; mGy=1/1000
activity: Bq=1; kBq=1000; MBq=1000000; GBq=1000000000
resistance: Ω Ω=1; kΩ kΩ=1000; MΩ MΩ=1000000; mΩ mΩ=1/1000
capacitance: µF μF=1/1000000; nF=1/1000000000; pF=1/1000000000000
force: kN=1000; MN=1000000
field: mT=1/1000; µT μT=1/1000000
pixels: MP Mpx=1000000
speed: m/s=1; km/h=1000/3600; mi/h=1609344/3600000
"""
_PREFIXED = """byte=kilo:1000 mega:1000000 giga:1000000000 tera:1000000000000 peta:1000000000000000
watt=kilo:1000 mega:1000000 giga:1000000000 milli:1/1000 tera:1000000000000
hertz=kilo:1000 mega:1000000 giga:1000000000
joule=kilo:1000 mega:1000000 giga:1000000000
volt=kilo:1000 milli:1/1000 mega:1000000
litre=mega:1000000 kilo:1000 micro:1/1000000
bit=kilo:1000 mega:1000000 giga:1000000000 tera:1000000000000
pascal=mega:1000000 giga:1000000000
gram=nano:1/1000000000 pico:1/1000000000000
second=pico:1/1000000000000
tonne=kilo:1000 mega:1000000
sievert=milli:1/1000 micro:1/1000000 nano:1/1000000000
gray=milli:1/1000
becquerel=kilo:1000 mega:1000000 giga:1000000000
ohm=kilo:1000 mega:1000000 milli:1/1000
farad=micro:1/1000000 nano:1/1000000000 pico:1/1000000000000
newton=kilo:1000 mega:1000000 milli:1/1000
tesla=milli:1/1000 micro:1/1000000
pixel=mega:1000000
lumen=kilo:1000"""
_HOURS_OF = {"watt": 3600, "kilowatt": 3600 * 10**3, "megawatt": 3600 * 10**6}
_HOURS_OF |= {"gigawatt": 3600 * 10**9, "terawatt": 3600 * 10**12}
_MONEY = """USD: $ us$ usd dollar buck; GBP: £ gbp sterling quid; EUR: € eur euro; JPY: ¥ yen jpy
INR: ₹ rupee inr rs; CHF: chf franc; CAD: c$ cad; AUD: a$ aud; CNY: cny yuan rmb renminbi
SEK: sek kronor krona; NOK: nok; DKK: dkk krone kroner; PLN: pln zloty; BRL: brl real; KRW: krw won
MXN: mxn peso; RUB: rub rouble ruble; TRY: lira; ZAR: zar rand; NZD: nzd; HKD: hkd; SGD: sgd"""
_OTHER_MONEY = """crown mark shilling guilder florin ducat rupiah dirham riyal shekel baht ringgit
    thaler drachma forint lev dinar"""
ANY_MONEY = "money ?"
"""What cents measure, of whichever currency."""
_MINOR = {"cent": "?", "pence": "GBP", "penny": "GBP", "p": "GBP", "eurocent": "EUR"}
_NOT_AFTER = frozenset({"real", "won", "rand", "c$", "a$", "us$", "p", "rs"})
_VERBS = frozenset({"won"})
"""Currencies that no amount begins with: "won 13 games"."""
_LAST_IN_NAME = 3


def _table(listed: str) -> dict[str, MeasureUnit]:
    found: dict[str, MeasureUnit] = {}
    for line in filter(None, listed.splitlines()):
        dimension, _, entries = line.partition(":")
        for entry in entries.split(";"):
            names, _, factor = entry.strip().partition("=")
            own = names.split()
            unit = MeasureUnit(own[0].replace("_", " "), dimension, Fraction(factor))
            found |= {name.replace("_", " "): unit for name in own}
    return found


def _prefixed() -> dict[str, MeasureUnit]:
    found = {}
    for line in _PREFIXED.splitlines():
        name, _, prefixes = line.partition("=")
        base = BY_WORD[name if name in BY_WORD else f"{name}s"]
        for prefix in prefixes.split():
            said, _, factor = prefix.partition(":")
            found[said + name] = MeasureUnit(
                f"{said}{name}s", base.dimension, base.factor * Fraction(factor)
            )
    for name, size in _HOURS_OF.items():
        unit = MeasureUnit(f"{name}-hours", "energy", Fraction(size))
        found[f"{name} hour"] = found[f"{name}-hour"] = unit
    return found


def _money() -> tuple[dict[str, MeasureUnit], dict[str, MeasureUnit]]:
    """Return currencies by what may stand before a number, and by what may stand after it."""
    before: dict[str, MeasureUnit] = {}
    after: dict[str, MeasureUnit] = {}
    for entry in _MONEY.replace("\n", ";").split(";"):
        code, _, names = entry.strip().partition(":")
        own = names.split()
        unit = MeasureUnit(own[0].upper() if own[0].isalpha() else own[0], f"money {code}")
        before |= {n: unit for n in own if len(n) <= _LAST_IN_NAME and n not in _VERBS}
        after |= {name: unit for name in own if name not in _NOT_AFTER}
    for name, code in _MINOR.items():
        after[name] = MeasureUnit(name, f"money {code}", Fraction(1, 100))
    after |= {name: MeasureUnit(f"{name}s", f"money {name}") for name in _OTHER_MONEY.split()}
    return before, after


_SIZES = """tons=90718474/100 10160469088/10000; gallons=454609/100000; pints=56826125/100000000
quarts=11365225/10000000; fluid ounces=284130625/10000000000; calories=4184; hp=73549875/100000
cups=1/4; tablespoons=15/1000; teaspoons=5/1000"""
OTHER_SIZES = {
    name: tuple(map(Fraction, sizes.split()))
    for name, _, sizes in (e.strip().partition("=") for e in _SIZES.replace("\n", ";").split(";"))
}
"""Sizes that units have elsewhere: a short and a long ton, a British pint, what foods are told in.
"""
BY_WORD = _table(_WORDS)
BY_WORD |= _prefixed()
BY_SYMBOL = _table(_SYMBOLS)
MONEY_BEFORE, MONEY_AFTER = _money()
CODES = tuple(
    code for entry in _MONEY.replace("\n", ";").split(";") for code in [entry.strip()[:3]]
)
"""Currencies by their codes of three letters: "EUR"."""
_CELSIUS = MeasureUnit("°C", "temperature", Fraction(1), Fraction(27315, 100))
_KELVIN = MeasureUnit("K", "temperature")
_FAHRENHEIT = MeasureUnit("°F", "temperature", Fraction(5, 9), Fraction(45967, 180))
SCALES_OF_HEAT = {"c": _CELSIUS, "celsius": _CELSIUS, "centigrade": _CELSIUS}
BY_WORD["kelvin"] = BY_WORD["kelvins"] = _KELVIN
SCALES_OF_HEAT |= {"f": _FAHRENHEIT, "fahrenheit": _FAHRENHEIT, "k": _KELVIN, "kelvin": _KELVIN}
