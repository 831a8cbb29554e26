//! A variable among the libraries of a target that nothing sets.
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;

use crate::cmake::eval::text::SymbolKind;
use crate::cmake::eval::value::Origin;
use crate::cmake::eval::{Files, Listed, Names, UNREAD_USE_FILE, pkg_config_sets};
use crate::cmake::syntax::{Command, File, Part};
use crate::cond::Cond;
use crate::model::{Item, Model, TargetId};
use crate::nearest::is_slip;
use crate::rules::wording::is_hook;
use crate::rules::written_names::writes;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{FileId, Span};

/// The packages that the project has find modules of.
struct Modules(BTreeSet<String>);

/// Commands that ask pkg-config.
const PKG_CONFIG: &[&str] = &["pkg_check_modules", "pkg_search_module"];

/// Commands that look for packages.
const SEARCHES: &[&str] = &["find_package", "find_dependency"];

/// The questions whether a name of any end is set, and whether a name may be put together.
struct EndsOpen;
struct Made;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    // A file that is included and is not there may set any; a module of a package, only what is named after that.
    // So does what a package has for its users (`include(${X_USE_FILE})`).
    let by_name = model.facts.unknowns.iter().filter(|unknown| unknown.what == UNREAD_USE_FILE);
    let used: BTreeSet<Option<String>> = by_name.map(|unknown| package_of_use(project, unknown.origin)).collect();
    let absent = model.missing_code().next().is_some() || used.contains(&None);
    let files = project.files.all();
    // So may one that users add: `include(local.cmake OPTIONAL)`.
    let absent_path =
        model.missing_code().any(|unknown| unknown.what.contains('/')) || misses_optional(project, &files);
    let modules = files
        .once(|| Modules(files.iter().filter_map(|file| find_module(cx.facts.sources.get(file.id).path())).collect()));
    // What pkg-config is asked for, by the prefix of the variables.
    let calls = || PKG_CONFIG.iter().flat_map(|command| files.calls(command));
    let asked: Vec<&str> = calls().filter_map(|(_, command)| first_word(command)).collect();
    // A helper that is told the prefix may have been told any; one that nothing here includes, what something calls it with.
    let read: BTreeSet<&Path> = model.facts.files.iter().map(|file| file.path.as_path()).collect();
    let put_together = calls().filter(|(_, command)| first_word(command).is_none());
    let (helpers, others): (Vec<_>, Vec<_>) =
        put_together.partition(|(file, _)| read.contains(cx.facts.sources.get(file.id).path()));
    let may_ask = |helpers: &[(&File, &Command)], prefix: &str| {
        let mut firsts = helpers.iter().filter_map(|(_, command)| command.arguments.first());
        firsts.any(|first| first.template.may_be(prefix))
    };
    let asks = |name: &str, asks: &dyn Fn(&str) -> bool| {
        name.match_indices('_').any(|(at, _)| pkg_config_sets(&name[..at], name) && asks(&name[..at]))
    };
    // Wherever in the repository: a folder that a project above takes in, or that is an example of it, gets what that finds.
    let searched: BTreeSet<&str> =
        SEARCHES.iter().flat_map(|name| files.calls(name)).filter_map(|(_, command)| first_word(command)).collect();
    // What comes from the cache of another build tree, by the prefix.
    let loaded: Vec<&str> = files.calls("load_cache").filter_map(|(_, command)| read_prefix(command)).collect();
    let mut found: BTreeMap<(Span, &str), Found> = BTreeMap::new();
    for id in model.judged_targets().filter(|id| !model.is_imported(*id)) {
        for item in model.link_items(id) {
            let Some((Undeclared { name, free, module }, span)) =
                undeclared(model, item, &modules.0).zip(model.span(item.origin))
            else {
                continue;
            };
            if absent_path
                || asked.iter().any(|prefix| pkg_config_sets(prefix, name))
                || asks(name, &|prefix| may_ask(&helpers, prefix))
                || loaded.iter().any(|prefix| name.starts_with(prefix))
                || used.iter().flatten().any(|package| begins_with(name, package))
                || free && (absent || package_sets(model, &searched, name, &modules.0))
            {
                continue;
            }
            let Found { cond, targets, .. } =
                found.entry((span, name)).or_insert(Found { cond: Cond::FALSE, targets: Vec::new(), module });
            // The reference is there where the variable is set, and the hazard where it is not.
            let conds = &model.facts.conds;
            let when = if free { conds.diff(referred(model, name, item.cond), item.cond) } else { item.cond };
            let when = conds.and(when, model.defined(id));
            *cond = conds.or(*cond, when);
            targets.push(id);
        }
    }
    if found.is_empty() {
        return;
    }
    let names = files.once(|| Names::scan(files.iter().map(|file| &**file)));
    let texts = |id: FileId| cx.facts.sources.get(id);
    let made = |name: &str| {
        // `set(${package}_libs …)`
        let ends = name.match_indices('_').filter_map(|(at, _)| name.get(at..));
        let ends: Vec<String> = ends.map(|end| format!("}}{end}")).collect();
        files.answer::<EndsOpen>(name, || files.iter().any(|file| ends_open(file, name)))
            || files.answer::<Made>(name, || {
                files.iter().any(|file| {
                    let bytes = texts(file.id);
                    ends.iter().any(|end| memchr::memmem::find(bytes.bytes(), end.as_bytes()).is_some())
                })
            })
    };
    // The project's own module of the package was read, and runs nothing that may put names together.
    let says_all = |package: &str| {
        let of_package = |file: &&File| find_module(texts(file.id).path()).is_some_and(|name| name == package);
        let mut read = files.iter().map(|file| &**file).filter(of_package).peekable();
        read.peek().is_some()
            && read.all(|file| is_closed(file, &names))
            && !asked
                .iter()
                .any(|prefix| prefix.get(..package.len()).is_some_and(|start| start.eq_ignore_ascii_case(package)))
    };
    for ((span, name), Found { cond, targets, module }) in found {
        if asks(name, &|prefix| may_ask(&others, prefix) && is_said(&files, &names, prefix)) {
            continue;
        }
        let holds = |list: &str| carries(project.files, list, name);
        let made = || !module.as_deref().is_some_and(says_all) && made(name);
        let hint = hint(name, &names, &holds, &files);
        let Some((hint, near)) = hint.filter(|_| cond.is_possible() && !made()) else { continue };
        // A name that is put together is one of several forms that are tried; the one that is meant may be linked by the same command.
        let is_tried = || !is_written(project.files, name);
        if cx.facts.is_given(name) || is_tried() || near.iter().any(|near| names_both(project.files, span, near)) {
            continue;
        }
        let Some(first) = targets.first() else { continue };
        let mut draft = Draft::new(cond, Place::new(span, "empty"))
            .named("variable", name)
            .named("target", model.name(*first))
            .value("hint", hint);
        for other in targets.iter().skip(1).take(8) {
            draft = draft.subject(model.name(*other));
        }
        sink.report(draft);
    }
}

