//! Witnesses over subjects of all kinds, checked by evaluating the condition in the configuration that they describe.

#![allow(clippy::unwrap_used)]

use linklint::cond::{Comparison, Cond, Conds, Domain, Relation, Subject, SubjectKind, Witness, is_false_constant};
use proptest::prelude::*;
use regex::Regex;
use std::collections::BTreeMap;

/// A configuration: texts by name, the system, and whether MSVC and two facts hold.
#[derive(Clone, Debug, Default)]
struct Configuration {
    texts: BTreeMap<String, String>,
    system: &'static str,
    msvc: bool,
    facts: [bool; 2],
}

/// A literal, and whether it holds in a configuration.
struct Literal {
    cond: Cond,
    holds: Box<dyn Fn(&Configuration) -> bool>,
}

fn text<'a>(configuration: &'a Configuration, name: &str) -> &'a str {
    configuration.texts.get(name).map_or("", String::as_str)
}

fn literals(conds: &Conds) -> Vec<Literal> {
    let mut all: Vec<Literal> = Vec::new();
    let mut add = |cond, holds: Box<dyn Fn(&Configuration) -> bool>| all.push(Literal { cond, holds });
    for (name, default) in [("A", false), ("B", true), ("C", false)] {
        let subject = conds.subject(Subject::option(name, default));
        add(conds.truthy(subject), Box::new(move |c| !is_false_constant(text(c, name))));
    }
    let targets = conds.subject(Subject::input("TARGETS"));
    for pattern in ["gfx9", "gfx11", "^gfx90a"] {
        let regex = Regex::new(pattern).unwrap();
        let cond = conds.matches(targets, pattern, &regex);
        add(cond, Box::new(move |c| regex.is_match(text(c, "TARGETS"))));
    }
    add(conds.defined(targets), Box::new(|c| c.texts.contains_key("TARGETS")));
    let domain = Domain::Closed { values: ["Debug", "Release"].map(str::to_owned).to_vec(), with_other: true };
    let build_type = conds.subject(Subject { domain, ..Subject::input("TYPE") });
    for value in ["Debug", "Release", "Odd"] {
        add(conds.equals(build_type, value), Box::new(move |c| text(c, "TYPE") == value));
    }
    add(conds.truthy(build_type), Box::new(|c| !is_false_constant(text(c, "TYPE"))));
    let version = conds.subject(Subject { default: Some("3.1".to_owned()), ..Subject::input("VERSION") });
    for (relation, bound) in [(Relation::Less, "3.0"), (Relation::GreaterEqual, "3.2"), (Relation::Equal, "3.1")] {
        let comparison = Comparison::Version(relation);
        let cond = conds.compares(version, comparison, bound);
        add(cond, Box::new(move |c| comparison.holds(text(c, "VERSION"), bound)));
    }
    let environment = conds.subject(Subject::open(SubjectKind::Environment, "HOME_OF"));
    add(conds.truthy(environment), Box::new(|c| !is_false_constant(text(c, "HOME_OF"))));
    let platforms: [(&str, &[&str]); 5] = [
        ("WIN32", &["windows", "windowsstore", "windowsphone", "windowsce"]),
        ("APPLE", &["macos", "ios", "tvos", "watchos", "visionos"]),
        ("LINUX", &["linux"]),
        ("IOS", &["ios"]),
        ("ANDROID", &["android"]),
    ];
    for (name, systems) in platforms {
        add(conds.platform(name).unwrap(), Box::new(move |c| systems.contains(&c.system)));
    }
    let windows = platforms[0].1;
    add(conds.platform("MSVC").unwrap(), Box::new(move |c| c.msvc && windows.contains(&c.system)));
    add(conds.opaque("EXISTS /x"), Box::new(|c| c.facts[0]));
    add(conds.opaque("find_package(Foo)"), Box::new(|c| c.facts[1]));
    all
}

#[derive(Clone, Debug)]
enum Expr {
    Literal(usize),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
}

fn expr() -> impl Strategy<Value = Expr> {
    (0usize..1000).prop_map(Expr::Literal).prop_recursive(4, 16, 2, |inner| {
        let part = || inner.clone().prop_map(Box::new);
        prop_oneof![
            part().prop_map(Expr::Not),
            (part(), part()).prop_map(|(a, b)| Expr::And(a, b)),
            (part(), part()).prop_map(|(a, b)| Expr::Or(a, b)),
        ]
    })
}

impl Expr {
    fn cond(&self, conds: &Conds, literals: &[Literal]) -> Cond {
        match self {
            Self::Literal(index) => literals[index % literals.len()].cond,
            Self::Not(a) => conds.not(a.cond(conds, literals)),
            Self::And(a, b) => conds.and(a.cond(conds, literals), b.cond(conds, literals)),
            Self::Or(a, b) => conds.or(a.cond(conds, literals), b.cond(conds, literals)),
        }
    }

