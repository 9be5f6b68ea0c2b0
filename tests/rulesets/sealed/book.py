"""What is said about the sealed game: its rulebook, texts and cases."""

from collections import Counter

from app.adjudication.casebook import Base, Case, CaseBook, Expectation, Start, Step
from app.adjudication.contract import Meta, Option, Scenario
from app.adjudication.sources import ScriptedAnswer
from tests.rulesets.common import dump, messages, rulebook, seat, text
from tests.rulesets.sealed.models import DECK, SEATS, SealedCard, SealedHand, SealedPosition, SealedSetting
from tests.rulesets.sealed.rules import stocks_of

META = Meta(
    id="sealed",
    schema_name="Sealed",
    title=text(("Sealed", "Selado", "Sellado")),
    description=text(
        ("Hidden cards, shown at once.", "Cartas ocultas, reveladas juntas.", "Cartas ocultas, a la vez.")
    ),
    edition="1",
    version=1,
    position_schema=1,
    seats=(seat("north", ("North", "Norte", "Norte")), seat("south", ("South", "Sul", "Sur"))),
    scenarios=(
        Scenario(
            id="standard",
            title=text(("Standard", "Padrão", "Estándar")),
            description=text(("Three cards each.", "Três cartas cada.", "Tres cartas cada uno.")),
        ),
    ),
    options=(Option(id="rounds", title=text(("Rounds", "Rodadas", "Rondas")), default=3, minimum=1, maximum=6),),
    sources=(),
    stage="stable",
    turn_rule="turn",
)

RULES = rulebook(
    {
        "turn": (
            (
                "Each round, each seat commits once.",
                "A cada rodada, cada lado escolhe uma vez.",
                "Cada ronda, una vez.",
            ),
            ("not_due",),
        ),
        "deal": (
            ("Three cards each from twelve.", "Três cartas de doze.", "Tres cartas de doce."),
            ("cards_lost", "id_twice"),
        ),
        "commit": (("A card of one's own hand.", "Uma carta da própria mão.", "Una carta propia."), ("no_such_card",)),
        "score": (("The higher card scores.", "A carta mais alta pontua.", "La carta más alta puntúa."), ()),
        "return": (("Beaten cards go back, shuffled.", "Cartas vencidas voltam.", "Las vencidas vuelven."), ()),
    }
)

MESSAGES = messages(
    {
        "violation.no_such_card": (
            "{card} is not in the hand.",
            "{card} não está na mão.",
            "{card} no está en la mano.",
        ),
        "violation.cards_lost": ("The cards do not add up.", "As cartas não conferem.", "Las cartas no cuadran."),
        "violation.id_twice": ("Two cards share an id.", "Duas cartas têm o mesmo id.", "Dos cartas comparten id."),
        "effect.committed": ("{seat} has chosen.", "{seat} escolheu.", "{seat} ha elegido."),
        "effect.revealed": ("{seat} shows {face}.", "{seat} mostra {face}.", "{seat} muestra {face}."),
        "effect.scored": ("{seat} scores.", "{seat} pontua.", "{seat} puntúa."),
        "effect.taken": ("{seat} takes {face}.", "{seat} compra {face}.", "{seat} roba {face}."),
        "effect.shuffled": ("{seat} shuffles.", "{seat} embaralha.", "{seat} baraja."),
        "prompt.commit": ("Choose a card for round {round}.", "Escolha uma carta ({round}).", "Elija carta ({round})."),
        "fact.committed_card": ("Which card was chosen?", "Que carta foi escolhida?", "¿Qué carta se eligió?"),
        "fact.committed_face": ("What does it show?", "O que ela mostra?", "¿Qué muestra?"),
        "purpose.take": ("cards from the deck", "cartas do baralho", "cartas del mazo"),
        "purpose.shuffle": ("shuffling a hand", "embaralhar a mão", "barajar la mano"),
        "outcome.most_points": ("Most points.", "Mais pontos.", "Más puntos."),
        "outcome.level": ("Level.", "Empate.", "Empate."),
    }
)


