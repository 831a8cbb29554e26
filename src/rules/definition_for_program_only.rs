//! Macros that a program gets, and the sources of the static library that it links ask for.
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::syntax::Part;
use crate::discover::Kind;
use crate::model::binaries::is_compiled;
use crate::model::mentions::{has_word, in_comment, words};
use crate::model::{Item, TargetId};
use crate::native::NativeFile;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { cx, project, compilers: OnceCell::new() };
    let model = project.model;
    let mut seen = BTreeSet::new();
    for program in model.built_targets().filter(|id| !model.is_kind(*id, &[TargetKind::Executable]).is_false()) {
        for item in model.definitions(program).iter().filter(|item| item.from.is_none()) {
            let Some(name) = rule.option(item) else { continue };
            // What a folder gives to all of its programs is told once.
            if seen.insert((item.origin, name.to_owned())) {
                rule.judge(program, item, name, sink);
            }
        }
    }
}

struct Rule<'a> {
    cx: &'a Context<'a>,
    project: Project<'a>,
    /// The targets that compile a source.
    compilers: OnceCell<FxHashMap<Arc<Path>, Vec<TargetId>>>,
}

/// The name that an item defines.
fn defined(item: &Item) -> &str {
    let name = item.text.split('=').next().unwrap_or_default();
    name.strip_prefix("-D").unwrap_or(name)
}

impl Rule<'_> {
    /// The macro of an item that has the name of an entry of the cache.
    fn option<'i>(&self, item: &'i Item) -> Option<&'i str> {
        let name = defined(item);
        let entry = self.project.model.facts.cache.get(name)?;
        (entry.option || &*entry.kind == "BOOL").then_some(name)
    }

    fn compilers(&self) -> &FxHashMap<Arc<Path>, Vec<TargetId>> {
        self.compilers.get_or_init(|| {
            let model = self.project.model;
            let mut found: FxHashMap<Arc<Path>, Vec<TargetId>> = FxHashMap::default();
            for id in model.built_targets() {
                for path in model.sources(id).iter().filter_map(|source| source.path.as_deref()) {
                    found.entry(Arc::from(path)).or_default().push(id);
                }
            }
            found
        })
    }

    fn judge(&self, program: TargetId, item: &Item, name: &str, sink: &mut Sink) {
        let (model, natives) = (self.project.model, self.project.natives);
        let linked = model.static_closure(program);
        if linked.is_empty() || self.is_known_otherwise(name) {
            return;
        }
        let mut files: Vec<_> = natives.mentioning(&[name]).into_iter().collect();
        files.sort();
        natives.read_all(&files);
        let files: Vec<&NativeFile> = files.into_iter().filter_map(|index| natives.at(index)).collect();
        if files.iter().any(|file| defines(file, name)) {
            return;
        }
        let given = |id: TargetId| {
            !model.definitions_unknown(id).is_false() || model.definitions(id).iter().any(|one| defined(one) == name)
        };
        let found = files.iter().filter(|file| is_compiled(file.source.path())).find_map(|file| {
            let asked = asked(file, name)?;
            let compilers = self.compilers().get(file.source.path())?;
            let own = linked.iter().find(|(id, _)| compilers.contains(id))?;
            (!compilers.iter().any(|id| given(*id))).then_some((file, asked, *own))
        });
        let Some((file, asked, (library, cond))) = found else { return };
        let conds = &model.facts.conds;
        let cond = conds.all([cond, item.cond, model.defined(program), model.defined(library)]);
        let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else { return };
        let path = file.source.path().to_string_lossy();
        let at = Span::new(file.source.id(), asked as u32..(asked + name.len()) as u32);
        sink.report(
            Draft::new(cond, Place::new(span, "for the program, not for the library"))
                .related(at, "asked here, in a source that is compiled without it")
                .named("macro", name)
                .named("program", model.name(program))
                .named("library", model.name(library))
                .value("file", model.display(&path)),
        );
    }

    /// Whether a property of a source, a flag in a variable or a template speaks of a macro.
    fn is_known_otherwise(&self, name: &str) -> bool {
        let holds = |part: &Part| match part {
            Part::Literal(text) => has_word(text.as_bytes(), name) || defines_by_flag(text, name),
            Part::Reference(..) => false,
        };
        let in_commands = self.project.evaluated().any(|file| {
            file.commands.iter().any(|command| {
                let of_sources = matches!(&*command.lower, "set_source_files_properties" | "set_property")
                    && !matches!(command.arguments.first().and_then(|one| one.template.literal()), Some("TARGET"));
                let in_variable = matches!(&*command.lower, "set" | "list" | "string");
                let flag = |part: &Part| matches!(part, Part::Literal(text) if defines_by_flag(text, name));
                let mut parts = command.arguments.iter().flat_map(|argument| &argument.template.0);
                of_sources && parts.clone().any(holds) || in_variable && parts.any(flag)
            })
        });
        let in_template =
            |path: &std::path::PathBuf| self.cx.facts.sources.load(path).is_ok_and(|file| has_word(file.bytes(), name));
        let facts = self.project.model.facts;
        let mut filled = facts.generated.iter().filter_map(|one| facts.texts.as_str(one.input?));
        in_commands
            || self.project.inputs.of(Kind::CMakeTemplate).iter().any(in_template)
            || filled.any(|path| in_template(&path.into()))
    }
}

/// Whether a text has `-DNAME`.
fn defines_by_flag(text: &str, name: &str) -> bool {
    text.split_whitespace().any(|word| {
        let rest = word.strip_prefix("-D").or_else(|| word.strip_prefix("/D"));
        rest.and_then(|rest| rest.split('=').next()) == Some(name)
    })
}

/// The directive of the preprocessor that a place of a text belongs to, if it does.
fn directive(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let line = memchr::memrchr(b'\n', bytes.get(..at)?).map_or(0, |end| end + 1);
    let head = bytes.get(line..at)?.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
    Some(head.split(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default())
}

/// Whether a file defines a macro itself.
fn defines(file: &NativeFile, name: &str) -> bool {
    let bytes = file.source.bytes();
    file.facts.truncated || words(bytes, name).any(|at| matches!(directive(bytes, at), Some(b"define" | b"undef")))
}

/// Where a file asks for a macro.
fn asked(file: &NativeFile, name: &str) -> Option<usize> {
    let bytes = file.source.bytes();
    let asks = |at: &usize| matches!(directive(bytes, *at), Some(b"if" | b"ifdef" | b"elif" | b"elifdef"));
    words(bytes, name).find(|at| asks(at) && !in_comment(bytes, *at))
}
