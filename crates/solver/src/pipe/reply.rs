//! What an external solver says: a word, or a list of terms with values.

use braid_expr::Value;
use braid_expr::smt::{Reader, Scope, Sexprs, Term, TokenKind};

use crate::verdict::ProcessFault;

/// One reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    text: String,
}

impl Reply {
    pub(super) fn read(text: String) -> Result<Reply, ProcessFault> {
        let text = text.trim().to_owned();
        match text.strip_prefix("(error") {
            Some(_) => Err(ProcessFault::Garbled(Reply { text }.excerpt())),
            None => Ok(Reply { text }),
        }
    }
    /// The word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        (!self.text.starts_with('(')).then_some(&self.text[..])
    }
    /// The value in `((term value))`, if it has this width.
    pub(super) fn value(&self, width: u32) -> Option<Value> {
        let mut sexprs = Sexprs::new(&self.text);
        if !Reader::new(&self.text).ok()?.read(&mut sexprs).ok()? || sexprs.kind(0) != TokenKind::List {
            return None;
        }
        let pair = sexprs.children(0).next()?;
        let value = sexprs.children(pair).nth(1)?;
        let mut pool = braid_expr::ExprPool::new();
        match Scope::new().term(&mut pool, &sexprs, value).ok()? {
            Term::Bool(e) | Term::Bits(e) => pool.as_const(e).filter(|value| value.width() == width),
            Term::Array(_) | Term::Float(..) | Term::Mode(_) | Term::Real(_) => None,
        }
    }
    /// The beginning of the text, for messages.
    pub(super) fn excerpt(&self) -> String {
        const MOST: usize = 120;
        self.text.chars().take(MOST).collect()
    }
}
