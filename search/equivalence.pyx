"""Merges worlds whose differences can no longer affect play."""
from libc.math cimport floor
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport Game
from hunch.engines.keys cimport hash_bytes, mix, scramble
from hunch.search.stop cimport is_raised, now
from hunch.search.worlds cimport root_key

cdef enum:
    MOST_ROUNDS = 64         # rounds of splitting; if they do not suffice, nothing is merged
    LEAST_SLOTS = 16         # slots of the smallest table
    GLANCE = 0x1FF           # worlds between two checks of the flag and the clock, less one

cdef double GRAIN = 1e9      # shares of worlds count as equal if they differ by less than 1 / GRAIN


cdef inline double unit_of(uint64_t key) noexcept nogil:
    return <double>(scramble(key) >> 11) / <double>(<uint64_t>1 << 53)


cdef inline int64_t slot_of(SeatType* table, int64_t slots, uint64_t key) noexcept nogil:
    """The slot of a key, or the empty slot that it belongs to."""
    cdef int64_t slot = scramble(key) & (slots - 1)
    while table[slot].key and table[slot].key != key:
        slot = (slot + 1) & (slots - 1)
    return slot


cdef bint given_up(const Merge* m) noexcept nogil:
    return is_raised(m.flag) or (m.deadline and now() > m.deadline)


cdef int64_t count_classes(SeatType* table, int64_t slots, uint64_t* class_ids) noexcept nogil:
    """The number of classes in a table. `class_ids` is scratch space for `slots` numbers."""
    cdef int64_t i, slot, classes = 0
    for i in range(slots):
        class_ids[i] = 0
    for i in range(slots):
        if table[i].key:
            slot = table[i].class_id & (slots - 1)
            while class_ids[slot] and class_ids[slot] != table[i].class_id:
                slot = (slot + 1) & (slots - 1)
            classes += class_ids[slot] == 0
            class_ids[slot] = table[i].class_id
    return classes


cdef void split(Merge* m) noexcept nogil:
    """One round: splits classes whose types give different probabilities to the other seat's classes."""
    cdef int64_t i
    cdef int32_t seat
    cdef uint64_t word
    cdef SeatType* here
    for seat in range(2):
        for i in range(m.slots):
            m.type[seat][i].leaves[0] = m.type[seat][i].leaves[1] = 0.0
    for i in range(m.count):
        for seat in range(2):
            here = &m.type[seat][m.at[2 * i + seat]]
            word = mix(m.rest[i], m.type[1 - seat][m.at[2 * i + 1 - seat]].class_id)
            here.leaves[0] += m.roots[i].weight / here.weight * unit_of(word)
            here.leaves[1] += m.roots[i].weight / here.weight * unit_of(~word)
    for seat in range(2):
        for i in range(m.slots):
            here = &m.type[seat][i]
            if here.key:
                word = mix(here.looks, <uint64_t>floor(here.leaves[0] * GRAIN + 0.5))
                here.class_id = mix(word, <uint64_t>floor(here.leaves[1] * GRAIN + 0.5)) | 1


cdef bint refine(Merge* m) noexcept nogil:
    """Splits until nothing changes. False if that takes too many rounds or the merge must end."""
    cdef int64_t classes, before = 0
    cdef int32_t _round
    for _round in range(MOST_ROUNDS):
        if given_up(m):
            return False
        split(m)
        classes = count_classes(m.type[0], m.slots, m.class_ids) + count_classes(m.type[1], m.slots, m.class_ids)
        if classes == before:
            return True
        before = classes
    return False


cdef void rename_classes(Merge* m, int32_t which, uint64_t first) noexcept nogil:
    """Gives all types of a class the key of its first type, or the key `first` if that is one of them."""
    cdef int64_t i, slot
    cdef SeatType* named
    memset(m.named, 0, m.slots * sizeof(SeatType))
    slot = slot_of(m.type[which], m.slots, first)
    if m.type[which][slot].key:
        named = &m.named[slot_of(m.named, m.slots, m.type[which][slot].class_id)]
        named.key, named.looks = m.type[which][slot].class_id, first
    for i in range(m.count):
        slot = m.at[2 * i + which]
        named = &m.named[slot_of(m.named, m.slots, m.type[which][slot].class_id)]
        if named.key == 0:
            named.key, named.looks = m.type[which][slot].class_id, m.roots[i].key[which]
        m.roots[i].key[which] = named.looks


