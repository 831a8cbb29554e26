//! A plain or forced `set()` over what the user gave.
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::by_place::follows_a_place;
use super::meant::{
    is_asked_to_bring, is_dictated, is_for_tests, is_front_end, is_of_a_choice, is_told_beside, speaks_of_another_value,
};
use super::{declaration, is_answer, offered};
use crate::cmake::eval::facts::{Override, OverrideKind};
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::eval::value::{Origin, Value};
use crate::cmake::lang::condition::constant;
use crate::cmake::syntax::{Command, File, Part, Template};
use crate::cond::{Cond, SubjectId, SubjectKind};
use crate::model::branches;
use crate::model::flow::{self, Flow};
use crate::model::mentions;
use crate::model::statements::placed;
use crate::rules::{Confidence, Draft, Place, Project, Sink, is_find_module};
use crate::source::{FileId, Span};

pub(super) fn check(project: Project<'_>, sink: &mut Sink) {
    let search = Search::new(project);
    let mut found: IndexMap<(&str, FileId), Vec<Written<'_>>> = IndexMap::new();
    for over in &project.model.facts.overrides {
        if let Some(written) = search.written(over) {
            found.entry((&*over.name, written.span.file)).or_default().push(written);
        }
    }
    for group in found.values() {
        report_overrides(project, group, sink);
    }
}

/// Whether a condition leaves out all configurations in which users give a value: a default may well be replaced.
fn nobody_gives(project: Project<'_>, name: &str, cond: Cond) -> bool {
    let facts = project.model.facts;
    let subject = facts.texts.find_symbol(SymbolKind::Input, name).map(|symbol| facts.texts.info(symbol).subject);
    subject.is_some_and(|subject| {
        facts.conds.disjoint(cond, facts.conds.defined(subject)) || is_refused(project, subject, cond)
    })
}

/// Whether the project stops wherever a condition holds and users give a value other than a word for no.
fn is_refused(project: Project<'_>, subject: SubjectId, cond: Cond) -> bool {
    let facts = project.model.facts;
    let conds = &facts.conds;
    let given = conds.and(cond, conds.truthy(subject));
    let stops = facts.forbidden.iter().map(|one| one.cond).filter(|stop| conds.depends_on_subject(*stop, subject));
    given.is_false() || stops.fold(given, |rest, stop| conds.diff(rest, stop)).is_false()
}

/// Whether something happens only where the front end of a package configures.
fn is_by_frontend(project: Project<'_>, cond: Cond) -> bool {
    let conds = &project.model.facts.conds;
    let mut subjects = conds.subjects(cond).into_iter();
    subjects.any(|one| is_front_end(project, &conds.subject_info(one).name) && conds.implies(cond, conds.defined(one)))
}

/// A write over what the user gave.
struct Written<'o> {
    over: &'o Override,
    span: Span,
    declared_here: bool,
    /// Nothing but the write itself tells users of it.
    own_entry: bool,
}

/// What is asked for each write, looked up once.
struct Search<'a> {
    project: Project<'a>,
    /// The writes of each name.
    writes: FxHashMap<&'a str, Vec<&'a Override>>,
    /// Where FORCE writes.
    forced: FxHashSet<Origin>,
    /// The files that were evaluated.
    files: OnceCell<Vec<Arc<File>>>,
    /// What may be made from what in the whole project.
    flow: OnceCell<Flow>,
}

impl<'a> Search<'a> {
    fn new(project: Project<'a>) -> Self {
        let mut writes: FxHashMap<&str, Vec<&Override>> = FxHashMap::default();
        let mut forced = FxHashSet::default();
        for over in &project.model.facts.overrides {
            writes.entry(&*over.name).or_default().push(over);
            if over.kind == OverrideKind::Force {
                forced.insert(over.origin);
            }
        }
        Self { project, writes, forced, files: OnceCell::new(), flow: OnceCell::new() }
    }

    fn files(&self) -> &[Arc<File>] {
        self.files.get_or_init(|| self.project.evaluated().collect())
    }

    fn flow(&self) -> &Flow {
        self.flow.get_or_init(|| {
            let mut flow = Flow::default();
            self.files().iter().for_each(|file| flow.add(file));
            flow
        })
    }

    fn writes(&self, over: &Override) -> &[&'a Override] {
        self.writes.get(&*over.name).map_or(&[], Vec::as_slice)
    }

