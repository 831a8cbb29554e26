//! An option that users set and that has no effect in some configuration.
use std::cell::OnceCell;
use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::cmake::eval::facts::{Override, OverrideKind};
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::eval::value::Value;
use crate::cmake::lang::condition::constant;
use crate::cmake::syntax::{Command, Part, Template};
use crate::cond::{Cond, Conds, SubjectId, SubjectKind};
use crate::model::branches::{self, BranchSet, Branching};
use crate::model::flow::{self, Flow};
use crate::source::{FileId, Span};

use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    replaced_in_a_branch(project, sink);
    written_over(project, sink);
}

/// One option decides between the user's value and another one of the same nature.
fn replaced_in_a_branch(project: Project<'_>, sink: &mut Sink) {
    let facts = project.model.facts;
    let mut seen = BTreeSet::new();
    for evaluated in &facts.files {
        if !seen.insert(&evaluated.path) {
            continue;
        }
        let Ok(file) = project.files.parse(&evaluated.path) else { continue };
        let mut found: Vec<Replaced> = Vec::new();
        for branching in branches::branchings(&file) {
            for set in &branching.sets {
                ignored_in(project, &branching, set, &mut found);
            }
        }
        report_replaced(project, found, sink);
    }
}

/// An assignment that takes another value than the user's.
struct Replaced {
    here: BranchSet,
    other: Span,
    option: String,
    cond: Cond,
    decisive: Vec<String>,
    /// The names that its own `if` tests.
    tested: BTreeSet<String>,
}

impl Replaced {
    /// Whether it is the same decision, written once more: perhaps where fewer configurations come to it.
    fn repeats(&self, first: &Self, conds: &Conds) -> bool {
        self.option == first.option
            && self.tested == first.tested
            && self.here.variable == first.here.variable
            && self.here.refers == first.here.refers
            && self.here.literal == first.here.literal
            && (conds.implies(self.cond, first.cond) || conds.implies(first.cond, self.cond))
    }
}

