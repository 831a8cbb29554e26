//! Inline functions with static variables in headers of libraries that hide what says nothing of its visibility.
use std::path::Path;
use std::sync::OnceLock;

use rayon::prelude::*;
use regex::bytes::Regex;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::binaries::is_cxx;
use crate::model::headers::Reached;
use crate::model::mentions::in_comment;
use crate::model::{Model, TargetId};
use crate::native::{Attributes, FileIndex, GuardId, NativeFile, Natives};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { project, model: project.model };
    let hiding: Vec<(TargetId, Cond)> = project
        .model
        .built_targets()
        .filter(|id| is_ever(project.model, *id, &[TargetKind::Shared]))
        .map(|id| (id, rule.hides_variables(id)))
        .filter(|(_, cond)| cond.is_possible())
        .collect();
    if hiding.is_empty() {
        return;
    }
    let singletons = project.natives.once(|| singletons(project.natives));
    for (library, hidden) in hiding {
        for singleton in &*singletons {
            rule.library(library, hidden, singleton, sink);
        }
    }
}

/// A function that returns its own static variable.
struct Singleton {
    header: FileIndex,
    function: String,
    class: Option<String>,
    /// The class is a template: others derive from it, each with an object of its own.
    template: bool,
    variable: String,
    span: Span,
}

fn pattern() -> Option<&'static Regex> {
    static PATTERN: OnceLock<Option<Regex>> = OnceLock::new();
    const TEXT: &str = r"(?x-u)
        \b ([A-Za-z_][\w:<>]*) \s* [&*] \s* ([A-Za-z_]\w*) \s* \( \s* (?:void)? \s* \) \s* (?:noexcept\s*)? \{ \s*
        static \s+ ([\w:<>,\ &*]+?) [\s&*] \s* ([A-Za-z_]\w*) \s* (?: ; | = [^;{}]* ; | \{ [^;{}]* \} \s* ; | \( [^;{}]* \) \s* ; ) \s*
        return \s+ [&*]? \s* ([A-Za-z_]\w*) \s* ; \s* \}";
    PATTERN.get_or_init(|| Regex::new(TEXT).ok()).as_ref()
}

fn singletons(natives: &Natives<'_>) -> Vec<Singleton> {
    let Some(pattern) = pattern() else { return Vec::new() };
    let is_header = |path: &&std::path::Path| {
        path.extension().is_some_and(|suffix| matches!(suffix.to_str(), Some("h" | "hh" | "hpp" | "hxx" | "inl")))
    };
    let headers: Vec<_> = natives.paths().filter(is_header).filter_map(|path| natives.index(path)).collect();
    let matches = |index: &FileIndex| {
        let text = natives.text(*index);
        text.is_some_and(|text| memchr::memmem::find(&text, b"static ").is_some() && pattern.is_match(&text))
    };
    let found: Vec<FileIndex> = headers.into_par_iter().filter(matches).collect();
    let mut out = Vec::new();
    for index in found {
        let Some(file) = natives.at(index) else { continue };
        out.extend(pattern.captures_iter(file.source.bytes()).filter_map(|found| singleton(index, file, &found)));
    }
    out
}

fn singleton(header: FileIndex, file: &NativeFile, found: &regex::bytes::Captures<'_>) -> Option<Singleton> {
    let bytes = file.source.bytes();
    let text = |at: usize| found.get(at).map(|one| String::from_utf8_lossy(one.as_bytes()).into_owned());
    let (name, kind, variable, returned) = (found.get(2)?, text(3)?, text(4)?, text(5)?);
    let constant = kind
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|w| matches!(w, "const" | "constexpr" | "thread_local"));
    let start = found.get(0)?.start();
    let line = memchr::memrchr(b'\n', bytes.get(..start)?).map_or(0, |at| at + 1);
    // What stands before the function on its line and on the line above: an export macro, a template, a constant.
    let above = memchr::memrchr(b'\n', bytes.get(..line.saturating_sub(1))?).map_or(0, |at| at + 1);
    let head = String::from_utf8_lossy(bytes.get(above..name.start())?).into_owned();
    let own = String::from_utf8_lossy(bytes.get(line..name.start())?).into_owned();
    let macros = own
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit()));
    let says = ["template", "visibility", "__declspec", "EXPORT", "_API", "DLL"].iter().any(|word| head.contains(word));
    let pushed = memchr::memmem::find(bytes, b"visibility push").is_some();
    if constant
        || returned != variable
        || own.contains("const ")
        || macros
        || says
        || pushed
        || in_comment(bytes, start)
    {
        return None;
    }
    let before = file.facts.classes.iter().filter(|class| (class.range.start as usize) < start);
    let inside = own.starts_with([' ', '\t']);
    let class = before.max_by_key(|class| class.range.start).filter(|_| inside);
    // A member of an exported class is another matter.
    if class.is_some_and(|class| {
        let attributes = &class.attributes;
        class.internal || says_visibility(attributes)
    }) {
        return None;
    }
    // And so is what a namespace around says, or one without a name.
    let known = file.facts.functions.iter().find(|one| one.range.start as usize == name.start());
    if known.is_some_and(|one| one.internal || says_visibility(&one.attributes)) {
        return None;
    }
    let is_static = own.contains("static ");
    if (class.is_some() && !is_static) || (class.is_none() && (is_static || !own.contains("inline "))) {
        return None;
    }
    let range = name.start() as u32..name.end() as u32;
    Some(Singleton {
        header,
        function: String::from_utf8_lossy(name.as_bytes()).into_owned(),
        class: class.map(|class| class.name.clone()),
        template: class.is_some_and(|class| class.template),
        variable,
        span: Span::new(file.source.id(), range),
    })
}

