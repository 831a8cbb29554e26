//! Weak symbols that leave a member of an archive where it is: a weak reference asks for none, and a weak definition that is
//! there already keeps the strong one out.
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::archives::{Archives, is_ever};
use crate::model::binaries::{LINKED, Unit, emits, is_compiled, stores};
use crate::model::mentions::{in_comment, words};
use crate::model::symbols::last;
use crate::native::{FileIndex, Function, GuardId, Linkage, NativeFile, Natives, Triggers};
use crate::source::Span;

use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let names = project.natives.once(|| WeakNames::find(project.natives));
    if names.0.is_empty() {
        return;
    }
    let mentions = RefCell::default();
    let search = Search { project, archives: Archives::new(project.model), names: &names, mentions };
    let mut found: BTreeMap<(Span, String), Vec<Left>> = BTreeMap::new();
    for binary in project.model.judged_targets().filter(|id| is_ever(project.model, *id, LINKED)) {
        search.binary(binary, &mut found);
    }
    for ((span, symbol), left) in &found {
        search.report(span, symbol, left, sink);
    }
}

/// Functions that some file makes weak, by their qualified names, with those files.
struct WeakNames(FxHashMap<String, Vec<FileIndex>>);

impl WeakNames {
    fn find(natives: &Natives<'_>) -> Self {
        let macros = natives.mentioning(&natives.weak_macros());
        let files = natives.with(Triggers::EXPORT).filter_map(|path| natives.index(path));
        let says =
            |index: &FileIndex| macros.contains(index) || natives.text(*index).is_some_and(|text| says_weak(&text));
        let files: Vec<FileIndex> = files.filter(says).collect();
        natives.read_all(&files);
        let mut names: FxHashMap<String, Vec<FileIndex>> = FxHashMap::default();
        for index in files {
            let Some(file) = natives.at(index) else { continue };
            for function in file.facts.functions.iter().filter(|one| is_weak(one)) {
                let places = names.entry(function.qualified.clone()).or_default();
                if places.last() != Some(&index) {
                    places.push(index);
                }
            }
        }
        Self(names)
    }
}

/// Whether a text says `weak` in one of the ways that languages have for it.
fn says_weak(text: &[u8]) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(text, word).is_some();
    has(b"weak") && (has(b"__attribute") || has(b"pragma weak") || has(b"gnu::weak"))
}

/// A weak function that the link decides about: in C or a namespace, in every compilation.
fn is_weak(function: &Function) -> bool {
    let plain = !function.internal && !function.template && !function.member && !function.inline;
    function.attributes.weak && plain && function.guard == GuardId::TRUE && function.attributes.alias.is_none()
}

struct Search<'a> {
    project: Project<'a>,
    archives: Archives<'a>,
    names: &'a WeakNames,
    /// Files that hold a name.
    mentions: RefCell<FxHashMap<String, Rc<FxHashSet<FileIndex>>>>,
}

/// A member that stays out of a binary.
struct Left {
    binary: TargetId,
    archive: TargetId,
    definition: Span,
    declared: bool,
    cond: Cond,
}

