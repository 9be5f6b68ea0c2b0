"""How the sealed game is played."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from app.adjudication.contract import Options
from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing
from app.adjudication.model import Scalar, Seat, Unknown, params
from app.adjudication.requests import DrawRequest, FactRequest
from app.adjudication.ruling import Decision, Outcome, Violation
from tests.rulesets.common import known_names, number_option
from tests.rulesets.sealed.models import (
    DECK,
    HAND,
    HIDDEN,
    SEATS,
    SealedCard,
    SealedChoice,
    SealedCommit,
    SealedCommitted,
    SealedHand,
    SealedPosition,
    SealedRevealed,
    SealedScored,
    SealedSetting,
    SealedShuffled,
    SealedStock,
    SealedTaken,
)


def make_setting(scenario: str, options: Options) -> SealedSetting:
    known_names("sealed", scenario, ("standard",), options, ("rounds",))
    return SealedSetting(rounds=number_option(options, "rounds", 3, 1, 6))


def setup(setting: SealedSetting, hearing: Hearing) -> SealedPosition:
    hearing.cite("deal")
    position = SealedPosition(
        setting=setting,
        round=1,
        next_card=1,
        hands=tuple(SealedHand(id=owner, cards=()) for owner in SEATS),
        deck=stocks_of(DECK),
        deck_size=sum(DECK.values()),
    )
    for owner in SEATS:
        position = _take(position, owner, HAND, hearing)
    return position


def pile_of(deck: tuple[SealedStock, ...] | Unknown) -> dict[str, int]:
    return {} if isinstance(deck, Unknown) else {str(stock.face): stock.count for stock in deck}


def stocks_of(pile: dict[str, int]) -> tuple[SealedStock, ...]:
    return tuple(SealedStock(face=int(face), count=pile[face]) for face in sorted(pile) if pile[face])


def hand_of(position: SealedPosition, owner: Seat) -> SealedHand:
    return next(hand for hand in position.hands if hand.id == owner)


def _with_hand(position: SealedPosition, changed: SealedHand) -> SealedPosition:
    return replace(position, hands=tuple(changed if hand.id == changed.id else hand for hand in position.hands))


def _take(position: SealedPosition, owner: Seat, count: int, hearing: Hearing) -> SealedPosition:
    """Cards from the deck to a hand; only their owner may know them."""
    pile = pile_of(position.deck)
    request = DrawRequest(
        key=f"round{position.round}/{owner}/take",
        purpose="take",
        rule="deal",
        pile="deck",
        count=count,
        audience=(owner,),
    )
    faces = hearing.draw(request, pile)
    for face in faces:
        pile[face] -= 1
        hearing.tell(SealedTaken(seat=owner, face=int(face), audience=(owner,), reveals=(owner,)))
    hand = hand_of(position, owner)
    cards = tuple(
        SealedCard(id=f"c{number}", face=int(face)) for number, face in enumerate(faces, start=position.next_card)
    )
    position = _with_hand(position, replace(hand, cards=hand.cards + cards))
    return replace(
        position,
        next_card=position.next_card + count,
        deck=stocks_of(pile),
        deck_size=position.deck_size - count,
    )


def _shuffle(position: SealedPosition, owner: Seat, hearing: Hearing) -> SealedPosition:
    """Fresh ids in an order that nobody knows: the draw's audience is empty."""
    hand = hand_of(position, owner)
    pile = Counter(str(card.face) for card in hand.cards)
    request = DrawRequest(
        key=f"round{position.round}/{owner}/shuffle",
        purpose="shuffle",
        rule="return",
        pile=f"hand_{owner}",
        count=len(hand.cards),
        audience=(),
    )
    faces = hearing.draw(request, pile)
    hearing.tell(SealedShuffled(seat=owner))
    cards = tuple(SealedCard(id=f"c{position.next_card + index}", face=int(face)) for index, face in enumerate(faces))
    return replace(_with_hand(position, replace(hand, cards=cards)), next_card=position.next_card + len(cards))


def check(position: SealedPosition) -> tuple[Violation, ...]:
    found: list[Violation] = []
    faces = Counter(str(card.face) for hand in position.hands for card in hand.cards)
    faces += Counter(pile_of(position.deck)) + Counter(map(str, position.spent))
    if faces != Counter(DECK):
        found.append(Violation(code="cards_lost", rule="deal"))
    ids = [card.id for hand in position.hands for card in hand.cards]
    if len(set(ids)) < len(ids):
        found.append(Violation(code="id_twice", rule="deal"))
    found.extend(
        _no_such_card(str(choice.card))
        for choice in position.committed
        if choice.card not in {card.id for card in hand_of(position, choice.id).cards}
    )
    return tuple(found)


