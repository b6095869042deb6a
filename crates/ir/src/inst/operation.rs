//! What instructions do: operations, casts, predicates, orderings, each a table of names.

/// Declares an enum whose variants have a name in the text form.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)* }
        impl $name {
            /// Every one of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// The keyword of the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
            /// The one with this keyword.
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

named! {
    /// Operations on two operands of one type; on vectors lane by lane.
    BinaryOp {
        /// Addition modulo 2^width.
        Add = "add",
        /// Subtraction modulo 2^width.
        Sub = "sub",
        /// Multiplication modulo 2^width.
        Mul = "mul",
        /// Unsigned division; faults on a zero divisor.
        UDiv = "udiv",
        /// Signed division, towards zero; faults on a zero divisor and on overflow.
        SDiv = "sdiv",
        /// Unsigned remainder; faults on a zero divisor.
        URem = "urem",
        /// Signed remainder with the sign of the dividend; faults on a zero divisor and on overflow.
        SRem = "srem",
        /// Shift left; poison if the amount is not less than the width.
        Shl = "shl",
        /// Logical shift right; poison if the amount is not less than the width.
        LShr = "lshr",
        /// Arithmetic shift right; poison if the amount is not less than the width.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Floating-point multiplication.
        FMul = "fmul",
        /// Floating-point division.
        FDiv = "fdiv",
        /// Floating-point remainder, as C's fmod.
        FRem = "frem",
    }
}

impl BinaryOp {
    /// Whether it divides and so faults on zero.
    pub fn divides(self) -> bool {
        matches!(self, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
    }
    /// Whether it shifts and so faults on an amount that is too large.
    pub fn shifts(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
    }
    /// Whether it works on floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem)
    }
}

named! {
    /// Operations on one operand.
    UnaryOp {
        /// Floating-point negation: flips the sign bit.
        FNeg = "fneg",
    }
}

named! {
    /// Conversions; on vectors lane by lane.
    CastOp {
        /// Drops the upper bits.
        Trunc = "trunc",
        /// Fills with zeros.
        ZExt = "zext",
        /// Fills with the sign bit.
        SExt = "sext",
        /// Rounds to a smaller float format.
        FpTrunc = "fptrunc",
        /// Widens to a larger float format.
        FpExt = "fpext",
        /// Float to unsigned integer, towards zero; poison if it does not fit.
        FpToUi = "fptoui",
        /// Float to signed integer, towards zero; poison if it does not fit.
        FpToSi = "fptosi",
        /// Unsigned integer to float, rounded.
        UiToFp = "uitofp",
        /// Signed integer to float, rounded.
        SiToFp = "sitofp",
        /// Pointer to integer; exposes the provenance.
        PtrToInt = "ptrtoint",
        /// The address of a pointer, without exposing it.
        PtrToAddr = "ptrtoaddr",
        /// Integer to pointer.
        IntToPtr = "inttoptr",
        /// The same bits as another type.
        BitCast = "bitcast",
        /// A pointer into another address space.
        AddrSpaceCast = "addrspacecast",
    }
}

named! {
    /// Comparisons of integers and pointers.
    IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
    }
}

named! {
    /// Comparisons of floating-point numbers: ordered ones are false, unordered ones true, if an operand is a NaN.
    FloatPredicate {
        /// Never.
        False = "false",
        /// Ordered and equal.
        Oeq = "oeq",
        /// Ordered and greater.
        Ogt = "ogt",
        /// Ordered and greater or equal.
        Oge = "oge",
        /// Ordered and less.
        Olt = "olt",
        /// Ordered and less or equal.
        Ole = "ole",
        /// Ordered and not equal.
        One = "one",
        /// Ordered: neither is a NaN.
        Ord = "ord",
        /// Unordered: one is a NaN.
        Uno = "uno",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered or greater or equal.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered or less or equal.
        Ule = "ule",
        /// Unordered or not equal.
        Une = "une",
        /// Always.
        True = "true",
    }
}

named! {
    /// Memory orderings of atomic accesses.
    Ordering {
        /// An ordinary access.
        NotAtomic = "notatomic",
        /// No tearing, nothing more.
        Unordered = "unordered",
        /// One order per address.
        Monotonic = "monotonic",
        /// Later accesses stay behind it.
        Acquire = "acquire",
        /// Earlier accesses stay before it.
        Release = "release",
        /// Both.
        AcquireRelease = "acq_rel",
        /// One order for all.
        SeqCst = "seq_cst",
    }
}

named! {
    /// What an atomic read-modify-write does.
    RmwOp {
        /// Replaces the value.
        Xchg = "xchg",
        /// Addition.
        Add = "add",
        /// Subtraction.
        Sub = "sub",
        /// Bitwise and.
        And = "and",
        /// Bitwise not-and.
        Nand = "nand",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Signed maximum.
        Max = "max",
        /// Signed minimum.
        Min = "min",
        /// Unsigned maximum.
        UMax = "umax",
        /// Unsigned minimum.
        UMin = "umin",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Floating-point maximum.
        FMax = "fmax",
        /// Floating-point minimum.
        FMin = "fmin",
        /// IEEE 754-2019 maximum.
        FMaximum = "fmaximum",
        /// IEEE 754-2019 minimum.
        FMinimum = "fminimum",
        /// Increment, wrapping to zero at a limit.
        UIncWrap = "uinc_wrap",
        /// Decrement, wrapping to a limit at zero.
        UDecWrap = "udec_wrap",
        /// Subtract if the value is not less.
        USubCond = "usub_cond",
        /// Saturating subtraction.
        USubSat = "usub_sat",
    }
}

named! {
    /// What is said about a call in tail position.
    TailKind {
        /// Nothing.
        None = "",
        /// It may be turned into a jump.
        Tail = "tail",
        /// It must be a jump.
        MustTail = "musttail",
        /// It must not be a jump.
        NoTail = "notail",
    }
}
