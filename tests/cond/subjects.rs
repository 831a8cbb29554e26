//! The literals about a subject are consistent with each other, in whatever order they are made.

#![allow(clippy::unwrap_used)]

use linklint::cond::{
    Comparison, Cond, Conds, Domain, Relation, Subject, SubjectId, SubjectKind, compare_versions, is_false_constant,
};
use proptest::prelude::*;
use regex::Regex;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// Something that can be said about a subject.
#[derive(Clone, Debug, PartialEq)]
enum Literal {
    Truthy,
    Defined,
    Equals(&'static str),
    Matches(&'static str),
    Compares(Comparison, &'static str),
}

const TEXTS: &[&str] = &[
    "",
    "ON",
    "OFF",
    "on",
    "0",
    "1",
    "2",
    "3",
    "3.5",
    "10",
    "gfx90a",
    "gfx1100",
    "gfx90a;gfx942",
    "Debug",
    "Release",
    "X-NOTFOUND",
    "1.2.3",
    "1.10",
    "abc",
    "b",
];
const CONSTANTS: &[&str] = &["", "ON", "OFF", "0", "1", "3", "gfx90a", "Debug", "Release", "X-NOTFOUND", "1.10"];
const PATTERNS: &[&str] = &[
    "gfx9",
    "gfx90a",
    "^gfx",
    "gfx90a$",
    "^Debug$",
    "^(Debug|Release)$",
    "[0-9]+",
    "^$",
    ".*",
    "e",
    "^1",
    "O(N|FF)",
    "^[a-z]+$",
];
static REGEXES: LazyLock<HashMap<&str, Regex>> =
    LazyLock::new(|| PATTERNS.iter().map(|pattern| (*pattern, Regex::new(pattern).unwrap())).collect());
const BOUNDS: &[&str] = &["1", "3", "1.2", "1.10", "10", "abc"];

fn literal() -> impl Strategy<Value = Literal> {
    let relation = prop::sample::select(vec![
        Relation::Less,
        Relation::LessEqual,
        Relation::Greater,
        Relation::GreaterEqual,
        Relation::Equal,
    ]);
    let scales: Vec<fn(Relation) -> Comparison> = vec![Comparison::Numeric, Comparison::Version, Comparison::Text];
    let comparison = (relation, prop::sample::select(scales)).prop_map(|(relation, scale)| scale(relation));
    prop_oneof![
        2 => Just(Literal::Truthy),
        2 => Just(Literal::Defined),
        6 => prop::sample::select(CONSTANTS).prop_map(Literal::Equals),
        6 => prop::sample::select(PATTERNS).prop_map(Literal::Matches),
        4 => (comparison, prop::sample::select(BOUNDS)).prop_map(|(comparison, bound)| Literal::Compares(comparison, bound)),
    ]
}

impl Literal {
    fn make(&self, conds: &Conds, subject: SubjectId) -> Cond {
        match self {
            Self::Truthy => conds.truthy(subject),
            Self::Defined => conds.defined(subject),
            Self::Equals(text) => conds.equals(subject, text),
            Self::Matches(pattern) => conds.matches(subject, pattern, &REGEXES[pattern]),
            Self::Compares(comparison, bound) => conds.compares(subject, *comparison, bound),
        }
    }

    /// What CMake answers for a subject of this text, or an undefined one.
    fn holds(&self, value: Option<&str>) -> bool {
        let text = value.unwrap_or("");
        match self {
            Self::Truthy => !is_false_constant(text),
            Self::Defined => value.is_some(),
            Self::Equals(constant) => text == *constant,
            Self::Matches(pattern) => REGEXES[pattern].is_match(text),
            Self::Compares(comparison, bound) => comparison.holds(text, bound),
        }
    }
}

/// What kind of text a literal asks for, if it leaves a choice.
fn kind(literal: &Literal) -> Option<u32> {
    match literal {
        Literal::Matches(_) => Some(0),
        Literal::Compares(Comparison::Numeric(_), _) => Some(1),
        Literal::Compares(Comparison::Version(_), _) => Some(2),
        Literal::Compares(Comparison::Text(_), _) => Some(3),
        Literal::Truthy | Literal::Defined | Literal::Equals(_) => None,
    }
}

/// A condition on literals by their index.
#[derive(Clone, Debug)]
enum Expr {
    Literal(usize),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
}

fn expr() -> impl Strategy<Value = Expr> {
    (0usize..100).prop_map(Expr::Literal).prop_recursive(4, 12, 2, |inner| {
        let part = || inner.clone().prop_map(Box::new);
        prop_oneof![
            part().prop_map(Expr::Not),
            (part(), part()).prop_map(|(a, b)| Expr::And(a, b)),
            (part(), part()).prop_map(|(a, b)| Expr::Or(a, b)),
        ]
    })
}

impl Expr {
    fn cond(&self, conds: &Conds, literals: &[Cond]) -> Cond {
        match self {
            Self::Literal(index) => literals[index % literals.len()],
            Self::Not(a) => conds.not(a.cond(conds, literals)),
            Self::And(a, b) => conds.and(a.cond(conds, literals), b.cond(conds, literals)),
            Self::Or(a, b) => conds.or(a.cond(conds, literals), b.cond(conds, literals)),
        }
    }

    fn holds(&self, values: &[bool]) -> bool {
        match self {
            Self::Literal(index) => values[index % values.len()],
            Self::Not(a) => !a.holds(values),
            Self::And(a, b) => a.holds(values) && b.holds(values),
            Self::Or(a, b) => a.holds(values) || b.holds(values),
        }
    }
}

fn domain() -> impl Strategy<Value = Domain> {
    let values = || ["Debug", "Release", "gfx90a"].map(str::to_owned).to_vec();
    prop_oneof![
        4 => Just(Domain::Open),
        1 => Just(Domain::Boolean),
        1 => Just(Domain::Closed { values: values(), with_other: true }),
        1 => Just(Domain::Closed { values: values(), with_other: false }),
        1 => (-2_i64..3).prop_map(|least| Domain::Integer { least }),
    ]
}

/// The values that a subject can have, of those in the table.
fn values(domain: &Domain, always_defined: bool) -> Vec<Option<&'static str>> {
    let fits = |text: &str| match domain {
        Domain::Open | Domain::Closed { with_other: true, .. } => true,
        Domain::Boolean => text == "ON" || text == "OFF",
        Domain::Closed { values, .. } => values.iter().any(|value| value == text),
        Domain::Integer { least } => text.parse::<i64>().is_ok_and(|n| n >= *least && n.to_string() == text),
    };
    let texts = TEXTS.iter().copied().filter(|text| fits(text)).map(Some);
    texts.chain((!always_defined).then_some(None)).collect()
}

/// Reads a formula at a value: every literal text in it is looked up, longest first.
struct Reader<'a> {
    text: &'a str,
    known: &'a [(String, bool)],
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        let found = self.text.strip_prefix(token);
        self.text = found.unwrap_or(self.text);
        found.is_some()
    }