fn first_word(command: &Command) -> Option<&str> {
    command.arguments.first()?.template.literal()
}

/// The package whose file for its users a call includes: that of `include(${X_USE_FILE})` sets what is named after `X`.
fn package_of_use(project: Project<'_>, origin: Origin) -> Option<String> {
    let (file, at) = project.files.command_at(project.model.span(origin)?)?;
    let variable = file.commands.get(at)?.arguments.first()?.template.reference()?;
    Some(variable.strip_suffix("_USE_FILE").filter(|package| !package.is_empty())?.to_owned())
}

/// Whether a variable is named after a package, in whatever letters.
fn begins_with(name: &str, package: &str) -> bool {
    let start = name.get(..package.len()).is_some_and(|start| start.eq_ignore_ascii_case(package));
    start && name[package.len()..].starts_with('_')
}

/// Whether a call of the project's own commands, a loop or a list says a word, in whatever letters: a helper may be given it.
fn is_said(files: &Listed, names: &Names, word: &str) -> bool {
    let gives = |command: &&Command| {
        matches!(&*command.lower, "foreach" | "set" | "list") || names.functions.contains(&*command.lower)
    };
    files.iter().flat_map(|file| &file.commands).filter(gives).any(|command| {
        let mut words = command.arguments.iter().filter_map(|one| one.template.literal());
        words.any(|one| one.eq_ignore_ascii_case(word))
    })
}

/// Whether the project includes a file that need not be there, and is not.
fn misses_optional(project: Project<'_>, files: &Listed) -> bool {
    let read: BTreeSet<&OsStr> = project.model.facts.files.iter().filter_map(|file| file.path.file_name()).collect();
    files.calls("include").any(|(_, command)| {
        let is_optional = command.arguments.iter().any(|one| one.template.literal() == Some("OPTIONAL"));
        let name = command.arguments.first().and_then(|one| match one.template.0.last() {
            Some(Part::Literal(text)) => text.rsplit('/').next(),
            _ => None,
        });
        let there = name
            .is_some_and(|name| read.contains(OsStr::new(name)) || read.contains(OsStr::new(&format!("{name}.cmake"))));
        is_optional && !there
    })
}

