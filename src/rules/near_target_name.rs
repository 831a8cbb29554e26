//! Names among the libraries that are no target, and nearly one.
#[path = "near_target_name/offered.rs"]
mod offered;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::{Reason, TargetKind};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::syntax::Command;
use crate::flags::{LinkFlag, is_library_of_windows};
use crate::model::{Model, TargetId};

use crate::rules::{Context, Draft, Place, Project, Severity, Sink};

/// What one may link; an executable of that name is another thing.
const LIBRARIES: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared, TargetKind::Object, TargetKind::Interface];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let known = Known::new(model);
    for id in model.judged_targets() {
        look(project, &known, id, sink);
    }
    offered::check(project, cx.facts.beside, sink);
}

/// Names by what is left of them without case and separators.
struct Known<'a> {
    model: &'a Model<'a>,
    libraries: FxHashMap<String, Vec<TargetId>>,
    /// Names of files that targets make.
    files: BTreeSet<String>,
    /// Words of calls that are not known; there may be very many, and they are seldom asked for.
    words: OnceCell<BTreeSet<String>>,
}

impl<'a> Known<'a> {
    fn new(model: &'a Model<'a>) -> Self {
        let mut this = Self { model, libraries: FxHashMap::default(), files: BTreeSet::new(), words: OnceCell::new() };
        for id in model.built_targets() {
            if model.definitions_of(id).iter().any(|definition| LIBRARIES.contains(&definition.kind)) {
                this.libraries.entry(plain(model.name(id))).or_default().push(id);
            }
            for name in ["OUTPUT_NAME", "LIBRARY_OUTPUT_NAME", "ARCHIVE_OUTPUT_NAME", "RUNTIME_OUTPUT_NAME"] {
                this.files.extend(model.property(id, name).into_iter().map(|item| item.text.to_string()));
            }
        }
        this
    }

    fn words(&self) -> &BTreeSet<String> {
        self.words.get_or_init(|| {
            let calls = self.model.facts.calls.iter();
            let items = calls.flat_map(|call| self.model.items(&call.arguments, None));
            // A package is named by its place, too: `gh:owner/name@1.2`.
            items
                .flat_map(|item| {
                    item.text.split(['/', ':', '@', '#']).chain([&*item.text]).map(str::to_owned).collect::<Vec<_>>()
                })
                .collect()
        })
    }

    /// The one library that a name is nearly the name of.
    fn near(&self, name: &str) -> Option<TargetId> {
        let [one] = self.libraries.get(&plain(name))?.as_slice() else { return None };
        let unknown_file = self.files.iter().any(|file| has_symbol(file) || file.contains("$<"));
        (!unknown_file && !self.files.contains(name) && !self.words().contains(name)).then_some(*one)
    }
}

/// Libraries of systems, and those that most have, by the names under which linkers find them: who links one does not mean a target whose
/// name has capitals. Those of Windows alone: [`is_library_of_windows`].
const OF_SYSTEMS: &[&str] = &[
    "avcodec",
    "avformat",
    "avutil",
    "brotlicommon",
    "brotlidec",
    "brotlienc",
    "c++abi",
    "crypto",
    "event",
    "expat",
    "ffi",
    "fontconfig",
    "freetype",
    "glfw",
    "gomp",
    "hidapi",
    "iconv",
    "jpeg",
    "jsoncpp",
    "ncurses",
    "openal",
    "pcre2",
    "portaudio",
    "protobuf",
    "pthread",
    "readline",
    "resolv",
    "sasl2",
    "snappy",
    "socket",
    "sqlite3",
    "stdc++",
    "stdc++fs",
    "tinyxml2",
    "unwind",
    "uuid",
    "version",
    "vulkan",
    "xinput",
    "zstd",
    "android",
    "log",
];

/// Whether the project searches a library by a name: then it means that one.
fn is_searched(project: Project<'_>, name: &str) -> bool {
    const SEARCHES: &[&str] = &["find_library", "check_library_exists", "check_symbol_exists", "pkg_check_modules"];
    let all = project.files.all();
    SEARCHES.iter().flat_map(|search| all.calls(search)).any(|(_, command)| {
        let mut words = command.arguments.iter().filter_map(|argument| argument.template.literal());
        words.any(|word| word == name)
    })
}

