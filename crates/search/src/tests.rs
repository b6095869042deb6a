//! Properties that every order has, and those that make each one what it is.

use braid_entity::Entity;
use braid_state::StateId;

use crate::testing::{Card, Cards};
use crate::{RandomPath, Rng, STRATEGIES, Searcher, Spec, Weight, Weighted};

fn s(number: u32) -> StateId {
    StateId::numbered(number)
}

fn made(name: &str, seed: u64) -> Box<dyn Searcher> {
    name.parse::<Spec>().expect("a name of the table").build(seed, 0)
}

/// Names of all orders, alone and mixed.
fn all() -> Vec<String> {
    let mut names: Vec<String> = STRATEGIES.iter().map(|strategy| strategy.name.to_owned()).collect();
    names.push(names.join(","));
    names
}

/// A random life of an order: forks, updates, ends, states from nowhere. `check` sees every pick with the live states.
fn live(searcher: &mut dyn Searcher, seed: u64, steps: u32, mut check: impl FnMut(StateId, &[StateId])) {
    let mut rng = Rng::new(seed);
    let mut cards = Cards::default();
    let mut alive: Vec<StateId> = Vec::new();
    let mut next = 0;
    for _ in 0..steps {
        let Some(id) = searcher.pick(&cards) else {
            assert!(alive.is_empty());
            cards.0.insert(s(next), Card::default());
            searcher.add(s(next), &cards);
            alive.push(s(next));
            next += 1;
            continue;
        };
        check(id, &alive);
        let card = cards.0.get_mut(&id).expect("a picked state has a card");
        card.instructions += 1 + rng.below(50);
        card.since_new = Some(rng.below(5000));
        card.distance = rng.coin().then(|| rng.below(100));
        card.cost += rng.below(100_000);
        card.executed += 1;
        card.position = (0..1 + rng.below(3)).map(|_| rng.below(9) as u32).collect();
        match rng.below(5) {
            0 | 1 => {
                card.depth += 1;
                let child = card.clone();
                cards.0.insert(s(next), child);
                searcher.fork(id, s(next), &cards);
                alive.push(s(next));
                next += 1;
            }
            2 | 3 if alive.len() > 1 => {
                let gone = alive.swap_remove(rng.below(alive.len() as u64) as usize);
                searcher.remove(gone);
                cards.0.remove(&gone);
                searcher.update(id, &cards);
            }
            _ => searcher.update(id, &cards),
        }
        assert_eq!(searcher.len(), alive.len());
    }
}

#[test]
fn what_is_picked_is_alive() {
    for name in all() {
        for seed in 0..5 {
            live(made(&name, seed).as_mut(), seed, 2000, |id, alive| assert!(alive.contains(&id), "{name} {id}"));
        }
    }
}

#[test]
fn equal_seeds_pick_equally() {
    for name in all() {
        let picks = |seed| {
            let mut picks = Vec::new();
            live(made(&name, seed).as_mut(), 1, 1000, |id, _| picks.push(id));
            picks
        };
        assert_eq!(picks(9), picks(9), "{name}");
    }
}

#[test]
fn nothing_is_lost_when_every_pick_ends_its_state() {
    for name in all() {
        let cards = Cards::with((0..200).map(|n| Card { depth: n % 7, executed: n, ..Card::default() }));
        let mut searcher = made(&name, 4);
        searcher.add(s(0), &cards);
        (1..200).for_each(|n| searcher.fork(s(n / 2), s(n), &cards));
        let mut seen = [false; 200];
        while let Some(id) = searcher.pick(&cards) {
            assert!(!std::mem::replace(&mut seen[id.index()], true), "{name}: {id} came back");
            searcher.remove(id);
        }
        assert!(seen.iter().all(|seen| *seen), "{name}");
        assert!(searcher.is_empty());
    }
}

#[test]
fn unknown_states_are_not_minded() {
    for name in all() {
        let cards = Cards::default();
        let mut searcher = made(&name, 4);
        searcher.remove(s(3));
        searcher.update(s(3), &cards);
        assert_eq!(searcher.pick(&cards), None, "{name}");
        searcher.add(s(1), &cards);
        searcher.add(s(1), &cards);
        assert_eq!((searcher.len(), searcher.pick(&cards)), (1, Some(s(1))), "{name}");
    }
}

