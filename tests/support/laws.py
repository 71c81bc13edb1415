"""The eight laws of the contract as checks over random games. Each raises AssertionError if a game breaks it."""

import itertools
from collections import Counter, defaultdict
from typing import Any

from hunch.engines import CHANCE, NOTHING, OVER, BadState, Game, State, Stream, messages, words
from hunch.v1 import game_pb2 as pb
from tests.support.brute import drawn_on, histories, played_on
from tests.support.chi_square import alike, alike_in_parts, follows, same_weights
from tests.support.keys import Keys
from tests.support.play import Step, steps, walk, watchers

# 1: turns, moves and chance -------------------------------------------------------------------------------------


def turns_moves_and_chances_agree(game: Game) -> None:
    for step in steps(game, 300):
        state, turn = step.state, step.state.to_move
        assert turn in range(CHANCE, game.seats), f"turn {turn}: {step}"
        moves, chances = state.legal(), state.chances()
        assert bool(moves) == (turn >= 0), f"{len(moves)} legal moves in the turn of {turn}: {step}"
        assert bool(chances) == (turn == CHANCE), f"{len(chances)} outcomes in the turn of {turn}: {step}"
        assert turn >= 0 or not state.prior(), f"a prior, although nobody is to move: {step}"
        codes = moves + [outcome for outcome, _ in chances]
        assert len(set(codes)) == len(codes), f"a code twice: {sorted(codes)}, {step}"
        assert NOTHING not in codes, f"a move with the code of nothing: {step}"
        assert all(weight > 0 for _, weight in chances), f"a weight of 0: {chances}, {step}"
        assert len(moves) <= game.most_moves, f"{len(moves)} legal moves: {step}"
        assert len(chances) <= game.most_chances, f"{len(chances)} outcomes: {step}"
        assert step.move in codes, f"played what is not possible: {step}"


