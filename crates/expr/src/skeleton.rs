//! Skeletons: what a term looks like once its constants are taken out, and the constants that were taken out.
//!
//! Joining by patterns asks which conditions of a loop's iterations differ in constants only: `s[k] = 'a'` for k = 0, 1, 2
//! is one skeleton with three constant vectors. A skeleton is interned and exact: two terms have the same one if and only
//! if each is the other with other constants. Paper 1 hashes shapes instead and must live with collisions.
//!
//! Skeletons come from a normal form with explicit neutral constants: every word that is an operand counts as a sum with
//! a constant, which is 0 if it is no sum, so that `s[x]`, `s[x + 1]`, `s[x + 2]` agree. Operands of commutative operators
//! are ordered by skeleton and then by constants, not by age, so that it does not matter which cell was read first.
//!
//! Both parts are hash-consed DAGs, so a term costs its own nodes even where its constants, written out, would be
//! exponentially many; whoever writes them out sets a limit. Invariant: building a skeleton with the constants that were
//! taken out gives back the term.

use core::cmp::Ordering;

use braid_entity::{Entity, Interner, entity};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::float::Operation;
use crate::node::{ExprId, Node, Op, UpdateId};
use crate::pool::ExprPool;

entity!(
    /// A term without its constants.
    SkeletonId,
    "skeleton"
);
entity!(
    /// The constants of a term. Two terms of one skeleton are equal if and only if these are.
    ConstantsId,
    "constants"
);

/// A term taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// What it looks like.
    pub skeleton: SkeletonId,
    /// What was taken out.
    pub constants: ConstantsId,
}

/// How many constants are compared to order the operands of a commutative operator that have one skeleton.
const MAX_COMPARED: usize = 64;

/// A node of a skeleton. Holes are numbered from left to right.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Bone {
    /// A constant was here.
    Hole { width: u32 },
    /// A symbol, a bound variable or an array.
    Leaf(ExprId),
    /// A word plus a hole.
    Sum(SkeletonId),
    /// An operator; `low` is the lowest bit of an extract, or the code of a floating-point operation.
    Apply { op: Op, width: u32, low: u32, children: SmallVec<[SkeletonId; 3]> },
}

/// A node of the constants, of the same form as the skeleton's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Rope {
    None,
    One(ExprId),
    Join(SmallVec<[ConstantsId; 3]>),
}

/// The skeletons of the terms of one pool.
#[derive(Clone, Debug)]
pub struct Skeletons {
    bones: Interner<SkeletonId, Bone>,
    /// How many holes each skeleton has, saturating.
    holes: Vec<u32>,
    ropes: Interner<ConstantsId, Rope>,
    /// Terms taken apart, sums with a constant without it.
    shapes: FxHashMap<ExprId, Shape>,
    stack: Vec<ExprId>,
}

impl Default for Skeletons {
    fn default() -> Self {
        Self::new()
    }
}

