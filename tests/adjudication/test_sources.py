"""Where answers come from: what each source gives, and what it refuses."""

from dataclasses import replace

import pytest

from app.adjudication.errors import AnswerRefused, ContractBroken
from app.adjudication.requests import Answer, DrawRequest, FactRequest, Request, RollRequest, fault
from app.adjudication.seeded import SeededDice
from app.adjudication.sources import MatchAnswers, OpenAnswers, ScriptedAnswer, ScriptedAnswers

ROLL = RollRequest(key="battle/1", purpose="attack", rule="r", dice=2)
DRAW = DrawRequest(key="draw/1", purpose="tile", rule="r", pile="bag", count=2)
HIDDEN_DRAW = replace(DRAW, audience=("north",))
WORD = FactRequest(key="ground", question="ground", rule="r", choices=("firm", "soft"))
NUMBER = FactRequest(key="range", question="range", rule="r", minimum=2, maximum=12)
BAG = {"a": 1, "b": 2, "3": 1}


def dice() -> SeededDice:
    return SeededDice(b"secret", entropy="e", match="m", version=1)


@pytest.mark.parametrize(
    ("request_", "values"),
    [
        (ROLL, (1, 6)),
        (DRAW, ("b", "b")),
        (DRAW, ("a", "3")),
        (WORD, ("soft",)),
        (NUMBER, (2,)),
        (NUMBER, (12,)),
    ],
)
def test_what_can_be_answered(request_: Request, values: tuple[int | str, ...]) -> None:
    assert fault(request_, values, BAG) is None


@pytest.mark.parametrize(
    ("request_", "values", "says"),
    [
        (ROLL, (1,), "needs 2 dice, 1 were given"),
        (ROLL, (1, 2, 3), "needs 2 dice, 3 were given"),
        (ROLL, (0, 1), "from 1 to 6"),
        (ROLL, (1, 7), "from 1 to 6"),
        (ROLL, ("1", 1), "from 1 to 6"),
        (DRAW, ("a",), "needs 2 items, 1 were given"),
        (DRAW, ("a", "a"), "cannot draw that from bag"),
        (DRAW, ("a", "z"), "cannot draw that from bag"),
        (DRAW, (3, "3"), "cannot draw that from bag"),
        (WORD, ("firm", "soft"), "exactly one value"),
        (WORD, ("wet",), "one of: firm, soft"),
        (NUMBER, (1,), "from 2 to 12"),
        (NUMBER, (13,), "from 2 to 12"),
        (NUMBER, ("7",), "from 2 to 12"),
    ],
)
def test_what_cannot(request_: Request, values: tuple[int | str, ...], says: str) -> None:
    found = fault(request_, values, BAG)
    assert found is not None
    assert says in found
    with pytest.raises(AnswerRefused, match=says):
        OpenAnswers({request_.key: values}).answer(request_, BAG)


def test_a_refusal_never_tells_what_a_pile_holds() -> None:
    """An item that is not there and one of which there are too few are refused in the same words."""
    assert fault(DRAW, ("a", "a"), BAG) == fault(DRAW, ("z", "z"), BAG)


class TestOpen:
    def test_answers_by_key_and_is_silent_otherwise(self) -> None:
        source = OpenAnswers.of([Answer(key="battle/1", values=(3, 4))])
        assert source.answer(ROLL, None) == (3, 4)
        assert source.answer(WORD, None) is None

    def test_one_key_twice_is_refused(self) -> None:
        with pytest.raises(AnswerRefused, match="answered twice"):
            OpenAnswers.of([Answer(key="k", values=(1,)), Answer(key="k", values=(1,))])

    def test_a_leftover_answer_is_refused_and_named(self) -> None:
        source = OpenAnswers({"battle/1": (3, 4), "battle/2": (1, 1)})
        source.answer(ROLL, None)
        with pytest.raises(AnswerRefused, match="battle/2 was not asked here") as refused:
            source.finish()
        assert refused.value.details == {"key": "battle/2"}


class TestScripted:
    def test_answers_in_order_and_then_leaves_a_need(self) -> None:
        source = ScriptedAnswers(
            [ScriptedAnswer(purpose="attack", values=(3, 4)), ScriptedAnswer(purpose="ground", values=("firm",))]
        )
        assert source.answer(ROLL, None) == (3, 4)
        assert source.answer(WORD, None) == ("firm",)
        assert source.answer(ROLL, None) is None
        source.finish()

    def test_another_purpose_is_refused(self) -> None:
        source = ScriptedAnswers([ScriptedAnswer(purpose="defence", values=(3, 4))])
        with pytest.raises(AnswerRefused, match="answers defence, but attack is asked"):
            source.answer(ROLL, None)

    def test_one_left_over_is_refused(self) -> None:
        with pytest.raises(AnswerRefused, match="for attack was never asked for"):
            ScriptedAnswers([ScriptedAnswer(purpose="attack", values=(3, 4))]).finish()

    def test_values_that_cannot_be_are_refused(self) -> None:
        with pytest.raises(AnswerRefused, match="from 1 to 6"):
            ScriptedAnswers([ScriptedAnswer(purpose="attack", values=(3, 7))]).answer(ROLL, None)


class TestMatch:
    def test_the_server_rolls_what_is_not_recorded_and_keeps_it(self) -> None:
        source = MatchAnswers(OpenAnswers({}), dice())
        values = source.answer(ROLL, None)
        assert values == dice().values(ROLL, None)
        assert source.rolled == [Answer(key="battle/1", values=values)]

    def test_what_is_recorded_is_not_rolled_again(self) -> None:
        source = MatchAnswers(OpenAnswers({"battle/1": (6, 6)}), dice())
        assert source.answer(ROLL, None) == (6, 6)
        assert source.rolled == []

    @pytest.mark.parametrize("declared", [True, False])
    def test_a_fact_is_never_rolled(self, declared: bool) -> None:
        source = MatchAnswers(OpenAnswers({}), dice(), declared=declared)
        assert source.answer(WORD, None) is None
        assert source.rolled == []

    def test_declared_dice_and_open_draws_are_asked_for(self) -> None:
        source = MatchAnswers(OpenAnswers({}), dice(), declared=True)
        assert source.answer(ROLL, None) is None
        assert source.answer(DRAW, BAG) is None

    def test_a_hidden_draw_is_the_servers_even_with_declared_dice(self) -> None:
        source = MatchAnswers(OpenAnswers({}), dice(), declared=True)
        assert source.answer(HIDDEN_DRAW, BAG) is not None
        assert source.answer(replace(DRAW, key="draw/2", audience=()), BAG) is not None

    def test_leftover_answers_are_refused(self) -> None:
        with pytest.raises(AnswerRefused, match="elsewhere was not asked here"):
            MatchAnswers(OpenAnswers({"elsewhere": (1,)}), dice()).finish()


def test_the_dice_refuse_a_fact() -> None:
    with pytest.raises(ContractBroken, match="never rolled"):
        dice().values(WORD, None)
