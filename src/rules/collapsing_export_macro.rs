//! An export macro that turns into `inline`, or into nothing under hidden visibility, where the function is defined.
#[path = "collapsing_export_macro/macros.rs"]
mod macros;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::model::binaries::is_cxx;
use crate::model::includes::View;
use crate::model::preprocess::Compilation;
use crate::model::symbols::{Key, Site, Symbols, last_two};
use crate::model::{Model, Source, TargetId};
use crate::native::{
    Effect, ExportAlternative, ExportMacro, FileIndex, Function, NativeFile, Natives, Triggers, count_word,
};
use crate::source::{SourceMap, Span};

use macros::{class_of, macros_of, with_meanings, words_of};

use crate::rules::wording::and_more;
use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let found = project.natives.once(|| Macros::find(project.natives));
    let Macros { names: macros, mentioning } = &*found;
    if macros.is_empty() {
        return;
    }
    let search = Search {
        model: project.model,
        natives: project.natives,
        sources: cx.facts.sources,
        symbols: project.symbols,
        missing: RefCell::default(),
        generated: OnceCell::new(),
    };
    let mut losses = Vec::new();
    for id in project.model.judged_targets() {
        let hidden = search.hidden(id);
        for source in project.model.sources(id) {
            let Some(path) = source.path.as_ref().filter(|_| source.through.is_none()) else { continue };
            // Under hidden visibility the macro usually stands in the header only.
            let named = || project.natives.index(path).is_some_and(|index| mentioning.contains(&index));
            if !hidden.is_false() || named() {
                search.source(id, source, macros, hidden, &mut losses);
            }
        }
    }
    search.report(losses, sink);
}

/// Collapsing macros, and the files that name one.
struct Macros {
    names: BTreeSet<String>,
    mentioning: FxHashSet<FileIndex>,
}

impl Macros {
    fn find(natives: &Natives<'_>) -> Self {
        let names = collapsing_macros(natives);
        let mut mentioning = natives.mentioning(&names.iter().collect::<Vec<_>>());
        // `#define API_C extern "C" API`
        let files = mentioning.iter().filter_map(|index| natives.at(*index));
        let macros = files.flat_map(|file| &file.facts.macros).filter(|one| one.parameters.is_none());
        let stands = |body: &str| words_of(body).any(|word| names.contains(word));
        let others: BTreeSet<&str> = macros
            .filter(|one| one.body.as_deref().is_some_and(stands) && !names.contains(&one.name))
            .map(|one| one.name.as_str())
            .collect();
        if !others.is_empty() {
            let found = natives.mentioning(&others.into_iter().collect::<Vec<_>>());
            mentioning.extend(found);
        }
        Self { names, mentioning }
    }
}

/// Macros that export in one of their definitions and are `inline`, `static` or empty in another one.
fn collapsing_macros(natives: &Natives<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let paths: Vec<_> = natives.with(Triggers::EXPORT).collect();
    natives.read_ahead(&paths);
    for path in paths {
        let Some(file) = natives.file(path) else { continue };
        found.extend(
            file.facts
                .export_macros
                .iter()
                .filter(|one| collapses(one, file.source.bytes()))
                .map(|one| one.name.clone()),
        );
    }
    found
}

/// Whether a macro of a file with these bytes is one.
fn collapses(one: &ExportMacro, bytes: &[u8]) -> bool {
    // One that says `inline` in each of its definitions is for functions that stand in headers.
    let says = |other: &ExportAlternative| {
        let text = bytes.get(other.range.start as usize..other.range.end as usize).unwrap_or_default();
        count_word(text, "inline") + count_word(text, "__inline") + count_word(text, "__forceinline") > 0
    };
    if one.alternatives.iter().all(says) {
        return false;
    }
    one.alternatives.iter().any(exports)
        && one.alternatives.iter().any(|other| matches!(other.effect, Effect::Inline | Effect::Static | Effect::Empty))
}

/// An alias stands for another export macro: the readers of sources keep no others.
fn exports(alternative: &ExportAlternative) -> bool {
    match &alternative.effect {
        Effect::Visibility(visibility) => visibility.is_exported(),
        Effect::Alias(_) => true,
        _ => false,
    }
}

