//! Static and object libraries without position-independent code that become part of shared libraries.
#[path = "non_pic_in_shared_library/cause.rs"]
mod cause;
#[path = "non_pic_in_shared_library/packages.rs"]
mod packages;
#[path = "non_pic_in_shared_library/variables.rs"]
mod variables;

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::{CacheEntry, DirectoryId, Reason, TargetKind};
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::lang::condition::constant;
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::flags::LinkFlag;
use crate::model::archives::{Archives, is_ever};
use crate::model::binaries::{Binaries, emits, is_compiled, is_cxx};
use crate::model::mentions::{Names, body};
use crate::model::{Item, Model, TargetId};
use crate::native::{Function, GuardId, NativeFile, Variable};
use crate::source::Span;

use crate::rules::callers::{is_for_android, is_of_gradle};
use crate::rules::told_outside::holds;
use crate::rules::wording::{all, and_more};
use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};

use cause::{Evidence, Part};
use variables::{hides_what_it_includes, is_addressed, is_plain, is_there, is_used, may_be_hidden, used_plainly};

/// What becomes part of others.
const PARTS: &[TargetKind] = &[TargetKind::Static, TargetKind::Object];
/// As many libraries are named by the help; where there are more, the variable is for all.
const MOST: usize = 7;
/// The variable by which users have all code compiled so (cmake-variables(7)).
const NAME: &str = "CMAKE_POSITION_INDEPENDENT_CODE";

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // A project that takes files of Android's tools is for Android, where all code is position-independent.
    if cx.facts.build_says(&["native_app_glue"]) || is_for_android(project) || is_of_gradle(project) {
        return;
    }
    let archives = Archives::new(project.model);
    // Conan's toolchain file gives the variable where a recipe has the option `fPIC` (Conan 2, reference of CMakeToolchain).
    let by_recipe = || cx.facts.outside_says(|kind, line| kind == Kind::Python && holds(line, &["fPIC"]));
    let is_given = LazyCell::new(|| cx.facts.is_given(NAME) || by_recipe());
    let telling = packages::telling(cx, project);
    let search = Search { model: project.model, binaries: project.binaries, files: project.files, archives, telling };
    let parts = project.model.judged_targets().filter_map(|library| search.part(library)).collect();
    // A library that the help for another one names is told with that.
    let mut told: BTreeSet<(TargetId, &str)> = BTreeSet::new();
    for group in cause::groups(&project.model.facts.conds, parts) {
        let Some((first, others)) = group.split_first() else { continue };
        let named = search.named_with(first);
        if others.is_empty() && named.first().is_some_and(|key| told.contains(key)) {
            continue;
        }
        told.extend(&named);
        let draft = search.report(first, &named).map(|draft| cause::with_others(project.model, draft, first, others));
        // They build it so that the link works.
        let draft = draft.map(|draft| if *is_given { draft.severity(Severity::Note) } else { draft });
        if let Some(draft) = draft {
            sink.report(draft);
        }
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    binaries: &'a Binaries<'a>,
    files: &'a Files<'a>,
    archives: Archives<'a>,
    /// When, and in which folder, a package of the repository is found that says how all is compiled.
    telling: Vec<(DirectoryId, Cond)>,
}