cdef int64_t join_equal(Merge* m) noexcept nogil:
    """Merges equal worlds, and returns how many are left."""
    cdef int64_t i, kept = 0
    cdef uint64_t word
    cdef SeatType* kept_world
    memset(m.named, 0, m.slots * sizeof(SeatType))
    for i in range(m.count):
        word = mix(mix(m.roots[i].key[0], m.roots[i].key[1]), m.rest[i]) | 1
        kept_world = &m.named[slot_of(m.named, m.slots, word)]
        if kept_world.key:
            m.roots[kept_world.looks].weight += m.roots[i].weight
            continue
        kept_world.key, kept_world.looks = word, kept
        m.roots[kept] = m.roots[i]
        if kept < i:
            memcpy(m.worlds + kept * m.size, m.worlds + i * m.size, m.size)
        kept += 1
    return kept


cdef bint enter_types(Game game, Merge* m) noexcept nogil:
    """Drops irrelevant knowledge from each world and fills in the tables of types. False if the merge must end."""
    cdef int64_t i
    cdef int32_t which
    cdef SeatType* type
    for i in range(m.count):
        if (i & GLANCE) == 0 and given_up(m):
            return False
        game.drop_irrelevant(m.worlds + i * m.size)
        m.rest[i] = hash_bytes(m.worlds + i * m.size, m.size)
        for which in range(2):
            m.at[2 * i + which] = slot_of(m.type[which], m.slots, m.roots[i].key[which])
            type = &m.type[which][m.at[2 * i + which]]
            type.weight += m.weight[i]
            if type.key == 0:
                type.key = m.roots[i].key[which]
                type.looks = type.class_id = root_key(game, m.worlds + i * m.size, which, m.scratch)
    return True


cdef int64_t merge_classes(Game game, Merge* m) noexcept nogil:
    """Merges worlds that differ in equivalent types only. Returns how many are left; -1 if the merge must end."""
    cdef int64_t i, kept = m.count
    cdef int32_t which
    if not enter_types(game, m):
        return -1
    if refine(m):
        for which in range(2):
            rename_classes(m, which, m.asker_key if which == m.asker else 0)
            for i in range(m.count):
                m.merged_keys[4 * i + 2 * which + 1] = m.roots[i].key[which]
        kept = join_equal(m)
    return -1 if given_up(m) else kept


cdef int64_t merge_equivalent(Game game, Merge* m) noexcept nogil:
    cdef int64_t i, kept
    cdef int32_t which
    cdef bint among = False
    for i in range(m.count):
        if (i & GLANCE) == 0 and given_up(m):
            return -1
        for which in range(2):
            m.roots[i].key[which] = root_key(game, m.worlds + i * m.size, which, m.scratch)
            m.merged_keys[4 * i + 2 * which] = m.merged_keys[4 * i + 2 * which + 1] = m.roots[i].key[which]
        m.roots[i].weight = m.weight[i]
        among = among or m.roots[i].key[m.asker] == m.asker_key
    if not among or m.count == 1:
        return m.count
    m.slots = LEAST_SLOTS
    while m.slots < 2 * m.count:
        m.slots *= 2
    m.type[0] = <SeatType*>calloc(3 * m.slots, sizeof(SeatType))
    m.at = <int64_t*>calloc(3 * m.count + m.slots, sizeof(int64_t))
    kept = -1
    if m.type[0] != NULL and m.at != NULL:
        m.type[1], m.named = m.type[0] + m.slots, m.type[0] + 2 * m.slots
        m.rest, m.class_ids = <uint64_t*>(m.at + 2 * m.count), <uint64_t*>(m.at + 3 * m.count)
        kept = merge_classes(game, m)
    free(m.type[0])
    free(m.at)
    return kept
