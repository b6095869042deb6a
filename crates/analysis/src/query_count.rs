//! Query counts: how many queries are to be expected after a block (Kuznetsov 2012, section 3.2, equation 3).
//!
//! A branch asks its own queries and goes each of its ways with probability β; what is expected after it is
//! `q(block) = own + Σ β · q(successor)`. A loop executes its body a known number of times, or κ times if that is not known; the last
//! back edge leads to the loop's exit *without* another test of the header, as in the paper's example.
//!
//! Nothing is unrolled. The value of a block is a linear function of what the back edges around it lead to, so a loop is a linear map
//! that is applied κ times, by squaring. One pass against the reverse postorder finds the functions, a second one along it the
//! values: time linear in the edges, for each selection of queries.
//!
//! What the paper leaves open is defined here:
//! - the exit that the last back edge leads to is that of the header; if it has none (a rotated loop), that of a latch; else each exit
//!   counts alike; a loop without an exit leads nowhere;
//! - a cycle with several entries is treated as if every block that an edge leads back to were the header of a loop; its last back
//!   edge leads nowhere;
//! - with [`Branches::Flow`], which is not the paper's, the ways of a branch share 2β, and one that may leave a loop leaves it
//!   once in all of its iterations;
//! - beyond [`UNKNOWNS`] loops around a block, the outermost are left out.

use braid_ir::BlockId;

use crate::magnitude::Magnitude;
use crate::{Cfg, Loops};

/// How many loops around a block enter its value.
const UNKNOWNS: usize = 16;

/// The parameters of the estimate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The probability with which a branch goes one of its ways.
    pub beta: f64,
    /// How often the body of a loop is executed whose count is not known.
    pub kappa: u64,
    /// How a branch weighs its ways.
    pub branches: Branches,
}

/// How a branch weighs its ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Branches {
    /// Each with β, whatever it is: equation 3. A loop with n iterations is left half-way in nearly all of them, so that
    /// what follows a loop weighs more than the loop itself.
    #[default]
    Even,
    /// The ways of a branch weigh 2β together, however many there are; one that may leave a loop leaves it once in all of its
    /// iterations. With β = 0.5 these are the frequencies of blocks on one path.
    Flow,
}

/// The query counts of a body, for any selection of its queries.
pub struct QueryCounts<'a> {
    cfg: &'a Cfg,
    loops: &'a Loops,
    parameters: Parameters,
    beta: Magnitude,
    /// For each block that an edge leads back to: its loop.
    heads: Vec<Option<Head>>,
}

/// A block that an edge leads back to.
struct Head {
    /// How often the body is executed.
    iterations: u64,
    /// Where the last back edge leads instead: edges, which count alike.
    exits: Vec<(BlockId, BlockId)>,
}

/// A value as a linear function of what back edges lead to: a constant, and a factor for each head in question.
#[derive(Clone, PartialEq, Debug, Default)]
struct Linear {
    constant: Option<Magnitude>,
    /// By number in the reverse postorder, rising.
    factors: Vec<(usize, Magnitude)>,
}

impl<'a> QueryCounts<'a> {
    /// Prepares the estimates of a body. `iterations` tells how often the loop of a header is executed, where it is known.
    pub fn new(
        cfg: &'a Cfg,
        loops: &'a Loops,
        parameters: Parameters,
        mut iterations: impl FnMut(BlockId) -> Option<u64>,
    ) -> QueryCounts<'a> {
        let mut heads: Vec<Option<Head>> = Vec::new();
        heads.resize_with(cfg.reverse_postorder().len(), || None);
        for &from in cfg.reverse_postorder() {
            for &to in cfg.successors(from).iter().filter(|&&to| cfg.is_retreating(from, to)) {
                let head = &mut heads[number(cfg, to)];
                head.get_or_insert_with(|| Head {
                    iterations: iterations(to).unwrap_or(parameters.kappa),
                    exits: exits(cfg, loops, to),
                });
            }
        }
        QueryCounts { cfg, loops, parameters, beta: Magnitude::new(parameters.beta), heads }
    }

    /// The queries to be expected from the start of each reachable block on, in reverse postorder, where `own` tells how many
    /// queries a block asks by itself.
    pub fn count(&self, mut own: impl FnMut(BlockId) -> Magnitude) -> Vec<Magnitude> {
        let order = self.cfg.reverse_postorder();
        let mut values: Vec<Linear> = vec![Linear::default(); order.len()];
        // What the back edges to a head lead to in the first iteration.
        let mut again: Vec<Linear> = vec![Linear::default(); order.len()];
        for (at, &block) in order.iter().enumerate().rev() {
            let mut value = self.after(block, &values);
            value.add_constant(own(block));
            if let Some(head) = &self.heads[at] {
                let exit = self.exit_of(head, &values);
                (value, again[at]) = unrolled(value, at, &exit, head.iterations);
            }
            values[at] = value;
        }
        self.resolve(&values, &again)
    }

    /// What is expected after a block.
    fn after(&self, block: BlockId, values: &[Linear]) -> Linear {
        let mut sum = Linear::default();
        for &to in self.cfg.successors(block) {
            sum.add(&self.along((block, to), values), self.weight(block, to));
        }
        sum
    }

    /// How much a way of a block weighs.
    fn weight(&self, block: BlockId, to: BlockId) -> Magnitude {
        let successors = self.cfg.successors(block);
        if successors.len() < 2 {
            return Magnitude::ONE;
        }
        if self.parameters.branches == Branches::Even {
            return self.beta;
        }
        let alike = self.beta * Magnitude::new(2.0 / successors.len() as f64);
        let Some(id) = self.loops.innermost(block) else { return alike };
        let leaves = |to: BlockId| !self.loops.contains(id, to);
        let leaving = successors.iter().filter(|&&to| leaves(to)).count();
        if leaving == 0 || leaving == successors.len() {
            return alike;
        }
        let head = number(self.cfg, self.loops.blocks(id)[0]);
        let iterations = self.heads[head].as_ref().map_or(self.parameters.kappa, |head| head.iterations);
        let left = 1.0 / iterations.saturating_add(1) as f64;
        let (share, count) = if leaves(to) { (left, leaving) } else { (1.0 - left, successors.len() - leaving) };
        self.beta * Magnitude::new(2.0 * share / count as f64)
    }

    /// The value that an edge leads to.
    fn along(&self, (from, to): (BlockId, BlockId), values: &[Linear]) -> Linear {
        let at = number(self.cfg, to);
        if self.cfg.is_retreating(from, to) { Linear::unknown(at) } else { values[at].clone() }
    }

    /// The value where the last back edge leads.
    fn exit_of(&self, head: &Head, values: &[Linear]) -> Linear {
        let mut sum = Linear::default();
        let share = Magnitude::new(1.0 / head.exits.len().max(1) as f64);
        for &edge in &head.exits {
            sum.add(&self.along(edge, values), share);
        }
        sum
    }

    /// Puts in what back edges lead to, the outermost first: that of a head depends only on heads before it.
    fn resolve(&self, values: &[Linear], again: &[Linear]) -> Vec<Magnitude> {
        let mut known = vec![Magnitude::ZERO; values.len()];
        for at in 0..values.len() {
            if self.heads[at].is_some() {
                known[at] = again[at].at(&known);
            }
        }
        values.iter().map(|value| value.at(&known)).collect()
    }
}

