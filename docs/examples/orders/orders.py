"""A service that takes orders, in four versions: python3 orders.py VERSION [ORDERS].

Version 0 waits for the GIL, 1 no longer for the GIL, 2 nor for the lock, 3 nor for the disk. ../../waiting.md tells how.
"""

import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time

VERSION = int(sys.argv[1])
ORDERS = int(sys.argv[2]) if len(sys.argv) > 2 else 400
CLIENTS = 8

orders = []
totals = {}
journal_lock = threading.Lock()


def serve_payments(server):
    """The bank: another service, which takes 5 ms to answer."""
    while True:
        connection, _ = server.accept()
        threading.Thread(target=answer, args=(connection,), daemon=True).start()


def answer(connection):
    while connection.recv(64):
        time.sleep(0.005)
        connection.sendall(b"paid")


def pay(bank):
    bank.sendall(b"pay")
    return bank.recv(64)


def update_report(order):
    if VERSION == 0:
        # Computes the report from all orders, again and again.
        report = {}
        for each in orders:
            for item in each["items"]:
                report[item] = report.get(item, 0) + len(json.dumps(each, indent=1))
        totals.update(report)
    else:
        size = len(json.dumps(order, indent=1))
        for item in order["items"]:
            totals[item] = totals.get(item, 0) + size


def append_order(journal, order):
    journal.write(json.dumps(order).encode() + b"\n")
    journal.flush()


class Syncer:
    """Syncs the journal once for all orders that were written since the last time."""

    def __init__(self, journal):
        self.journal = journal
        self.condition = threading.Condition()
        self.written = self.synced = 0
        threading.Thread(target=self.sync_batches, daemon=True).start()

    def wait_until_synced(self):
        with self.condition:
            self.written += 1
            mine = self.written
            self.condition.notify_all()
            self.condition.wait_for(lambda: self.synced >= mine)

    def sync_batches(self):
        while True:
            with self.condition:
                self.condition.wait_for(lambda: self.written > self.synced)
                batch = self.written
            sync_journal(self.journal)
            with self.condition:
                self.synced = batch
                self.condition.notify_all()


def sync_journal(journal):
    os.fsync(journal.fileno())


def take_order(order, bank, journal, syncer):
    orders.append(order)
    update_report(order)
    if VERSION >= 2:
        pay(bank)
    with journal_lock:
        if VERSION < 2:
            pay(bank)
        append_order(journal, order)
        if VERSION < 3:
            sync_journal(journal)
    if VERSION >= 3:
        syncer.wait_until_synced()


def client(number, address, journal, syncer):
    bank = socket.create_connection(address)
    for i in range(ORDERS // CLIENTS):
        items = [f"item-{(i * 7 + k) % 50}" for k in range(5)]
        take_order({"id": (number, i), "items": items}, bank, journal, syncer)


def main():
    server = socket.create_server(("127.0.0.1", 0))
    bank = os.fork()
    if bank == 0:
        serve_payments(server)
    with tempfile.NamedTemporaryFile(dir=".") as journal:
        syncer = Syncer(journal)
        arguments = (server.getsockname(), journal, syncer)
        clients = [threading.Thread(target=client, args=(number, *arguments)) for number in range(CLIENTS)]
        start = time.perf_counter()
        for each in clients:
            each.start()
        for each in clients:
            each.join()
        seconds = time.perf_counter() - start
    print(f"{ORDERS} orders in {seconds:.2f} s: {ORDERS / seconds:.0f} per second")
    os.kill(bank, signal.SIGTERM)


if __name__ == "__main__":
    main()
