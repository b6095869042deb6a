//! The numbers of LLVM's bitcode: block kinds, record codes, attribute kinds.
//!
//! One table per block; each row is a constant for the decoders and a name for the error messages. The numbers are part
//! of LLVM's stable file format and are only ever added to. The tests compare the names with those of an independent
//! reader (the crate `llvm-bitcode`).

/// Declares a module of codes and the function that names them.
macro_rules! codes {
    ($(#[$doc:meta])* $module:ident { $($name:ident = $value:literal,)* }) => {
        $(#[$doc])*
        #[allow(dead_code, reason = "a table of the format; a code that is only skipped is still named in messages")]
        pub(crate) mod $module {
            $(pub(crate) const $name: u32 = $value;)*
            /// Every row, for naming and for tests.
            pub(crate) const TABLE: &[(u32, &str)] = &[$(($value, stringify!($name)),)*];
        }
    };
}

/// The name of a kind of block.
pub(crate) fn block_name(block: u32) -> Option<&'static str> {
    lookup(block::TABLE, block)
}

/// The name of a record in a block.
pub(crate) fn record_name(block: u32, record: u32) -> Option<&'static str> {
    lookup(table(block)?, record)
}

fn lookup(table: &[(u32, &'static str)], code: u32) -> Option<&'static str> {
    table.iter().find(|row| row.0 == code).map(|row| row.1)
}

fn table(block: u32) -> Option<&'static [(u32, &'static str)]> {
    Some(match block {
        block::BLOCKINFO => blockinfo::TABLE,
        block::MODULE => module::TABLE,
        block::PARAMATTR | block::PARAMATTR_GROUP => paramattr::TABLE,
        block::CONSTANTS => constant::TABLE,
        block::FUNCTION => function::TABLE,
        block::IDENTIFICATION => identification::TABLE,
        block::VALUE_SYMTAB => symtab::TABLE,
        block::METADATA | block::METADATA_ATTACHMENT | block::METADATA_KIND => metadata::TABLE,
        block::TYPE_NEW => types::TABLE,
        block::OPERAND_BUNDLE_TAGS => bundle_tag::TABLE,
        block::STRTAB => strtab::TABLE,
        block::SYNC_SCOPE_NAMES => sync_scope::TABLE,
        _ => return None,
    })
}

codes! {
    /// Kinds of blocks.
    block {
        BLOCKINFO = 0,
        MODULE = 8,
        PARAMATTR = 9,
        PARAMATTR_GROUP = 10,
        CONSTANTS = 11,
        FUNCTION = 12,
        IDENTIFICATION = 13,
        VALUE_SYMTAB = 14,
        METADATA = 15,
        METADATA_ATTACHMENT = 16,
        TYPE_NEW = 17,
        USELIST = 18,
        MODULE_STRTAB = 19,
        GLOBALVAL_SUMMARY = 20,
        OPERAND_BUNDLE_TAGS = 21,
        METADATA_KIND = 22,
        STRTAB = 23,
        FULL_LTO_GLOBALVAL_SUMMARY = 24,
        SYMTAB = 25,
        SYNC_SCOPE_NAMES = 26,
    }
}

codes! {
    /// Records of BLOCKINFO.
    blockinfo {
        SETBID = 1,
        BLOCKNAME = 2,
        SETRECORDNAME = 3,
    }
}

codes! {
    /// Records of IDENTIFICATION.
    identification {
        STRING = 1,
        EPOCH = 2,
    }
}

codes! {
    /// Records of MODULE.
    module {
        VERSION = 1,
        TRIPLE = 2,
        DATALAYOUT = 3,
        ASM = 4,
        SECTIONNAME = 5,
        DEPLIB = 6,
        GLOBALVAR = 7,
        FUNCTION = 8,
        ALIAS_OLD = 9,
        GCNAME = 11,
        COMDAT = 12,
        VSTOFFSET = 13,
        ALIAS = 14,
        METADATA_VALUES_UNUSED = 15,
        SOURCE_FILENAME = 16,
        HASH = 17,
        IFUNC = 18,
    }
}

codes! {
    /// Records of PARAMATTR and PARAMATTR_GROUP.
    paramattr {
        ENTRY_OLD = 1,
        ENTRY = 2,
        GRP_CODE_ENTRY = 3,
    }
}

codes! {
    /// Records of TYPE_NEW.
    types {
        NUMENTRY = 1,
        VOID = 2,
        FLOAT = 3,
        DOUBLE = 4,
        LABEL = 5,
        OPAQUE = 6,
        INTEGER = 7,
        POINTER = 8,
        FUNCTION_OLD = 9,
        HALF = 10,
        ARRAY = 11,
        VECTOR = 12,
        X86_FP80 = 13,
        FP128 = 14,
        PPC_FP128 = 15,
        METADATA = 16,
        X86_MMX = 17,
        STRUCT_ANON = 18,
        STRUCT_NAME = 19,
        STRUCT_NAMED = 20,
        FUNCTION = 21,
        TOKEN = 22,
        BFLOAT = 23,
        X86_AMX = 24,
        OPAQUE_POINTER = 25,
        TARGET_TYPE = 26,
        BYTE = 27,
    }
}

codes! {
    /// Records of OPERAND_BUNDLE_TAGS.
    bundle_tag {
        OPERAND_BUNDLE_TAG = 1,
    }
}

codes! {
    /// Records of SYNC_SCOPE_NAMES.
    sync_scope {
        NAME = 1,
    }
}

codes! {
    /// Records of STRTAB.
    strtab {
        BLOB = 1,
    }
}

codes! {
    /// Records of VALUE_SYMTAB.
    symtab {
        ENTRY = 1,
        BBENTRY = 2,
        FNENTRY = 3,
        COMBINED_ENTRY = 5,
    }
}

codes! {
    /// Records of CONSTANTS.
    constant {
        SETTYPE = 1,
        NULL = 2,
        UNDEF = 3,
        INTEGER = 4,
        WIDE_INTEGER = 5,
        FLOAT = 6,
        AGGREGATE = 7,
        STRING = 8,
        CSTRING = 9,
        CE_BINOP = 10,
        CE_CAST = 11,
        CE_GEP_OLD = 12,
        CE_SELECT = 13,
        CE_EXTRACTELT = 14,
        CE_INSERTELT = 15,
        CE_SHUFFLEVEC = 16,
        CE_CMP = 17,
        INLINEASM_OLD = 18,
        CE_SHUFVEC_EX = 19,
        CE_INBOUNDS_GEP = 20,
        BLOCKADDRESS = 21,
        DATA = 22,
        INLINEASM_OLD2 = 23,
        CE_GEP_WITH_INRANGE_INDEX_OLD = 24,
        CE_UNOP = 25,
        POISON = 26,
        DSO_LOCAL_EQUIVALENT = 27,
        INLINEASM_OLD3 = 28,
        NO_CFI_VALUE = 29,
        INLINEASM = 30,
        CE_GEP_WITH_INRANGE = 31,
        CE_GEP = 32,
        PTRAUTH = 33,
        PTRAUTH2 = 34,
        BYTE = 35,
        WIDE_BYTE = 36,
    }
}

codes! {
    /// Records of FUNCTION.
    function {
        DECLAREBLOCKS = 1,
        INST_BINOP = 2,
        INST_CAST = 3,
        INST_GEP_OLD = 4,
        INST_SELECT = 5,
        INST_EXTRACTELT = 6,
        INST_INSERTELT = 7,
        INST_SHUFFLEVEC = 8,
        INST_CMP = 9,
        INST_RET = 10,
        INST_BR = 11,
        INST_SWITCH = 12,
        INST_INVOKE = 13,
        INST_UNREACHABLE = 15,
        INST_PHI = 16,
        INST_ALLOCA = 19,
        INST_LOAD = 20,
        INST_VAARG = 23,
        INST_STORE_OLD = 24,
        INST_EXTRACTVAL = 26,
        INST_INSERTVAL = 27,
        INST_CMP2 = 28,
        INST_VSELECT = 29,
        INST_INBOUNDS_GEP_OLD = 30,
        INST_INDIRECTBR = 31,
        DEBUG_LOC_AGAIN = 33,
        INST_CALL = 34,
        DEBUG_LOC = 35,
        INST_FENCE = 36,
        INST_CMPXCHG_OLD = 37,
        INST_ATOMICRMW_OLD = 38,
        INST_RESUME = 39,
        INST_LANDINGPAD_OLD = 40,
        INST_LOADATOMIC = 41,
        INST_STOREATOMIC_OLD = 42,
        INST_GEP = 43,
        INST_STORE = 44,
        INST_STOREATOMIC = 45,
        INST_CMPXCHG = 46,
        INST_LANDINGPAD = 47,
        INST_CLEANUPRET = 48,
        INST_CATCHRET = 49,
        INST_CATCHPAD = 50,
        INST_CLEANUPPAD = 51,
        INST_CATCHSWITCH = 52,
        OPERAND_BUNDLE = 55,
        INST_UNOP = 56,
        INST_CALLBR = 57,
        INST_FREEZE = 58,
        INST_ATOMICRMW = 59,
        BLOCKADDR_USERS = 60,
        DEBUG_RECORD_VALUE = 61,
        DEBUG_RECORD_DECLARE = 62,
        DEBUG_RECORD_ASSIGN = 63,
        DEBUG_RECORD_VALUE_SIMPLE = 64,
        DEBUG_RECORD_LABEL = 65,
        DEBUG_RECORD_DECLARE_VALUE = 66,
    }
}

codes! {
    /// Records of METADATA, METADATA_KIND and METADATA_ATTACHMENT.
    metadata {
        STRING_OLD = 1,
        VALUE = 2,
        NODE = 3,
        NAME = 4,
        DISTINCT_NODE = 5,
        KIND = 6,
        LOCATION = 7,
        OLD_NODE = 8,
        OLD_FN_NODE = 9,
        NAMED_NODE = 10,
        ATTACHMENT = 11,
        GENERIC_DEBUG = 12,
        SUBRANGE = 13,
        ENUMERATOR = 14,
        BASIC_TYPE = 15,
        FILE = 16,
        DERIVED_TYPE = 17,
        COMPOSITE_TYPE = 18,
        SUBROUTINE_TYPE = 19,
        COMPILE_UNIT = 20,
        SUBPROGRAM = 21,
        LEXICAL_BLOCK = 22,
        LEXICAL_BLOCK_FILE = 23,
        NAMESPACE = 24,
        TEMPLATE_TYPE = 25,
        TEMPLATE_VALUE = 26,
        GLOBAL_VAR = 27,
        LOCAL_VAR = 28,
        EXPRESSION = 29,
        OBJC_PROPERTY = 30,
        IMPORTED_ENTITY = 31,
        MODULE = 32,
        MACRO = 33,
        MACRO_FILE = 34,
        STRINGS = 35,
        GLOBAL_DECL_ATTACHMENT = 36,
        GLOBAL_VAR_EXPR = 37,
        INDEX_OFFSET = 38,
        INDEX = 39,
        LABEL = 40,
        STRING_TYPE = 41,
        COMMON_BLOCK = 44,
        GENERIC_SUBRANGE = 45,
        ARG_LIST = 46,
        ASSIGN_ID = 47,
        SUBRANGE_TYPE = 48,
        FIXED_POINT_TYPE = 49,
    }
}

codes! {
    /// Kinds of attributes; those without a row change nothing about what a program does.
    attribute {
        ALIGNMENT = 1,
        BY_VAL = 3,
        IN_REG = 5,
        NAKED = 7,
        NEST = 8,
        NO_ALIAS = 9,
        NO_BUILTIN = 10,
        NO_INLINE = 14,
        NO_RETURN = 17,
        NO_UNWIND = 18,
        READ_NONE = 20,
        READ_ONLY = 21,
        RETURNED = 22,
        RETURNS_TWICE = 23,
        S_EXT = 24,
        STACK_ALIGNMENT = 25,
        STRUCT_RET = 29,
        Z_EXT = 34,
        COLD = 36,
        OPTIMIZE_NONE = 37,
        IN_ALLOCA = 38,
        NON_NULL = 39,
        DEREFERENCEABLE = 41,
        DEREFERENCEABLE_OR_NULL = 42,
        CONVERGENT = 43,
        SWIFT_SELF = 46,
        SWIFT_ERROR = 47,
        ALLOC_SIZE = 51,
        STRICT_FP = 54,
        IMMARG = 60,
        WILLRETURN = 61,
        PREALLOCATED = 65,
        NULL_POINTER_IS_VALID = 67,
        NOUNDEF = 68,
        BYREF = 69,
        MUSTPROGRESS = 70,
        SWIFT_ASYNC = 75,
        ELEMENTTYPE = 77,
        ALLOC_ALIGN = 80,
        ALLOCATED_POINTER = 81,
        ALLOC_KIND = 82,
        PRESPLIT_COROUTINE = 83,
        MEMORY = 86,
        RANGE = 92,
        INITIALIZES = 94,
    }
}

#[cfg(test)]
mod tests {
    use llvm_bitcode::schema::blocks as oracle;
    use llvm_bitcode::schema::values::AttrKind;

    use super::*;

    /// Names differ in case, underscores and the prefixes that say what a record is about.
    fn plain(name: &str) -> String {
        let name = name.strip_prefix("INST_").or(name.strip_prefix("CE_")).unwrap_or(name);
        name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
    }

    /// Same number, other word; the number was looked up by hand.
    const OTHER_WORDS: &[(&str, &str)] = &[
        ("typenew", "type"),
        ("select", "selectold"),
        ("cmpxchg", "atomiccmpxchg"),
        ("grpcodeentry", "groupcodeentry"),
    ];

    fn compare<T: core::fmt::Debug>(table: &[(u32, &str)], oracle: impl Fn(u8) -> Option<T>) -> usize {
        let mut known = 0;
        for &(code, name) in table {
            let Some(theirs) = oracle(code as u8) else { continue };
            let (ours, theirs) = (plain(name), plain(&format!("{theirs:?}")));
            let theirs = theirs.strip_suffix("code").unwrap_or(&theirs).to_string();
            assert!(
                ours == theirs || OTHER_WORDS.contains(&(&ours, &theirs)),
                "code {code}: {name} here, {theirs} there"
            );
            known += 1;
        }
        known
    }

    #[test]
    fn names_agree_with_an_independent_reader() {
        assert!(compare(block::TABLE, |c| oracle::BlockId::try_from(c).ok()) >= 18);
        assert!(compare(module::TABLE, |c| oracle::ModuleCode::try_from(c).ok()) >= 15);
        assert!(compare(types::TABLE, |c| oracle::TypeCode::try_from(c).ok()) >= 25);
        assert!(compare(constant::TABLE, |c| oracle::ConstantsCodes::try_from(c).ok()) >= 33);
        assert!(compare(function::TABLE, |c| oracle::FunctionCode::try_from(c).ok()) >= 50);
        assert!(compare(metadata::TABLE, |c| oracle::MetadataCode::try_from(c).ok()) >= 40);
        assert!(compare(symtab::TABLE, |c| oracle::ValueSymtabCode::try_from(c).ok()) >= 3);
        assert!(compare(attribute::TABLE, |c| AttrKind::try_from(c).ok()) >= 30);
    }
}