/// One finding for a decision, however often it is written.
fn report_replaced(project: Project<'_>, found: Vec<Replaced>, sink: &mut Sink) {
    let conds = &project.model.facts.conds;
    let mut groups: Vec<Vec<Replaced>> = Vec::new();
    for one in found {
        match groups.iter_mut().find(|group| group.first().is_some_and(|first| one.repeats(first, conds))) {
            // The one that most configurations come to stands for all.
            Some(group) if group.first().is_some_and(|first| !conds.implies(one.cond, first.cond)) => {
                group.insert(0, one);
            }
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    for group in groups {
        if let Some((first, again)) = group.split_first() {
            report_branch(project, first, again, sink);
        }
    }
}

/// The user's inputs that another branch takes and this one does not.
fn ignored_in(project: Project<'_>, branching: &Branching, here: &BranchSet, out: &mut Vec<Replaced>) {
    let siblings = branching.sets.iter().filter(|s| s.variable == here.variable && s.branch != here.branch);
    for other in siblings {
        let Some(option) = lone(&other.refers).filter(|o| !here.refers.contains(*o)) else { continue };
        let tested = &branching.tests[here.branch.max(other.branch)];
        let own_default = here.variable == *option || here.refers.contains(&here.variable);
        // What users give under another name is their choice, too.
        if here.refers.iter().any(|name| offered(project, name)) {
            continue;
        }
        if own_default || tested.contains(option) || !offered(project, option) || !alike(project, here, option) {
            continue;
        }
        let Some(ran) = project.model.facts.assigned.get(&here.span) else { continue };
        let conds = &project.model.facts.conds;
        let cond = conds.any(ran.iter().copied());
        // Where it is not declared, nobody is told to set it.
        if project.model.facts.cache.get(option.as_str()).is_some_and(|entry| conds.disjoint(entry.declared, cond)) {
            continue;
        }
        // What builds for another machine needs, such as a tool of this one, plain builds make themselves.
        if branching.own.contains("CMAKE_CROSSCOMPILING") {
            continue;
        }
        let Some(decisive) = decided_by_options(project, cond, option) else { continue };
        let (tested, option) = (branching.own.clone(), option.clone());
        out.push(Replaced { here: here.clone(), other: other.span, option, cond, decisive, tested });
    }
}

fn lone(names: &BTreeSet<String>) -> Option<&String> {
    if names.len() == 1 { names.first() } else { None }
}

/// Whether users are meant to set a name: declared in the cache for them. A name that is read and never set may be what a
/// search or CMake itself defines.
fn offered(project: Project<'_>, name: &str) -> bool {
    let entry = project.model.facts.cache.get(name).filter(|_| !is_answer(name));
    entry.is_some_and(|entry| !matches!(&*entry.kind, "INTERNAL" | "STATIC"))
}

/// Names of answers: checks and searches set them (CheckIncludeFile; "Standard Variable Names" of cmake-developer(7), which
/// says of these that they should not be cache entries).
fn is_answer(name: &str) -> bool {
    const ENDS: &[&str] =
        &["_FOUND", "_INCLUDE_DIRS", "_LIBRARIES", "_DEFINITIONS", "_LIBRARY_DIRS", "_RUNTIME_LIBRARY_DIRS"];
    ["CMAKE_", "HAVE_"].iter().any(|start| name.starts_with(start)) || ENDS.iter().any(|end| name.ends_with(end))
}

/// Whether the other value is of the same nature as the user's: the declared default itself, or a name made of the
/// same words and more (`DEFAULT_X` for `X`).
fn alike(project: Project<'_>, set: &BranchSet, option: &str) -> bool {
    let words = |name: &str| -> BTreeSet<String> { name.split('_').map(str::to_uppercase).collect() };
    let wanted = words(option);
    if set.refers.iter().any(|name| name != option && wanted.is_subset(&words(name))) {
        return true;
    }
    let facts = project.model.facts;
    let default = facts.cache.get(option).and_then(|e| e.default).and_then(|d| facts.texts.as_str(d));
    // Yes and no are no default list: what decides by another option there is a choice of the project.
    matches!((default, &set.literal), (Some(default), Some(literal)) if constant(default).is_none() && default == literal)
}

/// The options that decide, when nothing else does: not the option itself, no search, no check, no platform alone.
fn decided_by_options(project: Project<'_>, cond: Cond, option: &str) -> Option<Vec<String>> {
    let conds = &project.model.facts.conds;
    let mut names = Vec::new();
    for subject in conds.subjects(cond) {
        let info = conds.subject_info(subject);
        match info.kind {
            SubjectKind::Option | SubjectKind::Input if info.name == option => return None,
            SubjectKind::Option | SubjectKind::Input => names.push(info.name.clone()),
            _ => {}
        }
    }
    (!names.is_empty() && !cond.is_false()).then_some(names)
}

fn report_branch(project: Project<'_>, first: &Replaced, again: &[Replaced], sink: &mut Sink) {
    let Replaced { here, other, option, cond, decisive, .. } = first;
    let taken =
        here.refers.first().map_or_else(|| here.literal.clone().unwrap_or_default(), |name| format!("${{{name}}}"));
    let mut why = format!("`{}` takes `{taken}` instead", here.variable);
    let effect = Effect::of(project, option, *cond);
    if let Some(rest) = effect.sentence(option) {
        why.push_str(&rest);
    }
    let mut draft = Draft::new(*cond, Place::new(here.span, format!("`{taken}` whatever the user gave")))
        .named("option", option)
        .value("why", why)
        .related(*other, format!("the other branch takes `${{{option}}}`"))
        .confidence(if effect.lost { Confidence::Proved } else { Confidence::Likely });
    for name in decisive {
        draft = draft.subject(name);
    }
    for one in again {
        draft = draft.related(one.here.span, "again here");
    }
    if let Some(span) = declaration(project, option) {
        draft = draft.related(span, format!("`{option}` is offered to users"));
    }
    sink.report(draft);
}

/// Where an input is declared.
fn declaration(project: Project<'_>, option: &str) -> Option<Span> {
    let facts = project.model.facts;
    facts.cache.get(option).and_then(|entry| facts.places.get(entry.origin)).map(|place| place.span)
}

/// What depends on an option in the configurations of the finding, and what does in others only.
struct Effect {
    /// Some sources follow it elsewhere and not here.
    lost: bool,
    /// Compile definitions follow it here too.
    definitions: bool,
}

impl Effect {
    fn of(project: Project<'_>, option: &str, cond: Cond) -> Self {
        let facts = project.model.facts;
        let subject = facts.texts.find_symbol(SymbolKind::Input, option).map(|s| facts.texts.info(s).subject);
        let Some(subject) = subject else { return Self { lost: false, definitions: false } };
        let looks = Looks { project, subject, cond };
        let sources = facts.targets.values().filter_map(|t| t.properties.get("SOURCES"));
        let definitions = facts
            .targets
            .values()
            .filter_map(|t| t.properties.get("COMPILE_DEFINITIONS"))
            .chain(facts.directories.iter().filter_map(|d| d.properties.get("COMPILE_DEFINITIONS")));
        Self {
            lost: looks.any(sources, |here, elsewhere| elsewhere && !here),
            definitions: looks.any(definitions, |here, _| here),
        }
    }

    fn sentence(&self, option: &str) -> Option<String> {
        match (self.lost, self.definitions) {
            (true, true) => Some(format!("; sources no longer follow `{option}`, while compile definitions still do")),
            (true, false) => Some(format!("; sources no longer follow `{option}`")),
            (false, _) => None,
        }
    }
}

/// Looks for dependence on an input.
struct Looks<'a> {
    project: Project<'a>,
    subject: SubjectId,
    cond: Cond,
}

impl Looks<'_> {
    /// Whether an element is as wanted, by whether it depends on the subject inside the condition and outside of it.
    fn any<'v>(&self, values: impl Iterator<Item = &'v Value>, wanted: impl Fn(bool, bool) -> bool) -> bool {
        let conds = &self.project.model.facts.conds;
        let outside = conds.not(self.cond);
        let mut known: BTreeSet<Cond> = BTreeSet::new();
        values.flat_map(|value| value.elems.iter()).any(|elem| {
            if !known.insert(elem.cond) || !conds.depends_on_subject(elem.cond, self.subject) {
                return false;
            }
            let depends = |under: Cond| conds.depends_on_subject(conds.given(elem.cond, under), self.subject);
            // What is never there in the configurations of the finding follows nothing in them.
            let there = !conds.disjoint(elem.cond, self.cond);
            there && wanted(depends(self.cond), depends(outside))
        })
    }
}

