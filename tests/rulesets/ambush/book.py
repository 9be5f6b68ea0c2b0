"""What is said about the ambush: its rulebook, texts and cases."""

from typing import Any

from app.adjudication.casebook import Base, Case, CaseBook, Expectation, Start, Step
from app.adjudication.contract import Meta, Option, Scenario
from app.adjudication.sources import ScriptedAnswer
from tests.rulesets.ambush.models import AmbushPosition, AmbushUnit
from tests.rulesets.ambush.rules import make_setting
from tests.rulesets.common import dump, messages, rulebook, seat, text

META = Meta(
    id="ambush",
    schema_name="Ambush",
    title=text(("Ambush", "Emboscada", "Emboscada")),
    description=text(("A raid past hidden guards.", "Guardas ocultos no caminho.", "Guardias ocultos en el camino.")),
    edition="1",
    version=1,
    position_schema=1,
    seats=(seat("raider", ("Raider", "Invasor", "Asaltante")), seat("watch", ("Watch", "Guarda", "Guardia"))),
    scenarios=(
        Scenario(
            id="standard",
            title=text(("Standard", "Padrão", "Estándar")),
            description=text(("Six spaces.", "Seis espaços.", "Seis espacios.")),
        ),
    ),
    options=(Option(id="turns", title=text(("Turns", "Turnos", "Turnos")), default=5, minimum=1, maximum=20),),
    sources=(),
    stage="stable",
    turn_rule="turn",
)

RULES = rulebook(
    {
        "turn": (("Raider, then watch.", "Invasor, depois guarda.", "Asaltante, luego guardia."), ("not_due",)),
        "hide": (("Two units hide.", "Duas unidades se escondem.", "Dos unidades se esconden."), ("stacked",)),
        "march": (
            ("Up to three steps, all declared.", "Até três passos, declarados.", "Hasta tres pasos, declarados."),
            ("too_far", "no_way", "held"),
        ),
        "ambush": (
            ("A hidden unit stops and harms.", "Quem se esconde detém e fere.", "El oculto detiene y hiere."),
            (),
        ),
        "window": (
            (
                "Next to a shown unit the watch may reply.",
                "Junto a uma visível há reação.",
                "Junto a una visible, réplica.",
            ),
            ("out_of_reach",),
        ),
        "bar": (
            ("One space may be barred.", "Um espaço pode ser barrado.", "Se puede cerrar un espacio."),
            ("barred",),
        ),
        "sneak": (
            ("The watch may move a unit.", "A guarda pode mover uma.", "La guardia puede mover."),
            ("no_such_unit",),
        ),
        "harm": (("Three wounds stop the raid.", "Três feridas encerram.", "Tres heridas detienen."), ("too_strong",)),
    }
)

MESSAGES = messages(
    {
        "violation.too_far": (
            "{steps} steps, at most {most}.",
            "{steps} passos; até {most}.",
            "{steps}; máximo {most}.",
        ),
        "violation.no_way": ("No path goes there.", "Não há caminho.", "No hay camino."),
        "violation.held": ("A unit holds that space.", "Há uma unidade ali.", "Hay una unidad allí."),
        "violation.barred": ("That space is barred.", "Espaço barrado.", "Espacio cerrado."),
        "violation.out_of_reach": ("Out of reach.", "Fora de alcance.", "Fuera de alcance."),
        "violation.no_such_unit": ("No such unit.", "Não há tal unidade.", "No hay tal unidad."),
        "violation.stacked": ("Two in one space.", "Dois num espaço.", "Dos en un espacio."),
        "violation.too_strong": ("Impossible strength.", "Força impossível.", "Fuerza imposible."),
        "effect.placed": ("{unit} hides in {space}.", "{unit} se esconde em {space}.", "{unit} se oculta en {space}."),
        "effect.step": ("The raider enters {space}.", "O invasor entra em {space}.", "El asaltante entra en {space}."),
        "effect.sprung": ("An ambush in {space}!", "Emboscada em {space}!", "¡Emboscada en {space}!"),
        "effect.hurt": ("{left} strength left.", "Resta força {left}.", "Queda fuerza {left}."),
        "effect.barred": ("{space} is barred.", "{space} foi barrado.", "{space} queda cerrado."),
        "effect.halted": ("The march ends.", "A marcha termina.", "La marcha termina."),
        "effect.sneaked": ("{unit} moves to {to}.", "{unit} vai a {to}.", "{unit} va a {to}."),
        "effect.turned": ("{seat} is due.", "É a vez de {seat}.", "Le toca a {seat}."),
        "prompt.march": ("March or rest.", "Marche ou descanse.", "Marche o descanse."),
        "prompt.sneak": ("Sneak or pass.", "Mova ou passe.", "Mueva o pase."),
        "prompt.window": ("Fire, bar or pass.", "Atire, barre ou passe.", "Dispare, cierre o pase."),
        "purpose.hide": ("hiding the units", "esconder as unidades", "ocultar las unidades"),
        "purpose.fire": ("the shot", "o tiro", "el disparo"),
        "outcome.reached": ("The gate is reached.", "O portão foi alcançado.", "Se alcanzó la puerta."),
        "outcome.stopped": ("The raid is stopped.", "A incursão foi detida.", "La incursión fue detenida."),
        "outcome.time_up": ("Time is up.", "Acabou o tempo.", "Se acabó el tiempo."),
    }
)


