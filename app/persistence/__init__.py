"""The database: tables, prebuilt statements, connections, migrations, and the embedded PostgreSQL."""
