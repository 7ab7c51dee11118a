from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_marathonmem.values import DateParts, Value, among, matches, plain_text, read_values
from pytest_marathonmem.values.compound import join_sides


def the_value(text: str, language: str = "en", **kwargs: date) -> Value:
    (value,) = read_values(text, language, **kwargs)
    return value


def amounts(text: str, language: str = "en") -> list[Decimal]:
    return [amount for value in read_values(text, language) for amount in value.amounts]


def says(text: str, wanted: str, language: str = "en") -> bool:
    return any(matches(found, the_value(wanted, language)) for found in read_values(text, language))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("The answer is 72, in total, so that's it.", "72"),
        ("That makes $9{,}500 altogether.", "9500"),
        ("8,000", "8000"),
        ("1 100", "1100"),
        ("1\u00a0100", "1100"),
        ("1\u202f100 €", "1100"),
        ("1'100 CHF", "1100"),
        ("1.100 €", "1100"),
        ("€1.234,56", "1234.56"),
        ("$1,234.56", "1234.56"),
        ("1,234,567", "1234567"),
        ("−3", "-3"),
        ("It was -3 °C", "-3"),
        ("\uff13\uff15", "35"),
        ("٣٥", "35"),
        ("½", "0.5"),
        ("5½ km", "5.5"),
        ("1/2 h", "0.5"),
        ("(3.14).", "3.14"),
        ("$4k", "4000"),
        ("4 k", "4000"),
        ("$1.2m", "1200000"),
        ("1.2 million", "1200000"),
        ("2 тыс. рублей", "2000"),
        ("approximately $850", "850"),
        ("≈850", "850"),
        ("~$850", "850"),
        ("-50 g", "50"),
        ("- 50 g", "50"),
        ("**$55**", "55"),
        ("<b>$55</b>", "55"),
        ("\x1b[31m$55\x1b[0m", "55"),
        ("\\$55", "55"),
        ("$55$", "55"),
        ("5\u200b5 g", "55"),
        ("55¹ g", "55"),
        ("1️⃣ 50 g", "50"),
        ("20 cents", "0.2"),
        ("8,4 km", "8.4"),
    ],
)
def test_a_number_is_read_whole(text: str, amount: str) -> None:
    assert [Decimal(amount)] == amounts(text)


@pytest.mark.parametrize(
    "text", ["RAV4", "CX-5", "7800X3D", "1.2.3", "192.168.0.1", "#5", "No. 5", "№5", "4th", "h2o", ""]
)
def test_what_is_no_amount_is_not_read(text: str) -> None:
    assert read_values(text) == ()


@pytest.mark.parametrize(
    ("text", "wanted"), [("25", "5"), ("300 g", "30"), ("$1,100", "100"), ("8.4", "4"), ("142/95", "95")]
)
def test_a_value_inside_a_longer_number_is_not_found(text: str, wanted: str) -> None:
    assert not says(text, wanted)


@given(st.integers(1, 10**6), st.integers(0, 9), st.booleans())
def test_digits_added_to_a_number_make_another(number: int, digit: int, in_front: bool) -> None:
    longer = f"{digit or 1}{number}" if in_front else f"{number}{digit}"
    if int(longer) != number:
        assert not among(the_value(longer), read_values(str(number)))


def test_a_comma_between_two_numbers_is_a_decimal_or_a_list() -> None:
    value = the_value("0,1")
    assert (Decimal("0.1"),) == value.amounts
    assert (Decimal(0), Decimal(1)) == value.listed


def test_a_comma_with_a_unit_is_a_decimal() -> None:
    assert the_value("5,2 m").listed == ()


def test_a_comma_list_without_spaces_is_a_list() -> None:
    assert amounts("10,20,30") == [10, 20, 30]


def test_numbered_lists_give_no_values() -> None:
    assert amounts("1. Cabinets: $3,820\n2. Top: $680") == [3820, 680]


def test_a_number_that_begins_a_line_is_no_list_number() -> None:
    assert amounts("50. That is final.") == [50]


