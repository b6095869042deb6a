//! How large an object of symbolic size may become: one number for all, and others for single places.
//!
//! An object of symbolic size keeps as many bytes as its largest size needs, so that there must be a bound: the capacity of
//! the bounded symbolic-size model (Trabish et al., ESEC/FSE 2021). There it is one number; here it can be told for a line
//! or a function, because a driver's input buffer and a table inside of the program rarely want the same.
//!
//! Written `N`, `site=N`, or several of these with commas between; a site is `file:line` or the name of a function, and is
//! that of the innermost call that the user wrote.

use core::fmt;
use core::str::FromStr;

use braid_code::Place;

/// The bound where nothing else is told, in bytes.
pub const DEFAULT_CAPACITY: u64 = 256;

/// The largest bound. An object of known size may be larger, but of one that is written at a computed place every byte
/// takes memory.
pub const MAX_SYMBOLIC: u64 = 1 << 24;

/// Bounds on the sizes of objects of symbolic size, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capacities {
    general: u64,
    sites: Vec<Bound>,
}

/// The bound of one place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bound {
    site: Site,
    bytes: u64,
    /// Whether something was allocated there.
    used: bool,
}

/// Where an allocation stands.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Site {
    Line { file: String, line: u32 },
    Function(String),
}

/// Why a text names no capacities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CapacityError {
    /// Something that is no number of bytes.
    Number(String),
    /// More bytes than an object of symbolic size can have.
    TooLarge(String),
    /// A bound without the place it is for.
    NoSite(String),
    /// Two bounds for the same.
    Twice(String),
}

impl fmt::Display for CapacityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CapacityError::Number(text) => {
                write!(f, "'{text}' is no capacity; write N, site=N, or several with commas between, N in bytes")
            }
            CapacityError::TooLarge(text) => {
                write!(f, "'{text}' is more than an object of symbolic size can have, which is {MAX_SYMBOLIC} bytes")
            }
            CapacityError::NoSite(text) => write!(f, "'{text}' names no site; write file:line=N or function=N"),
            CapacityError::Twice(text) => write!(f, "'{text}' tells again what was told before"),
        }
    }
}

impl core::error::Error for CapacityError {}

impl Default for Capacities {
    fn default() -> Self {
        Capacities { general: DEFAULT_CAPACITY, sites: Vec::new() }
    }
}

impl Capacities {
    /// The bound for an allocation, given the place of the innermost call that the user wrote. A line is more exact than a
    /// function.
    pub fn at(&mut self, place: &Place) -> u64 {
        let mut found: Option<&mut Bound> = None;
        for bound in self.sites.iter_mut().filter(|bound| bound.site.is_at(place)) {
            bound.used = true;
            if found.as_ref().is_none_or(|known| bound.site.is_line() && !known.site.is_line()) {
                found = Some(bound);
            }
        }
        found.map_or(self.general, |bound| bound.bytes)
    }

    /// The places that have a bound and where nothing was allocated: perhaps a slip of the pen.
    pub fn unused(&self) -> impl Iterator<Item = String> {
        self.sites.iter().filter(|bound| !bound.used).map(|bound| bound.site.to_string())
    }
}

impl Site {
    fn is_line(&self) -> bool {
        matches!(self, Site::Line { .. })
    }
    fn is_at(&self, place: &Place) -> bool {
        match self {
            Site::Function(name) => *name == place.function,
            Site::Line { file, line } => *line == place.line && is_file(&place.file, file),
        }
    }
}

/// Whether a file has a name: all of it, or the last parts of its path.
fn is_file(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/') || name.starts_with('/'))
}

impl FromStr for Capacities {
    type Err = CapacityError;

