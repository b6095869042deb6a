//! The exact values against this machine: every operation on random and special values, in each format and rounding that it has.
//!
//! A small C program (`hardware.c`) carries the operations out. Rounding to nearest with ties away from zero is no mode of a processor; half and `bfloat`
//! are no formats of every one: these are held against `rustc_apfloat` (`tests.rs`).

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use braid_testing::{Random, skipped};

use super::tests::operand;
use super::*;

/// Formats of the machine with their letters.
const FORMATS: [(char, Format); 4] =
    [('s', Format::SINGLE), ('d', Format::DOUBLE), ('x', Format::EXTENDED), ('q', Format::QUAD)];

/// Modes of the machine, in the order of the program's table.
const ROUNDINGS: [Rounding; 4] = [Rounding::NearestEven, Rounding::Up, Rounding::Down, Rounding::Zero];

fn letter(op: FloatOp) -> char {
    match op {
        FloatOp::Add => '+',
        FloatOp::Mul => '*',
        FloatOp::Div => '/',
        FloatOp::Fma => 'f',
        FloatOp::Sqrt => 's',
        FloatOp::Remainder => 'r',
        FloatOp::Fmod => '%',
        FloatOp::Round => 'n',
        FloatOp::Convert => 'c',
        FloatOp::FromSigned => 'i',
        FloatOp::FromUnsigned => 'u',
        FloatOp::ToSigned => 'I',
        FloatOp::ToUnsigned => 'U',
    }
}

/// The bits as the machine has them: with the integer bit of x87.
fn written(format: Format, bits: u128) -> u128 {
    if format != Format::EXTENDED {
        return bits;
    }
    let (fraction, rest) = (bits & ((1 << 63) - 1), bits >> 63);
    rest << 64 | u128::from(rest & 0x7fff != 0) << 63 | fraction
}

/// The bits of a machine's number, with one NaN.
fn read(format: Format, bits: u128) -> u128 {
    let bits = if format == Format::EXTENDED { bits >> 64 << 63 | bits & ((1 << 63) - 1) } else { bits };
    if bits & (format.sign() - 1) > format.infinity() { format.nan() } else { bits }
}

/// An operation on operands, and the widths of the first operand and of the result.
struct Question {
    operation: Operation,
    widths: (u32, u32),
    operands: [u128; 3],
}

impl Question {
    fn random(random: &mut Random, op: FloatOp, format: Format) -> Self {
        let mut operation = Operation::new(op, format, random.pick(&ROUNDINGS));
        if matches!(op, FloatOp::Remainder | FloatOp::Fmod) {
            // They are exact in every mode; the C library is asked in its usual one.
            operation.rounding = Rounding::NearestEven;
        }
        let mut widths = (format.width(), format.width());
        let mut last = format.one();
        let mut operands = [(); 3].map(|()| {
            last = operand(random, format, last);
            last
        });
        let width = if op == FloatOp::FromUnsigned || random.once_in(2) { 32 } else { 64 };
        if op == FloatOp::Convert {
            operation.source = random.pick(&FORMATS).1;
            operands[0] = operand(random, operation.source, operation.source.one());
            widths.0 = operation.source.width();
        } else if op.is_from_integer() {
            operands[0] = (operands[0] >> random.below(64)) & (u128::MAX >> (128 - width));
            widths.0 = width;
        } else if op.is_to_integer() {
            // Numbers that fit: below 2^30, with digits behind the point or not.
            let exponent = (format.bias() as u128).wrapping_add(u128::from(random.below(40))) - 10;
            operands[0] &= format.infinity() ^ (format.sign() | (format.sign() - 1));
            operands[0] |= exponent << format.fraction_bits();
            operands[0] &= if op == FloatOp::ToUnsigned { format.sign() - 1 } else { u128::MAX };
            widths.1 = if op == FloatOp::ToUnsigned { 32 } else { width };
        }
        Question { operation, widths, operands }
    }
    fn line(&self) -> String {
        let Operation { op, format, rounding, source } = self.operation;
        let name = |wanted: Format| FORMATS.iter().find(|row| row.1 == wanted).map_or('d', |row| row.0);
        let mode = ROUNDINGS.iter().position(|&mode| mode == rounding).expect("a mode of the machine");
        let width = if op.is_from_integer() { self.widths.0 } else { self.widths.1 };
        let mut line = format!("{} {} {} {mode} {width}", letter(op), name(format), name(source));
        for (at, &bits) in self.operands.iter().enumerate() {
            let of = if op == FloatOp::Convert { source } else { format };
            let bits = if at == 0 && op.is_from_integer() { bits } else { written(of, bits) };
            let _ = write!(line, " {:x} {:x}", bits >> 64, bits & u128::from(u64::MAX));
        }
        line + "\n"
    }
    /// The exact value is the machine's.
    fn check(&self, answer: &str) {
        let bits = u128::from_str_radix(answer, 16).expect("a number in base 16");
        let Question { operation, widths, operands } = self;
        let machine = if operation.op.is_to_integer() { bits } else { read(operation.format, bits) };
        let value = exact::value(*operation, widths.0, widths.1, *operands);
        // IEEE 754 gives a remainder of zero the sign of the dividend, which the C library's `remainder` does not always do.
        let is_zero = operation.op == FloatOp::Remainder && (value | machine) & (operation.format.sign() - 1) == 0;
        let machine = if is_zero { operands[0] & operation.format.sign() } else { machine };
        assert_eq!(value, machine, "{operation} of {operands:#x?}: {value:#x}, and {machine:#x} of the machine");
    }
}

#[test]
fn all_operations_have_the_values_of_the_machine() {
    if !cfg!(target_arch = "x86_64") || Command::new("clang-14").arg("--version").output().is_err() {
        return skipped("clang-14 for x86-64");
    }
    let folder = std::env::temp_dir().join(format!("braid-hardware-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let (source, program) = (folder.join("hardware.c"), folder.join("hardware"));
    fs::write(&source, include_str!("hardware.c")).expect("the program is written");
    let flags = ["-O0", "-frounding-math", "-w", "-o"];
    let compiled = Command::new("clang-14").args(flags).arg(&program).arg(&source).arg("-lm").status();
    assert!(compiled.expect("clang-14 starts").success());
    let rounds = if std::env::var_os("BRAID_SOAK").is_some() { 50_000 } else { 1_500 };
    let mut random = Random::new(13);
    let mut questions = Vec::new();
    for (_, format) in FORMATS {
        for &op in FloatOp::ALL {
            questions.extend((0..rounds).map(|_| Question::random(&mut random, op, format)));
        }
    }
    let asked = folder.join("questions");
    let mut file = fs::File::create(&asked).expect("a file of questions");
    file.write_all(questions.iter().map(Question::line).collect::<String>().as_bytes()).expect("written");
    let input = Stdio::from(fs::File::open(&asked).expect("it was just written"));
    let done = Command::new(&program).stdin(input).output().expect("the program starts");
    let text = String::from_utf8(done.stdout).expect("numbers");
    assert_eq!(text.lines().count(), questions.len());
    questions.iter().zip(text.lines()).for_each(|(question, answer)| question.check(answer));
    fs::remove_dir_all(&folder).expect("the temporary folder");
}