/// What the sources of a binary do with a function that some file makes weak.
#[derive(Default)]
struct Parts<'u> {
    /// Its weak definition, which is in the binary.
    weak: Option<(&'u Unit, Function, Span)>,
    /// The definition in an archive; whether it is weak, too.
    member: Option<(&'u Unit, Function, Span, bool)>,
    /// A use by the weak declaration, and the declaration.
    asked_weakly: Option<(&'u Unit, Span)>,
    /// A source of the binary itself, or one that is in it, uses it.
    asked: bool,
    /// Somebody asks for it in earnest.
    needed: bool,
}

impl Search<'_> {
    fn binary(&self, binary: TargetId, found: &mut BTreeMap<(Span, String), Vec<Left>>) {
        let units = self.project.binaries.units(binary);
        if units.iter().all(|unit| unit.archive.is_none()) {
            return;
        }
        let natives = self.project.natives;
        let mut by_file: FxHashMap<FileIndex, Vec<&Unit>> = FxHashMap::default();
        for unit in units.iter() {
            let Some(index) = natives.index(&unit.path) else { return };
            by_file.entry(index).or_default().push(unit);
        }
        let of_units = |name: &&String| {
            let files = &self.names.0[*name];
            files
                .iter()
                .any(|index| by_file.contains_key(index) || natives.path(*index).is_some_and(|p| !is_compiled(p)))
        };
        let mut names: Vec<&String> = self.names.0.keys().filter(of_units).collect();
        names.sort();
        for name in names {
            let mentions = self.mentions(last(name));
            let mut holders: Vec<&Unit> =
                mentions.iter().filter_map(|index| by_file.get(index)).flatten().copied().collect();
            if holders.iter().all(|unit| unit.archive.is_none()) {
                continue;
            }
            holders.sort_by(|a, b| a.path.cmp(&b.path));
            if let Some((span, left)) = self.left(binary, &units, name, &holders) {
                found.entry((span, name.clone())).or_default().push(left);
            }
        }
    }

    fn mentions(&self, name: &str) -> Rc<FxHashSet<FileIndex>> {
        if let Some(known) = self.mentions.borrow().get(name) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.project.natives.mentioning(&[name]));
        self.mentions.borrow_mut().insert(name.to_owned(), Rc::clone(&found));
        found
    }

    fn left(&self, binary: TargetId, units: &[Unit], name: &str, holders: &[&Unit]) -> Option<(Span, Left)> {
        let parts = self.parts(name, holders)?;
        let (member, strong, definition, member_is_weak) = parts.member?;
        let archive = member.archive?;
        let declared = parts.weak.is_none();
        let (unit, span) = match (parts.weak, parts.asked_weakly) {
            (Some((unit, function, span)), _) => {
                let first = unit.archive.is_none_or(|own| own != archive && self.is_before(binary, own, archive));
                let same =
                    function.symbol() == strong.symbol() && self.has_same_parameters(unit, &function, member, &strong);
                if member_is_weak || !parts.asked || !first || !same || unit.path == member.path {
                    return None;
                }
                (unit, span)
            }
            (None, Some((unit, span))) if !parts.needed && unit.archive != Some(archive) => (unit, span),
            _ => return None,
        };
        let mentions = self.mentions(last(name));
        if self.is_pulled(units, member, &strong.name) || self.is_shared(binary, &mentions, name) {
            return None;
        }
        let model = self.project.model;
        let conds = &model.facts.conds;
        let cond = conds.all([member.cond, unit.cond, model.is_kind(binary, LINKED), self.elf()]);
        let cond = conds.diff(cond, self.archives.taken_whole(binary, archive));
        let is_known = !self.archives.is_unknown(archive) && cond.is_possible();
        is_known.then_some((span, Left { binary, archive, definition, declared, cond }))
    }

    /// What the units that hold a name do with it; None where that is more than one weak and one other definition.
    fn parts<'u>(&self, name: &str, holders: &[&'u Unit]) -> Option<Parts<'u>> {
        let mut parts = Parts::default();
        for &unit in holders {
            let file = self.project.natives.file(&unit.path).filter(|file| !file.facts.truncated)?;
            let place = |one: &Function| Span::new(file.source.id(), one.range.clone());
            let same: Vec<&Function> = file.facts.functions.iter().filter(|one| one.qualified == name).collect();
            let own = same.iter().find(|one| is_weak(one)).map(|one| place(one));
            let weakly = own.or_else(|| self.declared_weak(unit, name));
            let mut definitions = same.iter().filter(|one| one.is_definition);
            if let Some(&definition) = definitions.next() {
                let is_plain =
                    emits(definition) && definition.guard == GuardId::TRUE && definition.attributes.alias.is_none();
                if !is_plain || definition.member || definitions.next().is_some() {
                    return None;
                }
                let in_archive = unit.archive.is_some();
                match (weakly.is_some(), in_archive) {
                    (true, false) if parts.weak.is_none() => {
                        parts.weak = Some((unit, definition.clone(), place(definition)));
                    }
                    (weak, true) if parts.member.is_none() => {
                        parts.member = Some((unit, definition.clone(), place(definition), weak));
                    }
                    // One of two archives has the weak one.
                    (true, true) if parts.weak.is_none() => {
                        parts.weak = Some((unit, definition.clone(), place(definition)));
                    }
                    (false, true) if parts.weak.is_none() && parts.member.as_ref().is_some_and(|(.., weak)| *weak) => {
                        let (other, function, span, _) = parts.member.take()?;
                        parts.weak = Some((other, function, span));
                        parts.member = Some((unit, definition.clone(), place(definition), false));
                    }
                    _ => return None,
                }
                continue;
            }
            let used = file.facts.uses.iter().any(|used| last(&used.name) == last(name));
            parts.asked |= used && unit.archive.is_none();
            match weakly.filter(|_| used) {
                Some(span) if parts.asked_weakly.is_none() => parts.asked_weakly = Some((unit, span)),
                Some(_) => {}
                // Its address may be taken, too.
                None => parts.needed |= used || !same.is_empty() || !Self::is_in_a_comment(&file, last(name)),
            }
        }
        if let Some((unit, ..)) = &parts.weak {
            let file = self.project.natives.file(&unit.path)?;
            parts.asked |= file.facts.uses.iter().any(|used| last(&used.name) == last(name));
        }
        Some(parts)
    }

    /// Where a header that a source reads declares a function weak.
    fn declared_weak(&self, unit: &Unit, name: &str) -> Option<Span> {
        let natives = self.project.natives;
        let headers =
            self.names.0.get(name)?.iter().filter(|index| natives.path(**index).is_some_and(|path| !is_compiled(path)));
        let mut headers = headers.peekable();
        headers.peek()?;
        let reached = self.project.binaries.headers.reached(unit.compiled_by, &unit.path);
        let header = headers.find(|index| reached.files.contains(index))?;
        let file = natives.at(*header)?;
        let function = file.facts.functions.iter().find(|one| one.qualified == name && is_weak(one))?;
        Some(Span::new(file.source.id(), function.range.clone()))
    }

    fn is_in_a_comment(file: &NativeFile, name: &str) -> bool {
        let bytes = file.source.bytes();
        words(bytes, name).all(|at| in_comment(bytes, at))
    }

    /// Whether two functions of C++ have the same parameters, as far as their texts tell.
    fn has_same_parameters(&self, unit: &Unit, one: &Function, other_unit: &Unit, other: &Function) -> bool {
        let text = |unit: &Unit, function: &Function| {
            let file = self.project.natives.file(&unit.path)?;
            let head = function.range.end as usize..function.head.end.max(function.range.end) as usize;
            let text = file.source.bytes().get(head)?.to_vec();
            types(&String::from_utf8(text).ok()?)
        };
        one.linkage == Linkage::C || text(unit, one).is_some_and(|found| Some(found) == text(other_unit, other))
    }

    /// Whether a binary's own line names one archive before another one, always.
    fn is_before(&self, binary: TargetId, first: TargetId, second: TargetId) -> bool {
        let place = |id: TargetId| {
            let mut edges = self.project.model.links(binary).iter().enumerate().filter(|(_, edge)| edge.to == id);
            edges.next().filter(|(_, edge)| edge.cond.is_true() && edge.feature.is_none()).map(|(at, _)| at)
        };
        let closed =
            |id: TargetId| self.project.model.links(id).is_empty() && self.project.model.interface_links(id).is_empty();
        place(first).zip(place(second)).is_some_and(|(first, second)| first < second) && closed(first) && closed(second)
    }

    /// Where the format is ELF: elsewhere weak references are other things.
    fn elf(&self) -> Cond {
        let conds = &self.project.model.facts.conds;
        let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
        conds.diff(conds.diff(Cond::TRUE, platform("WIN32")), platform("APPLE"))
    }

    /// Whether anything in the binary names something else that the member defines.
    fn is_pulled(&self, units: &[Unit], member: &Unit, symbol: &str) -> bool {
        let natives = self.project.natives;
        let Some(file) = natives.file(&member.path).filter(|file| !file.facts.truncated) else { return true };
        let functions = file.facts.functions.iter().filter(|f| emits(f)).map(|f| &f.name);
        let variables = file.facts.variables.iter().filter(|v| stores(v)).map(|v| &v.name);
        let names: BTreeSet<&String> = functions.chain(variables).filter(|name| *name != symbol).collect();
        if names.is_empty() {
            return !file.facts.invocations.is_empty();
        }
        let words: Vec<String> = names.into_iter().cloned().collect();
        let mentions = natives.mentioning(&words);
        let other = |unit: &&Unit| unit.path != member.path;
        units.iter().filter(other).any(|unit| natives.index(&unit.path).is_none_or(|index| mentions.contains(&index)))
            || !file.facts.invocations.is_empty()
    }

    /// Whether a shared library of the line defines the symbol: that binds a weak reference.
    fn is_shared(&self, binary: TargetId, mentions: &FxHashSet<FileIndex>, qualified: &str) -> bool {
        let (model, natives) = (self.project.model, self.project.natives);
        let closure = model.link_closure(binary);
        mentions.iter().any(|index| {
            let defines = natives.at(*index).is_some_and(|file| {
                file.facts.functions.iter().any(|f| emits(f) && !f.attributes.weak && f.qualified == qualified)
            });
            defines
                && natives.path(*index).is_some_and(|path| {
                    let mut containers = model.containers(path).iter();
                    containers.any(|(id, _)| {
                        is_ever(model, *id, &[crate::cmake::eval::facts::TargetKind::Shared])
                            && closure.iter().any(|(linked, _)| linked == id)
                    })
                })
        })
    }

    fn report(&self, span: &Span, symbol: &str, left: &[Left], sink: &mut Sink) {
        let model = self.project.model;
        let Some(first) = left.first() else { return };
        let cond = model.facts.conds.any(left.iter().map(|one| one.cond).collect::<Vec<_>>());
        let binaries: BTreeSet<&str> = left.iter().map(|one| model.name(one.binary)).collect();
        let why = if first.declared {
            "a weak reference takes no member out of an archive"
        } else {
            "this weak definition is there first, and nothing asks for the other one"
        };
        let mut draft = Draft::new(cond, Place::new(*span, "weak"))
            .related(first.definition, "the definition that stays out")
            .named("symbol", last(symbol))
            .named("library", model.name(first.archive))
            .value("binaries", listing(&binaries))
            .value("why", why);
        for name in binaries {
            draft = draft.subject(name);
        }
        sink.report(draft);
    }
}

