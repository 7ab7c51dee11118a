"""Units and currencies: their spellings, and how they convert."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import product
from typing import NamedTuple


class Unit(NamedTuple):
    dimension: str
    """Units of one dimension convert into each other."""
    factor: Decimal
    """How many of the dimension's base unit it is."""


# Name, dimension, factor, spellings. "(s|)" gives both forms; "_" is where a space, a dot or a hyphen may stand.
_TABLE = """
mg     mass 0.001     mg мг milligram(me|)(s|) миллиграмм(|а|ов)
g      mass 1         g г гр gr gram(me|)(s|) грамм(|а|ов)
kg     mass 1000      kg кг kilo(s|) kilogram(me|)(s|) килограмм(|а|ов) кило
t      mass 1000000   t т ton(ne|)(s|) тонн(|а|ы)
oz     mass 28.349523125 oz ounce(s|)
lb     mass 453.59237    lb(s|)
pound  pound 1        pound(s|) фунт(|а|ов)
mm     length 0.001   mm мм millimet(er|re)(s|) миллиметр(|а|ов)
cm     length 0.01    cm см centimet(er|re)(s|) сантиметр(|а|ов)
m      length 1       m м met(er|re)(s|) метр(|а|ов|у)
km     length 1000    km км kilomet(er|re)(s|) километр(|а|ов)
in     length 0.0254  inch(es|) ″ ′′ дюйм(|а|ов)
ft     length 0.3048  ft foot feet фут(|а|ов)
yd     length 0.9144  yd(s|) yard(s|)
mi     length 1609.344 mi mile(s|) мил(я|и|ь)
m2     area 1         m2 м2 sqm qm sq_(m|meter|meters|metre|metres) square_met(er|re)(s|) квм кв_(м|метр|метра|метров) квадратн(ый|ых)_метр(|а|ов) квадрат(|а|ов)
cm2    area 0.0001    cm2 см2 sq_cm square_centimet(er|re)(s|)
km2    area 1000000   km2 км2 sq_km square_kilomet(er|re)(s|)
ft2    area 0.09290304 ft2 sqft sq_ft square_(foot|feet)
ha     area 10000     ha га hectare(s|) гектар(|а|ов)
ml     volume 0.001   ml мл millilit(er|re)(s|) миллилитр(|а|ов)
cl     volume 0.01    cl
l      volume 1       l L л lit(er|re)(s|) литр(|а|ов)
m3     volume 1000    m3 м3 cubic_met(er|re)(s|) куб_м кубометр(|а|ов)
s      time 1         s sec(s|) second(s|) сек секунд(|а|ы|у)
min    time 60        min(s|) мин minute(s|) минут(|а|ы|у)
h      time 3600      h ч hr(s|) hour(s|) час(|а|ов)
day    time 86400     day(s|) день дн(я|ей|ю) сутки суток
week   time 604800    week(s|) wk(s|) недел(я|и|ь|ю)
fortnight time 1209600 fortnight(s|)
month  months 1       month(s|) mo mos mth месяц(|а|ев) мес
year   months 12      year(s|) yr(s|) year(s|)_old yo y/o год(|а|у) лет
night  night 1        night(s|) ноч(ь|и|ей)
times  times 1        times раз(|а)
piece  piece 1        piece(s|) pc(s|) шт штук(|а|и|у)
person person 1       person people guest(s|) человек(|а)
B      data 1         B
KB     data 1000      KB КБ
MB     data 1000000   MB МБ megabyte(s|)
GB     data 1000000000 GB ГБ gig(s|) gigabyte(s|)
TB     data 1000000000000 TB ТБ terabyte(s|)
Hz     frequency 1    Hz Гц hertz
kHz    frequency 1000 kHz кГц
MHz    frequency 1000000 MHz МГц
GHz    frequency 1000000000 GHz ГГц
W      power 1        W Вт watt(s|) ватт
kW     power 1000     kW кВт kilowatt(s|)
hp     power 735.49875 hp bhp horsepower лс л_с
Wh     energy 1       Wh
kWh    energy 1000    kWh kilowatt_hour(s|) кВтч кВт_ч
kcal   calories 1     kcal calorie(s|) ккал калор(ии|ий)
V      voltage 1      V
mmHg   pressure 1     mmHg mm_Hg
bpm    pulse 1        bpm
kmh    speed 1        km/h kmh kph км/ч
mph    speed 1.609344 mph
C      celsius 1      °C °С degree(s|)_(C|Celsius) градус(|а|ов)
F      fahrenheit 1   °F degree(s|)_(F|Fahrenheit)
deg    angle 1        ° degree(s|)
px     pixel 1        px pixel(s|)
"""

