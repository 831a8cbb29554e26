//! A default for GPU architectures that comes after the language was enabled, or a package was found, which gives them a value.
use std::path::Path;

use crate::cmake::eval::facts::Facts;
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cmake::eval::value::Origin;
use crate::cmake::syntax::{Block, Command, File, Statement};
use crate::cond::Cond;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// What gives a variable its value.
#[derive(Clone, Copy)]
enum Setter {
    /// Enabling a language, by the policy that brought it.
    Language(&'static str, Option<(u32, Version)>),
    /// The configuration of a package, which makes an entry of the cache, with those whose configurations look for that one.
    Package(&'static [&'static str]),
}

type Set = (&'static str, Setter);

/// HIP, and libraries of `ROCm` whose configurations look for it (`rocm_export_targets(… DEPENDS PACKAGE hip)`).
const HIP: &[&str] = &["hip", "miopen", "rocblas", "rocfft", "rocprim", "rocsolver", "rocsparse"];

/// Variables that enabling a language sets (cmake-variables(7)), and entries of the cache that a package's configuration makes (`hip-config.cmake`
/// of HIP, since 3.8: `set(AMDGPU_TARGETS … CACHE STRING …)`, `set(GPU_TARGETS … CACHE STRING …)`).
const SET: &[Set] = &[
    ("CMAKE_CUDA_ARCHITECTURES", Setter::Language("CUDA", Some((104, Version(3, 18, 0))))),
    ("CMAKE_HIP_ARCHITECTURES", Setter::Language("HIP", None)),
    ("AMDGPU_TARGETS", Setter::Package(HIP)),
    ("GPU_TARGETS", Setter::Package(HIP)),
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let said: Vec<Set> = SET.iter().copied().filter(|(variable, _)| cx.facts.build_says(&[variable])).collect();
    if said.is_empty() {
        return;
    }
    for file in project.evaluated() {
        for &one in &said {
            let mut found = Vec::new();
            defaults(&file, &file.body, one.0, &mut found);
            if matches!(one.1, Setter::Package(_)) {
                let asked: Vec<u32> = found.iter().map(|(_, set)| set.range.start).collect();
                let entries = file.commands.iter().filter(|command| makes_entry(command, one.0));
                found.extend(entries.filter(|set| !asked.contains(&set.range.start)).map(|set| (set, set)));
            }
            for (test, set) in found {
                look(project, &file, one, test, set, sink);
            }
        }
    }
}

/// `set(variable … CACHE …)`, which leaves an entry alone that is there.
fn makes_entry(command: &Command, variable: &str) -> bool {
    let mut words = command.arguments.iter().map(|argument| argument.template.literal());
    let is_of = &*command.lower == "set" && words.next() == Some(Some(variable));
    let words: Vec<&str> = if is_of { words.flatten().collect() } else { Vec::new() };
    words.contains(&"CACHE") && !words.contains(&"FORCE") && !words.contains(&"INTERNAL")
}

/// `if(NOT DEFINED variable)` with a `set()` of it inside.
fn defaults<'f>(file: &'f File, block: &Block, variable: &str, out: &mut Vec<(&'f Command, &'f Command)>) {
    for statement in block {
        match statement {
            Statement::Command(_) => {}
            Statement::If { branches, otherwise, .. } => {
                for (head, inner) in branches {
                    let test = &file.commands[head.0 as usize];
                    if asks(test, variable) {
                        out.extend(sets(file, inner, variable).map(|set| (test, set)));
                    }
                    defaults(file, inner, variable, out);
                }
                if let Some((_, inner)) = otherwise {
                    defaults(file, inner, variable, out);
                }
            }
            Statement::Enclosed { body, .. } => defaults(file, body, variable, out),
        }
    }
}

