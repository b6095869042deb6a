//! Calls, returns, branches and switches.

use braid_entity::Entity;

use super::error::{AnyId, Problem};
use super::inst::InstChecker;
use super::rules::{self, Check, kind, rule, same};
use crate::body::BlockId;
use crate::constant::{ConstId, Constant};
use crate::inst::{Call, CaseRange, Operand, Switch, SwitchTarget};
use crate::types::{Type, TypeId, TypeTable};

impl InstChecker<'_> {
    /// A call fits the function type that it names. What the callee was defined with may differ, as in LLVM.
    pub(super) fn call(&self, call: &Call) -> Check {
        if call.ty.index() >= self.module.types.len() {
            return Err(Problem::NoSuch(AnyId::Type(call.ty)));
        }
        let Type::Function { ret, params, varargs } = &self.module.types[call.ty] else {
            return kind("the type of the call", "a function type", call.ty, false);
        };
        self.pointer("the callee", call.callee)?;
        let enough = if *varargs { call.args.len() >= params.len() } else { call.args.len() == params.len() };
        if !enough {
            let (expected, found) = (params.len() as u64, call.args.len() as u64);
            return Err(Problem::WrongCount { what: "arguments", expected, found });
        }
        for (at, &arg) in call.args.iter().enumerate() {
            let found = self.used(arg)?;
            if let Some(&param) = params.get(at) {
                self.argument(param, found)?;
            }
        }
        for &arg in call.bundles.iter().flat_map(|bundle| &bundle.args) {
            self.used(arg)?;
        }
        if call.attrs.index() >= self.module.attrs.iter().len() {
            return Err(Problem::NoSuch(AnyId::Attrs(call.attrs)));
        }
        if *ret == TypeTable::VOID { self.no_result() } else { same("the result", *ret, self.result()?) }
    }
    /// Values may be passed as metadata as they are.
    fn argument(&self, param: TypeId, found: TypeId) -> Check {
        if param == found || matches!(self.module.types[param], Type::Metadata) {
            return Ok(());
        }
        same("the argument", param, found)
    }

    /// What is returned has the return type.
    pub(super) fn ret(&self, value: Option<Operand>) -> Check {
        self.no_result()?;
        match value {
            Some(value) => {
                kind("the return type", "not void", self.ret, self.ret != TypeTable::VOID)?;
                same("the returned value", self.ret, self.used(value)?)
            }
            None => same("the returned value", self.ret, TypeTable::VOID),
        }
    }
    pub(super) fn cond_br(&self, cond: Operand, then: BlockId, otherwise: BlockId) -> Check {
        self.no_result()?;
        same("the condition", TypeTable::I1, self.used(cond)?)?;
        rule(then != otherwise, "a conditional branch has two different targets")
    }
    pub(super) fn indirect_br(&self, addr: Operand, targets: &[BlockId]) -> Check {
        self.no_result()?;
        self.pointer("the address", addr)?;
        each_once(targets.iter().copied())
    }

    /// A switch is in its normal form: see [`Switch`].
    pub(super) fn switch(&self, switch: &Switch) -> Check {
        self.no_result()?;
        let ty = self.used(switch.value)?;
        kind("the value", "an integer", ty, rules::is_int(&self.module.types, ty))?;
        each_once(core::iter::once(switch.default).chain(switch.targets.iter().map(|target| target.block)))?;
        let mut all: Vec<CaseRange> = Vec::new();
        for target in &switch.targets {
            self.target(ty, target)?;
            all.extend(&target.ranges);
        }
        let firsts = switch.targets.iter().map(|target| target.ranges[0].low);
        rule(
            firsts.is_sorted_by(|a, b| self.less(*a, *b)),
            "the targets of a switch are ordered by their smallest value",
        )?;
        all.sort_by(|a, b| self.compare_ints(a.low, b.low));
        let disjoint = all.windows(2).all(|pair| self.less(pair[0].high, pair[1].low));
        rule(disjoint, "a value leads to one target of a switch")
    }
    fn target(&self, ty: TypeId, target: &SwitchTarget) -> Check {
        rule(!target.ranges.is_empty(), "a target of a switch has a value that leads there")?;
        for range in &target.ranges {
            for bound in [range.low, range.high] {
                same("the case", ty, self.used(Operand::constant(bound))?)?;
                let number = matches!(self.module.consts[bound], Constant::Int { .. } | Constant::WideInt { .. });
                rule(number, "a case is a number")?;
            }
            rule(!self.less(range.high, range.low), "the range of a case is not empty")?;
        }
        let apart =
            |pair: &[CaseRange]| self.less(pair[0].high, pair[1].low) && !self.adjacent(pair[0].high, pair[1].low);
        rule(target.ranges.windows(2).all(apart), "the ranges of a target are sorted, disjoint and not adjacent")
    }
    fn less(&self, a: ConstId, b: ConstId) -> bool {
        self.compare_ints(a, b).is_lt()
    }
    fn compare_ints(&self, a: ConstId, b: ConstId) -> core::cmp::Ordering {
        match (&self.module.consts[a], &self.module.consts[b]) {
            (Constant::Int { value: a, .. }, Constant::Int { value: b, .. }) => a.cmp(b),
            (Constant::WideInt { words: a, .. }, Constant::WideInt { words: b, .. }) => {
                a.iter().rev().cmp(b.iter().rev())
            }
            // Cases of one switch have one type, which was checked before they are compared.
            _ => core::cmp::Ordering::Equal,
        }
    }
    fn adjacent(&self, a: ConstId, b: ConstId) -> bool {
        match (self.module.consts.as_int(a), self.module.consts.as_int(b)) {
            (Some(a), Some(b)) => a.checked_add(1) == Some(b),
            _ => false,
        }
    }
}

/// No block is listed twice.
fn each_once(blocks: impl Iterator<Item = BlockId>) -> Check {
    let mut blocks: Vec<BlockId> = blocks.collect();
    blocks.sort_unstable();
    rule(blocks.windows(2).all(|pair| pair[0] != pair[1]), "each target is listed once")
}
