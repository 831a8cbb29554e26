//! Sources of static libraries that only register themselves, linked by programs that take members as they need them.
#[path = "dropped_static_registration/asked.rs"]
mod asked;
#[path = "dropped_static_registration/data.rs"]
mod data;
#[path = "dropped_static_registration/made.rs"]
mod made;
#[path = "dropped_static_registration/speaks.rs"]
mod speaks;
#[path = "dropped_static_registration/text.rs"]
mod text;
#[path = "dropped_static_registration/uses.rs"]
mod uses;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::{Archives, is_ever};
use crate::model::binaries::{Binaries, LINKED, emits, is_compiled, is_cxx, stores};
use crate::model::headers::Reached;
use crate::model::mentions::{body, words};
use crate::model::registrations::is_asked_only;
use crate::model::symbols::last;
use crate::model::{Edge, TargetId};
use crate::native::{FileIndex, GuardId, MacroDef, NativeFile, Registration, RegistrationKind, Triggers, registry};
use crate::source::Span;

use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};

use data::is_named_again;
use made::{Made, run_by};
use text::{instantiates, is_private_body, type_or_function};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let made_shared = || cx.facts.is_switched_on(KIND);
    let search =
        Search { binaries: project.binaries, archives: Archives::new(project.model), made_shared: &made_shared };
    for library in project.model.judged_targets() {
        search.library(library, sink);
    }
}

struct Search<'a> {
    binaries: &'a Binaries<'a>,
    archives: Archives<'a>,
    /// Whether a program that builds the project asks for shared libraries.
    made_shared: &'a dyn Fn() -> bool,
}

/// The default for libraries that say no kind.
const KIND: &str = "BUILD_SHARED_LIBS";

/// A source that nothing but its registration is there for.
struct Member {
    path: Rc<Path>,
    file: NativeFile,
    registration: Registration,
    /// Those that its text does not write out.
    made: Vec<Made>,
    /// When it is compiled and registers something.
    cond: Cond,
    /// Files that declare what it registers with.
    contacts: BTreeSet<FileIndex>,
    /// How the paths of the headers of frameworks begin that it registers with.
    frameworks: Vec<&'static str>,
    /// The registrar itself was seen, not only what the file calls.
    direct: bool,
    /// Files that declare what it defines.
    declared_in: BTreeSet<FileIndex>,
    /// What it defines and no file that it reads declares.
    undeclared: BTreeSet<String>,
    /// Classes that it defines itself, with members that others may ask for.
    classes: BTreeSet<String>,
    /// Files that it reads.
    reached: Rc<Reached>,
    /// Whether files that it does not read name what no file that it reads declares.
    naming: RefCell<FxHashMap<FileIndex, bool>>,
}

/// A binary that links the library the plain way.
struct Linker {
    id: TargetId,
    cond: Cond,
}

/// A member that stays behind.
struct Drop<'f> {
    member: &'f Member,
    by: TargetId,
    cond: Cond,
    used: Span,
}

