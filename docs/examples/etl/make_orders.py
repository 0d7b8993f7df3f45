"""Makes up orders: `make_orders.py ROWS FILE`."""

import random
import sys

PRODUCTS = [f"{color} {thing}" for color in ("Red", "Blue", "Green", "Oak") for thing in ("Chair", "Lamp", "Desk ", "Rug", "Shelf")]


def main(rows: int, path: str) -> None:
    rng = random.Random(11)
    with open(path, "w", encoding="utf-8") as file:
        print("time,customer,country,product,cents,count", file=file)
        for i in range(rows):
            time = f"{1 + i * 28 // rows:02}.11.2025 {rng.randrange(24):02}:{rng.randrange(60):02}:{rng.randrange(60):02}"
            country = rng.choice(["at", "de", "fr", "it", "pl"])
            print(time, rng.randrange(900), country, rng.choice(PRODUCTS), rng.randrange(99, 99_999), rng.randrange(1, 15), sep=",", file=file)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
