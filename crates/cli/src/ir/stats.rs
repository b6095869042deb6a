//! What is in a program, in numbers. Every number is a row of [`COUNTS`], printed as a table or as JSON.

use std::collections::BTreeMap;
use std::fmt;

use braid_ir::body::Body;
use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::{ConstId, FuncId, Inst, Module};
use serde_json::json;

/// The counts of a program, or of some of its functions.
#[derive(Debug, Default)]
pub(super) struct Stats {
    files: Vec<String>,
    triple: String,
    defined: u64,
    declared: u64,
    globals: u64,
    aliases: u64,
    blocks: u64,
    with_lines: u64,
    indirect_calls: u64,
    module_asm: u64,
    /// By opcode.
    instructions: BTreeMap<&'static str, u64>,
    /// By template.
    inline_asm: BTreeMap<String, u64>,
    undefined_functions: Vec<String>,
    undefined_variables: Vec<String>,
}

/// One number: its name for scripts, its name for people, its value.
struct Count {
    key: &'static str,
    label: &'static str,
    value: fn(&Stats) -> u64,
}

const COUNTS: &[Count] = &[
    Count { key: "functions_defined", label: "functions defined", value: |stats| stats.defined },
    Count { key: "functions_declared", label: "functions declared", value: |stats| stats.declared },
    Count { key: "globals", label: "global variables", value: |stats| stats.globals },
    Count { key: "aliases", label: "aliases", value: |stats| stats.aliases },
    Count { key: "blocks", label: "blocks", value: |stats| stats.blocks },
    Count { key: "instructions", label: "instructions", value: |stats| stats.instructions.values().sum() },
    Count { key: "instructions_with_line", label: "  with a source line", value: |stats| stats.with_lines },
    Count { key: "indirect_calls", label: "indirect calls", value: |stats| stats.indirect_calls },
    Count { key: "inline_asm_calls", label: "inline assembly", value: |stats| stats.inline_asm.values().sum() },
    Count { key: "module_asm", label: "file-level assembly", value: |stats| stats.module_asm },
    Count {
        key: "undefined_symbols",
        label: "undefined symbols",
        value: |stats| (stats.undefined_functions.len() + stats.undefined_variables.len()) as u64,
    },
];

impl Stats {
    /// Counts what is in these functions, which are decoded, and in the tables of the module.
    pub(super) fn of(module: &Module, funcs: &[FuncId]) -> Stats {
        let mut stats = Stats {
            files: module.origins.clone(),
            triple: module.triple.map(|triple| module.names.get(triple).to_owned()).unwrap_or_default(),
            globals: module.globals.len() as u64,
            aliases: (module.aliases.len() + module.ifuncs.len()) as u64,
            module_asm: module.asm.len() as u64,
            ..Stats::default()
        };
        for &func in funcs {
            match module.funcs[func].body.ready() {
                Some(body) => stats.count_body(module, body),
                None => stats.declared += 1,
            }
        }
        stats.list_undefined(module);
        stats
    }

    fn count_body(&mut self, module: &Module, body: &Body) {
        self.defined += 1;
        self.blocks += body.order.len() as u64;
        for inst in body.order.iter().flat_map(|&block| &body.blocks[block].insts) {
            let data = &body.insts[*inst];
            *self.instructions.entry(data.inst.opcode()).or_default() += 1;
            self.with_lines += u64::from(data.loc.is_some_and(|loc| module.debug.locs[loc].line != 0));
            self.count_call(module, &data.inst);
        }
    }

    fn count_call(&mut self, module: &Module, inst: &Inst) {
        let Some(call) = inst.call() else { return };
        match call.callee.as_const().and_then(|id| callee(module, id)) {
            Some(Callee::Symbol) => {}
            Some(Callee::Asm(text)) => *self.inline_asm.entry(text).or_default() += 1,
            None => self.indirect_calls += 1,
        }
    }

    fn list_undefined(&mut self, module: &Module) {
        for symbol in braid_link::undefined(module) {
            let name = module.symbol_name(symbol).to_owned();
            match symbol {
                GlobalRef::Var(_) => self.undefined_variables.push(name),
                GlobalRef::Func(_) | GlobalRef::Alias(_) | GlobalRef::IFunc(_) => self.undefined_functions.push(name),
            }
        }
        self.undefined_functions.sort();
        self.undefined_variables.sort();
    }

    /// As JSON, with keys in order.
    pub(super) fn to_json(&self) -> String {
        let mut object = serde_json::Map::new();
        for count in COUNTS {
            object.insert(count.key.to_owned(), (count.value)(self).into());
        }
        object.insert("files".to_owned(), json!(self.files));
        object.insert("triple".to_owned(), json!(self.triple));
        object.insert("opcodes".to_owned(), json!(self.instructions));
        object.insert("inline_asm".to_owned(), json!(self.inline_asm));
        object.insert("undefined_functions".to_owned(), json!(self.undefined_functions));
        object.insert("undefined_variables".to_owned(), json!(self.undefined_variables));
        format!("{:#}\n", serde_json::Value::Object(object))
    }
}

/// What a constant callee is.
enum Callee {
    /// A function, an alias, an indirect function.
    Symbol,
    /// Inline assembly with this template.
    Asm(String),
}

/// What a call by a constant calls; none if the address is computed.
fn callee(module: &Module, mut id: ConstId) -> Option<Callee> {
    loop {
        id = match &module.consts[id] {
            Constant::Global(_) | Constant::DsoLocal(_) | Constant::NoCfi(_) => return Some(Callee::Symbol),
            Constant::Asm(asm) => return Some(Callee::Asm(module.names.get(asm.text).to_owned())),
            // A function called with another type, in files of older compilers.
            Constant::Cast(cast) => cast.arg,
            _ => return None,
        };
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for count in COUNTS {
            writeln!(f, "{:<24} {:>10}", count.label, (count.value)(self))?;
        }
        if !self.instructions.is_empty() {
            writeln!(f, "\ninstructions by opcode")?;
        }
        let mut opcodes: Vec<_> = self.instructions.iter().collect();
        opcodes.sort_by_key(|&(name, &count)| (std::cmp::Reverse(count), *name));
        for (name, count) in opcodes {
            writeln!(f, "  {name:<22} {count:>10}")?;
        }
        if !self.inline_asm.is_empty() {
            writeln!(f, "\ninline assembly by template")?;
        }
        for (text, count) in &self.inline_asm {
            writeln!(f, "  {count:>6}  {text:?}")?;
        }
        names(f, "undefined functions", &self.undefined_functions)?;
        names(f, "undefined variables", &self.undefined_variables)
    }
}

/// A list of names under a title, nothing if it is empty.
fn names(f: &mut fmt::Formatter<'_>, title: &str, names: &[String]) -> fmt::Result {
    if names.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}")?;
    names.iter().try_for_each(|name| writeln!(f, "  {name}"))
}
