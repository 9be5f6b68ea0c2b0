"""The tables that the code knows are those that the migrations make."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.persistence.tables import metadata

MATCH_TABLES = ("matches", "seats", "events", "idempotency", "outbox")


async def test_migrations_make_the_tables_that_the_code_knows(engine: AsyncEngine) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, metadata))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_words_have_one_order_on_every_server(engine: AsyncEngine) -> None:
    """Autogenerate does not compare collations."""
    async with engine.connect() as connection:
        rows = await connection.execute(
            text(
                "SELECT table_name, column_name FROM information_schema.columns "
                "WHERE table_schema = 'public' AND collation_name = 'C'"
            )
        )
        made = {tuple(row) for row in rows} - {("alembic_version", "version_num")}
    known = {
        (table.name, column.name)
        for table in metadata.tables.values()
        for column in table.columns
        if getattr(getattr(column.type, "item_type", column.type), "collation", None) == "C"
    }
    assert made == known


def test_the_match_leads_every_key_of_the_match_tables() -> None:
    for name in MATCH_TABLES:
        table = metadata.tables[name]
        assert next(iter(table.primary_key.columns)).name == "match_id"
        for index in table.indexes:
            assert not index.unique, index.name
