//! A pkg-config file that leads to `lib`, where the libraries go to the folder which `GNUInstallDirs` calls `lib64` on some systems.
use std::collections::BTreeMap;
use std::ops::Range;

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cmake::eval::text::{SymbolId, SymbolKind, Text};
use crate::cmake::syntax::Command;
use crate::cond::{Cond, SubjectId};
use crate::model::{Model, TargetId};
use crate::rules::pc_files::{Filler, filled_by_others, templates};
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{SourceMap, Span};

/// The variable of `GNUInstallDirs`, and what it holds on systems of 64 bits that are none of Debian's (cmake-modules(7)).
const FOLDER: &str = "CMAKE_INSTALL_LIBDIR";
const OTHER: &str = "lib64";

/// A library that is installed.
struct Library {
    id: TargetId,
    /// When it goes to the folder.
    cond: Cond,
    /// When it goes elsewhere.
    elsewhere: Cond,
    place: Option<Span>,
}

/// The libraries that a file means, and whether it names them.
type Meant<'l> = (Vec<&'l Library>, bool);

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let Some(symbol) = model.facts.texts.find_symbol(SymbolKind::Input, FOLDER) else { return };
    let installed = model.installed();
    let mut files = installed.files.iter().filter(|file| file.name.ends_with(".pc") && !file.wrapped).peekable();
    if files.peek().is_none() {
        return;
    }
    let subject = model.facts.texts.info(symbol).subject;
    if !takes_folders(&project) || is_lib_by_default(&project, subject) {
        return;
    }
    let libraries = libraries(model, symbol);
    let all: Vec<&Library> = libraries.iter().collect();
    let conds = &model.facts.conds;
    // GNUInstallDirs chooses that folder on Linux only.
    let other = conds.and(conds.equals(subject, OTHER), conds.platform("LINUX").unwrap_or(Cond::TRUE));
    let mut found: BTreeMap<Span, (Cond, Meant<'_>, String, Fixed)> = BTreeMap::new();
    for file in files {
        let Some(source) = &file.source else { continue };
        for (text, cond) in templates(model, cx.facts.sources, source) {
            let Some(mut fixed) = fixed(&String::from_utf8_lossy(text.bytes())) else { continue };
            // As it is installed, nothing fills it.
            let is_plain = model.makers_of(source).next().is_none();
            fixed.help = match filled_by_others(cx.facts.sources, text.path()) {
                Some(Filler::Autoconf(input)) => fixed.help_for_both(input),
                Some(Filler::Other(input)) => {
                    format!(
                        "{}, and have {input}, which fills the same file, put its own folder there, too",
                        fixed.help
                    )
                }
                None if is_plain => format!("{}, and have configure_file() fill the file (@ONLY)", fixed.help),
                None => fixed.help,
            };
            let (meant, by_name) = meant(model, &libraries, &fixed);
            let there = conds.any(meant.iter().map(|one| one.cond).collect::<Vec<_>>());
            // Of libraries without a name it is not known which is meant.
            let counts = if by_name { &meant } else { &all };
            let elsewhere = conds.any(counts.iter().map(|one| one.elsewhere).collect::<Vec<_>>());
            let cond = conds.diff(conds.all([file.cond, cond, there, other]), elsewhere);
            let cond = model.on_64_bits(cond);
            if !cond.is_possible() || mended(model, cx.facts.sources, &file.name, &meant) {
                continue;
            }
            let span = Span::new(text.id(), fixed.range.clone());
            let entry = found.entry(span).or_insert((Cond::FALSE, (meant, by_name), file.name.to_string(), fixed));
            entry.0 = conds.or(entry.0, cond);
        }
    }
    for (span, (cond, (meant, by_name), file, fixed)) in found {
        let names: Vec<&str> = meant.iter().map(|one| model.name(one.id)).collect();
        let mut draft = Draft::new(cond, Place::new(span, "`lib` on every system"))
            .value("file", model.display(&file))
            .value("target", listing(&names))
            .value("help", fixed.help)
            .message(format!(
                "`{}` leads to `lib`, and {} {} installed into `${{{FOLDER}}}`, which is `{OTHER}` on Fedora, openSUSE and others",
                model.display(&file),
                if by_name { listing(&names) } else { format!("what is built ({})", listing(&names)) },
                if by_name && names.len() > 1 { "are" } else { "is" },
            ));
        for (name, one) in names.iter().zip(&meant).take(3) {
            draft = draft.subject(*name);
            if let Some(place) = one.place {
                draft = draft.related(place, format!("`{name}` is installed here"));
            }
        }
        sink.report(draft);
    }
}

/// Whether a module that chooses the folder is included, as far as all code is there: nothing is in the variable otherwise.
fn takes_folders(project: &Project<'_>) -> bool {
    let is_one = |command: &Command| {
        let name = command.arguments.first().and_then(|argument| argument.template.literal());
        name.is_none_or(|name| name.contains("InstallDirs"))
    };
    project.files.all().calls("include").any(|(_, command)| is_one(command))
        || project.model.missing_code().next().is_some()
        || !project.model.facts.packages.is_empty()
}

