"""The data of AAM stacking: unit cards, maps, scenarios, rules and interpretations."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

import app.adjudication
from app.adjudication.resources import parse_as
from app.adjudication.rulebook import Interpretation, Rule, Rulebook

GAME = Path(app.adjudication.__file__).parents[1] / "games" / "aam_stacking"
LANGUAGES = {"en", "pt", "es"}
NATIONS = {"germany", "us", "uk", "ussr", "france", "japan", "italy", None}
SIX_WAYS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
RESERVES = {"hero", "paratrooper"}


def _load(path: str) -> Any:
    return yaml.safe_load((GAME / path).read_text(encoding="utf-8"))


CARDS = {card["id"]: card for card in _load("data/units.yaml")}
MAPS = {entry["id"]: entry for entry in _load("data/maps.yaml")}
SCENARIOS = {scenario["id"]: scenario for scenario in _load("data/scenarios.yaml")}
RULES = _load("rulebook/rules.yaml")
INTERPRETATIONS = _load("rulebook/interpretations.yaml")


# Unit cards


def test_all_sixty_cards_are_there_once_and_of_the_right_kinds() -> None:
    cards = _load("data/units.yaml")
    assert len(cards) == len(CARDS) == 60
    assert len({card["name"] for card in cards}) == 60
    assert Counter(card["kind"] for card in cards) == {"vehicle": 35, "soldier": 17, "aircraft": 4, "obstacle": 4}


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_card_is_complete_and_typed(card: dict[str, Any]) -> None:
    assert set(card) == {
        *("id", "name", "nation", "kind", "subtype", "counts_as", "large", "year", "cost_halves", "defense", "speed"),
        *("commander", "carries", "abilities"),
    }
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", card["id"])
    assert card["nation"] in NATIONS
    assert type(card["cost_halves"]) is int
    assert card["cost_halves"] > 0
    assert 1939 <= card["year"] <= 1945
    moves = card["kind"] in {"soldier", "vehicle"}
    assert (type(card["speed"]) is int) is moves
    assert (card["defense"] is None) is (card["kind"] == "obstacle")
    assert (card["nation"] is None) is (card["kind"] == "obstacle")
    for ability in card["abilities"]:
        assert set(ability) == {"name", "value"}
        assert ability["value"] is None or type(ability["value"]) is int


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_what_is_derived_on_a_card_agrees_with_its_abilities(card: dict[str, Any]) -> None:
    abilities = {ability["name"]: ability["value"] for ability in card["abilities"]}
    assert card["large"] is ("large" in abilities)
    assert card["commander"] == abilities.get("commander", 0)
    expected = {"vehicle": "vehicle", "soldier": "vehicle" if card["large"] else "soldier"}
    assert card["counts_as"] == expected.get(card["kind"], "none")
    carries: dict[str, Any] = {
        "transport": {"soldiers": 1, "artillery": "none"},
        "large-transport": {"soldiers": 2, "artillery": "any"},
        "gun-transport": {"soldiers": 1, "artillery": "light"},
        "exposed-transport": {"soldiers": 1, "artillery": "none"},
    }
    assert [card["carries"]] == ([carries[name] for name in abilities if name in carries] or [None])
    assert ("hero" in abilities) is (card["subtype"] == "hero")
    assert ("paratrooper" in abilities) is (card["subtype"] == "paratrooper")


# Maps


def _neighbours(hexes: dict[str, dict[str, Any]], name: str) -> set[str]:
    q, r = hexes[name]["q"], hexes[name]["r"]
    wanted = {(q + dq, r + dr) for dq, dr in SIX_WAYS}
    return {other for other, value in hexes.items() if (value["q"], value["r"]) in wanted}


def test_the_maps_have_their_sizes_and_one_has_a_hole() -> None:
    assert {name: len(entry["hexes"]) for name, entry in MAPS.items()} == {"tiny": 7, "crossroads": 42, "village": 79}
    holes = []
    for name, entry in MAPS.items():
        places = {(value["q"], value["r"]) for value in entry["hexes"].values()}
        around = {(q + dq, r + dr) for q, r in places for dq, dr in SIX_WAYS} - places
        holes += [name for q, r in around if all((q + dq, r + dr) in places for dq, dr in SIX_WAYS)]
    assert holes == ["village"]


@pytest.mark.parametrize("name", MAPS)
def test_hexes_are_named_by_column_and_row(name: str) -> None:
    hexes = MAPS[name]["hexes"]
    assert len({(value["q"], value["r"]) for value in hexes.values()}) == len(hexes)
    for hex_name, value in hexes.items():
        assert set(value) == {"q", "r", "terrain", "road"}
        assert value["terrain"] in {"open", "forest", "hill", "marsh", "water", "town"}
        column, row = ord(hex_name[0]) - ord("a"), int(hex_name[1:]) - 1
        assert (value["q"], value["r"]) == (column, row - column // 2)


@pytest.mark.parametrize("name", MAPS)
def test_adjacency_is_symmetric_within_the_map_and_joins_every_hex(name: str) -> None:
    hexes = MAPS[name]["hexes"]
    around = {one: _neighbours(hexes, one) for one in hexes}
    for one, others in around.items():
        assert one not in others
        assert len(others) <= 6
        assert all(one in around[other] for other in others)
    reached, frontier = set(), {next(iter(hexes))}
    while frontier:
        reached |= frontier
        frontier = {other for one in frontier for other in around[one]} - reached
    assert reached == set(hexes)


@pytest.mark.parametrize("name", MAPS)
def test_roads_and_wire_lie_on_sides_of_adjacent_hexes(name: str) -> None:
    entry = MAPS[name]
    hexes = entry["hexes"]
    for sides in (entry["road_edges"], entry["hex_sides"]):
        assert len({frozenset(side) for side in sides}) == len(sides)
        for one, other in sides:
            assert other in _neighbours(hexes, one)
    on_road = {end for side in entry["road_edges"] for end in side}
    assert on_road == {one for one, value in hexes.items() if value["road"]}
    assert not {frozenset(side) for side in entry["road_edges"]} & {frozenset(side) for side in entry["hex_sides"]}


# Scenarios


def _over_plain_limits(cards: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """What is wrong with the units of one hex, each with its seat, when no slack is given."""
    counted = Counter(seat for seat, card in cards if card["counts_as"] != "none")
    wrong = [f"{seat} units" for seat in ("axis", "allies") if counted[seat] > 3]
    if sum(card["counts_as"] == "vehicle" for _, card in cards) > 1:
        wrong.append("vehicles")
    wrong += [kind for kind in ("aircraft", "obstacle") if sum(card["kind"] == kind for _, card in cards) > 1]
    return wrong


@pytest.mark.parametrize(
    ("stack", "wrong"),
    [
        (["axis mauser-kar-98k"] * 3 + ["allies bazooka"] * 3 + ["axis pillbox"], []),
        (["axis mauser-kar-98k"] * 4, ["axis units"]),
        (["axis kubelwagen", "allies jeep"], ["vehicles"]),
        (["axis kubelwagen", "axis 88mm-flak-36"], ["vehicles"]),
        (["axis pillbox", "allies minefield"], ["obstacle"]),
    ],
)
def test_the_check_of_deployments_finds_what_is_over(stack: list[str], wrong: list[str]) -> None:
    assert _over_plain_limits([(seat, CARDS[card]) for seat, card in (unit.split() for unit in stack)]) == wrong


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_is_complete(name: str) -> None:
    scenario = SCENARIOS[name]
    assert set(scenario) == {"id", "title", "map", "turns", "seats", "units"}
    assert set(scenario["title"]) == LANGUAGES
    assert scenario["turns"] > 0
    nations = {seat["id"]: set(seat["nations"]) for seat in scenario["seats"]}
    assert list(nations) == ["axis", "allies"]
    fielded: dict[str, set[str]] = {"axis": set(), "allies": set()}
    for unit in scenario["units"]:
        assert set(unit) == {"id", "card", "seat", "hex", "carried_by", "placed"}
        assert unit["id"].startswith(f"{unit['seat']}-")
        if CARDS[unit["card"]]["nation"] is not None:
            fielded[unit["seat"]].add(CARDS[unit["card"]]["nation"])
    assert fielded == nations
    assert len({unit["id"] for unit in scenario["units"]}) == len(scenario["units"])


@pytest.mark.parametrize("name", SCENARIOS)
def test_deployment_keeps_the_plain_limits_on_ground_the_units_may_enter(name: str) -> None:
    scenario = SCENARIOS[name]
    hexes = MAPS[scenario["map"]]["hexes"]
    stacks: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for unit in scenario["units"]:
        card = CARDS[unit["card"]]
        waits = card["kind"] == "aircraft" or card["subtype"] in RESERVES
        assert unit["placed"] == ("reserve" if waits else "deployed")
        assert (unit["hex"] is not None) is (not waits and unit["carried_by"] is None)
        if unit["hex"] is not None:
            terrain = hexes[unit["hex"]]["terrain"]
            assert terrain not in ({"marsh", "water"} if card["kind"] == "vehicle" else {"water"})
            stacks.setdefault(unit["hex"], []).append((unit["seat"], card))
    assert {place: wrong for place, cards in stacks.items() if (wrong := _over_plain_limits(cards))} == {}


@pytest.mark.parametrize("name", SCENARIOS)
def test_transports_carry_only_what_they_can(name: str) -> None:
    units = {unit["id"]: unit for unit in SCENARIOS[name]["units"]}
    loads: dict[str, list[dict[str, Any]]] = {}
    for unit in units.values():
        if unit["carried_by"] is not None:
            assert units[unit["carried_by"]]["seat"] == unit["seat"]
            assert units[unit["carried_by"]]["hex"] is not None
            loads.setdefault(unit["carried_by"], []).append(CARDS[unit["card"]])
    for transport, load in loads.items():
        carries = CARDS[units[transport]["card"]]["carries"]
        guns = [card for card in load if card["subtype"] == "artillery"]
        assert all(card["kind"] == "soldier" for card in load)
        assert len(load) <= carries["soldiers"]
        assert len(guns) <= (carries["artillery"] != "none")
        assert carries["artillery"] == "any" or not any(gun["large"] for gun in guns)


def test_the_scenarios_serve_the_worked_example_and_the_benchmark() -> None:
    example = [unit["card"] for unit in SCENARIOS["tunisia-meeting"]["units"]]
    assert example == ["panzer-ii-ausf-c", "panzer-iii-ausf-f", "m3-light-tank", "m4a1-sherman"]
    big = SCENARIOS["normandy-village"]
    assert big["map"] == "village"
    assert Counter(unit["seat"] for unit in big["units"]) == {"axis": 16, "allies": 16}
    cards = [CARDS[unit["card"]] for unit in big["units"]]
    assert {"truck", "hero", "paratrooper"} <= {card["subtype"] for card in cards}
    assert {"aircraft", "obstacle"} <= {card["kind"] for card in cards}
    assert any(card["large"] for card in cards)


# Rulebook


def test_rule_ids_are_unique_and_interpretations_are_numbered() -> None:
    assert len({rule["id"] for rule in RULES}) == len(RULES)
    assert [entry["id"] for entry in INTERPRETATIONS] == [f"I{number + 1}" for number in range(len(INTERPRETATIONS))]
    assert {entry["rule"] for entry in INTERPRETATIONS} <= {rule["id"] for rule in RULES}


def _texts(entry: dict[str, Any]) -> dict[str, dict[str, str]]:
    return {field: value for field, value in entry.items() if isinstance(value, dict)}


@pytest.mark.parametrize("entry", [*RULES, *INTERPRETATIONS], ids=lambda entry: entry["id"])
def test_every_text_is_there_in_three_languages(entry: dict[str, Any]) -> None:
    texts = _texts(entry)
    assert set(texts) == ({"question", "reading", "reasons", "other_reading"} if "rule" in entry else {"summary"})
    for text in texts.values():
        assert set(text) == LANGUAGES
        assert all(value == value.strip() and len(value) >= 10 for value in text.values())
        assert all(value[-1] in ".?!" for value in text.values())
        assert len(set(text.values())) == 3


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["id"])
def test_a_summary_has_one_to_four_sentences(rule: dict[str, Any]) -> None:
    for text in rule["summary"].values():
        assert 1 <= len(re.findall(r"[.?!](?=\s|$)", text)) <= 4


def test_the_rulebook_loads_as_the_models_of_the_core() -> None:
    rulebook = Rulebook(parse_as(RULES, tuple[Rule, ...]), parse_as(INTERPRETATIONS, tuple[Interpretation, ...]))
    assert len(rulebook.by_id) == len(RULES) + len(INTERPRETATIONS)


def test_the_readme_names_interpretations_that_exist() -> None:
    named = set(re.findall(r"\bI[1-9][0-9]*\b", (GAME / "README.md").read_text(encoding="utf-8")))
    assert named == {entry["id"] for entry in INTERPRETATIONS}
