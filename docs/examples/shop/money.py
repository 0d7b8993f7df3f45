"""Prices, in cents."""

from decimal import ROUND_HALF_UP, Decimal

VAT = Decimal("0.19")
CENT = Decimal("0.01")


def format_price(cents: int | Decimal) -> str:
    euros = (Decimal(cents) / 100).quantize(CENT, ROUND_HALF_UP)
    return f"€ {euros:,}"


def with_vat(cents: int) -> Decimal:
    return (cents * (1 + VAT)).quantize(CENT, ROUND_HALF_UP)


def total(lines: list[dict]) -> Decimal:
    return sum((with_vat(line["cents"]) * line["count"] for line in lines), Decimal())