/// Whether the project itself puts `lib` into the variable wherever users do not say what they want.
fn is_lib_by_default(project: &Project<'_>, subject: SubjectId) -> bool {
    let facts = project.model.facts;
    let sets_lib = |command: &Command| {
        let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
        word(0) == Some(FOLDER) && word(1) == Some("lib")
    };
    // `set(… lib CACHE PATH "")`; what GNUInstallDirs declares is no word of the project.
    let entry = facts.cache.get(FOLDER).filter(|entry| entry.offered.is_true());
    let place = entry.and_then(|entry| project.files.command_at(project.model.span(entry.origin)?));
    let declared = place.as_ref().and_then(|(file, at)| file.commands.get(*at));
    if declared.is_some_and(|command| &*command.lower == "set" && sets_lib(command)) {
        return true;
    }
    // What is asked there is the variable alone.
    let always = |cond: &Cond| facts.conds.subjects(*cond).iter().all(|one| *one == subject);
    project.files.all().calls("set").filter(|(_, command)| sets_lib(command)).any(|(file, command)| {
        let span = Span::new(file.id, command.range.clone());
        facts.assigned.get(&span).into_iter().flatten().any(always)
    })
}

/// Whether code of the install names the file, or that of a library: it may write the folder, or put a link there.
fn mended(model: &Model<'_>, sources: &SourceMap, file: &str, libraries: &[&Library]) -> bool {
    let files = libraries.iter().map(|one| format!("lib{}.", model.stem(one.id).trim_start_matches("lib")));
    let names: Vec<String> = files.chain([file.to_owned()]).collect();
    model.installed().code_says(sources, |code| names.iter().any(|name| code.contains(name)))
}

/// The project's libraries that are installed.
fn libraries(model: &Model<'_>, symbol: SymbolId) -> Vec<Library> {
    const KINDS: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared];
    let (conds, texts) = (&model.facts.conds, &model.facts.texts);
    let is_folder = |path: &str| {
        let mut chars = path.chars();
        chars.next().and_then(|one| texts.symbol_of(one)) == Some(symbol) && chars.next().is_none()
    };
    let mut out: BTreeMap<TargetId, Library> = BTreeMap::new();
    let rules = model.facts.installs.iter();
    for install in
        rules.filter(|one| one.kind == InstallKind::Target && matches!(one.artifact, "" | "LIBRARY" | "ARCHIVE"))
    {
        let stated = if install.destination == Text::EMPTY { install.folders[1] } else { install.destination };
        for item in model.items(&install.items, None) {
            let Some(id) = model.find(&item.text).filter(|id| !model.is_imported(*id)) else { continue };
            let under = conds.all([model.install_runs(install), item.cond, model.is_kind(id, KINDS)]);
            for (folder, cond) in model.destinations(stated, under) {
                let is_there = folder.as_deref().is_some_and(is_folder);
                let place = model.span(install.origin);
                let one = out.entry(id).or_insert(Library { id, cond: Cond::FALSE, elsewhere: Cond::FALSE, place });
                if is_there {
                    one.cond = conds.or(one.cond, cond);
                } else {
                    one.elsewhere = conds.or(one.elsewhere, cond);
                }
            }
        }
    }
    out.into_values().collect()
}

/// The libraries that a file names and that ever go to the folder, and whether that is by their names.
fn meant<'l>(model: &Model<'_>, libraries: &'l [Library], fixed: &Fixed) -> Meant<'l> {
    let goes_there = |one: &&Library| one.cond.is_possible();
    let is_named = |one: &&Library| {
        let (name, stem) = (model.name(one.id), model.stem(one.id));
        fixed.named.iter().any(|named| *named == stem || named == name || format!("lib{named}") == stem)
    };
    let named: Vec<&Library> = libraries.iter().filter(is_named).collect();
    if !named.is_empty() {
        return (named.into_iter().filter(goes_there).collect(), true);
    }
    (libraries.iter().filter(|one| fixed.filled && goes_there(one)).collect(), false)
}

/// A folder in a pkg-config file that is the same on every system.
#[derive(Debug, PartialEq, Eq)]
struct Fixed {
    /// Where it stands.
    range: Range<u32>,
    /// The libraries that are linked from there, by the names behind `-l`.
    named: Vec<String>,
    /// Whether one of them has a name that is filled in.
    filled: bool,
    help: String,
}

impl Fixed {
    /// What to write into a template that autoconf fills, too: it knows names of its own alone.
    fn help_for_both(&self, input: &str) -> String {
        let help = self.help.replace("@CMAKE_INSTALL_FULL_LIBDIR@", "@libdir@");
        format!(
            "{help}, and set(libdir ${{CMAKE_INSTALL_FULL_LIBDIR}}) before configure_file(): {input} has the same file filled, and knows no name of CMake's"
        )
    }
}

