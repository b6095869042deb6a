/* The next input in order; where the name differs, the next of that name. */
static void braid_next_input(void *to, size_t bytes, const char *name) {
  size_t first = 0;
  while (first < INPUT_COUNT && inputs[first].used)
    first++;
  for (size_t at = first; at < INPUT_COUNT; at++) {
    struct input *input = &inputs[at];
    if (!input->used && input->length == bytes && (!name || !strcmp(input->name, name))) {
      input->used = 1;
      memcpy(to, input->bytes, bytes);
      return;
    }
    if (!name)
      break;
  }
  braid_misfit(first < INPUT_COUNT ? "the next input has another name or size" : "the inputs are used up", name);
}

static void braid_misfit(const char *what, const char *detail) {
  fflush(stdout);
  fprintf(stderr, "the test does not fit: %s %s\n", what, detail ? detail : "");
  _Exit(125);
}

static void braid_unknown(const char *function) { braid_misfit("outside of Braid there is no meaning of", function); }

static void braid_error(const char *kind, const char *text, const char *file, unsigned line, const char *function) {
  fflush(stdout);
  fprintf(stderr, "%s: %s (%s:%u %s)\n", kind, text ? text : "", file ? file : "", line, function ? function : "");
  abort();
}

static void braid_end(int code) { exit(code); }
