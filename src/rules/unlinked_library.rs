//! A program that calls a function of a library of the project, which its link line lacks under settings that are not the defaults.
#[path = "unlinked_library/archives.rs"]
mod archives;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::lang::condition::constant;
use crate::cond::Cond;
use crate::discover::Kind;
use crate::flags::LinkFlag;
use crate::model::binaries::{Binaries, is_compiled};
use crate::model::foreign::{WrittenNames, is_foreign};
use crate::model::symbols::{Site, Symbols, members_of};
use crate::model::{Item, Model, TargetId};
use crate::native::Natives;
use crate::rules::conditions::Conditions as _;
use crate::rules::wording::{letters, link_scope};
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink, assembled};

use archives::ArchiveGap;

const PROGRAM: &[TargetKind] = &[TargetKind::Executable];
/// What programs can link.
const LIBRARIES: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared, TargetKind::Object];
/// As many libraries of one source are one library in two forms.
const ALIKE: usize = 2;
/// Kinds of targets that have functions: libraries, which others link, and programs and modules, whose sources others may compile.
const PROVIDERS: &[TargetKind] =
    &[TargetKind::Static, TargetKind::Shared, TargetKind::Object, TargetKind::Executable, TargetKind::Module];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let programs: Vec<TargetId> = model.judged_targets().filter(|id| !model.is_kind(*id, PROGRAM).is_false()).collect();
    if programs.is_empty() {
        return;
    }
    let search = Search::new(&project);
    let gaps: Vec<Gap> = programs.iter().flat_map(|program| search.gaps(*program)).collect();
    let in_archives: Vec<ArchiveGap> = programs.iter().flat_map(|program| search.archive_gaps(*program)).collect();
    // What continuous integration asks for, it has linked.
    let is_asked = |name: &str, value: &str| {
        let starts = [format!("-D{name}="), format!("-D{name}:")];
        cx.facts.outside_says(|kind, line| kind == Kind::Script && starts.iter().any(|start| gives(line, start, value)))
    };
    let names = gaps.iter().map(|gap| gap.name.as_str()).chain(in_archives.iter().map(ArchiveGap::symbol));
    let assembled = assembled::names(cx, &project, &names.collect());
    let in_archives = in_archives.into_iter().filter(|gap| !assembled.contains(gap.symbol())).collect();
    let is_far = |cond: Cond| {
        let settings = cx.facts.conditions.render(cond).map(|condition| condition.witness.settings);
        model.needs_many_settings(cond)
            || settings.is_none_or(|given| !given.is_empty() && given.iter().all(|(name, value)| is_asked(name, value)))
    };
    search.report_archives(in_archives, &is_far, sink);
    for gap in gaps.iter().filter(|gap| !assembled.contains(&gap.name)) {
        search.report(gap, is_far(gap.cond), sink);
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    symbols: &'a Symbols<'a>,
    natives: &'a Natives<'a>,
    files: &'a Files<'a>,
    /// Which targets define a name.
    definers: FxHashMap<String, Vec<TargetId>>,
    /// The last parts of the names of members that targets define.
    members: FxHashSet<String>,
    binaries: &'a Binaries<'a>,
    written: WrittenNames,
    /// What archives call, and the libraries that have it.
    of_archives: RefCell<FxHashMap<TargetId, Rc<[archives::Call]>>>,
}

/// What a program links.
struct Line {
    targets: Vec<(TargetId, Cond)>,
    /// The letters and digits of what is no target.
    words: Vec<String>,
    /// When something of it may have what nothing else has.
    unclear: Cond,
    /// When a library of others is there by its name: it may have what a stand-in for it has, too.
    foreign: Cond,
    /// There is a library of others, by whatever name.
    others: bool,
}

/// A call of a function that the link line lacks.
struct Gap {
    program: TargetId,
    provider: TargetId,
    name: String,
    call: Site,
    definition: Site,
    cond: Cond,
}

/// Whether a line gives a setting, by how that starts, a value that says the same as another one.
fn gives(line: &[u8], start: &str, value: &str) -> bool {
    memchr::memmem::find_iter(line, start.as_bytes()).any(|at| {
        let given = String::from_utf8_lossy(line.get(at..).unwrap_or_default()).into_owned();
        let given = given.split_once('=').map_or("", |(_, given)| given);
        let given = given.split(|c: char| c.is_whitespace() || c == '"' || c == '\'').next().unwrap_or_default();
        given == value || constant(given).is_some() && constant(given) == constant(value)
    })
}

