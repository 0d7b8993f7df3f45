"""A small web shop: aiohttp, SQLite, JSON and Jinja templates. Several of its handlers are slow for reasons that a profile shows."""

import asyncio
import pathlib

import jinja2
from aiohttp import web

import database
import handlers
import money

HERE = pathlib.Path(__file__).parent


async def open_database(app: web.Application):
    app[handlers.DATABASE] = await database.connect()
    yield
    await app[handlers.DATABASE].close()


def make_app() -> web.Application:
    app = web.Application()
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True)
    templates.filters["money"] = money.format_price
    app[handlers.TEMPLATES] = templates
    app.cleanup_ctx.append(open_database)
    app.router.add_get("/", handlers.catalog_page)
    app.router.add_get("/api/products", handlers.product_list)
    app.router.add_post("/api/cart", handlers.price_cart)
    return app


async def serve() -> None:
    runner = web.AppRunner(make_app(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 8080).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve())
