"""Prices the orders and sums them up."""

import numpy
import pandas

VAT = {"at": 0.20, "de": 0.19, "fr": 0.20, "it": 0.22, "pl": 0.23}


def add_revenue(orders: pandas.DataFrame) -> pandas.DataFrame:
    """Calls Python for every row, although the columns could be multiplied as a whole."""
    orders["revenue"] = orders.apply(revenue, axis=1)
    return orders


def revenue(order: pandas.Series) -> float:
    net = order["cents"] * order["count"] / 100
    if order["count"] >= 10:
        net *= 0.95
    return round(net * (1 + VAT[order["country"]]), 2)


def spread(values: pandas.Series) -> float:
    return values.quantile(0.9) - values.quantile(0.1)


def by_customer(orders: pandas.DataFrame) -> pandas.DataFrame:
    """One of the three columns is computed by a Python function, once per customer."""
    return orders.groupby("customer")["revenue"].agg(["sum", "mean", spread])


def similar_customers(orders: pandas.DataFrame, clusters: int = 48) -> numpy.ndarray:
    """Clusters the customers by what they buy (k-means). All of the work is done by NumPy, in C."""
    baskets = orders.pivot_table(index="customer", columns="product", values="count", aggfunc="sum", fill_value=0)
    points = baskets.to_numpy(dtype=float)
    centers = points[:clusters].copy()
    for _ in range(120):
        distances = ((points[:, None, :] - centers[None, :, :]) ** 2).sum(axis=2)
        nearest = distances.argmin(axis=1)
        for i in numpy.unique(nearest):
            centers[i] = points[nearest == i].mean(axis=0)
    return nearest