impl Search<'_> {
    fn library(&self, library: TargetId, sink: &mut Sink) {
        let model = self.binaries.model;
        let conds = &model.facts.conds;
        let linkers = self.archives.linkers(library);
        if linkers.is_empty() || self.archives.is_unknown(library) {
            return;
        }
        let members = self.members(library);
        if members.is_empty() {
            return;
        }
        let archive = model.is_kind(library, &[TargetKind::Static]);
        let takers = linkers.iter().map(|&(id, cond)| (id, conds.and(cond, self.archives.taken_whole(id, library))));
        let takers: Vec<(TargetId, Cond)> = takers.filter(|(_, taken)| !taken.is_false()).collect();
        let mut plain = Vec::new();
        for &(id, cond) in linkers {
            let mut cond = conds.all([cond, archive, model.is_kind(id, LINKED)]);
            // Who does not take it whole, where others do, may mean it.
            for &(taker, taken) in &takers {
                let rest = conds.diff(cond, taken);
                // Too large a condition of another one says nothing of this one.
                cond = if rest.is_unknown() && taker != id { cond } else { rest };
            }
            if cond.is_possible() {
                plain.push(Linker { id, cond });
            }
        }
        let mut drops: Vec<Drop<'_>> = Vec::new();
        for linker in &plain {
            drops.extend(members.iter().filter_map(|member| self.drop_of(library, linker, member)));
        }
        self.report(library, &drops, !takers.is_empty(), sink);
    }

    /// Whether a source of a library defines `main`.
    fn has_main(&self, library: TargetId) -> bool {
        let sources = self.binaries.model.sources(library).iter().filter_map(|source| source.path.as_deref());
        sources.filter_map(|path| self.binaries.natives.file(path)).any(|file| {
            file.facts.functions.iter().any(|function| function.is_definition && function.qualified == "main")
        })
    }

    /// Sources of a library that only register themselves.
    fn members(&self, library: TargetId) -> Vec<Member> {
        let natives = self.binaries.natives;
        // Objects of object libraries are members like any others.
        let sources = self.binaries.model.sources(library).iter();
        let own: Vec<_> = sources
            .filter_map(|source| Some((source.path.as_deref()?, source.cond, source.through.unwrap_or(library))))
            .filter(|(path, cond, _)| !cond.is_false() && is_compiled(path) && natives.holds(path))
            .filter(|(path, _, compiled_by)| !self.is_in_a_program(path, *compiled_by))
            // C computes nothing before `main` but by attributes and macros, whose words are known.
            .filter(|(path, ..)| is_cxx(path) != Some(false) || natives.may_hold(path, Triggers::REGISTER))
            .collect();
        natives.read_ahead(&own.iter().map(|(path, ..)| *path).collect::<Vec<_>>());
        own.into_iter().filter_map(|(path, cond, compiled_by)| self.member(compiled_by, path, cond)).collect()
    }

    /// Whether a program compiles the source itself: that is where it registers, tests that lie in a library for others too.
    fn is_in_a_program(&self, path: &Path, compiled_by: TargetId) -> bool {
        let model = self.binaries.model;
        model.containers(path).iter().any(|&(id, _)| {
            id != compiled_by && is_ever(model, id, &[TargetKind::Executable]) && model.compiles(id, path)
        })
    }

    fn member(&self, library: TargetId, path: &Path, cond: Cond) -> Option<Member> {
        let file = self.binaries.natives.file(path)?;
        let facts = &file.facts;
        if facts.truncated || instantiates(file.source.bytes()) {
            return None;
        }
        // Most files define what their headers declare: those need no closer look.
        if facts.functions.iter().any(|function| function.attributes.alias.is_some() || function.qualified == "main") {
            return None;
        }
        let tells = |one: &Registration| {
            one.kind != RegistrationKind::DynamicInit
                || type_or_function(&one.detail).is_some() && !is_named_again(one, file.source.bytes())
        };
        let mut made: Vec<Made> = made::by_objects(&file).filter(|one| tells(&one.registration)).collect();
        if !facts.registrations.iter().any(tells) && made.is_empty() && made::by_macros(facts).next().is_none() {
            return None;
        }
        let reached = self.binaries.headers.reached(library, path);
        made.extend(self.made_by_macros(&file, &reached));
        let written = facts.registrations.iter().filter(|one| tells(one) && !self.is_data(one, &file, &reached));
        let first = written.chain(made.iter().map(|one| &one.registration)).next()?.clone();
        let mut member = Member {
            path: Rc::from(path),
            registration: first,
            made,
            file: file.clone(),
            cond: Cond::FALSE,
            contacts: BTreeSet::new(),
            frameworks: Vec::new(),
            direct: false,
            declared_in: BTreeSet::new(),
            undeclared: BTreeSet::new(),
            classes: BTreeSet::new(),
            reached: Rc::clone(&reached),
            naming: RefCell::default(),
        };
        self.contacts(&mut member, library, &reached, cond);
        let contact = !member.contacts.is_empty() || !member.frameworks.is_empty();
        if !contact || !member.cond.is_possible() || !self.macros_are_private(&member, &reached) {
            return None;
        }
        self.declarations(&mut member, &reached);
        Some(member)
    }

    /// Finds the files that declare what a source defines.
    fn declarations(&self, member: &mut Member, reached: &Reached) {
        let facts = Rc::new(member.file.clone()).facts.clone();
        // What is looked for: the name, and the class of a member, each with what it stands for.
        let mut wanted: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        let mut names: Vec<(&str, bool)> = Vec::new();
        let functions = facts.functions.iter().filter(|f| emits(f)).map(|f| (&f.name, &f.qualified, f.member));
        let variables = facts.variables.iter().filter(|v| stores(v));
        let variables = variables.map(|v| (&v.name, &v.qualified, v.qualified.contains("::")));
        for (name, qualified, member_of) in functions.chain(variables) {
            let class = qualified.rsplit_once("::").map(|(class, _)| class).filter(|_| member_of);
            // A class that the file itself defines is nobody else's, unless another file says the same of it.
            if let Some(class) = class.filter(|class| facts.classes.iter().any(|one| one.qualified == *class)) {
                member.classes.insert(class.to_owned());
                continue;
            }
            let index = names.len();
            names.push((name, false));
            wanted.entry(qualified).or_default().push(index);
            if let Some(class) = class {
                wanted.entry(class).or_default().push(index);
            }
        }
        if names.is_empty() {
            return;
        }
        let unqualified: FxHashMap<&str, usize> = names.iter().zip(0..).map(|((name, _), at)| (*name, at)).collect();
        for &index in reached.files.iter().skip(1) {
            let Some(header) = self.binaries.natives.at(index) else { continue };
            let functions = header.facts.functions.iter().map(|one| one.qualified.as_str());
            let variables = header.facts.variables.iter().map(|one| one.qualified.as_str());
            let classes = header.facts.classes.iter().map(|one| one.qualified.as_str());
            // A macro of the header may declare what stands among its arguments.
            let mut by_macro = header.facts.invocations.iter().flat_map(|one| &one.words).map(String::as_str);
            if let Some(found) = by_macro.find_map(|word| unqualified.get(word)) {
                names[*found].1 = true;
                member.declared_in.insert(index);
            }
            for found in functions.chain(variables).chain(classes).filter_map(|name| wanted.get(name)).flatten() {
                names[*found].1 = true;
                member.declared_in.insert(index);
            }
        }
        member.undeclared = names.into_iter().filter(|(_, found)| !found).map(|(name, _)| name.to_owned()).collect();
    }

    /// Whether macros that the file is written with define nothing that other files could name.
    fn macros_are_private(&self, member: &Member, reached: &Reached) -> bool {
        let facts = &member.file.facts;
        let registering = facts.registrations.iter().filter(|one| one.kind == RegistrationKind::Macro);
        let names =
            registering.map(|one| one.name.as_str()).chain(facts.invocations.iter().map(|one| one.name.as_str()));
        let names: BTreeSet<&str> = names.collect();
        let made: BTreeSet<&str> = member.made.iter().filter_map(|one| one.by.as_deref()).collect();
        names.into_iter().filter(|name| !made.contains(name)).all(|name| {
            let row = registry(name).filter(|row| row.private);
            let mut definitions = self.definitions(name, reached).peekable();
            if definitions.peek().is_none() {
                return row.is_some();
            }
            definitions.all(|(index, definition)| {
                let path = self.binaries.natives.path(index).map(|path| path.to_string_lossy().replace('\\', "/"));
                let framework = row
                    .zip(path)
                    .is_some_and(|(row, path)| row.headers.iter().any(|header| path.contains(&format!("/{header}"))));
                framework || is_private_body(definition)
            })
        })
    }

    /// Definitions of a macro that a source sees.
    fn definitions<'r>(
        &'r self,
        name: &'r str,
        reached: &'r Reached,
    ) -> impl Iterator<Item = (FileIndex, &'r MacroDef)> {
        reached.files.iter().filter_map(|&index| Some((index, self.binaries.natives.at(index)?))).flat_map(
            move |(index, file)| {
                file.facts.macros.iter().filter(move |one| one.name == name).map(move |one| (index, one))
            },
        )
    }

    /// What a file registers with, and when it does.
    fn contacts(&self, member: &mut Member, library: TargetId, reached: &Reached, cond: Cond) {
        let conds = &self.binaries.model.facts.conds;
        let compilation = self.binaries.compilation(library, &member.path);
        let facts = Rc::new(member.file.clone()).facts.clone();
        let mut first = true;
        for registration in facts.registrations.iter().filter(|one| !self.is_data(one, &member.file, reached)) {
            let Some(when) = compilation.holds(&facts.guards, registration.guard, "") else { continue };
            let (when, mut direct) = (conds.and(when, cond), true);
            let mut found = self.registrar(registration, reached);
            let frameworks = registry(&registration.name).filter(|_| registration.kind == RegistrationKind::Macro);
            let frameworks = frameworks.filter(|_| found.is_empty()).map_or(&[][..], |row| &row.headers);
            if found.is_empty() && frameworks.is_empty() && local(registration, &member.file) {
                found = self.called(registration, &member.file, reached);
                direct = false;
                if found.is_empty() {
                    found = self.prototyped(registration, &member.file);
                }
            }
            if when.is_false() || (found.is_empty() && frameworks.is_empty()) {
                continue;
            }
            if first {
                (member.registration, first) = (registration.clone(), false);
            }
            member.cond = conds.or(member.cond, when);
            member.direct |= direct;
            member.contacts.extend(found);
            member.frameworks.extend(frameworks.iter().map(String::as_str));
        }
        self.contacts_of_made(member, library, reached, (cond, first));
    }

    /// The same for registrations that are not written out.
    fn contacts_of_made(
        &self,
        member: &mut Member,
        library: TargetId,
        reached: &Reached,
        (cond, mut first): (Cond, bool),
    ) {
        let conds = &self.binaries.model.facts.conds;
        let compilation = self.binaries.compilation(library, &member.path);
        for made in std::mem::take(&mut member.made) {
            let when = compilation.holds(&member.file.facts.guards, made.registration.guard, "");
            let when = when.map_or(Cond::FALSE, |when| conds.and(when, cond));
            let mut found = if made.by.is_some() { self.registrar(&made.registration, reached) } else { Vec::new() };
            let direct = !found.is_empty();
            if found.is_empty() {
                found = self.declaring(reached, |name| made.calls.contains(name));
            }
            if !when.is_false() && !found.is_empty() {
                if first {
                    (member.registration, first) = (made.registration.clone(), false);
                }
                member.cond = conds.or(member.cond, when);
                member.direct |= direct;
                member.contacts.extend(found);
            }
            member.made.push(made);
        }
    }

    /// Files, other than the source itself, that declare the class, function or macro by which it registers.
    fn registrar(&self, registration: &Registration, reached: &Reached) -> Vec<FileIndex> {
        let name = match registration.kind {
            RegistrationKind::Constructor => return Vec::new(),
            RegistrationKind::Macro => registration.name.as_str(),
            RegistrationKind::DynamicInit => match type_or_function(&registration.detail) {
                Some(name) => name,
                None => return Vec::new(),
            },
        };
        self.declaring(reached, |name_of| name_of == name)
    }

    /// Files that define functions which a constructor calls by prototypes of its own file: the registry itself.
    fn prototyped(&self, registration: &Registration, file: &NativeFile) -> Vec<FileIndex> {
        if registration.kind != RegistrationKind::Constructor {
            return Vec::new();
        }
        let declared = file.facts.functions.iter().filter(|one| {
            !one.is_definition && !one.internal && !one.member && !one.attributes.weak && one.guard == GuardId::TRUE
        });
        let calls = Self::calls(registration, file);
        let names: Vec<&str> = declared.map(|one| one.name.as_str()).filter(|name| calls.contains(name)).collect();
        let mut out = Vec::new();
        for name in names {
            let natives = self.binaries.natives;
            let defines = |index: &FileIndex| {
                natives
                    .at(*index)
                    .is_some_and(|file| file.facts.functions.iter().any(|one| emits(one) && one.qualified == name))
            };
            let mut defining = natives.mentioning(&[name]).into_iter().filter(defines);
            // One of several may be another program's.
            if let (Some(one), None) = (defining.next(), defining.next()) {
                out.push(one);
            }
        }
        out
    }

    /// Names that the source calls and does not define: those of a constructor's body, where it is one.
    fn calls<'f>(registration: &Registration, file: &'f NativeFile) -> BTreeSet<&'f str> {
        let functions = file.facts.functions.iter();
        let constructor = functions.filter(|_| registration.kind == RegistrationKind::Constructor).find(|function| {
            function.is_definition && function.attributes.constructor && function.name == registration.name
        });
        let text = constructor.map(|function| body(file.source.bytes(), function));
        let texts = text.map(|text| vec![text]).or_else(|| run_by(registration, file));
        let names = file.facts.needed().map(|used| last(&used.name));
        let hands_over = |text: &[u8], name: &str| {
            made::calls_by_name(text, name) && words(text, name).any(|at| !is_asked_only(text, at, name.len()))
        };
        let is_called = |name: &&str| texts.as_ref().is_none_or(|all| all.iter().any(|text| hands_over(text, name)));
        names.filter(is_called).collect()
    }

    /// Files that declare functions which the source calls and does not define.
    fn called(&self, registration: &Registration, file: &NativeFile, reached: &Reached) -> Vec<FileIndex> {
        let names = Self::calls(registration, file);
        self.declaring(reached, |name| names.contains(name))
    }

    fn declaring(&self, reached: &Reached, wanted: impl Fn(&str) -> bool) -> Vec<FileIndex> {
        let declares = |index: &FileIndex| {
            self.binaries.natives.at(*index).is_some_and(|file| {
                let facts = &file.facts;
                facts.classes.iter().any(|class| wanted(&class.name))
                    || facts.functions.iter().any(|function| wanted(&function.name))
                    || facts.macros.iter().any(|one| one.parameters.is_some() && wanted(&one.name))
            })
        };
        reached.files.iter().skip(1).filter(|index| declares(index)).copied().collect()
    }

    /// Whether a member stays out of a binary that uses what it would register.
    fn drop_of<'f>(&self, library: TargetId, linker: &Linker, member: &'f Member) -> Option<Drop<'f>> {
        let model = self.binaries.model;
        let conds = &model.facts.conds;
        let mut cond = conds.and(linker.cond, member.cond);
        let closure = model.link_closure(linker.id);
        for &(other, also) in model.containers(&member.path) {
            if other == linker.id {
                cond = conds.diff(cond, also);
            } else if let Some((_, linked)) = closure.iter().find(|(id, _)| *id == other && other != library) {
                cond = conds.diff(cond, conds.and(*linked, also));
            }
        }
        if !cond.is_possible() {
            return None;
        }
        let used = self.used(linker.id, member)?;
        let asked = || {
            !is_ever(model, library, &[TargetKind::Object])
                && self.binaries.may_take(&self.archives, linker.id, library, &member.path)
        };
        let stays = self.stays_behind(linker.id, member) && !asked();
        stays.then_some(Drop { member, by: linker.id, cond, used })
    }

    /// Where a binary's own sources include what the member registers with.
    fn used(&self, binary: TargetId, member: &Member) -> Option<Span> {
        let units = self.binaries.units(binary);
        units.iter().filter(|unit| unit.archive.is_none()).find_map(|unit| {
            let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
            let includes = |index: &FileIndex| {
                let file = self.binaries.natives.at(*index)?;
                let mut includes = file.facts.includes.iter();
                includes.any(|one| member.frameworks.iter().any(|start| one.path.starts_with(start))).then_some(())
            };
            let mut files = reached.files.iter();
            files.find(|index| member.contacts.contains(index) || includes(index).is_some())?;
            let file = self.binaries.natives.file(&unit.path)?;
            // The include itself where it is direct, else the first one.
            let contact = |path: &str| {
                let name = Path::new(path).file_name();
                let contacts = member.contacts.iter().filter_map(|index| self.binaries.natives.path(*index));
                let mut contacts = contacts.map(|path| path.file_name());
                contacts.any(|one| one == name) || member.frameworks.iter().any(|start| path.starts_with(start))
            };
            let includes = &file.facts.includes;
            let shown = includes.iter().find(|one| contact(&one.path)).or(includes.first());
            let range = shown.map_or(0..0, |one| one.range.clone());
            Some(Span::new(file.source.id(), range))
        })
    }

    fn report(&self, library: TargetId, drops: &[Drop<'_>], elsewhere: bool, sink: &mut Sink) {
        let model = self.binaries.model;
        let (Some(first), Some(defined)) = (drops.first(), model.definition_span(library)) else { return };
        let name = model.name(library);
        let cond = model.facts.conds.any(drops.iter().map(|drop| drop.cond));
        let direct = drops.iter().any(|drop| drop.member.direct);
        // A test may fill the registry itself.
        let tests_only = drops.iter().all(|drop| model.is_test_target(drop.by));
        let by_choice = self.is_by_default(cond) && (self.made_shared)();
        let proved = direct && !elsewhere && !tests_only && !by_choice;
        let is_named =
            drops.iter().any(|drop| self.names_registry(drop.by, drop.member) && self.hands_over(drop.member));
        let is_named = is_named && !model.needs_many_settings(cond);
        let confidence = match (is_named, proved) {
            (true, true) => Confidence::Proved,
            (true, false) => Confidence::Likely,
            (false, _) => Confidence::Heuristic,
        };
        let files: BTreeSet<&Path> = drops.iter().map(|drop| &*drop.member.path).collect();
        let binaries: BTreeSet<&str> = drops.iter().map(|drop| model.name(drop.by)).collect();
        let file = first.member.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let registration = &first.member.registration;
        let at = Span::new(first.member.file.source.id(), registration.range.clone());
        let severity = if confidence == Confidence::Proved { Severity::Error } else { Severity::Warning };
        let mut draft = Draft::new(cond, Place::new(defined, "an archive"))
            .named("library", name)
            .value(
                "file",
                if files.len() > 1 { format!("{file}` (and {} more)", files.len() - 1) } else { format!("{file}`") },
            )
            .value("binaries", and_others(&binaries))
            .related(at, format!("`{}` registers here", registration.name));
        if let Some(span) = self.edge(first.by, library).and_then(|edge| model.span(edge.origin)) {
            draft = draft.related(span, format!("`{}` links it", model.name(first.by)));
        }
        draft = draft.related(first.used, "uses the registry").subject(&registration.name);
        if self.has_main(library) {
            draft = draft.help(format!(
                "`{name}` has a `main()` of its own, so that no program can take it whole: put what registers into a library without it"
            ));
        }
        for binary in binaries.iter().take(100) {
            draft = draft.subject(*binary);
        }
        sink.report(draft.confidence(confidence).severity(severity));
    }

    /// Whether something is so only where `BUILD_SHARED_LIBS` is off.
    fn is_by_default(&self, cond: Cond) -> bool {
        let conds = &self.binaries.model.facts.conds;
        let mut subjects = conds.subjects(cond).into_iter().filter(|one| conds.subject_info(*one).name == KIND);
        subjects.any(|one| conds.disjoint(cond, conds.truthy(one)))
    }

    /// The edge by which a binary links a library, or something that brings it.
    fn edge(&self, binary: TargetId, library: TargetId) -> Option<&Edge> {
        let edges = self.binaries.model.links(binary);
        let brings = |edge: &&Edge| {
            self.binaries.model.link_closure(edge.to).iter().any(|(id, _)| *id == library)
                || self.binaries.model.interface_links(edge.to).iter().any(|next| next.to == library)
        };
        edges.iter().find(|edge| edge.to == library).or_else(|| edges.iter().find(brings))
    }
}

fn and_others(names: &BTreeSet<&str>) -> String {
    let first = names.first().copied().unwrap_or_default();
    match names.len() {
        0 | 1 => format!("`{first}`"),
        2 => format!("`{first}` and another target"),
        more => format!("`{first}` and {} other targets", more - 1),
    }
}

/// Whether what is registered is built by the file's own code, so that this tells nothing of the registry.
fn local(registration: &Registration, file: &NativeFile) -> bool {
    let named = |name: &str| {
        file.facts.classes.iter().any(|class| class.name == name)
            || file.facts.functions.iter().any(|function| function.is_definition && function.name == name)
            || file.facts.macros.iter().any(|one| one.name == name)
    };
    match registration.kind {
        RegistrationKind::Constructor => true,
        RegistrationKind::Macro => named(&registration.name),
        RegistrationKind::DynamicInit => {
            is_named_again(registration, file.source.bytes())
                || type_or_function(&registration.detail).is_some_and(named)
        }
    }
}