fn asks(test: &Command, variable: &str) -> bool {
    let words: Vec<Option<&str>> = test.arguments.iter().map(|argument| argument.template.literal()).collect();
    match words.as_slice() {
        [Some("NOT"), Some("DEFINED"), Some(name)] | [Some("NOT"), Some(name)] => *name == variable,
        _ => false,
    }
}

fn sets<'f>(file: &'f File, block: &Block, variable: &str) -> Option<&'f Command> {
    block.iter().find_map(|statement| {
        let Statement::Command(id) = statement else { return None };
        let command = &file.commands[id.0 as usize];
        let first = command.arguments.first().and_then(|argument| argument.template.literal());
        (&*command.lower == "set" && first == Some(variable) && command.arguments.len() > 1).then_some(command)
    })
}

fn look(project: Project<'_>, file: &File, (variable, setter): Set, test: &Command, set: &Command, sink: &mut Sink) {
    let model = project.model;
    let (facts, conds) = (model.facts, &model.facts.conds);
    let at = Span::new(file.id, set.range.clone());
    // The first of all commands that make an entry of the cache.
    let declared = || {
        let entry = facts.cache.get(variable).filter(|entry| model.span(entry.origin) == Some(at));
        entry.filter(|_| matches!(setter, Setter::Package(_))).map(|entry| entry.declared)
    };
    let assigned = facts.assigned.get(&at).map(|ran| conds.any(ran.iter().copied()));
    let Some(ran) = assigned.or_else(declared) else { return };
    let Some((enabled, at)) = set_before(project, facts, setter, file, test) else { return };
    // Where it is enabled on all ways that lead here, the value is there.
    if !ran.is_possible()
        || !conds.implies(ran, enabled)
        || has_default_before(project, variable, file, at)
        || is_replaced_before(file, variable, test, &at)
    {
        return;
    }
    let policy = match setter {
        Setter::Language(_, policy) => policy,
        Setter::Package(_) => None,
    };
    let new = policy.is_none_or(|(number, since)| {
        let mut of_targets = model.built_targets().flat_map(|id| model.definitions_of(id)).peekable();
        of_targets.peek().is_some() && of_targets.all(|one| one.policies.state(number, since) == PolicyState::New)
    });
    if !new {
        return;
    }
    // Whatever users gave for it: the test of the variable is what goes wrong.
    let own = conds.subjects(ran).into_iter().filter(|subject| &*conds.subject_info(*subject).name == variable);
    let ran = own.fold(ran, |ran, subject| conds.exists_subject(ran, subject));
    // The value of a user is kept, and `OFF` is one.
    let (label, used) = match test.arguments.len() {
        _ if test.range == set.range => ("the entry is there by now", "never used"),
        2 => ("true only for OFF: it has a value by now", "used only in place of a user's OFF"),
        _ => ("never true: it has a value by now", "never used"),
    };
    let place = Place::new(Span::new(file.id, test.range.clone()), label);
    let draft = Draft::new(ran, place).named("variable", variable).value("used", used);
    let draft = match setter {
        Setter::Language(language, _) => draft
            .related(at, format!("enables {language}, which sets it"))
            .value("reason", format!("enabling {language} set it to what the compiler takes")),
        Setter::Package(packages) => draft
            .related(at, "makes the entry")
            .value(
                "reason",
                format!(
                    "the configuration of `{}` makes an entry of the cache of that name",
                    packages.first().copied().unwrap_or_default()
                ),
            )
            .help("move the default before this search for a package"),
    };
    sink.report(if test.range == set.range {
        draft
    } else {
        draft.related(Span::new(file.id, set.range.clone()), "the default of the project")
    });
}

/// Whether the file takes the value away before it asks for it, or puts another one in its place, which may be empty.
fn is_replaced_before(file: &File, variable: &str, test: &Command, enabled: &Span) -> bool {
    let before = file.commands.iter().take_while(|command| command.range.end <= test.range.start);
    let behind = before.filter(|command| enabled.file != file.id || command.range.start >= enabled.end);
    let mut writes = behind.filter(|command| matches!(&*command.lower, "set" | "unset"));
    writes.any(|command| command.arguments.first().and_then(|first| first.template.literal()) == Some(variable))
}