/// A function whose symbol is lost.
struct Loss {
    macro_name: String,
    /// What would have to be defined.
    define: Option<String>,
    /// The file of the macro, and the definition that is taken.
    at: Span,
    inline: bool,
    target: TargetId,
    symbol: String,
    definition: Span,
    consumer: Option<(TargetId, Span)>,
    cond: Cond,
    confidence: Confidence,
}

struct Search<'a> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    sources: &'a SourceMap,
    symbols: &'a Symbols<'a>,
    /// Whether an included file that is not there may hold a name: sources include the same ones again and again.
    missing: RefCell<FxHashMap<(String, String), bool>>,
    generated: OnceCell<FxHashMap<String, Vec<usize>>>,
}

/// The file that a source sees a macro in, and how that one's preprocessor is asked.
struct Home<'v, 'a> {
    file: &'v (Arc<Path>, NativeFile),
    found: &'v ExportMacro,
    compilation: Compilation<'a>,
}

/// One function definition under the macro.
struct Defined<'d> {
    target: TargetId,
    site: &'d Site,
    function: &'d Function,
    view: &'d View,
    /// The macro, in the one file that the source sees it in.
    found: &'d ExportMacro,
    home: &'d (Arc<Path>, NativeFile),
}

impl<'a> Search<'a> {
    /// When a target's functions are hidden unless they say otherwise, on systems with such a visibility.
    fn hidden(&self, id: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        conds.or(self.hidden_in(id, true), self.hidden_in(id, false))
    }

    /// The same for sources of C++ or of C.
    fn hidden_in(&self, id: TargetId, cxx: bool) -> Cond {
        let conds = &self.model.facts.conds;
        let items = self.model.hidden_visibility(id, cxx);
        let hidden = conds.any(items.into_iter().map(|item| item.cond).collect::<Vec<_>>());
        conds.diff(hidden, conds.platform("WIN32").unwrap_or(Cond::FALSE))
    }

    fn source(&self, target: TargetId, source: &Source, macros: &BTreeSet<String>, hidden: Cond, out: &mut Vec<Loss>) {
        let Some(path) = &source.path else { return };
        let hidden = is_cxx(path).map_or(hidden, |cxx| self.hidden_in(target, cxx));
        let Some(file) = self.natives.file(path) else { return };
        let view: Rc<View> = self.symbols.headers.view(target, path);
        if includes_itself(&view, path) {
            return;
        }
        // Of each macro: the one file that the source sees it in.
        let mut homes: FxHashMap<&str, Option<Home<'_, 'a>>> = FxHashMap::default();
        for (index, function) in file.facts.functions.iter().enumerate() {
            let plain = function.is_definition && !(function.internal || function.template || function.device);
            if !plain || function.inline || function.name == "main" {
                continue;
            }
            for name in macros_of(function, &view) {
                let Some(name) = macros.get(name) else { continue };
                let home = homes.entry(name).or_insert_with(|| self.home(target, path, &view, name));
                let Some(Home { file: home, found, compilation }) = home else { continue };
                let site = Site {
                    path: path.as_path().into(),
                    file: file.clone(),
                    index,
                    cond: source.cond,
                    is_included: false,
                };
                let defined = Defined { target, site: &site, function, view: &view, found, home };
                self.losses(&defined, compilation, hidden, out);
            }
        }
    }

