//! `braid solve` against z3, and in the long form against bitwuzla, on random queries about floating-point numbers, each given to all
//! as the same text.
//!
//! What SMT-LIB leaves open is left out: the sign of the smaller of two zeros, integers out of range, the bits of a NaN.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use braid_solver::blast::{BackEnd, Laziness};
use braid_solver::script::{Script, complaint};
use braid_solver::{Budget, Solver, chain};
use braid_testing::Random;

/// So many queries, 20,000 with `BRAID_SOAK`.
fn count(short: u64) -> u64 {
    if std::env::var_os("BRAID_SOAK").is_some() { 20_000 } else { short }
}

const MODES: [&str; 7] = ["RNE", "RNA", "RTP", "RTN", "RTZ", "m", "roundTowardZero"];

/// The formats of the unknowns of a query: those of x, y, z, and that of w.
const FORMATS: [[(u32, u32); 2]; 5] =
    [[(3, 4), (2, 3)], [(4, 4), (3, 6)], [(5, 3), (3, 5)], [(5, 11), (8, 8)], [(8, 24), (5, 11)]];

/// Grows text.
struct Grower {
    random: Random,
    formats: [(u32, u32); 2],
}

impl Grower {
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
        match self.random.below(12) {
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

/// What z3 may spend on a query, in its own count of steps: about a second. A limit by the clock would let a machine under load answer fewer.
const STEPS: u32 = 1_500_000;

fn theirs(query: &str) -> Option<String> {
    answer("z3", &["-in", "-smt2", &format!("rlimit={STEPS}")], query)
}

#[test]
fn random_queries_have_the_answers_of_z3() {
    let queries: Vec<String> = (0..count(120))
        .map(|seed| Grower { random: Random::new(seed), formats: FORMATS[seed as usize % FORMATS.len()] }.query())
        .collect();
    let (mut compared, mut sat, mut silent) = (0, 0, 0_u64);
    for query in &queries {
        let (ours, theirs) = (ours(query), theirs(query));
        let Some(theirs) = theirs else {
            silent += 1;
            continue;
        };
        if ours != "unknown" {
            assert_eq!(ours, theirs, "{query}");
            (compared, sat) = (compared + 1, sat + u64::from(ours == "sat"));
        }
    }
    let all = queries.len() as u64;
    assert!(compared * 10 >= all * 8, "only {compared} of {all} were answered by both, {silent} not by the others");
    assert!(sat * 10 > compared && sat * 10 < compared * 9, "{sat} of {compared} are satisfiable");
}

/// Operations that begin as unknown words, in formats where they otherwise do not, against circuits for all.
#[test]
fn postponed_operations_have_the_answers_of_circuits() {
    let solver = |postponed_precision| {
        let laziness = Laziness { postponed_precision, ..Laziness::default() };
        Solver::with_chain(chain::over(Box::new(BackEnd::with_laziness(laziness))))
    };
    let (mut compared, mut sat) = (0, 0);
    for seed in 0..count(300) {
        let query = Grower { random: Random::new(!seed), formats: FORMATS[seed as usize % 4] }.query();
        let (lazy, eager) = (answered(solver(0), &query), answered(solver(u32::MAX), &query));
        if lazy != "unknown" && eager != "unknown" {
            assert_eq!(lazy, eager, "{query}");
            (compared, sat) = (compared + 1, sat + u64::from(lazy == "sat"));
        }
    }
    assert!(compared * 10 > count(300) * 9, "only {compared} were answered by both");
    assert!(sat * 10 > compared && sat * 10 < compared * 9, "{sat} of {compared} are satisfiable");
}

/// The formats that bitwuzla has.
const COMMON: [[(u32, u32); 2]; 2] = [[(5, 11), (8, 24)], [(8, 24), (5, 11)]];

/// Has bitwuzla's own parser answer files, each by itself: the module has no command.
const RUN_BITWUZLA: &str = "
import sys, bitwuzla
for path in sys.argv[1:]:
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, 5000)
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

/// With `BRAID_SOAK`: 20,000 queries, or as many as `BRAID_FLOAT_QUERIES` says.
#[test]
fn random_queries_have_the_answers_of_bitwuzla() {
    let wanted = std::env::var("BRAID_FLOAT_QUERIES").ok().and_then(|count| count.parse().ok());
    let count: u64 = wanted.unwrap_or(count(0));
    if count == 0 {
        return; // Nothing is downloaded in the short form, where z3 answers.
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bitwuzla");
    fs::create_dir_all(&folder).expect("a folder below the build output");
    let python = python_with_bitwuzla(&folder);
    let (mut compared, mut sat) = (0, 0);
    for batch in (0..count).collect::<Vec<u64>>().chunks(50) {
        let grow = |&seed: &u64| {
            Grower { random: Random::new(seed + (1 << 40)), formats: COMMON[seed as usize % COMMON.len()] }.query()
        };
        let queries: Vec<String> = batch.iter().map(grow).collect();
        let files: Vec<PathBuf> = (0..queries.len()).map(|at| folder.join(format!("{at}.smt2"))).collect();
        for (file, query) in files.iter().zip(&queries) {
            fs::write(file, format!("(set-logic ALL)\n{query}")).expect("the query is written");
        }
        let done = Command::new(&python).args(["-c", RUN_BITWUZLA]).args(&files).output().expect("Python starts");
        let text = String::from_utf8(done.stdout).expect("solvers write text");
        assert_eq!(text.lines().count(), queries.len(), "{text}{}", String::from_utf8_lossy(&done.stderr));
        for (query, theirs) in queries.iter().zip(text.lines()).filter(|(_, theirs)| ["sat", "unsat"].contains(theirs))
        {
            let ours = ours(query);
            if ours != "unknown" {
                assert_eq!(ours, theirs, "{query}");
                (compared, sat) = (compared + 1, sat + u64::from(ours == "sat"));
            }
        }
    }
    // Bitwuzla has no limit but the clock: on a machine under load fewer are answered, which is no wrong answer.
    assert!(compared * 2 >= count, "only {compared} of {count} were answered by both");
    assert!(sat * 10 > compared && sat * 10 < compared * 9, "{sat} of {compared} are satisfiable");
}