def begun(*units: AmbushUnit) -> AmbushPosition:
    return AmbushPosition(setting=make_setting("standard", {}), units=units, next_unit=len(units) + 1)


def cases() -> CaseBook:
    hidden = begun(AmbushUnit(id="w1", space="mill"), AmbushUnit(id="w2", space="ridge"))
    shown = begun(AmbushUnit(id="w1", space="mill", shown=True), AmbushUnit(id="w2", space="ridge"))
    return CaseBook(
        positions={"hidden": dump(hidden, AmbushPosition), "shown": dump(shown, AmbushPosition)},
        cases=(
            _case("into-an-ambush", ("march", "ambush"), _into_an_ambush(), like="hidden"),
            _case("barred-in-mid-path", ("window", "bar"), *_barred(), like="shown"),
            _case("a-held-space", ("march",), _held(), like="shown"),
            Case(
                id="hiding",
                title=text(("Hiding", "Esconder-se", "Ocultarse")),
                source="tests",
                rules=("hide",),
                start=Start(
                    scenario="standard",
                    answers=(ScriptedAnswer(purpose="hide", values=("ford", "mill")),),
                    expect=Expectation(
                        verdict="legal",
                        effects=({"type": "placed", "space": "ford"}, {"type": "placed", "space": "mill"}),
                    ),
                ),
            ),
        ),
    )


def _case(identifier: str, rules: tuple[str, ...], *steps: Step, like: str) -> Case:
    words = identifier.replace("-", " ").capitalize()
    return Case(
        id=identifier,
        title=text((words, words, words)),
        source="tests",
        rules=rules,
        featured=True,
        position=Base(like=like),
        steps=steps,
    )


def _march(*path: str) -> dict[str, Any]:
    return {"type": "march", "path": list(path)}


def _into_an_ambush() -> Step:
    return Step(
        seat="raider",
        action=_march("ford", "mill", "gate"),
        expect=Expectation(
            verdict="legal",
            effects=(
                {"type": "step", "space": "ford"},
                {"type": "sprung", "unit": "w1", "space": "mill", "reveals": ["raider"]},
                {"type": "hurt", "left": 2},
                {"type": "turned", "seat": "watch"},
            ),
            changed={"raider": "ford", "strength": 2, "active": "watch", "units": {"w1": {"shown": True}}},
            cites=("march", "ambush", "harm"),
        ),
    )


def _barred() -> tuple[Step, Step]:
    march = Step(
        seat="raider",
        action=_march("ford", "wood", "ridge"),
        expect=Expectation(
            verdict="legal",
            effects=({"type": "step", "space": "ford"},),
            changed={
                "raider": "ford",
                "windows": 1,
                "resolution": [{"type": "rest", "number": 1, "path": ["wood", "ridge"]}],
            },
            cites=("window",),
        ),
    )
    bar = Step(
        seat="watch",
        action={"type": "bar", "space": "wood"},
        expect=Expectation(
            verdict="legal",
            effects=({"type": "barred", "space": "wood"}, {"type": "halted", "code": "barred"}, {"type": "turned"}),
            changed={"barriers": 0, "barred": ["wood"], "active": "watch", "windows": 0, "resolution": []},
            cites=("bar",),
        ),
    )
    return march, bar


def _held() -> Step:
    return Step(
        seat="raider",
        action=_march("ford", "mill", "camp", "ford"),
        expect=Expectation(
            verdict="illegal",
            violations=(
                {"code": "held", "subjects": ["mill"]},
                {"code": "no_way", "subjects": ["mill", "camp"]},
                {"code": "too_far", "params": {"steps": 4, "most": 3}},
            ),
            cites=("march",),
        ),
    )
