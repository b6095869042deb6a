//! Simplification on construction: local rules, one row each in one table.
//!
//! A rule looks at a node that is about to be made and at most a few levels below it, and gives an equal term that is
//! smaller or nearer to the normal form. Rules build their results through the constructors, so results are simplified
//! too. Two limits keep a construction cheap and the host's stack flat: [`MAX_DEPTH`] rules inside each other and
//! [`FUEL`] applications in all; past them nodes are made as they are, which costs simplicity and never truth.
//!
//! The normal form in short: constants stand on the right of commutative operators, else the older operand on the left;
//! `x + c` for every sum with a constant, constants outermost; shifts by constants are extracts, concatenations and
//! extensions; concatenations lean to the right; `x < c` and `c <= x` are the only comparisons with constants. A rule
//! must not make terms that differ in one constant differ in shape where the constant is a loop's counter: there is no
//! rule from `x < 1` to `x = 0`, or the conditions of a loop's iterations would share no skeleton.
//!
//! Each rule is proved in `tests/rules.rs`; the table is how the test knows that none is left out.

mod arith;
mod array;
mod boolean;
mod compare;
mod concat_extract;
mod divide;
mod float;
mod ite;
mod pattern;
mod polynomial;
mod shift;

use crate::fold;
use crate::node::{ExprId, Key, Op};
use crate::pool::ExprPool;

/// How many rules may build their results inside each other.
const MAX_DEPTH: u32 = 24;

/// How many rules one construction applies at most.
const FUEL: u32 = 64;

/// A row of the table.
struct Row {
    name: &'static str,
    /// The operators whose nodes the rule is tried on.
    ops: &'static [Op],
    /// Gives the simpler term.
    apply: fn(&mut ExprPool, &Key) -> Option<ExprId>,
}

/// Declares the table: variant, name, operators, function. Rules of an operator are tried in this order.
macro_rules! rules {
    ($($variant:ident $name:literal [$($op:ident)*] $module:ident::$function:ident;)*) => {
        /// The rules, in one table. What each does stands at its function in the module of its theory.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "each rule is documented at its function")]
        #[repr(u8)]
        pub enum Rule { $($variant),* }

        impl Rule {
            /// Every rule, in the order of the table.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant),*];
        }

        const TABLE: &[Row] =
            &[$(Row { name: $name, ops: &[$(Op::$op),*], apply: $module::$function }),*];
    };
}

