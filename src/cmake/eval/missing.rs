//! What the generate step refuses: targets that use a library or a folder that was not found, names that a target's file has not.
use crate::cmake::eval::facts::{Definition, Facts, Forbidden, TargetKind};
use crate::cmake::eval::value::Elem;
use crate::cmake::lang::genex::{self, Piece};

/// The properties whose entries must not end in `-NOTFOUND` (`cmGlobalGenerator::CheckTargetProperties`: "The following
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
            .copied()
            .collect();
        if absent.is_empty() {
            continue;
        }
        let built = target.definitions.iter().filter(|definition| is_built(definition)).map(|one| one.cond);
        let built = facts.conds.any(built);
        for elem in absent {
            let cond = facts.conds.and(built, elem.cond);
            if !cond.is_false() && !cond.is_unknown() {
                refused.push(Forbidden { cond, message: elem.text, origin: elem.origin, meant: true });
            }
        }
    }
    refused.extend(sonames(facts));
    facts.forbidden.extend(refused);
}

/// "`TARGET_SONAME_FILE` is allowed only for SHARED libraries." (cmake-generator-expressions(7)): where an installation or a command
/// names that file of a target which is none.
fn sonames(facts: &Facts) -> Vec<Forbidden> {
    let installed = facts.installs.iter().map(|install| (install.cond, &install.items));
    let commands =
        facts.calls.iter().filter(|call| matches!(&*call.command, "add_custom_command" | "add_custom_target"));
    let used = installed.chain(commands.map(|call| (call.cond, &call.arguments)));
    let elems = used.flat_map(|(cond, value)| value.elems.iter().map(move |elem| (cond, elem)));
    let mut out = Vec::new();
    for (cond, elem) in elems {
        let text = facts.texts.plain(elem.text);
        let Some(name) = text.as_deref().and_then(soname_of) else { continue };
        let definitions = facts.targets.get(&*name).map_or(&[][..], |target| &target.definitions);
        let others = definitions.iter().filter(|one| {
            !one.imported && matches!(one.kind, TargetKind::Static | TargetKind::Module | TargetKind::Executable)
        });
        let other = facts.conds.any(others.map(|one| one.cond).collect::<Vec<_>>());
        let cond = facts.conds.all([cond, elem.cond, other]);
        if !cond.is_false() && !cond.is_unknown() {
            out.push(Forbidden { cond, message: elem.text, origin: elem.origin, meant: true });
        }
    }
    out
}

/// The target of `$<TARGET_SONAME_FILE:…>` and its relatives, where no other expression is around it, which may see to its type.
fn soname_of(text: &str) -> Option<String> {
    if !text.contains("$<TARGET_SONAME_FILE") {
        return None;
    }
    genex::parse(text).iter().find_map(|piece| match piece {
        Piece::Expression(expression) if genex::write(&expression.name).starts_with("TARGET_SONAME_FILE") => {
            expression.arguments.first().map(|name| genex::write(name))
        }
        _ => None,
    })
}

fn is_absent(facts: &Facts, elem: &Elem) -> bool {
    facts.texts.plain(elem.text).is_some_and(|text| text.len() > ABSENT.len() && text.ends_with(ABSENT))
}

fn is_built(definition: &Definition) -> bool {
    !definition.imported
        && definition.alias_of.is_none()
        && !matches!(definition.kind, TargetKind::Interface | TargetKind::Utility)
}
