"""UCB in which named turns have shares of their own: what they are worth is found out, however good they look."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from hunch.engines.keys cimport mix
from hunch.search.tree cimport Node
from hunch.search.ucb cimport Ucb, counts_of


cdef class NamedUcb(Ucb):
    def __init__(self, worlds, tree, seed, params, int32_t horizon, turns, bint half_free):
        cdef int32_t i, j
        cdef uint64_t key
        if self.named != NULL:
            raise TypeError("turns are named once")
        Ucb.__init__(self, worlds, tree, seed, params, horizon)
        self.count, self.length, self.forced = len(turns), max(map(len, turns)), -1
        self.period = 2 * self.count if half_free else self.count
        self.named = <NamedStep*>calloc(self.count * self.length, sizeof(NamedStep))
        if self.named == NULL:
            raise MemoryError
        for i, turn in enumerate(turns):
            key = self.worlds.asker_key
            for j, move in enumerate(turn):
                self.named[i * self.length + j].key, self.named[i * self.length + j].move = key, move
                key = mix(key, <uint64_t>move) | 1

    def __dealloc__(self):
        free(self.named)

    cdef void iterate(self) noexcept nogil:
        # Kept worlds come again in their order. Each cycle is shifted, so that every turn meets every world.
        self.forced = <int32_t>((self.starts + self.starts // self.worlds.room) % self.period)
        if self.forced >= self.count:
            self.forced = -1
        Ucb.iterate(self)

    cdef uint32_t choose(self, Node* node) noexcept nogil:
        cdef int32_t at
        cdef uint32_t i
        if self.forced >= 0:
            for at in range(self.forced * self.length, (self.forced + 1) * self.length):
                if self.named[at].key != node.key:
                    continue
                for i in range(node.moves):
                    if counts_of(self.tree.words, node)[i].move == self.named[at].move:
                        return i
        return Ucb.choose(self, node)
