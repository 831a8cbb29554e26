//! Functions that C defines `inline` only, so that no file emits them.
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::CompileFlag;
use crate::model::binaries::{LINKED, Unit, is_cxx};
use crate::model::mentions;
use crate::model::{Model, TargetId};
use crate::native::{FileIndex, Function, NativeFile, Natives};
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let binaries = model.binaries_of_c();
    if binaries.is_empty() {
        return;
    }
    let inlining = project.natives.once(|| inlining_files(project.natives));
    if inlining.0.is_empty() {
        return;
    }
    let mut rule = Rule { project, model, inlining: &inlining.0, told: FxHashSet::default() };
    for id in binaries {
        rule.binary(id, sink);
    }
}

/// Files of C of which some line begins with `inline`: a quick look at the text.
struct Inlining(FxHashSet<FileIndex>);

fn inlining_files(natives: &Natives<'_>) -> Inlining {
    let of_c = |path: &&std::path::Path| path.extension().is_some_and(|suffix| suffix == "h" || suffix == "c");
    let files: Vec<FileIndex> = natives.paths().filter(of_c).filter_map(|path| natives.index(path)).collect();
    let holds = |index: &FileIndex| {
        let begins = |text: std::sync::Arc<[u8]>| {
            let mut at = memchr::memmem::find_iter(&text, b"inline ");
            at.any(|at| at == 0 || text.get(at - 1) == Some(&b'\n'))
        };
        natives.text(*index).is_some_and(begins)
    };
    let found: Vec<FileIndex> = files.into_par_iter().filter(holds).collect();
    Inlining(found.into_iter().collect())
}

/// Places beyond this many are only counted.
const MOST: usize = 20;

/// A function that nothing emits, and a call of it.
struct Found {
    name: String,
    span: Span,
    call: Span,
    cond: Cond,
    sure: bool,
    /// Where it is called, the project has all optimised.
    optimised: bool,
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    inlining: &'a FxHashSet<FileIndex>,
    told: FxHashSet<Span>,
}

