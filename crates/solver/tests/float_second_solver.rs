//! `braid solve` against z3, and in the long form against bitwuzla, on random queries about floating-point numbers, each given to all
//! as the same text.
//!
//! What SMT-LIB leaves open is left out: the sign of the smaller of two zeros, integers out of range, the bits of a NaN.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use braid_solver::blast::{BackEnd, Laziness};
use braid_solver::script::{Script, complaint};
use braid_solver::{Budget, Solver, chain};
use braid_testing::Random;

/// The seeds of the queries: so many, 20,000 with `BRAID_SOAK`, or those that `BRAID_FLOAT_SEEDS` says (`5000..10000`).
fn seeds(short: u64) -> Range<u64> {
    if let Ok(range) = std::env::var("BRAID_FLOAT_SEEDS") {
        let (first, end) = range.split_once("..").expect("a range of seeds");
        return first.parse().expect("the first seed")..end.parse().expect("the seed behind the last");
    }
    0..if std::env::var_os("BRAID_SOAK").is_some() { 20_000 } else { short }
}

/// What came out of queries that two solvers were asked.
#[derive(Default)]
struct Tally {
    asked: u64,
    compared: u64,
    sat: u64,
    /// Queries that ours did not answer, and that the other did not.
    silent: [u64; 2],
    wrong: Vec<String>,
}

impl Tally {
    fn compare(&mut self, query: &str, ours: &str, theirs: Option<&str>) {
        self.asked += 1;
        let ours = Some(ours).filter(|&answer| answer != "unknown");
        self.silent[0] += u64::from(ours.is_none());
        self.silent[1] += u64::from(theirs.is_none());
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            self.compared += 1;
            self.sat += u64::from(ours == "sat");
            if ours != theirs {
                self.wrong.push(format!("; {ours}, and {theirs} of the other\n{query}"));
            }
        }
    }
    /// No answer differs, `least` of ten were answered by both, and neither answer is rare.
    fn check(&self, least: u64) {
        let Self { asked, compared, sat, silent: [ours, theirs], .. } = self;
        let silent = format!("not by us {ours}, not by the other {theirs}");
        let _ =
            writeln!(std::io::stderr(), "{asked} queries, {compared} answered by both, {sat} satisfiable; {silent}");
        assert!(self.wrong.is_empty(), "{} wrong answers\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert!(compared * 10 >= asked * least, "only {compared} of {asked} were answered by both");
        assert!(sat * 10 > *compared && sat * 10 < compared * 9, "{sat} of {compared} are satisfiable");
    }
}

const MODES: [&str; 7] = ["RNE", "RNA", "RTP", "RTN", "RTZ", "m", "roundTowardZero"];

/// The formats of the unknowns of a query: those of x, y, z, and that of w.
const FORMATS: [[(u32, u32); 2]; 5] =
    [[(3, 4), (2, 3)], [(4, 4), (3, 6)], [(5, 3), (3, 5)], [(5, 11), (8, 8)], [(8, 24), (5, 11)]];

/// Grows text.
struct Grower {
    random: Random,
    formats: [(u32, u32); 2],
    with_arrays: bool,
}