    /// A write that takes from users what they set.
    fn written<'o>(&self, over: &'o Override) -> Option<Written<'o>> {
        let project = self.project;
        let facts = project.model.facts;
        let entry = facts.cache.get(&over.name)?;
        if over.local
            || over.kind == OverrideKind::UnsetCache
            || facts.conds.disjoint(entry.declared, over.cond)
            || nobody_gives(project, &over.name, over.cond)
            || is_answer(&over.name)
            || is_by_frontend(project, over.cond)
            || follows_a_place(project, over)
            || matches!(&*entry.kind, "INTERNAL" | "STATIC")
            || self.writes(over).iter().any(|one| mentions(project, &one.value, &over.name))
            || !decided_from_outside(project, over)
            || project.model.span(entry.origin).is_some_and(|at| is_for_toolchain(project, at))
        {
            return None;
        }
        let span = project.model.span(over.origin)?;
        if self.is_worked_out(over, span) {
            return None;
        }
        // `set(X "${X}" CACHE …)` publishes what the project found.
        if project.model.span(entry.origin).is_some_and(|at| publishes(project, at, &over.name)) {
            return None;
        }
        let declared_here = project.model.span(entry.origin) == Some(span);
        // Where nothing else declares it, nobody is told to set it; what its own help text says, users know.
        let elsewhere = !entry.offered.is_false() && facts.conds.disjoint(entry.offered, over.cond);
        let words_say = speaks_of_another_value(project, over, &entry.help) || help_says_so(project, over, span);
        if elsewhere || words_say || announced(project, &over.name, span) {
            return None;
        }
        // Declared by a forced write only, the entry is the project's own: users are told of it where another option decides about the write.
        let forced = self.forced.contains(&entry.origin);
        let lone_force = declared_here && !entry.help.is_empty() && self.is_lone_force(over, span);
        if !(over.declared && !forced || lone_force)
            || !same_project(project, over, entry.origin)
            || !self.is_read(|_| true, &over.name)
            || self.follows_the_user(over, span)
            || self.is_taken_above(over, span)
        {
            return None;
        }
        // What only FORCE declares, and in some branch only, is mostly the project's own, and so is its version: unless its own words
        // speak of it.
        let told =
            speaks_of_values(&entry.help) || is_told_of(project, &over.name, span) || offered_above(project, span);
        let told = told || lists_values(project, &over.name, span);
        let own_entry = lone_force && forced && !told && (!over.cond.is_true() || !self.is_list(over, span))
            || is_asked_to_bring(project, &over.name, over.cond)
            || is_of_a_choice(project, &over.name, span)
            || is_for_tests(project, over, span)
            || is_dictated(project, over)
            || is_told_beside(project, over, span);
        Some(Written { over, span, declared_here, own_entry })
    }

    /// Whether a command above the write in its file has taken what the user gave: one that does more than ask or copy, or one that makes
    /// a variable of it which such a command takes.
    fn is_taken_above(&self, over: &Override, write: Span) -> bool {
        const ASKING: &[&str] = &[
            "if",
            "elseif",
            "while",
            "set",
            "unset",
            "option",
            "message",
            "list",
            "string",
            "math",
            "mark_as_advanced",
            "get_filename_component",
            "cmake_path",
            "cmake_dependent_option",
            "set_property",
            "foreach",
            "file",
        ];
        let takes = |command: &Command, name: &str| {
            let mut read = BTreeSet::new();
            command.arguments.iter().for_each(|argument| branches::references(&argument.template, &mut read));
            read.contains(name)
        };
        let acts = |command: &&Command| !ASKING.contains(&&*command.lower);
        let is_used = |name: &str| {
            let mut acting = self.files().iter().flat_map(|file| &file.commands).filter(acts);
            // What nothing reads by its name is read by a name that is put together.
            acting.any(|command| takes(command, name)) || !self.is_read(|_| true, name)
        };
        let file = self.files().iter().find(|file| file.id == write.file);
        let above = file.into_iter().flat_map(|file| &file.commands).take_while(|one| one.range.end <= write.start);
        above.filter(|one| takes(one, &over.name)).any(|one| {
            let made = one.arguments.first().and_then(|first| first.template.literal());
            let made = made.filter(|made| &*one.lower == "set" && **made != *over.name);
            acts(&one) || made.is_some_and(is_used)
        })
    }

    /// Whether the branches beside the write work the value out.
    fn is_worked_out(&self, over: &Override, write: Span) -> bool {
        let file = self.files().iter().find(|file| file.id == write.file);
        file.is_some_and(|file| branches::is_worked_out_beside(file, write.start, &over.name))
    }

    /// Whether FORCE writes what is stated there, or what options choose, for files below.
    fn is_lone_force(&self, over: &Override, span: Span) -> bool {
        let project = self.project;
        let chosen = || {
            is_literal(project, span)
                || conds_of_options(project, over.cond) && self.is_read(|file| file.id != span.file, &over.name)
        };
        over.kind == OverrideKind::Force
            && !is_find_module(project.files.sources().get(span.file).path())
            && chosen()
            && self.is_read_below(over, span)
            && !self.settled(over)
    }

    /// Whether a write has several values: a choice that one would make otherwise. Files that stand beside the write are the folder's own.
    fn is_list(&self, over: &Override, span: Span) -> bool {
        let (sources, texts) = (self.project.files.sources(), &self.project.model.facts.texts);
        let file = sources.get(span.file);
        let folder = file.path().parent();
        let is_own = |name: &str| folder.is_some_and(|folder| sources.sandbox().resolve(&folder.join(name)).is_ok());
        let Some(values) = over.value.elems.iter().map(|elem| texts.as_str(elem.text)).collect::<Option<Vec<_>>>()
        else {
            return !is_version(&over.name);
        };
        let values: Vec<&str> = values.iter().flat_map(|text| text.split(';')).collect();
        values.len() > 1 && !values.into_iter().all(is_own) && !is_version(&over.name)
    }

    /// Whether one of some files of the project reads the name.
    fn is_read(&self, of: impl Fn(&File) -> bool, name: &str) -> bool {
        self.files().iter().any(|file| of(file) && branches::reads(file, name))
    }

    /// Whether a file below the folder of the write reads the name: what only a project elsewhere reads is set for that one.
    fn is_read_below(&self, over: &Override, span: Span) -> bool {
        let facts = self.project.model.facts;
        let sources = self.project.files.sources();
        let write = sources.get(span.file);
        let Some(folder) = write.path().parent() else { return false };
        // A module in a folder of its own works for the whole project.
        let is_listed = facts.directories.iter().any(|directory| directory.source == *folder);
        let folder = if is_listed { folder } else { &facts.source_dir };
        self.is_read(|file| sources.get(file.id).path().starts_with(folder), &over.name)
    }

    /// Whether several forced writes settle the value whatever options say: the project's own result, branch by branch.
    fn settled(&self, over: &Override) -> bool {
        let forced = self.writes(over).iter().filter(|one| one.kind == OverrideKind::Force);
        let whens: Vec<Cond> = forced.map(|one| one.cond).collect();
        let several = whens.len() > 1;
        several && !conds_of_options(self.project, self.project.model.facts.conds.any(whens))
    }

    /// Whether what is written is what the user gave: filtered, completed, or under another name that is offered, too.
    fn follows_the_user(&self, over: &Override, write: Span) -> bool {
        let project = self.project;
        let Some((file, at)) = project.files.command_at(write) else { return true };
        let command = &file.commands[at];
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
        let reached = self.flow().reached(&over.name);
        let conds = &project.model.facts.conds;
        let tested: BTreeSet<String> =
            conds.subjects(over.cond).into_iter().map(|subject| conds.subject_info(subject).name.clone()).collect();
        read.iter().any(|from| reached.contains(from.as_str()) || tested.contains(from) || offered(project, from))
            || read.iter().any(|from| self.is_chosen_by(from, &over.name))
    }

    /// Whether a command sets a variable in a branch that asks the option: the value follows what the user said.
    fn is_chosen_by(&self, variable: &str, option: &str) -> bool {
        self.files().iter().filter(|file| branches::reads(file, option)).flat_map(|file| placed(file)).any(|one| {
            let mut words = one.command.arguments.iter().map(|argument| argument.template.literal());
            one.tested.contains(option) && words.any(|word| word == Some(variable))
        })
    }
}