/// A plain or forced `set()` over what the user gave.
fn written_over(project: Project<'_>, sink: &mut Sink) {
    let facts = project.model.facts;
    let mut found: IndexMap<(&str, FileId), Vec<Written<'_>>> = IndexMap::new();
    let flow = OnceCell::new();
    for over in &facts.overrides {
        let Some(entry) = facts.cache.get(&over.name) else { continue };
        if over.local
            || over.kind == OverrideKind::UnsetCache
            || facts.conds.disjoint(entry.declared, over.cond)
            || is_answer(&over.name)
            || matches!(&*entry.kind, "INTERNAL" | "STATIC")
            || facts.overrides.iter().any(|o| o.name == over.name && mentions(project, &o.value, &over.name))
            || !decided_from_outside(project, over)
        {
            continue;
        }
        let own = facts.places.get(over.origin).map(|p| p.span);
        let declared_here = facts.places.get(entry.origin).map(|p| p.span) == own;
        // Where nothing else declares it, nobody is told to set it; what its own help text says, users know.
        let elsewhere = !entry.offered.is_false() && facts.conds.disjoint(entry.offered, over.cond);
        if elsewhere || own.is_some_and(|own| help_says_so(project, over, own) || announced(project, &over.name, own)) {
            continue;
        }
        // Declared by a forced write only, the entry is the project's own: users are told of it where another option decides about the write.
        let forced = facts.overrides.iter().any(|one| one.kind == OverrideKind::Force && one.origin == entry.origin);
        let chosen = is_literal(project, own)
            || conds_of_options(project, over.cond) && is_read_elsewhere(project, &over.name, over.origin);
        let lone_force = over.kind == OverrideKind::Force
            && !in_find_module(project, own)
            && declared_here
            && !entry.help.is_empty()
            && chosen
            && is_read_below(project, over)
            && !settled(project, over);
        if !(over.declared && !forced || lone_force)
            || !same_project(project, over, entry.origin)
            || !is_read(project, &over.name)
        {
            continue;
        }
        let Some(span) = own else { continue };
        if follows_the_user(project, flow.get_or_init(|| flow_of(project)), over, span) {
            continue;
        }
        // What only FORCE declares, and in some branch only, is mostly the project's own: unless its own words speak of it.
        let told = speaks_of_default(&entry.help) || is_told_of(project, &over.name, span);
        let own_entry =
            lone_force && forced && !over.cond.is_true() && !told || is_asked_to_bring(project, &over.name, over.cond);
        found.entry((&*over.name, span.file)).or_default().push(Written { over, span, declared_here, own_entry });
    }
    for group in found.values() {
        report_overrides(project, group, sink);
    }
}

