//! What an atomic read-modify-write stores. States run one thread, so the steps of it follow each other.

use braid_code::{FloatOp, Scalar};
use braid_float::Pick;
use braid_ir::inst::{BinaryOp, IntPredicate, RmwOp};
use braid_state::{State, Value, algebra};

use crate::executor::Executor;
use crate::stop::Stop;

impl Executor {
    /// What an atomic operation stores.
    pub(crate) fn combine(
        &mut self,
        state: &mut State,
        op: RmwOp,
        scalar: Scalar,
        old: Value,
        new: Value,
    ) -> Result<Value, Stop> {
        match op {
            RmwOp::FAdd => self.combine_floats(state, BinaryOp::FAdd, scalar, old, new),
            RmwOp::FSub => self.combine_floats(state, BinaryOp::FSub, scalar, old, new),
            RmwOp::FMax => self.pick(state, Pick::MaxNum, scalar, old, new),
            RmwOp::FMin => self.pick(state, Pick::MinNum, scalar, old, new),
            RmwOp::FMaximum => self.pick(state, Pick::Maximum, scalar, old, new),
            RmwOp::FMinimum => self.pick(state, Pick::Minimum, scalar, old, new),
            _ => Ok(self.combine_integers(op, scalar.bits(), old, new)),
        }
    }

    fn combine_floats(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        scalar: Scalar,
        old: Value,
        new: Value,
    ) -> Result<Value, Stop> {
        match scalar {
            Scalar::Float(kind) => self.float(state, &FloatOp::Binary(op, kind), old, new),
            _ => Err(Stop::unsupported("an atomic operation on floats of what is none")),
        }
    }

    fn combine_integers(&mut self, op: RmwOp, bits: u32, a: Value, b: Value) -> Value {
        let zero = braid_code::zero(&mut self.pool, Scalar::Int(bits));
        let one = self.number_value(bits, 1);
        let pool = &mut self.pool;
        let mut binary = |op, a, b| algebra::binary(pool, op, bits, a, b);
        match op {
            RmwOp::Add => return binary(BinaryOp::Add, a, b),
            RmwOp::Sub => return binary(BinaryOp::Sub, a, b),
            RmwOp::And => return binary(BinaryOp::And, a, b),
            RmwOp::Or => return binary(BinaryOp::Or, a, b),
            RmwOp::Xor => return binary(BinaryOp::Xor, a, b),
            RmwOp::Nand => {
                let both = binary(BinaryOp::And, a, b);
                let minus_one = binary(BinaryOp::Sub, zero, one);
                return binary(BinaryOp::Xor, both, minus_one);
            }
            _ => {}
        }
        let (less, more) = (binary(BinaryOp::Sub, a, one), binary(BinaryOp::Add, a, one));
        let difference = binary(BinaryOp::Sub, a, b);
        let mut when = |pred, then, otherwise| {
            let holds = algebra::compare(pool, pred, bits, a, b);
            algebra::select(pool, bits, holds, then, otherwise)
        };
        match op {
            RmwOp::Max => when(IntPredicate::Sgt, a, b),
            RmwOp::Min => when(IntPredicate::Slt, a, b),
            RmwOp::UMax => when(IntPredicate::Ugt, a, b),
            RmwOp::UMin => when(IntPredicate::Ult, a, b),
            RmwOp::UIncWrap => when(IntPredicate::Uge, zero, more),
            RmwOp::USubCond => when(IntPredicate::Uge, difference, a),
            RmwOp::USubSat => when(IntPredicate::Uge, difference, zero),
            RmwOp::UDecWrap => {
                let above = when(IntPredicate::Ugt, b, less);
                let is_zero = algebra::compare(pool, IntPredicate::Eq, bits, a, zero);
                algebra::select(pool, bits, is_zero, b, above)
            }
            _ => b,
        }
    }
}
