"""What is said about the glide: its rulebook, texts and cases."""

from typing import Any

from app.adjudication.casebook import Ask, Base, Case, CaseBook, Expectation, Step
from app.adjudication.contract import Meta, Option, Scenario
from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing
from app.adjudication.sources import OpenAnswers, ScriptedAnswer
from tests.rulesets.common import dump, messages, rulebook, seat, text
from tests.rulesets.glide.models import GlidePosition
from tests.rulesets.glide.rules import make_setting, setup

META = Meta(
    id="glide",
    schema_name="Glide",
    title=text(("Glide", "Deslize", "Deslice")),
    description=text(("Discs on a plane.", "Discos num plano.", "Discos en un plano.")),
    edition="1",
    version=1,
    position_schema=1,
    seats=(seat("amber", ("Amber", "Âmbar", "Ámbar")), seat("jade", ("Jade", "Jade", "Jade"))),
    scenarios=(
        Scenario(
            id="standard",
            title=text(("Standard", "Padrão", "Estándar")),
            description=text(("Two discs each.", "Dois discos cada.", "Dos discos cada uno.")),
        ),
    ),
    options=(Option(id="turns", title=text(("Turns", "Turnos", "Turnos")), default=8, minimum=1, maximum=40),),
    sources=(),
    stage="stable",
    turn_rule="turn",
)

RULES = rulebook(
    {
        "turn": (("Seats move in turn.", "Os lados movem por turnos.", "Se mueve por turnos."), ("not_due",)),
        "move": (("Up to six inches.", "Até seis polegadas.", "Hasta seis pulgadas."), ("too_far", "not_yours")),
        "table": (("On the table.", "Sobre a mesa.", "Sobre la mesa."), ("off_table",)),
        "apart": (("One inch apart.", "A uma polegada.", "A una pulgada."), ("too_close",)),
        "rough": (("On a 1 a disc stalls.", "Com 1 o disco para.", "Con un 1 el disco se detiene."), ("stalled",)),
    }
)

MESSAGES = messages(
    {
        "violation.too_far": ("Farther than {reach}.", "Além de {reach}.", "Más de {reach}."),
        "violation.not_yours": ("Not your disc.", "O disco não é seu.", "No es su disco."),
        "violation.off_table": ("Off the table.", "Fora da mesa.", "Fuera de la mesa."),
        "violation.too_close": ("Too close.", "Perto demais.", "Demasiado cerca."),
        "violation.stalled": ("The disc has stalled.", "O disco parou.", "El disco está detenido."),
        "effect.moved": ("{disc} moves.", "{disc} move.", "{disc} se mueve."),
        "effect.stalled": ("{disc} stalls.", "{disc} para.", "{disc} se detiene."),
        "effect.turned": ("{seat} is due.", "É a vez de {seat}.", "Le toca a {seat}."),
        "prompt.move": ("Move a disc or hold.", "Mova ou espere.", "Mueva o espere."),
        "fact.distance": ("How far is it?", "A que distância?", "¿A qué distancia?"),
        "purpose.footing": ("footing on rough ground", "apoio no terreno", "apoyo en el terreno"),
        "outcome.marked": ("The mark is taken.", "A marca foi tomada.", "Se tomó la marca."),
        "outcome.time_up": ("Time is up.", "Acabou o tempo.", "Se acabó el tiempo."),
    }
)


def begun() -> GlidePosition:
    return setup(make_setting("standard", {}), Hearing(OpenAnswers({}), Budget(1)))


def cases() -> CaseBook:
    return CaseBook(
        positions={"begun": dump(begun(), GlidePosition)},
        cases=(
            _case("exactly-six-inches", ("move",), _move("amber", "a1", 6_000, 6_000, _reached())),
            _case("a-hair-too-far", ("move", "apart"), _move("amber", "a1", 12_001, 0, _too_far())),
            Case(
                id="measuring",
                title=text(("Measuring", "Medir", "Medir")),
                source="tests",
                rules=("move",),
                position=Base(like="begun"),
                ask=Ask(
                    question="range",
                    input={"disc": "a1", "to": {"x": 6_000, "y": 6_000}},
                    expect=Expectation(
                        verdict="answered", output={"square": 36_000_000, "within": "yes"}, cites=("move",)
                    ),
                ),
            ),
            Case(
                id="measuring-by-hand",
                title=text(("Measuring by hand", "Medir à mão", "Medir a mano")),
                source="tests",
                rules=("move",),
                position=Base(like="begun"),
                ask=Ask(
                    question="range",
                    input={"disc": "z9", "to": {"x": 0, "y": 0}},
                    answers=(ScriptedAnswer(purpose="distance", values=(6_001,)),),
                    expect=Expectation(verdict="answered", output={"within": "no"}),
                ),
            ),
        ),
    )


def _case(identifier: str, rules: tuple[str, ...], step: Step) -> Case:
    words = identifier.replace("-", " ").capitalize()
    return Case(
        id=identifier,
        title=text((words, words, words)),
        source="tests",
        rules=rules,
        featured=True,
        position=Base(like="begun"),
        steps=(step,),
    )


def _move(owner: str, disc: str, x: int, y: int, expect: Expectation) -> Step:
    action: dict[str, Any] = {"type": "move", "disc": disc, "to": {"x": x, "y": y}}
    return Step(seat=owner, action=action, expect=expect)


def _reached() -> Expectation:
    return Expectation(
        verdict="legal",
        effects=({"type": "moved", "disc": "a1", "to": {"x": 6_000, "y": 6_000}}, {"type": "turned", "seat": "jade"}),
        changed={"turn": 2, "active": "jade", "discs": {"a1": {"at": {"y": 6_000}}}},
        cites=("move",),
    )


def _too_far() -> Expectation:
    return Expectation(
        verdict="illegal",
        violations=({"code": "too_close", "subjects": ["a1", "a2"]}, {"code": "too_far", "params": {"reach": 6_000}}),
        cites=("move", "apart"),
    )
