import pytest

from pytest_marathonmem.agents.listening import Heard, clean, listen


@pytest.mark.parametrize(
    ("message", "statements", "questions"),
    [
        ("I live in Bristol. I run.", ["I live in Bristol.", "I run."], []),
        ("It is 5.2 x 4.0 m and costs $4.50.", ["It is 5.2 x 4.0 m and costs $4.50."], []),
        ("Dr. Braun said e.g. that.", ["Dr. Braun said e.g. that."], []),
        ('He said "stop." Then he left.', ['He said "stop."', "Then he left."], []),
        ("- milk\n2) eggs\n\n* bread", ["milk", "eggs", "bread"], []),
        ("The sofa is blue. What did it cost?", ["The sofa is blue."], ["What did it cost?"]),
        ("What does it cost? The blue one.", ["The blue one."], ["What does it cost?"]),
        ("Please list all my runs.", [], ["Please list all my runs."]),
        ("Tell me what I paid.", [], ["Tell me what I paid."]),
        ("Remind me to call Anna.", ["Remind me to call Anna."], []),
        ("Could you please note that he gets 55 g?", ["Could you please note that he gets 55 g."], []),
        ('He asked "why?" and left.', [], ['He asked "why?" and left.']),
        ("Сколько стоит газ? Я купил плиту.", ["Я купил плиту."], ["Сколько стоит газ?"]),
        ("Назови цену.", [], ["Назови цену."]),
        ("价格是多少？", [], ["价格是多少？"]),
        ("... !!! —", [], []),
        ("", [], []),
    ],
)
def test_a_message_falls_into_statements_and_questions(
    message: str, statements: list[str], questions: list[str]
) -> None:
    assert listen(message) == Heard(tuple(statements), tuple(questions))


def test_no_statement_holds_a_question_mark() -> None:
    heard = listen("Can you add the lamp? Would you note it?? And so on！")
    assert not any("?" in statement for statement in heard.statements)


def test_a_very_long_sentence_goes_into_pieces_and_loses_nothing() -> None:
    text = "word " * 500 + "x" * 1000
    statements = listen(text).statements
    assert max(map(len, statements)) <= 400
    assert "".join(statements).replace(" ", "") == text.replace(" ", "")


def test_a_clean_text_is_one_line_without_controls_and_lone_surrogates() -> None:
    assert clean("a\x00b\x1b[31m \r\n c\u2028d \ud83d e\u202e") == "a b [31m c d e"
