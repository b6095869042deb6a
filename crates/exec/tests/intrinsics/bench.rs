//! A bench for functions: runs one on given values and tells how it ended and what it left in the variable `out`.

pub(crate) use braid_testing::Random;
use std::path::Path;

use braid_code::{Prepare, Program};
use braid_exec::{Builtin, Ending, Executor, FaultKind, INTRINSICS, Machine, Options, Outcome};
use braid_expr::{Evaluator, ExprId, Model, Node, SymbolClass};
use braid_ir::Module;
use braid_link::{CompileError, LoadError};
use braid_solver::Solver;
use braid_state::{State, Value};

/// A machine without functions.
struct Bare;

impl Machine for Bare {
    fn find(&self, _: &str) -> Option<Builtin> {
        None
    }
}

/// One run of a function.
pub(crate) struct Bench {
    pub(crate) exec: Executor,
    pub(crate) state: State,
}

/// How a function ends that returns nothing.
pub(crate) const EXIT: Ending = Ending::Exit(Value::Word(0));

/// The layout of all tests: x86-64.
pub(crate) const LAYOUT: &str = "target datalayout = \"e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

impl Bench {
    /// A bench for a module in text form.
    pub(crate) fn of_text(text: &str) -> Bench {
        let text = format!("{LAYOUT}{text}");
        Bench::new(braid_ir::text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")))
    }

    /// A bench for a C file beside the tests; none if there is no compiler.
    pub(crate) fn of_c(name: &str, flags: &[&str]) -> Option<Bench> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
        let options = braid_link::LoadOptions {
            compiler_flags: flags.iter().map(Into::into).collect(),
            ..braid_link::LoadOptions::default()
        };
        match braid_link::load(&[path], &options) {
            Ok(program) => Some(Bench::new(program.module)),
            Err(LoadError::Compile(CompileError::NoCompiler { needs, .. })) => {
                braid_testing::skipped(&format!("{needs} is not there"));
                None
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn new(module: Module) -> Bench {
        let prepare: Prepare = Box::new(|module, func| module.decode(func).map(|_| ()));
        let program = Program::new(module, prepare, INTRINSICS);
        let mut exec = Executor::new(program, Box::new(Bare), Solver::new(), Options::default());
        let state = exec.initial_state().expect("the module can be run");
        Bench { exec, state }
    }

    /// An unknown.
    pub(crate) fn unknown(&mut self, name: &str, bits: u32) -> Value {
        Value::Term(self.exec.pool.symbol(name, bits, SymbolClass::Input))
    }

    /// Runs a function to the end of its only path.
    pub(crate) fn run(&mut self, name: &str, args: &[Value]) -> Ending {
        let func = self.exec.program.module.func_named(name).expect("the function is there");
        self.exec.enter_first(&mut self.state, func, args).expect("the function takes these arguments");
        loop {
            match self.exec.run(&mut self.state, 1_000_000) {
                Outcome::Ended(ending) => return ending,
                // It has a value of which only bounds are known.
                Outcome::Paused if self.state.inherited.exactness().may_invent() => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The same, where a fault of this kind is one of the cases.
    pub(crate) fn may_fault(&mut self, name: &str, args: &[Value], kind: FaultKind) -> bool {
        let func = self.exec.program.module.func_named(name).expect("the function is there");
        self.exec.enter_first(&mut self.state, func, args).expect("the function takes these arguments");
        let is = |ending: &Ending| matches!(ending, Ending::Fault(fault) if fault.kind == kind);
        match self.exec.run(&mut self.state, 1_000_000) {
            Outcome::Ended(ending) => is(&ending),
            Outcome::Forked(others) => others.iter().any(|(_, ending)| ending.as_ref().is_some_and(is)),
            Outcome::Paused | Outcome::Arrived(_) => false,
        }
    }

    /// The scalar of `bits` bits, whole bytes, at an offset of `out`.
    pub(crate) fn out(&mut self, offset: u64, bits: u32) -> Value {
        let module = &self.exec.program.module;
        let out = module.names.find("out").expect("there is a variable out");
        let (id, _) = module.globals.iter().find(|(_, global)| global.symbol.name == out).expect("out is a variable");
        let address = self.exec.program.address_of_variable(id);
        let object = self.state.memory.find(address).expect("out is there");
        object.contents.read(&mut self.exec.pool, offset, bits / 8)
    }

    /// What a value is if the unknowns are these words.
    pub(crate) fn value_if(&self, value: Value, unknowns: &[(Value, u64)]) -> u64 {
        let term: ExprId = match value {
            Value::Word(word) => return word,
            Value::Term(term) => term,
        };
        let mut model = Model::new();
        for &(unknown, word) in unknowns {
            let Value::Term(unknown) = unknown else { panic!("an unknown is a term") };
            let Node::Symbol(symbol) = self.exec.pool.node(unknown) else { panic!("an unknown is a symbol") };
            model.set_word(symbol, word);
        }
        let value = Evaluator::new().evaluate(&self.exec.pool, &model, term).expect("all unknowns are given");
        value.to_u64().expect("a narrow value")
    }
}

/// Returns a word of `bits` bits; small numbers, ends of ranges and single bits are frequent.
pub(crate) fn corner(random: &mut Random, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let word = random.word();
    mask & match random.word() % 5 {
        0 => word % 3,
        1 => (word % 3).wrapping_neg(),
        2 => 1 << (word % u64::from(bits)),
        3 => (1u64 << (bits - 1)).wrapping_add(word % 3).wrapping_sub(1),
        _ => word,
    }
}