fn says_visibility(attributes: &Attributes) -> bool {
    attributes.visibility.is_some() || attributes.pragma_visibility.is_some() || !attributes.macros.is_empty()
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
}

impl Rule<'_> {
    /// When the variables of a library's inline functions are hidden. `-fvisibility-inlines-hidden` alone hides the functions and leaves
    /// their variables as they are (GCC manual, "C++ Dialect Options"; clang has `-fvisibility-inlines-hidden-static-local-var` apart).
    fn hides_variables(&self, id: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let when = self.model.compiled_hidden(id, true).as_ref().as_ref().map_or(Cond::FALSE, |(cond, _)| *cond);
        let windows = conds.platform("WIN32").unwrap_or(Cond::FALSE);
        conds.diff(conds.and(when, self.model.is_kind(id, &[TargetKind::Shared])), windows)
    }

    fn library(&self, library: TargetId, hidden: Cond, singleton: &Singleton, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let Some((own, one)) = self.call(library, None, singleton) else { return };
        let base = conds.and(hidden, one);
        if !base.is_possible() {
            return;
        }
        for user in self.model.built_targets().filter(|user| *user != library) {
            let linked = self.model.shared_closure(user).into_iter().find(|(id, _)| *id == library);
            let Some((_, linked)) = linked else { continue };
            let Some((call, two)) = self.call(user, Some(library), singleton) else { continue };
            let cond = conds.all([base, linked, two, self.model.defined(user)]);
            if !cond.is_possible() {
                continue;
            }
            sink.report(
                Draft::new(cond, Place::new(singleton.span, "one for each binary that has it hidden"))
                    .related(own, "the library calls it")
                    .related(call, "and its user does")
                    .named("function", singleton.function.clone())
                    .named("library", self.model.name(library))
                    .named("user", self.model.name(user))
                    .value("variable", singleton.variable.clone()),
            );
            return;
        }
    }

    /// Whether a class derives from a template with itself as the argument, and nothing gives it a visibility: a template is as visible as
    /// its arguments (GCC wiki, "Visibility").
    fn derives(&self, reached: &Reached, class: &str, template: &str) -> bool {
        let natives = self.project.natives;
        let files = || reached.files.iter().filter_map(|index| natives.at(*index));
        // What is made elsewhere for all may be exported there.
        let is_made = files().any(|file| memchr::memmem::find(file.source.bytes(), b"extern template").is_some());
        let mut classes = files().flat_map(|file| &file.facts.classes).filter(|one| one.name == class);
        let base = |base: &String| {
            let written: String = base.split_whitespace().collect();
            let argument = written.strip_suffix('>').and_then(|head| head.split_once('<'));
            argument.is_some_and(|(name, argument)| {
                name.rsplit(':').next() == Some(template) && argument.rsplit(':').next() == Some(class)
            })
        };
        let (Some(one), None) = (classes.next(), classes.next()) else { return false };
        let plain = !one.template && !one.internal && !says_visibility(&one.attributes);
        plain && one.exported_members.is_empty() && !is_made && one.bases.iter().any(base)
    }

    /// A call in a target's own sources that include the header. Sources that another library compiles, too, are a copy of it, made
    /// on purpose.
    fn call(&self, id: TargetId, copied: Option<TargetId>, singleton: &Singleton) -> Option<(Span, Cond)> {
        let copied: Vec<&Path> =
            copied.iter().flat_map(|id| self.model.sources(*id).iter()).filter_map(|s| s.path.as_deref()).collect();
        let names = self.project.symbols.names(id);
        let sites = names.called.get(&singleton.function)?;
        sites.iter().find_map(|site| {
            let call = site.call().filter(|call| call.guard == GuardId::TRUE)?;
            let qualifier = call.name.rsplit_once("::").map(|(before, _)| before.rsplit(':').next().unwrap_or(before));
            if copied.contains(&&*site.path) {
                return None;
            }
            let reached = self.project.binaries.headers.reached(id, &site.path);
            let means = match (singleton.class.as_deref(), qualifier) {
                (None, _) => true,
                (Some(class), Some(of)) if singleton.template => self.derives(&reached, of, class),
                (class, qualifier) => class == qualifier,
            };
            let compiled = is_cxx(&site.path) == Some(true) && means;
            (compiled && reached.files.contains(&singleton.header)).then(|| (site.span(&call.range), site.cond))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn functions_that_return_their_own_variable() {
        let pattern = pattern().expect("the pattern is one");
        for text in [
            "inline int& counter(){static int n=0;return n;}",
            "static Registry &get() {\n  static Registry it;\n  return it;\n }",
            "T* one(void) { static T it{1, 2}; return &it; }",
        ] {
            assert!(pattern.is_match(text.as_bytes()), "{text}");
        }
        assert!(!pattern.is_match(b"int counter() { static int n; return n; }"));
    }
}
