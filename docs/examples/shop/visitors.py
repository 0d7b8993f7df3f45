"""Sends requests to the shop until it is stopped. Prints `enable`, for perf, once the shop has answered a few of them."""

import asyncio
import random

import aiohttp

SHOP = "http://127.0.0.1:8080"
WARM_UP = 12


async def visit(session: aiohttp.ClientSession, rng: random.Random) -> None:
    offset = rng.randrange(0, 300, 20)
    cart = {"lines": [{"cents": rng.randrange(99, 9_999), "count": rng.randrange(1, 9)} for _ in range(300)]}
    for request in (
        session.get(f"{SHOP}/?offset={offset}"),
        session.get(f"{SHOP}/api/products?offset={offset}"),
        session.post(f"{SHOP}/api/cart", json=cart),
    ):
        async with request as response:
            await response.read()


async def visitor(seed: int) -> None:
    rng = random.Random(seed)
    visits = 0
    async with aiohttp.ClientSession() as session:
        while True:
            try:
                await visit(session, rng)
                visits += 1
            except aiohttp.ClientConnectorError:
                # The shop has not started yet.
                await asyncio.sleep(0.1)
            if seed == 0 and visits == WARM_UP:
                print("enable", flush=True)


async def main() -> None:
    await asyncio.gather(*(visitor(seed) for seed in range(4)))


if __name__ == "__main__":
    asyncio.run(main())