/// Whether an entry is made beside the choice of a toolchain file, or before `project()` in a file that chooses one and without a word for
/// users: that one reads it.
fn is_for_toolchain(project: Project<'_>, declaration: Span) -> bool {
    let Some((file, at)) = project.files.command_at(declaration) else { return false };
    let plain = |one: &&Command| !is_boundary(&one.lower);
    let (before, after) = file.commands.split_at(at);
    let chooses = |one: &Command| {
        let name = one.arguments.first().and_then(|name| name.template.literal());
        &*one.lower == "set" && name == Some("CMAKE_TOOLCHAIN_FILE")
    };
    let words: Vec<_> = file.commands[at].arguments.iter().map(|one| one.template.literal()).collect();
    let wordless = matches!(*words, [.., Some("CACHE"), Some(_), Some("")]);
    let early = || !before.iter().any(|one| &*one.lower == "project") && file.commands.iter().any(chooses);
    wordless && early() || before.iter().rev().take_while(plain).chain(after.iter().take_while(plain)).any(chooses)
}

/// Whether the help text of a write names an option that decides about it.
fn help_says_so(project: Project<'_>, over: &Override, write: Span) -> bool {
    let Some((file, at)) = project.files.command_at(write) else { return false };
    let arguments = &file.commands[at].arguments;
    let cache = arguments.iter().position(|argument| argument.template.literal() == Some("CACHE"));
    let help = cache.and_then(|at| arguments.get(at + 2)?.template.literal());
    let conds = &project.model.facts.conds;
    help.is_some_and(|help| {
        let mut words = help.split(|c: char| !c.is_alphanumeric() && c != '_');
        let subjects = conds.subjects(over.cond);
        let deciding: BTreeSet<String> = subjects.into_iter().map(|s| conds.subject_info(s).name.clone()).collect();
        let formula = conds.formula(over.cond).to_lowercase();
        let chosen = |word: &str| word.len() > 3 && formula.contains(&format!("\"{}\"", word.to_lowercase()));
        // "… when not building CODEC" names WITH_CODEC, too.
        let conditional = help.split_whitespace().any(|word| {
            CONDITIONAL.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().as_str())
        });
        let bare = |word: &str| conditional && deciding.iter().any(|option| thing_of(option) == Some(word));
        words.any(|word| deciding.contains(word) || chosen(word) || bare(word))
    })
}

