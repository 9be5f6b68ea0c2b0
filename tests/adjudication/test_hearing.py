"""The hearing: what is asked, once; what is known together, together; and what happened before a need is kept."""

import pytest

from app.adjudication.errors import AnswerRefused, Budget, BudgetExceeded, ContractBroken
from app.adjudication.hearing import Hearing, Needs
from app.adjudication.model import Unknown
from app.adjudication.sources import OpenAnswers
from tests.adjudication.toy import draw, fact, hearing, roll


def test_what_is_known_together_is_asked_together() -> None:
    heard = hearing(OpenAnswers({"b": (3,)}))
    with pytest.raises(Needs) as needs:
        heard.ask(roll("a"), roll("b"), fact("c"))
    assert [request.key for request in needs.value.requests] == ["a", "c"]
    assert str(needs.value) == "a, c"


def test_values_come_in_the_order_of_the_requests() -> None:
    heard = hearing(OpenAnswers({"a": (1,), "b": (2,), "d": ("x",)}))
    assert heard.ask(roll("a"), roll("b"), draw("d"), piles={"bag": {"x": 1}}) == ((1,), (2,), ("x",))


def test_rolls_are_recorded_and_facts_are_echoed() -> None:
    heard = hearing(OpenAnswers({"roll": (4,), "fact": ("yes",), "draw": ("x",)}))
    assert heard.roll(roll()) == (4,)
    assert heard.draw(draw(), {"x": 1}) == ("x",)
    assert heard.fact(fact()) == "yes"
    assert [(made.kind, made.key, made.values) for made in heard.rolls] == [
        ("roll", "roll", (4,)),
        ("draw", "draw", ("x",)),
    ]
    assert [(said.key, said.value, said.basis) for said in heard.assumptions] == [("fact", "yes", "reported")]


def test_a_fact_asked_again_is_answered_alike_and_echoed_once() -> None:
    """Legality asks whether the ground is firm, and resolve may ask it once more."""
    heard = hearing(OpenAnswers({"fact": ("yes",)}))
    assert heard.fact(fact()) == heard.fact(fact()) == "yes"
    assert len(heard.assumptions) == 1


def test_an_assumption_answers_a_question_wherever_it_is_asked() -> None:
    heard = hearing(firm_ground="no")
    assert heard.fact(fact("here")) == heard.fact(fact("there")) == "no"
    assert [(said.key, said.basis) for said in heard.assumptions] == [("here", "assumed"), ("there", "assumed")]


def test_an_assumption_must_be_one_of_the_choices() -> None:
    with pytest.raises(AnswerRefused, match="one of: yes, no"):
        hearing(firm_ground="perhaps").fact(fact())


def test_dice_are_not_for_legality() -> None:
    for request in (roll(), draw()):
        with pytest.raises(ContractBroken, match="never dice"):
            hearing(dice=False).ask(request)
    assert hearing(dice=False, firm_ground="yes").fact(fact()) == "yes"


def test_one_key_is_rolled_once() -> None:
    heard = hearing(OpenAnswers({"roll": (4,)}))
    heard.roll(roll())
    with pytest.raises(ContractBroken, match="asked twice"):
        heard.roll(roll())


def test_what_is_known_needs_no_answer_and_what_is_hidden_does() -> None:
    heard = hearing(firm_ground="yes")
    assert heard.known("no", fact(), str) == "no"
    assert heard.assumptions == []
    assert heard.known(Unknown(unknown="ground"), fact(), str) == "yes"


def test_every_request_costs_a_step() -> None:
    heard = Hearing(OpenAnswers({}), Budget(1), {"firm_ground": "yes"})
    heard.fact(fact("a"))
    with pytest.raises(BudgetExceeded, match="more than 1 steps"):
        heard.fact(fact("b"))


def test_spending_counts_until_the_limit_and_no_further() -> None:
    budget = Budget(3)
    budget.spend(2)
    budget.spend()
    with pytest.raises(BudgetExceeded) as exceeded:
        budget.spend()
    assert exceeded.value.details == {"limit": 3}


def test_the_widest_audience_of_a_citation_counts() -> None:
    heard = hearing()
    heard.cite("a", audience=("north",))
    heard.cite("a", audience=("south",))
    heard.cite("b", audience=("north",))
    heard.cite("b")
    heard.cite("b", audience=("south",))
    assert [(cited.id, cited.audience) for cited in heard.citations.values()] == [
        ("a", ("north", "south")),
        ("b", "all"),
    ]
