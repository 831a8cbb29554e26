//! What the packages that a configuration looks for may bring along.
use crate::cmake::eval::facts::package_question;
use crate::cond::Cond;
use crate::rules::cmake_modules::find_modules;

use super::Rule;
use super::text::looked_for;

/// Packages that look for no other one.
fn is_leaf(package: &str) -> bool {
    let mut rows = include_str!("leaves.txt").lines().filter(|line| !line.starts_with('#'));
    rows.any(|known| known.eq_ignore_ascii_case(package))
}

/// Whether both are modules of Qt: none of those brings another one that is not known of.
fn are_of_qt(package: &str, needed: &str) -> bool {
    let is_qt = |name: &str| {
        let rest = name.to_ascii_lowercase();
        rest.strip_prefix("qt").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '@'))
    };
    is_qt(package) && is_qt(needed)
}

impl Rule<'_> {
    /// Whether a package is searched only where another one is not found, for which the configuration looks.
    pub(super) fn is_alternative(&self, searched: Cond, text: &str) -> bool {
        let facts = self.model.facts;
        facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name)).any(|other| {
            let found = package_question(other);
            let conds = &facts.conds;
            let mut subjects = conds.subjects(searched).into_iter();
            subjects.any(|subject| {
                conds.subject_info(subject).name == found && conds.disjoint(searched, conds.truthy(subject))
            }) && text.contains(&other.to_lowercase())
        })
    }

    /// Whether a configuration, in lower case, looks for a package whose own configuration is not here: that may look for what is needed.
    /// CMake's find modules that do so are known.
    pub(super) fn looks_for_unseen(&self, text: &str, needed: &[&str]) -> bool {
        looked_for(text).any(|package| {
            let is_plain = !package.is_empty() && !package.contains(['@', '$']);
            let of_cmake = || find_modules().any(|module| module.eq_ignore_ascii_case(package));
            let is_known = || needed.iter().all(|one| are_of_qt(package, one)) || is_leaf(package);
            is_plain && !of_cmake() && !is_known() && self.configs_of(package).is_empty()
        })
    }
}
