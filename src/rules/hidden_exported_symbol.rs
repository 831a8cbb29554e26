//! Symbols that others need and that the compiler, or `--exclude-libs`, keeps out of the dynamic symbol table.
use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};

use crate::cmake::eval::Files;
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::binaries::{Binaries, Defined, DefinedKind, LINKED, is_cxx};
use crate::model::mentions::words;
use crate::model::needs::{How, Need};
use crate::model::{FlagSource, Item, Model, TargetId};
use crate::native::NativeFile;
use crate::rules::wording::{and_more, listing, use_label};
use crate::rules::{Confidence, Context, Draft, Place, Sink};
use crate::source::{SourceMap, Span};
use crate::symbols::{Decision, Pattern, Symbol, dynamic_list, version_script};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { sources: cx.facts.sources, binaries: project.binaries, files: project.files };
    let mut losses = Vec::new();
    for id in project.model.judged_targets() {
        if !project.model.is_kind(id, LINKED).is_false() {
            rule.target(id, &mut losses);
        }
    }
    rule.report(losses, sink);
}

struct Rule<'r, 'm> {
    sources: &'r SourceMap,
    binaries: &'r Binaries<'m>,
    files: &'r Files<'r>,
}

/// A symbol that is found to be hidden, with the evidence that somebody needs it.
struct Hidden {
    defined: Rc<Defined>,
    declaration: Option<Span>,
    by: Option<(TargetId, Span, How)>,
    listed: Option<(Span, String)>,
    cond: Cond,
    sure: bool,
    /// Whether the use gets into the user is not known: it stands in a member of an archive.
    guessed: bool,
}

/// Symbols of one binary that one thing hides.
struct Loss {
    target: TargetId,
    /// Where it is to be mended.
    place: Span,
    hides: Hides,
    cond: Cond,
    symbols: Vec<Hidden>,
}

/// What hides.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Hides {
    /// Flags of the compiler, and where they stand.
    Compiler(Option<Span>),
    /// `--exclude-libs`, and the first archive of which something is hidden.
    Linker(Option<TargetId>),
}

/// What is said of one place, and of others where the same flag does the same.
struct Told {
    place: Span,
    losses: Vec<Loss>,
    cond: Cond,
    alike: Vec<Told>,
}

impl Told {
    /// The flag of the compiler that hides.
    fn flag(&self) -> Option<Span> {
        match self.losses.first()?.hides {
            Hides::Compiler(flag) => flag,
            Hides::Linker(_) => None,
        }
    }
}

