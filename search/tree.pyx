"""Memory of a search: a table of nodes that grows, and an arena of blocks."""
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from hunch.engines.contract cimport check
from hunch.search.stop cimport is_raised

cdef extern from *:
    void publish "__atomic_store_n"(uint64_t*, uint64_t, int) noexcept nogil
    void publish_table "__atomic_store_n"(Table**, Table*, int) noexcept nogil
    Table* load_table "__atomic_load_n"(Table**, int) noexcept nogil
    int ACQUIRE "__ATOMIC_ACQUIRE"

cdef enum:
    FEWEST_SLOTS = 1024      # slots of the first table
    FEWEST_EXPECTED = 64     # slots of the first table if the number of nodes is known
    GROWTH = 4               # a larger table has this many times the slots
    BETWEEN = 1024           # slots moved to a larger table between two checks of the flag


cdef inline int64_t slot_of(const Table* table, uint64_t key) noexcept nogil:
    cdef uint64_t at = (key >> 1) & table.mask
    while table.slots[at].key != key:
        if table.slots[at].key == 0:
            return NOWHERE
        at = (at + 1) & table.mask
    return <int64_t>at


cdef class Tree:
    def __cinit__(self, uint64_t memory, uint64_t expected=0, uint64_t words=0):
        cdef uint64_t slots = FEWEST_EXPECTED if expected else FEWEST_SLOTS
        self.table, self.words = NULL, NULL
        self.spare = memory // 2
        self.room = <uint32_t>min(memory // 16, <uint64_t>0xFFFFFFFF)
        if words:
            self.room = <uint32_t>min(<uint64_t>self.room, words + 1)
        while slots < 2 * expected and slots < 1 << 18:
            slots *= 2
        self.words = <uint64_t*>malloc(self.room * sizeof(uint64_t))
        self.used = 1                              # index 0 means BARE
        if self.words == NULL:
            raise MemoryError
        while slots > FEWEST_EXPECTED and sizeof(Table) + (slots - 1) * sizeof(Node) > self.spare:
            slots //= 2
        if not self._enlarge(slots, NULL):
            raise MemoryError

    def __dealloc__(self):
        cdef Table* before
        with nogil:                                # freeing takes a millisecond for 10 MiB
            while self.table != NULL:
                before = self.table.outgrown
                free(self.table)
                self.table = before
            free(self.words)

    def __len__(self):
        return self.nodes

    cdef const Node* find_shared(self, uint64_t key) noexcept nogil:
        cdef const Table* table = load_table(&self.table, ACQUIRE)
        cdef int64_t at = slot_of(table, key)
        if at == NOWHERE:
            return NULL
        return &table.slots[at]

    cdef int64_t find_or_add(self, uint64_t key, bint* new) noexcept nogil:
        cdef Table* table = self.table
        cdef uint64_t at = (key >> 1) & table.mask
        check(key != 0, "tree: a key is never 0")
        new[0] = False
        while table.slots[at].key != key:
            if table.slots[at].key == 0:
                new[0] = True
                if self.nodes >= self.most:
                    self.full = True
                    return NOWHERE
                self.nodes += 1
                publish(&table.slots[at].key, key, RELEASE)
                break
            at = (at + 1) & table.mask
        return <int64_t>at

    cdef uint32_t allocate(self, uint32_t count) noexcept nogil:
        cdef uint32_t at = self.used
        if count > self.room - at:
            self.full = True
            return BARE
        self.used += count
        return at

    cdef bint grow(self, const int* flag) noexcept nogil:
        if 2 * self.nodes <= self.table.mask:
            return True
        return self._enlarge(GROWTH * (self.table.mask + 1), flag)

    cdef bint _enlarge(self, uint64_t slots, const int* flag) noexcept nogil:
        cdef uint64_t size = sizeof(Table) + (slots - 1) * sizeof(Node)
        cdef uint64_t i, at
        cdef Table* old = self.table
        cdef Table* table
        if size > self.spare:
            return False
        table = <Table*>calloc(1, size)
        if table == NULL:
            return False
        table.mask, table.outgrown = slots - 1, old
        if old != NULL:
            for i in range(old.mask + 1):
                if i % BETWEEN == 0 and flag != NULL and is_raised(flag):
                    free(table)
                    return False
                if old.slots[i].key:
                    at = (old.slots[i].key >> 1) & table.mask
                    while table.slots[at].key:
                        at = (at + 1) & table.mask
                    table.slots[at] = old.slots[i]
        self.spare -= size
        self.most = <uint32_t>(slots - slots // 4)
        publish_table(&self.table, table, RELEASE)
        return True