def _deal(north: tuple[int, ...], south: tuple[int, ...], **more: object) -> dict[str, object]:
    """A position with those hands, as JSON data; the rest of the deck follows."""
    rest = Counter(DECK) - Counter(map(str, north + south))
    hands = tuple(
        SealedHand(id=owner, cards=tuple(SealedCard(id=f"c{first + i}", face=face) for i, face in enumerate(faces)))
        for owner, first, faces in (("north", 1, north), ("south", 4, south))
    )
    position = SealedPosition(
        setting=SealedSetting(rounds=1), round=1, next_card=7, hands=hands, deck=stocks_of(dict(rest)), deck_size=6
    )
    return {**dump(position, SealedPosition), **more}


def cases() -> CaseBook:
    dealt = _deal((6, 1, 2), (3, 4, 5))
    north, south = {"type": "commit", "card": "c1"}, {"type": "commit", "card": "c4"}
    return CaseBook(
        positions={"dealt": dealt},
        cases=(
            Case(
                id="the-higher-card-scores",
                title=text(("The higher card scores", "A carta mais alta pontua", "La más alta puntúa")),
                source="tests",
                rules=("commit", "score", "return"),
                featured=True,
                position=Base(like="dealt"),
                steps=(
                    Step(
                        seat="north",
                        action=north,
                        expect=Expectation(
                            verdict="legal",
                            effects=({"type": "committed", "seat": "north"},),
                            changed={"committed": {"#": True, "north": {"id": "north", "card": "c1"}}},
                            cites=("commit",),
                        ),
                    ),
                    Step(
                        seat="south",
                        action=south,
                        answers=(
                            ScriptedAnswer(purpose="take", values=("1",)),
                            ScriptedAnswer(purpose="shuffle", values=("5", "3", "4")),
                        ),
                        expect=_scored(),
                    ),
                ),
            ),
            Case(
                id="another-seats-card",
                title=text(("Another seat's card", "Carta de outro lado", "Carta ajena")),
                source="tests",
                rules=("commit",),
                position=Base(like="dealt"),
                steps=(
                    Step(
                        seat="north",
                        action=south,
                        expect=Expectation(
                            verdict="illegal",
                            violations=({"code": "no_such_card", "params": {"card": "c4"}},),
                            cites=("commit",),
                        ),
                    ),
                ),
            ),
            Case(
                id="the-deal",
                title=text(("The deal", "A distribuição", "El reparto")),
                source="tests",
                rules=("deal",),
                start=Start(
                    scenario="standard",
                    answers=tuple(ScriptedAnswer(purpose="take", values=("1", "2", "3")) for _ in SEATS),
                    expect=Expectation(verdict="legal", effects=({"type": "taken"},) * 6, cites=("deal",)),
                ),
            ),
            Case(
                id="a-card-too-many",
                title=text(("A card too many", "Uma carta a mais", "Una carta de más")),
                source="tests",
                rules=("deal",),
                position=Base(like="dealt", patch={"spent": [6]}),
                impossible=({"code": "cards_lost"},),
            ),
        ),
    )


def _scored() -> Expectation:
    after = {"c4": None, "c5": None, "c6": None}
    fresh = {f"c{number}": {"id": f"c{number}", "face": face} for number, face in ((8, 5), (9, 3), (10, 4))}
    return Expectation(
        verdict="legal",
        effects=(
            {"type": "committed", "seat": "south"},
            {"type": "revealed", "seat": "north", "face": 6, "reveals": ["south"]},
            {"type": "revealed", "seat": "south", "face": 3},
            {"type": "scored", "seat": "north"},
            {"type": "taken", "seat": "north", "face": 1},
            {"type": "shuffled", "seat": "south"},
        ),
        changed={
            "round": 2,
            "next_card": 11,
            "committed": [],
            "hands": {
                "north": {"points": 1, "cards": {"c1": None, "c7": {"id": "c7", "face": 1}}},
                "south": {"cards": after | fresh},
            },
            "deck": [{"face": face, "count": count} for face, count in ((2, 1), (3, 1), (4, 1), (5, 1), (6, 1))],
            "deck_size": 5,
            "spent": [6],
        },
        cites=("commit", "score"),
        ended="most_points",
    )