/// Whether the help text of a write names an option that decides about it.
fn help_says_so(project: Project<'_>, over: &Override, write: Span) -> bool {
    let path = project.files.sources().get(write.file).path().to_path_buf();
    let Ok(file) = project.files.parse(&path) else { return false };
    let command = file.commands.iter().find(|command| Span::new(file.id, command.range.clone()) == write);
    let help = command.and_then(|command| {
        let at = command.arguments.iter().position(|a| a.template.literal() == Some("CACHE"))?;
        command.arguments.get(at + 2)?.template.literal()
    });
    let conds = &project.model.facts.conds;
    help.is_some_and(|help| {
        let mut words = help.split(|c: char| !c.is_alphanumeric() && c != '_');
        let subjects = conds.subjects(over.cond);
        let deciding: BTreeSet<String> = subjects.into_iter().map(|s| conds.subject_info(s).name.clone()).collect();
        let formula = conds.formula(over.cond).to_lowercase();
        let chosen = |word: &str| word.len() > 3 && formula.contains(&format!("\"{}\"", word.to_lowercase()));
        words.any(|word| deciding.contains(word) || chosen(word))
    })
}

/// Whether a warning beside a write names the option: who sets it is told.
fn announced(project: Project<'_>, name: &str, write: Span) -> bool {
    const TOLD: &[&str] = &["WARNING", "AUTHOR_WARNING", "DEPRECATION", "NOTICE", "SEND_ERROR"];
    let path = project.files.sources().get(write.file).path().to_path_buf();
    let Ok(file) = project.files.parse(&path) else { return false };
    let Some(at) = file.commands.iter().position(|one| Span::new(file.id, one.range.clone()) == write) else {
        return false;
    };
    let plain = |one: &&Command| !is_boundary(&one.lower);
    let (before, after) = file.commands.split_at(at);
    // A warning may stand in a condition of its own, just before the write.
    let just_before = before.iter().rev().take(BESIDE);
    let beside = before.iter().rev().take_while(plain).chain(after.iter().take_while(plain));
    beside.chain(just_before).any(|one| {
        let mode = one.arguments.first().and_then(|first| first.template.literal());
        &*one.lower == "message"
            && mode.is_some_and(|mode| TOLD.contains(&mode))
            && one.arguments.iter().skip(1).any(|text| has_word(&text.template, name))
    })
}

/// Commands before a write that still stand beside it.
const BESIDE: usize = 4;

/// Whether the plain parts of a text hold a name as a word.
fn has_word(text: &Template, name: &str) -> bool {
    let plain = text.0.iter().filter_map(|part| match part {
        Part::Literal(text) => Some(text),
        Part::Reference(..) => None,
    });
    plain.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_')).any(|word| word == name)
}

/// Whether a command begins or ends a block.
fn is_boundary(command: &str) -> bool {
    ["if", "else", "while", "for", "function", "macro", "block"]
        .iter()
        .any(|word| command.strip_prefix("end").unwrap_or(command).starts_with(word))
}

