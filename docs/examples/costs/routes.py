"""Plans the ways of robots in a warehouse: how far each shelf is from each gate."""

import sys
from dataclasses import dataclass
from typing import NamedTuple

import networkx as nx


@dataclass(frozen=True)
class Place:
    aisle: int
    shelf: int


class FixedPlace(NamedTuple):
    aisle: int
    shelf: int


def warehouse(place):
    graph = nx.Graph()
    for aisle in range(150):
        for shelf in range(150):
            graph.add_edge(place(aisle, shelf), place(aisle, shelf + 1), meters=1)
            if shelf % 10 == 0:
                graph.add_edge(place(aisle, shelf), place(aisle + 1, shelf), meters=3)
    return graph


def distances(graph, gate):
    return nx.single_source_dijkstra_path_length(graph, gate, weight='meters')


if __name__ == '__main__':
    place = FixedPlace if 'fixed' in sys.argv else Place
    graph = warehouse(place)
    gates = [place(aisle, 0) for aisle in range(0, 150, 5)]
    print(sum(sum(distances(graph, gate).values()) for gate in gates))
