"""What the ruleset is: title, scenarios, options, sources."""

from app.adjudication.contract import DocumentSource, Meta, Option, Scenario, SeatInfo
from app.adjudication.model import Text
from app.games.aam_stacking.scenarios import MOST_TURNS, scenarios

META = Meta(
    id="aam-stacking",
    schema_name="Aam",
    title=Text(
        en="Axis & Allies Miniatures: stacking",
        pt="Axis & Allies Miniatures: empilhamento",
        es="Axis & Allies Miniatures: apilamiento",
    ),
    description=Text(
        en="Movement, transports and placement under the stacking rule of 27 January 2009, with its checks and "
        "penalties. Attacks and defensive fire are rolled at the table and reported.",
        pt="Movimento, transportes e colocação sob a regra de empilhamento de 27 de janeiro de 2009, com suas "
        "conferências e penalidades. Ataques e fogo defensivo são rolados na mesa e informados.",
        es="Movimiento, transportes y colocación según la regla de apilamiento del 27 de enero de 2009, con sus "
        "comprobaciones y penalizaciones. Los ataques y el fuego defensivo se tiran en la mesa y se comunican.",
    ),
    edition="Rules Update of 27 January 2009",
    version=1,
    position_schema=1,
    seats=(
        SeatInfo(id="axis", title=Text(en="Axis", pt="Eixo", es="Eje")),
        SeatInfo(id="allies", title=Text(en="Allies", pt="Aliados", es="Aliados")),
    ),
    scenarios=tuple(
        Scenario(id=scenario.id, title=scenario.title, description=scenario.description)
        for scenario in scenarios().values()
    ),
    options=(
        Option(
            id="turn_limit",
            title=Text(
                en="Turns (0: as the scenario says)",
                pt="Turnos (0: como diz o cenário)",
                es="Turnos (0: como dice el escenario)",
            ),
            default=0,
            minimum=0,
            maximum=MOST_TURNS,
        ),
    ),
    sources=(
        DocumentSource(
            title="Steve Winter: the new stacking rule (article on the Rules Update of 27 January 2009)",
            address="http://wizards.com/default.asp?x=ah/aam/20090127",
        ),
        DocumentSource(
            title="Rules Update of 1 October 2008", address="http://wizards.com/default.asp?x=ah/aam/ah20081001Ac"
        ),
        DocumentSource(
            title="Official FAQ of 14 September 2005", address="http://wizards.com/default.asp?x=ah/aam/ah20050914a"
        ),
        DocumentSource(title="Unit table and ability texts", address="https://github.com/najusten/axis-allies-agent"),
    ),
    stage="beta",
    turn_rule="turn.sequence",
)