/// Whether a find module writes its result.
fn in_find_module(project: Project<'_>, write: Option<Span>) -> bool {
    let file = write.map(|write| project.files.sources().get(write.file));
    let name = file.as_ref().and_then(|file| file.path().file_name()?.to_str());
    name.is_some_and(|name| name.starts_with("Find") && name.ends_with(".cmake"))
}

/// Whether several forced writes settle the value whatever options say: the project's own result, branch by branch.
fn settled(project: Project<'_>, over: &Override) -> bool {
    let facts = project.model.facts;
    let forced = facts.overrides.iter().filter(|one| one.kind == OverrideKind::Force && one.name == over.name);
    let whens: Vec<Cond> = forced.map(|one| one.cond).collect();
    let several = whens.len() > 1;
    several && !conds_of_options(project, facts.conds.any(whens))
}

/// A write over what the user gave.
struct Written<'o> {
    over: &'o Override,
    span: Span,
    declared_here: bool,
    /// Nothing but the write itself tells users of it.
    own_entry: bool,
}

/// Whether only an option that has the project bring something writes the place of that very thing (`BUILD_FOO` for `FOO_DIR`): who gives
/// both asks for two things at once.
fn is_asked_to_bring(project: Project<'_>, name: &str, cond: Cond) -> bool {
    const BRINGS: &[&str] = &["BUILD", "BUILTIN", "BUNDLED", "DOWNLOAD", "EMBEDDED", "FETCH", "INTERNAL", "VENDORED"];
    const ENDS: &[&str] = &["DIR", "FOLDER", "INCLUDE", "INCLUDES", "LIB", "LIBRARY", "LIBRARIES", "PATH", "PREFIX", "ROOT"];
    let words = |name: &str| -> BTreeSet<String> { name.split('_').map(str::to_uppercase).collect() };
    let thing: BTreeSet<String> = words(name).into_iter().filter(|word| !ENDS.contains(&word.as_str())).collect();
    let conds = &project.model.facts.conds;
    !thing.is_empty()
        && conds.subjects(cond).into_iter().any(|subject| {
            let option = words(&conds.subject_info(subject).name);
            let brings = BRINGS.iter().any(|word| option.contains(*word));
            brings && thing.is_subset(&option) && conds.implies(cond, conds.truthy(subject))
        })
}

/// Whether a help text says what holds where users say nothing.
fn speaks_of_default(help: &str) -> bool {
    let help = help.to_lowercase();
    ["default is", "default:", "defaults to", "(default"].iter().any(|word| help.contains(word))
}

/// Whether a comment of the file that writes names the option: users are told of it.
fn is_told_of(project: Project<'_>, name: &str, write: Span) -> bool {
    let source = project.files.sources().get(write.file);
    let comments = source.bytes().split(|byte| *byte == b'\n').filter_map(|line| {
        let at = memchr::memchr(b'#', line)?;
        line.get(at..)
    });
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    comments
        .filter(|line| memchr::memmem::find(line, name.as_bytes()).is_some())
        .any(|line| String::from_utf8_lossy(line).split(|c| !is_word(c)).any(|word| word == name))
}

/// Whether a value is made from the variable itself (an extension, a restored copy).
fn mentions(project: Project<'_>, value: &Value, name: &str) -> bool {
    let texts = &project.model.facts.texts;
    let shown = format!("${{{name}}}");
    value.elems.iter().any(|elem| {
        texts.symbols_in(elem.text).iter().any(|&s| {
            let info = texts.info(s);
            &*info.name == name || info.name.contains(&shown)
        })
    })
}

