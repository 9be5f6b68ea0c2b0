"""Looking things up: rulesets, rules and what cites them, codes and their texts, cases, JSON Schemas."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict

from app.adjudication import case_runner
from app.adjudication.casebook import Case
from app.adjudication.contract import AnyRuleset, Option
from app.adjudication.model import Language
from app.adjudication.resources import adapter
from app.adjudication.rulebook import Interpretation, Rule
from app.http.answers import AcceptLanguage, json_answer
from app.http.examples import case_request
from app.http.languages import choose_language
from app.http.openapi import Operation
from app.http.service import Service
from app.play.errors import not_found

_CONFIG = ConfigDict(use_attribute_docstrings=True)


class Named(BaseModel):
    """An id and what people call it."""

    id: str
    title: str
    description: str = ""


class RulesetAnswer(BaseModel):
    """A ruleset: one game's rules at one edition."""

    model_config = _CONFIG

    id: str
    title: str
    description: str
    edition: str
    version: int
    position_schema: int
    stage: str
    seats: tuple[Named, ...]
    scenarios: tuple[Named, ...]
    options: tuple[Option, ...]
    questions: tuple[Named, ...]
    facts: dict[str, tuple[int | str, ...]]
    """What the rules may ask people, and the possible answers (none: a number)."""


class RulesetList(BaseModel):
    """All rulesets that are served."""

    items: tuple[RulesetAnswer, ...]


class RuleAnswer(BaseModel):
    """A rule, or an interpretation chosen where a rule is unclear."""

    model_config = _CONFIG

    id: str
    kind: str
    """`rule` or `interpretation`."""
    section: str
    edition: str = ""
    source: str = ""
    sureness: str
    summary: str
    """For an interpretation: the reading that was chosen."""
    rule: str | None = None
    """The rule that is interpreted."""
    question: str | None = None
    reasons: str | None = None
    other_reading: str | None = None
    interpretations: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    """The violations that cite it."""
    cases: tuple[str, ...] = ()
    """The worked examples that show it."""


class RuleList(BaseModel):
    """The rulebook."""

    items: tuple[RuleAnswer, ...]


class CodeAnswer(BaseModel):
    """A code and its text, to be filled with params."""

    code: str
    kind: str
    text: str
    rules: tuple[str, ...] = ()


class CodeList(BaseModel):
    """All codes of a ruleset."""

    items: tuple[CodeAnswer, ...]


class CaseInfo(BaseModel):
    """A case in a list."""

    id: str
    title: str
    source: str
    rules: tuple[str, ...]
    featured: bool


class CaseList(BaseModel):
    """The case book."""

    items: tuple[CaseInfo, ...]


class CaseAnswer(BaseModel):
    """A case with the request that it stands for."""

    model_config = _CONFIG

    case: Case
    title: str
    request: dict[str, Any] | None
    """The body of the stateless request of its first step; none for a start."""
    endpoint: str | None
    """Where to send it."""


class CaseRun(BaseModel):
    """What running a case showed."""

    case: str
    passed: bool
    failures: tuple[str, ...]
    verdicts: tuple[str, ...]


class SchemaAnswer(BaseModel):
    """The JSON Schemas of a ruleset."""

    position: dict[str, Any]
    setting: dict[str, Any]
    action: dict[str, Any]
    effect: dict[str, Any]


Search = Annotated[str | None, Query(max_length=100, description="Words that the text holds.")]
RuleFilter = Annotated[str | None, Query(max_length=100, description="Only cases that show this rule.")]


def rulesets_routes(service: Service) -> APIRouter:
    """/v1/rulesets."""
    router = APIRouter(prefix="/v1/rulesets")

    async def list_rulesets(accept_language: AcceptLanguage = None) -> Response:
        """All rulesets, with their seats, scenarios and options."""
        language = choose_language(accept_language)
        items = tuple(_ruleset(ruleset, language) for ruleset in service.catalogue)
        return json_answer(RulesetList(items=items), headers=_headers(language))

    async def get_ruleset(ruleset: str, accept_language: AcceptLanguage = None) -> Response:
        """One ruleset."""
        if ruleset not in service.catalogue:
            raise not_found("ruleset")
        language = choose_language(accept_language)
        return json_answer(_ruleset(service.catalogue[ruleset], language), headers=_headers(language))

    for name, path, endpoint, response in (
        ("listRulesets", "", list_rulesets, RulesetList),
        ("getRuleset", "/{ruleset}", get_ruleset, RulesetAnswer),
    ):
        operation = Operation(name=name, method="GET", path=path, tag="rulesets", response=response)
        service.document.route(router, endpoint, operation)
    return router


