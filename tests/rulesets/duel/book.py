"""What is said about the duel: its rulebook, texts and cases."""

from app.adjudication.casebook import Ask, Base, Case, CaseBook, Expectation, Step
from app.adjudication.contract import Meta, Option, Scenario
from app.adjudication.rulebook import Interpretation
from app.adjudication.sources import ScriptedAnswer
from tests.rulesets.common import dump, messages, rulebook, seat, text
from tests.rulesets.duel.models import SEATS, DuelFighter, DuelPosition, DuelSetting

META = Meta(
    id="duel",
    schema_name="Duel",
    title=text(("Duel", "Duelo", "Duelo")),
    description=text(("Two fence with dice.", "Dois esgrimam com dados.", "Dos esgrimen con dados.")),
    edition="1",
    version=1,
    position_schema=1,
    seats=(seat("red", ("Red", "Vermelho", "Rojo")), seat("blue", ("Blue", "Azul", "Azul"))),
    scenarios=(
        Scenario(
            id="standard",
            title=text(("Standard", "Padrão", "Estándar")),
            description=text(("Red attacks first.", "Vermelho ataca primeiro.", "Rojo ataca primero.")),
        ),
    ),
    options=(
        Option(id="hits", title=text(("Hits", "Pontos", "Puntos")), default=2, minimum=1, maximum=5),
        Option(id="parries", title=text(("Parries", "Aparos", "Paradas")), default=2, minimum=0, maximum=5),
        Option(id="turns", title=text(("Turns", "Turnos", "Turnos")), default=12, minimum=0, maximum=40),
    ),
    sources=(),
    stage="stable",
    turn_rule="turn",
)

RULES = rulebook(
    {
        "turn": (("Seats attack in turn.", "Os lados atacam por turnos.", "Se ataca por turnos."), ("not_due",)),
        "cut": (("One die; 4 lands.", "Um dado; 4 acerta.", "Un dado; 4 acierta."), ("too_many_dice",)),
        "press": (
            ("A second die costs a parry.", "Outro dado custa um aparo.", "Otro dado cuesta una parada."),
            ("nothing_to_press_with",),
        ),
        "lunge": (
            ("Two blows, on firm ground.", "Dois golpes, em chão firme.", "Dos golpes, en suelo firme."),
            ("ground_soft",),
        ),
        "blow": (("Each blow is answered.", "Cada golpe é respondido.", "Cada golpe se responde."), ("blow_twice",)),
        "parry": (("8 on two dice parries.", "8 em dois dados apara.", "8 con dos dados para."), ()),
        "opening": (("After a parry, a 6 hits.", "Após aparar, 6 acerta.", "Tras parar, 6 acierta."), ()),
        "hits": (("No hits left: beaten.", "Sem pontos: vencido.", "Sin puntos: vencido."), ("too_many_hits",)),
    },
    Interpretation(
        id="I1",
        rule="lunge",
        question=text(("Who judges the ground?", "Quem julga o chão?", "¿Quién juzga el suelo?")),
        reading=text(("The referee.", "O árbitro.", "El árbitro.")),
        reasons=text(("Nobody else is named.", "Ninguém mais é citado.", "No se nombra a nadie más.")),
        other_reading=text(("The attacker.", "O atacante.", "El atacante.")),
        sureness="medium",
    ),
)

MESSAGES = messages(
    {
        "violation.too_many_dice": (
            "{dice} dice, at most {most}.",
            "{dice} dados, até {most}.",
            "{dice} dados, {most}.",
        ),
        "violation.nothing_to_press_with": ("No parry to give.", "Sem aparo para dar.", "Sin parada que dar."),
        "violation.ground_soft": ("The ground is soft.", "O chão é mole.", "El suelo es blando."),
        "violation.blow_twice": ("A blow is there twice.", "Um golpe está repetido.", "Un golpe está repetido."),
        "violation.too_many_hits": ("Impossible hits.", "Pontos impossíveis.", "Puntos imposibles."),
        "remedy.cut": ("Cut instead.", "Corte em vez disso.", "Corte en su lugar."),
        "effect.landed": ("{blows} blows land.", "{blows} golpes acertam.", "{blows} golpes aciertan."),
        "effect.parried": ("{seat} parries: {worked}.", "{seat} apara: {worked}.", "{seat} para: {worked}."),
        "effect.wounded": ("{seat} has {left} left.", "{seat} tem {left}.", "A {seat} le quedan {left}."),
        "effect.turned": ("{attacker} attacks.", "{attacker} ataca.", "{attacker} ataca."),
        "prompt.attack": ("Cut or lunge.", "Corte ou estocada.", "Corte o estocada."),
        "prompt.blow": ("Parry or take it.", "Apare ou receba.", "Pare o reciba."),
        "prompt.opening": ("Strike back or hold.", "Revide ou espere.", "Devuelva o espere."),
        "fact.firm_ground": ("Is the ground firm?", "O chão é firme?", "¿Es firme el suelo?"),
        "purpose.cut": ("the cut", "o corte", "el corte"),
        "purpose.parry": ("the parry", "o aparo", "la parada"),
        "purpose.strike_back": ("striking back", "o revide", "la devolución"),
        "outcome.beaten": ("One is beaten.", "Um foi vencido.", "Uno fue vencido."),
        "outcome.time_up": ("Time is up.", "Acabou o tempo.", "Se acabó el tiempo."),
    }
)