/// The types of a list of parameters: `(int a, const char *b)` has `int` and `constchar*`.
fn types(text: &str) -> Option<Vec<String>> {
    let inner = text.trim_start().strip_prefix('(')?;
    let inner = inner.get(..inner.rfind(')')?)?;
    if inner.trim().is_empty() || inner.trim() == "void" {
        return Some(Vec::new());
    }
    let one = |part: &str| {
        let part = part.split('=').next().unwrap_or_default().trim();
        let end = part.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let kept = if is_type(end) { end } else { part };
        kept.split_whitespace().collect::<String>()
    };
    Some(inner.split(',').map(one).collect())
}

/// Whether the text before the last word of a parameter is a type, and the word its name: otherwise the word belongs to the type.
fn is_type(text: &str) -> bool {
    /// What no type consists of alone, or may be followed by more of the type.
    const OPEN: &[&str] =
        &["class", "const", "enum", "long", "short", "signed", "struct", "typename", "union", "unsigned", "volatile"];
    let text = text.trim();
    !text.is_empty() && !text.ends_with("::") && !text.split_whitespace().all(|word| OPEN.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_parameters() {
        assert_eq!(types("(int a, const char *b)"), types("(int, const char* text)"));
        assert_eq!(types("(void)"), types("()"));
        assert_ne!(types("(int a)"), types("(double a)"));
        assert_ne!(types("(ui::Click)"), types("(ui::Key)"));
        assert_ne!(types("(long double)"), types("(long)"));
        assert_ne!(types("(enum A)"), types("(enum B)"));
        assert_eq!(types("(ui::Click)"), types("(ui::Click click)"));
    }

    #[test]
    fn texts_that_say_weak() {
        assert!(says_weak(b"__attribute__((weak)) int f(void);") && says_weak(b"#pragma weak f"));
        assert!(!says_weak(b"std::weak_ptr<int> p;"));
    }
}