def decisions(position: SealedPosition) -> tuple[Decision, ...]:
    if outcome(position) is not None:
        return ()
    done = {choice.id for choice in position.committed}
    return tuple(
        Decision(
            id=f"round{position.round}/{owner}",
            seat=owner,
            kinds=("commit",),
            prompt="commit",
            params=params(round=position.round),
            default="commit",
        )
        for owner in SEATS
        if owner not in done
    )


def _no_such_card(card: str) -> Violation:
    return Violation(code="no_such_card", rule="commit", params=params(card=card), subjects=(card,))


def legality(view: SealedPosition, owner: Seat, action: SealedCommit, hearing: Hearing) -> tuple[Violation, ...]:
    hearing.cite("commit")
    if action.card in {card.id for card in hand_of(view, owner).cards}:
        return ()
    return (_no_such_card(action.card),)


def resolve(position: SealedPosition, owner: Seat, action: SealedCommit, hearing: Hearing) -> SealedPosition:
    hearing.tell(SealedCommitted(seat=owner))
    choices = (*position.committed, SealedChoice(id=owner, card=action.card))
    position = replace(position, committed=tuple(sorted(choices, key=lambda choice: choice.id)))
    return position if len(position.committed) < len(SEATS) else _reveal(position, hearing)


def _committed_card(position: SealedPosition, choice: SealedChoice, hearing: Hearing) -> SealedCard:
    """The card of a choice; on a view, where the other seat's is hidden, whoever asks must say it."""
    cards = {card.id: card for card in hand_of(position, choice.id).cards}
    return cards[hearing.known(choice.card, _asked(position, choice.id, "card", tuple(cards)), str)]


def _asked(position: SealedPosition, owner: Seat, what: str, choices: tuple[Scalar, ...]) -> FactRequest:
    key = f"round{position.round}/{owner}/{what}"
    return FactRequest(key=key, question=f"committed_{what}", rule="score", choices=choices)


def _reveal(position: SealedPosition, hearing: Hearing) -> SealedPosition:
    hearing.cite("score")
    shown: list[tuple[int, Seat, str]] = []
    for choice in position.committed:
        card = _committed_card(position, choice, hearing)
        face = hearing.known(card.face, _asked(position, choice.id, "face", tuple(range(1, 7))), int)
        shown.append((face, choice.id, card.id))
        others = tuple(other for other in SEATS if other != choice.id)
        hearing.tell(SealedRevealed(seat=choice.id, face=face, reveals=others))
    position = replace(position, committed=())
    (low, loser, _), (high, winner, winning) = sorted(shown)
    if low < high:
        position = _score(position, winner, (winning, high), hearing)
        position = _shuffle(position, loser, hearing)
    else:
        for owner in SEATS:
            position = _shuffle(position, owner, hearing)
    return replace(position, round=position.round + 1)


def _score(position: SealedPosition, winner: Seat, winning: tuple[str, int], hearing: Hearing) -> SealedPosition:
    """A point for the higher card, which is spent; its owner takes another."""
    hearing.tell(SealedScored(seat=winner))
    hand = hand_of(position, winner)
    card_id, face = winning
    kept = tuple(card for card in hand.cards if card.id != card_id)
    position = _with_hand(position, replace(hand, cards=kept, points=hand.points + 1))
    return _take(replace(position, spent=(*position.spent, face)), winner, 1, hearing)


def legal_actions(view: SealedPosition, owner: Seat, budget: Budget) -> Iterator[SealedCommit]:
    if any(decision.seat == owner for decision in decisions(view)):
        for card in hand_of(view, owner).cards:
            yield SealedCommit(card=card.id)


def view(position: SealedPosition, owner: Seat | None) -> SealedPosition:
    return replace(
        position,
        hands=tuple(
            hand if hand.id == owner else replace(hand, cards=tuple(replace(card, face=HIDDEN) for card in hand.cards))
            for hand in position.hands
        ),
        committed=tuple(
            choice if choice.id == owner else replace(choice, card=HIDDEN) for choice in position.committed
        ),
        deck=Unknown(unknown="deck"),
    )


def outcome(position: SealedPosition) -> Outcome | None:
    if position.round <= position.setting.rounds:
        return None
    scores = tuple((hand.id, hand.points) for hand in position.hands)
    best = max(points for _, points in scores)
    winners = tuple(owner for owner, points in scores if points == best)
    if len(winners) > 1:
        return Outcome(reason="level", scores=scores)
    return Outcome(reason="most_points", winners=winners, scores=scores)


def default_action(view: SealedPosition, owner: Seat) -> SealedCommit:
    return SealedCommit(card=hand_of(view, owner).cards[0].id)
