"""The package: answers, arrays, errors, signals."""

import doctest
import importlib
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import grundy


@pytest.mark.parametrize(
    "module",
    ["grundy", "grundy._answer", "grundy._ask", "grundy._errors", "grundy._game", "grundy._graphs"],
)
def test_examples_in_the_docs(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_an_answer_is_plain_data():
    answer = grundy.solve("nim 3 4 5 + kayles 6")
    assert (answer.outcome, answer.nimber, answer.limit) == ("win", 1, None)
    assert answer.question == "nim 3 4 5 + kayles 6"
    assert [term.nimber for term in answer.terms] == [2, 3]
    assert len(answer.terms) == 2
    assert answer.terms[0].parts[0][1] == 3
    assert pickle.loads(pickle.dumps(answer)) == answer
    html = answer._repr_html_()
    assert html.count("<svg") == 2 and "&lt;" not in answer.terms[0].svg


def test_pictures_mark_the_winning_moves():
    answer = grundy.solve("darkraft LRX/XLR/RRL")
    assert answer.terms[0].svg.startswith("<svg")
    assert answer._repr_html_().count("<svg") == 1


def test_sequences_and_tables_are_arrays():
    kayles = grundy.sequence("kayles", 100)
    assert kayles.dtype == np.uint64 and kayles.shape == (101,)
    assert kayles[:13].tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert np.array_equal(kayles, grundy.sequence("0.77", 100))
    assert np.array_equal(kayles, grundy.sequence("heaps:0.77", 100))
    wythoff = grundy.table("wythoff", 8, range(0, 14))
    assert wythoff.shape == (9, 14)
    assert wythoff[8, 13] == 0 and (wythoff[0] == np.arange(14)).all()
    outcomes = grundy.table("bo:knight", range(2, 8), range(2, 8), show="outcome")
    assert outcomes.dtype == np.int8
    assert outcomes[2, 2] == -1 and outcomes[0, 1] == 1 and outcomes[0, 0] == 0


def test_periods_are_told_with_their_proof():
    found = grundy.period("0.77")
    assert (found.period, found.preperiod, found.saltus, found.status) == (12, 71, 0, "proved")
    assert found.theorem
    assert grundy.period("0.07").period == 34
    assert grundy.period("0.007", to=1000).status != "proved"


def test_errors_have_their_place():
    with pytest.raises(grundy.ParseError) as caught:
        grundy.solve("nim 3 x 5")
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.source[error.offset : error.end] == "x"
    assert (error.line, error.column) == (1, 7)
    assert "x" in error.found and error.expected
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.offset == error.offset
    for question in ["", "+", "nim", "unknown 3", "nim 3 + ", "@no-such-file.star 3", "nim @none"]:
        with pytest.raises(grundy.ParseError):
            grundy.solve(question)
    with pytest.raises(grundy.ParseError) as caught:
        grundy.solve("nim \u00e9\u00e9 \u00e9")
    assert caught.value.offset == 4


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError):
        grundy.solve("nim 3", method="magic")
    with pytest.raises(ValueError):
        grundy.solve("nim 3", threads=0)
    with pytest.raises(ValueError):
        grundy.solve("nim 3", time=-1.0)
    with pytest.raises(ValueError):
        grundy.sequence("kayles", -1)
    with pytest.raises(ValueError):
        grundy.table("wythoff", 3, range(4, 2))
    with pytest.raises(ValueError):
        grundy.sequence("kayles", 5, show="colour")
    with pytest.raises(grundy.ParseError):
        grundy.sequence("0.9?!", 5)
    with pytest.raises(grundy.ParseError):
        grundy.sequence("unknown", 5)
    with pytest.raises(TypeError):
        grundy.solve(7)


def test_a_limit_is_an_answer():
    answer = grundy.solve("node-kayles:queen 8 8", nodes=1000, method="general")
    assert (answer.nimber, answer.limit) == (None, "nodes")
    game = grundy.Game(lambda n: [n - 1] if n else [])
    with pytest.raises(grundy.LimitError) as caught:
        game.sequence(10_000, nodes=2000)
    assert 0 < len(caught.value.done) < 10_000


HARD = "node-kayles:queen 11 11"


def interrupted(work):
    """Seconds from Ctrl-C to KeyboardInterrupt."""
    sent = []

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    # A shell starts what runs in its background with Ctrl-C off.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, send)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.signal(signal.SIGINT, before)
    timer.join()
    return time.perf_counter() - sent[0]


@pytest.mark.parametrize(
    "work",
    [
        lambda: grundy.solve(HARD, method="general"),
        lambda: grundy.Game(lambda n: [n + 1]).solve(0),
        lambda: grundy.Game(lambda n: list(iter(lambda: 1, 2))).solve(0),
        lambda: grundy.Game.from_source("def options(n):\n  return [n + 1]").solve(0),
        lambda: grundy.Game.from_source(
            "def options(n):\n  for _ in range(9000000):\n    x = 0\n  return [n + 1]"
        ).solve(0),
    ],
    ids=["solver", "function", "endless function", "rules", "endless rules"],
)
def test_ctrl_c_is_heard(work):
    # A machine that is busy with something else may be late once.
    assert any(interrupted(work) < 0.2 for _ in range(4))


def test_other_threads_run_while_a_solver_works():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(0)
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    grundy.solve(HARD, method="general", time=0.5)
    done.set()
    thread.join()
    assert len(ticks) > 10


def test_graphs():
    nx = pytest.importorskip("networkx")
    for n in range(1, 12):
        known = grundy.solve(f"node-kayles:path {n}").nimber
        assert grundy.node_kayles(nx.path_graph(n)).nimber == known
    assert grundy.node_kayles(nx.empty_graph(3)).nimber == 1
    assert grundy.node_kayles(nx.petersen_graph()).nimber == grundy.solve("node-kayles:petersen 5 2").nimber
    grid = nx.grid_2d_graph(5, 6)
    assert grundy.node_kayles(grid).nimber == grundy.solve("node-kayles:grid 5 6").nimber
    assert grundy.arena(nx.DiGraph([(0, 1), (1, 0)]), 0).outcome == "draw"
    for bad in [nx.DiGraph([(0, 1)]), nx.Graph([(0, 0)]), nx.Graph()]:
        with pytest.raises(ValueError):
            grundy.node_kayles(bad)
    with pytest.raises(ValueError):
        grundy.arena(nx.Graph([(0, 1)]), 0)