/// Words of a help text that say when something holds.
const CONDITIONAL: &[&str] =
    &["when", "if", "unless", "without", "because", "since", "forced", "requires", "needs", "due"];

/// What an option is about: its name without the word that says what is done with it.
fn thing_of(option: &str) -> Option<&str> {
    ["WITH_", "WITHOUT_", "ENABLE_", "DISABLE_", "BUILD_", "USE_"].iter().find_map(|verb| option.strip_prefix(verb))
}

/// Whether the comment above a group of lines offers them for change.
fn offered_above(project: Project<'_>, write: Span) -> bool {
    const OFFERS: &[&str] = &["change", "default", "adjust", "customi", "edit "];
    let Some((file, at)) = project.files.command_at(write) else { return false };
    // What stands before another command is about that one.
    let other = file.commands[..at].iter().rev().find(|one| !GROUPED.contains(&&*one.lower));
    let start = other.map_or(0, |one| one.range.end) as usize;
    let source = project.files.sources().get(write.file);
    let before = source.bytes().get(start..write.start as usize).unwrap_or_default();
    let lines = before.rsplit(|byte| *byte == b'\n').skip(1).map(<[u8]>::trim_ascii);
    let comments = lines.take_while(|line| !line.is_empty()).filter(|line| line.starts_with(b"#"));
    let text = comments.map(|line| String::from_utf8_lossy(line).to_lowercase()).collect::<Vec<_>>().join(" ");
    OFFERS.iter().any(|word| text.contains(word))
}

/// Commands that stand in groups below one comment.
const GROUPED: &[&str] =
    &["set", "option", "list", "unset", "mark_as_advanced", "set_property", "cmake_dependent_option"];