impl Grower {
    /// One query in four has arrays.
    fn new(seed: u64, formats: [(u32, u32); 2]) -> Self {
        Self { random: Random::new(seed), formats, with_arrays: (seed >> 3).is_multiple_of(4) }
    }
    fn mode(&mut self) -> &'static str {
        self.random.pick(&MODES)
    }
    /// A number of one of the two formats.
    fn number(&mut self, at: usize, depth: u32) -> String {
        let (exponent, significand) = self.formats[at];
        if depth == 0 {
            return self.leaf(at);
        }
        // z3 fails on fused products with an unknown rounding mode.
        let (mode, known) = (self.mode(), self.random.pick(&MODES[..5]));
        let next = |grower: &mut Self| grower.number(at, depth - 1);
        match self.random.below(14) {
            0 | 1 => format!("(fp.add {mode} {} {})", next(self), next(self)),
            2 => format!("(fp.sub {mode} {} {})", next(self), next(self)),
            3 | 4 => format!("(fp.mul {mode} {} {})", next(self), next(self)),
            5 => format!("(fp.div {mode} {} {})", next(self), next(self)),
            6 => format!("(fp.fma {known} {} {} {})", next(self), next(self), next(self)),
            7 => format!("(fp.sqrt {mode} {})", next(self)),
            // In formats where not every integer is a number z3 does not know.
            8 if exponent > 4 => format!("(fp.roundToIntegral {known} {})", next(self)),
            9 => format!("(fp.neg {})", next(self)),
            10 => format!("(fp.abs {})", next(self)),
            11 if exponent <= 5 => format!("(fp.rem {} {})", next(self), next(self)),
            12 => format!("((_ to_fp {exponent} {significand}) {mode} {})", self.number(1 - at, depth - 1)),
            _ => self.leaf(at),
        }
    }
    fn leaf(&mut self, at: usize) -> String {
        let (exponent, significand) = self.formats[at];
        // z3 does not take unknown rounding modes of constants.
        let mode = self.random.pick(&MODES[..5]);
        let of_width = format!("{exponent} {significand}");
        match self.random.below(if self.with_arrays { 14 } else { 12 }) {
            12 => format!("((_ to_fp {of_width}) {})", self.element(at)),
            13 => format!("(ite (bvult b {}) {} {})", self.element(2), self.leaf(at), self.leaf(at)),
            0 => format!("(_ {} {of_width})", self.random.pick(&["+oo", "-oo", "+zero", "-zero", "NaN"])),
            1 => format!("((_ to_fp {of_width}) {mode} {})", self.random.pick(&["b", "(bvmul b b)", "#b11", "#x005"])),
            2 => format!("((_ to_fp_unsigned {of_width}) {mode} {})", self.random.pick(&["b", "(bvadd b #x31)"])),
            3 => format!(
                "((_ to_fp {of_width}) {mode} {})",
                self.random.pick(&["0.1", "1.0", "3.25", "(- 2.5)", "(/ 1.0 3.0)", "1000.5", "(- (/ 7 9))"])
            ),
            _ if at == 0 => self.random.pick(&["x", "y", "z"]).to_owned(),
            _ => "w".to_owned(),
        }
    }
    /// An element of the array whose elements are as wide as numbers of a format, or of the one of bytes.
    fn element(&mut self, at: usize) -> String {
        let index = self.random.pick(&["#b00", "#b01", "#b10", "((_ extract 1 0) b)", "((_ extract 7 6) b)"]);
        let array = format!("a{at}");
        if at == 2 || self.random.once_in(2) {
            return format!("(select {array} {index})");
        }
        let (exponent, significand) = self.formats[at];
        let value =
            format!("((_ extract {} 0) ((_ zero_extend {}) b))", exponent + significand - 1, exponent + significand);
        format!("(select (store {array} #b01 {value}) {index})")
    }
    fn boolean(&mut self) -> String {
        let (at, depth) = (self.random.index(2), 1 + self.random.below(2) as u32);
        let text = match self.random.below(8) {
            0 => {
                let class = ["Normal", "Subnormal", "Zero", "Infinite", "NaN", "Negative", "Positive"];
                format!("(fp.is{} {})", self.random.pick(&class), self.number(at, depth))
            }
            1 => format!("(= {} {})", self.number(at, depth), self.number(at, 1)),
            2 => format!("(fp.eq {} {})", self.number(at, depth), self.number(at, 1)),
            3 => self.integer(at),
            _ => {
                let order = self.random.pick(&["fp.lt", "fp.leq", "fp.gt", "fp.geq"]);
                format!("({order} {} {})", self.number(at, depth), self.number(at, 1))
            }
        };
        if self.random.once_in(3) { format!("(not {text})") } else { text }
    }
    /// A number as an integer that fits.
    fn integer(&mut self, at: usize) -> String {
        let (number, mode, (exponent, significand)) = (self.number(at, 1), self.mode(), self.formats[at]);
        let limit = format!("((_ to_fp {exponent} {significand}) RTZ 3.0)");
        format!(
            "(and (fp.leq (fp.abs {number}) {limit}) (bvslt ((_ fp.to_sbv 6) {mode} {number}) {}))",
            self.random.pick(&["#b000001", "#b111111", "#b000010"])
        )
    }
    fn query(&mut self) -> String {
        let [(e, s), (e2, s2)] = self.formats;
        let mut text = String::from("(declare-const m RoundingMode)(declare-const b (_ BitVec 8))\n");
        for name in ["x", "y", "z"] {
            let _ = writeln!(text, "(declare-const {name} (_ FloatingPoint {e} {s}))");
        }
        let _ = writeln!(text, "(declare-const w (_ FloatingPoint {e2} {s2}))");
        for (name, width) in [("a0", e + s), ("a1", e2 + s2), ("a2", 8)].into_iter().filter(|_| self.with_arrays) {
            let _ = writeln!(text, "(declare-const {name} (Array (_ BitVec 2) (_ BitVec {width})))");
        }
        for _ in 0..1 + self.random.below(3) {
            let _ = writeln!(text, "(assert {})", self.boolean());
        }
        text.push_str("(check-sat)\n");
        text
    }
}

fn ours(text: &str) -> String {
    answered(Solver::new(), text)
}

fn answered(mut solver: Solver, text: &str) -> String {
    solver.set_budget(Budget { conflicts: 20_000, instances: 4096 });
    let mut answer = String::new();
    Script::new(solver)
        .run(text, &mut |line| answer.push_str(line))
        .unwrap_or_else(|error| panic!("{}\n{text}", complaint(text, braid_expr::smt::Position::START, &error)));
    answer.trim().to_owned()
}

