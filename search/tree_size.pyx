"""Estimates the size of the rest of a game by random lines of play."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from hunch.engines.contract cimport CHANCE, MOST_CHANCES, MOST_MOVES, OVER, State, move_t
from hunch.engines.rng cimport Rng, below, seeded


def estimate_histories(State world not None, int64_t probes, uint64_t seed, double most=INFINITY):
    cdef State scratch = world.blank()
    cdef Rng rng = seeded(seed)
    cdef int64_t _probe
    cdef int32_t turn, n
    cdef double total = 0.0, enough = most * probes, width
    cdef move_t moves[MOST_MOVES]
    cdef uint32_t weights[MOST_CHANCES]
    for _probe in range(probes):
        memcpy(scratch.data, world.data, world.game.state_bytes)
        width = 1.0
        while True:
            total += width
            if total > enough:
                return INFINITY
            turn = world.game.to_move(scratch.data)
            if turn == OVER:
                break
            if turn == CHANCE:
                n = world.game.chances(scratch.data, moves, weights)
            else:
                n = world.game.legal(scratch.data, moves)
            width *= n
            world.game.apply(scratch.data, moves[below(&rng, n)])
    return total / probes
