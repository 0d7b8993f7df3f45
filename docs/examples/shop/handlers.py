"""The shop's request handlers."""

import io
import json

import aiosqlite
import jinja2
from aiohttp import web

import database
import money

DATABASE = web.AppKey("database", aiosqlite.Connection)
TEMPLATES = web.AppKey("templates", jinja2.Environment)


async def load_products(app: web.Application, offset: int, limit: int) -> list[dict]:
    """One query for the products, and then one more for each of them."""
    connection = app[DATABASE]
    products = await database.products(connection, offset, limit)
    for product in products:
        product["reviews"] = await database.reviews_of(connection, product["id"])
        product["stars"] = average_stars(product["reviews"])
    return products


def average_stars(reviews: list[dict]) -> float:
    return round(sum(review["stars"] for review in reviews) / max(1, len(reviews)), 1)


async def catalog_page(request: web.Request) -> web.Response:
    offset = int(request.query.get("offset", 0))
    products = await load_products(request.app, offset, 60)
    html = request.app[TEMPLATES].get_template("catalog.html").render(products=products)
    return web.Response(text=html, content_type="text/html")


async def product_list(request: web.Request) -> web.Response:
    offset = int(request.query.get("offset", 0))
    products = await load_products(request.app, offset, 100)
    return web.Response(text=to_json(products), content_type="application/json")


def to_json(value: object) -> str:
    """Unlike json.dumps, json.dump encodes piece by piece, in Python instead of in C."""
    text = io.StringIO()
    json.dump(value, text)
    return text.getvalue()


async def price_cart(request: web.Request) -> web.Response:
    cart = json.loads(await request.text())
    total = money.total(cart["lines"])
    return web.Response(text=json.dumps({"total": money.format_price(total)}))