/// What a solver answers, a process for each query; none if it ends with a complaint about itself.
fn answer(command: &str, arguments: &[&str], query: &str) -> Option<String> {
    let pipe = || Stdio::piped();
    let mut child = Command::new(command)
        .args(arguments)
        .stdin(pipe())
        .stdout(pipe())
        .stderr(Stdio::null())
        .spawn()
        .expect("z3 is on the PATH; tools/install-deps installs it");
    let mut stdin = child.stdin.take().expect("the pipe was asked for");
    // One that stops reading has complained about itself.
    let _ = stdin.write_all(query.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the solver ends");
    let text = String::from_utf8(output.stdout).expect("solvers write text");
    Some(text.trim().to_owned()).filter(|answer| ["sat", "unsat"].contains(&answer.as_str()))
}

/// What z3 may spend on a query, in its own count of steps: a quarter of a second. A limit by the clock would let a machine under load answer fewer.
const STEPS: u32 = 400_000;

fn theirs(query: &str) -> Option<String> {
    answer("z3", &["-in", "-smt2", &format!("rlimit={STEPS}")], query)
}

#[test]
fn random_queries_have_the_answers_of_z3() {
    let mut tally = Tally::default();
    for seed in seeds(120) {
        let query = Grower::new(seed, FORMATS[seed as usize % FORMATS.len()]).query();
        tally.compare(&query, &ours(&query), theirs(&query).as_deref());
    }
    tally.check(6);
}

/// Operations that begin as unknown words, in formats where they otherwise do not, against circuits for all.
#[test]
fn postponed_operations_have_the_answers_of_circuits() {
    let solver = |postponed_precision| {
        let laziness = Laziness { postponed_precision, ..Laziness::default() };
        Solver::with_chain(chain::over(Box::new(BackEnd::with_laziness(laziness))))
    };
    let mut tally = Tally::default();
    for seed in seeds(300) {
        let query = Grower::new(!seed, FORMATS[seed as usize % 4]).query();
        let (lazy, eager) = (answered(solver(0), &query), answered(solver(u32::MAX), &query));
        tally.compare(&query, &lazy, Some(eager.as_str()).filter(|&answer| answer != "unknown"));
    }
    tally.check(9);
}

/// The formats that bitwuzla has.
const COMMON: [[(u32, u32); 2]; 4] = [[(5, 11), (8, 24)], [(8, 24), (5, 11)], [(8, 24), (11, 53)], [(5, 11), (8, 24)]];

/// Has bitwuzla's own parser answer files, each by itself: the module has no command.
const RUN_BITWUZLA: &str = "
import sys, bitwuzla
for path in sys.argv[1:]:
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, 1500)
    try:
        bitwuzla.Parser(bitwuzla.TermManager(), options).parse(path)
    except Exception as error:
        print('error')
    sys.stdout.flush()
";

/// A Python that has bitwuzla, in a virtual environment below the build output.
fn python_with_bitwuzla(folder: &Path) -> PathBuf {
    let (venv, python) = (folder.join("venv"), folder.join("venv/bin/python"));
    let run = |command: &mut Command| {
        let done = command.output().expect("Python starts");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&venv));
    }
    run(Command::new(&python).args(["-m", "pip", "-q", "install", "bitwuzla==0.9.1"]));
    python
}

/// With `BRAID_SOAK`, or with `BRAID_FLOAT_SEEDS`. Bitwuzla has no limit but the clock: on a machine under load fewer are answered, which
/// is no wrong answer.
#[test]
fn random_queries_have_the_answers_of_bitwuzla() {
    let seeds: Vec<u64> = seeds(0).collect();
    if seeds.is_empty() {
        return; // Nothing is downloaded in the short form, where z3 answers.
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bitwuzla");
    fs::create_dir_all(&folder).expect("a folder below the build output");
    let python = python_with_bitwuzla(&folder);
    let mut tally = Tally::default();
    for batch in seeds.chunks(50) {
        let grow = |&seed: &u64| Grower::new(seed + (1 << 40), COMMON[seed as usize % COMMON.len()]).query();
        let queries: Vec<String> = batch.iter().map(grow).collect();
        let files: Vec<PathBuf> = batch.iter().map(|seed| folder.join(format!("{seed}.smt2"))).collect();
        for (file, query) in files.iter().zip(&queries) {
            fs::write(file, format!("(set-logic ALL)\n{query}")).expect("the query is written");
        }
        let done = Command::new(&python).args(["-c", RUN_BITWUZLA]).args(&files).output().expect("Python starts");
        let text = String::from_utf8(done.stdout).expect("solvers write text");
        assert_eq!(text.lines().count(), queries.len(), "{text}{}", String::from_utf8_lossy(&done.stderr));
        for (query, theirs) in queries.iter().zip(text.lines()) {
            let theirs = Some(theirs).filter(|theirs| ["sat", "unsat"].contains(theirs));
            let ours = if theirs.is_some() { ours(query) } else { "unknown".to_owned() };
            tally.compare(query, &ours, theirs);
        }
        for file in files {
            fs::remove_file(file).expect("it was written");
        }
    }
    tally.check(5);
}
