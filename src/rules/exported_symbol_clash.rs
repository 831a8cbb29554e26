//! Functions of one name that two libraries of a process define differently and export.
use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::binaries::{Unit, emits, is_cxx};
use crate::model::mentions::{body, has_word};
use crate::model::{Model, TargetId};
use crate::native::{Function, GuardId, NativeFile, Visibility};
use crate::rules::wording::and_more;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let mut rule = Rule { project, model, exports: FxHashMap::default(), told: Vec::new() };
    let programs: Vec<TargetId> =
        model.built_targets().filter(|id| is_ever(model, *id, &[TargetKind::Executable])).collect();
    for id in programs {
        rule.program(id, sink);
    }
}

/// A function of C that a library exports.
struct Export {
    name: String,
    file: NativeFile,
    function: usize,
    unit: Unit,
}

impl Export {
    fn function(&self) -> Option<&Function> {
        self.file.facts.functions.get(self.function)
    }

    fn span(&self) -> Option<Span> {
        Some(Span::new(self.file.source.id(), self.function()?.range.clone()))
    }
}

/// Two definitions of one name, and the name.
type Twice = (Span, Span, String);

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    exports: FxHashMap<TargetId, std::rc::Rc<Vec<Export>>>,
    told: Vec<(TargetId, TargetId)>,
}

impl Rule<'_> {
    fn program(&mut self, id: TargetId, sink: &mut Sink) {
        let loaded = self.project.symbols.loaded_with(id);
        let built = loaded.into_iter().filter(|(library, _)| {
            is_ever(self.model, *library, &[TargetKind::Shared])
                && !self.model.is_imported(*library)
                && self.has_c(*library)
        });
        let libraries: Vec<(TargetId, Cond)> = built.take(60).collect();
        if libraries.len() < 2 {
            return;
        }
        let mut seen: FxHashMap<String, (TargetId, Cond, usize)> = FxHashMap::default();
        let mut clashes: Vec<Clash> = Vec::new();
        for (library, cond) in libraries {
            let exports = self.exports(library);
            for (at, export) in exports.iter().enumerate() {
                match seen.get(&export.name) {
                    Some((other, when, index)) if *other != library => {
                        let cond = self.model.facts.conds.and(*when, cond);
                        clashes.push(Clash { first: (*other, *index), second: (library, at), cond });
                    }
                    Some(_) => {}
                    None => {
                        seen.insert(export.name.clone(), (library, cond, at));
                    }
                }
            }
        }
        self.report(id, &clashes, sink);
    }

    fn has_c(&self, id: TargetId) -> bool {
        let units = self.project.binaries.units(id);
        units.iter().any(|unit| is_cxx(&unit.path) == Some(false))
    }

    /// Functions of C that a library shows to all, in every configuration.
    fn exports(&mut self, id: TargetId) -> std::rc::Rc<Vec<Export>> {
        if let Some(known) = self.exports.get(&id) {
            return std::rc::Rc::clone(known);
        }
        let mut out = Vec::new();
        let hides = |flag: &LinkFlag| {
            matches!(
                flag,
                LinkFlag::VersionScript(_)
                    | LinkFlag::ExcludeLibs(_)
                    | LinkFlag::Bsymbolic(_)
                    | LinkFlag::DynamicList(_)
            )
        };
        if !self.model.link_flags(id).iter().any(|one| hides(&one.flag.flag)) {
            for unit in self.project.binaries.units(id).iter() {
                let visible = || self.model.compiled_hidden(unit.compiled_by, false).is_none();
                if is_cxx(&unit.path) != Some(false) || !visible() || self.model.has_own_compilation(&unit.path) {
                    continue;
                }
                let Some(file) = self.project.natives.file(&unit.path) else { continue };
                for (at, function) in file.facts.functions.iter().enumerate().filter(|(_, one)| is_plain(one)) {
                    let (file, unit) = (file.clone(), unit.clone());
                    out.push(Export { name: function.name.clone(), file, function: at, unit });
                }
            }
        }
        let out = std::rc::Rc::new(out);
        self.exports.insert(id, std::rc::Rc::clone(&out));
        out
    }

    fn report(&mut self, program: TargetId, clashes: &[Clash], sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let foreign = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>();
        let elf = conds.not(conds.any(foreign));
        let mut found: Vec<(TargetId, TargetId, Cond, Vec<Twice>)> = Vec::new();
        for clash in clashes {
            let (first, second) = (clash.first.0, clash.second.0);
            let (Some(one), Some(two)) = (self.exports.get(&first), self.exports.get(&second)) else { continue };
            let (Some(one), Some(two)) = (one.get(clash.first.1), two.get(clash.second.1)) else { continue };
            let cond = conds.all([clash.cond, one.unit.cond, two.unit.cond, elf, self.model.defined(program)]);
            let known = self.told.contains(&(first, second)) || self.told.contains(&(second, first));
            if known || !cond.is_possible() || is_same(one, two) || !self.is_used(second, &two.name) {
                continue;
            }
            let is_meant = |export| self.is_renamed(export) || self.is_hidden(export) || is_passed_on(export);
            if [one, two].into_iter().any(is_meant) {
                continue;
            }
            let (Some(here), Some(there)) = (one.span(), two.span()) else { continue };
            let entry = (here, there, one.name.clone());
            match found.iter_mut().find(|(a, b, ..)| (*a, *b) == (first, second)) {
                Some((.., list)) => list.push(entry),
                None => found.push((first, second, cond, vec![entry])),
            }
        }
        for (first, second, cond, list) in found {
            self.told.push((first, second));
            let Some((here, there, name)) = list.first() else { continue };
            let more = and_more(list.len() - 1);
            let mut draft = Draft::new(cond, Place::new(*there, "never called where the other one is loaded first"))
                .related(*here, format!("`{}` has this one", self.model.name(first)))
                .named("first", self.model.name(first))
                .named("second", self.model.name(second))
                .named("program", self.model.name(program))
                .named("symbol", name.clone())
                .value("more", more);
            if let Some(span) = self.model.definition_span(program) {
                draft = draft.related(span, "loads both");
            }
            sink.report(draft);
        }
    }

    /// Whether a macro has the name, as those who foresee the clash have it (`#define inflate my_inflate`).
    fn is_renamed(&self, export: &Export) -> bool {
        let compilation = self.project.binaries.compilation(export.unit.compiled_by, &export.unit.path);
        // So may a word before it be one (`#define local static`).
        let words = export.function().map(|function| {
            let text = export.file.source.bytes();
            text.get(function.head.start as usize..function.range.start as usize).unwrap_or_default()
        });
        let words = words.unwrap_or_default().split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        let words = words.filter_map(|word| std::str::from_utf8(word).ok()).filter(|word| !word.is_empty());
        words.chain([export.name.as_str()]).any(|word| compilation.is_macro(word))
    }

    /// Whether a declaration that the source sees hides the function: the first one counts.
    fn is_hidden(&self, export: &Export) -> bool {
        let hides = |visibility: Option<Visibility>| visibility.is_some_and(|one| !one.is_exported());
        let reached = self.project.binaries.headers.reached(export.unit.compiled_by, &export.unit.path);
        let mut files = reached.files.iter().filter_map(|index| self.project.natives.at(*index));
        files.any(|file| {
            let mut same = file.facts.functions.iter().filter(|one| one.name == export.name);
            same.any(|one| hides(one.attributes.visibility) || hides(one.attributes.pragma_visibility))
        })
    }

    /// Whether a library calls the function itself.
    fn is_used(&self, id: TargetId, name: &str) -> bool {
        self.project.binaries.units(id).iter().any(|unit| {
            let file = self.project.natives.file(&unit.path);
            file.is_some_and(|file| {
                file.facts.uses.iter().any(|used| &*used.name == name && used.guard == GuardId::TRUE)
            })
        })
    }
}

