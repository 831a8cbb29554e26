//! Conditions against another implementation of decision diagrams, and against plain enumeration.

#![allow(clippy::unwrap_used)]

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};
use linklint::cond::{AtomId, Cond, Conds, Subject};
use proptest::prelude::*;

const ATOMS: usize = 6;

#[derive(Clone, Debug)]
enum Expr {
    Const(bool),
    Atom(usize),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
}

fn expr(atoms: usize) -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![1 => any::<bool>().prop_map(Expr::Const), 9 => (0..atoms).prop_map(Expr::Atom)];
    leaf.prop_recursive(6, 48, 3, |inner| {
        let part = || inner.clone().prop_map(Box::new);
        prop_oneof![
            part().prop_map(Expr::Not),
            (part(), part()).prop_map(|(a, b)| Expr::And(a, b)),
            (part(), part()).prop_map(|(a, b)| Expr::Or(a, b)),
            (part(), part(), part()).prop_map(|(c, a, b)| Expr::Ite(c, a, b)),
        ]
    })
}

impl Expr {
    fn ours(&self, conds: &Conds, atoms: &[Cond]) -> Cond {
        let of = |expr: &Self| expr.ours(conds, atoms);
        match self {
            Self::Const(true) => Cond::TRUE,
            Self::Const(false) => Cond::FALSE,
            Self::Atom(atom) => atoms[*atom],
            Self::Not(a) => conds.not(of(a)),
            Self::And(a, b) => conds.and(of(a), of(b)),
            Self::Or(a, b) => conds.or(of(a), of(b)),
            Self::Ite(c, a, b) => conds.ite(of(c), of(a), of(b)),
        }
    }

    fn theirs(&self, set: &BddVariableSet, variables: &[BddVariable]) -> Bdd {
        let of = |expr: &Self| expr.theirs(set, variables);
        match self {
            Self::Const(true) => set.mk_true(),
            Self::Const(false) => set.mk_false(),
            Self::Atom(atom) => set.mk_var(variables[*atom]),
            Self::Not(a) => of(a).not(),
            Self::And(a, b) => of(a).and(&of(b)),
            Self::Or(a, b) => of(a).or(&of(b)),
            Self::Ite(c, a, b) => Bdd::if_then_else(&of(c), &of(a), &of(b)),
        }
    }

    fn value(&self, point: u32) -> bool {
        match self {
            Self::Const(value) => *value,
            Self::Atom(atom) => point >> atom & 1 == 1,
            Self::Not(a) => !a.value(point),
            Self::And(a, b) => a.value(point) && b.value(point),
            Self::Or(a, b) => a.value(point) || b.value(point),
            Self::Ite(c, a, b) => {
                if c.value(point) {
                    a.value(point)
                } else {
                    b.value(point)
                }
            }
        }
    }
}

struct Oracle {
    conds: Conds,
    atoms: Vec<Cond>,
    ids: Vec<AtomId>,
    set: BddVariableSet,
    variables: Vec<BddVariable>,
}

fn oracle(atoms: usize) -> Oracle {
    let conds = Conds::new();
    let facts: Vec<Cond> = (0..atoms).map(|atom| conds.opaque(&format!("a{atom}"))).collect();
    let ids = facts.iter().map(|&fact| conds.support(fact)[0]).collect();
    let set = BddVariableSet::new_anonymous(atoms as u16);
    let variables = set.variables();
    Oracle { conds, atoms: facts, ids, set, variables }
}

impl Oracle {
    fn at(&self, c: Cond, point: u32) -> bool {
        let fixed =
            self.ids.iter().enumerate().fold(c, |c, (index, &id)| self.conds.restrict(c, id, point >> index & 1 == 1));
        assert!(fixed.is_true() || fixed.is_false());
        fixed.is_true()
    }

    fn count(&self, c: Cond) -> usize {
        (0..1 << self.atoms.len()).filter(|&point| self.at(c, point)).count()
    }
}

