"""All tables of the service, as SQLAlchemy Core knows them.

`match_id` leads every key of the match tables, so that they can be partitioned by it. Words that are sorted or compared
are `COLLATE "C"`: every server orders them alike, whatever its locale.
"""

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY

# Names given here, not by the server, so that a later migration can address every constraint.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _word(name: str, *, nullable: bool = False, default: str | None = None) -> Column[str]:
    """A column of words that have an order of their own: ids, codes, names of seats."""
    return Column(
        name, Text(collation="C"), nullable=nullable, server_default=None if default is None else text(f"'{default}'")
    )


def _instant(name: str, *, nullable: bool = False) -> Column[object]:
    return Column(name, DateTime(timezone=True), nullable=nullable, server_default=None if nullable else func.now())


accounts = Table(
    "accounts",
    metadata,
    _word("account_id"),
    Column("name", Text, nullable=False),
    _instant("created_at"),
    PrimaryKeyConstraint("account_id"),
)

api_keys = Table(
    "api_keys",
    metadata,
    # SHA-256 of the key: the key itself is never stored.
    Column("hash", LargeBinary, nullable=False),
    _word("key_id"),
    _word("account_id"),
    Column("name", Text, nullable=False),
    # The first characters, by which a person recognises a key in a list.
    _word("prefix"),
    Column("scopes", ARRAY(Text(collation="C")), nullable=False),
    _instant("created_at"),
    _instant("revoked_at", nullable=True),
    PrimaryKeyConstraint("hash"),
    ForeignKeyConstraint(["account_id"], ["accounts.account_id"]),
    Index(None, "key_id", unique=True),
    Index(None, "account_id"),
)

settings = Table(
    "settings",
    metadata,
    _word("hash"),
    _word("ruleset"),
    Column("content", Text, nullable=False),
    PrimaryKeyConstraint("hash"),
)

matches = Table(
    "matches",
    metadata,
    # Begins with its time of creation, so that lists and cursors go by the id alone.
    _word("match_id"),
    _word("ruleset"),
    Column("ruleset_version", Integer, nullable=False),
    Column("title", Text, nullable=False),
    _word("scenario"),
    Column("options", Text, nullable=False),
    _word("setting_hash"),
    # open, playing, over, cancelled
    _word("status"),
    Column("private", Boolean, nullable=False),
    _word("invitation"),
    # seeded, declared
    _word("dice"),
    Column("secret", LargeBinary, nullable=False),
    _word("creator"),
    # The number of the last event; 0 before the first.
    Column("version", Integer, nullable=False, server_default=text("0")),
    # The action that waits for answers, as JSON.
    Column("pending", Text),
    # The seats that may act, whoever may know it; never shown but to those seats.
    Column("to_move", ARRAY(Text(collation="C")), nullable=False, server_default=text("'{}'")),
    Column("outcome", Text),
    # The last link of the hash chain.
    _word("chain", default=""),
    _instant("created_at"),
    _instant("updated_at"),
    PrimaryKeyConstraint("match_id"),
    ForeignKeyConstraint(["setting_hash"], ["settings.hash"]),
    Index("ix_matches_open", "match_id", postgresql_where=text("status = 'open'")),
    Index("ix_matches_creator", "creator", "match_id"),
)

seats = Table(
    "seats",
    metadata,
    _word("match_id"),
    _word("seat"),
    # The order in which the ruleset names its seats.
    Column("place", Integer, nullable=False),
    _word("account_id", nullable=True),
    # The seat's own contribution to the dice.
    Column("entropy", Text, nullable=False, server_default=text("''")),
    PrimaryKeyConstraint("match_id", "seat"),
    ForeignKeyConstraint(["match_id"], ["matches.match_id"]),
    Index("ix_seats_account", "account_id", "match_id"),
)

events = Table(
    "events",
    metadata,
    _word("match_id"),
    Column("version", Integer, nullable=False),
    # start, action, answer, resign, abandon_offer, abandon, cancel
    _word("type"),
    _word("seat", nullable=True),
    _word("account_id"),
    # The version of the ruleset that judged it.
    Column("ruleset_version", Integer, nullable=False),
    # Canonical JSON: sorted keys, no spaces. Long ones are compressed by the server.
    Column("action", Text),
    Column("answers", Text, nullable=False),
    Column("rolled", Text, nullable=False),
    Column("ruling", Text),
    Column("position", Text),
    Column("pending", Text),
    # What everybody may know, what single seats know beyond that, and the hashes of both.
    Column("public", Text, nullable=False),
    Column("own", Text, nullable=False),
    Column("leaves", Text, nullable=False),
    _word("hash"),
    _instant("created_at"),
    PrimaryKeyConstraint("match_id", "version"),
    ForeignKeyConstraint(["match_id"], ["matches.match_id"]),
)

idempotency = Table(
    "idempotency",
    metadata,
    _word("match_id"),
    _word("account_id"),
    _word("key"),
    # SHA-256 of the request, so that a key is never taken for another request.
    Column("request", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
    _instant("created_at"),
    PrimaryKeyConstraint("match_id", "account_id", "key"),
)

# What is to be told to others after the commit; a worker reads it and deletes what was sent.
outbox = Table(
    "outbox",
    metadata,
    _word("match_id"),
    Column("version", Integer, nullable=False),
    _instant("created_at"),
    PrimaryKeyConstraint("match_id", "version"),
)