/// Two exports of one name.
struct Clash {
    first: (TargetId, usize),
    second: (TargetId, usize),
    cond: Cond,
}

fn is_plain(function: &Function) -> bool {
    let attributes = &function.attributes;
    emits(function)
        && function.guard == GuardId::TRUE
        && function.name != "main"
        && attributes.visibility.is_none()
        && attributes.pragma_visibility.is_none()
        && attributes.macros.is_empty()
        && !attributes.weak
        && attributes.alias.is_none()
        && attributes.asm_name.is_none()
}

/// Whether a function looks up the next one of its own name (`dlsym(RTLD_NEXT, "inflate")`): it is made to be found before that one.
fn is_passed_on(export: &Export) -> bool {
    let quoted = format!("\"{}\"", export.name);
    export.function().is_some_and(|function| {
        let body = body(export.file.source.bytes(), function);
        has_word(body, "dlsym") && memchr::memmem::find(body, quoted.as_bytes()).is_some()
    })
}

/// A text without its comments and blanks.
fn code_of(body: &[u8]) -> Vec<u8> {
    let code = without_comments(body, Language::C);
    code.into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

/// Whether both have the same code.
fn is_same(one: &Export, two: &Export) -> bool {
    one.unit.path == two.unit.path
        || one.file.source.bytes() == two.file.source.bytes()
        || one.function().zip(two.function()).is_none_or(|(a, b)| {
            let code = |export: &Export, function| code_of(body(export.file.source.bytes(), function));
            code(one, a) == code(two, b)
        })
}
