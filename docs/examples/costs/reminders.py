"""Writes reminders: each value is the customer's own, else that of the country, else the default."""

import sys
from collections import ChainMap
from string import Template

DEFAULTS = {
    'greeting': 'Dear',
    'closing': 'Kind regards',
    'currency': 'EUR',
    'days': 14,
    'sender': 'Accounts',
    'phone': '+49 30 1234',
}
COUNTRIES = {
    'DE': {'greeting': 'Hallo', 'closing': 'Viele Grüße'},
    'FR': {'greeting': 'Bonjour', 'closing': 'Cordialement'},
    'GB': {'currency': 'GBP'},
}
REMINDER = Template(
    '$greeting $name,\n\nplease pay $currency $amount within $days days ($reference).\n'
    'Questions? Call $phone.\n\n$closing\n$sender\n'
)


def invoices(count):
    countries = list(COUNTRIES)
    for i in range(count):
        invoice = {'name': f'Customer {i}', 'amount': i * 37 % 1000, 'reference': f'R-{i}'}
        settings = {'days': 7} if i % 5 == 0 else {}
        yield invoice, settings, countries[i % 3]


def write(invoice, settings, country):
    return REMINDER.substitute(ChainMap(invoice, settings, COUNTRIES[country], DEFAULTS))


def write_fixed(invoice, settings, country):
    return REMINDER.substitute({**DEFAULTS, **COUNTRIES[country], **settings, **invoice})


if __name__ == '__main__':
    write = write_fixed if 'fixed' in sys.argv else write
    print(sum(len(write(*each)) for each in invoices(200_000)))