    fn any(&mut self) -> bool {
        let mut value = self.all();
        while self.take(" | ") {
            value |= self.all();
        }
        value
    }

    fn all(&mut self) -> bool {
        let mut value = self.unit();
        while self.take(" & ") {
            value &= self.unit();
        }
        value
    }

    fn unit(&mut self) -> bool {
        if self.take("!") {
            return !self.unit();
        }
        for (text, value) in self.known {
            if self.take(text) {
                return *value;
            }
        }
        assert!(self.take("("), "{}", self.text);
        let value = self.any();
        assert!(self.take(")"), "{}", self.text);
        value
    }
}

/// All texts of literals that a formula may contain, with their value, longest first.
fn readings(value: Option<&str>) -> Vec<(String, bool)> {
    let mut known = vec![("true".to_owned(), true), ("false".to_owned(), false)];
    let mut add = |text: String, literal: Literal| known.push((text, literal.holds(value)));
    add("X".to_owned(), Literal::Truthy);
    add("DEFINED X".to_owned(), Literal::Defined);
    for constant in CONSTANTS {
        add(format!("X STREQUAL \"{constant}\""), Literal::Equals(constant));
    }
    for constant in ["Debug", "Release", "gfx90a"] {
        add(format!("X STREQUAL \"{constant}\""), Literal::Equals(constant));
    }
    for pattern in PATTERNS {
        add(format!("X MATCHES \"{pattern}\""), Literal::Matches(pattern));
    }
    for bound in BOUNDS {
        use Relation::{Equal, Greater, GreaterEqual, Less, LessEqual};
        let names = ["LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL", "EQUAL"];
        for (relation, name) in [Less, LessEqual, Greater, GreaterEqual, Equal].into_iter().zip(names) {
            add(format!("X {name} {bound}"), Literal::Compares(Comparison::Numeric(relation), bound));
            add(format!("X VERSION_{name} {bound}"), Literal::Compares(Comparison::Version(relation), bound));
            add(format!("X STR{name} \"{bound}\""), Literal::Compares(Comparison::Text(relation), bound));
        }
    }
    // Of whole numbers each comparison is told by the number itself or one of its neighbours.
    for bound in -4..=12 {
        let bound = bound.to_string();
        for (relation, name) in
            [(Relation::LessEqual, "LESS_EQUAL"), (Relation::Greater, "GREATER"), (Relation::Equal, "EQUAL")]
        {
            let holds = Comparison::Numeric(relation).holds(value.unwrap_or(""), &bound);
            known.push((format!("X {name} {bound}"), holds));
        }
    }
    let number = Comparison::Numeric(Relation::LessEqual).holds(value.unwrap_or(""), "1e300");
    known.push(("X is a number".to_owned(), number));
    known.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    known
}

