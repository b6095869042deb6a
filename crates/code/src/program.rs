//! The program that is run: a module, the addresses of its symbols, and the code of each function that was called.
//!
//! Bodies are decoded, rewritten and lowered when a function is first called: [`Prepare`] is how whoever put the engine
//! together has a body made ready. Addresses of functions and blocks are reserved numbers; those of variables are
//! addresses of objects, a function of the variable's name and place.

use std::rc::Rc;

use braid_entity::{Entity, SecondaryMap};
use braid_expr::ExprPool;
use braid_ir::module::BodyError;
use braid_ir::{BlockId, ConstId, FuncId, GlobalId, Linkage, Module};
use braid_state::Value;
use braid_state::memory::AddressSpace;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Callee, Code, Op};
use crate::intrinsic::Intrinsics;
use crate::{frame_size, indirect, lines, lower, points, sections};

/// Makes a decoded body ready to be run: runs passes.
pub type Prepare = Box<dyn FnMut(&mut Module, FuncId) -> Result<(), BodyError>>;

/// The program.
pub struct Program {
    /// The module.
    pub module: Module,
    /// What its addresses look like.
    pub addresses: AddressSpace,
    prepare: Prepare,
    pub(crate) intrinsics: &'static dyn Intrinsics,
    code: SecondaryMap<FuncId, Option<Rc<Code>>>,
    /// All lowered functions, in order of their first call.
    lowered: Vec<Rc<Code>>,
    blocks: u32,
    /// The address of each variable.
    pub variables: SecondaryMap<GlobalId, u64>,
    /// Address and size of the variables that the low 32 bits of an address do not tell.
    pub far_variables: Vec<(u64, u64)>,
    /// Blocks whose address is taken, in order.
    block_addresses: Vec<(FuncId, BlockId)>,
    block_numbers: FxHashMap<(FuncId, BlockId), u64>,
    /// The scalars of constants that were asked for.
    pub constants: FxHashMap<ConstId, Rc<[Value]>>,
    /// The function that stands for each indirect one; none for one that is refused.
    pub indirect: Vec<Option<FuncId>>,
    /// Variables that lie in the object of a section.
    pub sections: FxHashMap<GlobalId, sections::Part>,
    /// Functions that some state calls another one in place of.
    replaceable: FxHashSet<FuncId>,
    /// The functions to run at the end, in their order, without a priority and with one; looked for when one is asked for.
    pub destructors: Option<[Vec<FuncId>; 2]>,
    /// The origin of functions that came with the engine; their frames are not the user's.
    pub library: Option<&'static str>,
    /// Whether code checks promises about wrap-around.
    pub check_overflow: bool,
    /// Whether code of the user's checks floating-point operations.
    pub check_floats: bool,
    /// Whether the function that is being lowered does.
    pub checks_floats: bool,
    /// The origins whose code brings such checks itself.
    pub instrumented: Vec<String>,
    /// Whether the function that is being lowered checks such promises.
    pub checks_wrap: bool,
}

