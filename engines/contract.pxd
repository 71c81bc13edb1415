"""The contract: what a game owes to a search, a solver, a table of people and an app that sees only one seat.

Read this file first. A game is a subclass of `Game`; its position is a flat C struct that the methods below take
as `void*` and cast once. All methods are pure functions of their arguments and of tables fixed when the game was
made, so any number of threads may share one `Game`.

States
    Fixed size, a multiple of 8 bytes, no pointers, no padding, unused slots zero, sets in canonical order: a clone
    is `memcpy`, equality is `memcmp`, a key is a hash of the bytes. Knowledge is in the state: who has seen which
    hidden card, what was exchanged with whom. All zeros need not be a state; `begin` writes the first one.

Moves
    A `move_t` names the action itself ("play the 7"), never "the n-th option", and is never 0. Cards are kinds with
    counts: three equal 2s are one move, with chance weight 3. A move code must tell by itself what it is, as nobody
    stores the state beside it.

Chance
    Every random thing is a step of its own with `to_move(s) == CHANCE`: nothing random hides inside `apply`. Big
    shuffles are drawn one kind at a time. A reveal is such a step too, with one outcome, whose code names what is
    revealed. So one engine serves a search (which rolls), a solver (which enumerates), a replay, and a table with
    real dice (which is told).

Simultaneous choices
    They are made one after the other, lower seat first; a choice that waits for the others is *pending*. `seen`
    says NOTHING of it to the others and `hide` replaces it by a hole, the same hole whether the choice was made or
    not. So a view never tells who has chosen. `fill` and `worlds` take such a hole back to "not chosen yet".

Worlds and views
    A *world* has no holes. A *view* is `hide(world, seat)`: what that seat (or PUBLIC) cannot know is a hole. On a
    view only these are defined: `to_move` (the owner while he owes a choice, else whoever comes next as far as the
    owner knows), `legal` and `prior` when that is the owner, `apply` and `fits` of moves as the owner saw them, `hide`
    to the same owner, `worlds` and `fill`. Everything else wants a world.

Weights
    The weight of a world is the probability of its chance events given the view, where choices the owner has not
    seen are taken to have been equally likely among the legal ones, each counted in all its `multiplicity`: a player who holds
    three equal 2s plays a 2 three times as likely as his single 5, as if he drew it blindly. Only ratios count.

The laws (tests/engines/test_laws.py checks them for every registered game)
    1  `to_move`, `legal` and `chances` agree; weights are positive; `roll` follows them.
    2  A copy is a full clone; equal seeds give equal games; codecs invert; `flaw` stays 0.
    3  `hide` is idempotent; `hide(fill(hide(s, i)), i) == hide(s, i)`; `fill` follows `worlds`.
    4  Play commutes with hiding: `hide(apply(s, m), i) == apply(hide(s, i), seen(s, m, i))`, bytes.
    5  Equal keys give their owner the same turn and the same legal moves.
    6  On a view the methods named above work, and give the owner what the world gives him: `prior` too.
    7  A world that forgot goes on as before: turns, moves, chances, what is seen and payoffs are the same, and whoever
       could not tell two worlds apart still cannot.
    8  `payoff_matrix` is what play brings.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.rng cimport Rng

ctypedef uint32_t move_t

cdef extern from "stdint.h":
    # One byte in a state. Cython reads an array of its own `uint8_t` as a string that ends at the first 0; of these
    # it makes a list of numbers, which is what `Game.read` and `Game.write` need.
    ctypedef unsigned short u8 "uint8_t"
    ctypedef short i8 "int8_t"

cpdef enum:
    CHANCE = -1          # `to_move`: dice, a draw or a reveal comes next
    OVER = -2            # `to_move`: the game has ended
    PUBLIC = -1          # as a seat of `seen`, `hide`: one who sees only what all see
    NOTHING = 0          # `seen`: the seat noticed nothing at all
    MOST_SEATS = 6       # bounds of the house, so that callers can keep scratch space on the stack
    MOST_MOVES = 1024
    MOST_CHANCES = 1024
    MOST_TURNS = 32      # of each seat in `payoff_matrix`

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
    cdef readonly str name             # as in the registry
    cdef readonly int version          # rises when the rules play differently
    cdef readonly str data_hash        # of the cards, tiles and boards in use
    cdef readonly dict options
    cdef readonly tuple flaws          # what each code of `flaw` means; flaws[0] is ""
    cdef readonly int32_t seats
    cdef readonly bint zero_sum        # two seats whose payoffs add up to 0
    cdef readonly bint solitaire       # one seat against chance
    cdef readonly bint hidden          # some seat may know less than the world
    cdef readonly int32_t most_moves    # upper bounds: of `legal`,
    cdef readonly int32_t most_chances  # of `chances`,
    cdef readonly int32_t most_plies    # and of steps in a game, chance included
    cdef readonly double unit          # game points that a payoff of 1.0 stands for
    cdef readonly double opponent_trust         # a search takes others to keep so many times more to `prior` than who asks; 1
    cdef readonly size_t state_bytes

    # Play ----------------------------------------------------------------------------------------------------
    cdef void begin(self, void* s) noexcept nogil
    # The first state, before any chance event. `s` is zeroed.

    cdef int32_t to_move(self, const void* s) noexcept nogil
    # A seat, CHANCE or OVER.

    cdef int32_t legal(self, const void* s, move_t* out) noexcept nogil
    # The moves of the seat to move, at least one, each once, in an order that depends on what the seat knows only.

    cdef uint32_t multiplicity(self, const void* s, move_t m) noexcept nogil
    # How many choices that nobody can tell apart a legal move stands for, such as any of three equal 2s; only the
    # weights of worlds count them. The default is 1.

    cdef int32_t chances(self, const void* s, move_t* out, uint32_t* weight) noexcept nogil
    # The outcomes of the chance step, each once, with whole positive weights.

    cdef move_t roll(self, const void* s, Rng* rng) noexcept nogil
    # One of `chances` with that probability. The default enumerates; override where drawing is faster.

    cdef void apply(self, void* s, move_t m) noexcept nogil
    # `s` becomes the next state. `m` is legal, or a chance outcome, or on a view what its owner saw (not NOTHING).

    cdef void returns(self, const void* s, double* out) noexcept nogil
    # Payoffs of a finished world in [-1, 1], one per seat; they add up to 0 when `zero_sum`.

    cdef void estimate(self, const void* s, double* out) noexcept nogil
    # A guess on the same scale for any world, for a search that stops early. The default is all zeros.

    cdef bint is_resolved(self, const void* since, const void* s) noexcept nogil
    # Whether what a choice in world `since` was about is decided in `s`, a later world of the same game: reasons for
    # that choice are read there. The default is never, so that they are read at the end of the game.

    cdef bint payoff_matrix(self, const void* s, int32_t* turns, float* out) noexcept nogil
    # Where both of two seats choose in this step of a world and nothing is left to choose or to chance after it: how
    # many whole turns each has, and what seat 0 is paid for each of its own against each of seat 1's, row by row. Turns
    # stand in the order of `legal`, the first move first; `out` holds MOST_TURNS ** 2. False elsewhere and, which is
    # the default, where the game does not say.

    # Hidden information --------------------------------------------------------------------------------------
    cdef void drop_irrelevant(self, void* s) noexcept nogil
    # A world loses what told its owners something about the hidden, but changes nothing that can still happen: exact
    # ends take worlds together that are then alike. The default forgets nothing.

    cdef move_t seen(self, const void* s, move_t m, int32_t seat) noexcept nogil
    # `m`, played in world `s`, as `seat` saw it: itself, a veiled form ("a card face down") or NOTHING.

    cdef void hide(self, void* s, int32_t seat) noexcept nogil
    # `s` becomes the view of `seat`.

    cdef bint fits(self, const void* view, move_t m) noexcept nogil
    # Whether the owner of `view` could be told `m` now. Takes any 32 bits: this is the border for observations.

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil
    # All worlds that fit the view, each once, with their weights; -1 when there are more than `cap`.
    # `out` holds `cap` states. 0 when the view contradicts itself.

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil
    # `view` becomes one of its worlds, drawn with exactly the weights of `worlds`. False when there is none, and
    # then `view` is undefined. A world is left as it is, but for pending choices of which it has no hole.

    # Rollouts ------------------------------------------------------------------------------------------------
    cdef move_t rollout_move(self, const void* s, Rng* rng) noexcept nogil
    # The move of the rollout policy; the default is uniform over `legal`.

    cdef bint prior(self, const void* s, const move_t* moves, int32_t n, float* out) noexcept nogil
    # How good each of the `legal` moves looks to the seat that is to move: positive shares that add up to 1, worked out
    # from what it knows only. False where the game has no opinion, which is the default. Works on the owner's view too.

    cdef int32_t rollout(self, void* s, Rng* rng, double* out) noexcept nogil
    # Plays the world `s` to the end with `roll` and `rollout_move`, writes `returns`, gives the number of steps; `s` is
    # undefined afterwards. A game overrides it where static dispatch pays; the distribution must not change.

    cdef int32_t leaf_value(self, void* s, Rng* rng, double* out) noexcept nogil
    # What a search takes for the payoffs of the world `s` where it stops choosing, and the number of steps played for
    # it; `s` is undefined afterwards. The default is a `rollout`. A game overrides it whose `estimate` soon errs less
    # than a single rollout does.

    # Checks --------------------------------------------------------------------------------------------------
    cdef int32_t flaw(self, const void* s) noexcept nogil
    # 0 when a world is sound (inventories conserved, counts in range), else an index into `flaws`. Takes any bytes.

    # Python --------------------------------------------------------------------------------------------------
    cdef dict read(self, const void* s)
    # The struct as a dict of its fields: `return (<XState*>s)[0]`, or by a `Layout` where it is large.

    cdef int write(self, dict fields, void* s) except -1
    # The reverse: `(<XState*>s)[0] = fields`. Raises where a value does not fit its field.


cdef class Stream:
    cdef Rng rng


cdef class State:
    cdef readonly Game game
    cdef void* data

    cdef State blank(self)             # a zeroed state of the same game
    cdef State clone(self)
    cdef int32_t _seat(self, int32_t seat) except -2   # the seat, or BadState