/// Whether a subject has a text in every configuration: a number always has.
fn is_always_defined(domain: &Domain, asked: bool) -> bool {
    asked || matches!(domain, Domain::Integer { .. })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_real_value_is_possible_and_decides_everything(
        literals in prop::collection::vec(literal(), 1..12), domain in domain(), asked in any::<bool>(), expr in expr(),
    ) {
        let conds = Conds::new();
        let always_defined = is_always_defined(&domain, asked);
        let subject = conds.subject(Subject {
            kind: SubjectKind::Input, name: "X".to_owned(), domain: domain.clone(), default: None, always_defined: asked,
        });
        let made: Vec<Cond> = literals.iter().map(|literal| literal.make(&conds, subject)).collect();
        let whole = expr.cond(&conds, &made);
        let formula = conds.formula(whole);
        for value in values(&domain, always_defined) {
            let truth: Vec<bool> = literals.iter().map(|literal| literal.holds(value)).collect();
            let reading =
                conds.all(made.iter().zip(&truth).map(|(&literal, &value)| if value { literal } else { conds.not(literal) }));
            prop_assert!(!reading.is_false(), "{value:?} is impossible");
            let expected = expr.holds(&truth);
            prop_assert!(conds.implies(reading, if expected { whole } else { conds.not(whole) }), "{value:?}");
            prop_assert_eq!(conds.with_text(whole, subject, value).is_true(), expected);
            prop_assert_eq!(conds.with_text(whole, subject, value).is_false(), !expected);
            let known = readings(value);
            if !formula.contains('…') {
                let mut reader = Reader { text: &formula, known: &known };
                prop_assert_eq!(reader.any(), expected, "{} at {:?}", formula, value);
                prop_assert_eq!(reader.text, "");
            }
        }
    }

    #[test]
    fn constants_decide_what_was_said_before_and_after(
        before in prop::collection::vec(literal(), 0..6), constant in prop::sample::select(CONSTANTS),
        after in prop::collection::vec(literal(), 0..6),
    ) {
        let conds = Conds::new();
        let subject = conds.subject(Subject::input("X"));
        let make = |literals: &[Literal]| -> Vec<Cond> { literals.iter().map(|l| l.make(&conds, subject)).collect() };
        let early = make(&before);
        let equal = conds.equals(subject, constant);
        let late = make(&after);
        for (literal, cond) in before.iter().zip(early).chain(after.iter().zip(late)) {
            if constant.is_empty() && *literal == Literal::Defined {
                continue;
            }
            let expected = literal.holds(Some(constant));
            prop_assert!(conds.implies(equal, if expected { cond } else { conds.not(cond) }), "{literal:?}");
        }
    }

    #[test]
    fn a_witness_is_a_value_for_which_the_condition_holds(
        literals in prop::collection::vec(literal(), 1..8), domain in domain(), asked in any::<bool>(), expr in expr(),
        default in prop::option::of(prop::sample::select(TEXTS)),
    ) {
        let conds = Conds::new();
        let always_defined = is_always_defined(&domain, asked);
        let default = default.filter(|text| values(&domain, always_defined).contains(&Some(text)));
        let default = default.or(always_defined.then_some("ON")).filter(|_| domain == Domain::Open);
        let subject = conds.subject(Subject {
            kind: SubjectKind::Input, name: "X".to_owned(), domain: domain.clone(),
            default: default.map(str::to_owned), always_defined,
        });
        let made: Vec<Cond> = literals.iter().map(|literal| literal.make(&conds, subject)).collect();
        let whole = expr.cond(&conds, &made);
        let holds = |value: Option<&str>| expr.holds(&literals.iter().map(|l| l.holds(value)).collect::<Vec<_>>());
        match conds.witness(whole, &[]) {
            None => {
                for value in values(&domain, always_defined) {
                    prop_assert!(!holds(value), "{:?}", value);
                }
            }
            Some(witness) if witness.assumptions.is_empty() => match witness.settings.as_slice() {
                [] => {
                    let unset = match domain {
                        Domain::Boolean if always_defined => Some("OFF"),
                        Domain::Closed { with_other: true, .. } | Domain::Open if always_defined => {
                            Some(default.unwrap_or(""))
                        }
                        // Nothing is known of it when it is not set.
                        Domain::Closed { .. } | Domain::Integer { .. } if always_defined => {
                            prop_assert!(conds.subjects(whole).is_empty());
                            return Ok(());
                        }
                        _ => default,
                    };
                    prop_assert!(holds(unset), "{:?}", unset);
                }
                [setting] => {
                    prop_assert!(holds(Some(&setting.value)), "{:?}", setting);
                    if let Some(default) = default {
                        prop_assert!(!holds(Some(default)), "the default would do");
                    }
                }
                other => prop_assert!(false, "{:?}", other),
            },
            // No text was found; then none of the table would have done either, unless several kinds of bounds or bounds and
            // patterns are to be met.
            Some(_) => {
                let kinds: BTreeSet<u32> = literals.iter().filter_map(kind).collect();
                if kinds.len() > 1 {
                    return Ok(());
                }
                // What has a default is not undefined for want of a setting.
                for value in values(&domain, always_defined || default.is_some()) {
                    prop_assert!(!holds(value), "{:?} would do", value);
                }
            }
        }
    }

    #[test]
    fn versions_are_ordered(a in "[0-9.]{0,6}", b in "[0-9.]{0,6}", c in "[0-9.]{0,6}") {
        prop_assert_eq!(compare_versions(&a, &b), compare_versions(&b, &a).reverse());
        prop_assert!(compare_versions(&a, &a).is_eq());
        let _ = compare_versions(&a, &c);
    }
}

