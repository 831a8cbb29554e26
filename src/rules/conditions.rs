//! The few operations on presence conditions that rules and their engine need.
use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::finding::{Condition, RenderedWitness};
use crate::cmake::eval::facts::BEYOND_LIMITS;
use crate::cond::{AtomId, Cond, Conds, Setting, Witness};
use crate::flags::has_unknown;

/// A table of presence conditions with cheap handles.
///
/// The engine and the declarative rules are written over this trait so that they can be tested with a toy. What cannot
/// be decided (a budget ran out) is not false.
pub trait Conditions {
    /// A handle.
    type Cond: Copy;

    /// The condition that always holds.
    fn always(&self) -> Self::Cond;
    /// Both hold.
    fn and(&self, a: Self::Cond, b: Self::Cond) -> Self::Cond;
    /// At least one holds.
    fn or(&self, a: Self::Cond, b: Self::Cond) -> Self::Cond;
    /// It does not hold.
    fn not(&self, a: Self::Cond) -> Self::Cond;
    /// Whether no configuration satisfies it.
    fn is_false(&self, a: Self::Cond) -> bool;
    /// Whether it is not known (a budget ran out).
    fn is_unknown(&self, _: Self::Cond) -> bool {
        false
    }
    /// Whether it holds only on systems that are neither like Unix nor like Windows, or with none of the compilers that
    /// nearly everybody has: bare metal, or what a project means by "none of those that I know".
    fn is_remote(&self, _: Self::Cond) -> bool {
        false
    }
    /// Its formula with a witness; none when the project refuses every configuration that satisfies it. Asked when
    /// all findings of a rule are there.
    fn render(&self, a: Self::Cond) -> Option<Condition>;
}

/// The conditions of an analysis, with what the project itself refuses.
#[derive(Clone, Copy)]
pub struct Configurations<'a> {
    /// The conditions.
    pub conds: &'a Conds,
    /// Where the project stops with `FATAL_ERROR`: what happens there only does not happen.
    pub forbidden: &'a [Cond],
    /// What was rendered before: many findings share a condition, and a witness takes a search.
    pub rendered: &'a Rendered,
}

/// Conditions in words, by condition.
pub type Rendered = RefCell<FxHashMap<Cond, Option<Condition>>>;

impl Conditions for Configurations<'_> {
    type Cond = Cond;

    fn always(&self) -> Cond {
        Cond::TRUE
    }
    fn and(&self, a: Cond, b: Cond) -> Cond {
        self.conds.and(a, b)
    }
    fn or(&self, a: Cond, b: Cond) -> Cond {
        self.conds.or(a, b)
    }
    fn not(&self, a: Cond) -> Cond {
        self.conds.not(a)
    }
    fn is_false(&self, a: Cond) -> bool {
        a.is_false()
    }
    fn is_unknown(&self, a: Cond) -> bool {
        a.is_unknown()
    }
    fn is_remote(&self, a: Cond) -> bool {
        if a.is_true() || a.is_false() || a.is_unknown() {
            return false;
        }
        let known = ["UNIX", "WIN32"].into_iter().filter_map(|name| self.conds.platform(name));
        let known = self.conds.any(known.collect::<Vec<_>>());
        // Microsoft ended both, and nobody builds for them.
        let gone = ["WINCE", "WINDOWS_PHONE"].into_iter().filter_map(|name| self.conds.platform(name));
        let known = self.conds.diff(known, self.conds.any(gone.collect::<Vec<_>>()));
        self.conds.disjoint(a, known) || self.is_for_no_named_compiler(a)
    }
    fn render(&self, a: Cond) -> Option<Condition> {
        if let Some(known) = self.rendered.borrow().get(&a) {
            return known.clone();
        }
        let condition = self.search(a);
        self.rendered.borrow_mut().insert(a, condition.clone());
        condition
    }
}

