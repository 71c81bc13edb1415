"""What sampled regret loses to a best response if nothing is solved."""

from statistics import median

from bench.full_tree import FullTree, Policy, exploitability, full_tree
from hunch.engines import CHANCE, NOTHING, Game, State, load
from hunch.search.advice import AdviceOptions, Limits, Record, Search, Settings, advise
from hunch.search.results import Lookup
from hunch.search.settings import RegretParams
from hunch.search.worlds import key_of_view
from tests.support.keys import mix, scramble

KUHN = load("kuhn")
GOOFSPIEL4 = load("goofspiel", cards=4, bids="hidden", prizes="descending", payoff="margin")


def plans(game: Game, lookup: Lookup) -> Policy:
    """What a search from the start has for each information set of both seats; anything if it has nothing."""
    found: dict[tuple[int, tuple[int, ...]], dict[int, float]] = {}

    def walk(state: State, seen: tuple[tuple[int, ...], ...], keys: tuple[int, ...]) -> None:
        turn = state.to_move
        if turn >= 0:
            shares = {row.move: row.probability for row in lookup(keys[turn])} or dict.fromkeys(state.legal(), 1.0)
            total = sum(shares.values())
            found[turn, seen[turn]] = {move: share / total for move, share in shares.items()}
        for move in state.legal() or [outcome for outcome, _ in state.chances()]:
            tokens = [state.seen(move, seat) for seat in range(2)]
            walk(
                state.after(move),
                tuple(s if t == NOTHING else (*s, t) for s, t in zip(seen, tokens, strict=True)),
                tuple(
                    key if t == NOTHING else mix(key, scramble(t) if turn == CHANCE else t) | 1
                    for key, t in zip(keys, tokens, strict=True)
                ),
            )

    start = game.new()
    walk(start, ((), ()), tuple(key_of_view(start.view(seat), seat) for seat in range(2)))
    return found


def learned(tree: FullTree, seed: int, spread: int) -> float:
    """What the plans of one search lose, in game points."""
    settings = Settings(exact=False, regret=RegretParams(spread=spread))
    search = Search(GOOFSPIEL4.new(), 0, Limits(iterations=20_000), seed=seed, settings=settings)
    assert search.run().method == "regret"
    assert search.findings is not None
    return exploitability(tree, plans(GOOFSPIEL4, search.findings.lookup)) * GOOFSPIEL4.unit


def test_less_is_lost_if_all_that_the_learner_does_not_see_is_tried() -> None:
    tree = full_tree(GOOFSPIEL4)
    together, one_by_one = (median(learned(tree, seed, spread) for seed in range(5)) for spread in (32, 1))
    assert together < one_by_one / 3


def test_little_is_lost_if_each_question_has_its_record() -> None:
    tree, start = full_tree(KUHN), KUHN.new()
    policy = {}
    for number, (known, state) in enumerate(tree.states.items()):
        seat, events = known
        found = advise(
            state,
            seat,
            Limits(iterations=20_000),
            seed=number,
            record=Record(start, events),
            settings=Settings(exact=False),
            options=AdviceOptions(candidates=100),
        )
        policy[known] = {candidate.turn[0]: candidate.probability for candidate in found.candidates}
    assert exploitability(tree, policy) * KUHN.unit < 0.03