#[test]
fn examples_of_witnesses() {
    let conds = Conds::new();
    let targets = conds.subject(Subject::input("GPU_TARGETS"));
    let of = |pattern: &str| conds.matches(targets, pattern, &Regex::new(pattern).unwrap());
    let both = conds.and(of("gfx9"), of("gfx11"));
    let settings = conds.witness(both, &[]).unwrap().settings;
    assert_eq!(settings.len(), 1);
    assert!(settings[0].value.contains("gfx9") && settings[0].value.contains("gfx11"));

    let version = conds.subject(Subject::input("V"));
    let at_least = conds.compares(version, Comparison::Version(Relation::GreaterEqual), "3.5");
    let less = conds.compares(version, Comparison::Version(Relation::Less), "3.6");
    assert_eq!(conds.witness(conds.and(at_least, less), &[]).unwrap().settings[0].value, "3.5");

    let environment = conds.subject(Subject::open(SubjectKind::Environment, "CUDA_HOME"));
    let witness = conds.witness(conds.truthy(environment), &[]).unwrap();
    assert_eq!(witness.environment[0].name, "CUDA_HOME");
    assert!(witness.settings.is_empty());

    let fact = conds.opaque("EXISTS /x");
    assert_eq!(conds.witness(fact, &[]).unwrap().assumptions, ["EXISTS /x"]);
    assert_eq!(conds.witness(conds.not(fact), &[]).unwrap().assumptions, ["!(EXISTS /x)"]);
    assert_eq!(conds.witness(Cond::TRUE, &[fact]), Some(linklint::cond::Witness::default()));
}