    fn from_str(text: &str) -> Result<Self, CapacityError> {
        let mut general = None;
        let mut sites: Vec<Bound> = Vec::new();
        for part in text.split(',') {
            let twice = || CapacityError::Twice(part.trim().to_owned());
            match part.rsplit_once('=') {
                None if general.replace(bytes(part)?).is_some() => return Err(twice()),
                None => {}
                Some((site, bound)) => {
                    let (site, bytes) = (site_of(site.trim(), part)?, bytes(bound)?);
                    if sites.iter().any(|known| known.site == site) {
                        return Err(twice());
                    }
                    sites.push(Bound { site, bytes, used: false });
                }
            }
        }
        Ok(Capacities { general: general.unwrap_or(DEFAULT_CAPACITY), sites })
    }
}

fn bytes(text: &str) -> Result<u64, CapacityError> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CapacityError::Number(text.to_owned()));
    }
    let bound = text.parse().ok().filter(|&bound: &u64| bound <= MAX_SYMBOLIC);
    bound.ok_or_else(|| CapacityError::TooLarge(text.to_owned()))
}

fn site_of(site: &str, part: &str) -> Result<Site, CapacityError> {
    let nowhere = || CapacityError::NoSite(part.trim().to_owned());
    match site.rsplit_once(':') {
        // A colon that no number follows is one of a name, such as of a function in C++ or Rust.
        Some((file, line)) if line.bytes().all(|byte| byte.is_ascii_digit()) => {
            let line = line.parse().ok().filter(|&line: &u32| line > 0).ok_or_else(nowhere)?;
            if file.is_empty() { Err(nowhere()) } else { Ok(Site::Line { file: file.to_owned(), line }) }
        }
        _ if site.is_empty() => Err(nowhere()),
        _ => Ok(Site::Function(site.to_owned())),
    }
}

impl fmt::Display for Capacities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.general)?;
        self.sites.iter().try_for_each(|bound| write!(f, ",{}={}", bound.site, bound.bytes))
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Site::Line { file, line } => write!(f, "{file}:{line}"),
            Site::Function(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, line: u32, function: &str) -> Place {
        Place { file: file.to_owned(), line, function: function.to_owned(), ..Place::default() }
    }

    #[test]
    fn the_most_exact_bound_counts() {
        let mut bounds: Capacities = "100, parse=20,src/a.c:7=0".parse().expect("they are well-formed");
        let fresh = bounds.clone();
        assert_eq!(bounds.at(&place("src/a.c", 8, "main")), 100);
        assert_eq!(bounds.unused().collect::<Vec<_>>(), ["parse", "src/a.c:7"]);
        assert_eq!(bounds.at(&place("src/a.c", 8, "parse")), 20);
        assert_eq!(bounds.at(&place("/tree/src/a.c", 7, "parse")), 0);
        assert_eq!(bounds.at(&place("other_src/a.c", 7, "main")), 100);
        assert_eq!(bounds.to_string(), "100,parse=20,src/a.c:7=0");
        assert_eq!(bounds.unused().count(), 0);
        assert_eq!(bounds.to_string().parse(), Ok(fresh));
        let mut rest: Capacities = "a::b=4".parse().expect("it is well-formed");
        assert_eq!((rest.at(&place("", 0, "a::b")), rest.at(&place("", 0, "c"))), (4, DEFAULT_CAPACITY));
    }

    #[test]
    fn what_is_no_capacity_is_refused() {
        let error = |text: &str| text.parse::<Capacities>().expect_err(text);
        for text in ["", "x", "-1", "+3", "1.5", "12,", "f=", "4KiB", "1,f=x"] {
            assert!(matches!(error(text), CapacityError::Number(_)), "{text}: {}", error(text));
        }
        for text in ["16777217", "99999999999999999999", "f=16777217"] {
            assert!(matches!(error(text), CapacityError::TooLarge(_)), "{text}: {}", error(text));
        }
        for text in ["=4", ":3=4", "a.c:0=4", "a.c:=4", "a.c:9999999999=4"] {
            assert!(matches!(error(text), CapacityError::NoSite(_)), "{text}: {}", error(text));
        }
        for text in ["1,2", "f=1,f=2", "a.c:1=1,2,a.c:1=3"] {
            assert!(matches!(error(text), CapacityError::Twice(_)), "{text}: {}", error(text));
        }
        assert!("16777216".parse::<Capacities>().is_ok());
    }
}