/// Whether what is written is what the user gave: filtered, completed, or under another name that is offered, too.
fn follows_the_user(project: Project<'_>, flow: &Flow, over: &Override, write: Span) -> bool {
    let path = project.files.sources().get(write.file).path().to_path_buf();
    let Ok(file) = project.files.parse(&path) else { return true };
    let Some(command) = file.commands.iter().find(|command| Span::new(file.id, command.range.clone()) == write) else {
        return true;
    };
    // A helper for many options: which one is whose, its callers say.
    if command.arguments.first().is_some_and(|name| name.template.literal().is_none()) {
        return true;
    }
    // What the branch asks is asked whatever the condition says of it: the value itself, or another name that was given instead.
    let around = branches::around(&file, write.start);
    let undeclared = |name: &String| !project.model.facts.cache.contains_key(name.as_str());
    if around.tested.contains(&*over.name) || around.given.iter().any(undeclared) {
        return true;
    }
    let read = flow::read_by(command);
    let reached = flow.reached(&over.name);
    let conds = &project.model.facts.conds;
    let tested: BTreeSet<String> =
        conds.subjects(over.cond).into_iter().map(|subject| conds.subject_info(subject).name.clone()).collect();
    read.iter().any(|from| reached.contains(from.as_str()) || tested.contains(from) || offered(project, from))
}

/// What may be made from what in the whole project.
fn flow_of(project: Project<'_>) -> Flow {
    let mut flow = Flow::default();
    let mut seen = BTreeSet::new();
    for evaluated in &project.model.facts.files {
        if let Some(file) = seen.insert(&evaluated.path).then(|| project.files.parse(&evaluated.path).ok()).flatten() {
            flow.add(&file);
        }
    }
    flow
}

/// Whether only other options and the platform decide about the write: a test of the name itself makes it a default,
/// and a search or check is a reason.
fn decided_from_outside(project: Project<'_>, over: &Override) -> bool {
    let conds = &project.model.facts.conds;
    conds.subjects(over.cond).into_iter().all(|subject| {
        let info = conds.subject_info(subject);
        match info.kind {
            // An entry of type INTERNAL is the project's own memory of an earlier run.
            SubjectKind::Option | SubjectKind::Input => {
                let entry = project.model.facts.cache.get(info.name.as_str());
                info.name != *over.name && entry.is_none_or(|entry| &*entry.kind != "INTERNAL")
            }
            SubjectKind::Platform => true,
            _ => false,
        }
    })
}

/// Whether the write stands beside or below the declaration, so that it is not a setting for a vendored subproject.
fn same_project(project: Project<'_>, over: &Override, declared: crate::cmake::eval::value::Origin) -> bool {
    let facts = project.model.facts;
    let folder = |origin| {
        let place = facts.places.get(origin)?;
        let file = project.files.sources().get(place.span.file);
        file.path().parent().map(std::path::Path::to_path_buf)
    };
    match (folder(over.origin), folder(declared)) {
        (Some(write), Some(declaration)) => write.starts_with(declaration),
        _ => false,
    }
}

/// Whether what a command writes is stated there, and not put together from other variables.
fn is_literal(project: Project<'_>, write: Option<Span>) -> bool {
    let Some(write) = write else { return false };
    let path = project.files.sources().get(write.file).path().to_path_buf();
    let Ok(file) = project.files.parse(&path) else { return false };
    let command = file.commands.iter().find(|command| Span::new(file.id, command.range.clone()) == write);
    // A part of the build that is handed to another part is no value for users to choose.
    let own = |command: &Command| {
        let mut texts = command.arguments.iter().filter_map(|argument| argument.template.literal());
        texts.any(|text| text.contains("$<TARGET_"))
    };
    command.is_some_and(|command| flow::read_by(command).is_empty() && !own(command))
}

/// Whether an option or a setting has a say in a condition.
fn conds_of_options(project: Project<'_>, cond: Cond) -> bool {
    let conds = &project.model.facts.conds;
    let kinds = [SubjectKind::Option, SubjectKind::Input];
    // An entry that nothing offers but a forced write is what the project remembers, not what a user says.
    let remembered = |name: &str| {
        let entry = project.model.facts.cache.get(name);
        entry.is_some_and(|entry| entry.offered.is_false() && !entry.declared.is_false())
    };
    conds.subjects(cond).into_iter().any(|subject| {
        let info = conds.subject_info(subject);
        kinds.contains(&info.kind) && !remembered(&info.name)
    })
}