impl Configurations<'_> {
    /// Where a condition holds whatever the answers are to what nobody can set: variables whose names are not known, conditions that were
    /// too large. `None` where it asks for none of these, or holds nowhere without them.
    pub(super) fn whatever_is_unknown(&self, a: Cond) -> Option<Cond> {
        let conds = self.conds;
        let is_open = |atom: &AtomId| {
            let name = &conds.subject_info(conds.atom_subject(*atom)).name;
            has_unknown(name) || name.starts_with(BEYOND_LIMITS)
        };
        let open: Vec<AtomId> = conds.support(a).into_iter().filter(is_open).collect();
        if open.is_empty() {
            return None;
        }
        let sure = conds.not(conds.exists(conds.not(a), &open));
        sure.is_possible().then_some(sure)
    }

    /// Whether a condition asks for a compiler that is none of those which nearly everybody has, and names no other one: it
    /// is what is left behind the branches of a project, and holds for nobody.
    fn is_for_no_named_compiler(&self, a: Cond) -> bool {
        let on = |name: &str| self.conds.platform(name).is_some_and(|system| !self.conds.disjoint(a, system));
        let mut usual = vec!["GNU", "Clang"];
        usual.extend(on("APPLE").then_some("AppleClang"));
        usual.extend(on("WIN32").then_some("MSVC"));
        ["CMAKE_C_COMPILER_ID", "CMAKE_CXX_COMPILER_ID"].into_iter().any(|variable| {
            let Some(subject) = self.conds.well_known(variable) else { return false };
            if !self.conds.depends_on_subject(a, subject) {
                return false;
            }
            let usual = self.conds.any(usual.iter().map(|name| self.conds.equals(subject, name)).collect::<Vec<_>>());
            self.conds.disjoint(a, usual) && self.conds.with_text(a, subject, Some("Another")).is_possible()
        })
    }

    /// A configuration on a system that people have, where one is found: the cheapest way past all that a project refuses may be a system
    /// of which it says nothing.
    fn on_usual_system(&self, a: Cond, found: Witness) -> Witness {
        const USUAL: &[(&str, &str)] = &[("linux", "LINUX"), ("macos", "APPLE"), ("windows", "WIN32")];
        if found.platform.as_deref().is_none_or(|system| USUAL.iter().any(|(label, _)| *label == system)) {
            return found;
        }
        let on = |name: &str| {
            let cond = self.conds.and(a, self.conds.platform(name)?);
            self.conds.witness(cond, self.forbidden).filter(|_| cond.is_possible())
        };
        let usual =
            USUAL.iter().filter_map(|(label, name)| on(name).filter(|one| one.platform.as_deref() == Some(label)));
        usual.into_iter().next().unwrap_or(found)
    }

    fn search(&self, a: Cond) -> Option<Condition> {
        let witness = self.on_usual_system(a, self.conds.witness(a, self.forbidden)?);
        if a.is_true() {
            return Some(Condition::always());
        }
        let pairs = |settings: Vec<Setting>| settings.into_iter().map(|s| (s.name, s.value)).collect();
        let witness = RenderedWitness {
            settings: pairs(witness.settings),
            platform: witness.platform,
            cmake: None,
            environment: pairs(witness.environment),
            assumptions: witness.assumptions,
        };
        let formula = self.conds.formula(a);
        Some(Condition { brief: self.conds.brief(a, &formula), formula, witness })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cond::Subject;

    #[test]
    fn a_system_that_is_neither_is_remote() {
        let conds = Conds::new();
        let configurations = Configurations { conds: &conds, forbidden: &[], rendered: &Rendered::default() };
        let is = |name: &str| conds.platform(name).unwrap_or(Cond::UNKNOWN);
        let option = conds.truthy(conds.subject(Subject::option("A", false)));
        let neither = conds.not(conds.or(is("UNIX"), is("WIN32")));
        assert!(configurations.is_remote(is("WINCE")) && !configurations.is_remote(is("WIN32")));
        assert!(configurations.is_remote(neither) && configurations.is_remote(conds.and(neither, option)));
        assert!(!configurations.is_remote(option) && !configurations.is_remote(is("APPLE")));
    }

    #[test]
    fn a_system_that_people_have_is_named() {
        let conds = Conds::new();
        let configurations = Configurations { conds: &conds, forbidden: &[], rendered: &Rendered::default() };
        let option = conds.truthy(conds.subject(Subject::option("A", false)));
        let on = |name: &str| Witness { platform: Some(name.to_owned()), ..Witness::default() };
        let found = configurations.on_usual_system(option, on("fuchsia"));
        assert_eq!(found.platform.as_deref(), Some("linux"));
        assert_eq!(found.settings.len(), 1);
        let linux = conds.platform("LINUX").unwrap();
        let found = configurations.on_usual_system(conds.diff(option, linux), on("haiku"));
        assert_eq!(found.platform.as_deref(), Some("macos"));
        let usual = conds.any([linux, conds.platform("APPLE").unwrap(), conds.platform("WIN32").unwrap()]);
        let found = configurations.on_usual_system(conds.diff(option, usual), on("freebsd"));
        assert_eq!(found.platform.as_deref(), Some("freebsd"));
    }

    #[test]
    fn what_holds_whatever_is_unknown() {
        let conds = Conds::new();
        let configurations = Configurations { conds: &conds, forbidden: &[], rendered: &Rendered::default() };
        let option = conds.truthy(conds.subject(Subject::option("A", false)));
        let unknown = conds.defined(conds.subject(Subject::input("FLAGS_\u{f0003}")));
        assert_eq!(configurations.whatever_is_unknown(conds.or(option, unknown)), Some(option));
        assert_eq!(configurations.whatever_is_unknown(conds.and(option, unknown)), None);
        assert_eq!(configurations.whatever_is_unknown(option), None);
    }

    #[test]
    fn a_compiler_that_nobody_names_is_remote() {
        let conds = Conds::new();
        let configurations = Configurations { conds: &conds, forbidden: &[], rendered: &Rendered::default() };
        let compiler = conds.well_known("CMAKE_CXX_COMPILER_ID").unwrap();
        let is = |name: &str| conds.equals(compiler, name);
        let known = conds.any(["GNU", "Clang", "AppleClang", "MSVC"].map(is));
        let option = conds.truthy(conds.subject(Subject::option("A", false)));
        assert!(configurations.is_remote(conds.and(conds.not(known), option)));
        let linux = conds.platform("LINUX").unwrap();
        let others = conds.not(conds.or(is("GNU"), is("Clang")));
        assert!(configurations.is_remote(conds.and(others, linux)) && !configurations.is_remote(others));
        assert!(!configurations.is_remote(is("Intel")) && !configurations.is_remote(conds.not(is("GNU"))));
    }

    #[test]
    fn what_the_project_refuses_does_not_happen() {
        let conds = Conds::new();
        let option = |name: &str| conds.truthy(conds.subject(Subject::option(name, false)));
        let (a, b) = (option("A"), option("B"));
        let forbidden = [conds.and(a, conds.not(b))];
        let configurations = Configurations { conds: &conds, forbidden: &forbidden, rendered: &Rendered::default() };
        let settings = |c| configurations.render(c).map(|condition: Condition| condition.witness.settings);
        let on = |name: &str| (name.to_owned(), "ON".to_owned());
        assert_eq!(settings(a), Some(vec![on("A"), on("B")]));
        assert_eq!(settings(forbidden[0]), None);
        assert_eq!(configurations.render(Cond::TRUE), Some(Condition::always()));
        assert_eq!(configurations.render(a).map(|c| c.formula), Some("A".to_owned()));
    }
}