/// The orders that promise that no state starves.
#[test]
fn every_state_is_picked_in_the_end() {
    for name in ["random-state", "random-path", "nurs:icnt", "nurs:qc", "nurs:covnew", "dfs,random-state"] {
        let cards = Cards::with((0..50).map(|n| Card { executed: n, since_new: Some(n * 22), ..Card::default() }));
        let mut searcher = made(name, 2);
        searcher.add(s(0), &cards);
        // A comb, the worst tree for a walk with coins, ten deep, then states from nowhere.
        (1..10).for_each(|n| searcher.fork(s(n - 1), s(n), &cards));
        (10..50).for_each(|n| searcher.add(s(n), &cards));
        let mut seen = [false; 50];
        for _ in 0..300_000 {
            seen[searcher.pick(&cards).expect("there are states").index()] = true;
        }
        assert!(seen.iter().all(|seen| *seen), "{name}: {seen:?}");
    }
}

#[test]
fn depth_first_finishes_the_running_path_and_breadth_first_takes_turns() {
    let cards = Cards::default();
    let mut dfs = made("dfs", 0);
    let mut bfs = made("bfs", 0);
    for searcher in [&mut dfs, &mut bfs] {
        searcher.add(s(0), &cards);
        searcher.fork(s(0), s(1), &cards);
        searcher.fork(s(0), s(2), &cards);
    }
    let mut order = Vec::new();
    while let Some(id) = dfs.pick(&cards) {
        order.push(id.as_u32());
        dfs.remove(id);
    }
    assert_eq!(order, [0, 2, 1]);
    assert_eq!(bfs.pick(&cards), Some(s(1)));
    bfs.fork(s(1), s(3), &cards);
    assert_eq!(bfs.pick(&cards), Some(s(0)));
}

fn shares(searcher: &mut dyn Searcher, cards: &Cards, states: usize) -> Vec<f64> {
    const DRAWS: usize = 100_000;
    let mut counts = vec![0usize; states];
    (0..DRAWS).for_each(|_| counts[searcher.pick(cards).expect("there are states").index()] += 1);
    counts.into_iter().map(|count| count as f64 / DRAWS as f64).collect()
}

fn near(found: &[f64], expected: &[f64]) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.01)
}

#[test]
fn random_path_halves_at_every_fork_and_ends_do_not_matter() {
    let cards = Cards::default();
    let mut searcher = RandomPath::new(Rng::new(1));
    searcher.add(s(0), &cards);
    searcher.fork(s(0), s(1), &cards);
    searcher.fork(s(0), s(2), &cards);
    assert!(near(&shares(&mut searcher, &cards, 3), &[0.25, 0.5, 0.25]));
    searcher.remove(s(2));
    assert!(near(&shares(&mut searcher, &cards, 3), &[0.5, 0.5, 0.0]));
    searcher.add(s(2), &cards);
    assert!(near(&shares(&mut searcher, &cards, 3), &[0.25, 0.25, 0.5]));
}

#[test]
fn random_state_is_even() {
    let cards = Cards::default();
    let mut searcher = made("random-state", 6);
    (0..5).for_each(|n| searcher.add(s(n), &cards));
    searcher.remove(s(1));
    assert!(near(&shares(searcher.as_mut(), &cards, 5), &[0.25, 0.0, 0.25, 0.25, 0.25]));
}

#[test]
fn each_weight_prefers_what_it_is_for() {
    let card = Card { since_new: Some(0), distance: Some(1), ..Card::default() };
    // The order, the card that must win, and its share against the plain one.
    let rows = [
        ("nurs:depth", Card { depth: 2, ..card.clone() }, 0.8),
        ("nurs:rp", Card { depth: 2, ..card.clone() }, 0.2),
        ("nurs:icnt", Card { executed: 3, ..card.clone() }, 0.1),
        ("nurs:cpicnt", Card { executed: 3, ..card.clone() }, 0.25),
        ("nurs:qc", Card { cost: 160_000, ..card.clone() }, 0.2),
        ("nurs:md2u", Card { distance: Some(2), ..card.clone() }, 0.2),
        ("nurs:covnew", Card { distance: None, since_new: Some(2000), ..card.clone() }, 0.0),
        ("nurs:covnew", Card { distance: None, ..card.clone() }, 1.0 / 3.0),
    ];
    for (name, special, share) in rows {
        let cards = Cards::with([special, card.clone()]);
        let mut searcher = made(name, 8);
        searcher.add(s(0), &cards);
        searcher.fork(s(0), s(1), &cards);
        let found = shares(searcher.as_mut(), &cards, 2);
        assert!(near(&found, &[share, 1.0 - share]), "{name}: {found:?}");
    }
}

