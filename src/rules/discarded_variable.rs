//! New cache entries that remove the variable of their name, in the first run only: CMP0077 and CMP0126.
use std::path::Path;

use crate::cmake::eval::facts::{OldEffect, OldPolicy};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::{Elem, Value};
use crate::cmake::lang::condition;
use crate::cond::{Cond, Conds, SubjectId};
use crate::model::Model;
use crate::model::branches::reads;
use crate::model::statements::{Placed, placed};

use crate::cmake::syntax::{Argument, Command, File};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{Span, normalize};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !project.model.facts.old_policies.iter().any(|old| matches!(old.effect, OldEffect::Discarded { .. })) {
        return;
    }
    // Who gives the policy from outside has no first run that differs.
    let given = ["CMP0077", "CMP0126"].map(|policy| cx.facts.is_given(&format!("CMAKE_POLICY_DEFAULT_{policy}")));
    for old in &project.model.facts.old_policies {
        let OldEffect::Discarded { option, name, .. } = &old.effect else { continue };
        if !given[usize::from(!*option)] && !is_set_again(project, old) && !decides_nothing(project, old, name) {
            look(project, old, sink);
        }
    }
}

/// Whether the next command behind the declaration that names the variable sets it once more: it does not matter then what was removed.
fn is_set_again(project: Project<'_>, old: &OldPolicy) -> bool {
    let Some(span) = project.model.span(old.origin) else { return false };
    let Some((file, at)) = project.files.command_at(span) else { return false };
    let name = |command: &Command| command.arguments.first().map(|argument| argument.template.clone());
    let Some((declaration, later)) = file.commands.get(at..).and_then(<[Command]>::split_first) else { return false };
    let plain = |command: &Command| {
        let mut words = command.arguments.iter().filter_map(|argument| argument.template.literal());
        !words.any(|word| word == "CACHE" || word == "PARENT_SCOPE")
    };
    let source = project.files.sources().get(file.id);
    let OldEffect::Discarded { name: variable, .. } = &old.effect else { return false };
    let finder = memchr::memmem::Finder::new(variable.as_bytes());
    let names = |command: &Command| {
        let text = source.bytes().get(command.range.start as usize..command.range.end as usize);
        text.is_some_and(|text| finder.find(text).is_some())
    };
    let mut depth = 0usize;
    for next in later {
        if &*next.lower == "set" && name(next) == name(declaration) {
            return depth == 0 && plain(next) && next.arguments.len() > 1;
        }
        if names(next) || !runs_nothing_else(&next.lower) {
            return false;
        }
        match &*next.lower {
            "if" | "foreach" => depth += 1,
            "endif" | "endforeach" | "else" | "elseif" if depth == 0 => return false,
            "endif" | "endforeach" => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Whether the default for kinds of libraries decides nothing where its entry is declared: each library there says its kind, and nothing
/// else asks.
fn decides_nothing(project: Project<'_>, old: &OldPolicy, variable: &str) -> bool {
    const KINDS: &[&str] = &["STATIC", "SHARED", "MODULE", "OBJECT", "INTERFACE", "UNKNOWN", "ALIAS"];
    if variable != "BUILD_SHARED_LIBS" {
        return false;
    }
    let sources = project.files.sources();
    let Some(declared) = project.model.span(old.origin).map(|span| sources.get(span.file)) else { return false };
    let Some(folder) = declared.path().parent() else { return false };
    let has_kind = |command: &Command| {
        command.arguments.get(1).and_then(|kind| kind.template.literal()).is_some_and(|kind| KINDS.contains(&kind))
    };
    let asks = |command: &Command| {
        let plain = matches!(&*command.lower, "set" | "unset" | "option" | "mark_as_advanced" | "message");
        let named = |one: &Argument| one.template.literal().is_some_and(|text| text.contains(variable));
        !plain && command.arguments.iter().any(named) || &*command.lower == "add_library" && !has_kind(command)
    };
    // A list of another folder has other variables; a module may be included anywhere.
    let elsewhere = |path: &Path| path.ends_with("CMakeLists.txt") && !path.starts_with(folder);
    let mut files = project.evaluated().filter(|file| !elsewhere(sources.get(file.id).path()));
    !files.any(|file| reads(&file, variable) || file.commands.iter().any(asks))
}

/// Whether a command runs no other code, which may read any variable.
fn runs_nothing_else(command: &str) -> bool {
    const PLAIN: &[&str] = &[
        "set",
        "unset",
        "option",
        "list",
        "string",
        "message",
        "math",
        "mark_as_advanced",
        "add_definitions",
        "add_compile_definitions",
        "add_compile_options",
        "include_directories",
        "cmake_policy",
        "set_property",
        "if",
        "elseif",
        "else",
        "endif",
        "foreach",
        "endforeach",
    ];
    PLAIN.contains(&command)
}

fn look(project: Project<'_>, discarded: &OldPolicy, sink: &mut Sink) {
    let model = project.model;
    let OldEffect::Discarded { name, old, new, option } = &discarded.effect else { return };
    let (Some(after), Some(declared)) = (whole(model, new, Cond::TRUE), model.span(discarded.origin)) else { return };
    let conds = &model.facts.conds;
    // Where only those come who have no such variable, nobody comes a second time: the entry is there.
    let again = |cond: Cond| {
        let mut subjects = conds.subjects(cond).into_iter();
        !subjects.any(|one| conds.subject_info(one).name == **name && excludes_entry(conds, cond, one, &after))
    };
    for (cond, before, elem) in alternatives(model, old, discarded.cond) {
        let same =
            if *option { is_on(&before) == is_on(&after) } else { before == after || is_respelt(&before, &after) };
        let same = same || is_one_folder(&before, &after);
        // Nothing was found: the entry asks again.
        let nothing = before.is_empty() || before.to_ascii_uppercase().ends_with("NOTFOUND");
        if same || nothing || has_symbol(&before) || has_symbol(&after) || !cond.is_possible() || !again(cond) {
            continue;
        }
        let policy = if *option { "CMP0077" } else { "CMP0126" };
        let mut draft = Draft::new(cond, Place::new(declared, "removes the variable in the first run"))
            .named("name", &**name)
            .value("before", &before)
            .value("after", &after)
            .value("policy", policy)
            .value("since", if *option { "3.13" } else { "3.21" });
        if let Some(set) = elem.and_then(|elem| model.span(elem.origin)) {
            draft = draft.related(set, "this value is discarded");
            if project.files.command_at(declared).is_some_and(|(file, _)| corrects(&file, set, declared)) {
                draft = draft.help(format!(
                    "where `{after}` is meant, leave the cache out: `set({name} {after})`; where `{before}` is, take this command out"
                ));
            }
        }
        if let Some(said) = said_old(project, declared, policy) {
            draft = draft
                .related(said, "the policy is asked for in its OLD form")
                .help(format!("take `cmake_policy(SET {policy} OLD)` out, or give the value as a cache entry"));
        } else if let Some(stated) = discarded.stated_at {
            draft = draft.related(stated, "this version leaves the policy unset");
        }
        sink.report(draft);
    }
}

/// Whether a declaration stands below a condition, and what it discards in the same file before that, without one: it is to change the
/// value, and no default for users.
fn corrects(file: &File, set: Span, declared: Span) -> bool {
    let commands = placed(file);
    let find = |span: Span| commands.iter().find(|one| one.span == span);
    let (Some(set), Some(declared)) = (find(set), find(declared)) else { return false };
    let is_plain = |one: &Placed<'_>| one.within.is_none();
    is_plain(set)
        && is_plain(declared)
        && &*declared.command.lower == "set"
        && !set.conditional
        && declared.conditional
        && set.span.start < declared.span.start
}

/// Where the file of a declaration says `cmake_policy(SET <policy> OLD)` before it.
fn said_old(project: Project<'_>, declared: Span, policy: &str) -> Option<Span> {
    let (file, at) = project.files.command_at(declared)?;
    let says = |command: &&Command| {
        let words = command.arguments.iter().filter_map(|argument| argument.template.literal());
        &*command.lower == "cmake_policy" && words.eq(["SET", policy, "OLD"])
    };
    let found = file.commands.get(..at)?.iter().rfind(says)?;
    Some(Span::new(file.id, found.range.clone()))
}

/// Whether nobody comes there whose variable of this name holds what the entry does: a value, true or false.
fn excludes_entry(conds: &Conds, cond: Cond, variable: SubjectId, entry: &str) -> bool {
    let truthy = conds.truthy(variable);
    conds.disjoint(cond, conds.defined(variable))
        || condition::is_on(entry) && conds.disjoint(cond, truthy)
        || condition::is_off(entry) && conds.implies(cond, truthy)
}

/// The values that a variable may have, where that can be told: one of several texts, or one list.
fn alternatives<'v>(model: &Model<'_>, value: &'v Value, cond: Cond) -> Vec<(Cond, String, Option<&'v Elem>)> {
    let conds = &model.facts.conds;
    if let Some(text) = whole(model, value, cond) {
        return vec![(cond, text, value.elems.first())];
    }
    let apart = value.elems.iter().enumerate().all(|(at, elem)| {
        let mut later = value.elems.iter().skip(at + 1);
        later.all(|other| conds.disjoint(elem.cond, other.cond))
    });
    if !apart {
        return Vec::new();
    }
    let one = |elem: &'v Elem| {
        Some((conds.and(cond, elem.cond), model.facts.texts.as_str(elem.text)?.to_owned(), Some(elem)))
    };
    value.elems.iter().filter_map(one).collect()
}

/// The text of a value that is the same wherever `cond` holds.
fn whole(model: &Model<'_>, value: &Value, cond: Cond) -> Option<String> {
    let conds = &model.facts.conds;
    let there = |elem: &&Elem| !conds.disjoint(elem.cond, cond);
    let elems: Vec<&Elem> = value.elems.iter().filter(there).collect();
    let texts = elems.iter().map(|elem| {
        let always = conds.implies(cond, elem.cond);
        model.facts.texts.as_str(elem.text).filter(|_| always)
    });
    Some(texts.collect::<Option<Vec<_>>>()?.join(";"))
}

/// Whether both are paths that lead to one place, as text tells.
fn is_one_folder(before: &str, after: &str) -> bool {
    let is_path = |text: &str| text.starts_with('/') && !text.contains(';');
    is_path(before) && is_path(after) && normalize(Path::new(before)) == normalize(Path::new(after))
}

/// Whether both are words for yes, or both for no: who tests them sees no difference.
fn is_respelt(before: &str, after: &str) -> bool {
    condition::is_on(before) && condition::is_on(after) || condition::is_off(before) && condition::is_off(after)
}

/// The constants that `if()` takes as true (cmake-language(7)); an option holds one of two values.
fn is_on(text: &str) -> bool {
    matches!(text.to_ascii_uppercase().as_str(), "1" | "ON" | "YES" | "TRUE" | "Y")
        || text.parse::<f64>().is_ok_and(|number| number != 0.0)
}

#[cfg(test)]
mod tests {
    use super::{corrects, is_on, is_one_folder, is_respelt};
    use crate::cmake::syntax::parse;
    use crate::model::statements::placed;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn a_value_is_corrected_under_a_condition() {
        let id = SourceMap::new(Sandbox::nowhere()).insert("/CMakeLists.txt".into(), b"".as_slice().into()).id();
        let is_corrected = |text: &str| {
            let file = parse(id, text.as_bytes());
            let spans: Vec<_> = placed(&file).into_iter().map(|one| one.span).collect();
            corrects(&file, spans[0], spans[1])
        };
        assert!(is_corrected("set(A_FOUND TRUE)\nif(OLD)\nset(A_FOUND FALSE CACHE BOOL \"\")\nendif()"));
        assert!(!is_corrected("set(A_FOUND TRUE)\nset(A_FOUND FALSE CACHE BOOL \"\")"));
        assert!(!is_corrected("if(OLD)\nset(A ON)\nset(A OFF CACHE BOOL \"\")\nendif()"));
        assert!(!is_corrected("set(A ON)\nif(OLD)\noption(A \"\" OFF)\nendif()"));
    }

    #[test]
    fn constants() {
        assert!(is_on("on") && is_on("2") && is_on("Y"));
        assert!(!is_on("OFF") && !is_on("0") && !is_on(""));
        assert!(is_respelt("1", "ON") && is_respelt("FALSE", "OFF"));
        assert!(!is_respelt("1", "OFF") && !is_respelt("2", "3"));
    }

    #[test]
    fn spellings_of_a_folder() {
        assert!(is_one_folder("/gauge/examples/..", "/gauge") && is_one_folder("/gauge/", "/gauge"));
        assert!(!is_one_folder("/gauge/examples", "/gauge") && !is_one_folder("a/..", "."));
    }
}
