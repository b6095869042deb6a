//! The body of a function of a part becomes a body of the linked module, in place.

use braid_entity::{Entity, Symbol};
use braid_ir::Module;
use braid_ir::body::Body;
use braid_ir::constant::ConstId;
use braid_ir::inst::{Access, Call, DebugVariable, Inst, Operand, OperandKind, Switch};

use super::Translator;

impl Translator {
    /// Gives everything in `body` the ids of the linked module. The translator must have caught up with the part.
    pub(crate) fn translate_body(&mut self, body: &mut Body, part: &Module, linked: &mut Module) {
        let mut rename = |translator: &mut Self, name: &mut Option<Symbol>| {
            *name = name.map(|name| translator.name(name, &part.names, &mut linked.names));
        };
        for value in body.values.values_mut() {
            value.ty = self.ty(value.ty);
            rename(self, &mut value.name);
        }
        body.blocks.values_mut().for_each(|block| rename(self, &mut block.name));
        for data in body.insts.values_mut() {
            data.loc = data.loc.map(|loc| self.locs[loc.index()]);
            data.inst.for_each_operand_mut(|operand| self.translate_operand(operand));
            if let Some(call) = data.inst.call_mut() {
                self.translate_call(call, part, linked);
            }
            self.translate_inst(&mut data.inst);
        }
        body.scope = body.scope.map(|scope| self.scopes[scope.index()]);
    }

    fn translate_operand(&self, operand: &mut Operand) {
        if let OperandKind::Const(id) = operand.kind() {
            *operand = Operand::constant(self.constant(id));
        }
    }

    fn translate_call(&mut self, call: &mut Call, part: &Module, linked: &mut Module) {
        call.ty = self.ty(call.ty);
        call.attrs = self.attr_list(call.attrs);
        for bundle in &mut call.bundles {
            bundle.tag = self.name(bundle.tag, &part.names, &mut linked.names);
        }
    }

    /// What an instruction names besides operands and, in a call, its type, attributes and bundles.
    fn translate_inst(&self, inst: &mut Inst) {
        match inst {
            Inst::Alloca { ty, .. } => *ty = self.ty(*ty),
            Inst::Load { access, .. } | Inst::Store { access, .. } | Inst::AtomicRmw { access, .. } => {
                self.translate_access(access);
            }
            Inst::CmpXchg(cmpxchg) => self.translate_access(&mut cmpxchg.access),
            Inst::Fence { scope, .. } => *scope = self.sync_scope(*scope),
            Inst::Shuffle { mask, .. } => *mask = self.constant(*mask),
            Inst::Switch(switch) => self.translate_cases(switch),
            Inst::DebugValue(variable) | Inst::DebugDeclare(variable) => self.translate_variable(variable),
            Inst::Binary { .. }
            | Inst::Unary { .. }
            | Inst::Cast { .. }
            | Inst::IntCompare { .. }
            | Inst::FloatCompare { .. }
            | Inst::Select { .. }
            | Inst::Freeze { .. }
            | Inst::PtrAdd { .. }
            | Inst::ExtractValue { .. }
            | Inst::InsertValue { .. }
            | Inst::ExtractElement { .. }
            | Inst::InsertElement { .. }
            | Inst::Phi { .. }
            | Inst::Call(_)
            | Inst::VaArg { .. }
            | Inst::LandingPad(_)
            | Inst::CatchPad(_)
            | Inst::CleanupPad(_)
            | Inst::CheckInit { .. }
            | Inst::Ret { .. }
            | Inst::Br { .. }
            | Inst::CondBr { .. }
            | Inst::IndirectBr { .. }
            | Inst::Invoke(_)
            | Inst::CallBr(_)
            | Inst::Resume { .. }
            | Inst::CatchRet { .. }
            | Inst::CleanupRet { .. }
            | Inst::CatchSwitch(_)
            | Inst::Unreachable => {}
        }
    }

    fn translate_access(&self, access: &mut Access) {
        access.scope = self.sync_scope(access.scope);
    }

    fn sync_scope(&self, scope: u8) -> u8 {
        self.sync_scopes.get(usize::from(scope)).copied().unwrap_or(scope)
    }

    fn translate_cases(&self, switch: &mut Switch) {
        let case = |id: &mut ConstId| *id = self.constant(*id);
        for range in switch.targets.iter_mut().flat_map(|target| &mut target.ranges) {
            case(&mut range.low);
            case(&mut range.high);
        }
    }

    fn translate_variable(&self, variable: &mut DebugVariable) {
        variable.var = self.vars[variable.var.index()];
        variable.scope = variable.scope.map(|scope| self.scopes[scope.index()]);
    }
}
