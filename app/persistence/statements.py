"""The prebuilt statements of the action path: one read, one write. All others are short and lie beside their use.

Prebuilt text, run in autocommit, is what keeps a submit at two round trips and half the CPU of statements that are
composed for each request.
"""

from sqlalchemy import ARRAY, DateTime, Integer, LargeBinary, Text, bindparam, text

ACCOUNT_OF_KEY = text(
    """
    SELECT account_id, key_id, scopes FROM api_keys WHERE hash = :key_hash AND revoked_at IS NULL
    """
).bindparams(bindparam("key_hash", type_=LargeBinary))

# Everything that judging one request about a match needs. `:known_setting` is the hash of the setting that the process
# has in memory already: settings hold whole maps and never change.
READ_MATCH = text(
    """
    SELECT k.account_id, k.scopes, m.match_id, m.ruleset, m.ruleset_version, m.title, m.scenario, m.options,
           m.setting_hash, m.status, m.private, m.dice, m.secret, m.creator, m.invitation, m.version, m.pending,
           m.to_move, m.outcome, m.chain, m.created_at, m.updated_at, e.position, st.content AS setting,
           (SELECT coalesce(json_agg(json_build_array(s.seat, s.account_id, s.entropy) ORDER BY s.place), '[]')::text
              FROM seats s WHERE s.match_id = m.match_id) AS seats,
           i.request AS earlier_request, i.version AS earlier_version
      FROM api_keys k
      LEFT JOIN matches m ON m.match_id = :match_id
      LEFT JOIN events e ON e.match_id = m.match_id AND e.version = m.version
      LEFT JOIN settings st ON st.hash = m.setting_hash AND st.hash <> :known_setting
      LEFT JOIN idempotency i ON i.match_id = m.match_id AND i.account_id = k.account_id AND i.key = :idempotency_key
     WHERE k.hash = :key_hash AND k.revoked_at IS NULL
    """
).bindparams(bindparam("key_hash", type_=LargeBinary))

# One statement, so one transaction and one round trip: nothing is written unless the match is where it was read. Its
# time says so too: claims of seats change it without adding a version.
WRITE_EVENT = text(
    """
    WITH moved AS (
        UPDATE matches
           SET version = :version, status = :status, pending = :pending, to_move = :to_move, outcome = :outcome,
               chain = :hash, updated_at = clock_timestamp()
         WHERE match_id = :match_id AND version = :version - 1 AND status = :status_before AND updated_at = :read_at
        RETURNING match_id
    ), event AS (
        INSERT INTO events (match_id, version, type, seat, account_id, ruleset_version, action, answers, rolled, ruling,
                            position, pending, public, own, leaves, hash)
        SELECT match_id, :version, :type, :seat, :account_id, :ruleset_version, :action, :answers, :rolled, :ruling,
               :position, :pending, :public, :own, :leaves, :hash
          FROM moved
    ), remembered AS (
        INSERT INTO idempotency (match_id, account_id, key, request, version)
        SELECT match_id, :account_id, :idempotency_key, :request, :version
          FROM moved WHERE CAST(:idempotency_key AS text) IS NOT NULL
    ), announced AS (
        INSERT INTO outbox (match_id, version) SELECT match_id, :version FROM moved
    )
    SELECT count(*) FROM moved
    """
).bindparams(
    bindparam("version", type_=Integer),
    bindparam("to_move", type_=ARRAY(Text)),
    bindparam("request", type_=LargeBinary),
    bindparam("read_at", type_=DateTime(timezone=True)),
    bindparam("ruleset_version", type_=Integer),
    *(
        bindparam(name, type_=Text)
        for name in (
            "status", "pending", "outcome", "hash", "match_id", "status_before", "type", "seat", "account_id", "action",
            "answers", "rolled", "ruling", "position", "public", "own", "leaves", "idempotency_key",
        )
    ),
)  # fmt: skip

READ_EVENTS = text(
    """
    SELECT version, type, seat, action, answers, public, own, created_at
      FROM events WHERE match_id = :match_id AND version > :after ORDER BY version LIMIT :limit
    """
)

READ_EVENT = text("SELECT * FROM events WHERE match_id = :match_id AND version = :version")

READ_LOG = text("SELECT * FROM events WHERE match_id = :match_id AND version > :after ORDER BY version LIMIT :limit")

RELEASE_SEAT = text(
    """
    WITH touched AS (
        UPDATE matches SET updated_at = clock_timestamp() WHERE match_id = :match_id AND status = 'open'
        RETURNING match_id
    )
    UPDATE seats s SET account_id = NULL, entropy = '' FROM touched t
     WHERE s.match_id = t.match_id AND s.seat = :seat AND s.account_id = :account_id
    RETURNING s.seat
    """
)

INSERT_SETTING = text(
    "INSERT INTO settings (hash, ruleset, content) VALUES (:hash, :ruleset, :content) ON CONFLICT (hash) DO NOTHING"
)

INSERT_MATCH = text(
    """
    INSERT INTO matches (match_id, ruleset, ruleset_version, title, scenario, options, setting_hash, status, private,
                         invitation, dice, secret, creator)
    VALUES (:match_id, :ruleset, :ruleset_version, :title, :scenario, :options, :setting_hash, 'open', :private,
            :invitation, :dice, :secret, :creator)
    """
).bindparams(bindparam("secret", type_=LargeBinary))

INSERT_SEATS = text(
    """
    INSERT INTO seats (match_id, seat, place)
    SELECT :match_id, seat, place FROM unnest(CAST(:seats AS text[])) WITH ORDINALITY AS listed (seat, place)
    """
).bindparams(bindparam("seats", type_=ARRAY(Text)))

# The filters are switched by their parameters, so that one prepared statement serves every list.
LIST_MATCHES = text(
    """
    SELECT m.match_id, m.ruleset, m.ruleset_version, m.title, m.scenario, m.options, m.status, m.private, m.dice,
           m.secret, m.creator, m.version, m.to_move, m.outcome, m.created_at, m.updated_at,
           (SELECT coalesce(json_agg(json_build_array(s.seat, s.account_id, s.entropy) ORDER BY s.place), '[]')::text
              FROM seats s WHERE s.match_id = m.match_id) AS seats
      FROM matches m
     WHERE m.match_id < :before
       AND (CAST(:ruleset AS text) IS NULL OR m.ruleset = :ruleset)
       AND (CAST(:status AS text) IS NULL OR m.status = :status)
       AND (NOT m.private OR m.creator = :account_id
            OR EXISTS (SELECT FROM seats s WHERE s.match_id = m.match_id AND s.account_id = :account_id))
       AND (NOT :mine OR m.creator = :account_id
            OR EXISTS (SELECT FROM seats s WHERE s.match_id = m.match_id AND s.account_id = :account_id))
       AND (NOT :to_move OR EXISTS (SELECT FROM seats s WHERE s.match_id = m.match_id AND s.account_id = :account_id
                                       AND s.seat = ANY (m.to_move)))
       AND (NOT :open_seats OR (m.status = 'open' AND EXISTS (
            SELECT FROM seats s WHERE s.match_id = m.match_id AND s.account_id IS NULL)))
     ORDER BY m.match_id DESC LIMIT :limit
    """
)
