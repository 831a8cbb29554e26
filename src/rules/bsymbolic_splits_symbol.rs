//! Libraries that bind their symbols to themselves, and programs for a fixed address that have copies of them.
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::{Bsymbolic, CompileFlag, LinkFlag, PicMode};
use crate::model::archives::is_ever;
use crate::model::binaries::{Defined, DefinedKind};
use crate::model::mentions::value_use;
use crate::model::{Model, TargetId};
use crate::native::{ArgumentValue, FileIndex, GuardId, Handle, Natives, Triggers, Visibility};
use crate::rules::{Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { project, model: project.model };
    rule.protected(sink);
    if !cx.facts.build_says(&["Bsymbolic"]) {
        return;
    }
    for library in project.model.judged_targets().filter(|id| is_ever(project.model, *id, &[TargetKind::Shared])) {
        if let Some((span, all, functions)) = rule.binds(library) {
            rule.library(library, span, all, functions, sink);
            rule.interposed(library, span, functions, sink);
        }
    }
}

/// A library with more functions is another implementation, not a replacement of some.
const MOST_HOOKS: usize = 3;

/// Files that name protected visibility, by path.
struct Protecting(Vec<FileIndex>);

impl Protecting {
    fn new(natives: &Natives<'_>) -> Self {
        let search = memchr::memmem::Finder::new("\"protected\"");
        let files = natives.with(Triggers::EXPORT).filter_map(|path| natives.index(path));
        let holds = |index: &FileIndex| natives.text(*index).is_some_and(|text| search.find(&text).is_some());
        Self(files.filter(holds).collect())
    }
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
}

