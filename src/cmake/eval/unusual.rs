//! Configurations that nothing refuses, and that nobody builds.
use crate::cmake::lang::condition::{constant, is_off};
use crate::cmake::syntax::Part;

use super::environment::Given;
use super::facts::Facts;
use super::machine::{Invocation, Machine};
use super::text::SymbolKind;

/// Set where scikit-build and scikit-build-core run CMake, which give what the package's description says.
const BY_WHEELS: &str = "SKBUILD";

/// A build of the Python package with other values than those that its description gives.
pub(super) fn refuse_otherwise_by_wheels(facts: &mut Facts, given: &[Given]) {
    let subject = |name: &str| Some(facts.texts.info(facts.texts.find_symbol(SymbolKind::Input, name)?).subject);
    let Some(by_wheels) = subject(BY_WHEELS).map(|subject| facts.conds.truthy(subject)) else { return };
    let otherwise = given.iter().filter_map(|one| {
        let subject = subject(&one.name)?;
        let as_given = match constant(&one.value) {
            Some(true) => facts.conds.truthy(subject),
            Some(false) => facts.conds.not(facts.conds.truthy(subject)),
            None => facts.conds.equals(subject, &one.value),
        };
        Some(facts.conds.diff(by_wheels, as_given))
    });
    let otherwise: Vec<_> = otherwise.collect();
    facts.unusual.extend(otherwise);
}

impl Machine<'_> {
    /// `option(TESTS "" ${PROJECT_IS_TOP_LEVEL})`, and a project above: what is for those who work on the project itself nobody has switched on
    /// there.
    pub(super) fn note_off_below(&mut self, call: &Invocation<'_>, name: &str, default: &str) {
        let says = |part: &Part| match part {
            Part::Reference(_, name) => name.literal().is_some_and(|name| name.ends_with("_IS_TOP_LEVEL")),
            Part::Literal(_) => false,
        };
        let by_place = call.command.arguments.get(2).is_some_and(|value| value.template.0.iter().any(says));
        let below = self.facts.directories[self.directory.0 as usize].parent.is_some();
        let is_open = self.env.options.all_configurations && self.given(name).is_none();
        // What the project above has declared itself, it has its own default for.
        if by_place && below && is_off(default) && is_open && !self.facts.cache.contains_key(name) {
            let (_, subject) = self.input_symbol(name);
            let on = self.conds().truthy(subject);
            let on = self.conds().and(self.pc, on);
            self.facts.unusual.push(on);
        }
    }
}