fn fixed(text: &str) -> Option<Fixed> {
    let value_of = |key: &str| {
        let lines = text.lines().map(str::trim);
        lines.filter_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('=')).map(str::trim).next()
    };
    let prefix = value_of("prefix");
    // Another build fills that (`${nccl:Prefix}`): CMake does not, and pkg-config cannot read it.
    if prefix.is_some_and(|prefix| {
        prefix.split("${").skip(1).any(|rest| rest.split('}').next().is_some_and(|name| name.contains(':')))
    }) {
        return None;
    }
    let is_prefix = |path: &str| {
        matches!(path, "${prefix}" | "@CMAKE_INSTALL_PREFIX@" | "${CMAKE_INSTALL_PREFIX}")
            || path == "${exec_prefix}"
                && value_of("exec_prefix").is_some_and(|own| own == "${prefix}" || Some(own) == prefix)
    };
    let is_lib = |path: &str| path.trim_matches('"').strip_suffix("/lib").is_some_and(is_prefix);
    let libs = text.lines().find_map(|line| line.trim().strip_prefix("Libs:"))?;
    let words: Vec<&str> = libs.split_whitespace().collect();
    let (mut named, mut filled) = (Vec::new(), false);
    for name in words.iter().filter_map(|word| word.strip_prefix("-l")) {
        if name.contains(['@', '$', '{']) { filled = true } else { named.push(name.to_owned()) }
    }
    // `-L${libdir} @LIBRARIES@`
    filled |= words.iter().any(|word| word.starts_with('@') && word.ends_with('@'));
    if named.is_empty() && !filled {
        return None;
    }
    let folder = |word: &&str| word.strip_prefix("-L").is_some_and(is_lib);
    let place = if words.iter().any(|word| matches!(word.trim_matches('"'), "-L${libdir}")) {
        value_of("libdir").filter(|path| is_lib(path))
    } else {
        words.iter().copied().find(folder)
    }?;
    // The right folder is searched, too.
    let others = words.iter().filter(|word| word.starts_with("-L") && !std::ptr::eq(word.as_ptr(), place.as_ptr()));
    if others.into_iter().any(|word| word.contains("LIBDIR") || word.ends_with("/lib64")) {
        return None;
    }
    let start = u32::try_from(place.as_ptr() as usize - text.as_ptr() as usize).ok()?;
    let range = start..start + u32::try_from(place.len()).ok()?;
    let help = format!("write {}@CMAKE_INSTALL_FULL_LIBDIR@", if place.starts_with("-L") { "-L" } else { "libdir=" });
    Some(Fixed { range, named, filled, help })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Option<&str> {
        fixed(text).map(|one| &text[one.range.start as usize..one.range.end as usize])
    }

    #[test]
    fn folders_that_are_fixed() {
        let prefix = "prefix=@CMAKE_INSTALL_PREFIX@\n";
        let with = |rest: &str| format!("{prefix}{rest}");
        assert_eq!(place(&with("libdir=${prefix}/lib\nLibs: -L${libdir} -ltide\n")), Some("${prefix}/lib"));
        let both = with("exec_prefix=${prefix}\nlibdir = ${exec_prefix}/lib\nLibs: -L${libdir} -l@NAME@");
        assert_eq!(place(&both), Some("${exec_prefix}/lib"));
        assert!(fixed(&both).is_some_and(|one| one.filled && one.named.is_empty()));
        assert_eq!(place(&with("Libs: -L${prefix}/lib -ltide\n")), Some("-L${prefix}/lib"));
        assert_eq!(
            place("libdir=@CMAKE_INSTALL_PREFIX@/lib\nLibs: -L${libdir} -la"),
            Some("@CMAKE_INSTALL_PREFIX@/lib")
        );
        for text in [
            "libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@\nLibs: -L${libdir} -ltide",
            "libdir=${prefix}/lib/tide\nLibs: -L${libdir} -ltide",
            "libdir=${prefix}/lib\nLibs: -L${libdir}",
            "libdir=${prefix}/lib\nLibs: -ltide",
            "exec_prefix=${prefix}/x\nlibdir=${exec_prefix}/lib\nLibs: -L${libdir} -ltide",
            "libdir=${prefix}/lib\nCflags: -I${prefix}/include",
            "libdir=${prefix}/lib\nLibs: -L${libdir} -L${prefix}/lib64 -ltide",
            "libdir=${prefix}/lib\nLibs: -L${libdir} -L@CMAKE_INSTALL_FULL_LIBDIR@ -ltide",
        ] {
            assert_eq!(place(&with(text)), None, "{text}");
        }
        assert_eq!(place("prefix=${tide:Prefix}\nlibdir=${prefix}/lib\nLibs: -L${libdir} -ltide"), None);
        let help = fixed(&both).map(|one| one.help_for_both("configure.ac")).unwrap_or_default();
        assert!(help.starts_with("write libdir=@libdir@, and set(libdir ${CMAKE_INSTALL_FULL_LIBDIR})"), "{help}");
    }
}