/// Whether the project gives the variable a value before the language is enabled, in some configuration: what comes later is for the
/// others.
fn has_default_before(project: Project<'_>, variable: &str, file: &File, enabled: Span) -> bool {
    let facts = project.model.facts;
    let files = project.files.sources();
    project.evaluated().any(|other| {
        let source = files.get(other.id);
        let path = source.path();
        let is_before = |place: &Span| {
            let entered = || entered_from_top(project, facts, path).filter(|entered| entered.file == enabled.file);
            if place.file == enabled.file {
                place.end <= enabled.start
            } else {
                other.id != file.id && entered().is_none_or(|entered| entered.end <= enabled.start)
            }
        };
        other.commands.iter().any(|command| {
            let words: Vec<Option<&str>> = command.arguments.iter().map(|one| one.template.literal()).collect();
            let gives = &*command.lower == "set" && words.first() == Some(&Some(variable)) && words.len() > 1;
            let place = Span::new(other.id, command.range.clone());
            // What is kept in the cache is given whenever nobody says otherwise.
            let cached = words.contains(&Some("CACHE"));
            let ran = || facts.assigned.get(&place).is_some_and(|ran| ran.iter().any(|one| one.is_possible()));
            gives && is_before(&place) && (cached || ran())
        })
    })
}

/// When a language is enabled, or a package looked for, by a command that runs before a test: one above it in the same file, or for a file of another folder
/// one of the top file above the `add_subdirectory()` that leads to it.
fn set_before(
    project: Project<'_>,
    facts: &Facts,
    setter: Setter,
    file: &File,
    test: &Command,
) -> Option<(Cond, Span)> {
    let conds = &facts.conds;
    let top = facts.source_dir.join("CMakeLists.txt");
    let path = project.files.sources().get(file.id).path().to_path_buf();
    let entered = if path == top { None } else { entered_from_top(project, facts, &path) };
    let mut found: Option<(Cond, Span)> = None;
    let commands: Vec<(Origin, Cond)> = match setter {
        Setter::Language(language, _) => {
            facts.enabled.iter().filter(|one| &*one.language == language).map(|one| (one.origin, one.cond)).collect()
        }
        Setter::Package(packages) => {
            let is_one = |name: &str| packages.contains(&name);
            let of_package = facts.packages.iter().filter(|one| facts.texts.as_str(one.name).is_some_and(is_one));
            of_package.map(|one| (one.origin, one.cond)).collect()
        }
    };
    for (origin, when) in commands {
        let Some(span) = project.model.span(origin) else { continue };
        let above = span.file == file.id && span.end <= test.range.start;
        let in_top = entered.is_some_and(|entered| span.file == entered.file && span.end <= entered.start);
        if above || in_top {
            found = Some(match found {
                Some((cond, first)) => (conds.or(cond, when), first),
                None => (when, span),
            });
        }
    }
    found
}

/// The first command of the top file by which a folder with this list is entered; None where a way to it starts elsewhere.
fn entered_from_top(project: Project<'_>, facts: &Facts, list: &Path) -> Option<Span> {
    let top = facts.source_dir.join("CMakeLists.txt");
    let mut first: Option<Span> = None;
    for directory in facts.directories.iter().filter(|one| one.source.join("CMakeLists.txt") == list) {
        let mut below = directory;
        while let Some(parent) =
            facts.directories.get(below.parent?.0 as usize).filter(|parent| parent.parent.is_some())
        {
            below = parent;
        }
        let span = project.model.span(below.origin)?;
        if project.files.sources().get(span.file).path() != top {
            return None;
        }
        first = Some(first.filter(|one| one.start <= span.start).unwrap_or(span));
    }
    first
}