/// The prefix of the variables that a `load_cache()` sets (cmake-commands(7)).
fn read_prefix(command: &Command) -> Option<&str> {
    let words: Vec<Option<&str>> = command.arguments.iter().map(|one| one.template.literal()).collect();
    let at = words.iter().position(|word| *word == Some("READ_WITH_PREFIX"))?;
    words.get(at + 1).copied().flatten()
}

/// A reference to a variable that nothing sets.
struct Found {
    cond: Cond,
    targets: Vec<TargetId>,
    module: Option<String>,
}

/// A variable that no command of the project is seen to set.
struct Undeclared<'m> {
    name: &'m str,
    /// Users may set it.
    free: bool,
    /// The package that has it by its name, where the project has the module.
    module: Option<String>,
}

/// Modules of CMake that set what begins with a name which they are given.
const SET_BY_NAME: &[&str] = &["FindPackageHandleStandardArgs", "FindPkgConfig", "SelectLibraryConfigurations"];

/// Whether a file sets variables by their names only: each of its commands is one of those that put no name together, and none of the
/// project's own.
fn is_closed(file: &File, names: &Names) -> bool {
    file.commands.iter().all(|command| {
        let word = |at: usize| command.arguments.get(at).and_then(|one| one.template.literal());
        let known = match &*command.lower {
            "if"
            | "elseif"
            | "else"
            | "endif"
            | "return"
            | "message"
            | "mark_as_advanced"
            | "find_package_handle_standard_args"
            | "add_library"
            | "set_target_properties"
            | "set_property" => true,
            "include" => word(0).is_some_and(|module| SET_BY_NAME.contains(&module)),
            "find_package" => word(0) == Some("PkgConfig"),
            "set" | "unset" | "find_library" | "find_path" | "find_file" | "find_program" => word(0).is_some(),
            "pkg_check_modules" | "pkg_search_module" | "select_library_configurations" => word(0).is_some(),
            "list" | "string" => has_named_result(command),
            _ => false,
        };
        known && !names.functions.contains(&*command.lower)
    })
}

/// Whether the variable that a `list()` or `string()` writes stands there by its name (cmake-commands(7)).
fn has_named_result(command: &Command) -> bool {
    let word = |at: usize| command.arguments.get(at).and_then(|one| one.template.literal());
    match (word(0), word(1)) {
        (Some("APPEND" | "PREPEND" | "REMOVE_ITEM" | "REMOVE_DUPLICATES" | "CONCAT"), name) => name.is_some(),
        (Some("TOUPPER" | "TOLOWER" | "STRIP"), _) => word(2).is_some(),
        (Some("REPLACE"), _) | (Some("REGEX"), Some("MATCH" | "MATCHALL")) => word(3).is_some(),
        (Some("REGEX"), Some("REPLACE")) => word(4).is_some(),
        // Wherever it stands.
        _ => command.arguments.iter().all(|one| one.template.literal().is_some()),
    }
}

/// The package that a file is the find module of, in small letters.
fn find_module(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    Some(name.strip_prefix("find")?.strip_suffix(".cmake")?.to_owned())
}

/// Whether a variable is named after a package that is looked for, as it is written or in capitals, and what that sets is not written in the
/// project.
fn package_sets(model: &Model<'_>, searched: &BTreeSet<&str>, name: &str, modules: &BTreeSet<String>) -> bool {
    let evaluated = model.facts.packages.iter().filter_map(|search| model.facts.texts.as_str(search.name));
    evaluated.chain(searched.iter().copied()).any(|package| {
        let named = |start: &str| name.strip_prefix(start).is_some_and(|rest| rest.starts_with('_'));
        // A version may be a part of the package's name, and that it is a library (`libfoo-1.0`).
        let plain = package.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
        let short = plain.strip_prefix("lib").filter(|short| !short.is_empty()).unwrap_or(plain);
        ([package, plain, short].iter().any(|one| named(one) || named(&one.to_uppercase())))
            && !modules.contains(&package.to_lowercase())
    })
}

/// Whether some `set()` writes a name that ends with the value of a variable and may be this one (`set(${prefix}_${word} …)`).
fn ends_open(file: &File, name: &str) -> bool {
    file.commands.iter().filter(|command| &*command.lower == "set").any(|command| {
        let written = command.arguments.first().map(|argument| &argument.template);
        written.is_some_and(|written| matches!(*written.0, [_, .., Part::Reference(..)]) && written.may_be(name))
    })
}