def catalogue_routes(service: Service, ruleset: AnyRuleset) -> APIRouter:
    """Rules, codes, cases and schemas of one game."""
    router = APIRouter(prefix=f"/v1/{ruleset.meta.id}")
    _add_rules(service, router, ruleset)
    _add_codes(service, router, ruleset)
    _add_cases(service, router, ruleset)
    return router


def _operation(ruleset: AnyRuleset, name: str, path: str, response: Any, method: str = "GET") -> Operation:
    word = ruleset.meta.schema_name
    return Operation(name=f"{word}{name}", method=method, path=path, tag=ruleset.meta.id, response=response)


def _add_rules(service: Service, router: APIRouter, ruleset: AnyRuleset) -> None:
    async def list_rules(q: Search = None, accept_language: AcceptLanguage = None) -> Response:
        """The rules in our own words, and the interpretations chosen where they are unclear."""
        language = choose_language(accept_language)
        entries = (_rule(ruleset, identifier, language) for identifier in ruleset.rulebook.by_id)
        items = tuple(entry for entry in entries if _holds(entry, q))
        return json_answer(RuleList(items=items), headers=_headers(language))

    async def get_rule(rule: str, accept_language: AcceptLanguage = None) -> Response:
        """One rule or interpretation, with the cases that show it and the codes that cite it."""
        if rule not in ruleset.rulebook.by_id:
            raise not_found("rule")
        language = choose_language(accept_language)
        return json_answer(_rule(ruleset, rule, language), headers=_headers(language))

    service.document.route(router, list_rules, _operation(ruleset, "ListRules", "/rules", RuleList))
    service.document.route(router, get_rule, _operation(ruleset, "GetRule", "/rules/{rule:path}", RuleAnswer))


def _add_codes(service: Service, router: APIRouter, ruleset: AnyRuleset) -> None:
    async def list_codes(accept_language: AcceptLanguage = None) -> Response:
        """Every code of violations, effects, prompts, facts and outcomes, with its text."""
        language = choose_language(accept_language)
        return json_answer(CodeList(items=tuple(_codes(ruleset, language))), headers=_headers(language))

    async def get_schemas() -> Response:
        """The JSON Schemas of positions, settings, actions and effects."""
        types = ruleset.types
        return json_answer(
            SchemaAnswer(
                position=adapter(types.position).json_schema(),
                setting=adapter(types.setting).json_schema(),
                action=adapter(types.action).json_schema(),
                effect=adapter(types.effect).json_schema(),
            )
        )

    service.document.route(router, list_codes, _operation(ruleset, "ListCodes", "/codes", CodeList))
    service.document.route(router, get_schemas, _operation(ruleset, "GetSchemas", "/schemas", SchemaAnswer))


def _add_cases(service: Service, router: APIRouter, ruleset: AnyRuleset) -> None:
    book = ruleset.cases()
    by_id = {case.id: case for case in book.cases}

    def found(identifier: str) -> Case:
        if identifier not in by_id:
            raise not_found("case")
        return by_id[identifier]

    async def list_cases(rule: RuleFilter = None, accept_language: AcceptLanguage = None) -> Response:
        """Worked examples of the rules."""
        language = choose_language(accept_language)
        chosen = (case for case in book.cases if rule is None or rule in case.rules)
        items = tuple(
            CaseInfo(
                id=case.id,
                title=case.title.in_language(language),
                source=case.source,
                rules=case.rules,
                featured=case.featured,
            )
            for case in chosen
        )
        return json_answer(CaseList(items=items), headers=_headers(language))

    async def get_case(case: str, accept_language: AcceptLanguage = None) -> Response:
        """One case: its position, steps, the rulings expected, and the request that it stands for."""
        language = choose_language(accept_language)
        wanted = found(case)
        answer = CaseAnswer.model_construct(
            case=wanted,
            title=wanted.title.in_language(language),
            request=case_request(ruleset, wanted),
            endpoint=_endpoint(ruleset, wanted),
        )
        return json_answer(answer, headers=_headers(language))

    async def run_case(case: str) -> Response:
        """Run a case through the rules and say what differs from the ruling expected."""
        wanted = found(case)
        work = partial(_run, ruleset, wanted)
        heavy = wanted.ask is not None and ruleset.questions[wanted.ask.question].heavy
        return json_answer(await service.heavy.run(work) if heavy else work())

    service.document.route(router, list_cases, _operation(ruleset, "ListCases", "/cases", CaseList))
    service.document.route(router, get_case, _operation(ruleset, "GetCase", "/cases/{case}", CaseAnswer))
    service.document.route(router, run_case, _operation(ruleset, "RunCase", "/cases/{case}/run", CaseRun, "POST"))


