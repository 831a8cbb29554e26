//! Link options of static libraries, which nothing links.
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::syntax::{Command, File};
use crate::flags::is_link_exe;
use crate::model::binaries::LINKED;
use crate::model::statements::placed;
use crate::model::{Item, Model, TargetId};
use crate::rules::wording::variable_in;
use crate::source::{FileId, Span};

use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};

/// Properties that only a link step reads.
const PROPERTIES: &[&str] = &["LINK_OPTIONS", "LINK_FLAGS"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let archives: Vec<(TargetId, Vec<Item>)> =
        model.built_targets().filter(|id| is_archive(model, *id)).map(|id| (id, options(model, id))).collect();
    if archives.iter().all(|(_, items)| items.is_empty()) {
        return;
    }
    // A function or a loop that serves all kinds of targets says nothing about one of them.
    let elsewhere: FxHashSet<Span> = model
        .built_targets()
        .filter(|id| !is_archive(model, *id))
        .flat_map(|id| options(model, id))
        .filter_map(|item| model.span(item.origin))
        .collect();
    // A command is mended once, however many options it states.
    let mut told = FxHashSet::default();
    let mut everywhere = None;
    let mut files = Files { project, parsed: FxHashMap::default() };
    for (id, items) in archives {
        if !files.states_the_kind(id) {
            continue;
        }
        let mut given = None;
        // PUBLIC says both, and the half that travels is the one that is meant.
        let travels: FxHashSet<Arc<str>> =
            model.property(id, "INTERFACE_LINK_OPTIONS").into_iter().map(|item| item.text).collect();
        // The archiver gets the same: the words are said for whatever the library is.
        let archived: FxHashSet<String> = for_archiver(model, id);
        for item in items.into_iter().filter(|item| !travels.contains(&item.text) && !is_idle(&item.text)) {
            if is_undeclared(model, &item.text) {
                continue;
            }
            let Some(span) = model.span(item.origin).filter(|span| !elsewhere.contains(span)) else { continue };
            let Some((command, shared)) = files.states_for_a_target(&span) else { continue };
            // Stated for whoever links the archive as well, it acts where it should.
            let given = given.get_or_insert_with(|| given_to_others(model, id));
            let is_variable = files.is_variable(&span);
            let linked = everywhere
                .get_or_insert_with(|| words_of(model, model.built_targets().filter(|id| is_linked(model, *id))));
            let is_given =
                |word| given.contains(word) || archived.contains(word) || is_variable && linked.contains(word);
            if linker_words(&item.text).all(is_given) {
                continue;
            }
            if !told.insert((id, span.file, command)) {
                continue;
            }
            let cond = model.facts.conds.and(item.cond, model.defined(id));
            let draft = Draft::new(cond, Place::new(span, "for a link that does not happen"))
                .named("target", model.name(id))
                .value("option", model.display(item.text.trim()));
            let draft = if makes_archives(&item.text) { draft.help(FOR_ARCHIVES) } else { draft };
            // A function for targets of all kinds leaves each what is for the others.
            // What a search tells may be given to those who link it in the same way.
            let shared = shared || item.text.trim().chars().count() == 1;
            sink.report(if shared { draft.confidence(Confidence::Heuristic) } else { draft });
        }
    }
}