#[test]
fn an_update_moves_the_weight() {
    let mut cards = Cards::with([Card::default(), Card::default()]);
    let mut searcher = made("nurs:cpicnt", 8);
    searcher.add(s(0), &cards);
    searcher.add(s(1), &cards);
    cards.0.insert(s(0), Card { executed: 4, ..Card::default() });
    searcher.update(s(0), &cards);
    assert!(near(&shares(searcher.as_mut(), &cards, 2), &[0.2, 0.8]));
}

#[test]
fn the_state_furthest_behind_is_first() {
    let at = |position: &[u32]| Card { position: position.to_vec(), ..Card::default() };
    let mut cards = Cards::with([at(&[5]), at(&[3, 1]), at(&[3])]);
    let mut searcher = made("topological", 0);
    (0..3).for_each(|n| searcher.add(s(n), &cards));
    assert_eq!(searcher.pick(&cards), Some(s(1)));
    cards.0.insert(s(1), at(&[6]));
    searcher.update(s(1), &cards);
    assert_eq!(searcher.pick(&cards), Some(s(2)));
}

#[test]
fn a_batch_stays_with_its_state() {
    let mut cards = Cards::with([Card::default(), Card::default()]);
    let mut searcher = "bfs".parse::<Spec>().expect("a name").build(0, 100);
    searcher.add(s(0), &cards);
    assert_eq!(searcher.pick(&cards), Some(s(0)));
    searcher.fork(s(0), s(1), &cards);
    cards.0.insert(s(0), Card { instructions: 99, ..Card::default() });
    assert_eq!(searcher.pick(&cards), Some(s(0)));
    cards.0.insert(s(0), Card { instructions: 100, ..Card::default() });
    searcher.fork(s(0), s(2), &cards);
    assert_eq!(searcher.pick(&cards), Some(s(1)));
    searcher.remove(s(1));
    assert_eq!(searcher.pick(&cards), Some(s(0)));
}

#[test]
fn orders_that_are_mixed_take_turns() {
    let cards = Cards::default();
    let mut searcher = made("dfs,bfs", 0);
    (0..3).for_each(|n| searcher.add(s(n), &cards));
    let picks: Vec<u32> = (0..4).filter_map(|_| searcher.pick(&cards)).map(Entity::as_u32).collect();
    assert_eq!(picks, [2, 0, 2, 0]);
}

/// The cost of an operation grows with the logarithm of the number of states, however deep the tree of forks is.
#[test]
fn operations_are_logarithmic() {
    const STATES: u32 = 1 << 20;
    let cards = Cards::default();
    let mut walk = RandomPath::new(Rng::new(3));
    let mut weighted = Weighted::new(Weight::CoveringNew, Rng::new(3));
    for searcher in [&mut walk as &mut dyn Searcher, &mut weighted] {
        searcher.add(s(0), &cards);
        // Half of the states form a comb of depth STATES / 2, the other half a balanced tree below its end.
        (1..STATES / 2).for_each(|n| searcher.fork(s(n - 1), s(n), &cards));
        (STATES / 2..STATES).for_each(|n| searcher.fork(s(n / 2 + STATES / 4), s(n), &cards));
    }
    let filled = [walk.visits(), weighted.visits()];
    assert!(filled[1] < u64::from(STATES) * 3 * 22, "filling: {filled:?}");
    const PICKS: u64 = 10_000;
    for _ in 0..PICKS {
        let picked = walk.pick(&cards).expect("there are states");
        walk.update(picked, &cards);
        let picked = weighted.pick(&cards).expect("there are states");
        weighted.update(picked, &cards);
    }
    assert!(walk.visits() - filled[0] < PICKS * 22, "a walk: {}", walk.visits() - filled[0]);
    assert!(weighted.visits() - filled[1] <= PICKS * 21, "a draw: {}", weighted.visits() - filled[1]);
}

/// A long path with many ended sides leaves a short walk: what has ended is spliced out.
#[test]
fn ended_sides_cost_nothing() {
    let cards = Cards::default();
    let mut walk = RandomPath::new(Rng::new(3));
    walk.add(s(0), &cards);
    for n in 1..10_000 {
        walk.fork(s(0), s(n), &cards);
        if n > 1 {
            walk.remove(s(n));
        }
    }
    let before = walk.visits();
    (0..1000).for_each(|_| assert!(walk.pick(&cards).is_some()));
    assert!(walk.visits() - before <= 2000);
}