impl Program {
    /// A program over a linked module, whose code calls intrinsics of a table.
    pub fn new(mut module: Module, prepare: Prepare, intrinsics: &'static dyn Intrinsics) -> Program {
        let indirect = indirect::add_functions(&mut module);
        let sections = sections::join(&mut module);
        let addresses = AddressSpace::of_bits(module.layout.pointer(0).bits).unwrap_or_default();
        Program {
            addresses,
            indirect,
            sections,
            module,
            prepare,
            intrinsics,
            code: SecondaryMap::default(),
            lowered: Vec::new(),
            blocks: 0,
            variables: SecondaryMap::default(),
            far_variables: Vec::new(),
            block_addresses: Vec::new(),
            block_numbers: FxHashMap::default(),
            constants: FxHashMap::default(),
            replaceable: FxHashSet::default(),
            destructors: None,
            library: None,
            check_overflow: false,
            check_floats: false,
            checks_floats: false,
            instrumented: Vec::new(),
            checks_wrap: false,
        }
    }
    /// The code of a function, lowered on first use; none if it is only declared.
    pub fn code(&mut self, pool: &mut ExprPool, func: FuncId) -> Result<Option<Rc<Code>>, BodyError> {
        if let Some(code) = &self.code[func] {
            return Ok(Some(Rc::clone(code)));
        }
        if !self.module.funcs[func].body.is_defined() {
            return Ok(None);
        }
        self.module.decode(func)?;
        lines::forget_markers(&mut self.module, func);
        let written = lines::written(&self.module, func);
        let bad_points = points::bad_points(&self.module, func);
        let frame_bytes =
            self.module.funcs[func].body.ready().map_or(0, |body| frame_size::of_body(&self.module, body));
        self.checks_wrap = self.check_overflow && !self.instrumented.iter().any(|origin| origin == self.origin(func));
        self.checks_floats = self.check_floats && self.library != Some(self.origin(func));
        (self.prepare)(&mut self.module, func)?;
        let (mut code, places) = lower::lower(self, pool, func);
        code.frame_bytes = frame_bytes;
        code.bad_points = bad_points.into();
        lines::keep(&self.module, &mut code, &written, &places);
        code.first_block = self.blocks;
        self.blocks += u32::try_from(code.blocks.len()).expect("blocks are counted in 32 bits");
        let code = Rc::new(code);
        self.code[func] = Some(Rc::clone(&code));
        self.lowered.push(Rc::clone(&code));
        Ok(Some(code))
    }
    /// All functions that were called, in order of their first call.
    pub fn lowered(&self) -> &[Rc<Code>] {
        &self.lowered
    }
    /// Decodes the functions that were never called, so that their lines can be counted. What cannot be decoded has none.
    pub fn decode_rest(&mut self, wanted: impl Fn(&Program, FuncId) -> bool) -> Vec<FuncId> {
        let funcs: Vec<FuncId> =
            self.module.funcs.ids().filter(|&func| self.is_new(func) && wanted(self, func)).collect();
        let decoded: Vec<FuncId> = funcs.into_iter().filter(|&func| self.module.decode(func).is_ok()).collect();
        decoded.iter().for_each(|&func| lines::forget_markers(&mut self.module, func));
        decoded
    }
    /// The code of a function that was called before.
    pub fn ready(&self, func: FuncId) -> &Rc<Code> {
        self.code[func].as_ref().expect("the function was called before")
    }
    /// Whether a function has a body.
    pub fn has_body(&self, func: FuncId) -> bool {
        self.module.funcs[func].body.is_defined()
    }
    /// Whether a function has a body and was never called.
    pub fn is_new(&self, func: FuncId) -> bool {
        self.code[func].is_none() && self.module.funcs[func].body.is_defined()
    }
    /// How many blocks all lowered functions have.
    pub fn block_count(&self) -> u32 {
        self.blocks
    }
    /// The address of a function; null for a weak one that nobody defines.
    pub fn address_of_function(&self, func: FuncId) -> u64 {
        let function = &self.module.funcs[func];
        let missing = function.symbol.linkage == Linkage::ExternWeak && !function.body.is_defined();
        if missing { 0 } else { self.addresses.function_address(func.as_u32()) }
    }
    /// The function at an address.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let number = self.addresses.function_at(address)?;
        (number < self.module.funcs.len() as u32).then(|| FuncId::from_u32(number))
    }
    /// The address of a variable.
    pub fn address_of_variable(&self, variable: GlobalId) -> u64 {
        self.variables[variable]
    }
    /// The address of a block.
    pub fn address_of_block(&mut self, func: FuncId, block: BlockId) -> u64 {
        let next = self.block_addresses.len() as u64;
        let number = *self.block_numbers.entry((func, block)).or_insert(next);
        if number == next {
            self.block_addresses.push((func, block));
        }
        self.addresses.labels() + 16 * number
    }
    /// The block at an address.
    pub fn block_at(&self, address: u64) -> Option<(FuncId, BlockId)> {
        let number = address.checked_sub(self.addresses.labels())?;
        number.is_multiple_of(16).then(|| self.block_addresses.get(usize::try_from(number / 16).ok()?).copied())?
    }
    /// From now on, states may call another function in place of this one: every call of it asks.
    pub fn make_replaceable(&mut self, func: FuncId) {
        self.replaceable.insert(func);
        for op in self.lowered.iter().flat_map(|code| &code.ops) {
            if let Op::Call(call) = op
                && call.callee == Callee::Direct(func)
            {
                call.plain.set(false);
            }
        }
    }
    /// Whether states may call another function in place of this one.
    pub fn is_replaceable(&self, func: FuncId) -> bool {
        self.replaceable.contains(&func)
    }
    /// Whether a function came with the engine.
    pub fn is_library(&self, func: FuncId) -> bool {
        self.library.is_some_and(|library| self.origin(func) == library)
    }
    /// The name of a function.
    pub fn name(&self, func: FuncId) -> &str {
        self.module.names.get(self.module.funcs[func].symbol.name)
    }
}
