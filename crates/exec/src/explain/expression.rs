//! Operands as source expressions: traced back to values that debug information names.
//!
//! A value with a name is its name. Loads of named variables, arithmetic and address arithmetic are written as C writes them,
//! a few levels deep; whatever has no words is shown as the value it has on the input.

use braid_code::{Code, Pc, Program, Slot, Src, leaves};
use braid_entity::Entity;
use braid_expr::{ExprPool, Node, Space};
use braid_ir::body::ValueDef;
use braid_ir::constant::Constant;
use braid_ir::debug::{DebugTypeKind, VarId};
use braid_ir::inst::{BinaryOp, CastOp, IntPredicate, OperandKind};
use braid_ir::{Body, Inst, Operand, TypeId, ValueId};
use braid_state::memory::is_null;
use braid_state::{State, Value, word};
use rustc_hash::FxHashMap;

use super::Evaluate;
use crate::executor::Executor;

/// Expressions are written so many levels deep.
const MAX_DEPTH: u32 = 5;
/// What stands for a pointer to an object without a name.
pub(super) const UNNAMED: &str = "an allocation";
/// What stands for a value that is not kept any more.
pub(super) const GONE: &str = "?";
/// A text constant is shown up to this length.
const MAX_TEXT: usize = 40;

/// Source text.
pub(super) struct Text {
    pub(super) text: String,
    /// Whether it needs no parentheses inside of another expression.
    atom: bool,
}

