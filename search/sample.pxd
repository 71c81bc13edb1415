"""What every sampling search shares: one world a time, keys carried along, growth until a limit."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, NOTHING, Game, move_t
from hunch.engines.keys cimport mix, scramble
from hunch.engines.rng cimport Rng
from hunch.search.stop cimport Budget
from hunch.search.tree cimport Node, Tree
from hunch.search.worlds cimport World, Worlds

cdef enum:
    MOST_DEPTH = 512     # decisions inside the tree in one iteration; beyond it the rollout goes on


cdef class Sampler:
    cdef Game game
    cdef Worlds worlds
    cdef Tree tree
    cdef Rng rng
    cdef int32_t asker, seats
    cdef char* state                    # the world that is played
    cdef uint64_t keys[MOST_SEATS]      # what each seat knows,
    cdef uint64_t draws[MOST_SEATS]     # and the sum of the chance events it saw since
    cdef bint fresh                     # whether the asker has seen nothing but his own moves
    cdef readonly int64_t iterations    # made so far: payoffs taken
    cdef int64_t most                   # and how many there may be
    cdef const int* flag                # raised to end it; for those who make many payoffs in one iteration
    cdef int64_t starts                 # worlds root_cursor; not the same where one is played to several ends
    cdef int32_t ends                   # payoffs of this start
    cdef World* world                   # this start's
    cdef int32_t horizon                # plies of a rollout before `estimate`; 0 leaves it to the game
    cdef double payoff[MOST_SEATS]      # of the iteration
    cdef uint64_t* bounded              # keys of the asker where not all moves may be tried,
    cdef int32_t bounds                 # how many of them there are,
    cdef move_t* permitted              # and for each how many may be, and which: MOST_MOVES + 1 numbers each
    cdef double total, squares          # of the asker's payoffs

    cdef void iterate(self) noexcept nogil
    # One world from the root to `ends` payoffs and back.

    cdef int grow(self, Budget* budget) noexcept nogil
    # Iterates until the budget says why not to.

    cdef void begin(self) noexcept nogil
    # Draws the iteration's world.

    cdef int32_t keep(self, uint64_t key, move_t* moves, float* odds, int32_t n) noexcept nogil
    # How many of the legal moves at a key may be tried: those come first, in the order they had. Their `odds`, where
    # they are not NULL, go along and add up to 1 again.

    cdef void evaluate(self) noexcept nogil
    # Plays the world on by the rollout policy and fills `payoff`.

    cdef inline uint64_t key_of(self, int32_t seat) noexcept nogil:
        """The key of what the seat knows now. Draws in a row were added up, so their order does not split a node."""
        if self.draws[seat]:
            self.keys[seat] = mix(self.keys[seat], self.draws[seat]) | 1
            self.draws[seat] = 0
        return self.keys[seat]

    cdef inline void play(self, move_t m, int32_t mover) noexcept nogil:
        """Everybody sees the move or the chance event as he does, and it happens."""
        cdef int32_t seat
        cdef move_t token
        for seat in range(self.seats):
            token = self.game.seen(self.state, m, seat)
            if token == NOTHING:
                continue
            if mover < 0:
                self.draws[seat] += scramble(token)
            else:
                self.keys[seat] = mix(self.key_of(seat), token) | 1
            if seat == self.asker and mover != seat:
                self.fresh = False
        self.game.apply(self.state, m)
