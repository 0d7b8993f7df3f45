"""The shop's SQLite database, in memory, filled with made-up products."""

import random

import aiosqlite

PRODUCTS = 400
SCHEMA = """
CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT, description TEXT, cents INTEGER, stock INTEGER);
CREATE TABLE review (id INTEGER PRIMARY KEY, product INTEGER, stars INTEGER, text TEXT);
CREATE INDEX review_product ON review (product);
"""
WORDS = "light solid oak <b>new</b> steel 'classic' soft & warm folding desk lamp chair shelf rug mirror".split()


async def connect() -> aiosqlite.Connection:
    connection = await aiosqlite.connect(":memory:")
    connection.row_factory = aiosqlite.Row
    await connection.executescript(SCHEMA)
    rng = random.Random(7)

    def text(words: int) -> str:
        return " ".join(rng.choices(WORDS, k=words))

    products = [
        (i, text(3), text(24), rng.randrange(500, 90_000), rng.randrange(40)) for i in range(PRODUCTS)
    ]
    reviews = [(rng.randrange(PRODUCTS), rng.randrange(1, 6), text(12)) for _ in range(PRODUCTS * 8)]
    await connection.executemany("INSERT INTO product VALUES (?, ?, ?, ?, ?)", products)
    await connection.executemany("INSERT INTO review (product, stars, text) VALUES (?, ?, ?)", reviews)
    return connection


async def products(connection: aiosqlite.Connection, offset: int, limit: int) -> list[dict]:
    query = "SELECT * FROM product ORDER BY name LIMIT ? OFFSET ?"
    rows = await connection.execute_fetchall(query, (limit, offset))
    return [dict(row) for row in rows]


async def reviews_of(connection: aiosqlite.Connection, product: int) -> list[dict]:
    rows = await connection.execute_fetchall("SELECT stars, text FROM review WHERE product = ?", (product,))
    return [dict(row) for row in rows]
