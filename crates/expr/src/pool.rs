//! The pool: every term once, in one table, with the facts that everybody asks of it.
//!
//! A node is 24 bytes: what it is (16 bytes, hashed) and what is known of it (size, support). Nodes refer to earlier
//! nodes only, so ids are a topological order, and they are given out in order of first construction, so that equal
//! runs give equal ids. Constructing a term that exists is one probe of the table and allocates nothing.

use core::cell::OnceCell;
use core::hash::{Hash, Hasher};

use braid_entity::{Entity, EntityMap, Sharded, StringPool};
use rustc_hash::{FxHashMap, FxHasher};

use crate::array::{ArrayData, ArrayId, ArrayKind, MAX_ARRAY_WIDTH, Table};
use crate::bounds;
use crate::node::{Children, ExprId, Flags, Key, Node, Op, UpdateId};
use crate::rules::Rules;
use crate::segment::Segments;
use crate::support::{Range, Space, SupportId, Supports};
use crate::symbol::{SymbolClass, SymbolData, SymbolId};
use crate::value::{Value, limb_count};
use crate::wide_constants::WideConstants;
use braid_entity::Interrupt;

/// Owns all terms, symbols and arrays.
#[derive(Clone, Debug)]
pub struct ExprPool {
    nodes: Segments<Stored>,
    table: Sharded<u32>,
    /// Limbs of constants above 64 bits.
    wide: WideConstants,
    names: StringPool,
    symbols: EntityMap<SymbolId, SymbolData>,
    symbol_of_name: FxHashMap<braid_entity::Symbol, SymbolId>,
    arrays: EntityMap<ArrayId, ArrayData>,
    /// Constant arrays by a hash of their tables.
    tables: FxHashMap<u64, Vec<ArrayId>>,
    /// Views of constant arrays of bytes, by array, first byte, stride and width in bytes.
    views: FxHashMap<(ArrayId, u64, u64, u32), ArrayId>,
    /// Arrays of uninitialised bytes by name.
    uninitialised: FxHashMap<(u64, u32), ArrayId>,
    /// Base and length of each update list that is not a base.
    lists: FxHashMap<UpdateId, List>,
    supports: Supports,
    /// Which rules constructors apply, and how often they did.
    pub(crate) rules: Rules,
    /// Ends work on terms from outside.
    interrupt: Interrupt,
}

/// A node with what is known of it: 24 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    pub(crate) op: Op,
    pub(crate) flags: Flags,
    pub(crate) width: u16,
    pub(crate) args: [u32; 3],
    /// As a tree, saturating.
    size: u32,
    support: SupportId,
}

impl Stored {
    #[inline(always)]
    pub(crate) fn arg(&self, at: usize) -> ExprId {
        ExprId::from_u32(self.args[at])
    }
    /// The value, if this is a constant of at most 64 bits.
    #[inline(always)]
    pub(crate) fn constant_word(&self) -> u64 {
        u64::from(self.args[1]) << 32 | u64::from(self.args[0])
    }
    /// The symbol, if this is one.
    #[inline(always)]
    pub(crate) fn symbol(&self) -> SymbolId {
        SymbolId::from_u32(self.args[0])
    }
    /// The array, if this is one without updates.
    #[inline(always)]
    pub(crate) fn array(&self) -> ArrayId {
        ArrayId::from_u32(self.args[0])
    }
    #[inline]
    pub(crate) fn key(&self) -> Key {
        Key { op: self.op, width: self.width, args: self.args }
    }
}

#[derive(Clone, Copy, Debug)]
struct List {
    array: ArrayId,
    length: u32,
}