    fn holds(&self, literals: &[Literal], at: &Configuration) -> bool {
        match self {
            Self::Literal(index) => (literals[index % literals.len()].holds)(at),
            Self::Not(a) => !a.holds(literals, at),
            Self::And(a, b) => a.holds(literals, at) && b.holds(literals, at),
            Self::Or(a, b) => a.holds(literals, at) || b.holds(literals, at),
        }
    }
}

/// All configurations that a witness may mean: what it leaves open takes every value.
fn meant(witness: &Witness) -> Vec<Configuration> {
    let mut texts = BTreeMap::from([("A", "OFF"), ("B", "ON"), ("C", "OFF"), ("VERSION", "3.1")])
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect::<BTreeMap<_, _>>();
    for setting in witness.settings.iter().chain(&witness.environment) {
        texts.insert(setting.name.clone(), setting.value.clone());
    }
    let systems = ["linux", "windows", "macos", "ios", "android", "freebsd", "windowsce", "none"];
    let assumed = |text: &str| {
        if witness.assumptions.iter().any(|assumption| assumption == text) {
            vec![true]
        } else if witness.assumptions.iter().any(|a| a == &format!("!{text}") || a == &format!("!({text})")) {
            vec![false]
        } else {
            vec![false, true]
        }
    };
    let mut found = Vec::new();
    for system in
        systems.into_iter().filter(|&system| witness.platform.as_deref().is_none_or(|wanted| wanted == system))
    {
        for msvc in assumed("MSVC") {
            for exists in assumed("EXISTS /x") {
                for package in assumed("find_package(Foo)") {
                    let texts = texts.clone();
                    found.push(Configuration { texts, system, msvc, facts: [exists, package] });
                }
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_condition_holds_where_the_witness_says(goal in expr(), forbidden in prop::collection::vec(expr(), 0..4)) {
        let conds = Conds::new();
        let literals = literals(&conds);
        let c = goal.cond(&conds, &literals);
        let bad: Vec<Cond> = forbidden.iter().map(|bad| bad.cond(&conds, &literals)).collect();
        let Some(witness) = conds.witness(c, &bad) else {
            prop_assert!(conds.implies(c, conds.any(bad.iter().copied())));
            return Ok(());
        };
        if c.is_true() {
            prop_assert_eq!(witness, Witness::default());
            return Ok(());
        }
        let stated = ["MSVC", "EXISTS /x", "find_package(Foo)"];
        for assumption in &witness.assumptions {
            let plain = assumption.trim_start_matches(['!', '(']);
            prop_assert!(stated.iter().any(|text| plain.starts_with(text)), "{:?}", witness);
        }
        let meant = meant(&witness);
        prop_assert!(!meant.is_empty(), "{:?}", witness);
        for at in &meant {
            prop_assert!(goal.holds(&literals, at), "{:?} at {:?}", witness, at);
        }
        let subjects = conds.subjects(c);
        for (bad, cond) in forbidden.iter().zip(&bad) {
            if conds.subjects(*cond).iter().any(|subject| subjects.contains(subject)) {
                for at in &meant {
                    prop_assert!(!bad.holds(&literals, at), "{:?} at {:?}", witness, at);
                }
            }
        }
    }

    #[test]
    fn the_same_answer_every_time(goal in expr(), forbidden in prop::collection::vec(expr(), 0..3)) {
        let run = || {
            let conds = Conds::new();
            let literals = literals(&conds);
            let c = goal.cond(&conds, &literals);
            let bad: Vec<Cond> = forbidden.iter().map(|bad| bad.cond(&conds, &literals)).collect();
            (conds.formula(c), conds.witness(c, &bad), conds.node_count())
        };
        prop_assert_eq!(run(), run());
    }
}

#[test]
fn a_default_that_depends_on_the_system() {
    let conds = Conds::new();
    let option = conds.subject(Subject::option("GC", true));
    let settings = |cond| {
        let settings = conds.witness(cond, &[]).unwrap().settings;
        settings.into_iter().map(|one| (one.name, one.value)).collect::<Vec<_>>()
    };
    let (on, apple) = (conds.truthy(option), conds.platform("APPLE").unwrap());
    conds.default_where(option, apple, Some("OFF".to_owned()));
    conds.default_where(option, conds.not(apple), Some("ON".to_owned()));
    assert_eq!(settings(conds.and(on, apple)), [("GC".to_owned(), "ON".to_owned())]);
    assert_eq!(settings(conds.diff(on, apple)), []);
    assert_eq!(settings(conds.diff(apple, on)), []);
    assert_eq!(settings(conds.not(conds.or(on, apple))), [("GC".to_owned(), "OFF".to_owned())]);
    assert!(!conds.holds_by_default(on));
}
