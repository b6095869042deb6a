//! What standard input can be.

/// What standard input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stdin {
    /// A regular file.
    File,
    /// A pipe that nobody writes to any more.
    Pipe,
    /// A terminal, which gives a line at a time.
    Terminal,
}

impl Stdin {
    /// All of them, by name.
    pub const ALL: [(&str, Stdin); 3] = [("file", Stdin::File), ("pipe", Stdin::Pipe), ("tty", Stdin::Terminal)];

    /// The one of a name.
    pub fn named(name: &str) -> Option<Stdin> {
        Stdin::ALL.into_iter().find(|&(known, _)| known == name).map(|(_, stdin)| stdin)
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        Stdin::ALL.into_iter().find(|&(_, stdin)| stdin == self).map_or("", |(name, _)| name)
    }
}
