"""The root: the worlds in which a search starts, each with the keys of the seats and a weight."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from hunch.engines.contract cimport PUBLIC, Game, State, check
from hunch.engines.keys cimport hash_bytes, mix
from hunch.engines.rng cimport Rng, seeded, unit
from hunch.search.beliefs cimport Beliefs

cdef enum:
    REACH_DRAWS = 100               # public worlds drawn to estimate how often the asker's view allows one

MOST_WORLDS = 4096
# Share of worlds drawn from beliefs. The rest is drawn from the view, as real players differ from the beliefs' model.
cdef double BELIEVED = 0.9


cdef uint64_t root_key(Game game, const void* world, int32_t seat, void* scratch) noexcept nogil:
    memcpy(scratch, world, game.state_bytes)
    game.hide(scratch, seat)
    return mix(hash_bytes(scratch, game.state_bytes), <uint64_t>(seat + 1)) | 1


def key_of_view(State view not None, int32_t seat):
    return root_key(view.game, view.data, seat, view.blank().data)


cdef class Worlds:
    def __cinit__(self, State view not None, int32_t seat, int64_t room, bint public=False, double aimed_share=0.5,
                  uint64_t seed=0, Beliefs beliefs=None):
        self.game, self.view, self.seat = view.game, view, seat
        self.scratch = view.blank()
        self.room = max(room, 1)
        self.size = sizeof(World) + view.game.state_bytes
        self.pool = <char*>malloc(self.size * self.room)
        if self.pool == NULL:
            raise MemoryError
        self.asker_key = root_key(self.game, view.data, seat, self.scratch.data)
        self.aimed_share, self.aimed_weight = 1.0, 1.0
        self.beliefs = beliefs
        if public:
            self._widen(aimed_share, seed)
            self.game.forget()

    def __dealloc__(self):
        free(self.pool)

    def _widen(self, double aimed_share, uint64_t seed):
        """Draws from the public view, too. Only ratios of weights count, so an estimate of the reach is enough."""
        cdef State public = self.view.clone()
        cdef State world = self.view.blank()
        cdef Rng rng = seeded(seed ^ <uint64_t>0x5EEDB0B)
        cdef int64_t _draw, met = 0
        self.game.hide(public.data, PUBLIC)
        for _draw in range(REACH_DRAWS):
            memcpy(world.data, public.data, self.game.state_bytes)
            if not self.game.fill(world.data, &rng):
                return
            met += root_key(self.game, world.data, self.seat, self.scratch.data) == self.asker_key
        cdef double reach = (met + 0.5) / (REACH_DRAWS + 0.5)
        self.public = public
        self.aimed_share = aimed_share
        self.aimed_weight = 1.0 / (aimed_share / reach + 1.0 - aimed_share)

    cdef World* draw(self, int64_t index, Rng* rng) noexcept nogil:
        cdef int64_t at = index if index < self.room else index % self.room
        cdef World* world = <World*>(self.pool + at * self.size)
        if at >= self.made:
            self._fill(world, rng)
            self.made = at + 1
        return world

    cdef World* draw_fresh(self, Rng* rng) noexcept nogil:
        self._fill(<World*>self.pool, rng)
        self.made += 1
        return <World*>self.pool

    cdef void _fill(self, World* world, Rng* rng) noexcept nogil:
        cdef void* state = <void*>(world + 1)
        cdef int32_t seat
        cdef bint narrow = self.public is None or unit(rng) < self.aimed_share
        if self.beliefs is not None and unit(rng) < BELIEVED:
            memcpy(state, self.beliefs.draw(rng), self.game.state_bytes)
        else:
            memcpy(state, self.view.data if narrow else self.public.data, self.game.state_bytes)
        if not self.game.fill(state, rng):
            check(False, "worlds: a view that was checked has a world")
        for seat in range(self.game.seats):
            world.keys[seat] = root_key(self.game, state, seat, self.scratch.data)
        world.aimed = world.keys[self.seat] == self.asker_key
        world.weight = 1.0
        if self.public is not None:
            world.weight = self.aimed_weight if world.aimed else 1.0 / (1.0 - self.aimed_share)