@pytest.mark.parametrize(
    "text",
    [
        "$55 per m²", "$55/m2", "55 $/m²", "55 a metre", "$55 per sqm", "55$ per square metre", "55 dollars a meter",
        "USD 55 per sq. m", "55 долларов за м²", "$55 за кв. м", "$55 per square meter", "$55 for the tile per m²",
    ],
)  # fmt: skip
def test_a_price_per_square_metre_is_read_in_every_spelling(text: str) -> None:
    assert says(text, "$55 per m²")


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ("50", "50 g"),
        ("50 g", "50"),
        ("0.05 kg", "50 g"),
        ("50 grams", "50 g"),
        ("50г", "50 g"),
        ("$500", "500"),
        ("500 USD", "$500"),
        ("$55", "$55 per m²"),
        ("5.20 × 4 m", "5.2 × 4.0 m"),
        ("5.2 by 4", "5.2 × 4.0 m"),
        ("5,2 на 4 м", "5.2 × 4.0 m"),
        ("5.2m x 4.0m", "5.2 × 4.0 m"),
        ("4.0 x 5.2", "5.2 × 4.0 m"),
        ("142 over 95", "142/95"),
        ("142 на 95", "142/95"),
        ("a week", "7 days"),
        ("seven days", "for a week"),
        ("12 months", "1 year"),
        ("8 pm", "20:00"),
        ("08:00", "8:00"),
        ("8 in the evening", "20:00"),
        ("40 minutes and 50 seconds", "40:50"),
        ("15 percent", "15%"),
        ("50 pounds", "£50"),
        ("50 g of food daily", "50 g a day"),
        ("1.234 km", "1234 km"),
    ],
)
def test_values_that_say_the_same_match(found: str, wanted: str) -> None:
    assert says(f"about {found}", f"for {wanted}" if wanted == "for a week" else wanted)


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ("50 kg", "50 g"),
        ("€55", "$55"),
        ("$110 a night", "$110 per m²"),
        ("50 km", "50 g"),
        ("50–55 g", "55 g"),
        ("50-55 g", "50 g"),
        ("5.2 × 4.1", "5.2 × 4.0"),
        ("95/142", "142/95"),
        ("8:30", "8:00"),
        ("15%", "$15"),
        ("in 3 weeks", "3 weeks ago"),
    ],
)
def test_values_that_say_something_else_do_not_match(found: str, wanted: str) -> None:
    assert not says(found, wanted)


@pytest.mark.parametrize(
    "text",
    [
        "31 May", "May 31st", "May 31", "31st of May", "the 31st of May 2026", "2026-05-31", "2026/05/31", "31.05.2026",
        "31.05.26", "31.05. — here", "5/31", "31/05", "5/31/2026", "31/5/26", "May 31, 2026", "31-05-2026", "31 мая",
        "31 мая 2026 г.", "31 May 2026", "Sunday, 31 May", "the 31st", "31 числа", "31-го", "may 31",
    ],
)  # fmt: skip
def test_a_date_is_read_in_every_form(text: str) -> None:
    assert says(text, "31 May 2026")


@pytest.mark.parametrize(
    "text", ["May", "in May", "30 May", "31 July", "31 May 2025", "sometime in spring", "31 g", "5/30"]
)
def test_another_or_a_vaguer_date_does_not_match(text: str) -> None:
    assert not says(text, "31 May 2026")


def test_a_date_without_a_year_matches_any_year() -> None:
    assert says("14 March 2027", "March 14th")


@pytest.mark.parametrize(
    ("text", "days"),
    [("19-26 August 2026", [19, 26]), ("August 19–26", [19, 26]), ("5, 19 and 27 July", [5, 19, 27])],
)
def test_days_of_one_month_are_dates_of_their_own(text: str, days: list[int]) -> None:
    assert days == [value.dates[0].day for value in read_values(text)]


def test_an_ambiguous_date_keeps_both_meanings() -> None:
    assert (DateParts(None, 5, 7), DateParts(None, 7, 5)) == the_value("on 5/7").dates


def test_relative_words_are_dates_for_who_knows_today() -> None:
    today = date(2026, 7, 27)
    assert (DateParts(2026, 7, 26),) == the_value("yesterday", today=today).dates
    assert (DateParts(2026, 8, 17),) == the_value("in three weeks", today=today).dates
    assert (DateParts(2025, 7, 27),) == the_value("a year ago", today=today).dates
    assert read_values("yesterday") == ()


@pytest.mark.parametrize(
    "text",
    [
        "in 999999999999 days",
        "999999999 months ago",
        "in 99999999999999999999999999999999 months",
        "one hundred " * 40 + "years ago",
    ],
)
def test_a_time_that_no_calendar_has_is_no_date(text: str) -> None:
    assert () == the_value(text, today=date(2026, 7, 27)).dates