impl Search<'_> {
    /// The questions that cost least come first.
    fn part(&self, library: TargetId) -> Option<Part> {
        const SHARED: &[TargetKind] = &[TargetKind::Shared, TargetKind::Module];
        if !is_ever(self.model, library, PARTS) || self.archives.is_unknown(library) {
            return None;
        }
        let mut linkers = self.archives.linkers(library).to_vec();
        let objects = self.takes_objects(library);
        linkers.extend_from_slice(&objects);
        linkers.retain(|(id, _)| *id != library && is_ever(self.model, *id, SHARED));
        let archives = if linkers.is_empty() { self.position_independent_archives(library) } else { Vec::new() };
        if linkers.is_empty() && archives.is_empty() {
            return None;
        }
        let conds = &self.model.facts.conds;
        if conds.implies(self.model.is_kind(library, PARTS), self.model.position_independent(library)) {
            return None;
        }
        // An archive gives what is asked for, objects come whole.
        let takes = |id: TargetId, path: &Path| {
            objects.iter().any(|(other, _)| *other == id)
                || self.binaries.is_likely_to_take(&self.archives, id, library, path)
        };
        let is_taken = |path: &Path| linkers.is_empty() || linkers.iter().any(|(id, _)| takes(*id, path));
        let (path, evidence) = self.evidence(library, !archives.is_empty(), &is_taken)?;
        let bound = || linkers.iter().all(|(id, cond)| conds.implies(*cond, self.binds_itself(*id)));
        // What is absolute in the code is so for every link; the library's own variables may be bound in it.
        let (path, evidence) = match evidence {
            Evidence::Variable(..) if archives.is_empty() && bound() => self.constants(library, &is_taken)?,
            evidence => (path, evidence),
        };
        let missing = self.missing(library);
        let mut into = Vec::new();
        for (id, cond) in linkers {
            // What a binary compiles itself, it does not take out of the archive.
            if self.model.compiles(id, path) || !takes(id, path) {
                continue;
            }
            let cond = conds.all([cond, missing, self.model.is_kind(id, SHARED)]);
            let cond = match &evidence {
                Evidence::Variable(..) => conds.diff(cond, self.binds_itself(id)),
                Evidence::Constants(..) => cond,
            };
            let cond = self.model.on_refusing_processor(cond, matches!(evidence, Evidence::Variable(..)));
            let cond = self.model.on_64_bits(cond);
            if cond.is_possible() {
                into.push((id, cond));
            }
        }
        for (id, cond) in &archives {
            let cond = conds.all([*cond, missing, self.model.is_kind(*id, &[TargetKind::Static])]);
            let cond = self.model.on_refusing_processor(cond, false);
            if cond.is_possible() {
                into.push((*id, cond));
            }
        }
        (!into.is_empty()).then_some(Part { library, into, archives: !archives.is_empty(), evidence })
    }

    /// When a library is compiled as for programs, where that matters.
    fn missing(&self, library: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let is_part = self.model.is_kind(library, PARTS);
        let missing = conds.and(is_part, self.model.needs_position_independence());
        let missing = conds.diff(missing, self.model.position_independent(library));
        let told = conds.or(self.told_by_others(library), self.told_by_packages(library));
        // A file that is not here may set the flags for all that is made behind it.
        let unread = self.model.may_be_set_by_missing_files(library);
        conds.diff(missing, conds.any([told, unread, self.for_32_bits(library)]))
    }

    /// The names that the help for a library has, each with the binary: its own first.
    fn named_with(&self, part: &Part) -> Vec<(TargetId, &str)> {
        let Some((binary, cond)) = part.into.first() else { return Vec::new() };
        self.with_neighbours(part, *binary, *cond).into_iter().map(|name| (*binary, name)).collect()
    }

    /// The libraries that go the same way into the same binary, a reported one first: with the property on that one alone, the link fails by
    /// the next.
    fn with_neighbours(&self, part: &Part, binary: TargetId, cond: Cond) -> Vec<&str> {
        let conds = &self.model.facts.conds;
        let closure = self.model.link_closure(binary);
        let beside = closure.iter().filter(|(id, linked)| {
            let is_own = *id != part.library && *id != binary && !self.model.is_imported(*id);
            is_own
                && is_ever(self.model, *id, PARTS)
                && !self.archives.is_unknown(*id)
                && !self.compiled(*id, true).is_empty()
                && conds.all([self.missing(*id), *linked, cond]).is_possible()
        });
        let names: BTreeSet<&str> = beside.map(|(id, _)| self.model.name(*id)).collect();
        let own = std::iter::once(self.model.name(part.library));
        own.chain(names).collect()
    }

    /// When a command that nobody here knows is called above a library, in its file or in the top one, or may be: it may say how all is
    /// compiled (`conan_basic_setup()`).
    fn told_by_others(&self, library: TargetId) -> Cond {
        let facts = self.model.facts;
        let Some(made) = self.model.definition_span(library) else { return Cond::FALSE };
        let top = facts.source_dir.join("CMakeLists.txt");
        let sources = self.files.sources();
        let is_above = |span: &Span| {
            if span.file == made.file { span.start < made.start } else { *sources.get(span.file).path() == top }
        };
        let unknown = facts.unknowns.iter().filter(|one| one.reason == Reason::UnmodelledCommand);
        let above = unknown.filter(|one| self.model.span(one.origin).is_some_and(|span| is_above(&span)));
        facts.conds.any(above.map(|one| one.cond).collect::<Vec<_>>())
    }

    /// When a package of the repository is found in a library's folder, or above, that says how all is compiled.
    fn told_by_packages(&self, library: TargetId) -> Cond {
        let definitions = self.model.definitions_of(library);
        let reaches = |folder: DirectoryId| definitions.iter().any(|one| self.model.is_within(one.directory, folder));
        let telling = self.telling.iter().filter(|(folder, _)| reaches(*folder)).map(|(_, cond)| *cond);
        self.model.facts.conds.any(telling.collect::<Vec<_>>())
    }

    /// Archives that take a library's objects in, and are position-independent by their own property: for shared libraries.
    fn position_independent_archives(&self, library: TargetId) -> Vec<(TargetId, Cond)> {
        let conds = &self.model.facts.conds;
        let taken = self.takes_objects(library).into_iter();
        let said =
            taken.map(|(id, cond)| (id, conds.and(cond, self.model.property_true(id, "POSITION_INDEPENDENT_CODE"))));
        said.filter(|(id, cond)| *id != library && !cond.is_false() && is_ever(self.model, *id, &[TargetKind::Static]))
            .collect()
    }

    /// When a link may bind the library's own symbols within it: code for programs gets through then.
    fn binds_itself(&self, id: TargetId) -> Cond {
        let flags = self.model.link_flags(id);
        let binding = flags.iter().filter(|source| {
            matches!(source.flag.flag, LinkFlag::Bsymbolic(_) | LinkFlag::ExcludeLibs(_) | LinkFlag::VersionScript(_))
        });
        self.model.facts.conds.any(binding.map(|source| source.cond).collect::<Vec<_>>())
    }

    /// Targets that compile nothing of a library and take its objects.
    fn takes_objects(&self, library: TargetId) -> Vec<(TargetId, Cond)> {
        let mut out = Vec::new();
        let first = self.model.sources(library).iter().find_map(|source| source.path.as_deref());
        for &(id, _) in first.map_or(&[][..], |path| self.model.containers(path)) {
            let taken = self.model.sources(id).iter().find(|source| source.through == Some(library));
            out.extend(taken.map(|source| (id, source.cond)));
        }
        out
    }

    fn report(&self, part: &Part, named: &[(TargetId, &str)]) -> Option<Draft> {
        let (defined, (first, _)) = (self.model.definition_span(part.library)?, part.into.first()?);
        let cond = part.cond(&self.model.facts.conds);
        // Where the project sees to Linux itself, the systems that are left are those that it does not speak of.
        if self.model.facts.conds.platform("LINUX").is_some_and(|linux| self.model.facts.conds.disjoint(cond, linux)) {
            return None;
        }
        let needing: Vec<&str> = named.iter().map(|(_, name)| *name).collect();
        let many = needing.len() > MOST;
        let binaries: BTreeSet<&str> = part.into.iter().map(|(id, _)| self.model.name(*id)).collect();
        let binary = binaries.first()?;
        let binaries_text = format!("`{binary}`{}", and_more(binaries.len() - 1));
        let mut draft = Draft::new(cond, Place::new(defined, "compiled as for programs"))
            .named("library", self.model.name(part.library))
            .value("needing", all(&needing))
            .value("binaries", binaries_text.clone());
        if many {
            draft = draft.help(format!(
                "set CMAKE_POSITION_INDEPENDENT_CODE above `{}` and the {} other libraries that go the same way into `{}`",
                self.model.name(part.library),
                needing.len() - 1,
                self.model.name(*first)
            ));
        }
        let edge = self.model.links(*first).iter().find(|edge| edge.to == part.library);
        let place = edge.and_then(|edge| self.model.span(edge.origin)).or(self.model.definition_span(*first));
        if let Some(span) = place {
            draft = draft.related(span, format!("`{}` takes it in", self.model.name(*first)));
        }
        let name = self.model.name(part.library);
        let default = "where the compiler does not make such code by default (Red Hat, SUSE)";
        draft = match &part.evidence {
            Evidence::Variable(name, span) => {
                draft.related(*span, format!("`{name}` is addressed in a way that a shared library cannot"))
            }
            Evidence::Constants(function, span) => {
                let label = format!(
                    "`{function}` is compiled with absolute addresses of its constants, which a shared library may not hold"
                );
                let message = format!(
                    "`{name}` is compiled without -fPIC and becomes part of {binaries_text}: the link fails {default}"
                );
                draft.related(*span, label).severity(Severity::Warning).message(message)
            }
        };
        if part.archives {
            let message = format!(
                "`{name}` is compiled without -fPIC and becomes part of {binaries_text}, which is for shared libraries: their link fails {default}"
            );
            draft = draft.severity(Severity::Warning).message(message);
        }
        let unforeseen = self.model.unforeseen_shared(self.files);
        if !unforeseen.is_false() && self.model.facts.conds.implies(cond, unforeseen) {
            draft = draft.confidence(Confidence::Heuristic);
        }
        let by_itself = part.into.iter().all(|(id, _)| self.is_built_by_itself(*id));
        let is_far = self.model.needs_many_settings(cond);
        if by_itself || is_far || self.is_switched_off(cond) || self.is_declined(part.library, cond) {
            draft = draft.confidence(Confidence::Heuristic);
        }
        for binary in binaries.iter().take(100) {
            draft = draft.subject(*binary);
        }
        Some(draft)
    }

    /// Whether the project has such code made, and only a user who says no gets other code.
    fn is_switched_off(&self, cond: Cond) -> bool {
        let facts = self.model.facts;
        let subject = facts.texts.find_symbol(SymbolKind::Input, NAME).map(|symbol| facts.texts.info(symbol).subject);
        let declared = facts.cache.get(NAME).is_some_and(|entry| !entry.offered.is_false());
        subject.is_some_and(|subject| {
            let given = declared || facts.conds.implies(cond, facts.conds.defined(subject));
            given && facts.conds.disjoint(cond, facts.conds.truthy(subject))
        })
    }

    /// Whether users have declined such code by an option of the project that is about it and on by default.
    fn is_declined(&self, library: TargetId, cond: Cond) -> bool {
        let facts = self.model.facts;
        let conds = &facts.conds;
        conds.subjects(self.model.position_independent(library)).into_iter().any(|subject| {
            let info = conds.subject_info(subject);
            // A compiler that refuses such code builds no shared library.
            if !facts.cache.contains_key(info.name.as_str()) && is_about(&info.name, "") {
                return conds.disjoint(cond, conds.truthy(subject));
            }
            let entry = facts.cache.get(conds.subject_info(subject).name.as_str()).filter(|entry| entry.option);
            let is_on = |entry: &CacheEntry| {
                let default = entry.default.and_then(|text| facts.texts.plain(text));
                default.is_some_and(|text| constant(&text) == Some(true))
            };
            entry.is_some_and(|entry| is_on(entry) && is_about(&conds.subject_info(subject).name, &entry.help))
                && conds.disjoint(cond, conds.truthy(subject))
        })
    }

    /// A variable of default visibility that the library defines and uses; else a function with constants, or any function
    /// that others see.
    fn evidence(&self, library: TargetId, any: bool, is_taken: &dyn Fn(&Path) -> bool) -> Option<(&Path, Evidence)> {
        let paths = self.compiled(library, any);
        let variable = |path: &&'_ Path| {
            let (name, span) = self.variable_of(library, path)?;
            Some(Evidence::Variable(name, span))
        };
        let mut by_variable = paths.iter().filter_map(|path| Some((*path, variable(path)?)));
        let by_variable = by_variable.find(|(path, _)| is_taken(path));
        let by_variable = by_variable.or_else(|| self.variable_of_another(library, &paths));
        let mut others = paths.iter().filter_map(|path| Some((*path, self.constants_of(path, any)?)));
        by_variable.filter(|(path, _)| is_taken(path)).or_else(|| others.find(|(path, _)| is_taken(path)))
    }

    /// A function with constants.
    fn constants(&self, library: TargetId, is_taken: &dyn Fn(&Path) -> bool) -> Option<(&Path, Evidence)> {
        let paths = self.compiled(library, false).into_iter();
        paths.filter_map(|path| Some((path, self.constants_of(path, false)?))).find(|(path, _)| is_taken(path))
    }

    /// The sources that a library compiles itself, `any` of them or those of every configuration that has it.
    fn compiled(&self, library: TargetId, any: bool) -> Vec<&Path> {
        let natives = self.binaries.natives;
        let (conds, made) = (&self.model.facts.conds, self.model.defined(library));
        let sources = self.model.sources(library).iter().filter(|source| source.through.is_none());
        let paths: Vec<&Path> = sources
            .filter(|source| any || conds.implies(made, source.cond))
            .filter_map(|source| source.path.as_deref())
            .filter(|path| is_compiled(path) && is_cxx(path).is_some() && natives.holds(path))
            .filter(|path| !self.model.source_is_position_independent(path))
            .collect();
        natives.read_ahead(&paths);
        paths
    }

    /// A function that others see, with a literal text in its body.
    fn constants_of(&self, path: &Path, any: bool) -> Option<Evidence> {
        let file = self.binaries.natives.file(path)?;
        let bytes = file.source.bytes();
        let has_text = |one: &&Function| {
            let text = without_comments(body(bytes, one), Language::C);
            memchr::memchr(b'"', &text).is_some() && memchr::memmem::find(&text, b"\n#").is_none()
        };
        let mut seen = file.facts.functions.iter().filter(|one| emits(one) && is_there(&file.facts.guards, one.guard));
        let found = if any { seen.next() } else { seen.find(has_text) }?;
        Some(Evidence::Constants(found.name.clone(), Span::new(file.source.id(), found.range.clone())))
    }

    fn variable_of(&self, library: TargetId, path: &Path) -> Option<(String, Span)> {
        if self.model.compiled_hidden(library, is_cxx(path)?).is_some() {
            return None;
        }
        let file = self.binaries.natives.file(path)?;
        let compilation = self.binaries.compilation(library, path);
        let found = file.facts.variables.iter().find(|variable| {
            is_addressed(variable, &file)
                && is_used(&file, variable)
                && compilation.holds(&file.facts.guards, variable.guard, "").is_some_and(Cond::is_true)
                && !self.is_declared_hidden(library, path, &file, variable)
        })?;
        Some((found.name.clone(), Span::new(file.source.id(), found.range.clone())))
    }

    /// Whether a declaration that the source sees makes a variable hidden: by an attribute, by a macro that may have one, or by a pragma
    /// around it or around the `#include` (GCC, "Visibility Pragmas").
    fn is_declared_hidden(&self, library: TargetId, path: &Path, file: &NativeFile, variable: &Variable) -> bool {
        let natives = self.binaries.natives;
        let reached = self.binaries.headers.reached(library, path);
        let mut seen = reached.files.iter().filter_map(|index| natives.at(*index));
        let around = hides_what_it_includes(file);
        seen.any(|other| {
            let is_own = other.source.id() == file.source.id();
            let mut named = other.facts.variables.iter().filter(|one| one.qualified == variable.qualified);
            let bytes = other.source.bytes();
            named.any(|one| !one.is_definition && (may_be_hidden(one, bytes) || around && !is_own))
        })
    }

    /// A variable of default visibility that one source of a library defines, and another one, which declares it, uses.
    fn variable_of_another<'p>(&self, library: TargetId, paths: &[&'p Path]) -> Option<(&'p Path, Evidence)> {
        let natives = self.binaries.natives;
        let mut defined: BTreeMap<String, (Span, &Path)> = BTreeMap::new();
        for &path in paths {
            if self.model.compiled_hidden(library, is_cxx(path)?).is_some() {
                return None;
            }
            let Some(file) = natives.file(path) else { continue };
            let compilation = self.binaries.compilation(library, path);
            let seen = file.facts.variables.iter().filter(|one| is_addressed(one, &file) && one.qualified == one.name);
            for one in seen.filter(|one| compilation.holds(&file.facts.guards, one.guard, "") == Some(Cond::TRUE)) {
                defined.entry(one.name.clone()).or_insert((Span::new(file.source.id(), one.range.clone()), path));
            }
        }
        let names: Names<'_> = defined.keys().map(String::as_str).collect();
        for &path in paths.iter().filter(|_| !defined.is_empty()) {
            let Some(file) = natives.file(path).filter(|file| !file.facts.truncated) else { continue };
            let mut named: FxHashSet<&str> =
                names.among(file.source.bytes()).into_iter().map(|(name, _)| name).collect();
            named.retain(|name| defined.get(*name).is_some_and(|(_, other)| *other != path));
            let used = used_plainly(&file, &named);
            if used.is_empty() {
                continue;
            }
            let declared = self.declared_plainly(library, path, &used);
            if let Some((name, (span, _))) = defined.iter().find(|(name, _)| declared.contains(name.as_str())) {
                return Some((path, Evidence::Variable(name.clone(), *span)));
            }
        }
        None
    }

    /// Which of some variables the files that a source reads declare, and nothing but declare, without anything that decides how they
    /// are reached.
    fn declared_plainly<'n>(&self, library: TargetId, path: &Path, names: &FxHashSet<&'n str>) -> FxHashSet<&'n str> {
        let reached = self.binaries.headers.reached(library, path);
        let mut plain: FxHashSet<&str> = FxHashSet::default();
        let mut other: FxHashSet<&str> = FxHashSet::default();
        for file in reached.files.iter().filter_map(|index| self.binaries.natives.at(*index)) {
            for one in &file.facts.variables {
                let Some(&name) = names.get(one.qualified.as_str()) else { continue };
                let is_declared = !one.is_definition && is_plain(one) && one.guard == GuardId::TRUE;
                if is_declared {
                    plain.insert(name)
                } else {
                    other.insert(name)
                };
            }
        }
        plain.retain(|name| !other.contains(name));
        plain
    }
}

/// Whether an option is about position-independent code, by its name or its help.
fn is_about(name: &str, help: &str) -> bool {
    let help = help.to_lowercase();
    name.split('_').any(|word| word.eq_ignore_ascii_case("PIC") || word.eq_ignore_ascii_case("FPIC"))
        || name.to_ascii_uppercase().contains("POSITION_INDEPENDENT")
        || ["-fpic", "position independent", "position-independent"].iter().any(|words| help.contains(words))
}

impl Search<'_> {
    /// When a target is compiled for i386, where the linker relocates the code itself and warns at most.
    fn for_32_bits(&self, id: TargetId) -> Cond {
        let says = |item: &Item| item.text.split([' ', ';']).any(|word| word == "-m32");
        let own = self.model.compile_options(id);
        let flags = self.model.definitions_of(id).iter().flat_map(|definition| {
            ["CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS"].map(|name| self.model.variable_items(definition.directory, name))
        });
        let flags: Vec<Rc<Vec<Item>>> = flags.chain([own]).collect();
        let said = flags.iter().flat_map(|items| items.iter()).filter(|item| says(item)).map(|item| item.cond);
        self.model.facts.conds.any(said.collect::<Vec<_>>())
    }
}