rules! {
    // Order of operands.
    ConstantRight "constant-right" [And Or Xor Add Mul Eq] pattern::constant_right;
    OlderLeft "older-left" [And Or Xor Add Mul Eq] pattern::older_left;
    // Bitwise operators and logic.
    NotNot "not-not" [Not] boolean::not_not;
    NotCompare "not-compare" [Not] boolean::not_compare;
    NotXorConstant "not-xor-constant" [Not] boolean::not_xor_constant;
    NotNeg "not-neg" [Not] boolean::not_neg;
    AndConstant "and-constant" [And] boolean::and_constant;
    OrConstant "or-constant" [Or] boolean::or_constant;
    XorConstant "xor-constant" [Xor] boolean::xor_constant;
    BitwiseSame "bitwise-same" [And Or Xor] boolean::bitwise_same;
    BitwiseComplement "bitwise-complement" [And Or Xor] boolean::bitwise_complement;
    BitwiseConstants "bitwise-constants" [And Or Xor] boolean::bitwise_constants;
    Absorb "absorb" [And Or] boolean::absorb;
    AbsorbComplement "absorb-complement" [And Or] boolean::absorb_complement;
    Repeated "repeated" [And Or] boolean::repeated;
    Contradiction "contradiction" [And Or] boolean::contradiction;
    XorCancel "xor-cancel" [Xor] boolean::xor_cancel;
    XorNot "xor-not" [Xor] boolean::xor_not;
    EqualsTwoConstants "equals-two-constants" [And] boolean::equals_two_constants;
    AndMask "and-mask" [And] boolean::and_mask;
    DisjointConcat "disjoint-concat" [Or Xor Add] boolean::disjoint_concat;
    // Sums and products.
    SmallWidth "small-width" [Add Sub Mul Neg] arith::small_width;
    AddZero "add-zero" [Add] arith::add_zero;
    AddConstants "add-constants" [Add] arith::add_constants;
    AddConstantSub "add-constant-sub" [Add] arith::add_constant_sub;
    AddConstantOut "add-constant-out" [Add] arith::add_constant_out;
    AddNeg "add-neg" [Add] arith::add_neg;
    AddNot "add-not" [Add] arith::add_not;
    AddSubCancel "add-sub-cancel" [Add] arith::add_sub_cancel;
    SubSame "sub-same" [Sub] arith::sub_same;
    SubConstant "sub-constant" [Sub] arith::sub_constant;
    SubFromZero "sub-from-zero" [Sub] arith::sub_from_zero;
    SubNeg "sub-neg" [Sub] arith::sub_neg;
    SubCommon "sub-common" [Sub] arith::sub_common;
    SubConstantOut "sub-constant-out" [Sub] arith::sub_constant_out;
    NegNeg "neg-neg" [Neg] arith::neg_neg;
    NegNot "neg-not" [Neg] arith::neg_not;
    NegSub "neg-sub" [Neg] arith::neg_sub;
    NegAddConstant "neg-add-constant" [Neg] arith::neg_add_constant;
    MulConstant "mul-constant" [Mul] arith::mul_constant;
    MulConstants "mul-constants" [Mul] arith::mul_constants;
    MulPower "mul-power" [Mul] arith::mul_power;
    MulAddConstant "mul-add-constant" [Mul] arith::mul_add_constant;
    // Quotients and remainders.
    DivideByZero "divide-by-zero" [Udiv Urem Sdiv Srem] divide::divide_by_zero;
    DivideByOne "divide-by-one" [Udiv Urem Sdiv Srem] divide::divide_by_one;
    DivideByMinusOne "divide-by-minus-one" [Sdiv Srem] divide::divide_by_minus_one;
    RemainderSame "remainder-same" [Urem Srem] divide::remainder_same;
    UdivPower "udiv-power" [Udiv] divide::udiv_power;
    UremPower "urem-power" [Urem] divide::urem_power;
    DivideZext "divide-zext" [Udiv Urem] divide::divide_zext;
    DivideNonNegative "divide-non-negative" [Sdiv Srem] divide::divide_non_negative;
    SdivPower "sdiv-power" [Sdiv] divide::sdiv_power;
    SremPower "srem-power" [Srem] divide::srem_power;
    // Comparisons.
    CompareSame "compare-same" [Eq Ult Ule Slt Sle] compare::compare_same;
    CompareBool "compare-bool" [Eq Ult Ule Slt Sle] compare::compare_bool;
    CompareLimit "compare-limit" [Ult Ule Slt Sle] compare::compare_limit;
    CompareStrict "compare-strict" [Ult Ule Slt Sle] compare::compare_strict;
    CompareIte "compare-ite" [Eq Ult Ule Slt Sle] compare::compare_ite;
    CompareZext "compare-zext" [Eq Ult Ule] compare::compare_zext;
    CompareZextConstant "compare-zext-constant" [Eq Ult Ule] compare::compare_zext_constant;
    CompareSext "compare-sext" [Eq Slt Sle] compare::compare_sext;
    CompareSextConstant "compare-sext-constant" [Eq Slt Sle] compare::compare_sext_constant;
    CompareNonNegative "compare-non-negative" [Slt Sle] compare::compare_non_negative;
    CompareConcat "compare-concat" [Ult Ule Slt Sle] compare::compare_concat;
    EqAddConstant "eq-add-constant" [Eq] compare::eq_add_constant;
    EqUnaryConstant "eq-unary-constant" [Eq] compare::eq_unary_constant;
    EqXorConstant "eq-xor-constant" [Eq] compare::eq_xor_constant;
    EqDifference "eq-difference" [Eq] compare::eq_difference;
    EqCommon "eq-common" [Eq] compare::eq_common;
    EqSums "eq-sums" [Eq] compare::eq_sums;
    EqPolynomials "eq-polynomials" [Eq] polynomial::eq_polynomials;
    EqNot "eq-not" [Eq] compare::eq_not;
    EqConcatConstant "eq-concat-constant" [Eq] compare::eq_concat_constant;
    EqConcat "eq-concat" [Eq] compare::eq_concat;
    EqIteConstant "eq-ite-constant" [Eq] compare::eq_ite_constant;
    // Shifts.
    ShiftBool "shift-bool" [Shl Lshr Ashr] shift::shift_bool;
    ShiftZero "shift-zero" [Shl Lshr Ashr] shift::shift_zero;
    ShlConstant "shl-constant" [Shl] shift::shl_constant;
    LshrConstant "lshr-constant" [Lshr] shift::lshr_constant;
    AshrConstant "ashr-constant" [Ashr] shift::ashr_constant;
    // Concatenation, extraction, extension.
    ExtractAll "extract-all" [Extract] concat_extract::extract_all;
    ExtractExtract "extract-extract" [Extract] concat_extract::extract_extract;
    ExtractConcat "extract-concat" [Extract] concat_extract::extract_concat;
    ExtractZext "extract-zext" [Extract] concat_extract::extract_zext;
    ExtractSext "extract-sext" [Extract] concat_extract::extract_sext;
    ExtractNot "extract-not" [Extract] concat_extract::extract_not;
    ExtractBitwise "extract-bitwise" [Extract] concat_extract::extract_bitwise;
    ExtractLow "extract-low" [Extract] concat_extract::extract_low;
    ExtractIte "extract-ite" [Extract] concat_extract::extract_ite;
    ConcatZero "concat-zero" [Concat] concat_extract::concat_zero;
    ConcatRight "concat-right" [Concat] concat_extract::concat_right;
    ConcatConstants "concat-constants" [Concat] concat_extract::concat_constants;
    ConcatExtension "concat-extension" [Concat] concat_extract::concat_extension;
    ConcatExtracts "concat-extracts" [Concat] concat_extract::concat_extracts;
    ConcatExtractsNested "concat-extracts-nested" [Concat] concat_extract::concat_extracts_nested;
    ConcatIte "concat-ite" [Concat] concat_extract::concat_ite;
    ExtendTwice "extend-twice" [Zext Sext] concat_extract::extend_twice;
    SextZext "sext-zext" [Sext] concat_extract::sext_zext;
    // If-then-else.
    IteConstant "ite-constant" [Ite] ite::ite_constant;
    IteSame "ite-same" [Ite] ite::ite_same;
    IteNot "ite-not" [Ite] ite::ite_not;
    IteBool "ite-bool" [Ite] ite::ite_bool;
    IteCondition "ite-condition" [Ite] ite::ite_condition;
    IteNested "ite-nested" [Ite] ite::ite_nested;
    IteShared "ite-shared" [Ite] ite::ite_shared;
    IteEqual "ite-equal" [Ite] ite::ite_equal;
    IteExtension "ite-extension" [Ite] ite::ite_extension;
    IteConcat "ite-concat" [Ite] ite::ite_concat;
    IteOperand "ite-operand" [Not Neg And Or Xor Add Sub Mul Concat Zext Sext] ite::ite_operand;
    // Floating point.
    FloatOrder "float-order" [FloatBinary] float::float_order;
    FloatIte "float-ite" [FloatUnary FloatBinary] float::float_ite;
    FloatOne "float-one" [FloatBinary] float::float_one;
    FloatZero "float-zero" [FloatBinary] float::float_zero;
    FloatConvertTwice "float-convert-twice" [FloatUnary] float::float_convert_twice;
    FloatIntegerBack "float-integer-back" [FloatUnary] float::float_integer_back;
    FloatIntegerNarrow "float-integer-narrow" [FloatUnary] float::float_integer_narrow;
    FloatIntegerSum "float-integer-sum" [FloatBinary] float::float_integer_sum;
    FloatIntegerProduct "float-integer-product" [FloatBinary] float::float_integer_product;
    // Arrays and quantifiers.
    ReadStore "read-store" [Read] array::read_store;
    StoreStore "store-store" [Store] array::store_store;
    StoreRead "store-read" [Store] array::store_read;
    ForallNone "forall-none" [Forall] array::forall_none;
    ForallTrue "forall-true" [Forall] array::forall_true;
    ForallClosed "forall-closed" [Forall] array::forall_closed;
}