/// The words that the archiver gets (cmake-properties(7), `STATIC_LIBRARY_FLAGS`, `STATIC_LIBRARY_OPTIONS`).
fn for_archiver(model: &Model<'_>, id: TargetId) -> FxHashSet<String> {
    let names = model.target(id).properties.keys().filter(|name| name.starts_with("STATIC_LIBRARY_"));
    let items = names.flat_map(|name| model.property(id, name));
    items.flat_map(|item| linker_words(&item.text).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// What to do about an option that asks a compiler for an archive.
const FOR_ARCHIVES: &str =
    "CMake makes archives with ar: what makes them otherwise is CMAKE_<LANG>_CREATE_STATIC_LIBRARY";

/// Whether an option asks the compiler that links for an archive: `--emit-static-lib`, "Enable linker job to emit a static library" (Clang's
/// command line reference).
fn makes_archives(option: &str) -> bool {
    linker_words(option).any(|word| word == "--emit-static-lib")
}

/// Whether an option is no more than a variable that nothing declares: what a list holds before the project appends to it.
fn is_undeclared(model: &Model<'_>, option: &str) -> bool {
    let texts = &model.facts.texts;
    let symbol = texts.find(option).and_then(|text| texts.lone_symbol(text)).map(|symbol| texts.info(symbol));
    symbol.is_some_and(|info| info.kind == SymbolKind::Input && !model.facts.cache.contains_key(&*info.name))
}

/// Whether a target is a static library whatever the configuration.
fn is_archive(model: &Model<'_>, id: TargetId) -> bool {
    let definitions = model.definitions_of(id);
    !definitions.is_empty() && definitions.iter().all(|d| d.kind == TargetKind::Static && !d.imported)
}

/// The words of the options of all programs and shared libraries that link an archive, or are made of the same sources: the options are
/// for those.
fn given_to_others(model: &Model<'_>, archive: TargetId) -> FxHashSet<String> {
    let sources = model.sources(archive).iter().filter_map(|source| source.path.as_deref());
    let twins: FxHashSet<TargetId> =
        sources.take(8).flat_map(|path| model.containers(path)).map(|(id, _)| *id).collect();
    let links = |id: &TargetId| {
        is_linked(model, *id)
            && (twins.contains(id) || model.link_closure(*id).iter().any(|(library, _)| *library == archive))
    };
    words_of(model, model.built_targets().filter(links))
}

fn is_linked(model: &Model<'_>, id: TargetId) -> bool {
    !model.is_kind(id, LINKED).is_false()
}

/// The words of all options that targets are linked with.
fn words_of(model: &Model<'_>, targets: impl Iterator<Item = TargetId>) -> FxHashSet<String> {
    let mut words = FxHashSet::default();
    for id in targets {
        let options = model.link_options(id);
        words.extend(options.iter().flat_map(|item| linker_words(&item.text)).map(str::to_owned));
    }
    words
}

/// The words of an option, whether the compiler's driver passes them on or knows them itself (gcc(1), `-Wl`).
fn linker_words(option: &str) -> impl Iterator<Item = &str> {
    let words = option.trim_start_matches("SHELL:").split_whitespace();
    let words = words.map(|word| ["-Wl,", "LINKER:"].iter().find_map(|by| word.strip_prefix(by)).unwrap_or(word));
    words.flat_map(|word| word.split(',')).filter(|word| !word.is_empty())
}

/// Whether no link would heed an option: one about warnings, or flags of the compiler alone, given to both by one variable.
fn is_idle(option: &str) -> bool {
    only_warns(option) || option.split_whitespace().all(only_compiles)
}

/// Flags of GCC and Clang that compile and change no link (gcc(1), "Options That Control Optimization", "Options Controlling the
/// Preprocessor", "Code Generation Options"): those that both steps heed are left out, and those of linkers alone (ld64(1)).
fn only_compiles(word: &str) -> bool {
    const BOTH: &[&str] = &[
        "-fsanitize",
        "-flto",
        "-fno-lto",
        "-fuse-ld",
        "-fopenmp",
        "-fprofile",
        "-fcoverage",
        "-ftest-coverage",
        "-fpi",
        "-fPI",
        "-fno-pi",
        "-fno-PI",
        "-fuse-linker",
        "-fvtable-verify",
        "-fsplit-stack",
        "-fwhole-program",
        "-ffast-math",
        "-fopenacc",
        "-fxray",
        "-fembed",
        "-fwasm",
        "-fexceptions",
        "-framework",
        "-flat_namespace",
        "-force_",
        "-filelist",
        "-foffload",
        "-fgpu-rdc",
        "-fno-gpu-rdc",
        "-fsycl",
    ];
    let begins = |starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
    begins(&["-D", "-U", "-I", "-std=", "-pedantic"]) && !is_link_exe(word)
        || word.starts_with("-f") && !begins(BOTH)
        || only_warns(word) && word.starts_with('-')
}

/// Options that change no file that is linked: warnings of compilers (gcc(1), "Warning Options") and of link.exe.
fn only_warns(option: &str) -> bool {
    let gcc = option.starts_with("-W") && !["-Wl,", "-Wa,", "-Wp,"].iter().any(|tool| option.starts_with(tool));
    let upper = option.to_ascii_uppercase();
    gcc || ["/WX", "-WX", "/NOLOGO", "/IGNORE:", "/MANIFEST"].iter().any(|word| upper.starts_with(word))
}

fn options(model: &Model<'_>, id: TargetId) -> Vec<Item> {
    PROPERTIES.iter().flat_map(|property| model.property(id, property)).collect()
}

/// The files that places lie in.
struct Files<'a> {
    project: Project<'a>,
    parsed: FxHashMap<FileId, Option<Arc<File>>>,
}

impl Files<'_> {
    /// Whether every definition says STATIC itself: where a variable says the kind, the options are for all kinds.
    fn states_the_kind(&mut self, id: TargetId) -> bool {
        let model = self.project.model;
        model.definitions_of(id).iter().all(|definition| {
            let command = model.span(definition.origin).and_then(|span| Some((self.parse(span.file)?, span)));
            command.is_some_and(|(file, span)| {
                let at = file.commands.partition_point(|command| command.range.end < span.end);
                let mut words = file.commands.get(at).into_iter().flat_map(|command| &command.arguments);
                words.any(|word| word.template.literal() == Some("STATIC"))
            })
        })
    }

    fn parse(&mut self, file: FileId) -> Option<Arc<File>> {
        let project = self.project;
        let parsed = self.parsed.entry(file).or_insert_with(|| {
            let path = project.files.sources().get(file).path().to_path_buf();
            project.files.parse(&path).ok()
        });
        parsed.clone()
    }

    /// Whether an argument is no more than a variable: what it holds may be given to others by the same name, and to the
    /// programs that get the archive in a way which is not seen (a merged archive, a path).
    fn is_variable(&mut self, span: &Span) -> bool {
        let Some(file) = self.parse(span.file) else { return false };
        let source = self.project.files.sources().get(file.id);
        let text = source.bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
        let text = std::str::from_utf8(text).unwrap_or_default().trim_matches('"');
        variable_in(text).is_some()
    }

    /// Where the command for targets begins that states what stands at a place: `add_link_options` is for a whole directory. And whether a
    /// function does for a target that it is given.
    fn states_for_a_target(&mut self, span: &Span) -> Option<(u32, bool)> {
        let file = self.parse(span.file)?;
        let at = file.commands.partition_point(|command| command.range.end < span.end);
        let holds = |command: &&Command| command.range.start <= span.start && span.end <= command.range.end;
        let command = file.commands.get(at).filter(holds);
        let own = |command: &&Command| {
            matches!(&*command.lower, "target_link_options" | "set_target_properties" | "set_property")
        };
        let command = command.filter(own)?;
        let named = command.arguments.iter().take(2).all(|argument| argument.template.literal().is_some());
        let start = command.range.start;
        let place = placed(&file).into_iter().find(|one| one.span.start == start);
        Some((start, !named && place.is_some_and(|one| one.callable.is_some())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_linkers_are_not_for_compilers() {
        for word in [
            "-flat_namespace",
            "-force_load",
            "-filelist",
            "-foffload=nvptx-none",
            "-fgpu-rdc",
            "-fsycl",
            "-DEF:a.def",
            "-DEBUG",
            "-INCLUDE:a",
        ] {
            assert!(!only_compiles(word), "{word}");
        }
        assert!(only_compiles("-DFAST") && only_compiles("-Iinclude") && only_compiles("-fno-rtti"));
    }
}
