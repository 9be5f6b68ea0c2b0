"""The tables of the first version: accounts, keys, matches and their logs.

Revision ID: 0001
Revises:
"""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    """
    CREATE TABLE accounts (
        account_id TEXT COLLATE "C" NOT NULL,
        name TEXT NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_accounts PRIMARY KEY (account_id)
    )
    """,
    """
    CREATE TABLE idempotency (
        match_id TEXT COLLATE "C" NOT NULL,
        account_id TEXT COLLATE "C" NOT NULL,
        key TEXT COLLATE "C" NOT NULL,
        request BYTEA NOT NULL,
        version INTEGER NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_idempotency PRIMARY KEY (match_id, account_id, key)
    )
    """,
    """
    CREATE TABLE outbox (
        match_id TEXT COLLATE "C" NOT NULL,
        version INTEGER NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_outbox PRIMARY KEY (match_id, version)
    )
    """,
    """
    CREATE TABLE settings (
        hash TEXT COLLATE "C" NOT NULL,
        ruleset TEXT COLLATE "C" NOT NULL,
        content TEXT NOT NULL,
        CONSTRAINT pk_settings PRIMARY KEY (hash)
    )
    """,
    """
    CREATE TABLE api_keys (
        hash BYTEA NOT NULL,
        key_id TEXT COLLATE "C" NOT NULL,
        account_id TEXT COLLATE "C" NOT NULL,
        name TEXT NOT NULL,
        prefix TEXT COLLATE "C" NOT NULL,
        scopes TEXT[] COLLATE "C" NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        revoked_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_api_keys PRIMARY KEY (hash),
        CONSTRAINT fk_api_keys_account_id FOREIGN KEY(account_id) REFERENCES accounts (account_id)
    )
    """,
    """
    CREATE TABLE matches (
        match_id TEXT COLLATE "C" NOT NULL,
        ruleset TEXT COLLATE "C" NOT NULL,
        ruleset_version INTEGER NOT NULL,
        title TEXT NOT NULL,
        scenario TEXT COLLATE "C" NOT NULL,
        options TEXT NOT NULL,
        setting_hash TEXT COLLATE "C" NOT NULL,
        status TEXT COLLATE "C" NOT NULL,
        private BOOLEAN NOT NULL,
        invitation TEXT COLLATE "C" NOT NULL,
        dice TEXT COLLATE "C" NOT NULL,
        secret BYTEA NOT NULL,
        creator TEXT COLLATE "C" NOT NULL,
        version INTEGER DEFAULT 0 NOT NULL,
        pending TEXT,
        to_move TEXT[] COLLATE "C" DEFAULT '{}' NOT NULL,
        outcome TEXT,
        chain TEXT COLLATE "C" DEFAULT '' NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_matches PRIMARY KEY (match_id),
        CONSTRAINT fk_matches_setting_hash FOREIGN KEY(setting_hash) REFERENCES settings (hash)
    )
    """,
    """
    CREATE TABLE events (
        match_id TEXT COLLATE "C" NOT NULL,
        version INTEGER NOT NULL,
        type TEXT COLLATE "C" NOT NULL,
        seat TEXT COLLATE "C",
        account_id TEXT COLLATE "C" NOT NULL,
        ruleset_version INTEGER NOT NULL,
        action TEXT,
        answers TEXT NOT NULL,
        rolled TEXT NOT NULL,
        ruling TEXT,
        position TEXT,
        pending TEXT,
        public TEXT NOT NULL,
        own TEXT NOT NULL,
        leaves TEXT NOT NULL,
        hash TEXT COLLATE "C" NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_events PRIMARY KEY (match_id, version),
        CONSTRAINT fk_events_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
    )
    """,
    """
    CREATE TABLE seats (
        match_id TEXT COLLATE "C" NOT NULL,
        seat TEXT COLLATE "C" NOT NULL,
        place INTEGER NOT NULL,
        account_id TEXT COLLATE "C",
        entropy TEXT DEFAULT '' NOT NULL,
        CONSTRAINT pk_seats PRIMARY KEY (match_id, seat),
        CONSTRAINT fk_seats_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
    )
    """,
)

INDEXES = (
    "CREATE INDEX ix_api_keys_account_id ON api_keys (account_id)",
    "CREATE UNIQUE INDEX ix_api_keys_key_id ON api_keys (key_id)",
    "CREATE INDEX ix_matches_creator ON matches (creator, match_id)",
    "CREATE INDEX ix_matches_open ON matches (match_id) WHERE status = 'open'",
    "CREATE INDEX ix_seats_account ON seats (account_id, match_id)",
)


def upgrade() -> None:
    for statement in (*TABLES, *INDEXES):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE seats, events, matches, api_keys, settings, outbox, idempotency, accounts")
