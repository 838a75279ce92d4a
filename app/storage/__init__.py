"""Stored links: one small store over SQLAlchemy Core, the same on SQLite and PostgreSQL.

`database.connect(url)` gives an engine whose schema is current; `shares.ShareStore` puts and gets.
"""
