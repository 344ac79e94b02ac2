"""The HTTP half of the server: people, tables, records, ratings, health."""