/// When the reference stands there, of the condition that it does and the variable has a value.
fn referred(model: &Model<'_>, name: &str, cond: Cond) -> Cond {
    let texts = &model.facts.texts;
    let symbol = texts.find_symbol(SymbolKind::Input, name);
    symbol.map_or(Cond::TRUE, |symbol| model.facts.conds.exists_subject(cond, texts.info(symbol).subject))
}

/// The variable that an item is, where the project never gives it a value and no package or user is known to.
fn undeclared<'m>(model: &'m Model<'_>, item: &Item, modules: &BTreeSet<String>) -> Option<Undeclared<'m>> {
    let texts = &model.facts.texts;
    let mut symbols = item.text.chars().map(|c| texts.symbol_of(c));
    let (Some(Some(symbol)), None) = (symbols.next(), symbols.next()) else { return None };
    let info = texts.info(symbol);
    let known = info.default.is_some() || model.facts.cache.contains_key(&*info.name);
    if info.kind == SymbolKind::Found {
        // A package sets variables that begin with its name as it is written, or in capitals.
        let (name, package) = info.name.split_once(" of find_package(")?;
        let capitals = package.bytes().any(|byte| byte.is_ascii_uppercase());
        // What the project's own module of the package sets, the project says.
        let module = Some(package.trim_end_matches(')').to_lowercase()).filter(|package| modules.contains(package));
        let told = module.is_some() || capitals && is_small(name);
        return told.then_some(Undeclared { name, free: false, module });
    }
    // The module was read, and leaves the variable alone.
    let of_package = |package: &&String| {
        let rest = info.name.get(..package.len()).filter(|start| start.eq_ignore_ascii_case(package));
        rest.is_some() && info.name[package.len()..].starts_with('_') && is_searched(model, package)
    };
    // `FOO_BAR_LIBRARIES` is a matter of FindFoo_Bar.cmake before FindFoo.cmake.
    let module = modules.iter().filter(of_package).max_by_key(|package| package.len()).cloned();
    (info.kind == SymbolKind::Input && !known).then_some(Undeclared { name: &info.name, free: true, module })
}

/// Whether the project looks for a package, whose name is given in small letters.
fn is_searched(model: &Model<'_>, package: &str) -> bool {
    let mut names = model.facts.packages.iter().filter_map(|search| model.facts.texts.as_str(search.name));
    names.any(|name| name.eq_ignore_ascii_case(package))
}

/// What is meant, or why it is nobody's input; None where users may well set it.
///
/// `holds` says of which lists the reference is an element: these are no other form of the name; of `files` a command
/// writes what is nearly called so.
fn hint<'n>(
    name: &str,
    names: &'n Names,
    holds: &dyn Fn(&str) -> bool,
    files: &Listed,
) -> Option<(String, Vec<&'n str>)> {
    /// As many others have to be written like it.
    const ALIKE: usize = 2;
    if names.assigned.contains(name) || names.declared.contains_key(name) || names.tested.contains(name) {
        return None;
    }
    let own = |other: &&str| names.referenced.contains(*other) && *other != name;
    // What a search gives need not be named anywhere else.
    let in_other_case = |other: &&str| other.eq_ignore_ascii_case(name) && *other != name;
    let assigned = || names.assigned.iter().map(|other| &**other);
    let mut near: Vec<&str> = assigned()
        .filter(|other| own(other) || in_other_case(other))
        .filter(|other| says_libraries(other) && stem(other) == stem(name) && !holds(other))
        .collect();
    near.sort_unstable();
    if let Some(first) = near.first().copied().filter(|_| stem(name).len() > 2) {
        return Some((format!("; `{first}` is set"), near));
    }
    // A slip leaves two names behind: one that nothing sets, and one that nothing reads.
    let mut unread = assigned().filter(|other| is_slip(name, other) && names.is_never_read(other) && !holds(other));
    if let (Some(meant), None) = (unread.next(), unread.next())
        && files.iter().any(|file| file.commands.iter().any(|command| writes(command, meant)))
    {
        return Some((format!("; `{meant}` is set, and nothing reads it"), vec![meant]));
    }
    let (first, rest) = name.split_once('_').filter(|(first, _)| is_small(name) && first.len() > 2)?;
    // What is empty unless someone adds to it.
    if is_hook(rest) || is_for_one_case(rest) {
        return None;
    }
    let alike = assigned()
        .filter(own)
        .filter(|other| is_small(other) && other.strip_prefix(first).is_some_and(|rest| rest.starts_with('_')));
    (alike.count() >= ALIKE).then(|| (String::new(), Vec::new()))
}

