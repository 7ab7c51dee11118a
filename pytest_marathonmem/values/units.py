"""Units and currencies: their spellings, and how they convert."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple


class Unit(NamedTuple):
    dimension: str
    """Units of one dimension convert into each other."""
    factor: Decimal
    """How many of the dimension's base unit it is."""


_TABLE = """
mg     mass 0.001   mg мг milligram(s|me|mes|) миллиграмм\\w*
g      mass 1       g г гр gr gram(s|me|mes|) грамм\\w*
kg     mass 1000    kg кг kilo(s|) kilogram(s|me|mes|) килограмм\\w* кило
t      mass 1000000 t т ton(s|ne|nes|) тонн\\w*
oz     mass 28.349523125 oz ounce(s|)
lb     mass 453.59237    lb(s|)
pound  pound 1           pound(s|)
mm     length 0.001 mm мм millimet(er|re)(s|) миллиметр\\w*
cm     length 0.01  cm см centimet(er|re)(s|) сантиметр\\w*
m      length 1     m м met(er|re)(s|) метр\\w*
km     length 1000  km км kilomet(er|re)(s|) километр\\w*
in     length 0.0254 inch(es|) -inch ″ ′′ дюйм\\w*
ft     length 0.3048 ft foot feet фут\\w*
yd     length 0.9144 yd(s|) yard(s|)
mi     length 1609.344 mi mile(s|) мил(я|и|ь)
m2     area 1       m2 м2 sqm sq\\.?_m(et(er|re)s?|) square_met(er|re)s? кв\\.?_м(етр\\w*|) квадратн\\w+_метр\\w* квадрат\\w* qm
cm2    area 0.0001  cm2 см2 square_centimet(er|re)s?
km2    area 1000000 km2 км2 square_kilomet(er|re)s?
ft2    area 0.09290304 ft2 sq\\.?_ft square_f(ee|oo)t
ha     area 10000   ha га hectare(s|) гектар\\w*
ml     volume 0.001 ml мл millilit(er|re)(s|) миллилитр\\w*
cl     volume 0.01  cl
l      volume 1     l L л lit(er|re)(s|) литр\\w*
m3     volume 1000  m3 м3 cubic_met(er|re)s? куб\\w*_м(етр\\w*|)
s      time 1       s sec(s|) second(s|) сек секунд\\w*
min    time 60      min(s|) мин minute(s|) минут\\w*
h      time 3600    h ч hr(s|) hour(s|) час(а|ов|)
day    time 86400   day(s|) день дн(я|ей|ю) сут(ки|ок)
week   time 604800  week(s|) wk(s|) недел\\w+
fortnight time 1209600 fortnight(s|)
month  months 1     month(s|) mo(s|) mth(s|) месяц\\w* мес
year   months 12    year(s|) yr(s|) year(s|)_old -year-old y/o y\\.o\\. год(а|у|) г\\. лет
night  night 1      night(s|) ноч(ь|и|ей)
times  times 1      times раз(а|)
piece  piece 1      piece(s|) pc(s|) unit(s|) item(s|) шт штук\\w*
person person 1     person people guest(s|) человек\\w*
byte   data 1       B
KB     data 1000    KB КБ
MB     data 1000000 MB МБ megabyte(s|)
GB     data 1000000000 GB ГБ gig(s|) gigabyte(s|)
TB     data 1000000000000 TB ТБ terabyte(s|)
Hz     frequency 1  Hz Гц hertz
kHz    frequency 1000 kHz кГц
MHz    frequency 1000000 MHz МГц
GHz    frequency 1000000000 GHz ГГц
W      power 1      W Вт watt(s|) ватт\\w*
kW     power 1000   kW кВт kilowatt(s|)
hp     power 735.49875 hp bhp horsepower л\\.\\s?с\\.
Wh     energy 1     Wh
kWh    energy 1000  kWh kilowatt[-_]hour(s|) кВт[·⋅*.-]?ч
kcal   calories 1   kcal calorie(s|) ккал калори\\w*
V      voltage 1    V
mmHg   pressure 1   mmHg mm_Hg мм_рт\\.?_ст\\.?
bpm    pulse 1      bpm уд\\.?/мин
kmh    speed 1      km/h kmh kph км/ч
mph    speed 1.609344 mph
C      celsius 1    °C °С ℃ degree(s|)_(C|Celsius) градус\\w*
F      fahrenheit 1 °F
deg    angle 1      ° degree(s|)
px     pixel 1      px pixel(s|)
"""