/// The place of a reachable block in the reverse postorder.
fn number(cfg: &Cfg, block: BlockId) -> usize {
    cfg.number(block).expect("what follows a reachable block is reachable")
}

/// The edges that the last back edge to a block is taken to follow.
fn exits(cfg: &Cfg, loops: &Loops, head: BlockId) -> Vec<(BlockId, BlockId)> {
    let Some(id) = loops.headed_by(head) else { return Vec::new() };
    let exits: Vec<_> = loops.exits(cfg, id).into_iter().map(|exit| (exit.from, exit.to)).collect();
    let of = |is_source: &dyn Fn(BlockId) -> bool| -> Vec<_> {
        exits.iter().copied().filter(|&(from, _)| is_source(from)).collect()
    };
    let latches = &loops[id].latches;
    let of_header = of(&|from| from == head);
    let of_latches = of(&|from| latches.contains(&from));
    [of_header, of_latches].into_iter().find(|some| !some.is_empty()).unwrap_or(exits)
}

/// The value of a head in the first of so many iterations, and what its back edges lead to then: `q(0) = exit`,
/// `q(j) = rest + factor · q(j - 1)`.
fn unrolled(value: Linear, at: usize, exit: &Linear, iterations: u64) -> (Linear, Linear) {
    let (rest, factor) = value.without(at);
    let iterated = |times: u64| {
        let (sum, power) = geometric(factor, times);
        let mut total = Linear::default();
        total.add(&rest, sum);
        total.add(exit, power);
        total
    };
    (iterated(iterations), iterated(iterations.saturating_sub(1)))
}

/// `1 + f + … + f^(n-1)` and `f^n`: the map `x ↦ 1 + f·x`, applied n times, by squaring.
fn geometric(factor: Magnitude, times: u64) -> (Magnitude, Magnitude) {
    let (mut sum, mut power) = (Magnitude::ZERO, Magnitude::ONE);
    let (mut step_sum, mut step_power) = (Magnitude::ONE, factor);
    let mut left = times;
    while left > 0 {
        if left & 1 == 1 {
            (sum, power) = (step_sum + step_power * sum, step_power * power);
        }
        (step_sum, step_power) = (step_sum + step_power * step_sum, step_power * step_power);
        left >>= 1;
    }
    (sum, power)
}

impl Linear {
    /// What the back edges to a head lead to.
    fn unknown(at: usize) -> Linear {
        Linear { constant: None, factors: vec![(at, Magnitude::ONE)] }
    }
    fn add_constant(&mut self, constant: Magnitude) {
        self.constant = Some(self.constant.unwrap_or(Magnitude::ZERO) + constant);
    }
    /// Adds a multiple of another.
    fn add(&mut self, other: &Linear, factor: Magnitude) {
        if let Some(constant) = other.constant {
            self.add_constant(constant * factor);
        }
        for &(at, by) in &other.factors {
            match self.factors.binary_search_by_key(&at, |row| row.0) {
                Ok(place) => self.factors[place].1 = self.factors[place].1 + by * factor,
                Err(place) => self.factors.insert(place, (at, by * factor)),
            }
        }
        // The innermost have the highest numbers.
        let surplus = self.factors.len().saturating_sub(UNKNOWNS);
        self.factors.drain(..surplus);
    }
    /// The function without one of its unknowns, and the factor of that.
    fn without(mut self, at: usize) -> (Linear, Magnitude) {
        let factor = match self.factors.binary_search_by_key(&at, |row| row.0) {
            Ok(place) => self.factors.remove(place).1,
            Err(_) => Magnitude::ZERO,
        };
        (self, factor)
    }
    /// The value where the unknowns are known.
    fn at(&self, known: &[Magnitude]) -> Magnitude {
        let sum: Magnitude = self.factors.iter().map(|&(at, factor)| factor * known[at]).sum();
        self.constant.unwrap_or(Magnitude::ZERO) + sum
    }
}
