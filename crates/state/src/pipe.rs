//! What a pipe receives of a program's output: the buffers between the two, after glibc and libstdc++.
//!
//! Standard output is fully buffered if it is no terminal, so what a program has printed when it dies has arrived only up to
//! the last time its buffer was full or flushed. This is `_IO_new_file_xsputn` and its relatives, step by step, because claims
//! about output are held against a machine; and `std::basic_filebuf` for a `std::cout` that has a buffer of its own.

use crate::output::{Act, Buffering};

/// The stream of standard output.
pub const STDOUT: u8 = 1;
/// `std::cout` where it does not share the buffer of standard output.
pub const OWN_COUT: u8 = 3;

/// The buffer of a stream on a pipe: the size of its blocks.
const BLOCK: usize = 4096;
/// Only buffers of at least this size write whole blocks past themselves.
const LEAST_BLOCK: usize = 128;
/// The room in a `std::basic_filebuf`: BUFSIZ, without the place of the byte that finds no room.
const FILEBUF: usize = 8191;
/// From this size on bytes pass a `std::basic_filebuf` by.
const FILEBUF_CHUNK: usize = 1024;

/// What has arrived at the reading end of standard output.
#[derive(Clone, Default, Debug)]
pub struct Pipe {
    received: Vec<u8>,
    stdio: Stdio,
    filebuf: Vec<u8>,
}

impl Pipe {
    /// Carries out an act on a stream; acts on others than standard output leave nothing here.
    pub fn act(&mut self, stream: u8, act: Act, bytes: &[u8]) {
        match (stream, act) {
            (STDOUT, Act::Write) => self.received.extend_from_slice(bytes),
            (STDOUT, Act::Put) => self.stdio.put(bytes, &mut self.received),
            (STDOUT, Act::PutByte) => bytes.iter().for_each(|&byte| self.stdio.put_byte(byte, &mut self.received)),
            (STDOUT, Act::Flush) => self.stdio.flush(&mut self.received),
            (STDOUT, Act::Buffer(buffering, size)) => self.stdio.configure(buffering, size, &mut self.received),
            (OWN_COUT, Act::Put | Act::PutByte) => self.put_filebuf(bytes),
            (OWN_COUT, Act::Flush) => self.received.append(&mut self.filebuf),
            _ => {}
        }
    }

    /// `basic_filebuf::xsputn`.
    fn put_filebuf(&mut self, bytes: &[u8]) {
        let room = FILEBUF - self.filebuf.len();
        self.filebuf.extend_from_slice(bytes);
        if bytes.len() >= room.min(FILEBUF_CHUNK) {
            self.received.append(&mut self.filebuf);
        }
    }

    /// What has arrived.
    pub fn into_received(self) -> Vec<u8> {
        self.received
    }
}

/// A stream of glibc that is only written to.
#[derive(Clone, Default, Debug)]
struct Stdio {
    /// The bytes in the buffer.
    pending: Vec<u8>,
    /// The size of the buffer; none before it is needed.
    size: Option<usize>,
    /// How many bytes may be put into the buffer without a further question: none where each is looked at.
    end: usize,
    /// Whether something was written before.
    putting: bool,
    line: bool,
    unbuffered: bool,
}

impl Stdio {
    /// `_IO_new_file_xsputn`.
    fn put(&mut self, bytes: &[u8], to: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let (mut count, mut must_flush) = (self.end.saturating_sub(self.pending.len()), false);
        if self.line && self.putting {
            count = self.size.unwrap_or(0) - self.pending.len();
            if let Some(newline) = bytes.iter().rposition(|&byte| byte == b'\n').filter(|_| count >= bytes.len()) {
                (count, must_flush) = (newline + 1, true);
            }
        }
        let (now, rest) = bytes.split_at(count.min(bytes.len()));
        self.pending.extend_from_slice(now);
        if !rest.is_empty() || must_flush {
            self.prepare();
            self.flush(to);
            let block = self.size.unwrap_or(BLOCK);
            let beyond = if block >= LEAST_BLOCK { rest.len() % block } else { 0 };
            let (blocks, rest) = rest.split_at(rest.len() - beyond);
            to.extend_from_slice(blocks);
            rest.iter().for_each(|&byte| self.put_byte(byte, to));
        }
    }

