//! What the generate step refuses: targets that use a library or a folder that was not found.
use crate::cmake::eval::facts::{Definition, Facts, Forbidden, TargetKind};
use crate::cmake::eval::value::Elem;

/// The properties whose entries must not end in `-NOTFOUND` (cmGlobalGenerator::CheckTargetProperties: "The following
/// variables are used in this project, but they are set to NOTFOUND").
const PROPERTIES: &[&str] = &["LINK_LIBRARIES", "INCLUDE_DIRECTORIES"];

/// The end of a value of `find_library` and its relatives that found nothing (cmake-commands(7)).
const ABSENT: &str = "-NOTFOUND";

/// Adds to what the project refuses the configurations in which a target that is built uses what was not found.
pub(super) fn refuse(facts: &mut Facts) {
    let mut refused = Vec::new();
    for target in facts.targets.values() {
        let absent: Vec<Elem> = PROPERTIES
            .iter()
            .filter_map(|name| target.properties.get(*name))
            .flat_map(|value| value.elems.iter())
            .filter(|elem| is_absent(facts, elem))
            .cloned()
            .collect();
        if absent.is_empty() {
            continue;
        }
        let built = target.definitions.iter().filter(|definition| is_built(definition)).map(|one| one.cond);
        let built = facts.conds.any(built);
        for elem in absent {
            let cond = facts.conds.and(built, elem.cond);
            if !cond.is_false() && !cond.is_unknown() {
                refused.push(Forbidden { cond, message: elem.text, origin: elem.origin });
            }
        }
    }
    facts.forbidden.extend(refused);
}

fn is_absent(facts: &Facts, elem: &Elem) -> bool {
    facts.texts.plain(elem.text).is_some_and(|text| text.len() > ABSENT.len() && text.ends_with(ABSENT))
}

fn is_built(definition: &Definition) -> bool {
    !definition.imported
        && definition.alias_of.is_none()
        && !matches!(definition.kind, TargetKind::Interface | TargetKind::Utility)
}