impl Skeletons {
    /// Knows none yet.
    pub fn new() -> Self {
        let mut ropes = Interner::new();
        ropes.intern(Rope::None);
        Skeletons { bones: Interner::new(), holes: Vec::new(), ropes, shapes: FxHashMap::default(), stack: Vec::new() }
    }
    /// Takes a term apart.
    pub fn of(&mut self, pool: &mut ExprPool, e: ExprId) -> Shape {
        self.stack.push(base_of(pool, e));
        while let Some(&top) = self.stack.last() {
            if self.shapes.contains_key(&top) {
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            for child in pool.children(top) {
                let base = base_of(pool, child);
                if !self.shapes.contains_key(&base) {
                    self.stack.push(base);
                }
            }
            if self.stack.len() == waiting {
                let shape = self.shape(pool, top);
                self.shapes.insert(top, shape);
                self.stack.pop();
            }
        }
        self.operand(pool, e)
    }
    /// How many holes a skeleton has; 2^32 - 1 stands for that many or more.
    pub fn holes(&self, skeleton: SkeletonId) -> u32 {
        self.holes[skeleton.index()]
    }
    /// The constants written out, in the order of the holes; `None` if there are more than `limit`.
    pub fn constants(&self, shape: Shape, limit: usize) -> Option<Vec<ExprId>> {
        if self.holes(shape.skeleton) as usize > limit {
            return None;
        }
        Some(self.leaves(shape.constants, limit))
    }
    /// The term with this skeleton in which each hole holds the filler of its number. A filler has the hole's width and
    /// need not be a constant. There must be as many as holes.
    pub fn build(&self, pool: &mut ExprPool, skeleton: SkeletonId, fillers: &[ExprId]) -> ExprId {
        assert_eq!(self.holes(skeleton) as usize, fillers.len(), "one filler for each hole");
        let mut builder = Builder { skeletons: self, fillers: fillers.iter(), closed: FxHashMap::default() };
        builder.build(pool, skeleton)
    }

    /// The shape of a node over operands that are known, as it is without the constant of a sum.
    fn shape(&mut self, pool: &mut ExprPool, e: ExprId) -> Shape {
        let (op, width) = (pool.op(e), pool.width(e));
        match pool.node(e) {
            Node::Const => return self.finish(Bone::Hole { width }, Rope::One(e)),
            Node::Symbol(_) | Node::Bound | Node::Base(_) => return self.finish(Bone::Leaf(e), Rope::None),
            _ => {}
        }
        let mut parts: SmallVec<[Shape; 3]> = SmallVec::new();
        for child in pool.children(e) {
            // Operands of a sum have no constants of their own: construction moved them out of the sum.
            let bare = op == Op::Add && base_of(pool, child) == child;
            parts.push(if bare { self.shapes[&child] } else { self.operand(pool, child) });
        }
        if pool.node(e).is_commutative() && self.order(pool, parts[0], parts[1]) == Ordering::Greater {
            parts.swap(0, 1);
        }
        let low = match pool.node(e) {
            Node::Extract(_, low) => low,
            Node::FloatUnary(operation, _) | Node::FloatBinary(operation, ..) => operation.pack(),
            _ => 0,
        };
        let children = parts.iter().map(|part| part.skeleton).collect();
        let constants = parts.iter().map(|part| part.constants).collect();
        self.finish(Bone::Apply { op, width, low, children }, Rope::Join(constants))
    }
    /// The shape of a term as an operand: a word counts as a sum with a constant.
    fn operand(&mut self, pool: &mut ExprPool, e: ExprId) -> Shape {
        let base = base_of(pool, e);
        let bare = self.shapes[&base];
        if pool.width(e) == 1 || pool.op(e).is_array() || pool.is_const(e) {
            return bare;
        }
        let constant = if base == e { pool.zero(pool.width(e)) } else { pool.children(e)[1] };
        let constant = self.ropes.intern(Rope::One(constant));
        let rope = Rope::Join(SmallVec::from_slice(&[bare.constants, constant]));
        self.finish(Bone::Sum(bare.skeleton), rope)
    }
    fn finish(&mut self, bone: Bone, rope: Rope) -> Shape {
        let holes = match &bone {
            Bone::Hole { .. } => 1,
            Bone::Leaf(_) => 0,
            Bone::Sum(child) => self.holes(*child).saturating_add(1),
            Bone::Apply { children, .. } => {
                children.iter().fold(0, |sum: u32, &child| sum.saturating_add(self.holes(child)))
            }
        };
        let skeleton = self.bones.intern(bone);
        if skeleton.index() == self.holes.len() {
            self.holes.push(holes);
        }
        let rope = if holes == 0 { Rope::None } else { rope };
        Shape { skeleton, constants: self.ropes.intern(rope) }
    }
    /// The order of two operands: by skeleton, then by constants as numbers.
    fn order(&self, pool: &ExprPool, a: Shape, b: Shape) -> Ordering {
        let by_skeleton = a.skeleton.cmp(&b.skeleton);
        if by_skeleton != Ordering::Equal || a.constants == b.constants {
            return by_skeleton;
        }
        let [left, right] = [a, b].map(|shape| self.leaves(shape.constants, MAX_COMPARED));
        let value = |e: &ExprId| pool.as_const(*e).expect("a rope is made of constants");
        let differing = left.iter().zip(&right).find(|(x, y)| x != y);
        differing.map_or(Ordering::Equal, |(x, y)| value(x).compare(&value(y)))
    }
    /// The first `limit` constants of a rope, from left to right.
    fn leaves(&self, rope: ConstantsId, limit: usize) -> Vec<ExprId> {
        let (mut found, mut open) = (Vec::new(), vec![rope]);
        while let Some(rope) = open.pop().filter(|_| found.len() < limit) {
            match &self.ropes[rope] {
                Rope::None => {}
                Rope::One(constant) => found.push(*constant),
                Rope::Join(parts) => open.extend(parts.iter().rev()),
            }
        }
        found
    }
}

/// The term without the constant of a sum.
fn base_of(pool: &ExprPool, e: ExprId) -> ExprId {
    match pool.node(e) {
        Node::Add(x, c) if pool.is_const(c) && !pool.is_const(x) && pool.width(e) > 1 => x,
        _ => e,
    }
}

/// Builds a term from a skeleton and fillers.
struct Builder<'a> {
    skeletons: &'a Skeletons,
    fillers: core::slice::Iter<'a, ExprId>,
    /// Terms of skeletons without holes.
    closed: FxHashMap<SkeletonId, ExprId>,
}

