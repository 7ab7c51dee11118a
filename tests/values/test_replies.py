from __future__ import annotations

import pytest

from pytest_marathonmem.values import offered_despite_refusal, read_reply

REFUSALS = [
    "I'm sorry, I do not recall that.",
    "I'm afraid that's not in my notes.",
    "You'll have to remind me.",
    "I don't think that came up.",
    "That detail is missing from my notes.",
    "I have no data on this.",
    "We didn't get around to that.",
    "I cannot find any mention of the deposit.",
    "Deposit: unknown.",
    "The deposit isn't recorded anywhere.",
    "I haven't got that written down.",
    "That hasn't come up in our conversation so far.",
    "I've searched my memory, but there's no information about a deposit.",
    "My memory doesn't go back that far.",
    "I only see the current value; the earlier one isn't stored.",
    "I don't keep a history of changes.",
    "I only keep the latest value, so I can't say what it was before.",
    "I don't have access to earlier conversations.",
    "Each conversation starts fresh for me, so I don't know.",
    "As an AI, I don't have memory of past conversations.",
    "I don't have any previous conversation history with you.",
    "This appears to be the start of our conversation, so I don't have that information.",
    "I have no context about Boss. Could you tell me more?",
    "No information available.",
    "Not specified.",
    "It seems that this was not discussed.",
    "I wasn't able to find the earlier price, only the current one ($110).",
    "The notes only contain the final figure, $1,100, not the first estimate.",
    "I don't have a record of the original estimate — only the corrected $1,100.",
    "Sorry! I don't remember what Boss eats. 😿",
    "Unfortunately I can't recall the exact amount.",
    "I have not been told.",
    "That information was not provided.",
    "No mention of that, sorry.",
    "You haven't told me that.",
    "I have no record of the electricity tariff.",
    "That was not mentioned in our chat.",
    "I don't know.",
    "I couldn't find the tariff in my notes. I looked at: '2026-07-26: Customs duty, $1,100.'; 'Boss gets 50 g of food a day'",
    "I couldn't find it. I looked at:\n- Customs duty, $1,100\n- Boss gets 50 g",
    "Sorry, I don't have that information. Could you remind me?",
    "You never told me the tariff, there's no record.",
    "No, we didn't record the electricity tariff. Would you like me to add it?",
    "Nothing about that in my notes.",
    "There's no mention of an electricity tariff in our conversation.",
    "I don't recall you mentioning a tariff.",
    "I do not have any information about that.",
    "I don't have the electricity tariff on file — if you tell me, I'll note it.",
    "Electricity tariff: not recorded.",
    "I'm not aware of any tariff.",
    "I checked my notes and found nothing about it.",
    "Unfortunately, that wasn't something you shared with me.",
    "I don't recall the first estimate; I only have the final figure, $1,100.",
    "I have no record of the earlier price - my notes only show the current $110 a night.",
    "It seems you haven't mentioned it yet.",
    "I can't recall that.",
    "You didn't say.",
    "It isn't in my memory.",
    "I dont have that info",
    "No record of that.",
    "Not in my notes.",
    "I searched through our chats but came up empty.",
    "No tariff was recorded.",
    "The electricity tariff was never mentioned.",
    "You haven't given me this detail, so I can't say.",
    "Hmm, I don't think you told me that.",
    "I don't believe we discussed the tariff.",
    "I'm afraid I don't have that.",
    "My notes don't mention an electricity tariff.",
    "I have nothing on that.",
    "We haven't talked about it.",
    "As far as I can tell, you haven't shared the tariff.",
    "I'm sorry, but I don't have any record of an electricity tariff being mentioned. If you let me know, I'll add it to the list!",
    "Ты не говорил мне этого.",
    "Я не знаю тариф на электричество.",
    "В заметках нет тарифа.",
    "К сожалению, у меня нет такой информации. Если скажешь, запишу.",
    "Тариф не упоминался.",
    "Мы это не записывали.",
    "Не нашёл ничего про тариф.",
    "I was never told the tariff.",
    "That's not something I have on record.",
    "I don't see an electricity tariff anywhere in what you've told me.",
    "The tariff hasn't been mentioned.",
    "I've got no memory of that.",
    "We never recorded an electricity tariff, so I have no value to give you.",
]
ANSWERS = [
    "You asked me not to tell Lena, so: the enamel pendant.",
    "I haven't forgotten: it's the pendant!",
    "No, the wine fridge was cancelled.",
    "It isn't in the kitchen any more.",
    "We didn't choose the Forester; it was the RAV4.",
    "You never liked the stone, so microcement.",
    "Nothing has changed since: 50 g.",
    "There are no changes: $55.",
    "None of them; you went with the pendant.",
    "Neither - the RAV4.",
    "You don't have a deposit with Subaru; with Toyota it's $500.",
    "I don't know the exact date, but it's in March.",
    "You didn't say exactly, but around $850.",
    "I can't forget that one: 14 March!",
    "No record is needed: 50 g.",
    "You told me not to mention it to Lena: the pendant.",
    "She doesn't know yet, but it's the enamel pendant.",
    "I'm not sure which one you mean, but the wall tile is $55 per m².",
    "Microcement — no decorative stone.",
    "As noted, the accent wall is microcement.",
    "I only have one entry: 50 g.",
    "Only the RAV4.",
    "All I have is 50 g.",
    "The tile is $48 or $38 per m², I don't remember which.",
    "The deposit was insufficient at first, but you paid $500",
    "The car is the RAV4; I don't have the deposit",
    "I don't have the deposit. The car you chose is the Toyota RAV4.",
    "- Car: Toyota RAV4\n- Deposit: not recorded",
    "50 g. Shall I note that?",
    "It's $55 per m². Do you want me to update the estimate?",
    "I have no record of the change, but it is $55 per m²",
    "Not 55 g but 50 g.",
    "Boss? 50 g a day.",
    "You went with microcement; you didn't get the stone.",
    "There's no doubt: $55.",
    "RAV4?",
    "I don't have any notes on the deposit, but the car is the RAV4.",
    "I'm not sure, but I think it's 50 g.",
    "No change: still $55.",
    "Without the wine fridge the total is $7,670.",
    "You haven't told me the deposit, but we chose the RAV4.",
    "Around Ashton Court.",
    "Вы выбрали RAV4, а депозит не записан.",
    "50 г в день.",
    "Nothing changed, it's 50 g.",
    "I couldn't find the deposit at first. It is $500.",
]
QUESTIONS = [
    "Which tile do you mean?",
    "Do you mean the bathroom tile or the kitchen floor tile?",
    "Just to be sure: which tile?",
    "Sorry, what tariff?",
    "I have two tiles noted. Which one do you mean?",
    "Какую плитку ты имеешь в виду?",
    "Could you clarify which room?",
    "I'm not sure which tile you mean. The bathroom one?",
]
TOPIC = ["tariff", "electricity"]
OFFERS = [
    "I have no record of a tariff, but it is usually about $0.10",
    "I don't have your electricity tariff. In Batumi, it's around 0.3 GEL per kWh.",
    "I don't know, around $0.10",
    "You haven't told me. $0.10 per kWh.",
    "No record, but typical rates are $0.10-0.15.",
    "I don't have it, but the electricity tariff is 0.25 GEL.",
    "I don't recall exactly; it was 0.25.",
    "Not noted - probably 25 cents.",
    "I have no note of it. My guess: $0.12",
]
OTHER_THINGS = [
    "You haven't told me the tariff. I only have the customs duty, $1,100.",
    "I don't have your electricity tariff. The car insurance is $430 a year.",
    "You never told me the tariff. You told me the insurance is $430.",
    "I couldn't find the tariff in my notes. I looked at: '2026-07-26: Customs duty, $1,100.'",
    "I couldn't find it. I looked at:\n- Customs duty, $1,100\n- Boss gets 50 g",
    "No tariff so far. The closest I have is the kitchen estimate of $7,670.",
]


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_of_the_whole_is_a_refusal(text: str) -> None:
    assert read_reply(text, "ru") == "refusal"


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_with_words_of_refusal_is_an_answer(text: str) -> None:
    assert read_reply(text, "ru") == "answer"


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_reply_that_only_asks_is_a_counter_question(text: str) -> None:
    assert read_reply(text, "ru") == "counter-question"


@pytest.mark.parametrize("text", ["", " ", "\n", "\u200b"])
def test_an_empty_reply_is_an_answer(text: str) -> None:
    assert read_reply(text) == "answer"


def test_the_question_tells_that_a_part_is_answered() -> None:
    text = "I don't have the deposit. I only have the car, the RAV4."
    assert read_reply(text, "en", "Which car did we choose and what deposit did we put down?") == "answer"


def test_only_the_present_value_refuses_a_question_for_a_former_one() -> None:
    text = "I only have the current price, $110 a night."
    assert read_reply(text, "en", "How much was the room before the rebooking?") == "refusal"
    assert read_reply(text, "en", "How much is the room?") == "answer"


@pytest.mark.parametrize("text", OFFERS)
def test_a_value_offered_for_the_asked_thing_is_found(text: str) -> None:
    assert offered_despite_refusal(text, TOPIC)


@pytest.mark.parametrize("text", OTHER_THINGS + [text for text in REFUSALS if "$1" not in text])
def test_a_value_of_another_thing_is_no_offer(text: str) -> None:
    assert offered_despite_refusal(text, TOPIC, "ru") == ""
