"""Writes the results to a database."""

import sqlite3

import pandas


def save(customers: pandas.DataFrame, orders: pandas.DataFrame, database: sqlite3.Connection) -> None:
    customers.to_sql("customer", database, if_exists="replace")
    orders.to_sql("orders", database, if_exists="append", index=False)
    database.commit()