impl<'a> Search<'a> {
    fn new(project: &Project<'a>) -> Self {
        let (model, symbols) = (project.model, project.symbols);
        let written = WrittenNames::new(model, &project.files.all());
        let definers = symbols.definers(PROVIDERS);
        let (natives, files, binaries) = (project.natives, project.files, project.binaries);
        let (members, of_archives) = (members_of(&definers), RefCell::default());
        Self { model, symbols, natives, files, definers, members, binaries, written, of_archives }
    }

    /// One function for each library that a program lacks.
    fn gaps(&self, program: TargetId) -> Vec<Gap> {
        let own = self.symbols.names(program);
        let fields = self.symbols.field_calls(program, &|name| self.members.contains(name));
        let fields = fields.iter().filter(|(name, _)| own.definitions(name).is_none());
        let called: BTreeMap<&String, &Vec<Site>> =
            fields.chain(own.wanted()).filter(|(name, _)| self.provider(name).is_some()).collect();
        if called.is_empty() {
            return Vec::new();
        }
        let Some(line) = self.line(program) else { return Vec::new() };
        let mut found: BTreeMap<TargetId, Gap> = BTreeMap::new();
        for (name, calls) in called {
            if let Some(provider) = self.provider(name)
                && !found.contains_key(&provider)
                && !self.is_named(&line, provider)
                && let Some(gap) = self.gap(program, provider, &line, name, calls)
            {
                found.insert(provider, gap);
            }
        }
        if found.is_empty() {
            return Vec::new();
        }
        let lost = self.lost(program, &line);
        let conds = &self.model.facts.conds;
        let left = found.into_values().map(|gap| Gap { cond: conds.diff(gap.cond, lost), ..gap });
        left.filter(|gap| gap.cond.is_possible() && !self.is_choice(program, gap.provider)).collect()
    }

    /// When a program calls what no target has that is made there: such settings were never meant to build it.
    fn lost(&self, program: TargetId, line: &Line) -> Cond {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let own = self.symbols.names(program);
        let fields = self.symbols.field_calls(program, &|name| self.members.contains(name));
        let lost = fields.iter().chain(own.wanted()).filter_map(|(name, calls)| {
            let unmade = conds.not(model.defined(self.provider(name)?));
            let missing = conds.diff(unmade, self.symbols.defined_in(&line.targets, name));
            let missing = conds.diff(missing, line.unclear);
            if !missing.is_possible() {
                return None;
            }
            calls.iter().find_map(|call| {
                self.symbols.meaning(program, call).or_else(|| self.symbols.member(program, call))?;
                let (when, sure) = self.binaries.compiled(program, call, call.call()?.guard);
                let cond = conds.and(missing, when);
                (sure && cond.is_possible()).then_some(cond)
            })
        });
        conds.any(lost.collect::<Vec<_>>())
    }

    /// Whether a program links one of several targets that bring a library, each under a condition that excludes the others: exactly one of
    /// them is meant to be chosen.
    fn is_choice(&self, program: TargetId, library: TargetId) -> bool {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let bringing = model.links(program).iter().filter(|edge| {
            let brings = |(part, when): &(TargetId, Cond)| *part == library && when.is_possible();
            edge.to == library || model.link_closure(edge.to).iter().any(brings)
        });
        let under: Vec<Cond> = bringing.map(|edge| edge.cond).collect();
        let apart = |(at, one): (usize, &Cond)| under.iter().skip(at + 1).all(|other| conds.disjoint(*one, *other));
        under.len() > 1 && under.iter().enumerate().all(apart)
    }

