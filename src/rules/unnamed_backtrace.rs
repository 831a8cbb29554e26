//! Programs that print their stack by the names of functions which they do not export.
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::mentions::{has_word, words};
use crate::model::symbols::{Site, last};
use crate::native::FileIndex;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{FileId, Span};

/// Functions of the C library that name addresses by the dynamic symbol tables (backtrace(3), dladdr(3)).
const FUNCTIONS: &[&str] = &["backtrace_symbols", "backtrace_symbols_fd", "dladdr"];
/// The one of them that tells more than names, and what it says them in.
const ADDRESS: (&str, &str) = ("dladdr", "dli_sname");
/// What collects the addresses of a stack.
const WALKS: &[&str] = &["backtrace", "_Unwind_Backtrace"];
/// What the file says that needs names: it takes them apart.
const NAMES: &str = "__cxa_demangle";
/// Other ways to a name, debug information and other tables: whole words, and how words begin (`bfd_`).
const OTHERS: &[&str] =
    &["addr2line", "bfd", "libdw", "libdwfl", "dladdr1", "libunwind", "cpptrace", "backtrace_full", "backtrace_pcinfo"];
const BEGINNINGS: &[&str] = &["bfd_", "dwfl_", "unw_", "backward::", "backward.hpp"];

/// Whether the code of a file takes names apart, and has no other way to them.
fn tells(text: &[u8]) -> bool {
    // Most do not, and comments cost more to leave out.
    if memchr::memmem::find(text, NAMES.as_bytes()).is_none() {
        return false;
    }
    let code = without_comments(text, Language::C);
    // Names of types (`typeid(T).name()`) are taken apart as well.
    let of_types = |at: usize| {
        let arguments = code.get(at..).unwrap_or_default();
        let arguments = &arguments[..memchr::memchr(b';', arguments).unwrap_or(arguments.len())];
        ["typeid", ".name()"].iter().any(|word| memchr::memmem::find(arguments, word.as_bytes()).is_some())
    };
    words(&code, NAMES).any(|at| !of_types(at))
        && (!has_word(&code, ADDRESS.0) || has_word(&code, ADDRESS.1))
        && !has_other_way(&code)
}

/// Whether code has another way to names.
fn has_other_way(code: &[u8]) -> bool {
    let part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let begins = |word: &&str| {
        let mut places = memchr::memmem::find_iter(code, word.as_bytes());
        places.any(|at| !part(at.checked_sub(1).and_then(|before| code.get(before))))
    };
    OTHERS.iter().any(|word| has_word(code, word)) || BEGINNINGS.iter().any(begins)
}

/// Whether a file asks for the names of the addresses on its stack: others may be anything.
fn walks(text: &[u8]) -> bool {
    let code = without_comments(text, Language::C);
    has_word(&code, ADDRESS.1) && WALKS.iter().any(|word| has_word(&code, word))
}

/// Whether some file takes names apart.
struct Told(bool);

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // The trigger, before anything is asked of targets.
    let natives = project.natives;
    let told = natives.once(|| {
        let mentioned = natives.mentioning(FUNCTIONS);
        Told(mentioned.iter().any(|index| natives.text(*index).is_some_and(|text| tells(&text))))
    });
    if !told.0 {
        return;
    }
    let rule = Rule { project, telling: RefCell::default(), helped: RefCell::default() };
    let mut found: BTreeMap<Span, Found> = BTreeMap::new();
    for id in project.model.judged_targets() {
        rule.executable(id, &mut found);
    }
    let mut found: Vec<(Span, Found)> = found.into_iter().collect();
    let path = |span: Span| project.files.sources().get(span.file).path().to_path_buf();
    found.sort_by_cached_key(|(call, _)| (path(*call), call.start));
    for (call, one) in found {
        rule.report(call, &one, sink);
    }
}

/// A call, with the programs that have it.
#[derive(Default)]
struct Found {
    function: String,
    /// Those that export nothing, and when.
    bare: Vec<(TargetId, Cond)>,
    /// Another one exports.
    served: bool,
}

struct Rule<'a> {
    project: Project<'a>,
    /// Files of which it is known whether they take names apart, and whether they have another way to names: programs share them.
    telling: RefCell<FxHashMap<FileId, bool>>,
    helped: RefCell<FxHashMap<FileIndex, bool>>,
}

