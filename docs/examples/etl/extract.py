"""Reads the orders of a day: one CSV file per shop."""

import csv
import pathlib
from datetime import datetime

import pandas


def read_orders(path: pathlib.Path) -> pandas.DataFrame:
    """Parses each row in Python, although pandas.read_csv does it in C."""
    with path.open(newline="") as file:
        rows = [parse_row(row) for row in csv.DictReader(file)]
    return pandas.DataFrame(rows)


def parse_row(row: dict[str, str]) -> dict[str, object]:
    return {
        "time": datetime.strptime(row["time"], "%d.%m.%Y %H:%M:%S"),
        "customer": int(row["customer"]),
        "country": row["country"],
        "product": row["product"].strip().lower(),
        "cents": int(row["cents"]),
        "count": int(row["count"]),
    }