_CURRENCIES = """
USD $ US$ usd us_dollar(s|) dollar(s|) buck(s|) доллар\\w* долл бакс\\w*
EUR € eur euro(s|) евро
GBP £ gbp quid
RUB ₽ rub rouble(s|) ruble(s|) рубл\\w+ руб\\.? р\\.
GEL ₾ gel lari лари
TRY ₺ try lira(s|) лир(а|ы|)
UAH ₴ uah hryvnia(s|) грив\\w+
JPY ¥ jpy yen
INR ₹ inr rupee(s|)
PLN pln zloty zł
CHF chf
CAD C$ cad
AUD A$ aud
SEK sek
NOK nok
DKK dkk
CZK czk
KZT ₸ kzt тенге
CNY cny yuan
CENT ¢ cent(s|) pence цент\\w* копе\\w+ тетри
"""

PERCENT = r"%|percent\b|per\scent\b|процент\w*"

_CASE_MATTERS = frozenset({"g", "t", "s", "h", "m", "l", "L", "B", "W", "V", "г", "т", "ч", "м", "л"})
"""Short symbols that another case makes something else, or nothing."""

UNITS: dict[str, Unit] = {}
"""Every unit by its canonical name; the base of a dimension has factor 1."""
_SPELLINGS: list[tuple[str, str]] = []
_CURRENCY_SPELLINGS: list[tuple[str, str]] = []


def _as_pattern(spelling: str) -> str:
    pattern = spelling.replace("$", r"\$").replace("(", "(?:").replace("_", r"\s?")
    return rf"(?-i:{pattern})" if spelling in _CASE_MATTERS else pattern


for _line in _TABLE.strip().splitlines():
    _name, _dimension, _factor, *_forms = _line.split()
    UNITS[_name] = Unit(_dimension, Decimal(_factor))
    _SPELLINGS += [(_as_pattern(_form), _name) for _form in _forms]
for _line in _CURRENCIES.strip().splitlines():
    _name, *_forms = _line.split()
    _CURRENCY_SPELLINGS += [(_as_pattern(_form), _name) for _form in _forms]
CURRENCIES = frozenset(name for _, name in _CURRENCY_SPELLINGS)


def _longest_first(spellings: list[tuple[str, str]]) -> str:
    return "|".join(pattern for pattern, _ in sorted(spellings, key=lambda item: -len(item[0])))


_WORD_END = r"(?![^\W_])"
UNIT = rf"(?:{_longest_first(_SPELLINGS)}){_WORD_END}"
"""A unit's spelling, to be matched with IGNORECASE."""
CURRENCY_AFTER = rf"(?:{_longest_first(_CURRENCY_SPELLINGS)}){_WORD_END}"
"""A currency behind its amount: symbol, code or word; to be matched with IGNORECASE."""
CURRENCY_BEFORE = r"(?:US\$|C\$|A\$|\$|€|£|₽|₾|₺|₴|¥|₹|₸|(?:USD|EUR|GBP|RUB|GEL|TRY|UAH|JPY|PLN|CHF|CAD|AUD|KZT)(?![^\W\d_]))"
"""A currency before its amount: symbol or code."""


class _Names:
    """Finds the canonical name of a spelling; a spelling is looked up once."""

    def __init__(self, spellings: list[tuple[str, str]]) -> None:
        self._patterns = [(re.compile(pattern, re.IGNORECASE), name) for pattern, name in spellings]
        self._known: dict[str, str] = {}

    def __call__(self, spelling: str) -> str:
        if spelling not in self._known:
            self._known[spelling] = next(
                name for pattern, name in self._patterns if pattern.fullmatch(spelling)
            )
        return self._known[spelling]


unit_name = _Names(_SPELLINGS)
"""Return the canonical name of a unit's spelling."""
currency_name = _Names(_CURRENCY_SPELLINGS)
"""Return the ISO 4217 code of a currency's spelling."""


def dimension(unit: str) -> str:
    """Return the dimension of a canonical unit; a currency is a dimension of its own, as is no unit."""
    return UNITS[unit].dimension if unit in UNITS else unit


def to_base(amount: Decimal, unit: str) -> Decimal:
    """Convert an amount into the base unit of its dimension."""
    return amount * UNITS[unit].factor if unit in UNITS else amount
