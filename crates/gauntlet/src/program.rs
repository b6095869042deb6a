//! Small C programs as trees: what the generator makes, the mutators change, the reducer shrinks and the printer prints.
//!
//! Every operation that may go wrong carries a *guard*: with it the printed C is defined for all operands (an index is taken
//! modulo the bound, a sum is computed unsigned), without it the plain operator is printed. A program whose guards all
//! stand is correct by construction; to drop one is the simplest mutation.

/// An integer type of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// `signed char`.
    I8,
    /// `unsigned char`.
    U8,
    /// `short`.
    I16,
    /// `unsigned short`.
    U16,
    /// `int`.
    I32,
    /// `unsigned`.
    U32,
    /// `long`.
    I64,
}

impl Type {
    /// Every type.
    pub const ALL: &'static [Type] = &[Type::I8, Type::U8, Type::I16, Type::U16, Type::I32, Type::U32, Type::I64];

    /// Its name in C.
    pub fn name(self) -> &'static str {
        match self {
            Type::I8 => "signed char",
            Type::U8 => "unsigned char",
            Type::I16 => "short",
            Type::U16 => "unsigned short",
            Type::I32 => "int",
            Type::U32 => "unsigned",
            Type::I64 => "long",
        }
    }

    /// Returns true if it has negative values.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::I8 | Type::I16 | Type::I32 | Type::I64)
    }
}

/// An arithmetic operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

impl Op {
    /// Every operator.
    pub const ALL: &'static [Op] =
        &[Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Shl, Op::Shr, Op::And, Op::Or, Op::Xor];

    /// Its token.
    pub fn token(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
        }
    }

    /// Returns true if the operator is undefined for some operands.
    pub fn is_risky(self) -> bool {
        !matches!(self, Op::And | Op::Or | Op::Xor)
    }
}

/// A relation of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
}

impl Relation {
    /// Every relation.
    pub const ALL: &'static [Relation] =
        &[Relation::Less, Relation::AtMost, Relation::Greater, Relation::AtLeast, Relation::Equal, Relation::Unequal];

    /// Its token.
    pub fn token(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
            Relation::Equal => "==",
            Relation::Unequal => "!=",
        }
    }

    /// The relation that holds where this one does not.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Less => Relation::AtLeast,
            Relation::AtMost => Relation::Greater,
            Relation::Greater => Relation::AtMost,
            Relation::AtLeast => Relation::Less,
            Relation::Equal => Relation::Unequal,
            Relation::Unequal => Relation::Equal,
        }
    }

    /// The relation that differs from this one by equal operands, if there is one.
    pub fn off_by_one(self) -> Option<Relation> {
        match self {
            Relation::Less => Some(Relation::AtMost),
            Relation::AtMost => Some(Relation::Less),
            Relation::Greater => Some(Relation::AtLeast),
            Relation::AtLeast => Some(Relation::Greater),
            Relation::Equal | Relation::Unequal => None,
        }
    }
}

/// An expression. All are integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A literal.
    Const(i64),
    /// Any C expression that is defined by itself: a variable, a field.
    Name(String),
    /// Arithmetic.
    Binary {
        /// The operator.
        op: Op,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
        /// Whether it is defined for all operands.
        guarded: bool,
    },
    /// A comparison.
    Compare(Relation, Box<Expr>, Box<Expr>),
    /// `condition ? then : otherwise`.
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A conversion.
    Cast(Type, Box<Expr>),
    /// An element of an array.
    Index {
        /// The array.
        array: String,
        /// The index.
        index: Box<Expr>,
        /// How many elements there are, in C.
        bound: String,
        /// Whether the index is taken modulo the bound.
        guarded: bool,
    },
    /// A number from 0 to the bound in C, inclusive: a size that fits.
    AtMost {
        /// The number.
        value: Box<Expr>,
        /// The bound, in C.
        bound: String,
        /// Whether the number is taken modulo the bound plus one.
        guarded: bool,
    },
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// A variable with its initialiser.
    Scalar {
        /// Its type.
        of: Type,
        /// Its name.
        name: String,
        /// Its initialiser; without one it is never written here.
        init: Option<Expr>,
    },
    /// A declaration in C that cannot be left out, with an initialiser that can.
    Declare {
        /// Up to the initialiser, without a semicolon.
        head: String,
        /// The initialiser with its `=`.
        init: Option<String>,
    },
    /// An allocation, `name = malloc(count * sizeof *name)`.
    Allocate {
        /// The type of elements.
        of: Type,
        /// The pointer's name.
        name: String,
        /// How many elements.
        count: Expr,
        /// Whether all are zero.
        zeroed: bool,
    },
    /// `free(name)`.
    Free(String),
    /// An assignment to a variable, a field, an element.
    Assign(Expr, Expr),
    /// A statement in C without a fault of its own if it stands where the generator put it.
    Line(String),
    /// A call of a function of the C library: text before the size, the size, text after it.
    Sized(String, Expr, String),
    /// A branch.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop whose counter runs from 0 while `counter relation bound`.
    For {
        /// The counter.
        counter: String,
        /// The relation between counter and bound.
        relation: Relation,
        /// The bound.
        bound: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// A loop with a condition.
    While(Expr, Vec<Stmt>),
    /// A switch over `value % 4`, with bodies for some cases and the others.
    Switch(Expr, Vec<(i64, Vec<Stmt>)>, Vec<Stmt>),
    /// A block.
    Scope(Vec<Stmt>),
    /// `if (condition) break;`
    BreakIf(Expr),
    /// An assertion.
    Assert(Expr),
}

