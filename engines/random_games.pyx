"""Plays whole random games: to measure speed and length, and to check that every state is sound."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from hunch.engines.contract cimport CHANCE, MOST_MOVES, MOST_SEATS, OVER, Game, State, move_t
from hunch.engines.rng cimport Rng, below, seeded

from hunch.engines.errors import BadState


def random_games(Game game not None, int64_t games, uint64_t seed, bint checked=True, bint uniform=True):
    """Plays whole random games. Returns (steps, decisions, longest game, summed returns of each seat).

    Moves are uniform, or those of the rollout policy. `checked` calls `flaw` after each step and raises BadState at
    the first flaw.
    """
    cdef State scratch = State(game)
    cdef void* s = scratch.data
    cdef Rng rng = seeded(seed)
    cdef move_t out[MOST_MOVES]
    cdef double score[MOST_SEATS]
    cdef double[MOST_SEATS] total
    cdef int64_t steps = 0, decisions = 0, longest = 0, length = 0, _game = 0
    cdef int32_t turn, n, i, bad = 0
    memset(total, 0, sizeof(total))
    with nogil:
        for _game in range(games):
            memset(s, 0, game.state_bytes)
            game.begin(s)
            length = 0
            turn = game.to_move(s)
            while turn != OVER:
                if turn == CHANCE:
                    game.apply(s, game.roll(s, &rng))
                elif uniform:
                    n = game.legal(s, out)
                    game.apply(s, out[below(&rng, n)])
                    decisions += 1
                else:
                    game.apply(s, game.rollout_move(s, &rng))
                    decisions += 1
                length += 1
                if checked:
                    bad = game.flaw(s)
                    if bad or length > game.most_plies:
                        break
                turn = game.to_move(s)
            if checked and (bad or length > game.most_plies):
                break
            game.returns(s, score)
            for i in range(game.seats):
                total[i] += score[i]
            steps += length
            longest = max(longest, length)
    if bad:
        raise BadState(game.name, f"game {_game} from seed {seed}, step {length}: {game.flaws[bad]}")
    if checked and length > game.most_plies:
        raise BadState(game.name, f"game {_game} from seed {seed} is longer than {game.most_plies} steps")
    return steps, decisions, longest, tuple(total[i] for i in range(game.seats))
