//! Functions of C that C++ sees without `extern "C"`.

use crate::cmake::eval::facts::TargetKind;
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::model::binaries::{LINKED, is_cxx};
use crate::model::includes::View;
use crate::model::symbols::Site;
use crate::model::{Model, TargetId};
use crate::native::{Function, GuardId, Linkage, NativeFile};
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { project, model: project.model };
    for id in project.model.judged_targets() {
        if !project.model.is_kind(id, LINKED).is_false() && rule.holds(id, true) {
            rule.binary(id, sink);
        }
    }
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
}

impl Rule<'_> {
    /// Whether a target has sources of C++ (or of C).
    fn holds(&self, id: TargetId, cxx: bool) -> bool {
        let mut paths = self.model.sources(id).iter().filter_map(|source| source.path.as_deref());
        paths.any(|path| is_cxx(path) == Some(cxx))
    }

    fn binary(&self, id: TargetId, sink: &mut Sink) {
        let mut parts = self.model.link_closure(id).to_vec();
        parts.push((id, Cond::TRUE));
        let c = |part: &TargetId| self.holds(*part, false) && !self.model.chooses_language(*part);
        let in_c: Vec<(TargetId, Cond)> = parts.iter().copied().filter(|(part, _)| c(part)).collect();
        if in_c.is_empty() || self.model.sources(id).iter().any(|source| source.path.is_none()) {
            return;
        }
        let uses = self.project.symbols.names(id);
        for (part, linked) in in_c {
            let own = self.project.symbols.names(part);
            let mut shared: Vec<&String> = own.defined.keys().filter(|name| uses.called.contains_key(*name)).collect();
            shared.sort();
            for name in shared {
                let (Some(calls), Some(definitions)) = (uses.called.get(name), own.defined.get(name)) else { continue };
                let in_cxx = |part: &TargetId| {
                    let names = self.project.symbols.names(*part);
                    let sites = names.defined.get(name).into_iter().flatten();
                    sites.into_iter().any(|site| is_cxx(&site.path) != Some(false))
                };
                if !uses.shadowed.contains_key(name) && !parts.iter().any(|(part, _)| in_cxx(part)) {
                    self.function((id, part), linked, calls, definitions, sink);
                }
            }
        }
    }

    /// A function that a binary calls in C++ and that it, or a part of it, defines in C.
    fn function(
        &self,
        (id, part): (TargetId, TargetId),
        linked: Cond,
        calls: &[Site],
        definitions: &[Site],
        sink: &mut Sink,
    ) {
        let conds = &self.model.facts.conds;
        let plain = |site: &&Site| {
            let emits = |one: &Function| {
                !one.internal && !one.inline && one.guard == GuardId::TRUE && one.attributes.asm_name.is_none()
            };
            is_cxx(&site.path) == Some(false)
                && site.function().is_some_and(emits)
                && !self.model.has_own_compilation(&site.path)
        };
        let Some(definition) = definitions.iter().find(plain) else { return };
        let Some(function) = definition.function() else { return };
        for site in calls.iter().filter(|site| is_cxx(&site.path) == Some(true)) {
            let Some(call) = site.call().filter(|call| call.guard == GuardId::TRUE && !call.name.contains("::")) else {
                continue;
            };
            let symbols = self.project.symbols;
            let meaning = if part == id { symbols.meaning_beside_c(id, site) } else { symbols.meaning(id, site) };
            let means = meaning.is_some_and(|key| !key.c && key.name == function.name);
            if !means {
                continue;
            }
            let view = self.project.symbols.headers.view(id, &site.path);
            let Some((file, declared)) = declaration(&view, &function.name) else { continue };
            if is_wrapped(&view, file) {
                continue;
            }
            let cond = conds.all([linked, site.cond, definition.cond, self.model.is_kind(id, LINKED)]);
            if !cond.is_possible() {
                continue;
            }
            let span = Span::new(file.source.id(), declared.range.clone());
            let draft = Draft::new(cond, Place::new(span, "C++ takes it for a function of its own"))
                .related(site.span(&call.range), "called from C++ here")
                .related(definition.span(&function.range), "defined in C here")
                .named("symbol", function.name.clone())
                .named("target", self.model.name(id));
            // A test may want what does not load.
            let wanted = self.model.is_test_target(id) && !self.model.is_kind(id, &[TargetKind::Module]).is_false();
            sink.report(if wanted { draft.confidence(Confidence::Heuristic) } else { draft });
            return;
        }
    }
}

/// The one declaration of a function that a source sees, with nothing before it that may say more.
fn declaration<'v>(view: &'v View, name: &str) -> Option<(&'v NativeFile, &'v Function)> {
    let mut found = None;
    for (_, file) in &view.files {
        for function in file.facts.functions.iter().filter(|one| one.name == name) {
            let macros = &function.attributes.macros;
            let plain = macros.iter().all(|one| says_no_linkage(view, one)) && function.guard == GuardId::TRUE;
            if function.linkage == Linkage::C || !plain || function.qualified != name || found.is_some() {
                return None;
            }
            found = Some((file, function));
        }
    }
    found
}

/// Whether a macro before a declaration says nothing of linkage: each definition of it that the source sees is empty, or gives attributes for the
/// export of symbols.
fn says_no_linkage(view: &View, name: &str) -> bool {
    const HARMLESS: &[&str] =
        &["__attribute__", "__declspec", "__visibility__", "default", "dllexport", "dllimport", "hidden", "visibility"];
    let macros = view.files.iter().flat_map(|(_, file)| &file.facts.macros);
    let mut bodies = macros.filter(|one| one.name == name).map(|one| match &one.parameters {
        None => one.body.as_deref(),
        Some(_) => None,
    });
    let is_harmless = |body: &str| {
        let words = body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        words.into_iter().all(|word| HARMLESS.contains(&word))
    };
    let mut seen = false;
    let all = bodies.all(|body| {
        seen = true;
        body.is_some_and(is_harmless)
    });
    seen && all
}

/// Whether a file opens more braces than it closes: what is included behind it stands within them.
fn leaves_open(file: &NativeFile) -> bool {
    let text = without_comments(file.source.bytes(), Language::C);
    let count = |sign: u8| memchr::memchr_iter(sign, &text).count();
    count(b'{') > count(b'}')
}

/// Whether an `extern "C"`, or a macro that may say it, stands in the declaring file, or before an include anywhere on the way.
fn is_wrapped(view: &View, declaring: &NativeFile) -> bool {
    const MACROS: &[&[u8]] = &[b"BEGIN", b"EXTERN_C", b"_DECLS", b"C_LINKAGE", b"CDECL", b"CPP", b"cplusplus"];
    let bytes = declaring.source.bytes();
    let says = |text: &[u8]| memchr::memmem::find(text, b"extern \"C").is_some();
    if says(bytes) || MACROS.iter().any(|word| memchr::memmem::find(bytes, word).is_some()) {
        return true;
    }
    view.files.iter().any(|(_, file)| {
        let last = file.facts.includes.last().map_or(0, |include| include.range.start as usize);
        let before = file.source.bytes().get(..last).unwrap_or_default();
        let opens = MACROS.iter().take(4).any(|word| memchr::memmem::find(before, word).is_some());
        says(before)
            || (opens || says(file.source.bytes()) && leaves_open(file)) && file.source.id() != declaring.source.id()
    })
}
