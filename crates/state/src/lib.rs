//! One state of a program under exploration: memory, frames, path condition, inputs, and how it came to be.
//!
//! A [`State`] is plain data: `exec` runs it, `search` orders it, `merge` will join it. It knows terms and programs, no
//! solver and no strategy. Everything in it is shared between forks until it changes.

pub mod algebra;
mod directives;
mod fence;
mod float_env;
mod id;
mod inherit;
mod input;
pub mod join;
pub mod memory;
mod name;
mod output;
mod path;
mod pipe;
mod recipe;
mod shares;
mod stack;
mod state;
mod threads;
mod trail;
mod tree;
mod unmerge;
mod value;
mod ways;
pub mod word;

pub use directives::Directives;
pub use fence::{Arrival, Blocks, Fence, Operator};
pub use float_env::{Exceptions, FloatEnv};
pub use id::{LineId, StateId};
pub use inherit::{Exactness, Fresh, Heritage, INHERITED_WORDS, Inherited, Junction};
pub use input::{Input, Inputs};
pub use name::{Name, NameError, Stand};
pub use output::{Act, Buffering, Output};
pub use path::Path;
pub use pipe::{OWN_COUT, Pipe, STDOUT};
pub use recipe::{EventKind, Recipe, RecipeId, Recipes, Sort};
pub use shares::{Shares, SharesId};
pub use stack::{Frame, FrameKey, FrozenFrame, Stack, VarArg};
pub use state::{Sizes, State};
pub use threads::{Suspended, Threads};
pub use trail::{Gain, Step, Trail};
pub use tree::{Node, NodeId, Tree};
pub use unmerge::{KnownTerm, Parts, Questions, Unmerger};
pub use value::Value;
pub use ways::{Way, Ways, WaysId};