impl ExprPool {
    /// An empty pool whose constructors simplify.
    pub fn new() -> Self {
        ExprPool {
            nodes: Segments::new(),
            table: Sharded::new(),
            wide: WideConstants::default(),
            names: StringPool::default(),
            symbols: EntityMap::new(),
            symbol_of_name: FxHashMap::default(),
            arrays: EntityMap::new(),
            tables: FxHashMap::default(),
            views: FxHashMap::default(),
            uninitialised: FxHashMap::default(),
            lists: FxHashMap::default(),
            supports: Supports::new(),
            rules: Rules::new(true),
            interrupt: Interrupt::default(),
        }
    }
    /// An empty pool whose constructors build exactly what they are told, without folding: the reference that
    /// simplification is proved against.
    pub fn without_rules() -> Self {
        ExprPool { rules: Rules::new(false), ..Self::new() }
    }
    /// What ends work on these terms from outside, from now on.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }
    /// What ends work on these terms from outside.
    #[inline]
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }
    /// How many nodes there are, update lists included. Their ids are the numbers below.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How many nodes can be added before the tables ask for memory: constructing a term that exists does not change it.
    pub fn room(&self) -> (usize, usize) {
        (self.nodes.room(), self.table.capacity() - self.table.len())
    }

    // Nodes.

    /// The node taken apart.
    #[inline]
    pub fn node(&self, e: ExprId) -> Node {
        self.stored(e).key().node()
    }
    /// The update list's node taken apart: a `Base` or a `Store`.
    #[inline]
    pub fn update(&self, u: UpdateId) -> Node {
        self.node(u.node())
    }
    /// The operator.
    #[inline]
    pub fn op(&self, e: ExprId) -> Op {
        self.stored(e).op
    }
    /// The width in bits; of the elements if `e` is the node of an update list.
    #[inline]
    pub fn width(&self, e: ExprId) -> u32 {
        self.stored(e).width.into()
    }
    /// The children, an update list among them as the id of its node.
    #[inline]
    pub fn children(&self, e: ExprId) -> Children {
        self.stored(e).key().children()
    }
    /// How many nodes the term has as a tree, 2^32 - 1 standing for that many or more.
    #[inline]
    pub fn size(&self, e: ExprId) -> u32 {
        self.stored(e).size
    }
    /// Whether a bound variable occurs outside every quantifier.
    #[inline]
    pub fn has_bound(&self, e: ExprId) -> bool {
        self.stored(e).flags.has(Flags::BOUND)
    }
    /// Whether a symbol of a class occurs that is a fact of every term: rounds, uninitialised, poison, abstract. Arrays of
    /// uninitialised bytes count as such symbols.
    #[inline]
    pub fn has_class(&self, e: ExprId, class: SymbolClass) -> bool {
        self.stored(e).flags.has(Flags::of_class(class))
    }
    /// The symbol, if the term is one of class [`SymbolClass::Deferred`].
    #[inline]
    pub fn as_deferred(&self, e: ExprId) -> Option<SymbolId> {
        let stored = self.stored(e);
        (stored.op == Op::Symbol)
            .then(|| stored.symbol())
            .filter(|&symbol| self.symbols[symbol].class == SymbolClass::Deferred)
    }
    /// Whether a quantifier occurs.
    #[inline]
    pub fn has_forall(&self, e: ExprId) -> bool {
        self.stored(e).flags.has(Flags::FORALL)
    }
    /// Whether a read of an array occurs.
    #[inline]
    pub fn has_read(&self, e: ExprId) -> bool {
        self.stored(e).flags.has(Flags::READ)
    }
    /// Bounds of the unsigned value of a term of at most 64 bits, as far as a short look at its shape tells.
    pub fn bounds(&self, e: ExprId) -> (u64, u64) {
        bounds::unsigned(self, e)
    }
    /// A superset of what the term depends on, sorted.
    pub fn support(&self, e: ExprId) -> &[Range] {
        self.supports.get(self.support_id(e))
    }
    /// The id of the [`support`](Self::support): equal sets have equal ids.
    #[inline]
    pub fn support_id(&self, e: ExprId) -> SupportId {
        self.stored(e).support
    }
    /// The set of this id.
    pub fn support_set(&self, id: SupportId) -> &[Range] {
        self.supports.get(id)
    }
    /// Whether something may be in both sets.
    pub fn supports_meet(&self, a: SupportId, b: SupportId) -> bool {
        self.supports.meet(a, b)
    }
    /// The union of two sets.
    pub fn support_union(&mut self, a: SupportId, b: SupportId) -> SupportId {
        self.supports.union(a, b)
    }

    // Constants.

    /// The value, if `e` is a constant.
    pub fn as_const(&self, e: ExprId) -> Option<Value> {
        self.limbs(e, &mut 0).map(|limbs| Value::from_limbs(self.width(e), limbs))
    }
    /// The value as a word, if `e` is a constant of at most 64 bits.
    #[inline]
    pub fn as_u64(&self, e: ExprId) -> Option<u64> {
        let key = self.stored(e);
        (key.op == Op::Const && key.width <= 64).then(|| key.constant_word())
    }
    /// The little-endian limbs, if `e` is a constant. `word` is where a constant of at most 64 bits is unpacked to.
    pub fn limbs<'a>(&'a self, e: ExprId, word: &'a mut u64) -> Option<&'a [u64]> {
        let key = self.stored(e);
        if key.op != Op::Const {
            return None;
        }
        if key.width <= 64 {
            *word = key.constant_word();
            return Some(core::slice::from_ref(word));
        }
        Some(self.wide.get(key.args[0], limb_count(key.width.into())))
    }
    /// Whether `e` is a constant.
    #[inline]
    pub fn is_const(&self, e: ExprId) -> bool {
        self.op(e) == Op::Const
    }
    /// Whether `e` is the constant `true`.
    #[inline]
    pub fn is_true(&self, e: ExprId) -> bool {
        self.width(e) == 1 && self.as_u64(e) == Some(1)
    }
    /// Whether `e` is the constant `false`.
    #[inline]
    pub fn is_false(&self, e: ExprId) -> bool {
        self.width(e) == 1 && self.as_u64(e) == Some(0)
    }
    /// The constant with the low `width` bits of little-endian `limbs`; missing limbs are zero.
    pub fn bv_wide(&mut self, width: u32, limbs: &[u64]) -> ExprId {
        if width <= 64 {
            return self.bv(width, limbs.first().copied().unwrap_or(0));
        }
        let n = limb_count(width);
        let top = crate::value::mask(if width.is_multiple_of(64) { 64 } else { width % 64 });
        let clean = limbs.len() == n && limbs[n - 1] & !top == 0;
        let id = match clean {
            true => self.wide.intern(limbs),
            false => self.wide.intern(Value::from_limbs(width, limbs).limbs()),
        };
        self.intern(Key::new(Op::Const, width, [id, 0, 0]))
    }

    // Symbols and arrays.

    /// The symbol of this name, which is made if it is new. A name has one width and one class for good.
    pub fn symbol(&mut self, name: &str, width: u32, class: SymbolClass) -> ExprId {
        let name = self.names.intern(name);
        let id = match self.symbol_of_name.get(&name) {
            Some(&id) => id,
            None => {
                let id = self.symbols.push(SymbolData { name, width, class });
                self.symbol_of_name.insert(name, id);
                id
            }
        };
        let data = &self.symbols[id];
        assert!(data.width == width && data.class == class, "symbol {} was declared otherwise", self.names.get(name));
        self.intern(Key::new(Op::Symbol, width, [id.as_u32(), 0, 0]))
    }
    /// The symbol of this name, if it was made before.
    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbol_of_name.get(&self.names.find(name)?).copied()
    }
    /// The term of a symbol.
    pub fn symbol_term(&mut self, id: SymbolId) -> ExprId {
        let width = self.symbols[id].width;
        self.intern(Key::new(Op::Symbol, width, [id.as_u32(), 0, 0]))
    }
    /// Width and class of a symbol.
    pub fn symbol_data(&self, id: SymbolId) -> &SymbolData {
        &self.symbols[id]
    }
    /// The name of a symbol.
    pub fn symbol_name(&self, id: SymbolId) -> &str {
        self.names.get(self.symbols[id].name)
    }
    /// All symbols, in order of their making.
    pub fn symbols(&self) -> impl DoubleEndedIterator<Item = SymbolId> + ExactSizeIterator + use<> {
        self.symbols.ids()
    }
    /// A new array. Names need not differ; widths are from 1 to [`MAX_ARRAY_WIDTH`].
    pub fn array(&mut self, name: &str, kind: ArrayKind, index_width: u32, element_width: u32) -> ArrayId {
        let widths = 1..=MAX_ARRAY_WIDTH;
        assert!(widths.contains(&index_width) && widths.contains(&element_width), "an array's widths are from 1 to 64");
        let name = self.names.intern(name);
        self.arrays.push(ArrayData { name, kind, index_width, element_width, blocks: OnceCell::new() })
    }
    /// The constant array of this table: equal tables with equal widths are one array, whatever its first name was, so
    /// that terms over them are equal too.
    pub fn constant_array(&mut self, name: &str, table: Table, index_width: u32, element_width: u32) -> ArrayId {
        let mut hasher = FxHasher::default();
        (&table, index_width, element_width).hash(&mut hasher);
        let hash = hasher.finish();
        let kind = ArrayKind::Constant(table);
        let known = self.tables.get(&hash).into_iter().flatten().copied();
        let found = known.into_iter().find(|&id| {
            let data = &self.arrays[id];
            data.kind == kind && (data.index_width, data.element_width) == (index_width, element_width)
        });
        found.unwrap_or_else(|| {
            let id = self.array(name, kind, index_width, element_width);
            self.tables.entry(hash).or_default().push(id);
            id
        })
    }
    /// A constant array of bytes seen as one of words of `bytes` bytes, little-endian, that begin `stride` bytes apart, the first at
    /// `first`.
    pub fn table_view(&mut self, array: ArrayId, first: u64, stride: u64, bytes: u32) -> ArrayId {
        let key = (array, first, stride, bytes);
        if let Some(&known) = self.views.get(&key) {
            return known;
        }
        let ArrayKind::Constant(table) = &self.arrays[array].kind else { unreachable!("a view is of a table") };
        let (view, index_width) = (table.view(first, stride, bytes), self.arrays[array].index_width);
        let view = self.constant_array("table", view, index_width, 8 * bytes);
        self.views.insert(key, view);
        view
    }
    /// The array of uninitialised bytes that these two numbers name, which is made if it is new.
    pub fn uninitialised_array(&mut self, name: (u64, u32), index_width: u32) -> ArrayId {
        if let Some(&known) = self.uninitialised.get(&name) {
            return known;
        }
        let text = format!("uninitialised.{:x}.{}", name.0, name.1);
        let array = self.array(&text, ArrayKind::Uninitialised, index_width, 8);
        self.uninitialised.insert(name, array);
        array
    }
    /// A second array beside one of uninitialised bytes: what the same bytes could be as well.
    pub fn other_uninitialised(&mut self, array: ArrayId) -> ArrayId {
        let index_width = self.arrays[array].index_width;
        self.uninitialised_array((array.as_u32().into(), 0), index_width)
    }
    /// Kind and widths of an array.
    #[inline]
    pub fn array_data(&self, id: ArrayId) -> &ArrayData {
        &self.arrays[id]
    }
    /// The name of an array.
    pub fn array_name(&self, id: ArrayId) -> &str {
        self.names.get(self.arrays[id].name)
    }
    /// All arrays, in order of their making.
    pub fn arrays(&self) -> impl DoubleEndedIterator<Item = ArrayId> + ExactSizeIterator + use<> {
        self.arrays.ids()
    }
    /// The array under an update list.
    #[inline]
    pub fn updated_array(&self, u: UpdateId) -> ArrayId {
        match self.update(u) {
            Node::Base(array) => array,
            _ => self.lists[&u].array,
        }
    }
    /// How many stores an update list has.
    pub fn update_count(&self, u: UpdateId) -> u32 {
        self.lists.get(&u).map_or(0, |list| list.length)
    }

    // The table.

    /// The node as it is stored: what the evaluator needs in one look.
    #[inline(always)]
    pub(crate) fn stored(&self, e: ExprId) -> &Stored {
        self.nodes.get(e.as_u32())
    }
    /// The node of this key, if it exists.
    #[inline]
    pub(crate) fn lookup(&self, key: &Key) -> Option<ExprId> {
        let nodes = &self.nodes;
        self.table.find(hash(key), |&at| nodes.get(at).key() == *key).map(|&at| ExprId::from_u32(at))
    }
    /// The order comparison that says the opposite of `e`, if `e` is one and the other exists: `b <= a` for `a < b`.
    pub(crate) fn opposite(&self, e: ExprId) -> Option<ExprId> {
        let mut key = self.stored(e).key();
        key.op = match key.op {
            Op::Ult => Op::Ule,
            Op::Ule => Op::Ult,
            Op::Slt => Op::Sle,
            Op::Sle => Op::Slt,
            _ => return None,
        };
        key.args.swap(0, 1);
        self.lookup(&key)
    }
    /// The node of this key, which is added if it is new.
    pub(crate) fn intern(&mut self, key: Key) -> ExprId {
        if let Some(found) = self.lookup(&key) {
            return found;
        }
        let id = ExprId::new(self.nodes.len());
        let data = self.facts(key, id);
        self.nodes.push(data);
        let nodes = &self.nodes;
        self.table.insert_unique(hash(&key), id.as_u32(), |&at| hash(&nodes.get(at).key()));
        id
    }
    /// What is known of a new node, from its children's facts.
    fn facts(&mut self, key: Key, id: ExprId) -> Stored {
        let Key { op, width, args } = key;
        let mut data = Stored { op, flags: Flags::NONE, width, args, size: 1, support: SupportId::EMPTY };
        for child in key.children() {
            let child = *self.stored(child);
            data.flags = data.flags.with(child.flags);
            data.size = data.size.saturating_add(child.size);
            data.support = self.supports.union(data.support, child.support);
        }
        match key.node() {
            Node::Symbol(symbol) => {
                data.flags = Flags::of_class(self.symbols[symbol].class);
                data.support = self.supports.intern(&[Range::symbol(symbol)]);
            }
            Node::Base(array) if self.arrays[array].kind == ArrayKind::Uninitialised => {
                data.flags = Flags::UNINITIALISED;
            }
            Node::Bound => {
                data.flags = Flags::BOUND;
                data.support = self.supports.intern(&[Range::bound(key.width.into())]);
            }
            Node::Read(updates, index) => {
                data.flags = data.flags.with(Flags::READ);
                let cells = self.cells(updates, index);
                data.support = self.supports.union(data.support, cells);
            }
            Node::Store(updates, ..) => self.extend_list(updates, id),
            Node::Forall(..) => {
                data.flags = data.flags.without(Flags::BOUND).with(Flags::FORALL);
                data.support = self.supports.without_bound(data.support);
            }
            _ => {}
        }
        data
    }
    /// The cells of the base array that a read at `index` may reach.
    fn cells(&mut self, updates: UpdateId, index: ExprId) -> SupportId {
        let array = self.updated_array(updates);
        if self.arrays[array].is_constant() {
            return SupportId::EMPTY;
        }
        let (low, high) = bounds::unsigned(self, index);
        self.supports.intern(&[Range { space: Space::Array(array), low, high }])
    }
    fn extend_list(&mut self, tail: UpdateId, head: ExprId) {
        let list = List { array: self.updated_array(tail), length: self.update_count(tail).saturating_add(1) };
        self.lists.insert(UpdateId::from_u32(head.as_u32()), list);
    }
}

impl Default for ExprPool {
    fn default() -> Self {
        Self::new()
    }
}

#[inline]
fn hash(key: &Key) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(u64::from(key.op as u8) << 48 | u64::from(key.width) << 32 | u64::from(key.args[0]));
    hasher.write_u64(u64::from(key.args[1]) << 32 | u64::from(key.args[2]));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_24_bytes() {
        assert_eq!(size_of::<Stored>(), 24);
        assert_eq!(size_of::<Key>(), 16);
    }
}