#[test]
fn examples_of_platforms() {
    let conds = Conds::new();
    let platform = |name: &str| conds.platform(name).unwrap();
    let witness = |c: Cond| conds.witness(c, &[]).unwrap();
    assert_eq!(witness(platform("UNIX")).platform.as_deref(), Some("linux"));
    assert_eq!(witness(platform("APPLE")).platform.as_deref(), Some("macos"));
    assert_eq!(witness(platform("IOS")).platform.as_deref(), Some("ios"));
    assert_eq!(witness(conds.not(platform("WIN32"))).platform.as_deref(), Some("linux"));
    assert_eq!(witness(conds.not(platform("UNIX"))).platform.as_deref(), Some("windows"));
    let msvc = witness(platform("MSVC"));
    assert_eq!((msvc.platform.as_deref(), msvc.assumptions), (Some("windows"), vec!["MSVC".to_owned()]));
    let compiler = conds.well_known("CMAKE_CXX_COMPILER_ID").unwrap();
    let clang = conds.and(conds.equals(compiler, "Clang"), platform("LINUX"));
    assert_eq!(witness(clang).assumptions, ["CMAKE_CXX_COMPILER_ID STREQUAL \"Clang\""]);
    let x = conds.truthy(conds.subject(Subject::option("X", false)));
    assert_eq!(witness(x).platform, None);
    // A check of the project rules the usual platform out.
    let witness = conds.witness(x, &[conds.and(x, platform("UNIX"))]).unwrap();
    assert_eq!(witness.platform.as_deref(), Some("windows"));
}

#[test]
fn examples_of_formulas() {
    let conds = Conds::new();
    let (formula, platform) = (|c: Cond| conds.formula(c), |name: &str| conds.platform(name).unwrap());
    assert_eq!(formula(platform("APPLE")), "APPLE");
    assert_eq!(formula(platform("MSVC")), "MSVC");
    assert_eq!(formula(conds.and(platform("APPLE"), conds.not(platform("IOS")))), "APPLE & !IOS");
    assert_eq!(formula(conds.and(platform("UNIX"), conds.not(platform("APPLE")))), "!APPLE & UNIX");
    let system = conds.well_known("CMAKE_SYSTEM_NAME").unwrap();
    assert_eq!(formula(conds.equals(system, "Linux")), "LINUX");
    assert_eq!(formula(conds.equals(system, "Darwin")), "CMAKE_SYSTEM_NAME STREQUAL \"Darwin\"");
    assert_eq!(formula(conds.equals(system, "Plan9")), "CMAKE_SYSTEM_NAME STREQUAL \"Plan9\"");

    let build_type = conds.subject(Subject::input("CMAKE_BUILD_TYPE"));
    let debug = conds.equals(build_type, "Debug");
    let release = conds.equals(build_type, "Release");
    assert_eq!(formula(release), "CMAKE_BUILD_TYPE STREQUAL \"Release\"");
    assert_eq!(formula(conds.not(debug)), "!(CMAKE_BUILD_TYPE STREQUAL \"Debug\")");
    assert_eq!(formula(conds.truthy(build_type)), "CMAKE_BUILD_TYPE");
    let neither = conds.diff(conds.not(debug), release);
    let expected = "!(CMAKE_BUILD_TYPE STREQUAL \"Debug\") & !(CMAKE_BUILD_TYPE STREQUAL \"Release\")";
    assert_eq!(formula(neither), expected);

    let count = conds.subject(Subject::input("N"));
    let compare = |relation| conds.compares(count, Comparison::Numeric(relation), "3");
    assert_eq!(formula(compare(Relation::Less)), "N LESS 3");
    assert_eq!(formula(compare(Relation::GreaterEqual)), "N GREATER_EQUAL 3");
    assert_eq!(formula(compare(Relation::Equal)), "N EQUAL 3");
    assert_eq!(formula(conds.not(compare(Relation::Less))), "!(N LESS 3)");

    let options: Vec<Cond> =
        ["A", "B", "C", "D"].iter().map(|name| conds.truthy(conds.subject(Subject::option(*name, false)))).collect();
    let [a, b, c, d] = options[..] else { panic!() };
    assert_eq!(formula(conds.and(a, conds.or(b, c))), "A & (B | C)");
    assert_eq!(formula(conds.or(a, conds.and(b, c))), "A | B & C");
    assert_eq!(formula(conds.and(conds.or(a, b), conds.or(c, d))), "(A | B) & (C | D)");
    assert_eq!(formula(conds.not(conds.and(a, b))), "!A | !B");
    assert_eq!(formula(conds.ite(a, b, c)), "A & B | !A & C");
}
