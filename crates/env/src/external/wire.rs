//! What goes over the pipe to the worker: requests and answers as bytes.
//!
//! All numbers are words of 8 bytes, little-endian; a message begins with its length in 4. The other end is `worker.c`. An
//! answer may be nonsense, since a function may have written over anything: whatever does not fit is refused.

/// A call that the worker is to make.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Request {
    pub(super) name: String,
    pub(super) result: Shape,
    pub(super) objects: Vec<Passed>,
    pub(super) arguments: Vec<Argument>,
}

/// An object that is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Passed {
    /// Where it begins in the program.
    pub(super) base: u64,
    pub(super) read_only: bool,
    pub(super) bytes: Vec<u8>,
}

/// An argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    /// In a general register.
    Word(u64),
    /// In a vector register: the bits of a number.
    Real(u64),
    /// The address of an object that is passed, and bytes past it.
    Pointer { object: usize, offset: u64 },
}

/// Where the result comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Shape {
    #[default]
    None,
    Word,
    Real,
    TwoWords,
}

/// What came of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The function returned.
    Done(Done),
    /// The machine has no function of this name.
    Unknown,
    /// It crashed; the worker is gone.
    Crash(Crash),
    /// It wrote beside this object.
    Damage(usize),
    /// It left an address of its own process in this object.
    Foreign(usize),
}

/// What a function that returned has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Done {
    pub(super) words: [u64; 2],
    pub(super) errno: u32,
    /// What it wrote to standard output and to standard error.
    pub(super) output: [Vec<u8>; 2],
    /// For each object where it lay in the worker, and its bytes now.
    pub(super) objects: Vec<(u64, Vec<u8>)>,
}

/// A crash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crash {
    pub(super) signal: u32,
    /// The address that was touched, if it is known.
    pub(super) address: Option<u64>,
    /// The object whose surroundings it lies in.
    pub(super) object: Option<(usize, Where)>,
}

/// Where beside or in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Where {
    Before,
    Inside,
    Behind,
}

impl Request {
    /// As bytes, with the length before them.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        let word = |bytes: &mut Vec<u8>, word: u64| bytes.extend(word.to_le_bytes());
        bytes.extend(self.name.bytes().chain([0]));
        word(&mut bytes, self.result as u64);
        word(&mut bytes, self.objects.len() as u64);
        for object in &self.objects {
            word(&mut bytes, object.bytes.len() as u64);
            word(&mut bytes, object.read_only.into());
            bytes.extend(&object.bytes);
        }
        word(&mut bytes, self.arguments.len() as u64);
        for argument in &self.arguments {
            let words = match *argument {
                Argument::Word(bits) => [0, bits, 0],
                Argument::Real(bits) => [1, bits, 0],
                Argument::Pointer { object, offset } => [2, object as u64, offset],
            };
            words.into_iter().for_each(|part| word(&mut bytes, part));
        }
        let length = u32::try_from(bytes.len() - 4).expect("what may be passed is limited");
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes
    }
}

impl Answer {
    /// Reads the bytes of an answer to a request; none if they are none.
    pub(super) fn decode(bytes: &[u8], request: &Request) -> Option<Answer> {
        let mut rest = Rest(bytes);
        let object = |number: u64| usize::try_from(number).ok().filter(|&number| number < request.objects.len());
        let answer = match rest.word()? {
            0 => Answer::Done(rest.done(request)?),
            1 => Answer::Unknown,
            2 => Answer::Crash(rest.crash(object)?),
            3 => Answer::Damage(object(rest.word()?)?),
            4 => Answer::Foreign(object(rest.word()?)?),
            _ => return None,
        };
        rest.0.is_empty().then_some(answer)
    }
}

/// What of an answer was not read yet.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn bytes(&mut self, length: usize) -> Option<Vec<u8>> {
        let (now, later) = self.0.split_at_checked(length)?;
        self.0 = later;
        Some(now.to_vec())
    }
    fn word(&mut self) -> Option<u64> {
        let (now, later) = self.0.split_first_chunk::<8>()?;
        self.0 = later;
        Some(u64::from_le_bytes(*now))
    }
    fn text(&mut self) -> Option<Vec<u8>> {
        let length = self.word()?;
        self.bytes(usize::try_from(length).ok()?)
    }
    fn done(&mut self, request: &Request) -> Option<Done> {
        let words = [self.word()?, self.word()?];
        let errno = u32::try_from(self.word()?).ok()?;
        let output = [self.text()?, self.text()?];
        let mut objects = Vec::new();
        for object in &request.objects {
            objects.push((self.word()?, self.bytes(object.bytes.len())?));
        }
        Some(Done { words, errno, output, objects })
    }
    fn crash(&mut self, object: impl Fn(u64) -> Option<usize>) -> Option<Crash> {
        let signal = u32::try_from(self.word()?).ok()?;
        let (known, address) = (self.word()? == 1, self.word()?);
        let (number, place) = (object(self.word()?), self.word()?);
        let place = match place {
            0 => Where::Before,
            1 => Where::Inside,
            _ => Where::Behind,
        };
        Some(Crash { signal, address: known.then_some(address), object: number.map(|number| (number, place)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        let object = Passed { base: 64, read_only: true, bytes: vec![7; 3] };
        let arguments = vec![Argument::Word(1), Argument::Pointer { object: 0, offset: 2 }];
        Request { name: "f".to_owned(), result: Shape::Real, objects: vec![object], arguments }
    }

    #[test]
    fn a_request_says_how_long_it_is() {
        let bytes = request().encode();
        assert_eq!(u32::from_le_bytes(*bytes.first_chunk().unwrap()) as usize, bytes.len() - 4);
        assert_eq!(&bytes[4..6], b"f\0");
        assert_eq!(bytes[6], 2, "the shape of the result");
    }

    #[test]
    fn an_answer_that_does_not_fit_is_none() {
        let words = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let mut whole = words(&[0, 5, 6, 34, 0, 0, 4096]);
        whole.extend([1, 2, 3]);
        let done = Done { words: [5, 6], errno: 34, output: [vec![], vec![]], objects: vec![(4096, vec![1, 2, 3])] };
        assert_eq!(Answer::decode(&whole, &request()), Some(Answer::Done(done)));
        for length in 0..whole.len() {
            assert_eq!(Answer::decode(&whole[..length], &request()), None, "cut off after {length} bytes");
        }
        assert_eq!(Answer::decode(&words(&[3, 1]), &request()), None, "an object that was not passed");
        assert_eq!(Answer::decode(&words(&[9]), &request()), None, "no such answer");
        assert_eq!(Answer::decode(&words(&[1, 0]), &request()), None, "more than an answer");
    }
}
