"""Memory that a thread keeps from call to call until it ends."""
cdef extern from *:
    """
    #include <pthread.h>
    #include <stdlib.h>
    #include <string.h>
    /* One block for each thread, kept from call to call, as a search draws from the same view a million times. It
       begins with its size, is zeroed when it is made, and is freed when its thread ends. */
    static pthread_key_t hunch_memo_key;
    static pthread_once_t hunch_memo_once = PTHREAD_ONCE_INIT;
    static void hunch_memo_make(void) { pthread_key_create(&hunch_memo_key, free); }
    static void *hunch_memo(size_t bytes) {
        pthread_once(&hunch_memo_once, hunch_memo_make);
        void *held = pthread_getspecific(hunch_memo_key);
        if (held && *(size_t *)held >= bytes) return held;
        void *grown = realloc(held, bytes);
        if (!grown) return NULL;
        if (!held) memset(grown, 0, bytes);
        *(size_t *)grown = bytes;
        pthread_setspecific(hunch_memo_key, grown);
        return grown;
    }
    """
    void* memo_of_thread "hunch_memo"(size_t bytes) noexcept nogil
