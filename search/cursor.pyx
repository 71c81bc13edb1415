"""A cursor: a world with the key of each seat, which moves on by one event at a time as a sampler does."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport CHANCE, NOTHING, PUBLIC, Game, State, move_t
from hunch.engines.keys cimport mix, scramble
from hunch.search.ucb cimport shared_key
from hunch.search.worlds cimport root_key


cdef class Cursor:
    def __cinit__(self, State world not None):
        self.world = world
        memset(self.keys, 0, sizeof(self.keys))
        memset(self.draws, 0, sizeof(self.draws))
        memset(self.unseen, 0, sizeof(self.unseen))
        self.common_key, self.common_draws = 1, 0

    cdef uint64_t key_of(self, int32_t seat) noexcept nogil:
        return mix(self.keys[seat], self.draws[seat]) | 1 if self.draws[seat] else self.keys[seat]

    def key(self, int32_t seat):
        return self.key_of(seat)

    def shared_key(self, int32_t seat):
        return shared_key(self.common_key, self.common_draws, self.unseen[seat], seat)

    def after(self, move_t move, int32_t mover):
        cdef Cursor there = self.copied()
        there.advance(move, mover)
        return there

    cdef Cursor copied(self):
        cdef Cursor same = Cursor.__new__(Cursor, self.world.clone())
        memcpy(same.keys, self.keys, sizeof(self.keys))
        memcpy(same.draws, self.draws, sizeof(self.draws))
        memcpy(same.unseen, self.unseen, sizeof(self.unseen))
        same.common_key, same.common_draws = self.common_key, self.common_draws
        return same

    cdef int advance(self, move_t move, int32_t mover) except -1:
        cdef Game game = self.world.game
        cdef int32_t seat
        cdef move_t token, first = NOTHING, differs = 0
        cdef bint missed = False
        for seat in range(game.seats):
            token = game.seen(self.world.data, move, seat)
            first = first if seat else token
            differs |= token ^ first
            if token == NOTHING:
                missed = True
            elif mover == CHANCE:
                self.draws[seat] += scramble(token)
            else:
                self.keys[seat], self.draws[seat] = mix(self.key_of(seat), token) | 1, 0
        if not missed:
            self.notice_common(game.seen(self.world.data, move, PUBLIC) if differs else first, mover)
        if mover != CHANCE:
            self.unseen[mover] += 1
        game.apply(self.world.data, move)
        return 0

    cdef void notice_common(self, move_t token, int32_t mover) noexcept nogil:
        if token == NOTHING:
            return
        if mover == CHANCE:
            self.common_draws += scramble(token)
            return
        self.common_key, self.common_draws = mix(mix(self.common_key, self.common_draws), token), 0
        memset(self.unseen, 0, sizeof(self.unseen))

    def with_keys(self, rename):
        cdef Cursor same = Cursor.__new__(Cursor, self.world)
        cdef int32_t seat
        memcpy(same.draws, self.draws, sizeof(self.draws))
        for seat in range(self.world.game.seats):
            same.keys[seat] = rename(self.keys[seat])
        return same


def root_cursor(State world not None):
    cdef Cursor cursor = Cursor.__new__(Cursor, world)
    cdef State scratch = world.blank()
    cdef int32_t seat
    for seat in range(world.game.seats):
        cursor.keys[seat] = root_key(world.game, world.data, seat, scratch.data)
    return cursor
