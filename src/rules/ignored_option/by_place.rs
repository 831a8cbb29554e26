//! A setting that follows from where users say that a thing is.
use crate::cmake::eval::facts::Override;
use crate::model::flow::read_by;
use crate::rules::Project;

/// How names of settings for a place end (`find_package()`, `<PackageName>_ROOT`; cmake-developer(7), "Standard Variable Names").
const PLACES: &[&str] =
    &["_ROOT_DIR", "_INCLUDE_DIR", "_DIR", "_ROOT", "_PATH", "_HOME", "_PREFIX", "_LIBRARY", "_EXECUTABLE"];

/// Whether a setting is written only where users give the place of what it is about (`CODEC_DIR` for `CODEC_KIND` or `USE_SYSTEM_CODEC`): they
/// have chosen by that.
pub(super) fn follows_a_place(project: Project<'_>, over: &Override) -> bool {
    let facts = project.model.facts;
    let conds = &facts.conds;
    let name = facts.projects.first().and_then(|one| facts.texts.as_str(one.name)).unwrap_or_default();
    conds.subjects(over.cond).into_iter().any(|subject| {
        let info = conds.subject_info(subject);
        // What begins like the project's own name is about all of it.
        let thing = thing_at(&info.name).filter(|thing| !thing.eq_ignore_ascii_case(name));
        let given =
            || conds.implies(over.cond, conds.truthy(subject)) || conds.implies(over.cond, conds.defined(subject));
        thing.is_some_and(|thing| is_about(&over.name, thing) && given() && !is_remembered(project, &info.name, thing))
    })
}

/// Whether the project itself, or CMake for it, puts the place of a thing into the cache: in the next run it stands there although users
/// have said nothing.
fn is_remembered(project: Project<'_>, place: &str, thing: &str) -> bool {
    project.evaluated().any(|file| {
        file.commands.iter().any(|command| {
            let mut words = command.arguments.iter().map(|argument| argument.template.literal());
            let first = words.next().flatten();
            match &*command.lower {
                "find_path" | "find_library" | "find_program" | "find_file" => first == Some(place),
                "find_package" => first.is_some_and(|package| package.eq_ignore_ascii_case(thing)),
                "set" if first == Some(place) => {
                    words.any(|word| word == Some("FORCE")) && !read_by(command).contains(place)
                }
                _ => false,
            }
        })
    })
}

/// The thing whose place a setting is.
fn thing_at(name: &str) -> Option<&str> {
    PLACES.iter().find_map(|end| name.strip_suffix(end)).filter(|thing| !thing.is_empty())
}

/// Whether a name begins or ends with that of a thing.
fn is_about(name: &str, thing: &str) -> bool {
    name.strip_prefix(thing).is_some_and(|rest| rest.starts_with('_'))
        || name.strip_suffix(thing).is_some_and(|rest| rest.ends_with('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_and_their_places() {
        assert_eq!(thing_at("CODEC_ROOT_DIR"), Some("CODEC"));
        assert_eq!(thing_at("CODEC_KIND"), None);
        assert!(is_about("CODEC_KIND", "CODEC") && is_about("USE_SYSTEM_CODEC", "CODEC"));
        assert!(!is_about("CODECS_KIND", "CODEC") && !is_about("CODEC", "CODEC"));
    }
}
