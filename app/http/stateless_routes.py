"""Typed routes of one game that store nothing and need no key."""

from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.adjudication import gate
from app.adjudication.contract import AnyRuleset
from app.adjudication.errors import Budget
from app.adjudication.sources import OpenAnswers
from app.http import examples
from app.http.answers import AcceptLanguage, json_answer
from app.http.bodies import read_body
from app.http.languages import choose_language
from app.http.openapi import Operation
from app.http.problems import Problem
from app.http.service import Service
from app.http.texts import Teller
from app.http.wire import PositionCheck, Wire, adapter_of
from app.play.guard import by_the_rules


def stateless_routes(service: Service, ruleset: AnyRuleset) -> APIRouter:
    """Adjudications, legal actions, position checks and questions of one game."""
    wire = service.wires[ruleset.meta.id]
    router = APIRouter(prefix=f"/v1/{ruleset.meta.id}")
    _add_adjudications(service, router, ruleset, wire)
    _add_legal_actions(service, router, ruleset, wire)
    _add_position_checks(service, router, ruleset, wire)
    for name in ruleset.questions:
        _add_question(service, router, ruleset, name)
    return router


def _add_adjudications(service: Service, router: APIRouter, ruleset: AnyRuleset, wire: Wire) -> None:
    adapter = adapter_of(wire.adjudication_body)

    async def adjudicate(request: Request, accept_language: AcceptLanguage = None) -> Response:
        """The ruling on an action in any position; nothing is stored, and an illegal action is an answer too.

        Chance stays open: where dice, a draw or a fact are needed the ruling is `incomplete` and says what is asked;
        repeat the request with `answers`.
        """
        body, _ = await read_body(request, adapter)
        teller = Teller(ruleset, choose_language(accept_language))
        refuse_impossible(ruleset, body.position, teller)
        work = partial(gate.adjudicate, ruleset, body.position, body.seat, body.action, circumstances(body))
        ruling = by_the_rules(work)
        answer = wire.adjudication.model_construct(ruling=wire.ruling_out(ruling), texts=teller.ruling(ruling))
        return json_answer(answer, headers=_language(teller))

    service.document.route(
        router,
        adjudicate,
        Operation(
            name=f"{wire.word}Adjudicate",
            method="POST",
            path="/adjudications",
            tag=ruleset.meta.id,
            request=wire.adjudication_body,
            response=wire.adjudication,
            examples=partial(examples.adjudications, ruleset),
        ),
    )


def _add_legal_actions(service: Service, router: APIRouter, ruleset: AnyRuleset, wire: Wire) -> None:
    adapter = adapter_of(wire.legal_actions_body)

    async def legal_actions(request: Request, accept_language: AcceptLanguage = None) -> Response:
        """What a seat may do in any position, in a fixed order: actions, or templates that stand for many."""
        body, _ = await read_body(request, adapter)
        refuse_impossible(ruleset, body.position, Teller(ruleset, choose_language(accept_language)))
        view = by_the_rules(partial(ruleset.view, body.position, body.seat))
        found = by_the_rules(partial(list_actions, ruleset, wire, view, body.seat, limit=body.limit, steps=body.budget))
        return json_answer(found)

    service.document.route(
        router,
        legal_actions,
        Operation(
            name=f"{wire.word}ListLegalActions",
            method="POST",
            path="/legal-actions",
            tag=ruleset.meta.id,
            request=wire.legal_actions_body,
            response=wire.legal_actions,
            examples=partial(examples.legal_actions, ruleset),
        ),
    )


def _add_position_checks(service: Service, router: APIRouter, ruleset: AnyRuleset, wire: Wire) -> None:
    adapter = adapter_of(wire.position_body)

    async def check_position(request: Request, accept_language: AcceptLanguage = None) -> Response:
        """Whether a position can be, and every reason why it cannot."""
        body, _ = await read_body(request, adapter)
        teller = Teller(ruleset, choose_language(accept_language))
        return json_answer(position_check(ruleset, body.position, teller), headers=_language(teller))

    service.document.route(
        router,
        check_position,
        Operation(
            name=f"{wire.word}CheckPosition",
            method="POST",
            path="/position-checks",
            tag=ruleset.meta.id,
            request=wire.position_body,
            response=PositionCheck,
            examples=partial(examples.position_checks, ruleset),
        ),
    )


def _add_question(service: Service, router: APIRouter, ruleset: AnyRuleset, name: str) -> None:
    wire = service.wires[ruleset.meta.id]
    asked, answered = wire.questions[name]
    adapter = adapter_of(asked)
    question = ruleset.questions[name]

    async def ask(request: Request, accept_language: AcceptLanguage = None) -> Response:
        body, _ = await read_body(request, adapter)
        teller = Teller(ruleset, choose_language(accept_language))
        view = None
        if question.about == "position":
            refuse_impossible(ruleset, body.position, teller)
            view = by_the_rules(partial(ruleset.view, body.position, body.seat)) if body.seat else body.position
        work = partial(gate.ask, ruleset, name, view, body.input, circumstances(body))
        ruling = await service.heavy.run(work) if question.heavy else by_the_rules(work)
        return json_answer(question_answer(answered, ruling, teller), headers=_language(teller))

    ask.__doc__ = f"{question.title.en}."
    service.document.route(
        router,
        ask,
        Operation(
            name=asked.__name__,
            method="POST",
            path=f"/questions/{name}",
            tag=ruleset.meta.id,
            request=asked,
            response=answered,
            examples=partial(examples.questions, ruleset, name),
        ),
    )


def circumstances(body: Any) -> gate.Circumstances:
    """What a stateless request gives with its action."""
    return gate.Circumstances(
        source=OpenAnswers.of(body.answers), assumptions=body.assumptions, budget=Budget(body.budget)
    )


def refuse_impossible(ruleset: AnyRuleset, position: Any, teller: Teller) -> None:
    """Raises Problem for a position that cannot be: rules are written for those that can."""
    check = position_check(ruleset, position, teller)
    if not check.possible:
        raise Problem(
            "impossible_position",
            "This position cannot be; `violations` tells why.",
            violations=check.model_dump(mode="json")["violations"],
            texts={"language": teller.language, "violations": check.texts, "rules": check.rules},
        )


def position_check(ruleset: AnyRuleset, position: Any, teller: Teller) -> PositionCheck:
    """The violations of a position, with their texts."""
    violations = by_the_rules(partial(ruleset.check, position))
    return PositionCheck.model_construct(
        possible=not violations,
        violations=violations,
        texts=teller.violations(violations),
        rules=teller.rules(violation.rule for violation in violations),
    )


def list_actions(ruleset: AnyRuleset, wire: Wire, view: Any, seat: str, limit: int, steps: int) -> Any:
    """The first legal actions of a seat; `complete` says whether there are no more."""
    budget = Budget(steps)
    found: list[Any] = []
    complete = True
    for item in gate.listed_actions(ruleset, view, seat, budget):
        if len(found) == limit:
            complete = False
            break
        found.append(item)
    return wire.legal_actions.model_construct(actions=tuple(found), complete=complete, steps=budget.spent)


def question_answer(model: Callable[..., Any], ruling: gate.QuestionRuling, teller: Teller) -> Any:
    """The answer to a question, with its texts."""
    made: Any = model
    names = ("verdict", "output", "citations", "interpretations", "assumptions", "needs")
    return made.model_construct(**{name: getattr(ruling, name) for name in names}, texts=teller.question(ruling))


def _language(teller: Teller) -> dict[str, str]:
    return {"Content-Language": teller.language, "Vary": "Accept-Language"}