impl Rule {
    /// The name, as in counters and tests.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].name
    }
    /// The operators whose nodes the rule is tried on.
    pub fn ops(self) -> &'static [Op] {
        TABLE[self as usize].ops
    }
}

/// How many rules an operator has at most.
const MAX_PER_OP: usize = 20;

/// The rules of each operator, by its number, in the order of the table; `u8::MAX` ends a list.
const BY_OP: [[u8; MAX_PER_OP]; Op::ALL.len()] = {
    let mut lists = [[u8::MAX; MAX_PER_OP]; Op::ALL.len()];
    let mut lengths = [0; Op::ALL.len()];
    let mut rule = 0;
    while rule < TABLE.len() {
        let mut at = 0;
        while at < TABLE[rule].ops.len() {
            let op = TABLE[rule].ops[at] as usize;
            lists[op][lengths[op]] = rule as u8;
            lengths[op] += 1;
            at += 1;
        }
        rule += 1;
    }
    lists
};

/// What limits and counts the rules of a pool.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Off: constructors build what they are told.
    pub(crate) enabled: bool,
    depth: u32,
    fuel: u32,
    /// How often each rule was applied.
    hits: Vec<u64>,
    /// What some nodes simplify to, each at the place that its hash tells.
    recent: Vec<Option<(Key, ExprId)>>,
}