impl Rule<'_, '_> {
    fn model(&self) -> &Model<'_> {
        self.binaries.model
    }

    fn target(&self, id: TargetId, losses: &mut Vec<Loss>) {
        let units = self.binaries.units(id);
        let hides = units.iter().any(|unit| {
            is_cxx(&unit.path).is_some_and(|cxx| self.model().compiled_hidden(unit.compiled_by, cxx).is_some())
        });
        let flags = self.model().link_flags(id);
        let excluding = flags.iter().filter(|source| matches!(source.flag.flag, LinkFlag::ExcludeLibs(_)));
        let excluding: Vec<&FlagSource> = excluding.collect();
        if !hides && excluding.is_empty() {
            return;
        }
        let lists = self.lists(&flags);
        if !self.binaries.may_be_needed(id) && lists.is_empty() {
            return;
        }
        let definitions = self.binaries.definitions(id);
        // What hides a symbol is asked of the source that it stands in: where no source is hidden, nothing needs to be looked for.
        if hides && definitions.iter().any(|defined| self.by_flags(defined).is_some()) {
            self.compiled(id, &definitions, &lists, losses);
        }
        for source in excluding {
            self.excluded(id, &definitions, source, &flags, losses);
        }
    }

    /// When a symbol is compiled hidden, by the flags of the target that compiles it.
    fn by_flags(&self, defined: &Defined) -> Option<(Cond, Item)> {
        let cxx = is_cxx(&defined.unit.path)?;
        if self.model().has_own_compilation(&defined.unit.path) {
            return None;
        }
        (*self.model().compiled_hidden(defined.unit.compiled_by, cxx)).clone()
    }

    /// When a symbol is hidden in its object file; None when that is never so or not known.
    fn is_hidden(&self, defined: &Defined) -> Option<(Cond, Item)> {
        let (hidden, item) = self.by_flags(defined)?;
        let exported = self.binaries.exported_by_source(defined)?;
        let cond = self.model().facts.conds.diff(hidden, exported);
        (!cond.is_false()).then_some((cond, item))
    }

    /// Files that name what a binary exports.
    fn lists(&self, flags: &[FlagSource]) -> Vec<(Vec<Pattern>, crate::source::FileId, Cond)> {
        let mut out = Vec::new();
        for source in flags {
            let (LinkFlag::VersionScript(path) | LinkFlag::DynamicList(path)) = &source.flag.flag else { continue };
            let Ok(file) = self.sources.load(std::path::Path::new(path)) else { continue };
            let patterns: Vec<Pattern> = match source.flag.flag {
                LinkFlag::VersionScript(_) => version_script::parse(file.bytes()).patterns().cloned().collect(),
                _ => dynamic_list::parse(file.bytes()).patterns,
            };
            let literal: Vec<Pattern> =
                patterns.into_iter().filter(|pattern| !pattern.local && pattern.is_literal()).collect();
            // What travels to consumers names the symbols of its owner.
            if !literal.is_empty() && source.item.from.is_none() {
                out.push((literal, file.id(), source.cond));
            }
        }
        out
    }

    /// Symbols that are compiled hidden.
    fn compiled(
        &self,
        id: TargetId,
        definitions: &[Rc<Defined>],
        lists: &[(Vec<Pattern>, crate::source::FileId, Cond)],
        losses: &mut Vec<Loss>,
    ) {
        let conds = &self.model().facts.conds;
        let wanted = |defined: &Defined| self.by_flags(defined).is_some();
        let confirm = |defined: &Defined| self.is_hidden(defined).is_some();
        let mut found: Vec<(Item, Hidden)> = Vec::new();
        for need in self.binaries.needs(id, definitions, &wanted, &confirm) {
            if let Some((hidden, item)) = self.is_hidden(&need.defined) {
                let cond = conds.and(hidden, need.cond);
                found.push((item, Hidden::needed(need, cond)));
            }
        }
        for (patterns, file, cond) in lists {
            for defined in definitions.iter().filter(|one| one.kind == DefinedKind::Function && wanted(one)) {
                let named = patterns.iter().find(|pattern| defined.symbol == Symbol::c(&pattern.text));
                let Some((pattern, (hidden, item))) = named.zip(self.is_hidden(defined)) else { continue };
                let cond = conds.all([hidden, *cond, defined.unit.cond]);
                let listed = Some((Span::new(*file, pattern.range.clone()), pattern.text.clone()));
                let defined = Rc::clone(defined);
                found.push((
                    item,
                    Hidden { defined, declaration: None, by: None, listed, cond, sure: true, guessed: false },
                ));
            }
        }
        self.group_compiled(id, found, losses);
    }

    /// Together what the same flag hides in the same configurations.
    fn group_compiled(&self, id: TargetId, found: Vec<(Item, Hidden)>, losses: &mut Vec<Loss>) {
        let mut groups: Vec<(Item, Cond, Vec<Hidden>)> = Vec::new();
        for (item, hidden) in
            found.into_iter().filter(|(_, hidden)| hidden.cond.is_possible() && !self.may_be_marked(hidden))
        {
            match groups.iter_mut().find(|(own, cond, _)| own.origin == item.origin && *cond == hidden.cond) {
                Some((_, _, group)) => group.push(hidden),
                None => groups.push((item, hidden.cond, vec![hidden])),
            }
        }
        for (item, cond, symbols) in groups {
            let Some(first) = symbols.first() else { continue };
            let place = self.declaration(first).unwrap_or(first.defined.span);
            let hides = Hides::Compiler(self.model().span(item.origin));
            losses.push(Loss { target: id, place, hides, cond, symbols });
        }
    }

    /// Whether a word at the declaration may be an export macro of which the project holds no definition: a generated header has it.
    fn may_be_marked(&self, hidden: &Hidden) -> bool {
        if self.is_marked_at(hidden.defined.span) || self.is_declared_by_macro(&hidden.defined) {
            return true;
        }
        let Some(place) = self.declaration(hidden).filter(|_| hidden.defined.kind == DefinedKind::Function) else {
            return false;
        };
        let source = self.sources.get(place.file);
        let code = without_comments(source.bytes(), Language::C);
        if has_marked_overload(&code, &hidden.defined.name) {
            return true;
        }
        let head = head_before(&code, place.start as usize);
        let natives = self.binaries.natives;
        let defined = |word: &str| {
            let files = natives.mentioning(&[word.to_owned()]);
            files.iter().filter_map(|index| natives.at(*index)).any(|f| f.facts.macros.iter().any(|m| m.name == word))
        };
        let words = head.split(|c: char| !c.is_alphanumeric() && c != '_');
        // A word that the definition's own declaration does not have: that of an overload.
        let known = &hidden.defined.attributes.macros;
        words.filter(|word| says_export(word)).any(|word| !defined(word) || !known.iter().any(|one| one == word))
    }

    /// Whether the defining source hands the name to a macro whose text gives default visibility: `API(void, dump);`.
    fn is_declared_by_macro(&self, defined: &Defined) -> bool {
        let code = without_comments(self.sources.get(defined.span.file).bytes(), Language::C);
        let mut taking = words(&code, &defined.name).filter_map(|at| taken_by(&code, at));
        taking.any(|name| self.gives_visibility(name))
    }

    /// Whether a macro of some name gives default visibility in one of its definitions.
    fn gives_visibility(&self, name: &str) -> bool {
        let natives = self.binaries.natives;
        let exports = |body: &str| body.contains("visibility") && body.contains("default");
        let says = |file: &NativeFile| {
            let mut own = file.facts.macros.iter().filter(|one| one.name == name);
            own.any(|one| one.body.as_deref().is_some_and(exports))
        };
        let files = natives.mentioning(&[name.to_owned()]);
        files.iter().filter_map(|index| natives.at(*index)).any(says)
    }

    /// Whether a macro before a definition's name gives default visibility, beside whatever attributes stand there.
    fn is_marked_at(&self, definition: Span) -> bool {
        let code = without_comments(self.sources.get(definition.file).bytes(), Language::C);
        let head = head_before(&code, definition.start as usize);
        let words = head.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        head.contains("__attribute__")
            && words.filter(|word| *word != "__attribute__").any(|word| self.gives_visibility(word))
    }

    /// One finding for each place that is to be mended, however many binaries suffer.
    fn report(&self, losses: Vec<Loss>, sink: &mut Sink) {
        let mut places: IndexMap<(Span, std::mem::Discriminant<Hides>), Vec<Loss>> = IndexMap::new();
        for loss in losses {
            places.entry((loss.place, std::mem::discriminant(&loss.hides))).or_default().push(loss);
        }
        let places = places.into_iter().map(|((place, _), mut losses)| {
            // What is sure decides; the rest would only blur the condition.
            if losses.iter().any(Loss::is_sure) {
                losses.retain(Loss::is_sure);
            }
            let conds = &self.model().facts.conds;
            let cond = conds.any(losses.iter().map(|loss| loss.cond).collect::<Vec<_>>());
            // Those come first that are there whenever one is.
            losses.sort_by_key(|loss| !conds.implies(cond, loss.cond));
            Told { place, losses, cond, alike: Vec::new() }
        });
        for told in self.together(places.collect()) {
            self.tell(&told, sink);
        }
    }

    /// Where one flag hides what stands at many places, the project has nothing for exports: that is one mistake.
    fn together(&self, places: Vec<Told>) -> Vec<Told> {
        /// As many declarations may have been forgotten one by one.
        const FORGOTTEN: usize = 8;
        let mut out: Vec<Told> = Vec::new();
        let count = |flag: Span| places.iter().filter(|one| one.flag() == Some(flag)).count();
        let many: BTreeSet<Span> =
            places.iter().filter_map(Told::flag).filter(|flag| count(*flag) > FORGOTTEN).collect();
        for told in places {
            let sure = told.losses.iter().any(Loss::is_sure);
            let same = |known: &&mut Told| {
                known.flag() == told.flag()
                    && known.losses.iter().any(Loss::is_sure) == sure
                    && self.model().facts.conds.implies(told.cond, known.cond)
            };
            let is_one_of_many = told.flag().is_some_and(|flag| many.contains(&flag));
            match out.iter_mut().find(same).filter(|_| is_one_of_many) {
                Some(known) => known.alike.push(told),
                None => out.push(told),
            }
        }
        out
    }

    fn tell(&self, told: &Told, sink: &mut Sink) {
        /// More places are counted only.
        const SHOWN: usize = 16;
        let (place, losses, cond) = (told.place, &told.losses, told.cond);
        let Some(first) = losses.first() else { return };
        let unforeseen = self.model().unforeseen_shared(self.files);
        let mut draft = match first.hides {
            Hides::Compiler(flag) => {
                let alike = match told.alike.len() {
                    0 => String::new(),
                    more => format!(" (and {more} other places alike)"),
                };
                let why = format!(
                    "it is compiled with hidden visibility, and nothing at its declaration says otherwise{alike}"
                );
                let draft = Draft::new(cond, Place::new(place, "declared without default visibility"));
                let draft = self.story(draft.value("why", why), losses);
                flag.into_iter().fold(draft, |draft, span| draft.related(span, "hidden visibility comes from here"))
            }
            Hides::Linker(archive) => {
                let archive = archive.map(|archive| self.model().name(archive)).unwrap_or_default();
                let why = format!("`--exclude-libs` hides what comes from the archive `{archive}`");
                let draft = Draft::new(cond, Place::new(place, "hides the symbols of archives"));
                let draft = self.story(draft.value("why", why).subject(archive), losses);
                draft.help("name the archives whose symbols are not part of the interface, instead of `ALL`")
            }
        };
        for other in told.alike.iter().take(SHOWN) {
            let hidden = other.losses.first().and_then(|loss| Some((loss.target, loss.symbols.first()?)));
            let Some((target, hidden)) = hidden else { continue };
            let (target, name) = (self.model().name(target), &hidden.defined.qualified);
            draft = draft.subject(name.as_str()).related(other.place, format!("`{name}` of `{target}`, too"));
        }
        let static_only = !unforeseen.is_false() && self.model().facts.conds.implies(cond, unforeseen);
        sink.report(if static_only { draft.confidence(Confidence::Heuristic) } else { draft });
    }

    /// The header's declaration, or the definition where there is none.
    fn declaration(&self, hidden: &Hidden) -> Option<Span> {
        if hidden.declaration.is_some() || hidden.defined.kind == DefinedKind::Class {
            return hidden.declaration;
        }
        let unit = &hidden.defined.unit;
        let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
        reached.files.iter().skip(1).find_map(|&index| {
            let file = self.binaries.natives.at(index)?;
            let function = file.facts.functions.iter().find(|one| one.qualified == hidden.defined.qualified)?;
            Some(Span::new(file.source.id(), function.range.clone()))
        })
    }

    /// The names, the users and the places of what is lost at one place.
    fn story(&self, mut draft: Draft, losses: &[Loss]) -> Draft {
        /// More users are counted only.
        const SHOWN: usize = 12;
        let model = self.model();
        let symbols = || losses.iter().flat_map(|loss| &loss.symbols);
        let names: IndexSet<&str> = symbols().map(|hidden| hidden.defined.qualified.as_str()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let targets: IndexSet<TargetId> = losses.iter().map(|loss| loss.target).collect();
        let mut users: IndexMap<TargetId, (Span, How)> = IndexMap::new();
        for (user, span, how) in symbols().filter_map(|hidden| hidden.by) {
            users.entry(user).or_insert((span, how));
        }
        draft = targets.iter().take(SHOWN).fold(draft, |draft, id| draft.subject(model.name(*id)));
        draft = names.iter().take(3).fold(draft, |draft, name| draft.subject(*name));
        let target = targets.first().map(|id| model.name(*id)).unwrap_or_default();
        let mut text = "those that link it".to_owned();
        if let Some((first, _)) = users.first() {
            text = format!("`{}`{}", model.name(*first), and_more(users.len() - 1));
            for (user, (span, how)) in users.iter().take(SHOWN) {
                draft = draft.subject(model.name(*user)).related(*span, use_label(*how));
            }
        } else if let Some((span, _)) = symbols().find_map(|hidden| hidden.listed.as_ref()) {
            draft = draft.related(*span, "meant to be exported");
        }
        if let Some(first) = symbols().next() {
            draft = draft.related(first.defined.span, "defined here");
        }
        let sure = losses.iter().any(Loss::is_sure);
        let asked = losses.iter().flat_map(|loss| &loss.symbols).any(|hidden| !hidden.guessed);
        let confidence = match (sure, asked) {
            (true, _) => Confidence::Proved,
            (false, true) => Confidence::Likely,
            (false, false) => Confidence::Heuristic,
        };
        draft.value("target", target).value("symbols", listing(&names)).value("user", text).confidence(confidence)
    }

    /// Symbols of archives that an option hides.
    fn excluded(
        &self,
        id: TargetId,
        definitions: &[Rc<Defined>],
        source: &FlagSource,
        flags: &[FlagSource],
        losses: &mut Vec<Loss>,
    ) {
        let LinkFlag::ExcludeLibs(names) = &source.flag.flag else { return };
        let conds = &self.model().facts.conds;
        let foreign = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>();
        let on_line = conds.diff(source.cond, conds.any(foreign));
        if on_line.is_false() {
            return;
        }
        let wanted = |defined: &Defined| defined.unit.archive.is_some_and(|archive| self.names_archive(names, archive));
        if !definitions.iter().any(|defined| wanted(defined)) {
            return;
        }
        let confirm = |defined: &Defined| {
            let visible = match self.by_flags(defined) {
                None => true,
                Some(_) => self.binaries.exported_by_source(defined) == Some(Cond::TRUE),
            };
            visible && !self.exported_by_script(flags, defined)
        };
        let mut groups: Vec<(Cond, Vec<Hidden>)> = Vec::new();
        for need in self.binaries.needs(id, definitions, &wanted, &confirm) {
            let cond = conds.and(on_line, need.cond);
            let pulled = self.is_pulled_in(id, &need.defined);
            let hidden = Hidden { sure: need.sure && pulled, ..Hidden::needed(need, cond) };
            match groups.iter_mut().find(|(own, _)| *own == cond) {
                Some((_, group)) => group.push(hidden),
                None => groups.push((cond, vec![hidden])),
            }
        }
        for (cond, symbols) in groups.into_iter().filter(|(cond, _)| !cond.is_false()) {
            let Some(place) = self.model().span(source.item.origin) else { continue };
            let hides = Hides::Linker(symbols.iter().find_map(|hidden| hidden.defined.unit.archive));
            losses.push(Loss { target: id, place, hides, cond, symbols });
        }
    }

    fn names_archive(&self, names: &[String], archive: TargetId) -> bool {
        let model = self.model();
        let mut outputs = vec![model.name(archive).to_owned()];
        outputs.extend(model.property(archive, "OUTPUT_NAME").iter().map(|item| item.text.to_string()));
        names.iter().any(|name| name == "ALL" || outputs.iter().any(|output| *name == format!("lib{output}.a")))
    }

    fn exported_by_script(&self, flags: &[FlagSource], defined: &Defined) -> bool {
        flags.iter().any(|source| match &source.flag.flag {
            LinkFlag::VersionScript(path) => match self.sources.load(std::path::Path::new(path)) {
                Ok(file) => {
                    let script = version_script::parse(file.bytes());
                    !matches!(script.decide(&defined.symbol), Decision::Hidden { .. } | Decision::Unlisted)
                }
                Err(_) => true,
            },
            _ => false,
        })
    }

    /// Whether the binary's own code calls something that the same archive member defines.
    fn is_pulled_in(&self, id: TargetId, defined: &Defined) -> bool {
        let Some(member) = self.binaries.natives.file(&defined.unit.path) else { return false };
        self.binaries.units(id).iter().filter(|unit| unit.archive.is_none()).any(|unit| {
            let file = self.binaries.natives.file(&unit.path);
            file.is_some_and(|file| {
                file.facts.uses.iter().any(|used| {
                    let last = used.name.rsplit(':').next().unwrap_or(&used.name);
                    member.facts.functions.iter().any(|function| function.is_definition && function.name == last)
                })
            })
        })
    }
}

