//! Conditions of hostile size.

#![allow(clippy::unwrap_used)]

use linklint::cond::{Cond, Conds, Subject};

/// Runs on a stack that recursion over a deep diagram would not survive.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 * 1024).spawn(test).unwrap().join().unwrap();
}

#[test]
fn twenty_thousand_atoms() {
    on_a_small_stack(|| {
        let conds = Conds::new();
        let atoms: Vec<Cond> = (0..20_000).map(|atom| conds.opaque(&format!("fact {atom}"))).collect();
        // From the bottom up each step is one node; the other way would build 20 000 chains.
        let all = conds.all(atoms.iter().rev().copied());
        let any = conds.any(atoms.iter().rev().copied());
        assert!(conds.implies(all, any));
        assert!(!conds.implies(any, all));
        assert!(conds.disjoint(all, conds.not(any)));
        assert_eq!(conds.support(all).len(), 20_000);
        assert_eq!(conds.subjects(any).len(), 20_000);
        let between = conds.diff(any, all);
        assert!(!between.is_false());
        let first = conds.support(atoms[0])[0];
        assert_eq!(conds.exists(any, &[first]), Cond::TRUE);
        assert!(!conds.restrict(all, first, true).is_true());
        assert_eq!(conds.given(all, all), Cond::TRUE);
        assert_eq!(conds.given(any, all), Cond::TRUE);
        assert!(conds.formula(between).starts_with("(a large condition on "));
        let witness = conds.witness(any, &[]).unwrap();
        assert_eq!(witness.assumptions.len(), 1);
        assert!(!conds.overflowed());
    });
}

#[test]
fn formulas_of_deep_conditions() {
    on_a_small_stack(|| {
        let conds = Conds::new();
        let atoms: Vec<Cond> = (0..390).map(|atom| conds.opaque(&format!("f{atom:03}"))).collect();
        let all = conds.all(atoms.iter().rev().copied());
        assert!(conds.formula(all).ends_with("f029 & … (360 more)"), "{}", conds.formula(all));
        let any = conds.any(atoms.iter().rev().copied());
        assert!(conds.formula(any).ends_with(" | … (378 more)"), "{}", conds.formula(any));
    });
}

#[test]
fn past_the_budget_conditions_are_unknown() {
    let conds = Conds::with_budget(2000);
    let atoms: Vec<Cond> = (0..60).map(|atom| conds.opaque(&format!("a{atom}"))).collect();
    // A function whose diagram is exponential in this order.
    let pairs = (0..30).map(|index| conds.and(atoms[index], atoms[index + 30]));
    let large = conds.any(pairs.collect::<Vec<_>>());
    assert!(large.is_unknown());
    assert!(conds.overflowed());
    assert!(conds.node_count() <= 2000);
    assert_eq!(conds.not(large), Cond::UNKNOWN);
    assert_eq!(conds.and(large, Cond::FALSE), Cond::FALSE);
    assert_eq!(conds.or(large, Cond::TRUE), Cond::TRUE);
    assert_eq!(conds.and(large, atoms[0]), Cond::UNKNOWN);
    assert!(!conds.implies(large, large));
    assert!(conds.implies(Cond::FALSE, large));
    assert!(conds.implies(large, Cond::TRUE));
    assert!(!conds.disjoint(large, atoms[0]));
    assert_eq!(conds.formula(large), "unknown");
    assert_eq!(conds.witness(large, &[]).unwrap().assumptions.len(), 1);
    assert!(conds.support(large).is_empty());
    // A small operation still works, and what needs no more nodes is exact.
    assert!(!conds.and(atoms[0], atoms[59]).is_unknown());
    assert_eq!(conds.and(atoms[0], conds.not(atoms[0])), Cond::FALSE);
    assert!(conds.disjoint(atoms[3], conds.not(atoms[3])));
}

#[test]
fn a_full_store_still_takes_subjects() {
    let conds = Conds::with_budget(0);
    let x = conds.subject(Subject::input("X"));
    assert!(conds.equals(x, "a").is_unknown());
    assert!(conds.truthy(x).is_unknown());
    assert!(conds.platform("WIN32").is_some_and(Cond::is_unknown));
    assert!(conds.opaque("EXISTS /x").is_unknown());
    assert!(conds.overflowed());
}

#[test]
fn many_constants_of_one_subject() {
    on_a_small_stack(|| {
        let conds = Conds::new();
        let x = conds.subject(Subject::input("X"));
        let literals: Vec<Cond> = (0..3000).map(|value| conds.equals(x, &format!("value{value}"))).collect();
        assert!(conds.disjoint(literals[0], literals[2999]));
        assert!(!conds.overflowed());
        assert!(conds.node_count() < 20_000, "{}", conds.node_count());
        let witness = conds.witness(literals[2999], &[]).unwrap();
        assert_eq!(witness.settings[0].value, "value2999");
        assert_eq!(conds.formula(literals[500]), "X STREQUAL \"value500\"");
    });
}

#[test]
fn many_checks_of_the_project_itself() {
    let conds = Conds::new();
    let options: Vec<Cond> =
        (0..200).map(|option| conds.truthy(conds.subject(Subject::option(format!("O{option:03}"), false)))).collect();
    // Each of the first hundred needs one of the others, in an order in which the conjunction of all is too large.
    let forbidden: Vec<Cond> = (0..100).map(|index| conds.diff(options[index], options[100 + index])).collect();
    let witness = conds.witness(conds.and(options[0], options[7]), &forbidden).unwrap();
    let names: Vec<&str> = witness.settings.iter().map(|setting| setting.name.as_str()).collect();
    assert_eq!(names, ["O000", "O007", "O100", "O107"]);
    let every = conds.any(forbidden.iter().copied().take(10));
    let all: Vec<Cond> = forbidden.iter().copied().chain([conds.or(every, options[50])]).collect();
    let witness = conds.witness(conds.any(options[..100].iter().copied()), &all).unwrap();
    assert!(witness.assumptions.is_empty());
    assert_eq!(witness.settings.len(), 2);
}

#[test]
fn what_is_never_meets_nothing() {
    let conds = Conds::new();
    let [a, b, c, d] = ["A", "B", "C", "D"].map(|name| conds.opaque(name));
    let (one, other) = (conds.or(conds.and(a, b), c), conds.or(conds.and(b, d), a));
    assert!(!conds.disjoint(one, other) && !conds.disjoint(one, other), "searched for, and remembered");
    assert!(conds.disjoint(Cond::FALSE, Cond::FALSE) && conds.implies(Cond::FALSE, Cond::TRUE));
}

#[test]
fn what_is_shared_out_leaves_small_operations() {
    let conds = Conds::with_budget(20_000);
    conds.share_out();
    let atom = |name: &str, at: usize| conds.opaque(&format!("{name} {at}"));
    // Pairs that stand far apart in the order: the conjunction doubles with each.
    let first: Vec<Cond> = (0..16).map(|at| atom("first", at)).collect();
    let second: Vec<Cond> = (0..16).map(|at| atom("second", at)).collect();
    let grown = first.iter().zip(&second).fold(Cond::TRUE, |all, (a, b)| {
        let either = conds.or(*a, *b);
        conds.and(all, either)
    });
    assert!(grown.is_unknown() && conds.room() > 10_000);
    assert!(conds.and(first[0], second[0]).is_possible());
    let ration = conds.ration(5000);
    let small = (0..8).map(|at| conds.and(first[at], second[at])).filter(|cond| cond.is_unknown()).count();
    conds.end_ration(ration);
    assert!(small > 0 && conds.and(first[7], second[7]).is_possible());
}
