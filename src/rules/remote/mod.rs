//! Findings in configurations that nobody builds: they are guesses, whatever their rule says.
mod android;
mod crates;
mod others;
mod packages;
mod settings;
mod systems;
mod unspoken;
mod web;

pub(super) use settings::offered_values;

use super::conditions::Conditions as _;
use super::context::Facts;
use super::finding::{Condition, Severity};
use super::sink::Merged;
use crate::cmake::eval::facts::{BEYOND_LIMITS, ELEMENT_OF};
use crate::cmake::lang::condition::is_off;
use crate::cond::Cond;
use crate::flags::is_unknown;

/// An error that takes as many settings away from the project's own defaults nobody has built; whether it was ever meant to work is a guess.
const REMOTE: usize = 4;

/// Whether a finding happens only where nobody builds. `unforeseen` says where libraries become shared ones by a setting that the project
/// does not know.
pub(super) fn is_remote(merged: &Merged<Cond>, condition: &Condition, facts: Facts<'_>, unforeseen: Cond) -> bool {
    let witness = &condition.witness;
    merged.severity == Severity::Error && witness.settings.len() >= REMOTE
        || facts.conditions.is_remote(merged.condition)
        || systems::is_left_over(witness)
        || systems::is_unnamed_apple(condition, |words| facts.build_says(words))
        || systems::is_unnamed_system(condition, facts)
        || systems::is_another_system(condition)
        || systems::is_neither_compiler(&condition.witness)
        || asks_what_is_unknown(&condition.formula)
        || merged.subjects.iter().any(|subject| names_an_unknown(subject))
        || is_beyond_limits(merged.condition, facts)
        || systems::mixes_compilers(&witness.assumptions)
        || witness.settings.iter().any(|(name, value)| {
            let asked = settings::is_needed(merged.condition, name, facts);
            let needed = is_off(value) || asked;
            let unknown = || settings::is_private(name, value, facts) || others::is_known_to_others_only(name, facts);
            settings::is_no_folder(name, value)
                || settings::is_no_path(merged.condition, name, value, facts)
                || settings::is_for_another_system(merged.condition, name, facts)
                || settings::is_no_name(name, asked)
                || settings::is_made_up(merged.condition, name, value, facts)
                || settings::is_not_offered(merged.condition, name, facts)
                || needed && unknown()
                || asked && settings::is_part_of_a_name(name, facts)
                || settings::is_result_of_nothing(merged.condition, name, facts)
        })
        || facts.needs_unspoken(merged.condition) >= unspoken::MANY
        || systems::is_generator_of_another_system(merged.condition, facts.conditions.conds)
        || facts.project.is_some_and(|project| project.model.needs_many_settings(merged.condition))
        || packages::lacks_what_is_taken_for_granted(merged.condition, facts)
        || others::finds_itself(merged.condition, facts)
        || others::sets_up_others(merged.condition, facts)
        || others::is_of_others(facts)
        || others::cannot_be_read(facts)
        || crates::is_built_by_nobody(merged, facts)
        || web::is_for_the_web(merged, facts)
        || settings::is_offered_elsewhere(merged.condition, facts)
        || settings::contradicts_the_project(merged.condition, facts)
        || systems::is_for_gone_compiler(merged.condition, facts.conditions.conds)
        || android::is_for_android(merged, facts)
        || systems::lacks_what_it_needs_on_apple(merged.condition, facts)
        || !unforeseen.is_false() && facts.conditions.conds.implies(merged.condition, unforeseen)
}

/// Whether it hangs on a name that is not known.
fn asks_what_is_unknown(formula: &str) -> bool {
    formula.chars().any(is_unknown)
}

/// Whether the name of a target comes from a list of which nothing is known, as it is shown. One of a list that users give is a name.
fn names_an_unknown(subject: &str) -> bool {
    subject.contains(&format!("<{ELEMENT_OF}<"))
}

/// Whether it hangs on a condition that was too large: what else hangs on the same one is not known to.
fn is_beyond_limits(cond: Cond, facts: Facts<'_>) -> bool {
    let conds = facts.conditions.conds;
    conds.subjects(cond).into_iter().any(|subject| conds.subject_info(subject).name.starts_with(BEYOND_LIMITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_unknown_lists() {
        assert!(names_an_unknown("<element of <TESTS of find_package(gauge)>>"));
        assert!(!names_an_unknown("field_<element of ${DIMENSIONS}>d") && !names_an_unknown("std::vector<int>"));
    }

    #[test]
    fn names_that_are_not_known() {
        assert!(asks_what_is_unknown("DEFINED FLAGS\u{f0000}") && !asks_what_is_unknown("DEFINED FLAGS"));
    }
}
