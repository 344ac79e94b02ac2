"""Where everything is kept: SQLite or PostgreSQL, the schema and its migrations, and the questions asked of it."""