    /// Where a source sees a macro; None where several files define it: which one counts is not known.
    fn home<'v>(&self, target: TargetId, path: &Path, view: &'v View, name: &str) -> Option<Home<'v, 'a>> {
        let mut homes = view.files.iter().filter_map(|home| {
            let found = home.1.facts.export_macros.iter().find(|one| one.name == name)?;
            Some((home, found))
        });
        let (Some((file, found)), None) = (homes.next(), homes.next()) else { return None };
        let compilation = self.compilation(target, path, view, (&file.1, found));
        Some(Home { file, found, compilation })
    }

    fn losses(&self, defined: &Defined<'_>, compilation: &Compilation<'a>, hidden: Cond, out: &mut Vec<Loss>) {
        let conds = &self.model.facts.conds;
        let facts = &defined.home.1.facts;
        if !compilation.defined(&defined.found.name).may.is_false() {
            return;
        }
        let built = conds.and(defined.site.cond, self.model.defined(defined.target));
        let own = compilation.holds(&defined.site.file.facts.guards, defined.function.guard).must;
        for alternative in &defined.found.alternatives {
            let taken = conds.all([built, own, compilation.holds(&facts.guards, alternative.guard).must]);
            let loss = match alternative.effect {
                _ if !taken.is_possible() => None,
                Effect::Inline | Effect::Static => self.collapsed(defined, alternative, taken),
                Effect::Empty => self.emptied(defined, alternative, conds.and(taken, hidden)),
                _ => None,
            };
            out.extend(loss);
        }
    }

    /// The macros of the compilation; what files define, or generated files might, is not known.
    fn compilation(
        &self,
        target: TargetId,
        path: &Path,
        view: &View,
        (home, found): (&NativeFile, &ExportMacro),
    ) -> Compilation<'a> {
        let mut compilation = Compilation::new(self.model, target, path);
        let facts = &home.facts;
        let names_of = |one: &ExportMacro| -> BTreeSet<&str> {
            one.alternatives.iter().flat_map(|alternative| facts.guards.names(alternative.guard)).collect()
        };
        let names = names_of(found);
        // `#ifndef API_EXPORT` before `#define API_IMPORT`: the other macro of the pair is asked for.
        let siblings = facts.export_macros.iter().filter(|one| one.name != found.name && names.contains(&*one.name));
        let siblings: Vec<&ExportMacro> = siblings.collect();
        let is_sibling = |name: &str| siblings.iter().any(|one| one.name == name);
        let all: BTreeSet<&str> = siblings
            .iter()
            .flat_map(|one| names_of(one))
            .chain(names.iter().copied())
            .filter(|n| !is_sibling(n))
            .collect();
        for name in all {
            let in_files = view.files.iter().any(|(_, file)| file.facts.macros.iter().any(|one| one.name == name));
            let missing = view.missing.iter().map(|include| (include, true));
            let mut missing = missing.chain(view.foreign.iter().map(|include| (include, false)));
            if in_files || missing.any(|(include, quoted)| self.may_hold(include, quoted, name)) {
                compilation.may_define(name);
            }
        }
        let may_be_there = |sibling: &ExportMacro| {
            sibling.alternatives.iter().any(|alternative| {
                // Those for where nothing defined it before say nothing of that.
                let own = facts.guards.names(alternative.guard).contains(&&*sibling.name);
                !own && compilation.holds(&facts.guards, alternative.guard).may.is_possible()
            })
        };
        let there: Vec<&str> = siblings.iter().filter(|one| may_be_there(one)).map(|one| &*one.name).collect();
        for name in there {
            compilation.may_define(name);
        }
        compilation
    }

    /// The generated files by their own names: there may be very many.
    fn generated(&self) -> &FxHashMap<String, Vec<usize>> {
        self.generated.get_or_init(|| {
            let mut named: FxHashMap<String, Vec<usize>> = FxHashMap::default();
            for (at, made) in self.model.facts.generated.iter().enumerate() {
                let path = self.model.facts.texts.display(made.output);
                if let Some(name) = Path::new(&path).file_name() {
                    named.entry(name.to_string_lossy().into_owned()).or_default().push(at);
                }
            }
            named
        })
    }

    /// Whether an included file that is not there may hold a name: not when its template is known and does not.
    fn may_hold(&self, include: &str, quoted: bool, name: &str) -> bool {
        let key = (include.to_owned(), name.to_owned());
        if let Some(known) = self.missing.borrow().get(&key) {
            return *known;
        }
        let may = self.look_into(include, quoted, name);
        self.missing.borrow_mut().insert(key, may);
        may
    }

    fn look_into(&self, include: &str, quoted: bool, name: &str) -> bool {
        let facts = self.model.facts;
        let texts = &facts.texts;
        let named = Path::new(include).file_name().and_then(|name| self.generated().get(&*name.to_string_lossy()));
        let made = named.into_iter().flatten().filter_map(|at| facts.generated.get(*at));
        let mut made = made.filter(|made| Path::new(&texts.display(made.output)).ends_with(include)).peekable();
        // Headers of systems and packages know nothing of the project's names.
        if made.peek().is_none() {
            return quoted;
        }
        made.any(|made| {
            if let Some(content) = made.content {
                // A part that is not known may hold it.
                return texts.as_str(content).is_none_or(|text| has_symbol(text) || text.contains(name));
            }
            let template = made.input.and_then(|input| self.sources.load(Path::new(&texts.display(input))).ok());
            template.is_none_or(|file| memchr::memmem::find(file.bytes(), name.as_bytes()).is_some())
        })
    }

    /// `inline`: without a use in the file itself no symbol is made; `static`: never.
    fn collapsed(&self, defined: &Defined<'_>, alternative: &ExportAlternative, taken: Cond) -> Option<Loss> {
        let Defined { function, site, .. } = defined;
        // In C++ a header's `inline` counts too, but only where the definition says it, it is meant.
        let own = function.attributes.macros.iter().map(String::as_str).collect();
        if !with_meanings(own, defined.view).contains(defined.found.name.as_str()) {
            return None;
        }
        let text =
            defined.home.1.source.bytes().get(alternative.range.start as usize..alternative.range.end as usize)?;
        let is_static = memchr::memmem::find(text, b"static").is_some();
        let named = site.file.facts.functions.iter().filter(|other| other.name == function.name).count();
        if !is_static && count_word(site.file.source.bytes(), &function.name) > named {
            return None;
        }
        let consumer = self.consumer(defined, taken, |_| Cond::TRUE);
        if consumer.is_none() && alternative.effect == Effect::Static {
            return None;
        }
        let (cond, confidence) = match &consumer {
            Some((_, _, cond)) => (*cond, Confidence::Proved),
            None => (taken, Confidence::Likely),
        };
        Some(Self::loss(defined, alternative, true, consumer, (cond, confidence)))
    }

    /// Nothing, where what says nothing is hidden: other binaries do not see it.
    fn emptied(&self, defined: &Defined<'_>, alternative: &ExportAlternative, taken: Cond) -> Option<Loss> {
        let conds = &self.model.facts.conds;
        let says = |other: &Function| {
            let attributes = &other.attributes;
            other.qualified == defined.function.qualified
                && (attributes.visibility.is_some() || attributes.pragma_visibility.is_some())
        };
        let shown = class_of(defined.function, defined.view).is_some_and(|class| {
            let attributes = &class.attributes;
            let says = attributes.visibility.is_some() || attributes.pragma_visibility.is_some();
            says || class.template || class.internal || class.exported_members.contains(&defined.function.name)
        });
        let says = || defined.view.files.iter().any(|(_, file)| file.facts.functions.iter().any(says));
        if taken.is_false() || shown || says() {
            return None;
        }
        // Those who link a shared library that holds the definition, and not the definition itself.
        let holders = self.holders(defined.target);
        let links_one = |consumer: TargetId| {
            let linked = self.model.shared_closure(consumer).into_iter().filter_map(|(library, linked)| {
                let (_, holds) = holders.iter().find(|(holder, _)| *holder == library)?;
                Some(conds.and(linked, *holds))
            });
            let linked = conds.any(linked.collect::<Vec<_>>());
            let itself = self.model.static_closure(consumer).into_iter().filter(|(id, _)| *id == defined.target);
            conds.diff(linked, conds.any(itself.map(|(_, cond)| cond).collect::<Vec<_>>()))
        };
        if let Some(consumer) = self.consumer(defined, taken, links_one) {
            let cond = consumer.2;
            return Some(Self::loss(defined, alternative, false, Some(consumer), (cond, Confidence::Proved)));
        }
        // The sources of a library with the define, compiled in an object library without it.
        let define = Self::define(defined)?;
        let object = self.model.is_kind(defined.target, &[TargetKind::Object]);
        let meant = holders.iter().map(|(holder, holds)| conds.and(*holds, self.model.defines(*holder, &define)));
        let cond = conds.all([taken, object, conds.any(meant.collect::<Vec<_>>())]);
        (!cond.is_false()).then(|| Self::loss(defined, alternative, false, None, (cond, Confidence::Likely)))
    }

    /// Shared libraries and modules whose binary holds a target's code.
    fn holders(&self, target: TargetId) -> Vec<(TargetId, Cond)> {
        let conds = &self.model.facts.conds;
        let mut out = Vec::new();
        for id in self.model.built_targets() {
            let shared = self.model.is_kind(id, &[TargetKind::Shared, TargetKind::Module]);
            if shared.is_false() {
                continue;
            }
            let taken = self.model.sources(id).iter().filter(|source| source.through == Some(target)).map(|s| s.cond);
            let merged = self.model.static_closure(id).into_iter().filter(|(part, _)| *part == target).map(|(_, c)| c);
            let own = if id == target { Cond::TRUE } else { Cond::FALSE };
            let holds = conds.and(shared, conds.any(taken.chain(merged).chain([own]).collect::<Vec<_>>()));
            if !holds.is_false() {
                out.push((id, holds));
            }
        }
        out
    }

    /// Code elsewhere that calls the function by a declaration, where nothing else of its binary defines it.
    fn consumer(
        &self,
        defined: &Defined<'_>,
        taken: Cond,
        when: impl Fn(TargetId) -> Cond,
    ) -> Option<(TargetId, Span, Cond)> {
        let conds = &self.model.facts.conds;
        let function = defined.function;
        // A member that nobody calls but through a class that shows it.
        let member = class_of(function, defined.view).and_then(|_| last_two(&function.qualified));
        for id in self.model.built_targets() {
            let names = self.symbols.names(id);
            let calls = member.map_or_else(|| names.called.get(&function.name), |name| names.member_calls.get(name));
            let Some(calls) = calls else { continue };
            let cond = conds.all([taken, self.model.defined(id), when(id)]);
            let elsewhere = || {
                let mut parts = self.model.static_closure(id).to_vec();
                parts.push((id, Cond::TRUE));
                self.defined_elsewhere(&parts, defined)
            };
            if cond.is_false() || elsewhere() {
                continue;
            }
            for site in calls.iter().filter(|site| site.path != defined.site.path) {
                let cond = conds.and(cond, site.cond);
                if cond.is_false() {
                    continue;
                }
                let key = self.symbols.meaning(id, site).or_else(|| self.symbols.member(id, site));
                let Some(key) = key else { continue };
                if self.means(defined, &key)
                    && let Some(call) = site.call()
                {
                    return Some((id, site.span(&call.range), cond));
                }
            }
        }
        None
    }

    fn means(&self, defined: &Defined<'_>, key: &Key) -> bool {
        self.symbols.is_definition_of(defined.target, defined.site, key)
    }

    fn defined_elsewhere(&self, parts: &[(TargetId, Cond)], defined: &Defined<'_>) -> bool {
        parts.iter().any(|(part, _)| {
            let names = self.symbols.names(*part);
            let sites = names.defined.get(&defined.function.name);
            sites.is_some_and(|sites| sites.iter().any(|site| site.path != defined.site.path))
        })
    }

    /// The name that has to be defined for the macro to export.
    fn define(defined: &Defined<'_>) -> Option<String> {
        let guards = &defined.home.1.facts.guards;
        let exporting = defined.found.alternatives.iter().filter(|alternative| exports(alternative));
        // What must not be defined for it is no such name.
        let mut names = exporting.flat_map(|alternative| {
            let asked = guards.names(alternative.guard).into_iter();
            asked.filter(|name| guards.polarity(alternative.guard, name) != (false, true))
        });
        names.find(|name| !name.starts_with('_') && !name.contains('(') && *name != "WIN32").map(str::to_owned)
    }

    fn loss(
        defined: &Defined<'_>,
        alternative: &ExportAlternative,
        inline: bool,
        consumer: Option<(TargetId, Span, Cond)>,
        (cond, confidence): (Cond, Confidence),
    ) -> Loss {
        Loss {
            macro_name: defined.found.name.clone(),
            define: Self::define(defined),
            at: Span::new(defined.home.1.source.id(), alternative.range.clone()),
            inline,
            target: defined.target,
            symbol: defined.function.name.clone(),
            definition: defined.site.span(&defined.function.range),
            consumer: consumer.map(|(id, span, _)| (id, span)),
            cond,
            confidence,
        }
    }

    /// One finding for each definition of a macro and target: the surest losses, with all their names.
    fn report(&self, losses: Vec<Loss>, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let mut groups: BTreeMap<(Span, bool, TargetId), Vec<Loss>> = BTreeMap::new();
        for loss in losses {
            groups.entry((loss.at, loss.inline, loss.target)).or_default().push(loss);
        }
        for mut losses in groups.into_values() {
            let Some(best) = losses.iter().map(|loss| loss.confidence).max() else { continue };
            losses.retain(|loss| loss.confidence == best);
            let cond = conds.any(losses.iter().map(|loss| loss.cond).collect::<Vec<_>>());
            if let Some(first) = losses.first().filter(|_| !cond.is_unknown()) {
                sink.report(self.draft(first, &losses, cond));
            }
        }
    }

    fn draft(&self, first: &Loss, losses: &[Loss], cond: Cond) -> Draft {
        let target = self.model.name(first.target);
        let symbols: BTreeSet<&str> = losses.iter().map(|loss| loss.symbol.as_str()).collect();
        let more = and_more(symbols.len().saturating_sub(1));
        let lost = if first.inline { "no symbol is made" } else { "the symbol stays hidden" };
        let consumer = first.consumer.map(|(id, _)| self.model.name(id));
        let consequence = match consumer {
            Some(name) => format!("{lost}, and `{name}` needs it"),
            None => lost.to_owned(),
        };
        let advice = match &first.define {
            // Users see the declaration as the library does, or each compiler makes functions of its own.
            Some(define) if first.inline => format!("target_compile_definitions({target} PUBLIC {define})"),
            // What exports a library's own functions is not for its users.
            Some(define) => format!("target_compile_definitions({target} PRIVATE {define})"),
            None => format!("let `{}` export where `{target}` is compiled", first.macro_name),
        };
        let effect = if first.inline { "`inline`" } else { "empty under hidden visibility" };
        let mut draft = Draft::new(cond, Place::new(first.at, "taken here"))
            .named("macro", &first.macro_name)
            .named("target", target)
            .named("symbol", &first.symbol)
            .value("effect", effect)
            .value("more", more)
            .value("consequence", consequence)
            .value("advice", advice)
            .confidence(first.confidence)
            .severity(if first.confidence == Confidence::Proved { Severity::Error } else { Severity::Warning });
        if let Some(span) = self.model.definition_span(first.target) {
            draft = draft.related(span, "compiled without the definition");
        }
        draft = draft.related(first.definition, format!("`{}` is defined here", first.symbol));
        if let Some((id, span)) = first.consumer {
            draft = draft.related(span, format!("`{}` needs it", self.model.name(id))).subject(self.model.name(id));
        }
        draft = first.define.iter().fold(draft, |draft, define| draft.subject(define));
        symbols.into_iter().take(100).fold(draft, Draft::subject)
    }
}

/// Whether something that a source includes includes the source: it is a header too, and `inline` is right there.
fn includes_itself(view: &View, path: &Path) -> bool {
    let named = |file: &NativeFile| {
        file.facts.includes.iter().any(|include| Path::new(&include.path).file_name() == path.file_name())
    };
    view.files.iter().any(|(other, file)| **other != *path && named(file))
}

#[cfg(test)]
mod tests {
    use super::collapses;
    use crate::native::scan;

    #[test]
    fn a_macro_that_is_always_inline_is_for_headers() {
        let collapse = |visible: &str| {
            let code = format!("#ifdef BELL_STATIC\n#define BELL inline\n#else\n#define BELL {visible}\n#endif\n");
            let facts = scan(std::path::Path::new("bell.h"), code.as_bytes());
            assert_eq!(facts.export_macros.len(), 1, "{code}");
            facts.export_macros.iter().any(|one| collapses(one, code.as_bytes()))
        };
        assert!(collapse("__attribute__((visibility(\"default\")))"));
        assert!(!collapse("__attribute__((visibility(\"default\"))) inline"));
    }
}
