/* Random numbers with a state of the program's own: random_r and its kin, initstate and setstate for random itself, drand48_r and its kin. */
#include "runtime.h"

/* glibc's. The word before the state says of which kind it is and where its rear is. */
struct random_data {
    int32_t *front, *rear, *state;
    int kind, degree, gap;
    int32_t *end;
};

enum { KINDS = 5, DISCARDED_PER_WORD = 10 };
static const int degrees[KINDS] = {0, 7, 15, 31, 63}, gaps[KINDS] = {0, 3, 1, 3, 1}, sizes[KINDS] = {8, 32, 64, 128, 256};

static int invalid(void) {
    errno = E_INVAL;
    return -1;
}

API int random_r(struct random_data *restrict data, int32_t *restrict result) {
    if (!data || !result)
        return invalid();
    if (data->kind == 0) {
        data->state[0] = (int32_t)((uint32_t)data->state[0] * 1103515245u + 12345u & 0x7fffffff);
        *result = data->state[0];
        return 0;
    }
    *data->front = (int32_t)((uint32_t)*data->front + (uint32_t)*data->rear);
    *result = (int32_t)((uint32_t)*data->front >> 1);
    data->front = data->front + 1 < data->end ? data->front + 1 : data->state;
    data->rear = data->rear + 1 < data->end ? data->rear + 1 : data->state;
    return 0;
}

API int srandom_r(unsigned seed, struct random_data *data) {
    int32_t ignored;
    if (!data || data->kind < 0 || data->kind >= KINDS)
        return -1;
    int32_t word = (int32_t)(seed ? seed : 1);
    data->state[0] = word;
    for (int i = 1; i < data->degree; i++) {
        int32_t high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        word += 2147483647 & (word >> 31);
        data->state[i] = word;
    }
    data->front = data->state + data->gap;
    data->rear = data->state;
    for (int i = 0; i < data->degree * DISCARDED_PER_WORD; i++)
        random_r(data, &ignored);
    return 0;
}

/* Writes down in front of the state what is needed to go on with it. */
static void keep_place(struct random_data *data) {
    if (data->state)
        data->state[-1] = data->kind ? KINDS * (int32_t)(data->rear - data->state) + data->kind : 0;
}

static void take_kind(struct random_data *data, int kind, int32_t *state) {
    data->kind = kind;
    data->degree = degrees[kind];
    data->gap = gaps[kind];
    data->state = state;
    data->end = state + degrees[kind];
}

API int initstate_r(unsigned seed, char *restrict memory, size_t size, struct random_data *restrict data) {
    int kind = KINDS - 1;
    if (!data)
        return invalid();
    keep_place(data);
    while (kind >= 0 && size < (size_t)sizes[kind])
        kind--;
    if (kind < 0)
        return invalid();
    take_kind(data, kind, (int32_t *)memory + 1);
    srandom_r(seed, data);
    keep_place(data);
    return 0;
}

API int setstate_r(char *restrict memory, struct random_data *restrict data) {
    if (!memory || !data)
        return invalid();
    int32_t *state = (int32_t *)memory + 1;
    keep_place(data);
    int kind = state[-1] % KINDS, place = state[-1] / KINDS;
    if (kind < 0 || kind >= KINDS)
        return invalid();
    take_kind(data, kind, state);
    data->rear = state + place;
    data->front = kind ? state + (place + data->gap) % data->degree : state;
    return 0;
}

/* The state of random itself, once a program has asked for another one. */
static struct random_data own;
static int32_t first_state[32];

uint32_t *__braid_random_words(unsigned *rear);
extern int (*__braid_random_by)(unsigned seed, int32_t *result);

/* Seeds if there is no result. */
static int random_of_own(unsigned seed, int32_t *result) {
    return result ? random_r(&own, result) : srandom_r(seed, &own);
}

static void take_over(void) {
    unsigned rear;
    if (own.state)
        return;
    memcpy(first_state + 1, __braid_random_words(&rear), sizeof first_state - sizeof *first_state);
    first_state[0] = KINDS * (int32_t)rear + 3;
    setstate_r((char *)first_state, &own);
    __braid_random_by = random_of_own;
}

API char *initstate(unsigned seed, char *memory, size_t size) {
    take_over();
    char *before = (char *)(own.state - 1);
    return initstate_r(seed, memory, size, &own) == 0 ? before : 0;
}

API char *setstate(char *memory) {
    take_over();
    char *before = (char *)(own.state - 1);
    return setstate_r(memory, &own) == 0 ? before : 0;
}

/* glibc's state of drand48_r. */
struct state_of_48 {
    unsigned short x[3], old[3], add, is_set;
    unsigned long long multiplier;
};

static uint64_t word_of_48(const unsigned short *x) {
    return x[0] | (uint64_t)x[1] << 16 | (uint64_t)x[2] << 32;
}

static void put_48(unsigned short *x, uint64_t n) {
    for (int i = 0; i < 3; i++)
        x[i] = (unsigned short)(n >> 16 * i);
}

static void use_multiplier(struct state_of_48 *data) {
    data->multiplier = 0x5deece66d;
    data->add = 11;
    data->is_set = 1;
}

static uint64_t step_of_48(unsigned short *x, struct state_of_48 *data) {
    if (!data->is_set)
        use_multiplier(data);
    uint64_t n = (word_of_48(x) * data->multiplier + data->add) & (((uint64_t)1 << 48) - 1);
    put_48(x, n);
    return n;
}

API int erand48_r(unsigned short *x, struct state_of_48 *data, double *result) {
    *result = (double)step_of_48(x, data) / (double)((uint64_t)1 << 48);
    return 0;
}

API int nrand48_r(unsigned short *x, struct state_of_48 *data, long *result) {
    *result = (long)(step_of_48(x, data) >> 17);
    return 0;
}

API int jrand48_r(unsigned short *x, struct state_of_48 *data, long *result) {
    *result = (int32_t)(step_of_48(x, data) >> 16);
    return 0;
}

API int drand48_r(struct state_of_48 *data, double *result) {
    return erand48_r(data->x, data, result);
}

API int lrand48_r(struct state_of_48 *data, long *result) {
    return nrand48_r(data->x, data, result);
}

API int mrand48_r(struct state_of_48 *data, long *result) {
    return jrand48_r(data->x, data, result);
}

API int srand48_r(long seed, struct state_of_48 *data) {
    put_48(data->x, (uint64_t)(uint32_t)seed << 16 | 0x330e);
    use_multiplier(data);
    return 0;
}

API int seed48_r(unsigned short *x, struct state_of_48 *data) {
    memcpy(data->old, data->x, sizeof data->x);
    memcpy(data->x, x, sizeof data->x);
    use_multiplier(data);
    return 0;
}

API int lcong48_r(unsigned short *words, struct state_of_48 *data) {
    memcpy(data->x, words, sizeof data->x);
    data->multiplier = word_of_48(words + 3);
    data->add = words[6];
    data->is_set = 1;
    return 0;
}