@pytest.mark.parametrize("piece", ["-", "<think>", "</think><reasoning>", "two ", "one hundred ", "two-"])
def test_no_text_takes_long_to_be_read(piece: str) -> None:
    read_values((piece * 200_000)[:200_000] + "\x01x", bare_words=True)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("<think>a <think>b</THINK> c</think> d", "c d"),
        ("<think>a <reasoning>b</reasoning> c", "a c"),
        ("<thinking>a </think>b</thinking>c <reasoning>d</reasoning>e", "c e"),
        ("| a |\n|:--|\nb -- c", "| a |\n\nb -- c"),
    ],
)
def test_thoughts_and_rules_are_no_words(text: str, plain: str) -> None:
    assert plain == plain_text(text)


@pytest.mark.parametrize(
    "text", ["one day I will", "one of them", "the only one", "what a day", "4 of clubs has no unit two"]
)
def test_number_words_without_a_unit_are_no_values(text: str) -> None:
    assert not [value for value in read_values(text) if value.kind == "quantity"]


def test_number_words_count_when_asked_for() -> None:
    assert read_values("two sisters", bare_words=True)[0].amounts == (2,)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("twice a day", "2 times a day"),
        ("3 times a week", "3 times a week"),
        ("once a month", "1 times a month"),
    ],
)
def test_frequencies_are_read(text: str, wanted: str) -> None:
    assert says(text, wanted)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from 42 to 55 per metre", [("", "m"), ("", "m")]),
        ("70 → 55 → 50 g", [("g", ""), ("g", ""), ("g", "")]),
        ("55 or 50 g", [("g", ""), ("g", "")]),
        ("$42 or 55", [("USD", ""), ("USD", "")]),
        ("Toyota RAV4 (2019), $500", [("", ""), ("USD", "")]),
        ("5 + 7 + 8.4 km", [("km", ""), ("km", ""), ("km", "")]),
    ],
)
def test_a_bare_number_takes_the_unit_of_its_neighbour(text: str, expected: list[tuple[str, str]]) -> None:
    assert expected == [(value.unit, value.per) for value in read_values(text)]


def test_values_stand_in_order_with_their_words_and_places() -> None:
    text = "**RAV4**, deposit $500; room $110 a night from 31 May"
    plain = plain_text(text)
    values = read_values(text)
    assert [value.text for value in values] == ["$500", "$110 a night", "31 May"]
    assert [value.text for value in values] == [plain[slice(*value.span)] for value in values]


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    plain = plain_text(text)
    for value in read_values(text):
        assert value.text == plain[slice(*value.span)]


@given(st.integers(2, 10**7))
def test_thousands_marks_do_not_change_a_number(number: int) -> None:
    wanted = the_value(f"${number}")
    for mark in (",", " ", "\u00a0", "'"):
        assert matches(the_value("$" + f"{number:,}".replace(",", mark)), wanted)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("last Thursday", 23),
        ("this Thursday", 30),
        ("last Monday", 20),
        ("в прошлый четверг", 23),
    ],
)
def test_a_weekday_is_a_date_seen_from_today(text: str, day: int) -> None:
    (value,) = read_values(text, "ru", today=date(2026, 7, 27))
    assert value.dates == (DateParts(2026, 7, day),)


def test_a_weekday_beside_a_date_is_no_date_of_its_own() -> None:
    (value,) = read_values("on Thursday, 6 August", today=date(2026, 7, 27))
    assert value.dates == (DateParts(None, 8, 6),)


@pytest.mark.parametrize(
    "text", ["+995 555 12 34 56", "+995555123456", "555-12-34-56", "+995 (555) 12-34-56"]
)
def test_a_telephone_number_is_the_same_in_any_grouping(text: str) -> None:
    (found,), (wanted,) = read_values(text), read_values("+995 555 123 456")
    assert (found.kind, matches(found, wanted)) == ("phone", True)


@pytest.mark.parametrize(
    "text", ["4.2 m long and 1.6 m wide", "4.2 m (length) × 1.6 m (width)", "Length: 4.2 m\nWidth: 1.6 m"]
)
def test_sides_told_one_by_one_are_dimensions(text: str) -> None:
    (found,), (wanted,) = read_values(join_sides(text)), read_values("4.2 × 1.6 m")
    assert matches(found, wanted)
