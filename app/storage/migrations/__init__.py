"""Alembic's scripts. `database.migrate` runs them at start; `alembic` by hand reads `[tool.alembic]`."""