    /// What a program links, unless something of it may be any library of the project: what a search found is none.
    fn line(&self, program: TargetId) -> Option<Line> {
        let model = self.model;
        let mut targets = self.symbols.on_link_line(program);
        let is_given = model.is_given_away(program) || targets.iter().any(|(id, _)| model.is_given_away(*id));
        let items = model.library_items(program);
        let is_open = items.iter().any(|item| model.may_say_anything(&item.text));
        // A source that is not there, be it made by the build or moved away, may have what is called.
        let unseen = |path: &Path| is_compiled(path) && !self.natives.holds(path);
        let is_unseen = |path: Option<&Path>| path.is_none_or(unseen);
        let is_made = || model.links_by_platform(self.files, program);
        if is_given || is_open || is_made() || model.sources(program).iter().any(|one| is_unseen(one.path.as_deref())) {
            return None;
        }
        // A script of the linker may define what is called, and a section that nothing reaches may call it in vain.
        let open = |flag: &LinkFlag| {
            matches!(flag, LinkFlag::LinkerScript(_) | LinkFlag::Defsym(_) | LinkFlag::GcSections(true))
                || matches!(flag, LinkFlag::Other(text) if text.starts_with("--just-symbols"))
        };
        if model.link_flags(program).iter().any(|source| open(&source.flag.flag)) || self.includes_unseen(program) {
            return None;
        }
        targets.extend(self.symbols.loaded_with(program));
        // A library of the project that is no target there: it was not understood. Nor is one whose name users give.
        let name = |item: &&Item| self.written.has(&item.text) || is_named_by_users(model, &item.text);
        let unclear = items.iter().filter(name).map(|item| item.cond);
        let unclear = model.facts.conds.any(unclear.collect::<Vec<_>>());
        let foreign = items.iter().filter(|item| is_foreign(&item.text)).map(|item| item.cond);
        let foreign = model.facts.conds.any(foreign.collect::<Vec<_>>());
        let files = targets.iter().filter(|(id, _)| model.is_imported(*id)).flat_map(|(id, _)| model.locations(*id));
        let words = items.iter().cloned().chain(files).map(|item| letters(&model.display(&item.text))).collect();
        let others = model.links_library_of_others(program);
        Some(Line { targets, words, unclear, foreign, others })
    }

    /// Whether a source includes a file that a macro names.
    fn includes_unseen(&self, program: TargetId) -> bool {
        let sources = self.model.sources(program);
        let files = sources.iter().filter_map(|source| self.natives.index(source.path.as_deref()?));
        files.into_iter().filter_map(|index| self.natives.at(index)).any(|file| {
            let bytes = file.source.bytes();
            memchr::memmem::find_iter(bytes, b"#include").any(|at| {
                let rest = bytes.get(at + "#include".len()..).unwrap_or_default().trim_ascii_start();
                rest.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
            })
        })
    }

    /// Whether an item of the link line may be the file of a library: by its path, or found where the project does not build it.
    fn is_named(&self, line: &Line, library: TargetId) -> bool {
        let names = [letters(self.model.name(library)), letters(&self.model.stem(library))];
        line.words.iter().any(|word| names.iter().any(|name| word.contains(name)))
    }

    /// When a library is a part of one on the link line: a shared one has what it is made of.
    fn inside(&self, line: &Line, library: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let parts = line.targets.iter().flat_map(|(whole, linked)| {
            let own = self.model.link_closure(*whole).into_iter().filter(|(part, _)| *part == library);
            own.map(|(_, when)| conds.and(*linked, when))
        });
        conds.any(parts.collect::<Vec<_>>())
    }

    /// The one target that has a function, or the one library that does, where programs and modules compile its source, too.
    fn provider(&self, name: &str) -> Option<TargetId> {
        let definers = self.definers.get(name)?.as_slice();
        if let [only] = definers {
            return Some(*only);
        }
        let is_library = |id: &&TargetId| !self.model.is_kind(**id, LIBRARIES).is_false();
        // A static and a shared one of the same source are alike: the first is named.
        let mut libraries = definers.iter().filter(is_library);
        let only = *libraries.next().filter(|_| libraries.count() < ALIKE)?;
        let path = |id: TargetId| match self.symbols.names(id).definitions(name)?.as_slice() {
            [site] => Some(Rc::clone(&site.path)),
            _ => None,
        };
        let source = path(only)?;
        definers.iter().all(|&id| path(id).as_ref() == Some(&source)).then_some(only)
    }