impl Loss {
    fn is_sure(&self) -> bool {
        self.symbols.iter().any(|hidden| hidden.sure)
    }
}

impl Hidden {
    fn needed(need: Need, cond: Cond) -> Self {
        Self {
            by: Some((need.user, need.span, need.how)),
            declaration: need.declaration,
            defined: need.defined,
            listed: None,
            cond,
            sure: need.sure,
            guessed: !need.sure && need.how != How::Lookup,
        }
    }
}

/// Whether a word reads like the name of an export macro.
pub(crate) fn says_export(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    ["export", "_api", "api_", "dll", "public_", "_public", "visib"].iter().any(|part| word.contains(part))
}

/// Whether one of several declarations of a name in a header has a word that says that it is exported: which of them a call means is not
/// known.
fn has_marked_overload(code: &[u8], name: &str) -> bool {
    let called = |at: &usize| code.get(at + name.len()..).unwrap_or_default().trim_ascii_start().first() == Some(&b'(');
    let places: Vec<usize> = words(code, name).filter(called).collect();
    let marked = |at: usize| head_before(code, at).split(|c: char| !c.is_alphanumeric() && c != '_').any(says_export);
    places.len() > 1 && places.into_iter().any(marked)
}

/// The name before the parentheses around a place: that of a macro which takes what stands there.
fn taken_by(code: &[u8], at: usize) -> Option<&str> {
    let before = code.get(..at)?;
    let mut depth = 0usize;
    let open = before.iter().rposition(|byte| match byte {
        b')' => {
            depth += 1;
            false
        }
        b'(' if depth > 0 => {
            depth -= 1;
            false
        }
        b'(' | b';' | b'{' | b'}' => true,
        _ => false,
    })?;
    let text = before.get(..open).filter(|_| before.get(open) == Some(&b'('))?.trim_ascii_end();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let start = text.iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
    std::str::from_utf8(text.get(start..)?).ok().filter(|name| !name.is_empty())
}

/// What stands before a place, from the end of the statement or block before it.
fn head_before(code: &[u8], at: usize) -> String {
    let before = code.get(..at).unwrap_or_default();
    let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}' | b'#')).map_or(0, |at| at + 1);
    String::from_utf8_lossy(before.get(start..).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_macros_take() {
        let by = |text: &'static str| taken_by(text.as_bytes(), text.find("dump").unwrap_or_default());
        assert_eq!(by("int a;\nAPI(void, dump, int);"), Some("API"));
        assert_eq!(by("API(void (*f)(int), dump);"), Some("API"));
        assert_eq!(by("f(1); void dump(void);"), None);
    }

    #[test]
    fn overloads_with_a_macro() {
        let code = b"int parse(char);\nFOO_API int parse(int);\nint parser(int);\n";
        assert!(has_marked_overload(code, "parse") && !has_marked_overload(code, "parser"));
        assert!(!has_marked_overload(b"FOO_API int parse(int);", "parse"));
        assert!(!has_marked_overload(b"int parse(char); int parse(int);", "parse"));
    }
}