impl Text {
    fn atom(text: impl Into<String>) -> Text {
        Text { text: text.into(), atom: true }
    }
    /// As a part of another expression.
    pub(super) fn nested(&self) -> String {
        if self.atom { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// Writes operands of one frame.
pub(super) struct Expressions<'a> {
    pool: &'a ExprPool,
    program: &'a Program,
    state: &'a State,
    code: &'a Code,
    body: &'a Body,
    registers: &'a [Value],
    /// The operation that the frame stands at.
    pc: Pc,
    evaluate: &'a mut Evaluate<'a>,
    /// The first slot of each value, before slots were shared.
    slots: Vec<Slot>,
    /// Values that are a variable.
    named: FxHashMap<ValueId, VarId>,
    /// Values that are the address of a variable.
    declared: FxHashMap<ValueId, VarId>,
    /// The names that were written, with what they are on the input, in order.
    pub(super) values: Vec<(String, String)>,
}

impl<'a> Expressions<'a> {
    /// None if the function has no body.
    pub(super) fn new<'b: 'a>(
        exec: &'a Executor,
        state: &'a State,
        code: &'a Code,
        (pc, registers): (Pc, &'a [Value]),
        evaluate: &'a mut Evaluate<'b>,
    ) -> Option<Expressions<'a>> {
        let (program, pool) = (&exec.program, &exec.pool);
        let body = program.module.funcs[code.func].body.ready()?;
        let (mut named, mut declared) = (FxHashMap::default(), FxHashMap::default());
        for &inst in body.order.iter().flat_map(|&block| &body.blocks[block].insts) {
            let (variables, record) = match &body.insts[inst].inst {
                Inst::DebugValue(record) if record.expr.is_empty() => (&mut named, record),
                Inst::DebugDeclare(record) if record.expr.is_empty() => (&mut declared, record),
                _ => continue,
            };
            if let Some(value) = record.value.and_then(|value| value.as_value()) {
                variables.entry(value).or_insert(record.var);
            }
        }
        let slots = first_slots(program, body);
        let values = Vec::new();
        Some(Expressions { pool, program, state, code, body, registers, pc, evaluate, slots, named, declared, values })
    }

    /// An operand of an operation.
    pub(super) fn source(&mut self, src: Src, bits: u32) -> Text {
        match (src.as_slot(), src.as_constant()) {
            (Some(slot), _) => match self.value_at(slot) {
                Some(value) => self.value(value, 0),
                None => self.number(self.registers[slot as usize], bits),
            },
            (_, Some(constant)) => {
                let value = self.code.constants[constant as usize];
                self.constant(value, bits)
            }
            _ => Text::atom("?"),
        }
    }

    /// What is accessed: so many bytes at an address and an offset from it.
    pub(super) fn place(&mut self, addr: Src, offset: u32, bytes: u32) -> Option<String> {
        let root = addr.as_slot().and_then(|slot| self.value_at(slot));
        if offset == 0
            && let Some(ValueDef::Inst(inst)) = root.map(|value| self.body.values[value].def)
            && let Inst::PtrAdd { base, offset, .. } = &self.body.insts[inst].inst
        {
            return Some(self.element(*base, *offset, bytes, 0));
        }
        let base = self.source(addr, self.program.addresses.bits());
        // An address without a name says nothing that the message does not say.
        if base.text.starts_with("0x") {
            return None;
        }
        Some(if offset == 0 { format!("*{}", base.nested()) } else { format!("*({} + {offset})", base.nested()) })
    }

    /// An element of an array, if the offset is a multiple of the size of what is accessed.
    fn element(&mut self, base: Operand, offset: Operand, bytes: u32, depth: u32) -> String {
        let base = self.operand(base, depth + 1);
        if let Some(index) = self.index(offset, bytes.into()) {
            let index = self.operand(index, depth + 1);
            return format!("{}[{}]", base.nested(), index.text);
        }
        let offset = self.operand(offset, depth + 1);
        if bytes == 1 {
            return format!("{}[{}]", base.nested(), offset.text);
        }
        format!("*({} + {})", base.nested(), offset.nested())
    }

    /// What is multiplied by a size to give an offset.
    fn index(&self, offset: Operand, size: u64) -> Option<Operand> {
        let ValueDef::Inst(inst) = self.body.values[offset.as_value()?].def else { return None };
        let Inst::Binary { op, args: [index, factor], .. } = &self.body.insts[inst].inst else { return None };
        let OperandKind::Const(factor) = factor.kind() else { return None };
        let Constant::Int { value, .. } = self.program.module.consts[factor] else { return None };
        let fits = match op {
            BinaryOp::Mul => value == size,
            BinaryOp::Shl => value < 64 && 1 << value == size,
            _ => false,
        };
        fits.then_some(*index)
    }

    fn operand(&mut self, operand: Operand, depth: u32) -> Text {
        match operand.kind() {
            OperandKind::Value(value) => self.value(value, depth),
            OperandKind::Const(id) => {
                let module = &self.program.module;
                let ty = module.operand_type(self.body, operand);
                let bits = ty.and_then(|ty| module.types.int_bits(ty)).unwrap_or(64);
                match self.program.constants.get(&id).map(|parts| &**parts) {
                    Some(&[value]) => self.constant(value, bits),
                    _ => Text::atom("?"),
                }
            }
        }
    }

    fn value(&mut self, value: ValueId, depth: u32) -> Text {
        if let Some(&var) = self.named.get(&value) {
            return self.variable(var, value);
        }
        if let Some(&var) = self.declared.get(&value) {
            return Text::atom(self.name(var));
        }
        match self.body.values[value].def {
            ValueDef::Inst(inst) if depth < MAX_DEPTH => self.instruction(value, &self.body.insts[inst].inst, depth),
            _ => self.plain(value),
        }
    }

    fn instruction(&mut self, value: ValueId, inst: &'a Inst, depth: u32) -> Text {
        match inst {
            Inst::Load { addr, .. } => self.loaded(value, *addr, depth),
            Inst::Binary { op, args: [a, b], .. } => match symbol(*op) {
                Some(symbol) => {
                    let (a, b) = (self.operand(*a, depth + 1), self.operand(*b, depth + 1));
                    joined(&a, symbol, &b)
                }
                None => self.plain(value),
            },
            Inst::PtrAdd { base, offset, .. } => {
                let (base, offset) = (self.operand(*base, depth + 1), self.operand(*offset, depth + 1));
                joined(&base, "+", &offset)
            }
            Inst::IntCompare { pred, args: [a, b], .. } => {
                let (a, b) = (self.operand(*a, depth + 1), self.operand(*b, depth + 1));
                joined(&a, comparison(*pred), &b)
            }
            Inst::Cast { op, arg, .. } if keeps_words(*op) => {
                let text = self.operand(*arg, depth);
                // What is widened with zeros is not negative.
                if *op == CastOp::ZExt && text.text.starts_with('-') { self.plain(value) } else { text }
            }
            Inst::Freeze { arg } => self.operand(*arg, depth),
            Inst::ExtractValue { agg, path } if path[..] == [0] => match self.checked_arithmetic(*agg) {
                Some((symbol, [a, b])) => {
                    let (a, b) = (self.operand(a, depth + 1), self.operand(b, depth + 1));
                    joined(&a, symbol, &b)
                }
                None => self.plain(value),
            },
            _ => self.plain(value),
        }
    }

    /// The operation of an intrinsic that also tells whether it wrapped around, and its operands.
    fn checked_arithmetic(&self, result: Operand) -> Option<(&'static str, [Operand; 2])> {
        let ValueDef::Inst(inst) = self.body.values[result.as_value()?].def else { return None };
        let Inst::Call(call) = &self.body.insts[inst].inst else { return None };
        let name = braid_code::callee(&self.program.module, call.callee).strip_prefix("llvm.")?;
        let (operation, _) = name.split_once(".with.overflow")?;
        let symbol = match operation {
            "sadd" | "uadd" => "+",
            "ssub" | "usub" => "-",
            "smul" | "umul" => "*",
            _ => return None,
        };
        let &[a, b] = &call.args[..] else { return None };
        Some((symbol, [a, b]))
    }

    /// What a load gives: a variable of the source, or what is at an address.
    fn loaded(&mut self, value: ValueId, addr: Operand, depth: u32) -> Text {
        if let Some(&var) = addr.as_value().and_then(|addr| self.declared.get(&addr)) {
            return self.variable(var, value);
        }
        let bytes = self.bits(value).div_ceil(8);
        let def = addr.as_value().map(|addr| self.body.values[addr].def);
        let text = match def {
            Some(ValueDef::Inst(inst)) => match &self.body.insts[inst].inst {
                Inst::PtrAdd { base, offset, .. } => self.element(*base, *offset, bytes, depth),
                _ => format!("*{}", self.operand(addr, depth + 1).nested()),
            },
            Some(_) => format!("*{}", self.operand(addr, depth + 1).nested()),
            None => self.operand(addr, depth + 1).text,
        };
        let number = match self.register(value) {
            Some(register) => self.number(register, self.bits(value)),
            None => Text::atom(GONE),
        };
        self.note(&text, number.text);
        Text::atom(text)
    }

    /// A variable that has this value.
    fn variable(&mut self, var: VarId, value: ValueId) -> Text {
        let name = self.name(var);
        let bits = self.bits(value);
        let text = match self.register(value) {
            Some(register) if self.is_int(value) && !self.is_signed(var) && bits <= 64 => {
                (self.evaluate)(register).to_string()
            }
            _ => self.number_of(value).text,
        };
        self.note(&name, text);
        Text::atom(name)
    }

    fn note(&mut self, name: &str, value: String) {
        if self.values.iter().all(|(known, _)| known != name) {
            self.values.push((name.to_owned(), value));
        }
    }

    /// A value without words: an input by its name, otherwise what it is.
    fn plain(&mut self, value: ValueId) -> Text {
        let number = self.number_of(value);
        match self.register(value).and_then(|register| self.input(register)) {
            Some(name) => {
                self.note(&name, number.text);
                Text::atom(name)
            }
            None => number,
        }
    }

    /// The input that a value is all bytes of.
    fn input(&self, value: Value) -> Option<String> {
        let Value::Term(term) = value else { return None };
        let [range] = self.pool.support(term) else { return None };
        let input = self.state.inputs.iter().find(|input| range.space == Space::Array(input.array))?;
        let mut rest = Some(term);
        for at in (0..=range.high).rev() {
            let (byte, low) = match self.pool.node(rest?) {
                Node::Concat(byte, low) => (byte, Some(low)),
                _ => (rest?, None),
            };
            rest = low;
            let Node::Read(_, index) = self.pool.node(byte) else { return None };
            if self.pool.as_u64(index) != Some(at) {
                return None;
            }
        }
        (rest.is_none() && range.low == 0 && range.high + 1 == input.size).then(|| input.name.to_string())
    }

    fn number_of(&mut self, value: ValueId) -> Text {
        match self.register(value) {
            Some(register) if self.is_int(value) => self.number(register, self.bits(value)),
            Some(register) => self.pointer(register),
            None => Text::atom(GONE),
        }
    }

    /// An integer as it is on the input.
    fn number(&mut self, value: Value, bits: u32) -> Text {
        if bits > 64 {
            return Text::atom("?");
        }
        Text::atom(word::signed(bits, (self.evaluate)(value)).to_string())
    }

    /// A pointer as it is on the input: an object and an offset.
    fn pointer(&mut self, value: Value) -> Text {
        let addr = (self.evaluate)(value);
        self.address(addr)
    }

    fn address(&self, addr: u64) -> Text {
        if is_null(addr) {
            return Text::atom(if addr == 0 { "null".to_owned() } else { format!("{addr:#x}") });
        }
        if let Some(func) = self.program.function_at(addr) {
            return Text::atom(self.program.name(func));
        }
        let Some(object) = self.state.memory.find(addr) else { return Text::atom(format!("{addr:#x}")) };
        if let Some(text) = text_at(self.state, addr) {
            return Text::atom(text);
        }
        let name = object.origin().name.as_deref().unwrap_or(UNNAMED);
        match addr.wrapping_sub(object.base()) as i64 {
            0 => Text::atom(name),
            offset => Text { text: format!("{name} + {offset}"), atom: false },
        }
    }

    fn constant(&mut self, value: Value, bits: u32) -> Text {
        match value {
            Value::Word(addr) if bits == self.program.addresses.bits() && self.state.memory.find(addr).is_some() => {
                self.address(addr)
            }
            value => self.number(value, bits),
        }
    }

    // What debug information and the body tell.

    fn name(&self, var: VarId) -> String {
        let module = &self.program.module;
        module.names.get(module.debug.vars[var].name).to_owned()
    }

    /// Whether a variable is of a type without sign.
    fn is_signed(&self, var: VarId) -> bool {
        /// Boolean, unsigned, unsigned char, character of a text in DWARF.
        const UNSIGNED: [u32; 4] = [2, 7, 8, 16];
        let debug = &self.program.module.debug;
        let mut ty = debug.vars[var].ty;
        for _ in 0..16 {
            let Some(now) = ty.map(|ty| &debug.types[ty]) else { return true };
            match now.kind {
                DebugTypeKind::Basic { encoding } => return !UNSIGNED.contains(&encoding),
                DebugTypeKind::Alias => ty = now.of,
                _ => return true,
            }
        }
        true
    }

    fn value_at(&self, slot: Slot) -> Option<ValueId> {
        let slot = self.code.homes.as_ref().map_or(Some(slot), |homes| homes.number(slot, self.pc))?;
        let after = self.slots.partition_point(|&first| first <= slot);
        let value = ValueId::new(after.checked_sub(1)?);
        (self.slots[value.index()] == slot).then_some(value)
    }

    /// What a value is, if its slot still holds it.
    fn register(&self, value: ValueId) -> Option<Value> {
        let number = self.slots[value.index()];
        let slot = self.code.homes.as_ref().map_or(Some(number), |homes| homes.slot(number, self.pc))?;
        Some(self.registers[slot as usize])
    }

    fn ty(&self, value: ValueId) -> TypeId {
        self.body.values[value].ty
    }

    fn is_int(&self, value: ValueId) -> bool {
        self.program.module.types.int_bits(self.ty(value)).is_some()
    }

    fn bits(&self, value: ValueId) -> u32 {
        self.program.module.types.int_bits(self.ty(value)).unwrap_or(64)
    }
}

/// A text constant at an address, in quotes.
pub(super) fn text_at(state: &State, addr: u64) -> Option<String> {
    let object = state.memory.find(addr)?;
    let is_text = object.is_read_only() && object.origin().name.as_deref().is_none_or(|name| name.contains(".str"));
    let mut text = String::new();
    let start = addr.checked_sub(object.base()).filter(|_| is_text)?;
    for offset in start..object.capacity() {
        match object.contents.word(offset, 1)? as u8 {
            0 => return Some(format!("\"{text}\"")),
            byte @ 0x20..0x7f if text.len() < MAX_TEXT => text.push(char::from(byte)),
            0x20..0x7f => return Some(format!("\"{text}\"...")),
            _ => return None,
        }
    }
    None
}

/// The first slot of each value, as lowering gives them.
pub(super) fn first_slots(program: &Program, body: &Body) -> Vec<Slot> {
    let mut counts: FxHashMap<TypeId, u32> = FxHashMap::default();
    let mut next = 0;
    let mut slots = Vec::with_capacity(body.values.len());
    for (_, value) in body.values.iter() {
        slots.push(next);
        let count = || leaves(&program.module, value.ty).map_or(0, |leaves| leaves.len() as u32);
        next += *counts.entry(value.ty).or_insert_with(count);
    }
    slots
}

/// Two operands with a sign between; a negative number is taken away.
pub(super) fn joined(a: &Text, symbol: &str, b: &Text) -> Text {
    let text = match b.text.strip_prefix('-') {
        Some(positive) if symbol == "+" && b.atom => format!("{} - {positive}", a.nested()),
        _ => format!("{} {symbol} {}", a.nested(), b.nested()),
    };
    Text { text, atom: false }
}

/// How the source writes an operation on integers.
pub(super) fn symbol(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => return None,
    })
}

/// How the source writes a comparison.
fn comparison(pred: IntPredicate) -> &'static str {
    match pred {
        IntPredicate::Eq => "==",
        IntPredicate::Ne => "!=",
        IntPredicate::Ugt | IntPredicate::Sgt => ">",
        IntPredicate::Uge | IntPredicate::Sge => ">=",
        IntPredicate::Ult | IntPredicate::Slt => "<",
        IntPredicate::Ule | IntPredicate::Sle => "<=",
    }
}

/// Whether a cast is none that a reader wants to see.
fn keeps_words(op: CastOp) -> bool {
    matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::BitCast)
}