def games_end_within_bounds(game: Game) -> None:
    for seed in range(4):
        whole = list(walk(game.new(), Stream(seed), guided=seed % 2 == 1))
        assert len(whole) <= game.most_plies, f"{len(whole)} steps, at most {game.most_plies} were promised"
        end = whole[-1].state.after(whole[-1].move)
        assert end.to_move == OVER
        assert not end.prior(), f"a prior at the end: {end.prior()}"
        assert len(end.returns()) == game.seats
        assert all(-1 <= payoff <= 1 for payoff in end.returns()), f"payoffs {end.returns()}"
        if game.zero_sum:
            assert game.seats == 2
            assert abs(sum(end.returns())) < 1e-12, f"payoffs {end.returns()} do not add up to 0"
        for step in whole[:: max(1, len(whole) // 20)]:
            assert len(step.state.estimate()) == game.seats
            assert all(-1 <= guess <= 1 for guess in step.state.estimate()), f"estimate {step.state.estimate()}: {step}"


def roll_follows_chances(game: Game) -> None:
    stream = Stream(11)
    random = [step.state for step in steps(game, 400) if step.state.to_move == CHANCE and len(step.state.chances()) > 1]
    for state in random[:: max(1, len(random) // 5)]:
        drawn = Counter(state.roll(stream) for _ in range(1500))
        follows(drawn, dict(state.chances()), "roll")


def rollouts_follow_play(game: Game) -> None:
    """A rollout of a game's own gives the results that `roll` and `rollout_move` give step by step."""
    for step in steps(game, 3):
        ours, theirs, stream = Counter[Any](), Counter[Any](), Stream(12)
        for _ in range(120):
            length, returns = step.state.rollouts(1, stream)
            ours[length, tuple(round(payoff, 6) for payoff in returns)] += 1
            whole = list(walk(step.state, stream, guided=True))
            end = whole[-1].state.after(whole[-1].move)
            theirs[len(whole), tuple(round(payoff, 6) for payoff in end.returns())] += 1
        alike(ours, theirs, f"rollout from {step}")


# 2: copies, seeds, codecs, inventories -----------------------------------------------------------------------------


def copies_are_full(game: Game) -> None:
    for step in steps(game, 60):
        copy = step.state.copy()
        before = bytes(copy)
        assert copy == step.state, f"a copy differs: {step}"
        assert copy.after(step.move) == step.state.after(step.move), f"a copy plays on differently: {step}"
        assert bytes(step.state) == before, f"a position changed when something else was played: {step}"
        assert game.state(step.state.fields()) == step.state, f"bytes that no field holds: {step}"
        assert len(before) == game.state_bytes
        assert len(before) % 8 == 0


def equal_seeds_give_equal_games(game: Game) -> None:
    for seed in range(2):
        first, second = ([bytes(s.state) for s in walk(game.new(), Stream(seed), guided=True)] for _ in range(2))
        assert first == second, f"two games from seed {seed} differ"


def codecs_invert(game: Game) -> None:
    for step in steps(game, 60):
        for state in (step.state, *(step.state.view(seat) for seat in watchers(game))):
            message = messages.encode(state)
            text, raw = messages.to_json(message), message.SerializeToString()
            assert messages.decode(message) == state, f"another state comes back: {step}"
            assert messages.decode(messages.from_json(text, pb.GameState())) == state, (
                f"another state from JSON: {step}"
            )
            assert messages.decode(messages.from_bytes(raw, pb.GameState())) == state, (
                f"another state from bytes: {step}"
            )
        if step.state.to_move >= 0:
            sent = messages.encode_move(game, step.move)
            assert messages.decode_move(game, sent) == step.move, f"another move comes back: {step}"
        for seat in watchers(game):
            seen = step.state.seen(step.move, seat)
            if seen != NOTHING:
                event = messages.encode_event(game, seen)
                assert messages.decode_event(game, event) == seen, f"another event comes back: {seen:#x}, {step}"


def inventories_are_conserved(game: Game) -> None:
    for step in steps(game, 500):
        after = step.state.after(step.move)
        assert after.flaw() == "", f"{after.flaw()} after {step}"


def flaws_are_found_in_any_bytes(game: Game) -> None:
    """In random bytes always, in positions with a few bytes changed perhaps, and each is one that the game lists."""
    stream = Stream(21)
    for _ in range(1_000):
        raw = bytes(stream.below(256) for _ in range(game.state_bytes))
        assert known_flaw(game, raw), f"random bytes pass for a position: {raw.hex()}"
    for step in steps(game, 100):
        for _ in range(30):
            changed = bytearray(bytes(step.state))
            for _ in range(1 + stream.below(4)):
                changed[stream.below(len(changed))] = stream.below(256)
            known_flaw(game, bytes(changed))


def known_flaw(game: Game, raw: bytes) -> str:
    flaw = game.from_bytes(raw).flaw()
    assert flaw in ("", *game.flaws), f"a flaw that the game does not list, {flaw!r}: {raw.hex()}"
    return flaw


# 3: hiding and filling ---------------------------------------------------------------------------------------------


def hiding_and_filling_agree(game: Game) -> None:
    stream = Stream(31)
    for step in steps(game, 100):
        for seat in watchers(game):
            view = step.state.view(seat)
            assert view.view(seat) == view, f"hiding twice differs, seat {seat}: {step}"
            assert game.hidden or view == step.state, f"nothing is hidden in this game, but from seat {seat}: {step}"
            for world in (view.fill(stream), view.fill(stream)):
                assert world.flaw() == "", f"{world.flaw()} in a world for seat {seat}: {step}"
                assert world.view(seat) == view, f"a world does not look like its view, seat {seat}: {step}"


def fill_follows_worlds(game: Game, most: int = 40, draws: int = 1500) -> None:
    stream, tried = Stream(32), 0
    for step in steps(game, 120):
        for seat in watchers(game):
            view = step.state.view(seat)
            worlds = view.worlds(most)
            assert worlds != [], f"no world fits a view of seat {seat}: {step}"
            if worlds is None or (len(worlds) == 1 and tried > 4):
                continue
            weights = {bytes(world): weight for world, weight in worlds}
            assert len(weights) == len(worlds), f"a world twice, seat {seat}: {step}"
            assert all(weight > 0 for weight in weights.values()), f"a weight of 0, seat {seat}: {step}"
            assert all(world.view(seat) == view for world, _ in worlds), f"a world of another view, seat {seat}: {step}"
            assert all(world.flaw() == "" for world, _ in worlds), f"an unsound world, seat {seat}: {step}"
            if tried < 8:
                follows(Counter(bytes(view.fill(stream)) for _ in range(draws)), weights, f"fill, seat {seat}: {step}")
            tried += len(worlds) > 1


def worlds_follow_what_is_seen(game: Game, most: int = 300) -> None:
    """The worlds after the next thing a seat sees are those before it, played on; weights by Bayes' rule."""
    tried = 0
    for step in steps(game, 90, seed=5):
        for seat in watchers(game):
            before = step.state.view(seat).worlds(most)
            seen = step.state.seen(step.move, seat)
            if before is None or seen == NOTHING or tried > 12:
                continue
            should, whole = played_on(before, seen, seat)
            after = step.state.after(step.move).view(seat).worlds(100 * most)
            if whole and after is not None:
                same_weights({bytes(world): weight for world, weight in after}, should, f"seat {seat}: {step}")
                tried += len(after) > 1


def fill_follows_what_is_seen(game: Game, want: int = 100, most: int = 400) -> None:
    """Bayes again, for views with too many worlds to list: two samples, compared field by field."""
    stream, tried = Stream(33), defaultdict[str, float](float)
    for step in steps(game, 120, seed=6):
        for seat in watchers(game):
            before, seen = step.state.view(seat), step.state.seen(step.move, seat)
            kind = words.describe(game, seen)[0] if seen != NOTHING else ""
            if seen == NOTHING or tried[kind] >= 2 or before.worlds(40) is not None:
                continue
            drawn = (drawn_on(before.fill(stream), seen, seat, stream) for _ in range(most))
            played = list(itertools.islice(filter(None, drawn), want))
            after = step.state.after(step.move).view(seat)
            alike_in_parts(played, [after.fill(stream) for _ in played], f"seat {seat}: {step}")
            tried[kind] += 1 if len(played) == want else 0.5


def worlds_follow_the_whole_tree(game: Game) -> None:
    """Brute force: every history of a small game, and from it the weights of the worlds of every view."""
    views: dict[tuple[int, bytes], dict[bytes, float]] = defaultdict(lambda: defaultdict(float))
    samples: dict[tuple[int, bytes], State] = {}
    for state, reach, pending in histories(game):
        for seat in watchers(game):
            if not pending[seat]:
                known = (seat, bytes(state.view(seat)))
                views[known][bytes(state)] += reach[seat]
                samples[known] = state
    for (seat, _), weights in views.items():
        view = samples[seat, _].view(seat)
        worlds = {bytes(world): weight for world, weight in view.worlds(100_000) or ()}
        same_weights(worlds, weights, f"seat {seat}:\n{words.board(view)}")


# 4: play commutes with hiding --------------------------------------------------------------------------------------


def play_commutes_with_hiding(game: Game) -> None:
    stream = Stream(41)
    for step in steps(game, 200):
        possible = step.state.legal() or [outcome for outcome, _ in step.state.chances()]
        for move in {step.move, *(stream.choice(possible) for _ in range(3))}:
            after = step.state.after(move)
            for seat in watchers(game):
                commutes(Step(step.state, move), after, seat)


def commutes(step: Step, after: State, seat: int) -> None:
    view, seen = step.state.view(seat), step.state.seen(step.move, seat)
    if seen != NOTHING:
        assert view.fits(seen), f"seat {seat} cannot be told {seen:#x}: {step}"
        view = view.after(seen)
    should = after.view(seat)
    if view != should:
        is_now, known = view.fields(), should.fields()
        fields = [f"{name} is {is_now[name]}, should be {known[name]}" for name in known if is_now[name] != known[name]]
        raise AssertionError(f"the view of {seat} went wrong: {'; '.join(fields)}: {step}")


# 5: keys -----------------------------------------------------------------------------------------------------------


def equal_keys_give_equal_turns(game: Game) -> None:
    """Walks that branch little, from worlds that one seat cannot distinguish, so that keys meet again and again.

    Keys add draws in a row up, as a hand of cards is the same in any order. A lone player's dice in a row are not one
    draw. Keys are compared along the player's own moves only, and what they saw is mixed in order here.
    """
    stream = Stream(51)
    for step, seat in itertools.product(steps(game, 8, seed=6), range(game.seats)):
        known: dict[int, tuple[int, tuple[int, ...]]] = {}
        for _ in range(25):
            state, keys = step.state.view(seat).fill(stream), Keys(step.state.view(seat).key())
            for _ in range(14):
                view = state.view(seat)
                turn = (view.to_move, tuple(view.legal()) if view.to_move == seat else ())
                first = known.setdefault(keys.now(), turn)
                assert first == turn, f"one key, two turns {first} and {turn} for seat {seat}: {words.board(state)}"
                if state.over:
                    break
                possible = state.legal()[:2] or [outcome for outcome, _ in state.chances()][:3]
                move = stream.choice(possible)
                keys.add(state.seen(move, seat), state.to_move == CHANCE and not game.solitaire)
                state = state.after(move)


# 6: what works on a view -------------------------------------------------------------------------------------------


def views_give_their_owner_what_the_world_gives(game: Game) -> None:
    stream = Stream(61)
    for step in steps(game, 200):
        for seat in range(game.seats):
            view, state = step.state.view(seat), step.state
            if state.to_move == seat:
                assert view.to_move == seat, f"seat {seat} does not see his turn: {step}"
            if view.to_move != seat:
                continue
            for _ in range(game.most_plies):  # others may owe a choice that the owner does not see
                if state.to_move == seat:
                    break
                assert state.to_move >= 0, f"seat {seat} takes it for his turn: {step}"
                move = stream.choice(state.legal())
                assert state.seen(move, seat) == NOTHING, f"seat {seat} takes it for his turn: {step}"
                state = state.after(move)
            assert view.legal() == state.legal(), f"seat {seat} sees other moves: {step}"
            lean = state.prior()
            assert view.prior() == lean, f"seat {seat} leans otherwise: {step}"
            assert not lean or list(lean) == state.legal(), f"leans to other moves: {step}"
            assert not lean or (min(lean.values()) >= 0 and abs(sum(lean.values()) - 1) < 1e-5), f"no shares: {step}"


def views_take_what_fits_and_nothing_else(game: Game) -> None:
    """Any 32 bits: what fits leads to a view that has a world, in which that could be seen."""
    stream = Stream(62)
    for step in steps(game, 60):
        seen_codes = [step.state.seen(step.move, seat) for seat in watchers(game)]
        for seat in watchers(game):
            view = step.state.view(seat)
            for code in (stream.word() & 0xFFFFFFFF, *(near(code, stream) for code in seen_codes)):
                if code == NOTHING or not view.fits(code):
                    continue
                after = view.after(code)
                assert after.view(seat) == after, f"seat {seat} told {code:#x} knows too much: {step}"
                try:
                    world = after.fill(stream)
                except BadState:
                    raise AssertionError(f"{code:#x} fits seat {seat} but leaves no world: {step}") from None
                assert world.flaw() == "", f"{world.flaw()} after {code:#x} fits seat {seat}: {step}"
                assert world.view(seat) == after, f"{code:#x} fits seat {seat}, but no world looks so: {step}"


def near(code: int, stream: Stream) -> int:
    """A code with a bit or a small number changed."""
    if stream.below(2):
        return code ^ 1 << stream.below(32)
    return (code + stream.below(17) - 8) & 0xFFFFFFFF


# 7: what is forgotten ----------------------------------------------------------------------------------------------


def who_forgets_plays_on_alike(game: Game) -> None:
    stream = Stream(71)
    for step in steps(game, 12, seed=7):
        for seat in watchers(game):
            view = step.state.view(seat)
            looks = {view.fill(stream).reduced().view(seat) for _ in range(8)}
            assert len(looks) == 1, f"seat {seat} can tell worlds apart once they forgot: {step}"
        state, less = step.state, step.state.reduced()
        assert less.reduced() == less, f"forgets again: {step}"
        for later in walk(state, stream):
            state = later.state
            assert less.to_move == state.to_move, f"turn {less.to_move} after forgetting: {later}"
            assert less.legal() == state.legal(), f"other moves after forgetting: {later}"
            assert less.chances() == state.chances(), f"other chances after forgetting: {later}"
            for seat in watchers(game):
                assert less.seen(later.move, seat) == state.seen(later.move, seat), f"{seat} sees otherwise: {later}"
            less, state = less.after(later.move), state.after(later.move)
        assert less.over
        assert less.returns() == state.returns(), f"other payoffs after forgetting: {step}"


# 8: the last turn as a table ---------------------------------------------------------------------------------------


def payoff_matrix_is_what_play_brings(game: Game) -> None:
    for step in steps(game, 1 << 20, seed=8):
        table = step.state.payoff_matrix()
        if table is None:
            continue
        own, others = turns_of(step.state, 0), turns_of(step.state, 1)
        assert (len(table), len(table[0])) == (len(own), len(others)), f"{len(table)} by {len(table[0])} turns: {step}"
        for turn, row in zip(own, table, strict=True):
            for answer, payoff in zip(others, row, strict=True):
                end = step.state
                for move in turn + answer:
                    end = end.after(move)
                while not end.over:
                    ((event, _),) = end.chances()
                    end = end.after(event)
                assert abs(end.returns()[0] - payoff) < 1e-6, f"{payoff} for {turn} against {answer}: {step}"


def turns_of(state: State, seat: int) -> list[tuple[int, ...]]:
    """All whole turns of a seat that chooses in this step; seat 1 as if seat 0 had chosen."""
    while state.to_move == 0 and seat == 1:
        state = state.after(state.legal()[0])
    if state.to_move != seat:
        return [()]
    return [(move, *rest) for move in state.legal() for rest in turns_of(state.after(move), seat)]
