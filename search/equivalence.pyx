"""Worlds taken together that differ in nothing that anybody's play can depend on."""
from libc.math cimport floor
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport Game
from hunch.engines.keys cimport hash_bytes, mix, scramble
from hunch.search.stop cimport is_raised, now
from hunch.search.worlds cimport root_key

cdef enum:
    MOST_ROUNDS = 64         # of splitting, after which no two worlds are taken together
    LEAST_SLOTS = 16
    GLANCE = 0x1FF           # worlds between two looks at flag and clock, less one

cdef double GRAIN = 1e9      # shares of worlds are told apart from a billionth


cdef inline double unit_of(uint64_t key) noexcept nogil:
    return <double>(scramble(key) >> 11) / <double>(<uint64_t>1 << 53)


cdef inline int64_t place(Type* table, int64_t slots, uint64_t key) noexcept nogil:
    """The slot of a key: where it is or where it belongs."""
    cdef int64_t slot = scramble(key) & (slots - 1)
    while table[slot].key and table[slot].key != key:
        slot = (slot + 1) & (slots - 1)
    return slot


cdef bint given_up(const Work* w) noexcept nogil:
    return is_raised(w.flag) or (w.deadline and now() > w.deadline)


cdef int64_t classes(Type* table, int64_t slots, uint64_t* kinds) noexcept nogil:
    """How many kinds of types there are; `kinds` is scratch of as many slots."""
    cdef int64_t i, slot, found = 0
    for i in range(slots):
        kinds[i] = 0
    for i in range(slots):
        if table[i].key:
            slot = table[i].kind & (slots - 1)
            while kinds[slot] and kinds[slot] != table[i].kind:
                slot = (slot + 1) & (slots - 1)
            found += kinds[slot] == 0
            kinds[slot] = table[i].kind
    return found


cdef void split(Work* w, const Root* roots) noexcept nogil:
    """Once: types part where they leave other classes likely."""
    cdef int64_t i
    cdef int32_t seat
    cdef uint64_t word
    cdef Type* here
    for seat in range(2):
        for i in range(w.slots):
            w.type[seat][i].leaves[0] = w.type[seat][i].leaves[1] = 0.0
    for i in range(w.count):
        for seat in range(2):
            here = &w.type[seat][w.at[2 * i + seat]]
            word = mix(w.rest[i], w.type[1 - seat][w.at[2 * i + 1 - seat]].kind)
            here.leaves[0] += roots[i].weight / here.weight * unit_of(word)
            here.leaves[1] += roots[i].weight / here.weight * unit_of(~word)
    for seat in range(2):
        for i in range(w.slots):
            here = &w.type[seat][i]
            if here.key:
                word = mix(here.looks, <uint64_t>floor(here.leaves[0] * GRAIN + 0.5))
                here.kind = mix(word, <uint64_t>floor(here.leaves[1] * GRAIN + 0.5)) | 1


cdef bint settle(Work* w, const Root* roots) noexcept nogil:
    """Splits until nothing parts any more; False where that takes too long or is given up."""
    cdef int64_t found, before = 0
    cdef int32_t _round
    for _round in range(MOST_ROUNDS):
        if given_up(w):
            return False
        split(w, roots)
        found = classes(w.type[0], w.slots, w.kinds) + classes(w.type[1], w.slots, w.kinds)
        if found == before:
            return True
        before = found
    return False


cdef void rename(Work* w, int32_t which, Root* roots, uint64_t first) noexcept nogil:
    """The types of a class take the key of its first type, which is `first` where that is one of them."""
    cdef int64_t i, slot
    cdef Type* named
    memset(w.named, 0, w.slots * sizeof(Type))
    slot = place(w.type[which], w.slots, first)
    if w.type[which][slot].key:
        named = &w.named[place(w.named, w.slots, w.type[which][slot].kind)]
        named.key, named.looks = w.type[which][slot].kind, first
    for i in range(w.count):
        slot = w.at[2 * i + which]
        named = &w.named[place(w.named, w.slots, w.type[which][slot].kind)]
        if named.key == 0:
            named.key, named.looks = w.type[which][slot].kind, roots[i].key[which]
        roots[i].key[which] = named.looks


cdef int64_t join(Work* w, int64_t size, char* worlds, Root* roots) noexcept nogil:
    """Equal worlds become one."""
    cdef int64_t i, kept = 0
    cdef uint64_t word
    cdef Type* one
    memset(w.named, 0, w.slots * sizeof(Type))
    for i in range(w.count):
        word = mix(mix(roots[i].key[0], roots[i].key[1]), w.rest[i]) | 1
        one = &w.named[place(w.named, w.slots, word)]
        if one.key:
            roots[one.looks].weight += roots[i].weight
            continue
        one.key, one.looks = word, kept
        roots[kept] = roots[i]
        if kept < i:
            memcpy(worlds + kept * size, worlds + i * size, size)
        kept += 1
    return kept


cdef int64_t merge_equivalent(
    Game game, int64_t size, char* worlds, const double* weight, int64_t count, uint64_t asker, int32_t seat,
    Root* roots, uint64_t* kin, void* scratch, const int* flag, int64_t deadline,
) noexcept nogil:
    cdef Work w
    cdef int64_t i, kept
    cdef int32_t which
    cdef Type* type
    cdef bint among = False
    w.flag, w.deadline = flag, deadline
    for i in range(count):
        if (i & GLANCE) == 0 and given_up(&w):
            return -1
        for which in range(2):
            roots[i].key[which] = root_key(game, worlds + i * size, which, scratch)
            kin[4 * i + 2 * which] = kin[4 * i + 2 * which + 1] = roots[i].key[which]
        roots[i].weight = weight[i]
        among = among or roots[i].key[seat] == asker
    if not among or count == 1:
        return count
    w.count, w.slots = count, LEAST_SLOTS
    while w.slots < 2 * count:
        w.slots *= 2
    w.type[0] = <Type*>calloc(3 * w.slots, sizeof(Type))
    w.at = <int64_t*>calloc(3 * count + w.slots, sizeof(int64_t))
    if w.type[0] == NULL or w.at == NULL:
        free(w.type[0])
        free(w.at)
        return -1
    w.type[1], w.named = w.type[0] + w.slots, w.type[0] + 2 * w.slots
    w.rest, w.kinds = <uint64_t*>(w.at + 2 * count), <uint64_t*>(w.at + 3 * count)
    kept = count
    for i in range(count):
        if (i & GLANCE) == 0 and given_up(&w):
            kept = -1
            break
        game.drop_irrelevant(worlds + i * size)
        w.rest[i] = hash_bytes(worlds + i * size, size)
        for which in range(2):
            w.at[2 * i + which] = place(w.type[which], w.slots, roots[i].key[which])
            type = &w.type[which][w.at[2 * i + which]]
            type.weight += weight[i]
            if type.key == 0:
                type.key = roots[i].key[which]
                type.looks = type.kind = root_key(game, worlds + i * size, which, scratch)
    if kept > 0 and settle(&w, roots):
        for which in range(2):
            rename(&w, which, roots, asker if which == seat else 0)
            for i in range(count):
                kin[4 * i + 2 * which + 1] = roots[i].key[which]
        kept = join(&w, size, worlds, roots)
    if given_up(&w):
        kept = -1
    free(w.type[0])
    free(w.at)
    return kept