# ISO 4217 code and spellings; CENT is a hundredth of whatever currency is meant.
_CURRENCIES = """
USD $ US$ USD US_dollar(s|) dollar(s|) buck(s|) доллар(|а|ов) бакс(|а|ов)
EUR € EUR euro(s|) евро
GBP £ GBP quid
RUB ₽ RUB rouble(s|) ruble(s|) рубл(ь|я|ей) руб р
GEL ₾ GEL lari лари
TRY ₺ TRY lira(s|) лир(|а|ы)
UAH ₴ UAH hryvnia(s|) грив(ен|на|ны)
JPY ¥ JPY yen
INR ₹ INR rupee(s|)
PLN PLN zloty zł
CHF CHF
CAD C$ CAD
AUD A$ AUD
SEK SEK
NOK NOK
DKK DKK
CZK CZK
KZT ₸ KZT тенге
CNY CNY yuan
CENT ¢ cent(s|) pence цент(|а|ов) копе(ек|йка|йки) тетри
"""

_CASE_MATTERS = frozenset({"g", "t", "s", "h", "m", "l", "L", "B", "W", "V", "г", "т", "ч", "м", "л", "р"})
"""One-letter symbols that the other case makes something else, or nothing."""
_ALTERNATIVES = re.compile(r"\(([^()]*)\)")


def _spellings(form: str) -> list[str]:
    """Write out the alternatives of a form: ``gram(me|)(s|)`` has four spellings."""
    parts = _ALTERNATIVES.split(form)
    options = [part.split("|") if index % 2 else [part] for index, part in enumerate(parts)]
    return ["".join(choice) for choice in product(*options)]


def _lookup(table: str, fields: int) -> dict[str, str]:
    """Return the canonical name by spelling; spellings whose case does not matter are folded."""
    names: dict[str, str] = {}
    for line in table.strip().splitlines():
        name, *forms = line.split()
        for spelling in (spelling for form in forms[fields:] for spelling in _spellings(form)):
            names[spelling if spelling in _CASE_MATTERS else spelling.casefold()] = name
    return names


UNITS = {
    line.split()[0]: Unit(line.split()[1], Decimal(line.split()[2])) for line in _TABLE.strip().splitlines()
}
"""Every unit by its canonical name; the base of a dimension has factor 1."""
_UNIT_NAMES = _lookup(_TABLE, 2)
_CURRENCY_NAMES = _lookup(_CURRENCIES, 0)
CURRENCIES = frozenset(_CURRENCY_NAMES.values())

_PIECE = re.compile(r"([^\W\d_]+/[^\W\d_]+|°\s?[^\W\d_]?|[^\W\d_]+[23]?|″|′′)(?![^\W_])\.?")
_SHORT_PIECE = re.compile(r"([^\W\d_]+[23]?)(?![^\W_])\.?")
_GAP = re.compile(r"[\s·⋅*-]?")
_SYMBOL = re.compile(r"(?:US|C|A)?\$|[€£₽₾₺₴¥₹₸¢]")
_BEFORE = re.compile(
    r"(?:(?<![^\W_])(?:US|C|A)\$|[$€£₽₾₺₴¥₹₸]|(?<![^\W_])(?:USD|EUR|GBP|RUB|GEL|TRY|UAH|JPY|PLN|CHF|CAD|AUD|KZT))\s?$",
    re.IGNORECASE,
)


class Found(NamedTuple):
    name: str
    """Canonical."""
    end: int
    """Where its spelling ends in the text."""


def read_unit(text: str, start: int) -> Found | None:
    """Return the unit whose spelling begins at ``start``, the longest there is."""
    return _longest(text, start, _UNIT_NAMES, _PIECE)


def read_currency(text: str, start: int) -> Found | None:
    """Return the currency whose symbol, code or word begins at ``start``."""
    symbol = _SYMBOL.match(text, start)
    if symbol:
        return Found(_CURRENCY_NAMES[symbol[0].casefold()], symbol.end())
    return _longest(text, start, _CURRENCY_NAMES, _SHORT_PIECE)


def currency_before(text: str, end: int) -> Found | None:
    """Return the currency whose symbol or code ends right before ``end``; its own ``end`` is where it begins."""
    match = _BEFORE.search(text, max(0, end - 4), end)
    return Found(_CURRENCY_NAMES[match[0].strip().casefold()], match.start()) if match else None


def _longest(text: str, start: int, names: dict[str, str], piece: re.Pattern[str]) -> Found | None:
    found, spelling = None, ""
    position = start
    for _ in range(2):
        match = piece.match(text, position)
        if not match:
            break
        if "/" in match[0] and (spelling + match[1]).casefold() not in names:
            match = _SHORT_PIECE.match(text, position) or match
        spelling += match[1].replace(" ", "")
        name = names.get(spelling) or (
            names.get(spelling.casefold()) if spelling not in _OTHER_CASE else None
        )
        if name:
            found = Found(name, match.end(1))
        gap = _GAP.match(text, match.end())
        position = gap.end() if gap else match.end()
        if position == match.end(1):
            break
        spelling += "_"
    return found


_OTHER_CASE = frozenset(letter.swapcase() for letter in _CASE_MATTERS) - _CASE_MATTERS


def dimension(unit: str) -> str:
    """Return the dimension of a canonical unit; a currency is a dimension of its own, as is no unit."""
    return UNITS[unit].dimension if unit in UNITS else unit


def to_base(amount: Decimal, unit: str) -> Decimal:
    """Convert an amount into the base unit of its dimension."""
    return amount * UNITS[unit].factor if unit in UNITS else amount
