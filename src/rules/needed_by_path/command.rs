//! Libraries that a command of the project links by hand.
use crate::cmake::eval::facts::Call;
use crate::cmake::eval::mentions::Mentions;
use crate::cond::Cond;
use crate::model::{Model, TargetId};
use crate::rules::{Project, Sink};
use crate::scripts::{Act, Step};
use crate::source::Span;

use super::{LINKED, Story, has_name, report};

/// A library that a command makes without `-soname`.
struct Made {
    /// The file, as its path ends.
    file: String,
    place: Span,
    cond: Cond,
}

pub(super) fn check(project: Project<'_>, sink: &mut Sink) {
    let model = project.model;
    let mut made: Vec<Made> = Vec::new();
    let mut mentions = Mentions::new(&model.facts.texts, |text: &str| text.contains("-shared"));
    let calls = model.facts.calls.iter().filter(|call| mentions.hold(&call.arguments));
    made.extend(calls.filter_map(|call| by_call(model, call)));
    for script in project.scripts.files() {
        for step in &script.facts.steps {
            if let Some(file) = unnamed(&script_words(step)) {
                let place = Span::new(script.source.id(), step.range.clone());
                made.push(Made { file, place, cond: Cond::TRUE });
            }
        }
    }
    if made.is_empty() {
        return;
    }
    for id in model.judged_targets().filter(|id| !model.is_kind(*id, LINKED).is_false()) {
        for (library, cond) in model.link_closure(id).into_iter().filter(|(id, _)| model.is_imported(*id)) {
            imported(model, id, library, cond, &made, sink);
        }
    }
}

fn imported(model: &Model<'_>, id: TargetId, library: TargetId, linked: Cond, made: &[Made], sink: &mut Sink) {
    if has_name(model, library) {
        return;
    }
    let conds = &model.facts.conds;
    for item in model.property(library, "IMPORTED_LOCATION") {
        let Some(one) = made.iter().find(|one| ends(&model.display(&item.text), &one.file)) else { continue };
        let cond = conds.all([linked, item.cond, one.cond, model.is_kind(id, LINKED), model.elf()]);
        if let Some(place) = model.definition_span(library) {
            report(model, id, cond, place, &story(one), sink);
            return;
        }
    }
}

fn story(made: &Made) -> Story {
    let library = made.file.rsplit('/').next().unwrap_or(&made.file).to_owned();
    Story { library, why: "the command that makes it gives it no SONAME", made: made.place }
}

/// Whether two paths end in the same file of the same folder.
fn ends(path: &str, file: &str) -> bool {
    let last = |text: &str| text.rsplit('/').take(2).map(str::to_owned).collect::<Vec<_>>();
    let (one, other) = (last(path), last(file));
    one.first() == other.first() && (one.get(1) == other.get(1) || other.len() < 2)
}

/// The words of the command that a step of a script runs.
pub(super) fn script_words(step: &Step) -> Vec<String> {
    match &step.act {
        Act::Ran(ran) => ran.words.iter().map(|word| word.shown()).collect(),
        Act::Assigned(_) => Vec::new(),
    }
}

fn by_call(model: &Model<'_>, call: &Call) -> Option<Made> {
    if !matches!(&*call.command, "execute_process" | "add_custom_command") {
        return None;
    }
    let elems = call.arguments.elems.iter().filter_map(|elem| model.alternatives(elem.text));
    let words: Vec<String> =
        elems.filter_map(|all| all.into_iter().next()).map(|(_, text)| model.display(&text)).collect();
    Some(Made { file: unnamed(&words)?, place: model.span(call.origin)?, cond: call.cond })
}

/// The shared library that the words of a command line make, where it gets no SONAME.
fn unnamed(words: &[String]) -> Option<String> {
    let shared = words.iter().any(|word| word == "-shared");
    let named = words.iter().any(|word| word.contains("soname") || word == "-Wl,-h" || word.starts_with("-Wl,-h,"));
    // What stands in variables may say it.
    let unknown = words.iter().skip(1).any(|word| word.starts_with('$') && !word.contains('/'));
    if !shared || named || unknown {
        return None;
    }
    let at = words.iter().position(|word| word == "-o")?;
    let file = words
        .get(at + 1)
        .filter(|file| file.ends_with(".so") && file.rsplit('/').next().is_some_and(|name| name.starts_with("lib")))?;
    Some(file.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_without_a_name() {
        let made = |line: &str| unnamed(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(made("cc -shared -fPIC a.c -o out/liba.so").as_deref(), Some("out/liba.so"));
        assert_eq!(made("cc -shared -Wl,-soname,liba.so.1 a.c -o liba.so"), None);
        assert_eq!(made("cc -shared $LDFLAGS a.c -o liba.so"), None);
        assert_eq!(made("cc -shared a.c -o plugin.so"), None);
        assert!(ends("${CMAKE_SOURCE_DIR}/prebuilt/liba.so", "/x/prebuilt/liba.so"));
        assert!(!ends("/x/other/liba.so", "/x/prebuilt/liba.so"));
    }
}