impl Rule<'_> {
    fn binary(&mut self, id: TargetId, sink: &mut Sink) {
        let (conds, natives) = (&self.model.facts.conds, self.project.natives);
        let units = self.project.binaries.units(id);
        let mut found: Vec<Found> = Vec::new();
        for unit in units.iter().filter(|unit| is_cxx(&unit.path) == Some(false)) {
            let reached = self.project.binaries.headers.reached(unit.compiled_by, &unit.path);
            let Some(source) = natives.file(&unit.path) else { continue };
            for &index in reached.files.iter().filter(|index| self.inlining.contains(index)) {
                let Some(file) = natives.at(index) else { continue };
                for function in file.facts.functions.iter().filter(|one| is_inline_only(one, file)) {
                    let span = Span::new(file.source.id(), function.range.clone());
                    let Some(call) = source.facts.uses.iter().find(|used| *used.name == *function.name) else {
                        continue;
                    };
                    if self.told.contains(&span) || self.is_old_dialect(unit) || self.is_declared_again(function) {
                        continue;
                    }
                    if self.is_seen_by_cxx(id, index) {
                        continue;
                    }
                    let compilation = self.project.binaries.compilation(unit.compiled_by, &unit.path);
                    // The word may stand for others: `#define inline static __inline__`.
                    if compilation.is_macro("inline") {
                        continue;
                    }
                    let holds = |file: &NativeFile, guard| compilation.holds(&file.facts.guards, guard, "");
                    let (Some(defined), Some(called)) = (holds(file, function.guard), holds(&source, call.guard))
                    else {
                        continue;
                    };
                    let cond = conds.all([unit.cond, self.model.is_kind(id, LINKED), self.unix(), defined, called]);
                    if !cond.is_possible() {
                        continue;
                    }
                    self.told.insert(span);
                    let sure = is_emitted(&source, call) && !self.has_own_compiler();
                    let call = Span::new(source.source.id(), call.range.clone());
                    let optimised = self.is_optimised(unit.compiled_by, cond);
                    found.push(Found { name: function.name.clone(), span, call, cond, sure, optimised });
                }
            }
        }
        let (sure, others): (Vec<Found>, Vec<Found>) = found.into_iter().partition(|one| one.sure);
        self.report(id, &sure, sink);
        self.report(id, &others, sink);
    }

    /// One finding for all functions that a binary lacks.
    fn report(&self, id: TargetId, found: &[Found], sink: &mut Sink) {
        let Some((first, others)) = found.split_first() else { return };
        let conds = &self.model.facts.conds;
        let cond = conds.any(found.iter().map(|one| one.cond).collect::<Vec<_>>());
        // A shared library may lack it; what is linked with that may not.
        let is_program = !conds.and(cond, self.model.is_kind(id, &[TargetKind::Executable])).is_false();
        let who = if is_program { "" } else { "a program with " };
        let functions = match others.len() {
            0 => format!("`{}` is `inline` in C and nothing else declares it", first.name),
            1 => format!("`{}` and another function are `inline` in C and nothing else declares them", first.name),
            n => format!("`{}` and {n} other functions are `inline` in C and nothing else declares them", first.name),
        };
        let mut draft = Draft::new(cond, Place::new(first.span, "emits no symbol"))
            .related(first.call, "called here")
            .value("functions", functions)
            .value("call", if others.is_empty() { "the call" } else { "a call" })
            .subject(self.model.name(id))
            .value("lacking", format!("{who}`{}` does not link", self.model.name(id)))
            .confidence(if first.sure { Confidence::Likely } else { Confidence::Heuristic });
        if found.iter().all(|one| one.optimised) {
            draft = draft.severity(Severity::Warning);
        }
        for one in found {
            draft = draft.subject(one.name.clone());
        }
        for one in others.iter().take(MOST) {
            draft = draft.related(one.span, format!("nor does `{}`", one.name));
        }
        sink.report(draft);
    }

    /// Whether the project itself has a source optimised, whatever is built: compilers inline most of what is small then.
    fn is_optimised(&self, id: TargetId, cond: Cond) -> bool {
        let conds = &self.model.facts.conds;
        let flags = self.model.compile_flags(id);
        let levels = flags.iter().filter_map(|source| match &source.flag.flag {
            CompileFlag::Optimise(level) => Some((level.as_str(), source.cond)),
            _ => None,
        });
        let (none, some): (Vec<_>, Vec<_>) = levels.partition(|(level, _)| matches!(*level, "0" | "g" | "d"));
        let given = conds.any(some.into_iter().map(|(_, cond)| cond).collect::<Vec<_>>());
        none.iter().all(|(_, other)| conds.disjoint(*other, cond)) && conds.implies(cond, given)
    }

    /// Whether the project says itself which compiler it is built with: it may be of any age.
    fn has_own_compiler(&self) -> bool {
        self.project.files.all().calls("set").any(|(_, command)| {
            command.arguments.first().and_then(|name| name.template.literal()) == Some("CMAKE_C_COMPILER")
        })
    }

    /// Whether a source of C++ in a binary, or in a library that it links, includes a file: C++ emits the inline functions that it uses.
    fn is_seen_by_cxx(&self, id: TargetId, file: FileIndex) -> bool {
        let binaries = self.project.binaries;
        let linked = self.model.shared_closure(id).into_iter().map(|(library, _)| library);
        std::iter::once(id).chain(linked).any(|part| {
            binaries.units(part).iter().filter(|unit| is_cxx(&unit.path) != Some(false)).any(|unit| {
                let reached = binaries.headers.reached(unit.compiled_by, &unit.path);
                reached.incomplete || reached.files.contains(&file)
            })
        })
    }

    /// MSVC emits inline functions of C as it does those of C++.
    fn unix(&self) -> Cond {
        let conds = &self.model.facts.conds;
        conds.platform("WIN32").map_or(Cond::TRUE, |windows| conds.not(windows))
    }

    /// Whether the source is compiled as GNU C of before C99, where `inline` alone emits the function.
    fn is_old_dialect(&self, unit: &Unit) -> bool {
        const OLD: &[&str] = &["89", "c90", "gnu90", "-ansi", "=90", "iso9899:1990", "iso9899:199409"];
        let id = unit.compiled_by;
        let old = |text: &str| OLD.iter().any(|word| text.contains(word));
        self.model.has_own_compilation(&unit.path)
            || self.model.chooses_language(id)
            || self.model.compile_options(id).iter().any(|item| old(&item.text))
            || self.model.compile_flags(id).iter().any(|source| old(&source.item.text))
            || self.model.property(id, "C_STANDARD").iter().any(|item| &*item.text == "90")
    }

    /// Whether the project declares the function in another way, or may do so by a macro.
    fn is_declared_again(&self, function: &Function) -> bool {
        let natives = self.project.natives;
        let mut files: Vec<FileIndex> = natives.mentioning(&[function.name.as_str()]).into_iter().collect();
        files.sort();
        files.into_iter().filter_map(|index| natives.at(index)).any(|file| {
            // A declaration with `static` makes the definition that follows it static, too.
            let other = |one: &&Function| one.name == function.name && !is_inline_only(one, file);
            file.facts.functions.iter().any(|one| other(&one))
                || file.facts.macros.iter().any(|one| one.name == function.name)
                || file.facts.may_define(&function.name)
                || is_in_parentheses(file, &function.name)
                || is_declared_extern(file, &function.name)
                || file.facts.truncated
        })
    }
}

