"""The common part of all sampling searches: they play one world at a time, with the key of each seat, until a limit."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, NOTHING, Game, move_t
from hunch.engines.keys cimport mix, scramble
from hunch.engines.rng cimport Rng
from hunch.search.stop cimport Budget
from hunch.search.tree cimport Node, Tree
from hunch.search.worlds cimport World, Worlds

cdef enum:
    MOST_DEPTH = 512     # most decisions of an iteration inside the tree; a rollout follows


cdef class Sampler:
    cdef Game game
    cdef Worlds worlds
    cdef Tree tree
    cdef Rng rng
    cdef int32_t asker, seats
    cdef char* state                    # the world that is played
    cdef uint64_t keys[MOST_SEATS]      # by seat: the key of what it knew after the last event that was not chance
    cdef uint64_t draws[MOST_SEATS]     # by seat: the sum of the chance events that it saw since then
    cdef bint fresh                     # whether the asker has seen nothing but their own moves
    cdef readonly int64_t iterations    # payoffs taken so far
    cdef int64_t most                   # most payoffs that may be taken
    cdef const int* flag                # ends a sampler that takes many payoffs in one iteration
    cdef int64_t starts                 # worlds entered; fewer than payoffs if one world is played to several ends
    cdef int32_t ends                   # payoffs taken in the current world
    cdef World* world                   # the world of the current iteration
    cdef int32_t horizon                # plies of a rollout before `estimate`; 0 leaves that to the game
    cdef double payoff[MOST_SEATS]      # by seat: the payoff of the current iteration
    cdef uint64_t* restricted           # the asker's keys at which not all moves may be tried
    cdef int32_t restrictions           # how many such keys there are
    cdef move_t* permitted              # by such key, MOST_MOVES + 1 numbers: how many moves may be tried, and which
    cdef double total, squares          # sums of the asker's payoffs and of their squares

    cdef void iterate(self) noexcept nogil
    # Plays one world from the root, learns from its payoffs, and counts them in `ends`.

    cdef int spend(self, Budget* budget) noexcept nogil
    # Iterates until the budget ends, and returns the reason.

    cdef void begin(self) noexcept nogil
    # Enters the iteration's world.

    cdef int32_t keep_permitted(self, uint64_t key, move_t* moves, float* odds, int32_t n) noexcept nogil
    # Moves the legal moves that may be tried at a key to the front, in their order, and returns their number. `odds`,
    # unless NULL, is changed in the same way and adds up to 1 again.

    cdef void evaluate(self) noexcept nogil
    # Plays the world on by the rollout policy and fills `payoff`.

    cdef inline uint64_t key_of(self, int32_t seat) noexcept nogil:
        """The key of what the seat knows now. Chance events in a row are added, so their order makes no new node."""
        if self.draws[seat]:
            self.keys[seat] = mix(self.keys[seat], self.draws[seat]) | 1
            self.draws[seat] = 0
        return self.keys[seat]

    cdef inline void notice(self, int32_t seat, move_t token, int32_t mover) noexcept nogil:
        """Updates the key of a seat by what it saw of a move, or of a chance event if `mover` is negative."""
        if token == NOTHING:
            return
        if mover < 0:
            self.draws[seat] += scramble(token)
        else:
            self.keys[seat] = mix(self.key_of(seat), token) | 1
        if seat == self.asker and mover != seat:
            self.fresh = False

    cdef inline void play(self, move_t m, int32_t mover) noexcept nogil:
        """Makes a move or a chance event, and updates the keys by what each seat sees of it."""
        cdef int32_t seat
        for seat in range(self.seats):
            self.notice(seat, self.game.seen(self.state, m, seat), mover)
        self.game.apply(self.state, m)
