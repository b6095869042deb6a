/* Standard input as the test has it: BRAID_STDIN is "file", and it is one already, "pipe" or "tty".
 *
 * A pipe holds all bytes, and nobody writes to it any more. A terminal gives a line at a time and then says that there is nothing
 * more; it interprets no byte, but for one that the input does not have, which says just that. */

#include <termios.h>

/* More bytes do not come. */
#define INPUT_MOST (1 << 20)
/* Where the other end of a terminal stays open: a terminal that nobody holds gives errors. */
#define TERMINAL_DESCRIPTOR 1001
/* How often the terminal says that there is nothing more. */
#define INPUT_ENDS 64

static unsigned char input_bytes[INPUT_MOST + 1];

static int write_all(int fd, const unsigned char *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t now = write(fd, bytes + done, size - done);
    if (now <= 0)
      return -1;
    done += (size_t)now;
  }
  return 0;
}

static int pipe_input(size_t size) {
  int ends[2];
  if (pipe(ends))
    return -1;
  if (size > 65536)
    fcntl(ends[1], F_SETPIPE_SZ, INPUT_MOST);
  if (write_all(ends[1], input_bytes, size))
    return -1;
  close(ends[1]);
  return dup2(ends[0], 0) < 0 ? -1 : close(ends[0]);
}

/* A byte that the input does not have, but for zero; 0 if it has all. */
static unsigned char unused_byte(size_t size) {
  for (int byte = 255; byte > 0; byte--)
    if (byte != '\n' && !memchr(input_bytes, byte, size))
      return (unsigned char)byte;
  return 0;
}

static int terminal_input(size_t size) {
  struct termios how = {.c_cflag = CS8 | CREAD, .c_lflag = ICANON};
  struct winsize window = {.ws_row = 24, .ws_col = 80};
  unsigned char end = unused_byte(size);
  int own = posix_openpt(O_RDWR | O_NOCTTY);
  if (own < 0 || !end || grantpt(own) || unlockpt(own))
    return -1;
  int program = open(ptsname(own), O_RDONLY | O_NOCTTY);
  memset(how.c_cc, _POSIX_VDISABLE, sizeof how.c_cc);
  how.c_cc[VEOF] = end;
  if (program < 0 || tcsetattr(program, TCSANOW, &how) || ioctl(program, TIOCSWINSZ, &window))
    return -1;
  if (write_all(own, input_bytes, size))
    return -1;
  for (int at = 0; at < INPUT_ENDS; at++)
    if (write_all(own, &end, 1))
      return -1;
  if (fcntl(own, F_DUPFD, TERMINAL_DESCRIPTOR) < 0 || dup2(program, 0) < 0)
    return -1;
  return close(own) || close(program);
}

/* Once, before the program is shut in. */
static void make_input(void) {
  const char *kind = getenv("BRAID_STDIN");
  size_t size = 0;
  if (!kind || !strcmp(kind, "file") || getenv("BRAID_STAGE"))
    return;
  for (ssize_t now; (now = read(0, input_bytes + size, sizeof input_bytes - size)) > 0;)
    size += (size_t)now;
  if (!strcmp(kind, "pipe") ? pipe_input(size) : terminal_input(size))
    braid_misfit("standard input cannot be made", kind);
}