/// Whether what is not read may make a target of a name: a package, a folder that is not there, what the project asks for by `if(TARGET …)`.
fn may_be_made(project: Project<'_>, name: &str) -> bool {
    let facts = project.model.facts;
    let mut packages = facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name));
    let missing = facts.unknowns.iter().filter(|unknown| unknown.reason == Reason::MissingFile);
    let mut folders = missing.filter_map(|unknown| {
        let mut parts = unknown.what.rsplit(['/', ' ', '(']).map(|part| part.trim_end_matches(')'));
        parts.find(|part| !matches!(*part, "CMakeLists.txt" | "" | "FetchContent"))
    });
    let all = project.files.all();
    let asks = |command: &Command| {
        let words: Vec<Option<&str>> = command.arguments.iter().map(|one| one.template.literal()).collect();
        words.windows(2).any(|pair| pair == [Some("TARGET"), Some(name)])
    };
    packages.any(|package| plain(package) == plain(name))
        || folders.any(|folder| plain(folder) == plain(name))
        || ["if", "elseif"].iter().flat_map(|word| all.calls(word)).any(|(_, command)| asks(command))
}

fn look(project: Project<'_>, known: &Known<'_>, id: TargetId, sink: &mut Sink) {
    let model = project.model;
    let conds = &model.facts.conds;
    for item in model.link_items(id) {
        let name = &*item.text;
        if !is_name(name) || OF_SYSTEMS.contains(&name) || is_library_of_windows(name) || model.find(name).is_some() {
            continue;
        }
        let Some(library) = known.near(name).filter(|_| !has_folders(model, id)) else { continue };
        let cond = conds.all([item.cond, model.is_kind(library, LIBRARIES), model.defined(id)]);
        let mut libraries = model.definitions_of(library).iter().filter(|one| LIBRARIES.contains(&one.kind));
        let defined = libraries.find_map(|one| model.span(one.origin));
        let (Some(span), Some(defined)) = (model.span(item.origin), defined) else { continue };
        if !cond.is_possible() {
            continue;
        }
        // Where the target itself is linked in the other case, this one asks for a library of the system. So does a target that is a
        // wrapper of the library, whatever it is called.
        let other = model.links(id).iter().any(|one| one.to == library && conds.disjoint(one.cond, item.cond));
        let mut own = model.link_items(library).iter().chain(model.interface_items(library));
        if other || own.any(|one| *one.text == *name) || is_searched(project, name) || may_be_made(project, name) {
            continue;
        }
        let draft = Draft::new(cond, Place::new(span, "no target"))
            .related(defined, "the library")
            .named("item", name)
            .named("library", model.name(library))
            .subject(model.name(id));
        // What is linked nowhere has no linker that looks for the name.
        let linked = model.is_linked(id) || !conds.implies(cond, model.is_kind(id, &[TargetKind::Object]));
        let draft = if linked {
            draft
        } else {
            let library = model.name(library);
            draft.severity(Severity::Warning).message(format!(
                "`{name}` is no target: what `{library}` gives to its users (folders of headers, definitions) is not here"
            ))
        };
        sink.report(draft);
    }
}

/// Whether a folder for libraries is given, which may hold anything.
fn has_folders(model: &Model<'_>, id: TargetId) -> bool {
    let used = model.usage_closure(id).into_iter().map(|(library, _)| (library, "INTERFACE_LINK_DIRECTORIES"));
    let mut properties = used.chain([(id, "LINK_DIRECTORIES"), (id, "INTERFACE_LINK_DIRECTORIES")]);
    properties.any(|(id, name)| !model.property(id, name).is_empty())
        || model.link_flags(id).iter().any(|source| matches!(source.flag.flag, LinkFlag::LibraryPath(_)))
}

/// A bare name of some length: short ones are easily libraries of the system.
fn is_name(text: &str) -> bool {
    /// `z`, `m`, `dl`, `ssl`.
    const SHORTEST: usize = 5;
    text.len() >= SHORTEST
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+'))
        && !text.starts_with('-')
        && !matches!(text.rsplit_once('.'), Some((_, "a" | "so" | "lib" | "dll" | "dylib" | "o" | "obj")))
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | '.')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(plain("Foo-Core_2.0"), plain("foocore20"));
        assert!(is_name("foocore") && !is_name("libfoo.so") && !is_name("-lfoocore") && !is_name("/a/foocore"));
        assert!(!is_name("ssl") && !is_name("a::bcore"));
    }
}
