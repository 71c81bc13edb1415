"""Defaults of the contract, and `State`: a game as Python sees it, for tests, services and people."""
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from hunch.engines.keys cimport hash_bytes
from hunch.engines.rng cimport below, next_word, picked, seeded, unit

from hunch.engines.errors import BadState, IllegalMove

DEBUG = bool(hunch_debug)


cdef class Game:
    def __init__(self, str name, dict options, str data_hash):
        self.name, self.options, self.data_hash = name, options, data_hash
        self.version, self.unit, self.opponent_trust, self.flaws = 1, 1.0, 1.0, ("",)

    cdef void begin(self, void* s) noexcept nogil:
        pass

    cdef int32_t to_move(self, const void* s) noexcept nogil:
        return OVER

    cdef int32_t legal(self, const void* s, move_t* out) noexcept nogil:
        return 0

    cdef uint32_t multiplicity(self, const void* s, move_t m) noexcept nogil:
        return 1

    cdef int32_t chances(self, const void* s, move_t* out, uint32_t* weight) noexcept nogil:
        return 0

    cdef move_t roll(self, const void* s, Rng* rng) noexcept nogil:
        cdef move_t out[MOST_CHANCES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef int32_t n = self.chances(s, out, weight)
        return out[picked(rng, weight, n)] if n > 1 else out[0]

    cdef void apply(self, void* s, move_t m) noexcept nogil:
        pass

    cdef void returns(self, const void* s, double* out) noexcept nogil:
        pass

    cdef void estimate(self, const void* s, double* out) noexcept nogil:
        memset(out, 0, self.seats * sizeof(double))

    cdef bint is_resolved(self, const void* since, const void* s) noexcept nogil:
        return False

    cdef bint payoff_matrix(self, const void* s, int32_t* turns, float* out) noexcept nogil:
        return False

    cdef void drop_irrelevant(self, void* s) noexcept nogil:
        pass

    cdef move_t seen(self, const void* s, move_t m, int32_t seat) noexcept nogil:
        return m

    cdef void hide(self, void* s, int32_t seat) noexcept nogil:
        pass

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        return False

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        if cap < 1:
            return -1
        memcpy(out, view, self.state_bytes)
        weight[0] = 1.0
        return 1

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return True

    cdef bint forget(self) noexcept nogil:
        return False

    cdef move_t rollout_move(self, const void* s, Rng* rng) noexcept nogil:
        cdef move_t out[MOST_MOVES]
        cdef int32_t n = self.legal(s, out)
        return out[below(rng, n)] if n > 1 else out[0]

    cdef bint prior(self, const void* s, const move_t* moves, int32_t n, float* out) noexcept nogil:
        return False

    cdef int32_t rollout(self, void* s, Rng* rng, double* out) noexcept nogil:
        cdef int32_t steps = 0
        cdef int32_t turn = self.to_move(s)
        while turn != OVER:
            self.apply(s, self.roll(s, rng) if turn == CHANCE else self.rollout_move(s, rng))
            steps += 1
            turn = self.to_move(s)
        self.returns(s, out)
        return steps

    cdef int32_t leaf_value(self, void* s, Rng* rng, double* out) noexcept nogil:
        return self.rollout(s, rng, out)

    cdef int32_t flaw(self, const void* s) noexcept nogil:
        return 0

    cdef dict read(self, const void* s):
        raise TypeError("a game must define read")

    cdef int write(self, dict fields, void* s) except -1:
        raise TypeError("a game must define write")

    # Python ---------------------------------------------------------------------------------------------------

    def new(self):
        cdef State state = State(self)
        self.begin(state.data)
        return state

    def state(self, dict fields):
        cdef State state = State(self)
        try:
            self.write(fields, state.data)
        except (ValueError, OverflowError, IndexError, KeyError, TypeError) as error:
            raise BadState(self.name, f"a value does not fit: {error}") from None
        return state

    def from_bytes(self, bytes raw):
        cdef State state = State(self)
        if len(raw) != <Py_ssize_t>self.state_bytes:
            raise BadState(self.name, f"{len(raw)} bytes, but a state has {self.state_bytes}")
        memcpy(state.data, <const char*>raw, self.state_bytes)
        return state

    def forgets(self):
        return bool(self.forget())

    def __repr__(self):
        options = "".join(f", {key}={value!r}" for key, value in self.options.items())
        return f"load({self.name!r}{options})"


cdef class Stream:
    def __init__(self, uint64_t seed):
        self.rng = seeded(seed)

    def below(self, uint32_t n):
        if n == 0:
            raise ValueError("below(0) has no answer")
        return below(&self.rng, n)

    def unit(self):
        return unit(&self.rng)

    def word(self):
        return next_word(&self.rng)

    def choice(self, sequence):
        if not sequence:
            raise IndexError("nothing to choose from")
        return sequence[below(&self.rng, len(sequence))]


cdef class State:
    def __cinit__(self, Game game not None):
        self.game = game
        self.data = calloc(1, game.state_bytes)
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.data)

    cdef State blank(self):
        return State.__new__(State, self.game)

    cdef State clone(self):
        cdef State copy = self.blank()
        memcpy(copy.data, self.data, self.game.state_bytes)
        return copy

    def copy(self):
        return self.clone()

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __bytes__(self):
        return (<char*>self.data)[:self.game.state_bytes]

    def __eq__(self, other):
        if not isinstance(other, State) or (<State>other).game is not self.game:
            return NotImplemented
        return memcmp(self.data, (<State>other).data, self.game.state_bytes) == 0

    def __hash__(self):
        return hash(bytes(self))

    def __repr__(self):
        return f"<{self.game.name} state, {self.key():016x}>"

    def fields(self):
        return self.game.read(self.data)

    def key(self):
        return hash_bytes(self.data, self.game.state_bytes)

    @property
    def to_move(self):
        return self.game.to_move(self.data)

    @property
    def over(self):
        return self.game.to_move(self.data) == OVER

    def legal(self):
        cdef move_t out[MOST_MOVES]
        cdef int32_t i
        if self.game.to_move(self.data) < 0:
            return []
        return [out[i] for i in range(self.game.legal(self.data, out))]

    def chances(self):
        cdef move_t out[MOST_CHANCES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef int32_t i
        if self.game.to_move(self.data) != CHANCE:
            return []
        return [(out[i], weight[i]) for i in range(self.game.chances(self.data, out, weight))]

    def multiplicity(self, move_t move):
        return self.game.multiplicity(self.data, move)

    def apply(self, move):
        possible = self.legal() or [outcome for outcome, _ in self.chances()]
        if move not in possible:
            raise IllegalMove("move", f"{move!r} is not among the {len(possible)} possible here")
        return self.after(move)

    def after(self, move_t move):
        cdef State next_state = self.clone()
        self.game.apply(next_state.data, move)
        return next_state

    def roll(self, Stream stream not None):
        if self.game.to_move(self.data) != CHANCE:
            raise IllegalMove("move", "no chance event is due here")
        return self.game.roll(self.data, &stream.rng)

    def prior(self):
        cdef move_t out[MOST_MOVES]
        cdef float odds[MOST_MOVES]
        cdef int32_t n
        if self.game.to_move(self.data) < 0:
            return {}
        n = self.game.legal(self.data, out)
        if n == 0 or not self.game.prior(self.data, out, n, odds):
            return {}
        return {out[i]: odds[i] for i in range(n)}

    def rollout_move(self, Stream stream not None):
        if self.game.to_move(self.data) < 0:
            raise IllegalMove("move", "nobody is to move here")
        return self.game.rollout_move(self.data, &stream.rng)

    def returns(self):
        cdef double out[MOST_SEATS]
        cdef int32_t i
        if self.game.to_move(self.data) != OVER:
            raise BadState(self.game.name, "the game is not over")
        self.game.returns(self.data, out)
        return tuple(out[i] for i in range(self.game.seats))

    def estimate(self):
        cdef double out[MOST_SEATS]
        cdef int32_t i
        self.game.estimate(self.data, out)
        return tuple(out[i] for i in range(self.game.seats))

    def rollouts(self, int64_t count, Stream stream not None):
        return self._played(count, stream, True)

    def leaf_values(self, int64_t count, Stream stream not None):
        return self._played(count, stream, False)

    def _played(self, int64_t count, Stream stream, bint whole):
        cdef State scratch = self.blank()
        cdef double out[MOST_SEATS]
        cdef double[MOST_SEATS] total
        cdef int64_t steps = 0, _done
        cdef int32_t i
        memset(total, 0, sizeof(total))
        with nogil:
            for _done in range(count):
                memcpy(scratch.data, self.data, self.game.state_bytes)
                if whole:
                    steps += self.game.rollout(scratch.data, &stream.rng, out)
                else:
                    steps += self.game.leaf_value(scratch.data, &stream.rng, out)
                for i in range(self.game.seats):
                    total[i] += out[i]
        return steps, tuple(total[i] / max(count, 1) for i in range(self.game.seats))

    def reduced(self):
        cdef State less = self.clone()
        self.game.drop_irrelevant(less.data)
        return less

    def payoff_matrix(self):
        cdef float out[MOST_TURNS * MOST_TURNS]
        cdef int32_t turns[2]
        cdef int32_t i, j
        if self.game.seats != 2 or not self.game.payoff_matrix(self.data, turns, out):
            return None
        return [[out[i * turns[1] + j] for j in range(turns[1])] for i in range(turns[0])]

    def is_resolved(self, State since not None):
        return self.game.is_resolved(since.data, self.data)

    def played_on(self, Stream stream not None, State since not None):
        cdef State end = self.clone()
        cdef Game game = self.game
        cdef void* s = end.data
        cdef int32_t turn
        with nogil:
            turn = game.to_move(s)
            while turn != OVER and not game.is_resolved(since.data, s):
                game.apply(s, game.roll(s, &stream.rng) if turn == CHANCE else game.rollout_move(s, &stream.rng))
                turn = game.to_move(s)
        return end

    def flaw(self):
        return self.game.flaws[self.game.flaw(self.data)]

    def sound(self):
        cdef State world = self.clone()
        cdef Rng rng = seeded(0)
        cdef bint filled = self.game.fill(world.data, &rng)
        self.game.forget()
        return filled and self.game.flaw(world.data) == 0

    # Hidden information ---------------------------------------------------------------------------------------

    def seen(self, move_t move, int32_t seat):
        return self.game.seen(self.data, move, self._seat(seat))

    def view(self, int32_t seat):
        cdef State view = self.clone()
        self.game.hide(view.data, self._seat(seat))
        return view

    def follow(self, seen):
        if not 0 < seen < 2**32 or not self.game.fits(self.data, seen):
            raise IllegalMove("event", "this cannot be seen here")
        return self.after(seen)

    def fits(self, uint32_t seen):
        return self.game.fits(self.data, seen)

    def worlds(self, int64_t cap=10_000):
        cdef size_t size = self.game.state_bytes
        cdef char* out = <char*>calloc(max(cap, 1), size)
        cdef double* weight = <double*>calloc(max(cap, 1), sizeof(double))
        cdef int64_t count, i
        cdef State world
        try:
            if out == NULL or weight == NULL:
                raise MemoryError
            with nogil:
                count = self.game.worlds(self.data, cap, out, weight)
                self.game.forget()
            if count < 0:
                return None
            filled = []
            for i in range(count):
                world = self.blank()
                memcpy(world.data, out + i * size, size)
                filled.append((world, weight[i]))
            return filled
        finally:
            free(out)
            free(weight)

    def fill(self, Stream stream not None):
        cdef State world = self.clone()
        cdef bint filled = self.game.fill(world.data, &stream.rng)
        self.game.forget()
        if not filled:
            raise BadState(self.game.name, "no world fits what is known here")
        return world

    cdef int32_t _seat(self, int32_t seat) except -2:
        if not PUBLIC <= seat < self.game.seats:
            raise BadState("seat", f"{seat} is not one of the {self.game.seats} seats")
        return seat