/// Reads a formula back: `!`, `&`, `|`, parentheses, words.
fn parse(conds: &Conds, atoms: &[Cond], text: &str) -> Cond {
    let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('!', " ! ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let result = parse_or(conds, atoms, &tokens, &mut at);
    assert_eq!(at, tokens.len(), "{text}");
    result
}

fn parse_or(conds: &Conds, atoms: &[Cond], tokens: &[&str], at: &mut usize) -> Cond {
    let mut all = parse_and(conds, atoms, tokens, at);
    while tokens.get(*at) == Some(&"|") {
        *at += 1;
        all = conds.or(all, parse_and(conds, atoms, tokens, at));
    }
    all
}

fn parse_and(conds: &Conds, atoms: &[Cond], tokens: &[&str], at: &mut usize) -> Cond {
    let mut all = parse_unit(conds, atoms, tokens, at);
    while tokens.get(*at) == Some(&"&") {
        *at += 1;
        all = conds.and(all, parse_unit(conds, atoms, tokens, at));
    }
    all
}

fn parse_unit(conds: &Conds, atoms: &[Cond], tokens: &[&str], at: &mut usize) -> Cond {
    *at += 1;
    match tokens[*at - 1] {
        "!" => conds.not(parse_unit(conds, atoms, tokens, at)),
        "(" => {
            let inner = parse_or(conds, atoms, tokens, at);
            assert_eq!(tokens[*at], ")");
            *at += 1;
            inner
        }
        "true" => Cond::TRUE,
        "false" => Cond::FALSE,
        word => atoms[word[1..].parse::<usize>().unwrap()],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_functions_as_the_oracle(a in expr(ATOMS), b in expr(ATOMS)) {
        let oracle = oracle(ATOMS);
        let conds = &oracle.conds;
        let (ours_a, ours_b) = (a.ours(conds, &oracle.atoms), b.ours(conds, &oracle.atoms));
        let (theirs_a, theirs_b) = (a.theirs(&oracle.set, &oracle.variables), b.theirs(&oracle.set, &oracle.variables));
        prop_assert_eq!(ours_a.is_false(), theirs_a.is_false());
        prop_assert_eq!(ours_a.is_true(), theirs_a.is_true());
        prop_assert_eq!(ours_a == ours_b, theirs_a.iff(&theirs_b).is_true());
        prop_assert_eq!(conds.implies(ours_a, ours_b), theirs_a.imp(&theirs_b).is_true());
        prop_assert_eq!(conds.disjoint(ours_a, ours_b), theirs_a.and(&theirs_b).is_false());
        prop_assert_eq!(Some(oracle.count(ours_a)), usize::try_from(theirs_a.exact_cardinality()).ok());
        let support: Vec<usize> = theirs_a.support_set().into_iter().map(BddVariable::to_index).collect();
        let mut expected: Vec<AtomId> = support.into_iter().map(|index| oracle.ids[index]).collect();
        expected.sort();
        prop_assert_eq!(conds.support(ours_a), expected);
    }

    #[test]
    fn quantifying_and_fixing(a in expr(ATOMS), mask in 0u32..1 << ATOMS, value in any::<bool>()) {
        let oracle = oracle(ATOMS);
        let conds = &oracle.conds;
        let ours = a.ours(conds, &oracle.atoms);
        let gone: Vec<AtomId> = (0..ATOMS).filter(|atom| mask >> atom & 1 == 1).map(|atom| oracle.ids[atom]).collect();
        let exists = conds.exists(ours, &gone);
        let restricted = conds.restrict(ours, oracle.ids[0], value);
        for point in 0..1u32 << ATOMS {
            let any = (0..1u32 << ATOMS).any(|other| (other ^ point) & !mask == 0 && a.value(other));
            prop_assert_eq!(oracle.at(exists, point), any);
            prop_assert_eq!(oracle.at(restricted, point), a.value(point & !1 | u32::from(value)));
        }
    }

    #[test]
    fn given_agrees_where_the_assumption_holds(a in expr(ATOMS), b in expr(ATOMS)) {
        let oracle = oracle(ATOMS);
        let conds = &oracle.conds;
        let (c, assumption) = (a.ours(conds, &oracle.atoms), b.ours(conds, &oracle.atoms));
        let simple = conds.given(c, assumption);
        prop_assert_eq!(conds.and(simple, assumption), conds.and(c, assumption));
        if !assumption.is_false() && conds.implies(assumption, c) {
            prop_assert_eq!(simple, Cond::TRUE);
        }
    }

    #[test]
    fn whatever_the_budget_no_answer_is_wrong(exprs in prop::collection::vec(expr(ATOMS), 1..6), budget in 0usize..120) {
        let conds = Conds::with_budget(budget);
        let atoms: Vec<Cond> = (0..ATOMS).map(|atom| conds.opaque(&format!("a{atom}"))).collect();
        for expr in &exprs {
            let c = expr.ours(&conds, &atoms);
            prop_assert!(conds.node_count() <= budget.max(2));
            prop_assert!(!c.is_unknown() || conds.overflowed());
            for point in 0..1u32 << ATOMS {
                let cube = conds.all((0..ATOMS).rev().map(|atom| {
                    if point >> atom & 1 == 1 { atoms[atom] } else { conds.not(atoms[atom]) }
                }));
                let (holds, fails) = (!conds.disjoint(cube, c), !conds.implies(cube, c));
                prop_assert!(if expr.value(point) { holds } else { fails }, "{:?}", point);
                if !cube.is_unknown() && !c.is_unknown() {
                    prop_assert_ne!(holds, fails);
                }
            }
        }
    }

    #[test]
    fn a_formula_says_what_the_condition_is(a in expr(4)) {
        let oracle = oracle(4);
        let c = a.ours(&oracle.conds, &oracle.atoms);
        let text = oracle.conds.formula(c);
        prop_assert_eq!(parse(&oracle.conds, &oracle.atoms, &text), c, "{}", text);
    }

    #[test]
    fn a_witness_satisfies(
        a in expr(ATOMS), forbidden in prop::collection::vec(expr(ATOMS), 0..4), defaults in 0u32..1 << ATOMS,
    ) {
        let conds = Conds::new();
        let option = |atom: usize| Subject::option(format!("O{atom}"), defaults >> atom & 1 == 1);
        let atoms: Vec<Cond> = (0..ATOMS).map(|atom| conds.truthy(conds.subject(option(atom)))).collect();
        let c = a.ours(&conds, &atoms);
        let bad: Vec<Cond> = forbidden.iter().map(|bad| bad.ours(&conds, &atoms)).collect();
        match conds.witness(c, &bad) {
            None => {
                let possible = (0..1u32 << ATOMS).any(|point| a.value(point) && !forbidden.iter().any(|f| f.value(point)));
                prop_assert!(!possible);
            }
            Some(witness) => {
                prop_assert!(witness.assumptions.is_empty() && witness.environment.is_empty());
                prop_assert_eq!(witness.platform, None);
                let mut point = defaults;
                for setting in &witness.settings {
                    let bit = 1u32 << setting.name[1..].parse::<u32>().unwrap();
                    prop_assert_ne!(defaults & bit != 0, setting.value == "ON", "a setting that is the default");
                    point ^= bit;
                }
                prop_assert!(a.value(point));
                if !c.is_true() {
                    // Forbidden conditions that share nothing with the condition are somebody else's.
                    let related: Vec<bool> = related(&conds, c, &bad);
                    for (index, bad) in forbidden.iter().enumerate() {
                        prop_assert!(!related[index] || !bad.value(point));
                    }
                }
                if c.is_true() && !bad.contains(&Cond::TRUE) {
                    prop_assert!(witness.settings.is_empty());
                }
            }
        }
    }
}

/// Which of the conditions share a subject with `c`, directly or through others.
fn related(conds: &Conds, c: Cond, others: &[Cond]) -> Vec<bool> {
    let mut reached = conds.subjects(c);
    let mut found = vec![false; others.len()];
    for _ in 0..=others.len() {
        for (index, &other) in others.iter().enumerate() {
            let subjects = conds.subjects(other);
            if !conds.disjoint(c, other) && subjects.iter().any(|subject| reached.contains(subject)) {
                found[index] = true;
                reached.extend(subjects);
            }
        }
    }
    found
}
