//! Cuts a stream of bytes into whole commands, so that a script can be answered while it is still being written.

/// Finds the ends of commands in text that arrives in pieces. Each byte is looked at once.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    text: Vec<u8>,
    /// How much of the text was looked at.
    seen: usize,
    depth: usize,
    inside: Inside,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Inside {
    #[default]
    Plain,
    Comment,
    String,
    Quoted,
}

impl Splitter {
    /// Nothing read yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a piece of the stream.
    pub fn feed(&mut self, piece: &[u8]) {
        self.text.extend_from_slice(piece);
    }
    /// The text up to the end of the last command that is complete, taken out of the stream; none if there is none.
    pub fn take_commands(&mut self) -> Option<Vec<u8>> {
        let mut end = None;
        while let Some(&byte) = self.text.get(self.seen) {
            self.seen += 1;
            if self.step(byte) {
                end = Some(self.seen);
            }
        }
        let end = end?;
        let rest = self.text.split_off(end);
        self.seen = rest.len();
        Some(core::mem::replace(&mut self.text, rest))
    }
    /// What is left at the end of the stream.
    pub fn finish(self) -> Vec<u8> {
        self.text
    }

    /// Looks at a byte; whether a command ends with it.
    fn step(&mut self, byte: u8) -> bool {
        self.inside = match (self.inside, byte) {
            (Inside::Plain, b';') => Inside::Comment,
            (Inside::Plain, b'"') => Inside::String,
            (Inside::Plain, b'|') => Inside::Quoted,
            (Inside::Comment, b'\n') | (Inside::String, b'"') | (Inside::Quoted, b'|') => Inside::Plain,
            (inside, _) => inside,
        };
        match (self.inside, byte) {
            (Inside::Plain, b'(') => self.depth += 1,
            (Inside::Plain, b')') => {
                // A parenthesis too many ends a piece too: the reader then complains about it at once.
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}