/// Conditions over three switches A, B, C, for tests: the set of the eight configurations as bits.
#[cfg(test)]
pub(crate) mod toy {
    use super::{Condition, Conditions};
    use crate::rules::finding::RenderedWitness;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Set(pub(crate) u8);

    pub(crate) const ALWAYS: Set = Set(0b1111_1111);
    pub(crate) const A: Set = Set(0b1010_1010);
    pub(crate) const B: Set = Set(0b1100_1100);
    pub(crate) const C: Set = Set(0b1111_0000);

    /// The configuration with all switches off, which the project refuses.
    pub(crate) const REFUSED: Set = Set(0b0000_0001);

    #[derive(Debug, Default)]
    pub(crate) struct Sets;

    impl Conditions for Sets {
        type Cond = Set;

        fn always(&self) -> Set {
            ALWAYS
        }
        fn and(&self, a: Set, b: Set) -> Set {
            Set(a.0 & b.0)
        }
        fn or(&self, a: Set, b: Set) -> Set {
            Set(a.0 | b.0)
        }
        fn not(&self, a: Set) -> Set {
            Set(!a.0)
        }
        fn is_false(&self, a: Set) -> bool {
            a.0 == 0
        }
        fn render(&self, a: Set) -> Option<Condition> {
            let words =
                || Condition { formula: format!("{:08b}", a.0), brief: None, witness: RenderedWitness::default() };
            (a != REFUSED).then(words)
        }
    }
}
