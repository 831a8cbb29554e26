//! `set_property()` with pairs of names and values, as `set_target_properties()` takes them.
use crate::cmake::syntax::{Command, File};
use crate::cond::Cond;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// Properties that matter to compiling and linking (cmake-properties(7)).
const NAMES: &[&str] = &[
    "BUILD_RPATH",
    "BUILD_WITH_INSTALL_RPATH",
    "COMPILE_DEFINITIONS",
    "COMPILE_FLAGS",
    "COMPILE_OPTIONS",
    "CUDA_ARCHITECTURES",
    "CUDA_EXTENSIONS",
    "CUDA_RESOLVE_DEVICE_SYMBOLS",
    "CUDA_RUNTIME_LIBRARY",
    "CUDA_SEPARABLE_COMPILATION",
    "CUDA_STANDARD",
    "CUDA_STANDARD_REQUIRED",
    "CUDA_VISIBILITY_PRESET",
    "CXX_EXTENSIONS",
    "CXX_STANDARD",
    "CXX_STANDARD_REQUIRED",
    "CXX_VISIBILITY_PRESET",
    "C_EXTENSIONS",
    "C_STANDARD",
    "C_STANDARD_REQUIRED",
    "C_VISIBILITY_PRESET",
    "ENABLE_EXPORTS",
    "HIP_ARCHITECTURES",
    "HIP_EXTENSIONS",
    "HIP_STANDARD",
    "HIP_STANDARD_REQUIRED",
    "HIP_VISIBILITY_PRESET",
    "INSTALL_NAME_DIR",
    "INSTALL_RPATH",
    "INSTALL_RPATH_USE_LINK_PATH",
    "INTERPROCEDURAL_OPTIMIZATION",
    "LINKER_LANGUAGE",
    "LINK_DEPENDS",
    "LINK_FLAGS",
    "LINK_OPTIONS",
    "MACOSX_RPATH",
    "MSVC_RUNTIME_LIBRARY",
    "OBJCXX_VISIBILITY_PRESET",
    "OBJC_VISIBILITY_PRESET",
    "OUTPUT_NAME",
    "POSITION_INDEPENDENT_CODE",
    "SKIP_BUILD_RPATH",
    "SOVERSION",
    "VISIBILITY_INLINES_HIDDEN",
    "WINDOWS_EXPORT_ALL_SYMBOLS",
];

/// The question which calls have a name where a value belongs.
struct Suspect;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, conds) = (project.model, &project.model.facts.conds);
    let files = project.files.all();
    let asked = |command: &Command| repeated(command).is_some() || pair(command).is_some();
    for (file, command) in files.chosen::<Suspect>("set_property", asked) {
        if let Some((unset, last, at)) = repeated(command) {
            report_repeated(project, (file, command), (&unset, last, at), sink);
            continue;
        }
        let Some((first, second, at)) = pair(command) else { continue };
        let whole = Span::new(file.id, command.range.clone());
        let mut cond = Cond::FALSE;
        let mut target = None;
        for id in model.targets() {
            for item in model.property(id, first).into_iter().filter(|item| *item.text == *second) {
                if model.span(item.origin).is_some_and(|span| whole.holds(&span)) {
                    cond = conds.or(cond, conds.and(item.cond, model.defined(id)));
                    target.get_or_insert(id);
                }
            }
        }
        let Some(target) = target.filter(|_| cond.is_possible()) else { continue };
        let place = command.arguments.get(at).map_or(whole, |argument| Span::new(file.id, argument.range.clone()));
        let draft = Draft::new(cond, Place::new(place, "a value, not a property"))
            .named("first", first)
            .named("second", second)
            .subject(model.name(target));
        sink.report(draft);
    }
}

/// The properties that a command names behind PROPERTY in vain, the last one, and where that stands: it gets all the values.
fn repeated(command: &Command) -> Option<(Vec<&str>, &str, usize)> {
    let word = |at: usize| command.arguments.get(at)?.template.literal();
    if word(0) != Some("TARGET") {
        return None;
    }
    let named = (1..command.arguments.len()).filter(|at| word(*at) == Some("PROPERTY"));
    let mut named: Vec<(usize, &str)> = named.filter_map(|at| Some((at + 1, word(at + 1)?))).collect();
    let (at, last) = named.pop()?;
    let unset: Vec<&str> = named.into_iter().map(|(_, name)| name).filter(|name| *name != last).collect();
    (!unset.is_empty()).then_some((unset, last, at))
}

fn report_repeated(
    project: Project<'_>,
    (file, command): (&File, &Command),
    (unset, last, at): (&[&str], &str, usize),
    sink: &mut Sink,
) {
    let conds = &project.model.facts.conds;
    let whole = Span::new(file.id, command.range.clone());
    let mut cond = Cond::FALSE;
    let mut subjects = Vec::new();
    for id in project.model.targets() {
        for item in project.model.property(id, last) {
            let span = project.model.span(item.origin);
            if span.is_some_and(|span| whole.holds(&span)) {
                cond = conds.or(cond, conds.and(item.cond, project.model.defined(id)));
                subjects.push(project.model.name(id).to_string());
            }
        }
    }
    if !cond.is_possible() {
        return;
    }
    let place = command.arguments.get(at).map_or(whole, |argument| Span::new(file.id, argument.range.clone()));
    let names: Vec<String> = unset.iter().map(|name| format!("`{name}`")).collect();
    let stay = if names.len() == 1 { "stays" } else { "stay" };
    let names = names.join(" and ");
    let message = format!(
        "{names} {stay} unset here: set_property() sets the last property alone, and `{last}` gets all the values"
    );
    let draft = Draft::new(cond, Place::new(place, "all values are for this one")).message(message).subject(last);
    sink.report(subjects.into_iter().fold(draft, Draft::subject));
}

/// The property that a command sets, and the first name of another one among its values that is followed by something.
fn pair(command: &Command) -> Option<(&str, &'static str, usize)> {
    let word = |at: usize| command.arguments.get(at)?.template.literal();
    if word(0) != Some("TARGET") {
        return None;
    }
    let property = (1..command.arguments.len()).find(|at| word(*at) == Some("PROPERTY"))? + 1;
    let first = word(property)?;
    // Lists of names: macros, and properties that go along with an exported target.
    let lists = ["DEFINITIONS", "EXPORT_PROPERTIES", "COMPATIBLE_INTERFACE", "TRANSITIVE", "LABELS"];
    if lists.iter().any(|list| first.contains(list)) {
        return None;
    }
    let last = command.arguments.len().checked_sub(1)?;
    let (at, name) =
        (property + 1..last).find_map(|at| Some((at, *NAMES.iter().find(|name| word(at) == Some(**name))?)))?;
    Some((first, name, at))
}