def begun(parries: int = 2, hits: int = 2) -> DuelPosition:
    setting = DuelSetting(hits=hits, parries=parries, turns=12)
    return DuelPosition(
        setting=setting, fighters=tuple(DuelFighter(id=seat, hits=hits, parries=parries) for seat in SEATS)
    )


def cases() -> CaseBook:
    return CaseBook(
        positions={"begun": dump(begun(), DuelPosition), "no-parries": dump(begun(parries=0), DuelPosition)},
        cases=(
            Case(
                id="cut-parry-strike-back",
                title=text(("Cut, parry, strike back", "Corte, aparo, revide", "Corte, parada, devolución")),
                source="tests",
                rules=("cut", "parry", "opening"),
                featured=True,
                position=Base(like="begun"),
                steps=(_cut(), _parry(), _strike_back()),
            ),
            Case(
                id="only-one-answer",
                title=text(("Without parries the blow is taken", "Sem aparo, recebe", "Sin paradas, se recibe")),
                source="tests",
                rules=("blow", "hits"),
                position=Base(like="no-parries"),
                steps=(_forced(),),
            ),
            Case(
                id="is-the-ground-firm",
                title=text(("The referee is asked", "Pergunta-se ao árbitro", "Se pregunta al árbitro")),
                source="tests",
                rules=("lunge",),
                featured=True,
                position=Base(like="begun"),
                steps=(_asked(), _soft()),
            ),
            Case(
                id="odds-of-a-parry",
                title=text(("Odds of a parry", "Chance de aparar", "Probabilidad de parar")),
                source="tests",
                rules=("parry",),
                ask=Ask(
                    question="parry_odds",
                    input={"need": 8},
                    expect=Expectation(verdict="answered", output={"of_36": 15}, cites=("parry",)),
                ),
            ),
        ),
    )


def _cut() -> Step:
    return Step(
        seat="red",
        action={"type": "cut", "dice": 1},
        answers=(ScriptedAnswer(purpose="cut", values=(4,)),),
        expect=Expectation(
            verdict="legal",
            effects=({"type": "landed", "blows": 1},),
            changed={"resolution": [{"type": "blow", "number": 1, "attacker": "red"}]},
            cites=("cut",),
        ),
    )


def _parry() -> Step:
    return Step(
        seat="blue",
        action={"type": "parry"},
        answers=(ScriptedAnswer(purpose="parry", values=(3, 5)),),
        expect=Expectation(
            verdict="legal",
            effects=({"type": "parried", "worked": "yes"},),
            changed={
                "fighters": {"blue": {"parries": 1}},
                "resolution": [{"type": "opening", "number": 1, "striker": "blue"}],
            },
            cites=("parry",),
        ),
    )


def _strike_back() -> Step:
    return Step(
        seat="blue",
        action={"type": "strike_back"},
        answers=(ScriptedAnswer(purpose="strike_back", values=(6,)),),
        expect=Expectation(
            verdict="legal",
            effects=({"type": "wounded", "seat": "red", "left": 1}, {"type": "turned", "attacker": "blue"}),
            changed={"turn": 2, "attacker": "blue", "fighters": {"red": {"hits": 1}}, "resolution": []},
            cites=("opening", "hits"),
        ),
    )


def _forced() -> Step:
    return Step(
        seat="red",
        action={"type": "cut", "dice": 1},
        answers=(ScriptedAnswer(purpose="cut", values=(6,)),),
        expect=Expectation(
            verdict="legal",
            effects=(
                {"type": "landed"},
                {"type": "forced_choice", "seat": "blue", "kind": "take", "decision": "turn1/blow1"},
                {"type": "wounded", "seat": "blue", "left": 1},
                {"type": "turned"},
            ),
            changed={"turn": 2, "attacker": "blue", "fighters": {"blue": {"hits": 1}}},
        ),
    )


def _asked() -> Step:
    return Step(seat="red", action={"type": "lunge"}, expect=Expectation(verdict="incomplete", needs=("firm_ground",)))


def _soft() -> Step:
    return Step(
        seat="red",
        action={"type": "lunge"},
        assumptions={"firm_ground": "no"},
        expect=Expectation(
            verdict="illegal",
            violations=({"code": "ground_soft", "remedies": [{"type": "supply_fact"}, {"type": "do_instead"}]},),
        ),
    )