/// Whether a file writes the name as `(name)(`: a declaration, or a call, that no macro of the name is meant by.
fn is_in_parentheses(file: &NativeFile, name: &str) -> bool {
    let bytes = file.source.bytes();
    mentions::words(bytes, name).any(|at| {
        let before = bytes.get(..at).unwrap_or_default().trim_ascii_end();
        let after = bytes.get(at + name.len()..).unwrap_or_default().trim_ascii_start();
        before.ends_with(b"(") && after.strip_prefix(b")").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"("))
    })
}

/// Whether a file declares the name with `extern`, by whatever type: `extern __typeof__(f) f;`.
fn is_declared_extern(file: &NativeFile, name: &str) -> bool {
    let bytes = file.source.bytes();
    mentions::words(bytes, name).any(|at| {
        let before = bytes.get(..at).unwrap_or_default();
        let start = before.iter().rposition(|byte| matches!(byte, b';' | b'}' | b'{' | b'\n')).map_or(0, |at| at + 1);
        let after = bytes.get(at + name.len()..).unwrap_or_default().trim_ascii_start();
        before.get(start..).is_some_and(|line| line.trim_ascii_start().starts_with(b"extern "))
            && after.starts_with(b";")
    })
}

/// Whether a call stands in a function that other objects see: an inline one may never be emitted itself.
fn is_emitted(source: &NativeFile, call: &crate::native::Use) -> bool {
    let mut around =
        source.facts.functions.iter().filter(|one| one.is_definition && one.range.start < call.range.start);
    let last = around.by_ref().max_by_key(|one| one.range.start);
    last.is_some_and(|function| !function.inline)
}

/// A definition with `inline` and neither `static` nor `extern`, macros or attributes.
fn is_inline_only(function: &Function, file: &NativeFile) -> bool {
    let head = file.source.bytes().get(function.head.start as usize..function.head.end as usize).unwrap_or_default();
    let holds = |word: &str| memchr::memmem::find(head, word.as_bytes()).is_some();
    function.is_definition
        && function.inline
        && !function.internal
        && !function.template
        && function.qualified == function.name
        && function.attributes == crate::native::Attributes::default()
        && head.starts_with(b"inline")
        && !["extern", "static", "constexpr", "__attribute__", "auto ", "&"].iter().any(|word| holds(word))
}