impl Rule<'_> {
    /// The option that binds a library's symbols, when it binds all, and when it binds functions.
    fn binds(&self, library: TargetId) -> Option<(Span, Cond, Cond)> {
        let conds = &self.model.facts.conds;
        let (mut all, mut functions, mut place) = (Cond::FALSE, Cond::FALSE, None);
        for source in self.model.link_flags(library).iter() {
            let LinkFlag::Bsymbolic(kind) = source.flag.flag else { continue };
            match kind {
                Bsymbolic::All | Bsymbolic::NonWeak => {
                    all = conds.or(all, source.cond);
                    functions = conds.or(functions, source.cond);
                }
                Bsymbolic::Functions | Bsymbolic::NonWeakFunctions => {
                    functions = conds.or(functions, source.cond);
                    all = conds.diff(all, source.cond);
                }
                Bsymbolic::Off => {
                    functions = conds.diff(functions, source.cond);
                    all = conds.diff(all, source.cond);
                }
            }
            place = place.or(self.model.span(source.item.origin));
        }
        let foreign = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>();
        let elf = conds.diff(self.model.is_kind(library, &[TargetKind::Shared]), conds.any(foreign));
        place.map(|span| (span, conds.and(all, elf), conds.and(functions, elf)))
    }

    fn library(&self, library: TargetId, span: Span, all: Cond, functions: Cond, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let mut definitions: Option<Rc<Vec<Rc<Defined>>>> = None;
        for program in self.model.built_targets().filter(|id| is_ever(self.model, *id, &[TargetKind::Executable])) {
            let linked = self.model.shared_closure(program).into_iter().find(|(id, _)| *id == library);
            let Some((_, linked)) = linked else { continue };
            let fixed =
                conds.all([linked, self.model.is_kind(program, &[TargetKind::Executable]), self.is_fixed(program)]);
            if conds.and(fixed, functions).is_false() || fixed.is_unknown() {
                continue;
            }
            let definitions = definitions.get_or_insert_with(|| self.project.binaries.definitions(library));
            let Some((defined, used)) = self.used(program, definitions, !conds.and(fixed, all).is_false()) else {
                continue;
            };
            let is_function = defined.kind == DefinedKind::Function;
            let cond = conds.and(fixed, if is_function { functions } else { all });
            let effect = if is_function { "another address" } else { "a copy" };
            if !cond.is_possible() {
                continue;
            }
            sink.report(
                Draft::new(cond, Place::new(span, "binds what the library uses itself"))
                    .related(used, if is_function { "its address is taken here" } else { "used here" })
                    .related(defined.span, "defined here")
                    .named("library", self.model.name(library))
                    .named("program", self.model.name(program))
                    .named("symbol", defined.qualified.clone())
                    .value("how", "compiled for a fixed address")
                    .value("effect", effect),
            );
            return;
        }
    }

    /// A library that nobody links and that has a function of this one: it is meant to be preloaded, and what the library calls
    /// itself does not come to it.
    fn interposed(&self, library: TargetId, span: Span, functions: Cond, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let shared = |id: &TargetId| *id != library && is_ever(model, *id, &[TargetKind::Shared]);
        let hooks: Vec<TargetId> = model.built_targets().filter(shared).collect();
        if hooks.is_empty() || !functions.is_possible() {
            return;
        }
        let linked: FxHashSet<TargetId> =
            model.built_targets().flat_map(|id| model.shared_closure(id)).map(|(id, _)| id).collect();
        let own = self.project.binaries.definitions(library);
        let is_function = |one: &Rc<Defined>| one.kind == DefinedKind::Function && !one.member;
        for hook in hooks.into_iter().filter(|id| !linked.contains(id)) {
            let theirs: Vec<Rc<Defined>> =
                self.project.binaries.definitions(hook).iter().filter(|one| is_function(one)).cloned().collect();
            let twin = |one: &&Rc<Defined>| own.iter().find(|other| is_function(other) && other.symbol == one.symbol);
            // Either it asks for the next one, or it has nothing but functions of the library.
            let only = theirs.len() <= MOST_HOOKS && theirs.iter().all(|one| twin(&one).is_some());
            for one in theirs.iter().filter(|one| only || self.asks_for_next(hook, &one.name)) {
                let Some((original, call)) =
                    twin(&one).and_then(|other| Some((other, self.calls(library, &other.name)?)))
                else {
                    continue;
                };
                let cond = conds.all([functions, model.is_kind(hook, &[TargetKind::Shared]), one.unit.cond]);
                if !cond.is_possible() {
                    continue;
                }
                sink.report(
                    Draft::new(cond, Place::new(span, "binds what the library calls itself"))
                        .severity(Severity::Note)
                        .related(one.span, "the replacement")
                        .related(call, "called here")
                        .related(original.span, "defined here")
                        .named("library", model.name(library))
                        .named("program", model.name(hook))
                        .named("symbol", one.qualified.clone())
                        .message(format!(
                            "`{}` binds its symbols to itself: a preloaded `{}` replaces `{}` for others, and not where the library \
                             calls it",
                            model.name(library),
                            model.name(hook),
                            one.qualified
                        ))
                        .help("leave -Bsymbolic out, or name the functions that may be replaced in a --dynamic-list"),
                );
                return;
            }
        }
    }

    /// Whether a library looks the next definition of a function up.
    fn asks_for_next(&self, hook: TargetId, name: &str) -> bool {
        self.project.binaries.units(hook).iter().any(|unit| {
            let file = self.project.natives.file(&unit.path);
            file.is_some_and(|file| {
                file.facts.loads.iter().any(|load| {
                    let literal = load.symbol.as_ref().map(|symbol| &symbol.value);
                    let named =
                        matches!(literal, Some(ArgumentValue::Literal(names)) if names.iter().any(|one| one == name));
                    named && load.handle == Some(Handle::Next)
                })
            })
        })
    }

    /// Where a library calls a function of its own.
    fn calls(&self, library: TargetId, name: &str) -> Option<Span> {
        self.project.binaries.units(library).iter().filter(|unit| unit.archive.is_none()).find_map(|unit| {
            let file = self.project.natives.file(&unit.path)?;
            let used = file.facts.uses.iter().find(|used| *used.name == *name && used.guard == GuardId::TRUE)?;
            Some(Span::new(file.source.id(), used.range.clone()))
        })
    }

    /// Variables of protected visibility: the library uses its own, whatever copy a program has.
    fn protected(&self, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let natives = self.project.natives;
        let files = natives.once(|| Protecting::new(natives));
        for (path, file) in files.0.iter().filter_map(|index| Some((natives.path(*index)?, natives.at(*index)?))) {
            let is_protected = |one: &&crate::native::Variable| {
                one.attributes.visibility == Some(Visibility::Protected)
                    && one.is_definition
                    && one.guard == GuardId::TRUE
            };
            for variable in file.facts.variables.iter().filter(is_protected) {
                for &(library, contained) in self.model.containers(path) {
                    let shared = conds.and(contained, self.model.is_kind(library, &[TargetKind::Shared]));
                    if !shared.is_false() {
                        let span = Span::new(file.source.id(), variable.range.clone());
                        self.copied(library, shared, &variable.name, span, sink);
                    }
                }
            }
        }
    }

    /// A program for a fixed address that uses such a variable.
    fn copied(&self, library: TargetId, shared: Cond, name: &str, span: Span, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let foreign = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>();
        let definitions = self.project.binaries.definitions(library);
        let own: Vec<Rc<Defined>> = definitions.iter().filter(|one| one.name == name).cloned().collect();
        for program in self.model.built_targets().filter(|id| is_ever(self.model, *id, &[TargetKind::Executable])) {
            let linked = self.model.shared_closure(program).into_iter().find(|(id, _)| *id == library);
            let Some((_, linked)) = linked else { continue };
            let kind = self.model.is_kind(program, &[TargetKind::Executable]);
            let cond = conds.all([shared, linked, kind, self.is_fixed(program)]);
            let cond = conds.diff(cond, conds.any(foreign.clone()));
            let Some((_, used)) = self.used(program, &own, true).filter(|_| cond.is_possible()) else {
                continue;
            };
            sink.report(
                Draft::new(cond, Place::new(span, "protected: the library uses this one"))
                    .related(used, "the program uses its copy")
                    .named("library", self.model.name(library))
                    .named("program", self.model.name(program))
                    .subject(name)
                    .message(format!(
                        "`{name}` is protected, so `{}` uses its own, and `{}`, compiled for a fixed address, has a copy",
                        self.model.name(library),
                        self.model.name(program)
                    ))
                    .help("give access by functions, or compile the program with -fPIE or -fPIC and -mno-direct-extern-access"),
            );
            return;
        }
    }

    /// When the options of a program say that it is not position-independent.
    fn is_fixed(&self, program: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let mut when = Cond::FALSE;
        for source in self.model.compile_flags(program).iter() {
            match source.flag.flag {
                CompileFlag::Pic(PicMode::Off) => when = conds.or(when, source.cond),
                CompileFlag::Pic(_) => when = conds.diff(when, source.cond),
                _ => {}
            }
        }
        for source in self.model.link_flags(program).iter() {
            match source.flag.flag {
                LinkFlag::Pie(false) => when = conds.or(when, source.cond),
                LinkFlag::Pie(true) => when = conds.diff(when, source.cond),
                _ => {}
            }
        }
        when
    }

    fn is_constant(&self, defined: &Defined) -> bool {
        let file = self.project.natives.file(&defined.unit.path);
        file.is_some_and(|file| {
            let mut variables = file.facts.variables.iter();
            variables.any(|one| one.range.start == defined.span.start && one.constant)
        })
    }

    /// A function of the library whose address the program takes, or a variable that it uses.
    fn used(&self, program: TargetId, definitions: &[Rc<Defined>], data: bool) -> Option<(Rc<Defined>, Span)> {
        for source in self.model.sources(program).iter().filter(|source| source.cond.is_true()) {
            let Some(file) = source.path.as_deref().and_then(|path| self.project.natives.file(path)) else { continue };
            for defined in definitions.iter().filter(|one| one.guard == GuardId::TRUE && !one.member) {
                // Of what nobody writes a copy is as good.
                let wanted = defined.kind == DefinedKind::Function || data && !self.is_constant(defined);
                let function = defined.kind == DefinedKind::Function;
                let at = wanted.then(|| value_use(&file, &defined.name, function)).flatten();
                let Some(at) = at else { continue };
                let span = Span::new(file.source.id(), at as u32..(at + defined.name.len()) as u32);
                return Some((Rc::clone(defined), span));
            }
        }
        None
    }
}
