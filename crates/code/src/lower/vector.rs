//! Parts of aggregates and lanes of vectors: mostly moves.

use braid_ir::body::InstData;
use braid_ir::inst::InsertValue;
use braid_ir::{ConstId, Constant, Operand, Type, TypeId};

use super::inst::scalar_of;
use super::{Lowered, Lowerer};
use crate::code::{Lanes, Op, Slot, Src};

impl Lowerer<'_> {
    /// Where a part of an aggregate begins among its scalars, and how many it has.
    fn part_range(&mut self, mut ty: TypeId, path: &[u32]) -> Lowered<(usize, usize)> {
        let mut first = 0;
        for &index in path {
            let member = self.program.module.types.member(ty, u64::from(index)).ok_or("a part that is not there")?;
            first += self.scalars_before(ty, member, index)?;
            ty = member;
        }
        Ok((first, self.leaves(ty)?.len()))
    }

    /// How many scalars an aggregate has before a member. Elements of an array are all alike; what stands before the
    /// fields of a struct is counted once for all of them.
    fn scalars_before(&mut self, ty: TypeId, member: TypeId, index: u32) -> Lowered<usize> {
        let Type::Struct { fields, .. } = &self.program.module.types[ty] else {
            return Ok(self.leaves(member)?.len() * index as usize);
        };
        if let Some(before) = self.field_starts.get(&ty) {
            return Ok(before[index as usize]);
        }
        let mut sum = 0;
        let mut before = Vec::with_capacity(fields.len());
        for field in fields.clone() {
            before.push(sum);
            sum += self.leaves(field)?.len();
        }
        let start = before[index as usize];
        self.field_starts.insert(ty, before);
        Ok(start)
    }

    pub(super) fn extract_value(&mut self, data: &InstData, agg: Operand, path: &[u32]) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let ty = self.type_of(agg)?;
        let (first, count) = self.part_range(ty, path)?;
        let parts = self.moved_parts(agg)?;
        self.moves(dst, &parts[first..first + count]);
        Ok(())
    }

    pub(super) fn insert_value(&mut self, data: &InstData, insert: &InsertValue) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let ty = self.type_of(insert.agg)?;
        let (first, count) = self.part_range(ty, &insert.path)?;
        let mut parts = self.moved_parts(insert.agg)?;
        let new = self.moved_parts(insert.value)?;
        parts.splice(first..first + count, new);
        self.moves(dst, &parts);
        Ok(())
    }

    /// Moves parts into slots of their own.
    fn moves(&mut self, dst: Slot, parts: &[Src]) {
        for (dst, &src) in (dst..).zip(parts) {
            self.emit(Op::Move { dst, src });
        }
    }

    /// The value of a constant index.
    fn fixed_index(&self, index: Operand) -> Option<u64> {
        self.program.module.consts.as_int(index.as_const()?)
    }

    fn lanes(&mut self, vector: Operand) -> Lowered<Lanes> {
        let leaves = self.leaves_of(vector)?;
        let bits = leaves.first().ok_or("a vector without lanes")?.scalar.bits();
        Ok(Lanes { parts: self.parts(vector)?.into(), bits })
    }

    pub(super) fn extract_element(&mut self, data: &InstData, [vector, index]: [Operand; 2]) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let lanes = self.lanes(vector)?;
        // The general way tells of an index beyond the vector.
        let fixed = self.fixed_index(index).and_then(|at| lanes.parts.get(usize::try_from(at).ok()?).copied());
        if let Some(lane) = fixed {
            self.moves(dst, &[lane]);
            return Ok(());
        }
        let bits = scalar_of(&self.leaves_of(index)?)?.bits();
        let index = self.scalar(index)?;
        self.emit(Op::PickLane { dst, index, bits, lanes: Box::new(lanes) });
        Ok(())
    }

    pub(super) fn insert_element(&mut self, data: &InstData, [vector, value, index]: [Operand; 3]) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let mut lanes = self.lanes(vector)?;
        let value = self.scalar(value)?;
        let fixed = self.fixed_index(index).and_then(|at| lanes.parts.get_mut(usize::try_from(at).ok()?));
        if let Some(lane) = fixed {
            *lane = value;
            self.moves(dst, &lanes.parts);
            return Ok(());
        }
        let bits = scalar_of(&self.leaves_of(index)?)?.bits();
        let index = self.scalar(index)?;
        self.emit(Op::PutLane { dst, index, bits, value, lanes: Box::new(lanes) });
        Ok(())
    }

    pub(super) fn shuffle(&mut self, data: &InstData, args: [Operand; 2], mask: ConstId) -> Lowered<()> {
        let (dst, result) = self.result(data)?;
        let mut lanes = self.moved_parts(args[0])?;
        lanes.extend(self.moved_parts(args[1])?);
        let mask = self.mask(mask, result.len())?;
        let mut parts = Vec::with_capacity(mask.len());
        for (at, leaf) in mask.into_iter().zip(result.iter()) {
            // A lane that the mask leaves open is poison.
            let lane = at.and_then(|at| lanes.get(at).copied());
            parts.push(lane.unwrap_or_else(|| self.undefined(leaf.scalar.bits())));
        }
        self.moves(dst, &parts);
        Ok(())
    }

    /// The lanes that a mask names; none where it does not care.
    fn mask(&self, mask: ConstId, len: usize) -> Lowered<Vec<Option<usize>>> {
        let consts = &self.program.module.consts;
        match &consts[mask] {
            Constant::Zero(_) | Constant::Null(_) => Ok(vec![Some(0); len]),
            Constant::Undef(_) | Constant::Poison(_) => Ok(vec![None; len]),
            Constant::Aggregate { parts, .. } => {
                Ok(parts.iter().map(|&part| consts.as_int(part).map(|at| at as usize)).collect())
            }
            _ => Err("a shuffle with a computed mask".to_owned()),
        }
    }
}