/// Whether a name says that it is for one system, one place or one way to build: empty for all others.
fn is_for_one_case(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "external",
        "local",
        "site",
        "vendor",
        "party",
        "debug",
        "test",
        "tests",
        "profile",
        "profiling",
        "coverage",
        "gcov",
        "asan",
        "lsan",
        "msan",
        "tsan",
        "ubsan",
        "lto",
        "pgo",
        "hardening",
        "security",
        "warning",
        "warnings",
        "strip",
        "rpath",
        "malloc",
        "allocator",
        "arch",
        "os",
        "system",
        "android",
        "apple",
        "bsd",
        "cygwin",
        "darwin",
        "ios",
        "linux",
        "macos",
        "mingw",
        "msvc",
        "osx",
        "posix",
        "unix",
        "win32",
        "win64",
        "windows",
    ];
    name.split('_').any(|word| WORDS.contains(&word))
}

/// Whether a list of the project has a reference to a variable among its elements.
fn carries(files: &Files<'_>, list: &str, name: &str) -> bool {
    let (all, reference) = (files.all(), format!("{{{name}}}"));
    all.calls("list").chain(all.calls("set")).any(|(file, command)| {
        let mut words = command.arguments.iter().take(2).filter_map(|argument| argument.template.literal());
        let range = command.range.start as usize..command.range.end as usize;
        let source = files.sources().get(file.id);
        let text = source.bytes().get(range).unwrap_or_default();
        words.any(|word| word == list) && memchr::memmem::find(text, reference.as_bytes()).is_some()
    })
}

/// Whether a name stands in a file of the project as it is.
fn is_written(files: &Files<'_>, name: &str) -> bool {
    let holds = |file: &crate::cmake::syntax::File| {
        memchr::memmem::find(files.sources().get(file.id).bytes(), name.as_bytes()).is_some()
    };
    files.all().iter().any(|file| holds(file))
}

/// Whether the command at a place names another variable, too.
fn names_both(files: &Files<'_>, place: Span, near: &str) -> bool {
    let Some((file, at)) = files.command_at(place) else { return false };
    let source = files.sources().get(file.id);
    let command = file.commands.get(at).map(|command| command.range.start as usize..command.range.end as usize);
    let text = command.and_then(|range| source.bytes().get(range));
    // Or a target of the same package.
    let of_package = format!("{}::", stem(near));
    text.is_some_and(|text| {
        memchr::memmem::find(text, format!("{{{near}}}").as_bytes()).is_some()
            || memchr::memmem::find(&text.to_ascii_lowercase(), of_package.as_bytes()).is_some()
    })
}

/// Whether a name says that it holds libraries.
fn says_libraries(name: &str) -> bool {
    name.to_lowercase().contains("lib")
}

fn is_small(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// What names have in common that differ in case or in how they say that libraries are meant.
fn stem(name: &str) -> String {
    let lower = name.to_lowercase();
    let ends = ["_libraries", "_library", "_libs", "_lib", "_link_libraries", "_link_libs"];
    let end = ends.iter().filter(|end| lower.ends_with(**end)).max_by_key(|end| end.len());
    end.and_then(|end| lower.strip_suffix(*end)).unwrap_or(&lower).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_name() {
        assert_eq!(stem("Codec_LIBRARIES"), stem("CODEC_LIBS"));
        assert_ne!(stem("CODEC_LIBS"), stem("CODER_LIBS"));
    }

    #[test]
    fn files_that_put_no_name_together() {
        let closed = |text: &str| {
            let sources = crate::source::SourceMap::new(crate::source::Sandbox::nowhere());
            let source = sources.insert("/f".into(), text.as_bytes().into());
            is_closed(&crate::cmake::syntax::parse(source.id(), text.as_bytes()), &Names::default())
        };
        assert!(closed("find_library(A_LIBRARY m)\nif(A_LIBRARY)\nset(A_LIBRARIES ${A_LIBRARY})\nendif()"));
        assert!(closed("list(APPEND A_LIBRARIES ${A_LIBRARY})\nstring(TOUPPER ${x} y)"));
        for text in [
            "list(APPEND ${x} m)",
            "string(REPLACE a b ${out} text)",
            "string(REGEX REPLACE a b ${out} text)",
            "find_library(${p}_LIBRARIES m)",
            "get_filename_component(${v} a NAME)",
            "execute_process(COMMAND a OUTPUT_VARIABLE ${v})",
            "cmake_parse_arguments(${p} \"\" \"\" \"\")",
            "find_package(Other)",
            "include(names.cmake)",
            "pkg_check_modules(${p} m)",
        ] {
            assert!(!closed(text), "{text}");
        }
    }
}