/// Whether a warning beside a write names the option: who sets it is told.
fn announced(project: Project<'_>, name: &str, write: Span) -> bool {
    const TOLD: &[&str] = &["WARNING", "AUTHOR_WARNING", "DEPRECATION", "NOTICE", "SEND_ERROR"];
    let Some((file, at)) = project.files.command_at(write) else { return false };
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

/// Whether the plain parts of a text hold a name as a word, or a value, which may be more than one (`clang++`).
pub(super) fn has_word(text: &Template, name: &str) -> bool {
    text.0.iter().any(|part| match part {
        Part::Literal(text) => mentions::has_word(text.as_bytes(), name),
        Part::Reference(..) => false,
    })
}

/// Whether a command begins or ends a block.
pub(super) fn is_boundary(command: &str) -> bool {
    ["if", "else", "while", "for", "function", "macro", "block"]
        .iter()
        .any(|word| command.strip_prefix("end").unwrap_or(command).starts_with(word))
}

/// Whether a command gives a cache entry the value of the variable of the same name, which the project has set before.
fn publishes(project: Project<'_>, declaration: Span, name: &str) -> bool {
    project.files.command_at(declaration).is_some_and(|(file, at)| flow::read_by(&file.commands[at]).contains(name))
        && project.model.facts.overrides.iter().any(|over| &*over.name == name && !over.declared)
}

/// Whether a name is that of a version: the project states it, and users have no say in it.
fn is_version(name: &str) -> bool {
    name.split('_').any(|word| ["VERSION", "SOVERSION"].contains(&word.to_ascii_uppercase().as_str()))
}

/// Whether a help text says what holds where users say nothing, or which values they may give.
fn speaks_of_values(help: &str) -> bool {
    // "None of …" offers nothing.
    let help = format!(" {}", help.to_lowercase());
    let words =
        ["default is", "default:", "defaults to", "(default", "e.g.", " one of", " options are", "possible values"];
    words.iter().any(|word| help.contains(word))
}

/// Whether the file that writes lists the values that users may choose from (cmake-properties(7), STRINGS).
fn lists_values(project: Project<'_>, name: &str, write: Span) -> bool {
    let Some((file, _)) = project.files.command_at(write) else { return false };
    file.commands.iter().filter(|command| &*command.lower == "set_property").any(|command| {
        let words: Vec<&str> = command.arguments.iter().filter_map(|argument| argument.template.literal()).collect();
        // A list of one value is no choice.
        matches!(*words, ["CACHE", entry, "PROPERTY", "STRINGS", _, _, ..] if entry == name)
    })
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
        // Code that is commented out reads it.
        .filter(|line| memchr::memmem::find(line, format!("${{{name}}}").as_bytes()).is_none())
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
fn same_project(project: Project<'_>, over: &Override, declared: Origin) -> bool {
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
fn is_literal(project: Project<'_>, write: Span) -> bool {
    let Some((file, at)) = project.files.command_at(write) else { return false };
    let command = &file.commands[at];
    // A part of the build that is handed to another part is no value for users to choose.
    let own = |command: &Command| {
        let mut texts = command.arguments.iter().filter_map(|argument| argument.template.literal());
        texts.any(|text| text.contains("$<TARGET_"))
    };
    flow::read_by(command).is_empty() && !own(command)
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

/// Values that stand for nothing in the place of something.
const NOTHING: &[&str] = &["dummy", "none", "null"];

/// One finding for an option and a file: the writes are mended together.
fn report_overrides(project: Project<'_>, group: &[Written<'_>], sink: &mut Sink) {
    let facts = project.model.facts;
    let conds = &facts.conds;
    let is_switch = |written: &&Written<'_>| {
        if facts.cache.get(&written.over.name).is_some_and(|entry| &*entry.kind == "BOOL") {
            return true;
        }
        let text = written.over.value.single().and_then(|text| facts.texts.as_str(text));
        text.is_some_and(|text| constant(text).is_some() || NOTHING.iter().any(|word| text.eq_ignore_ascii_case(word)))
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
            // `if(DEFINED …)` behind the declaration always holds.
            let option = &first.over.name;
            draft = draft.help(format!(
                "give `{option}` that value where it is declared, as its default, or say in its help text when it does not count"
            ));
            draft = draft.related(span, format!("`{}` is offered to users", first.over.name));
        }
        // The entry of the first run is there in the second one.
        if first.declared_here && first.over.kind == OverrideKind::Force {
            draft = draft.help("leave FORCE out, or say in the help text when the option does not count");
        }
        sink.report(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::speaks_of_values;

    #[test]
    fn help_that_offers_values() {
        for help in ["One of Dynamic, Force32bit", "Architectures, e.g. Auto", "Kind (default: static)"] {
            assert!(speaks_of_values(help), "{help}");
        }
        assert!(!speaks_of_values("None of the tests") && !speaks_of_values("Name of the product"));
    }
}