    fn gap(&self, program: TargetId, provider: TargetId, line: &Line, name: &str, calls: &[Site]) -> Option<Gap> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let missing = conds.diff(model.is_kind(program, PROGRAM), self.symbols.defined_in(&line.targets, name));
        let missing = conds.diff(conds.and(missing, model.defined(provider)), line.unclear);
        let missing = conds.diff(missing, model.undefined_allowed(program));
        // Layers and shims have the names of what they stand for, and a library of another project above may bring this one.
        let missing = conds.diff(missing, line.foreign);
        // What an expression decides that only the generator knows (`$<$<LINK_LANGUAGE:C>:format>`), may link it.
        if !missing.is_possible() || model.hangs_on_expression(missing) {
            return None;
        }
        let names = self.symbols.names(provider);
        let gap = calls.iter().find_map(|call| {
            let key = self.symbols.meaning(program, call).or_else(|| self.symbols.member(program, call))?;
            let (when, sure) = self.binaries.compiled(program, call, call.call()?.guard);
            let definition =
                names.definitions(name)?.iter().find(|site| self.symbols.is_definition_of(provider, site, &key))?;
            let (there, known) = self.binaries.compiled(provider, definition, definition.function()?.guard);
            // What a header of others declares, their library may have.
            if line.others && !self.binaries.sees_declared(program, &call.path, &key.name) {
                return None;
            }
            let named = self.named_in_pragma(program, call, provider);
            let cond = conds.diff(conds.all([when, missing, there]), named);
            let (call, definition) = (call.clone(), definition.clone());
            (sure && known && cond.is_possible()).then(|| Gap {
                program,
                provider,
                name: name.to_owned(),
                call,
                definition,
                cond,
            })
        })?;
        let cond = conds.diff(gap.cond, self.inside(line, provider));
        // A library that needs what the program has is not linked by it: CMake takes no such circle.
        let cond = conds.diff(cond, model.depends_on(provider, program));
        cond.is_possible().then_some(Gap { cond, ..gap })
    }

    /// When what a source sees tells the linker of a library (`#pragma comment(lib, "…")`: Microsoft's compilers and those that imitate them).
    fn named_in_pragma(&self, program: TargetId, call: &Site, library: TargetId) -> Cond {
        let names = [letters(self.model.name(library)), letters(&self.model.stem(library))];
        let view = self.symbols.headers.view(program, &call.path);
        let named = view.files.iter().any(|(_, file)| {
            let mut pragmas = file.facts.pragmas.iter().filter(|pragma| pragma.kind == "lib");
            pragmas.any(|pragma| {
                // A macro, of which the text is empty, may stand for any name.
                let word = letters(&pragma.text);
                word.is_empty() || names.iter().any(|name| word.contains(name))
            })
        });
        if named { self.model.facts.conds.platform("WIN32").unwrap_or(Cond::FALSE) } else { Cond::FALSE }
    }

    fn report(&self, gap: &Gap, is_far: bool, sink: &mut Sink) {
        let (model, program, provider) = (self.model, gap.program, gap.provider);
        let (Some(used), Some(function)) = (gap.call.call(), gap.definition.function()) else { return };
        let (Some(place), Some(made)) = (model.links_span(program), model.definition_span(provider)) else { return };
        // What the defaults build, its maintainers have linked: then something was not understood here.
        let conds = &model.facts.conds;
        let built = conds.diff(gap.cond, model.excluded_from_all(program));
        let is_seen = model.without_settings(built).is_possible();
        let draft = Draft::new(gap.cond, Place::new(place, "does not link it"))
            .related(gap.call.span(&used.range), format!("`{}` is called here", gap.name))
            .related(gap.definition.span(&function.range), "and defined here")
            .related(made, "in this library")
            .named("program", model.name(program))
            .named("library", model.name(provider))
            .named("symbol", gap.name.clone())
            .value("scope", link_scope(model, self.files, program))
            .confidence(if is_seen || is_far { Confidence::Heuristic } else { Confidence::Likely });
        let (library, symbol) = (model.name(provider), &gap.name);
        if model.is_kind(provider, PROGRAM).is_possible() {
            let source = gap.definition.path.file_name().unwrap_or_default().to_string_lossy();
            let target = model.name(program);
            let message =
                format!("`{target}` calls `{symbol}`, which only `{library}` has, a program: undefined reference");
            return sink.report(draft.message(message).help(format!(
                "move it into a library that both link, or compile `{source}` into `{target}`, too (where it has no main())"
            )));
        }
        // What is a module there cannot be linked.
        let module = conds.and(gap.cond, model.is_kind(provider, &[TargetKind::Module]));
        let load = || {
            format!(
                "`{library}` is a MODULE there, which nothing can link: load it and look `{symbol}` up, or leave the call out"
            )
        };
        sink.report(if module.is_possible() { draft.help(load()) } else { draft });
    }
}

/// Whether a word on a link line is a name that users may choose: that of a target of the project, as far as it can be told.
fn is_named_by_users(model: &Model<'_>, word: &str) -> bool {
    let texts = &model.facts.texts;
    let given = |symbol| texts.info(symbol).kind == SymbolKind::Input;
    !word.contains('/') && word.chars().filter_map(|letter| texts.symbol_of(letter)).any(given)
}
