//! Random C programs with symbolic inputs, for comparing the engine with the machine.
//!
//! A program has no undefined behaviour (arithmetic is unsigned, divisors are odd, indices and shifts are masked) and no
//! faults. Every decision that may depend on the input prints a letter, so that the first line of the output is the path;
//! a second line is a digest of the variables, made without branches. The number of decisions on a path is bounded, so
//! that all paths can be explored.

use std::fmt::Write as _;

use braid_testing::Random;

/// How many variables a program has, and how many of them start as inputs.
const VARIABLES: usize = 5;
const INPUTS: usize = 3;
/// At most this many statements that decide by the input.
const DECISIONS: u32 = 6;

/// The program of a seed.
pub(crate) fn program(seed: u64) -> String {
    let mut generator = Generator { random: Random::new(seed), text: String::new(), decisions: 0, loops: 0 };
    generator.program();
    generator.text
}

struct Generator {
    random: Random,
    text: String,
    /// How many deciding statements were made.
    decisions: u32,
    /// How many loops were made, for the names of their counters.
    loops: u32,
}

impl Generator {
    fn program(&mut self) {
        self.text
            .push_str("// Made by the generator of random programs.\n#include <klee/klee.h>\n#include <stdio.h>\n\n");
        self.text.push_str("static unsigned char table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n");
        self.text.push_str("struct pair { unsigned a; unsigned short b; };\n");
        self.text.push_str("static unsigned mix(unsigned a, unsigned b) {\n");
        let mixed = self.expression(2).replace("v0", "a").replace("v1", "b");
        let mixed = ["v2", "v3", "v4"].iter().fold(mixed, |text, name| text.replace(name, "(a ^ b)"));
        let _ = writeln!(self.text, "    return {mixed};\n}}\n\nint main(void) {{\n    struct pair p = {{1, 2}};");
        for variable in 0..VARIABLES {
            let start = self.random.index(1000);
            let _ = writeln!(self.text, "    unsigned v{variable} = {start};");
        }
        for input in 0..INPUTS {
            let kind = ["unsigned char", "signed char", "unsigned short"][self.random.index(3)];
            let _ = writeln!(
                self.text,
                "    {kind} in{input};\n    klee_make_symbolic(&in{input}, sizeof in{input}, \"in{input}\");\n    v{input} = (unsigned)in{input};"
            );
        }
        for _ in 0..6 + self.random.index(5) {
            self.statement(1);
        }
        self.text.push_str("    putchar('\\n');\n");
        for variable in 0..VARIABLES {
            let _ = writeln!(
                self.text,
                "    putchar('a' + (v{variable} & 15));\n    putchar('a' + (v{variable} >> 4 & 15));"
            );
        }
        self.text.push_str(
            "    putchar('a' + (p.a + p.b & 15));\n    putchar('\\n');\n    return (v0 ^ v1 ^ v2 ^ v3 ^ v4) & 63;\n}\n",
        );
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
    }

    fn variable(&mut self) -> String {
        format!("v{}", self.random.index(VARIABLES))
    }

    fn statement(&mut self, depth: usize) {
        let may_decide = self.decisions < DECISIONS && depth < 4;
        match self.random.index(if may_decide { 12 } else { 7 }) {
            0 | 1 => self.assign(depth),
            2 => {
                let (index, value) = (self.expression(1), self.expression(1));
                self.line(depth, &format!("table[{index} & 7] = (unsigned char){value};"));
            }
            3 => {
                let (target, index) = (self.variable(), self.expression(1));
                self.line(depth, &format!("{target} += table[{index} & 7];"));
            }
            4 => {
                let (target, a, b) = (self.variable(), self.variable(), self.expression(1));
                self.line(depth, &format!("{target} = mix({a}, {b});"));
            }
            5 => {
                let (a, b) = (self.expression(1), self.variable());
                self.line(depth, &format!("p.a ^= {a}; p.b = (unsigned short){b}; {b} = p.a + p.b;"));
            }
            6 => self.counted_loop(depth),
            7..=9 => self.decide(depth),
            10 => self.switch(depth),
            _ => self.input_loop(depth),
        }
    }

    fn assign(&mut self, depth: usize) {
        let (target, value) = (self.variable(), self.expression(2));
        self.line(depth, &format!("{target} = {value};"));
    }

    fn decide(&mut self, depth: usize) {
        self.decisions += 1;
        let (a, b) = (self.expression(1), self.random.index(300));
        let relation = ["<", ">", "==", "!=", "<=", ">="][self.random.index(6)];
        self.line(depth, &format!("if (({a} & 255) {relation} {b}) {{"));
        self.line(depth + 1, "putchar('T');");
        self.statement(depth + 1);
        self.line(depth, "} else {");
        self.line(depth + 1, "putchar('F');");
        self.assign(depth + 1);
        self.line(depth, "}");
    }

    fn switch(&mut self, depth: usize) {
        self.decisions += 1;
        let value = self.expression(1);
        self.line(depth, &format!("switch ({value} % 4) {{"));
        for (case, letter) in ["case 0:", "case 2:", "default:"].iter().zip(["0", "2", "d"]) {
            self.line(depth, &format!("{case} putchar('{letter}');"));
            self.assign(depth + 1);
            self.line(depth + 1, "break;");
        }
        self.line(depth, "}");
    }

    /// A loop whose number of turns is known.
    fn counted_loop(&mut self, depth: usize) {
        let (counter, turns) = (self.loops, 1 + self.random.index(4));
        self.loops += 1;
        self.line(depth, &format!("for (unsigned i{counter} = 0; i{counter} < {turns}; i{counter}++) {{"));
        let target = self.variable();
        let value = self.expression(1);
        self.line(depth + 1, &format!("{target} = {target} * 3 + {value} + i{counter};"));
        self.line(depth, "}");
    }

    /// A loop whose number of turns, at most three, depends on the input.
    fn input_loop(&mut self, depth: usize) {
        self.decisions += 2;
        let counter = self.loops;
        self.loops += 1;
        let bound = self.expression(1);
        self.line(depth, &format!("for (unsigned i{counter} = 0, n = {bound} & 3; i{counter} < n; i{counter}++) {{"));
        self.line(depth + 1, "putchar('L');");
        self.assign(depth + 1);
        self.line(depth, "}");
        self.line(depth, "putchar('E');");
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.random.index(3) {
                0 => format!("{}u", self.random.index(256)),
                _ => self.variable(),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        let amount = self.random.index(9);
        match self.random.index(14) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("({a} & {b})"),
            4 => format!("({a} | {b})"),
            5 => format!("({a} ^ {b})"),
            6 => format!("({a} * {}u)", 1 + amount),
            7 => format!("({a} << {amount})"),
            8 => format!("({a} >> {amount})"),
            9 => format!("(({a} & 255) / {}u)", 2 * amount + 1),
            10 => format!("(unsigned)(unsigned char){a}"),
            11 => format!("(unsigned)((int)(signed char){a} >> 1)"),
            12 => format!("({a} < {b})"),
            _ => format!("(unsigned)((unsigned long){a} * 2654435761u >> 7)"),
        }
    }
}

#[test]
fn a_seed_gives_one_program() {
    assert_eq!(program(5), program(5));
    assert_ne!(program(5), program(6));
}