def _run(ruleset: AnyRuleset, case: Case) -> CaseRun:
    result = case_runner.run_case(ruleset, ruleset.cases(), case)
    verdicts = tuple(ruling.verdict for ruling in result.rulings)
    failures = tuple(result.failures)
    return CaseRun(case=result.case, passed=not failures, failures=failures, verdicts=verdicts)


def _headers(language: Language) -> dict[str, str]:
    return {"Content-Language": language, "Vary": "Accept-Language"}


def _ruleset(ruleset: AnyRuleset, language: Language) -> RulesetAnswer:
    meta = ruleset.meta
    return RulesetAnswer(
        id=meta.id,
        title=meta.title.in_language(language),
        description=meta.description.in_language(language),
        edition=meta.edition,
        version=meta.version,
        position_schema=meta.position_schema,
        stage=meta.stage,
        seats=tuple(Named(id=seat.id, title=seat.title.in_language(language)) for seat in meta.seats),
        scenarios=tuple(
            Named(
                id=scenario.id,
                title=scenario.title.in_language(language),
                description=scenario.description.in_language(language),
            )
            for scenario in meta.scenarios
        ),
        options=meta.options,
        questions=tuple(
            Named(id=name, title=question.title.in_language(language)) for name, question in ruleset.questions.items()
        ),
        facts=dict(ruleset.fact_questions),
    )


def _rule(ruleset: AnyRuleset, identifier: str, language: Language) -> RuleAnswer:
    entry = ruleset.rulebook.by_id[identifier]
    cases = tuple(case.id for case in ruleset.cases().cases if identifier in case.rules)
    if isinstance(entry, Interpretation):
        return RuleAnswer(
            id=entry.id,
            kind="interpretation",
            section=entry.section,
            sureness=entry.sureness,
            summary=entry.reading.in_language(language),
            rule=entry.rule,
            question=entry.question.in_language(language),
            reasons=entry.reasons.in_language(language),
            other_reading=entry.other_reading.in_language(language),
            cases=cases,
        )
    return RuleAnswer(
        id=entry.id,
        kind="rule",
        section=entry.section,
        edition=entry.edition,
        source=entry.source,
        sureness=entry.sureness,
        summary=entry.summary.in_language(language),
        interpretations=tuple(item.id for item in ruleset.rulebook.interpretations if item.rule == identifier),
        codes=entry.codes,
        cases=cases,
    )


def _holds(entry: RuleAnswer, words: str | None) -> bool:
    text = f"{entry.id} {entry.section} {entry.summary} {entry.question or ''}".casefold()
    return all(word in text for word in (words or "").casefold().split())


def _codes(ruleset: AnyRuleset, language: Language) -> Iterable[CodeAnswer]:
    citing: dict[str, list[str]] = {}
    for entry in ruleset.rulebook.by_id.values():
        for code in entry.codes if isinstance(entry, Rule) else ():
            citing.setdefault(code, []).append(entry.id)
    for message, text in sorted(ruleset.messages.by_language[language].items()):
        kind, _, code = message.partition(".")
        rules = tuple(citing.get(code, ())) if kind == "violation" else ()
        yield CodeAnswer(code=code, kind=kind, text=text, rules=rules)


def _endpoint(ruleset: AnyRuleset, case: Case) -> str | None:
    prefix = f"/v1/{ruleset.meta.id}"
    if case.ask is not None:
        return f"{prefix}/questions/{case.ask.question}"
    if case.position is None:
        return None
    return f"{prefix}/adjudications" if case.steps else f"{prefix}/position-checks"