/// How many nodes are remembered with what they simplify to.
const RECENT: usize = 1 << 9;

impl Rules {
    pub(crate) fn new(enabled: bool) -> Self {
        Rules { enabled, depth: 0, fuel: 0, hits: vec![0; Rule::ALL.len()], recent: vec![None; RECENT] }
    }
    /// Whether no rule is being applied.
    pub(crate) fn is_outermost(&self) -> bool {
        self.depth == 0
    }
    /// What a node simplifies to, if it is remembered.
    pub(crate) fn remembered(&self, key: &Key) -> Option<ExprId> {
        self.recent[place(key)].filter(|(known, _)| known == key).map(|(_, simpler)| simpler)
    }
    /// Remembers what a node simplifies to when no rule is being applied.
    pub(crate) fn remember(&mut self, key: &Key, simpler: ExprId) {
        self.recent[place(key)] = Some((*key, simpler));
    }
}

/// Where a node is remembered.
fn place(key: &Key) -> usize {
    let [a, b, _] = key.args;
    (a.wrapping_mul(0x9E37_79B1) ^ b.wrapping_mul(0x85EB_CA6B) ^ key.op as u32) as usize >> 7 & (RECENT - 1)
}

impl ExprPool {
    /// How often each rule was applied in this pool.
    pub fn rule_hits(&self) -> impl Iterator<Item = (Rule, u64)> + '_ {
        Rule::ALL.iter().copied().zip(self.rules.hits.iter().copied())
    }
}

/// What the node of `key`, which does not exist yet, simplifies to; `None` if it is in normal form.
pub(crate) fn simplify(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    if let Some(constant) = fold::fold(pool, key) {
        return Some(constant);
    }
    // The order of operands is never left to the limits: a commutative node has one form, whoever builds it.
    let order = [Rule::ConstantRight, Rule::OlderLeft].into_iter().filter(|_| key.op.is_commutative());
    if let Some(ordered) = order.into_iter().find_map(|rule| try_rule(pool, key, rule)) {
        return Some(ordered);
    }
    if pool.rules.depth == 0 {
        pool.rules.fuel = FUEL;
    }
    if pool.rules.depth == MAX_DEPTH || pool.rules.fuel == 0 {
        return None;
    }
    pool.rules.depth += 1;
    let rules = BY_OP[key.op as usize].iter().take_while(|&&rule| rule != u8::MAX);
    let simpler = rules.copied().find_map(|rule| try_rule(pool, key, Rule::ALL[rule as usize]));
    pool.rules.depth -= 1;
    if simpler.is_some() {
        pool.rules.fuel = pool.rules.fuel.saturating_sub(1);
    }
    simpler
}

fn try_rule(pool: &mut ExprPool, key: &Key, rule: Rule) -> Option<ExprId> {
    let simpler = (TABLE[rule as usize].apply)(pool, key)?;
    pool.rules.hits[rule as usize] += 1;
    Some(simpler)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct() {
        let mut names: Vec<_> = Rule::ALL.iter().map(|rule| rule.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Rule::ALL.len());
    }
}