impl Rule<'_> {
    fn executable(&self, id: TargetId, found: &mut BTreeMap<Span, Found>) {
        let (model, symbols) = (self.project.model, self.project.symbols);
        let conds = &model.facts.conds;
        let program = conds.and(model.is_kind(id, &[TargetKind::Executable]), model.unasked_exports_nothing());
        if program.is_false() {
            return;
        }
        let mut parts = vec![(id, Cond::TRUE)];
        parts.extend(model.static_closure(id));
        let elsewhere = OnceCell::new();
        for &(part, linked) in &parts {
            let names = symbols.names(part);
            let sites = FUNCTIONS.iter().filter_map(|name| names.called.get(*name)).flatten();
            for site in sites.filter(|site| self.tells(site)) {
                let Some(call) = site.call() else { continue };
                if last(&call.name) == ADDRESS.0 && !walks(site.file.source.bytes()) {
                    continue;
                }
                if part != id && !self.uses(id, site) {
                    continue;
                }
                if *elsewhere.get_or_init(|| parts.iter().any(|(part, _)| self.looks_elsewhere(*part))) {
                    return;
                }
                let (when, sure) = model.compiled(part, site, call.guard);
                let when = conds.all([when, program, linked]);
                if !sure || !when.is_possible() {
                    continue;
                }
                let one = found.entry(site.span(&call.range)).or_default();
                last(&call.name).clone_into(&mut one.function);
                let exports = conds.or(model.exports_dynamic(id), model.exports_by_old_policy(id));
                // Who exports with some compilers or checks has thought of it.
                if conds.and(when, exports).is_possible() {
                    one.served = true;
                } else {
                    one.bare.push((id, when));
                }
            }
        }
    }

    fn tells(&self, site: &Site) -> bool {
        let mut known = self.telling.borrow_mut();
        *known.entry(site.file_id()).or_insert_with(|| tells(site.file.source.bytes()))
    }

    /// Whether a source of a target has another way to names, with which a program helps itself where the first one fails.
    fn looks_elsewhere(&self, part: TargetId) -> bool {
        let natives = self.project.natives;
        let paths = self.project.model.sources(part).iter().filter_map(|source| source.path.as_deref());
        let mut files = paths.filter_map(|path| natives.index(path));
        files.any(|index| *self.helped.borrow_mut().entry(index).or_insert_with(|| self.is_helped(index)))
    }

    fn is_helped(&self, index: FileIndex) -> bool {
        let Some(text) = self.project.natives.text(index) else { return false };
        let may = OTHERS.iter().chain(BEGINNINGS).any(|word| memchr::memmem::find(&text, word.as_bytes()).is_some());
        may && has_other_way(&without_comments(&text, Language::C))
    }

    /// Whether a program's own sources call a function of the file.
    fn uses(&self, id: TargetId, site: &Site) -> bool {
        let names = self.project.symbols.names(id);
        let functions = site.file.facts.functions.iter().filter(|one| one.is_definition && !one.internal);
        functions.into_iter().any(|one| names.called.contains_key(&one.name))
    }

    fn report(&self, call: Span, one: &Found, sink: &mut Sink) {
        let model = self.project.model;
        let Some((first, _)) = one.bare.first().filter(|_| !one.served) else { return };
        let Some(place) = model.definition_span(*first) else { return };
        let cond = model.facts.conds.any(one.bare.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
        let mut draft = Draft::new(cond, Place::new(place, "exports nothing that is not asked for"))
            .related(call, "looks names up")
            .named("target", model.name(*first))
            .named("function", one.function.clone());
        for (other, _) in one.bare.iter().skip(1).take(8) {
            draft = draft.subject(model.name(*other));
            if let Some(span) = model.definition_span(*other) {
                draft = draft.related(span, "nor does this one");
            }
        }
        sink.report(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_names_other_ways() {
        let file = |more: &str| {
            format!("// falls backward without addr2line\nchar *s = abi::__cxa_demangle(a, 0, 0, 0);\n{more}")
        };
        assert!(tells(file("int unforwarded_bfd_x;").as_bytes()));
        assert!(!tells(b"// __cxa_demangle\nint a;"));
        assert!(tells(file("dladdr(p, &i); name = i.dli_sname;").as_bytes()));
        assert!(walks(b"n = backtrace(a, 9); i.dli_sname") && !walks(b"dladdr(f, &i); i.dli_sname"));
        for other in [
            "dladdr(p, &i); module = i.dli_fname;",
            "bfd_openr(a, 0);",
            "backward::StackTrace t;",
            "#include <elfutils/libdwfl.h>",
            "popen(\"addr2line -e\")",
        ] {
            assert!(!tells(file(other).as_bytes()), "{other}");
        }
    }
}
