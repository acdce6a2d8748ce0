"""Games on graphs that NetworkX holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy import _ask
from grundy._answer import Answer

if TYPE_CHECKING:
    import networkx as nx


def node_kayles(graph: nx.Graph, **settings: Any) -> Answer:
    """Solves Node Kayles on a graph: a move deletes a vertex and its neighbours.

    Parameters
    ----------
    graph : networkx.Graph
        Undirected, without loops. Vertex number k of the answer's moves is ``list(graph)[k]``.
    **settings
        As for :func:`grundy.solve`.

    Raises
    ------
    ValueError
        A directed graph, a loop, or no vertex at all.

    Examples
    --------
    >>> import grundy, networkx
    >>> grundy.node_kayles(networkx.path_graph(7)).nimber
    1
    """
    if graph.is_directed():
        raise ValueError("Node Kayles is played on an undirected graph")
    number = _numbers(graph)
    if any(u == v for u, v in graph.edges()):
        raise ValueError("a vertex cannot be its own neighbour")
    count = len(number)
    if count == 1:
        return _ask.solve("node-kayles:path 1", **settings)
    near = {(number[u], number[v]) for u, v in graph.edges()}
    near |= {(v, u) for u, v in near}
    return _ask.solve(f"node-kayles {_graph6(count, near)}", **settings)


def arena(graph: nx.DiGraph, *tokens: Any, **settings: Any) -> Answer:
    """Solves the game of moving tokens along the edges of a directed graph.

    Parameters
    ----------
    graph : networkx.DiGraph
        The moves; who cannot move loses, and play that never ends is a draw.
    *tokens
        The vertex each token stands on. Vertex number k in the answer is ``list(graph)[k]``.
    **settings
        As for :func:`grundy.solve`.

    Raises
    ------
    ValueError
        An undirected graph, no token, or a graph without edges.

    Examples
    --------
    >>> import grundy, networkx
    >>> grundy.arena(networkx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")]), "a").outcome
    'loss'
    """
    if not graph.is_directed():
        raise ValueError("tokens move on a directed graph")
    number = _numbers(graph)
    if not tokens:
        raise ValueError("name the vertex that a token stands on")
    edges = ",".join(f"{number[u]}-{number[v]}" for u, v in graph.edges())
    if not edges:
        raise ValueError("a graph without edges has no moves")
    return _ask.solve(f"arena:{edges} {' '.join(str(number[t]) for t in tokens)}", **settings)


def _numbers(graph: nx.Graph) -> dict[Any, int]:
    number = {vertex: k for k, vertex in enumerate(graph)}
    if not number:
        raise ValueError("the graph has no vertices")
    return number


def _graph6(count: int, near: set[tuple[int, int]]) -> str:
    """The graph6 form (McKay): the upper triangle by columns, six bits a character."""
    if count > 258047:
        raise ValueError("a graph has at most 258047 vertices here")
    head = [count] if count < 63 else [63, count >> 12, count >> 6 & 63, count & 63]
    bits = [int((u, v) in near) for v in range(count) for u in range(v)]
    bits += [0] * (-len(bits) % 6)
    groups = [int("".join(map(str, bits[i : i + 6])), 2) for i in range(0, len(bits), 6)]
    return "".join(chr(63 + n) for n in head + groups)