    /// `putc`, and `_IO_new_file_overflow` where there is no room.
    fn put_byte(&mut self, byte: u8, to: &mut Vec<u8>) {
        if self.pending.len() < self.end {
            self.pending.push(byte);
            return;
        }
        self.prepare();
        if Some(self.pending.len()) == self.size {
            self.flush(to);
        }
        self.pending.push(byte);
        if self.unbuffered || self.line && byte == b'\n' {
            self.flush(to);
        }
    }

    /// Makes the stream ready to be written to.
    fn prepare(&mut self) {
        if !self.putting {
            self.size.get_or_insert(if self.unbuffered { 1 } else { BLOCK });
            self.putting = true;
            self.end = self.free_end();
        }
    }

    fn free_end(&self) -> usize {
        if self.line || self.unbuffered { 0 } else { self.size.unwrap_or(0) }
    }

    /// Empties the buffer.
    fn flush(&mut self, to: &mut Vec<u8>) {
        if !self.pending.is_empty() {
            to.append(&mut self.pending);
            self.end = self.free_end();
        }
    }

    /// `setvbuf`.
    fn configure(&mut self, buffering: Buffering, size: Option<u64>, to: &mut Vec<u8>) {
        self.line = buffering == Buffering::Line;
        self.unbuffered = buffering == Buffering::None;
        let size = match (buffering, size) {
            (Buffering::Full, None) => {
                self.size.get_or_insert(BLOCK);
                return;
            }
            (Buffering::Line, None) => return,
            (Buffering::None, _) => 0,
            (_, Some(size)) => usize::try_from(size).unwrap_or(usize::MAX),
        };
        self.flush(to);
        self.unbuffered |= size == 0;
        self.size = Some(size.max(1));
        self.end = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(acts: &[(Act, &[u8])]) -> Vec<u8> {
        let mut pipe = Pipe::default();
        acts.iter().for_each(|&(act, bytes)| pipe.act(STDOUT, act, bytes));
        pipe.into_received()
    }

    #[test]
    fn a_buffer_arrives_when_it_is_full_or_flushed() {
        assert_eq!(received(&[(Act::Put, b"a\n")]), b"");
        assert_eq!(received(&[(Act::Put, b"a\n"), (Act::Flush, b""), (Act::Put, b"b")]), b"a\n");
        assert_eq!(received(&[(Act::Put, b"a"), (Act::Write, b"b"), (Act::Flush, b"")]), b"ba");
        let long = vec![b'x'; BLOCK - 1];
        assert_eq!(received(&[(Act::Put, &long), (Act::Put, b"y")]).len(), 0, "full, but nobody needs room");
        assert_eq!(received(&[(Act::Put, &long), (Act::Put, b"yz")]).len(), BLOCK);
        assert_eq!(received(&[(Act::Put, &[b'x'; 2 * BLOCK + 7])]).len(), 2 * BLOCK);
    }

    #[test]
    fn lines_and_single_bytes_arrive_where_they_are_asked_for() {
        let line = (Act::Buffer(Buffering::Line, None), &b""[..]);
        assert_eq!(received(&[line, (Act::Put, b"a"), (Act::Put, b"b\nc"), (Act::Put, b"d")]), b"ab\n");
        let none = (Act::Buffer(Buffering::None, None), &b""[..]);
        assert_eq!(received(&[none, (Act::Put, b"a"), (Act::Put, b"b")]), b"ab");
        let small = (Act::Buffer(Buffering::Full, Some(4)), &b""[..]);
        assert_eq!(received(&[small, (Act::Put, b"abcd"), (Act::Put, b"efgh"), (Act::Put, b"i")]), b"abcdefghi");
        assert_eq!(received(&[small, (Act::Put, b"abcd"), (Act::Put, b"efgh"), (Act::PutByte, b"i")]), b"abcdefgh");
    }
}
