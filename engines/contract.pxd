"""The contract: what a game owes to a search, a solver, a table of people and an app that sees only one seat.

Read this file first. A game is a subclass of `Game`. Its position is a flat C struct, which the methods below take as
`void*` and cast once. All methods are pure functions of their arguments and of tables that are fixed when the game is
made. So any number of threads may share one `Game`.

States
    Fixed size, a multiple of 8 bytes, no pointers, no padding, unused slots zero, sets in canonical order: a clone
    is `memcpy`, equality is `memcmp`, a key is a hash of the bytes. Knowledge is in the state: which seat has seen
    which hidden card, and what it exchanged with another. All zeros need not be a state; `begin` writes the first one.

Moves
    A `move_t` names the action itself ("play the 7"), never "the n-th option", and is never 0. Cards are kinds with
    counts: three equal 2s are one move, with chance weight 3. A move code explains itself, because nobody stores the
    state beside it.

Chance
    Every random event is a step of its own with `to_move(s) == CHANCE`: nothing random hides inside `apply`. Big
    shuffles are drawn one kind at a time. A reveal is such a step too, with one outcome, whose code names what is
    revealed. So one engine serves a search (which rolls), a solver (which enumerates), a replay, and a table with
    real dice (which reports what they show).

Simultaneous choices
    They are made one after the other, lower seat first; a choice that waits for the others is *pending*. To the
    others `seen` returns NOTHING for it, and `hide` replaces it by a hole. The hole is the same whether the choice was
    made or not, so a view never shows which seats have chosen. `fill` and `worlds` turn it back into "not chosen yet".

Worlds and views
    A *world* has no holes. A *view* is `hide(world, seat)`: what that seat (or PUBLIC) cannot know is a hole. That seat
    is the *owner* of the view. On a view only these are defined: `to_move`; `legal` and `prior` if the owner is to
    move; `apply` and `fits` of moves as the owner saw them; `hide` to the same owner; `worlds` and `fill`. There
    `to_move` is the owner while they owe a choice, else the next seat as far as the owner knows. Everything else needs
    a world.

Weights
    The weight of a world is the probability of its chance events, given the view. Choices that the owner has not seen
    count as equally likely among the legal ones, each times its `multiplicity`. So a player with three equal 2s and a
    single 5 plays a 2 with three times the probability, as if drawing it blindly. Only ratios count.

The laws (tests/engines/test_laws.py checks them for every registered game)
    1  `to_move`, `legal` and `chances` agree; weights are positive; `roll` follows them.
    2  A copy is a full clone; equal seeds give equal games; codecs invert; `flaw` stays 0.
    3  `hide` is idempotent; `hide(fill(hide(s, i)), i) == hide(s, i)`; `fill` follows `worlds`.
    4  Play commutes with hiding: `hide(apply(s, m), i) == apply(hide(s, i), seen(s, m, i))`, bytes.
    5  Equal keys give their owner the same turn and the same legal moves.
    6  On a view the methods named above work, and return the same to the owner as on the world: `prior` too.
    7  After `drop_irrelevant` a world plays on as before: turns, moves, chances, what is seen and payoffs are the same.
       A seat that could not distinguish two worlds still cannot.
    8  `payoff_matrix` holds the payoffs that play leads to.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.rng cimport Rng

ctypedef uint32_t move_t

cdef extern from "stdint.h":
    # One byte in a state. Cython converts an array of its own `uint8_t` to a string that ends at the first 0. It
    # converts an array of these to a list of numbers, which `Game.read` and `Game.write` need.
    ctypedef unsigned short u8 "uint8_t"
    ctypedef short i8 "int8_t"

cpdef enum:
    CHANCE = -1          # `to_move`: dice, a draw or a reveal comes next
    OVER = -2            # `to_move`: the game has ended
    PUBLIC = -1          # as a seat of `seen` and `hide`: an observer, who sees only what all see
    NOTHING = 0          # `seen`: the seat noticed nothing at all
    # Bounds for every game, so that callers can keep scratch space on the stack:
    MOST_SEATS = 6       # seats of a game
    MOST_MOVES = 1024    # moves that `legal` writes
    MOST_CHANCES = 1024  # outcomes that `chances` writes
    MOST_TURNS = 32      # turns of each seat in `payoff_matrix`

cdef extern from *:
    """
    #ifndef HUNCH_CHECK
    #define HUNCH_CHECK
    #include <stdio.h>
    #include <stdlib.h>
    #ifdef HUNCH_DEBUG
    static const int hunch_debug __attribute__((unused)) = 1;
    static inline void hunch_check(int holds, const char *what) {
        if (!holds) { fprintf(stderr, "hunch: broken promise: %s\\n", what); abort(); }
    }
    #else
    static const int hunch_debug __attribute__((unused)) = 0;
    #define hunch_check(holds, what) ((void)0)
    #endif
    #endif
    """
    const int hunch_debug                                                # 1 in a build with HUNCH_DEBUG=1
    void check "hunch_check"(bint holds, const char* what) noexcept nogil  # aborts in that build, else costs nothing


cdef class Game:
    # Fixed when the game is made; see contract.pyi for the Python side of each.
    cdef readonly str name               # as in the registry
    cdef readonly int version            # rises when the rules play differently
    cdef readonly str data_hash          # a hash of the cards, tiles and boards in use
    cdef readonly dict options           # the value of each option, by its name
    cdef readonly tuple flaws            # what each code of `flaw` means; flaws[0] is ""
    cdef readonly int32_t seats          # number of seats, at most MOST_SEATS
    cdef readonly bint zero_sum          # two seats whose payoffs add up to 0
    cdef readonly bint solitaire         # one seat against chance
    cdef readonly bint hidden            # some seat may know less than the world
    cdef readonly int32_t most_moves     # no state has more `legal` moves
    cdef readonly int32_t most_chances   # no state has more outcomes of `chances`
    cdef readonly int32_t most_plies     # no game has more steps, chance events included
    cdef readonly double unit            # game points that a payoff of 1.0 stands for
    cdef readonly double opponent_trust  # how many times more a search trusts `prior` for opponents than for the asker
    cdef readonly size_t state_bytes     # size of the struct

    # Play ----------------------------------------------------------------------------------------------------
    cdef void begin(self, void* s) noexcept nogil
    # The first state, before any chance event. `s` is zeroed.

    cdef int32_t to_move(self, const void* s) noexcept nogil
    # A seat, CHANCE or OVER.

    cdef int32_t legal(self, const void* s, move_t* out) noexcept nogil
    # The moves of the seat to move, at least one, each once, in an order that depends only on what the seat knows.

    cdef uint32_t multiplicity(self, const void* s, move_t m) noexcept nogil
    # How many indistinguishable choices a legal move stands for, such as any of three equal 2s. Only the weights of
    # worlds count them. The default is 1.

    cdef int32_t chances(self, const void* s, move_t* out, uint32_t* weight) noexcept nogil
    # The outcomes of the chance step, each once, with whole positive weights.

    cdef move_t roll(self, const void* s, Rng* rng) noexcept nogil
    # One of `chances` with that probability. The default enumerates; override where drawing is faster.

    cdef void apply(self, void* s, move_t m) noexcept nogil
    # `s` becomes the next state. `m` is legal, or a chance outcome, or, on a view, what its owner saw (not NOTHING).

    cdef void returns(self, const void* s, double* out) noexcept nogil
    # Payoffs of a finished world in [-1, 1], one per seat; they add up to 0 when `zero_sum`.

    cdef void estimate(self, const void* s, double* out) noexcept nogil
    # An estimate on the same scale for any world, for a search that stops early. The default is all zeros.

    cdef bint is_resolved(self, const void* since, const void* s) noexcept nogil
    # Whether `s`, a later world of the same game, has decided what a choice in world `since` was about. The reasons for
    # that choice are read there. The default is never, so they are read at the end of the game.

    cdef bint payoff_matrix(self, const void* s, int32_t* turns, float* out) noexcept nogil
    # For a world in which two seats choose together once more, and no choice or chance event follows. Writes how many
    # whole turns each seat has, and the payoffs of seat 0: a row for each of its turns, a column for each of seat 1's.
    # Turns are in the order of `legal`, by their first move, then by the next. `out` has room for MOST_TURNS ** 2.
    # False for any other world, and always by default.

    # Hidden information --------------------------------------------------------------------------------------
    cdef void drop_irrelevant(self, void* s) noexcept nogil
    # Removes knowledge from a world that can no longer affect play. Exact endgames merge worlds that are then equal.
    # The default removes nothing.

    cdef move_t seen(self, const void* s, move_t m, int32_t seat) noexcept nogil
    # `m`, played in world `s`, as `seat` saw it: `m` itself, a veiled form ("a card face down") or NOTHING.

    cdef void hide(self, void* s, int32_t seat) noexcept nogil
    # `s` becomes the view of `seat`.

    cdef bint fits(self, const void* view, move_t m) noexcept nogil
    # Whether the owner of `view` could observe `m` next. Takes any 32 bits: this is the border for observations.

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil
    # Writes all worlds that fit the view, each once, with their weights, and returns their number: 0 if the view
    # contradicts itself, -1 if there are more than `cap`. `out` has room for `cap` states.

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil
    # `view` becomes one of its worlds, drawn with exactly the weights of `worlds`. False if there is none; then `view`
    # is undefined. A world stays as it is.

    cdef bint forget(self) noexcept nogil
    # Drops what this thread keeps of a view for its next `fill` or `worlds`, and returns whether it kept anything. Who
    # calls those two calls this at the end, else the time of the next asker's call shows whose view was there before.
    # The default keeps nothing.

    # Rollouts ------------------------------------------------------------------------------------------------
    cdef move_t rollout_move(self, const void* s, Rng* rng) noexcept nogil
    # The move of the rollout policy; the default is uniform over `legal`.

    cdef bint prior(self, const void* s, const move_t* moves, int32_t n, float* out) noexcept nogil
    # How good each of the `legal` moves looks to the seat to move: positive shares that add up to 1, computed only from
    # what that seat knows. False if the game has no opinion, which is the default. Works on the owner's view too.

    cdef int32_t rollout(self, void* s, Rng* rng, double* out) noexcept nogil
    # Plays the world `s` to the end with `roll` and `rollout_move`, writes `returns`, and returns the number of steps.
    # `s` is undefined afterwards. A game may override it for static dispatch; the distribution must not change.

    cdef int32_t leaf_value(self, void* s, Rng* rng, double* out) noexcept nogil
    # Writes the payoffs that a search assumes for the world `s` when it stops choosing, and returns the number of steps
    # played. `s` is undefined afterwards. The default is a `rollout`. A game overrides it if a few steps and `estimate`
    # err less than a single rollout.

    # Checks --------------------------------------------------------------------------------------------------
    cdef int32_t flaw(self, const void* s) noexcept nogil
    # 0 if a world is sound (inventories conserved, counts in range), else an index into `flaws`. Takes any bytes.

    # Python --------------------------------------------------------------------------------------------------
    cdef dict read(self, const void* s)
    # The struct as a dict of its fields: `return (<XState*>s)[0]`, or by a `Layout` if the struct is large.

    cdef int write(self, dict fields, void* s) except -1
    # The reverse: `(<XState*>s)[0] = fields`. Raises if a value does not fit its field.


cdef class Stream:
    cdef Rng rng                       # the generator, in place


cdef class State:
    cdef readonly Game game            # the rules that this state belongs to
    cdef void* data                    # the struct; owned

    cdef State blank(self)             # a zeroed state of the same game
    cdef State clone(self)
    cdef int32_t _seat(self, int32_t seat) except -2   # the seat, or BadState
