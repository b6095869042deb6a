//! A term of one pool built in another, node by node, so that terms of two pools can stand in one query.

use rustc_hash::FxHashMap;

use crate::dag::Dag;
use crate::node::{ExprId, Node, UpdateId};
use crate::pool::ExprPool;
use braid_entity::Entity;

/// Builds `e` of `from` in `to`. Symbols go by name; arrays must have been made in both pools in the same order.
pub fn transfer(from: &ExprPool, to: &mut ExprPool, e: ExprId) -> ExprId {
    let mut images: FxHashMap<ExprId, ExprId> = FxHashMap::default();
    for &node in &Dag::new(from, &[e]).nodes {
        let image = copy(from, to, node, &images);
        images.insert(node, image);
    }
    images[&e]
}

fn copy(from: &ExprPool, to: &mut ExprPool, e: ExprId, images: &FxHashMap<ExprId, ExprId>) -> ExprId {
    let at = |e: ExprId| images[&e];
    let updates = |u: UpdateId| UpdateId::from_u32(images[&u.node()].as_u32());
    let width = from.width(e);
    match from.node(e) {
        Node::Const => to.bv_value(&from.as_const(e).expect("a constant")),
        Node::Symbol(id) => to.symbol(from.symbol_name(id), width, from.symbol_data(id).class),
        Node::Bound => to.bound(width),
        Node::Base(array) => to.base(array).node(),
        Node::Not(a) => to.not(at(a)),
        Node::Neg(a) => to.neg(at(a)),
        Node::Ite(c, a, b) => to.ite(at(c), at(a), at(b)),
        Node::Concat(a, b) => to.concat(at(a), at(b)),
        Node::Extract(a, low) => to.extract(at(a), low, width),
        Node::Zext(a) => to.zext(at(a), width),
        Node::Sext(a) => to.sext(at(a), width),
        Node::Read(u, i) => to.read(updates(u), at(i)),
        Node::Store(u, i, v) => to.store(updates(u), at(i), at(v)).node(),
        Node::FloatUnary(operation, a) => to.float_unary(operation, at(a), width),
        Node::FloatBinary(operation, a, b) => to.float_binary(operation, at(a), at(b)),
        Node::Forall(k, body) => to.forall(at(k), at(body)).expect("it was built before"),
        _ => {
            let children = from.children(e);
            to.binary(from.op(e), at(children[0]), at(children[1]))
        }
    }
}