/// Whether another file than the one that writes reads the name.
fn is_read_elsewhere(project: Project<'_>, name: &str, write: crate::cmake::eval::value::Origin) -> bool {
    let facts = project.model.facts;
    let own = facts.places.get(write).map(|place| place.span.file);
    let files = facts.files.iter().filter_map(|file| project.files.parse(&file.path).ok());
    files.into_iter().any(|file| Some(file.id) != own && branches::reads(&file, name) > 0)
}

/// Whether a file below the folder of the write reads the name: what only a project elsewhere reads is set for that one.
fn is_read_below(project: Project<'_>, over: &Override) -> bool {
    let facts = project.model.facts;
    let write = facts.places.get(over.origin).map(|place| project.files.sources().get(place.span.file));
    let Some(folder) = write.as_ref().and_then(|file| file.path().parent()) else { return false };
    // A module in a folder of its own works for the whole project.
    let is_listed = facts.directories.iter().any(|directory| directory.source == *folder);
    let folder = if is_listed { folder } else { &facts.source_dir };
    let below = facts.files.iter().filter(|file| file.path.starts_with(folder));
    below.filter_map(|file| project.files.parse(&file.path).ok()).any(|file| branches::reads(&file, &over.name) > 0)
}

/// Whether the project reads the name itself.
fn is_read(project: Project<'_>, name: &str) -> bool {
    let facts = project.model.facts;
    facts.files.iter().filter_map(|f| project.files.parse(&f.path).ok()).any(|file| branches::reads(&file, name) > 0)
}

/// Where the writes happen and the option is declared, on a system that there is.
fn told_and_ignored(project: Project<'_>, group: &[&Written<'_>]) -> Option<Cond> {
    let facts = project.model.facts;
    let conds = &facts.conds;
    let declared =
        |written: &Written<'_>| facts.cache.get(&written.over.name).map_or(Cond::TRUE, |entry| entry.declared);
    let cond = conds.any(group.iter().map(|one| conds.and(one.over.cond, declared(one))).collect::<Vec<_>>());
    let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
    let usual = conds.or(platform("UNIX"), platform("WIN32"));
    (cond.is_possible() && !conds.disjoint(cond, usual)).then_some(cond)
}

/// One finding for an option and a file: the writes are mended together.
fn report_overrides(project: Project<'_>, group: &[Written<'_>], sink: &mut Sink) {
    let facts = project.model.facts;
    let conds = &facts.conds;
    let is_switch = |written: &&Written<'_>| {
        if facts.cache.get(&written.over.name).is_some_and(|entry| &*entry.kind == "BOOL") {
            return true;
        }
        let text = written.over.value.single().and_then(|text| facts.texts.as_str(text));
        text.is_some_and(|text| constant(text).is_some() || text.eq_ignore_ascii_case("none"))
            || written.over.value.defined.is_false()
    };
    // Switches that follow others are common, and mostly meant.
    let weak = |written: &&Written<'_>| is_switch(written) || written.own_entry;
    let (switches, others): (Vec<&Written<'_>>, Vec<&Written<'_>>) = group.iter().partition(weak);
    for (group, confidence) in [(others, Confidence::Likely), (switches, Confidence::Heuristic)] {
        let Some(first) = group.first() else { continue };
        let how = if first.over.kind == OverrideKind::Force { "FORCE writes over it" } else { "this `set()` hides it" };
        let Some(cond) = told_and_ignored(project, &group) else { continue };
        let mut draft = Draft::new(cond, Place::new(first.span, how))
            .named("option", &*first.over.name)
            .value("why", format!("{how} in every configuration that comes here"))
            .confidence(confidence);
        for written in group.iter().skip(1).filter(|written| written.span != first.span) {
            draft = draft.related(written.span, "and here");
        }
        for subject in conds.subjects(cond) {
            let info = conds.subject_info(subject);
            if matches!(info.kind, SubjectKind::Option | SubjectKind::Input) {
                draft = draft.subject(&info.name);
            }
        }
        if let Some(span) = declaration(project, &first.over.name).filter(|_| !first.declared_here) {
            draft = draft.related(span, format!("`{}` is offered to users", first.over.name));
        }
        sink.report(draft);
    }
}