/// An input and the values it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A number from `low` to `high`.
    Number {
        /// Its type.
        of: Type,
        /// Its name.
        name: String,
        /// Its least value.
        low: i64,
        /// Its largest value.
        high: i64,
    },
    /// So many characters, each of which is 0, `a` or `b`.
    Text {
        /// Its name.
        name: String,
        /// How many.
        size: i64,
    },
}

impl Input {
    /// How many values it takes.
    pub fn values(&self) -> i64 {
        match self {
            Input::Number { low, high, .. } => high - low + 1,
            Input::Text { size, .. } => 3_i64.pow(u32::try_from(*size).unwrap_or(0)),
        }
    }
}

/// A program: one case of a batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Definitions outside of the function, each a line. `@` stands for the number of the case.
    pub globals: Vec<String>,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The body.
    pub body: Vec<Stmt>,
    /// The variables whose values decide the exit code.
    pub results: Vec<String>,
}

impl Stmt {
    /// The lists of statements inside of this one.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If(_, then, otherwise) => vec![then, otherwise],
            Stmt::For { body, .. } | Stmt::While(_, body) | Stmt::Scope(body) => vec![body],
            Stmt::Switch(_, cases, default) => {
                cases.iter_mut().map(|(_, body)| body).chain(std::iter::once(default)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The expressions of this statement itself.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Stmt::Scalar { init, .. } => init.iter_mut().collect(),
            Stmt::Allocate { count, .. } => vec![count],
            Stmt::Assign(target, value) => vec![target, value],
            Stmt::Sized(_, size, _) => vec![size],
            Stmt::If(condition, ..)
            | Stmt::While(condition, _)
            | Stmt::BreakIf(condition)
            | Stmt::Assert(condition)
            | Stmt::Switch(condition, ..) => vec![condition],
            Stmt::For { bound, .. } => vec![bound],
            Stmt::Declare { .. } | Stmt::Free(_) | Stmt::Line(_) | Stmt::Scope(_) => Vec::new(),
        }
    }

    /// Returns true if later statements need the name that this one declares.
    pub fn declares(&self) -> bool {
        matches!(self, Stmt::Scalar { .. } | Stmt::Declare { .. } | Stmt::Allocate { .. })
    }
}

impl Expr {
    /// The expressions directly inside of this one.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Const(_) | Expr::Name(_) => Vec::new(),
            Expr::Binary { left, right, .. } | Expr::Compare(_, left, right) => vec![left, right],
            Expr::Choose(condition, then, otherwise) => vec![condition, then, otherwise],
            Expr::Cast(_, value) | Expr::AtMost { value, .. } | Expr::Index { index: value, .. } => vec![value],
        }
    }
}

/// Calls `visit` for every list of statements, outer ones first.
pub fn each_body(body: &mut Vec<Stmt>, visit: &mut dyn FnMut(&mut Vec<Stmt>)) {
    visit(body);
    for statement in body {
        for inner in statement.bodies_mut() {
            each_body(inner, visit);
        }
    }
}

/// Calls `visit` for every statement, outer ones first.
pub fn each_stmt(body: &mut Vec<Stmt>, visit: &mut dyn FnMut(&mut Stmt)) {
    each_body(body, &mut |list| list.iter_mut().for_each(&mut *visit));
}

/// Calls `visit` for every expression, outer ones first.
pub fn each_expr(body: &mut Vec<Stmt>, visit: &mut dyn FnMut(&mut Expr)) {
    each_stmt(body, &mut |statement| {
        for expr in statement.exprs_mut() {
            within(expr, visit);
        }
    });
}

fn within(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit(expr);
    for part in expr.parts_mut() {
        within(part, visit);
    }
}