/// What is left to do, last first.
enum Task {
    Visit(SkeletonId),
    Finish(SkeletonId),
}

impl Builder<'_> {
    fn build(&mut self, pool: &mut ExprPool, root: SkeletonId) -> ExprId {
        let (mut tasks, mut built) = (vec![Task::Visit(root)], Vec::new());
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(skeleton) => self.visit(skeleton, &mut tasks, &mut built),
                Task::Finish(skeleton) => {
                    let term = self.finish(pool, skeleton, &mut built);
                    if self.skeletons.holes(skeleton) == 0 {
                        self.closed.insert(skeleton, term);
                    }
                    built.push(term);
                }
            }
        }
        built.pop().expect("the root was built")
    }
    fn visit(&mut self, skeleton: SkeletonId, tasks: &mut Vec<Task>, built: &mut Vec<ExprId>) {
        if let Some(&term) = self.closed.get(&skeleton) {
            return built.push(term);
        }
        match &self.skeletons.bones[skeleton] {
            Bone::Hole { .. } => built.push(*self.fillers.next().expect("one filler for each hole")),
            Bone::Leaf(e) => built.push(*e),
            Bone::Sum(child) => tasks.extend([Task::Finish(skeleton), Task::Visit(*child)]),
            Bone::Apply { children, .. } => {
                tasks.push(Task::Finish(skeleton));
                tasks.extend(children.iter().rev().map(|&child| Task::Visit(child)));
            }
        }
    }
    fn finish(&mut self, pool: &mut ExprPool, skeleton: SkeletonId, built: &mut Vec<ExprId>) -> ExprId {
        match &self.skeletons.bones[skeleton] {
            Bone::Sum(_) => {
                let base = built.pop().expect("the summand was built");
                let filler = *self.fillers.next().expect("one filler for each hole");
                // A neutral constant stands for its absence, also in a pool without rules.
                if pool.as_const(filler).is_some_and(|value| value.is_zero()) { base } else { pool.add(base, filler) }
            }
            Bone::Apply { op, width, low, children } => {
                let children = built.split_off(built.len() - children.len());
                apply(pool, *op, *width, *low, &children)
            }
            Bone::Hole { .. } | Bone::Leaf(_) => unreachable!("leaves are built when they are visited"),
        }
    }
}

fn apply(pool: &mut ExprPool, op: Op, width: u32, low: u32, children: &[ExprId]) -> ExprId {
    let updates = |e: ExprId| UpdateId::from_u32(e.as_u32());
    match (op, children) {
        (Op::Not, &[a]) => pool.not(a),
        (Op::Neg, &[a]) => pool.neg(a),
        (Op::Ite, &[c, a, b]) => pool.ite(c, a, b),
        (Op::Concat, &[a, b]) => pool.concat(a, b),
        (Op::Extract, &[a]) => pool.extract(a, low, width),
        (Op::Zext, &[a]) => pool.zext(a, width),
        (Op::Sext, &[a]) => pool.sext(a, width),
        (Op::Read, &[u, i]) => pool.read(updates(u), i),
        (Op::Store, &[u, i, v]) => pool.store(updates(u), i, v).node(),
        (Op::Forall, &[k, body]) => pool.forall(k, body).expect("fillers hold no quantifiers"),
        (Op::FloatUnary, &[a]) => pool.float_unary(Operation::unpack(low), a, width),
        (Op::FloatBinary, &[a, b]) => pool.float_binary(Operation::unpack(low), a, b),
        (_, &[a, b]) => pool.binary(op, a, b),
        _ => unreachable!("{op:?} has another number of children"),
    }
}
