//! Flags of GNU ld on the link line of a target that is built for macOS, too.
use std::cell::OnceCell;
use std::path::Path;

use crate::cmake::syntax::{Argument, Command, Part, Template};
use crate::cond::{Cond, SubjectKind};
use crate::discover::Kind;
use crate::flags::{Dialect, LinkFlag};
use crate::model::apple_linker;
use crate::model::binaries::LINKED;
use crate::model::compiling::cross_compiler;
use crate::model::toolchain::is_lacked_by_apple;
use crate::model::{FlagSource, Model, TargetId};
use crate::rules::callers::is_of_gradle;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink, is_find_module};
use crate::source::{FileId, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let conds = &model.facts.conds;
    let Some(system) = conds.well_known("CMAKE_SYSTEM_NAME") else { return };
    let macos = conds.equals(system, "Darwin");
    if is_of_gradle(project) {
        return;
    }
    let lacking = OnceCell::new();
    let (meant, job) = (OnceCell::new(), OnceCell::new());
    // Somebody else chooses the system: a kit of microcontrollers, or a compiler with the name of a machine.
    let chosen = OnceCell::new();
    let is_chosen = || *chosen.get_or_init(|| model.may_get_toolchain() || names_cross_compiler(project));
    for id in model.judged_targets() {
        let flags = model.link_flags(id);
        let mut refused = flags.iter().filter(|flag| is_refused(flag)).peekable();
        if refused.peek().is_none() {
            continue;
        }
        let linked = conds.all([macos, model.is_kind(id, LINKED), model.defined(id)]);
        // What stands beside the flag fails there anyway, or says that another machine runs the program.
        let linked = conds.diff(linked, for_other_machines(model, id, &flags));
        let mut opened: Vec<(&str, Cond)> = Vec::new();
        for flag in refused.filter(|flag| !is_checked(model, flag.cond) && !from_variables(model, id, flag)) {
            // What ends a group goes with what began it.
            let spelling = flag.flag.spelling.trim_start_matches('-');
            if opened.iter().any(|(first, cond)| PAIRS.contains(&(first, spelling)) && conds.implies(flag.cond, *cond))
            {
                continue;
            }
            let cond =
                conds.diff(conds.and(flag.cond, linked), *lacking.get_or_init(|| model.needs_what_apple_lacks()));
            let Some(span) = model.span(flag.item.origin).filter(|_| cond.is_possible()) else { continue };
            let mut confidence = Confidence::Likely;
            // The same target is prepared for Apple in another place: it is built there.
            let prepared = || {
                let apple = flags.iter().find(|one| is_for_apple(one) && !conds.disjoint(one.cond, cond))?;
                Some((model.span(apple.item.origin)?, "this one is for Apple"))
            };
            let why = prepared().or_else(|| {
                let is_vendored = || model.is_vendored(cx.facts.sources.get(span.file).path());
                if !is_plain(model, flag.cond, macos) || is_vendored() || is_chosen() {
                    return None;
                }
                // Files are copied from project to project. Who gives the flag to systems like Unix means more than one.
                let portable = || conds.platform("WIN32").is_some_and(|windows| conds.disjoint(flag.cond, windows));
                let named = meant.get_or_init(|| names_apple(project));
                let near = named.iter().find(|(evidence, _)| is_near(model, id, span.file, evidence.file));
                // What a job builds without settings would have failed there on each change: the flag does not get to that linker.
                let by_job = || job.get_or_init(|| built_by_job(cx, project)).filter(|_| !by_default(model, cond));
                near.copied().or_else(by_job).or_else(|| {
                    // A part of the project may be for Apple where this one is not.
                    confidence = Confidence::Heuristic;
                    let far = named.first().copied();
                    far.or_else(|| tested_in_sources(cx, project, id).filter(|_| portable()))
                })
            });
            let Some((evidence, label)) = why else { continue };
            // Nobody builds there with another compiler.
            let clang = ["Clang", "AppleClang"].map(|compiler| model.compiled_by(id, compiler));
            if cx.facts.needs_unspoken(cond) > 0 || conds.disjoint(cond, conds.any(clang)) {
                confidence = Confidence::Heuristic;
            }
            opened.push((spelling, flag.cond));
            sink.report(
                Draft::new(cond, Place::new(span, "on Apple's platforms too"))
                    .named("target", model.name(id))
                    .value("flag", model.display(&flag.text))
                    .confidence(confidence)
                    .related(evidence, label),
            );
        }
    }
}

/// Whether something happens where users give no settings.
fn by_default(model: &Model<'_>, cond: Cond) -> bool {
    model.without_settings(cond).is_possible()
}

/// Options of which the second undoes the first (ld(1)).
const PAIRS: &[(&str, &str)] = &[
    ("whole-archive", "no-whole-archive"),
    ("start-group", "end-group"),
    ("as-needed", "no-as-needed"),
    ("no-as-needed", "as-needed"),
    ("push-state", "pop-state"),
];

fn is_refused(source: &FlagSource) -> bool {
    source.flag.dialect == Dialect::Elf && apple_linker::refuses(&source.flag.spelling)
}

/// Options of compilers for machines without a system of Apple's (GCC's manual, "Machine-Dependent Options": ARM, AVR, Xtensa, RISC-V; specs
/// files of Newlib).
const OF_OTHER_MACHINES: &[&str] = &[
    "-mcpu=cortex-m",
    "-mcpu=cortex-r",
    "-mthumb",
    "-mfloat-abi=",
    "-mmcu=",
    "-mlongcalls",
    "-march=rv",
    "-mabi=ilp32",
    "--specs=",
    "-specs=",
];

/// When a target is linked or compiled by options that no compiler for macOS takes: it is for another machine, or a program without
/// shared libraries, which is none there (Technical Q&A QA1118).
pub(super) fn for_other_machines(model: &Model<'_>, id: TargetId, flags: &[FlagSource]) -> Cond {
    let is_foreign =
        |text: &str| text.split([' ', ';']).any(|word| is_of_other_machine(word.trim_start_matches("SHELL:")));
    let links = |source: &&FlagSource| {
        matches!(source.flag.flag, LinkFlag::Static | LinkFlag::StaticPie | LinkFlag::LinkerScript(_))
            || is_foreign(&source.item.text)
    };
    let linked = flags.iter().filter(links).map(|source| source.cond);
    let options = model.compile_options(id);
    let compiled = options.iter().filter(|item| is_foreign(&item.text)).map(|item| item.cond);
    let libraries = model.library_items(id);
    let is_lacked = |text: &str| is_lacked_by_apple(text.trim_start_matches("-l")) || is_of_elf_layout(text);
    let lacked = libraries.iter().filter(|item| is_lacked(&item.text));
    let lacked = lacked.map(|item| item.cond);
    model.facts.conds.any(linked.chain(compiled).chain(lacked).collect::<Vec<_>>())
}

fn is_of_other_machine(word: &str) -> bool {
    OF_OTHER_MACHINES.iter().any(|option| word.starts_with(option))
}

/// Whether the project says before all that its compiler is one for another machine: `set(CMAKE_C_COMPILER arm-none-eabi-gcc)`.
fn names_cross_compiler(project: Project<'_>) -> bool {
    project.evaluated().any(|file| {
        file.commands.iter().filter(|command| &*command.lower == "set").any(|command| {
            let mut words = command.arguments.iter().filter_map(|argument| argument.template.literal());
            let is_compiler =
                words.next().is_some_and(|name| name.starts_with("CMAKE_") && name.ends_with("_COMPILER"));
            is_compiler && words.any(|word| cross_compiler(word).is_some_and(|name| !is_of_apple(name)))
        })
    })
}

fn is_of_apple(text: &str) -> bool {
    ["apple", "darwin", "Darwin", "iOS", "tvOS", "watchOS", "visionOS"].iter().any(|word| text.contains(word))
}

/// Whether a flag is for Apple's linker. Behind -Wl, other linkers take `-undefined` too, for their `--undefined`: who writes it may mean
/// them.
fn is_for_apple(source: &FlagSource) -> bool {
    let undefined = ["-Wl,-undefined", "LINKER:-undefined", "-Xlinker -undefined"];
    source.flag.dialect == Dialect::Apple && !undefined.iter().any(|start| source.text.starts_with(start))
}

/// Whether a condition hangs on what the toolchain answers: a check, the compiler's name, the flags that CMake itself knows for a platform.
pub(super) fn is_checked(model: &Model<'_>, cond: Cond) -> bool {
    /// Variables that the modules of CMake for platforms set (Modules/Platform, CMakeGenericSystem.cmake).
    const OF_PLATFORM: &[&str] =
        &["CMAKE_SHARED_LIBRARY_", "CMAKE_SHARED_MODULE_", "CMAKE_STATIC_LIBRARY_", "CMAKE_EXE_EXPORTS_"];
    /// What CMake finds out about the linker (cmake-variables(7), `CMAKE_<LANG>_COMPILER_LINKER_ID`).
    const OF_LINKER: &[&str] =
        &["_COMPILER_LINKER_ID", "_COMPILER_LINKER_VERSION", "_COMPILER_LINKER_FRONTEND_VARIANT"];
    let conds = &model.facts.conds;
    let of_platform = |name: &str| {
        OF_PLATFORM.iter().any(|start| name.starts_with(start))
            || OF_LINKER.iter().any(|end| name.ends_with(end))
            || asks_for_elf_file(name)
    };
    conds.depends_on_kind(cond, SubjectKind::Toolchain)
        || conds.subjects(cond).into_iter().any(|subject| of_platform(&conds.subject_info(subject).name))
}

/// Whether a question is about a file that only systems with ELF have: by its ending, or by the folders of their layouts (hier(7); Debian's
/// multiarch; oneMKL's `lib/intel64`, which its packages for macOS lack).
fn asks_for_elf_file(question: &str) -> bool {
    const PARTS: &[&str] = &[".so", "linux", "/etc/", "/proc/"];
    question.starts_with("EXISTS") && (is_of_elf_layout(question) || PARTS.iter().any(|part| question.contains(part)))
}

fn is_of_elf_layout(path: &str) -> bool {
    ["/lib64/", "/lib32/", "/intel64/", "-linux-gnu/"].iter().any(|part| path.contains(part))
}

/// Whether a flag stands in a flags variable: the whole of what a toolchain file or a user says.
fn from_variables(model: &Model<'_>, id: TargetId, flag: &FlagSource) -> bool {
    let names = Model::variables_of_link_flags();
    model.definitions_of(id).iter().any(|definition| {
        names.iter().any(|name| {
            let items = model.variable_items(definition.directory, name);
            items.iter().any(|item| item.origin == flag.item.origin && item.text == flag.item.text)
        })
    })
}

/// Whether a flag is given on macOS where users set nothing, and all that decides is known.
fn is_plain(model: &Model<'_>, cond: Cond, macos: Cond) -> bool {
    let on = model.facts.conds.and(cond, macos);
    !model.facts.conds.depends_on_kind(on, SubjectKind::Unknown) && model.without_settings(on).is_possible()
}

/// Where the project says that it is built on Apple's platforms: the first condition or property of each file of its build description.
fn names_apple(project: Project<'_>) -> Vec<(Span, &'static str)> {
    let (model, files) = (project.model, project.files);
    // A part for other machines may take in a library that stands beside it and is for all.
    // Find modules travel between projects.
    let is_own =
        |path: &Path| path.starts_with(&model.facts.source_dir) && !model.is_vendored(path) && !is_find_module(path);
    let own = model.facts.files.iter().filter(|file| is_own(&file.path));
    own.filter_map(|evaluated| {
        let file = files.parse(&evaluated.path).ok()?;
        let speaks = |(at, command): &(usize, &Command)| speaks_of_apple(command) && !only_packs(&file.commands, *at);
        let (_, command) = file.commands.iter().enumerate().find(speaks)?;
        Some((Span::new(file.id, command.range.clone()), "the project is built for Apple, too"))
    })
    .collect()
}

/// Whether what a file says of systems is said of a target and its flag, too: it is the file that gives the flag or that defines the target.
fn is_near(model: &Model<'_>, id: TargetId, of_flag: FileId, evidence: FileId) -> bool {
    let mut definitions = model.definitions_of(id).iter();
    evidence == of_flag || definitions.any(|one| model.span(one.origin).is_some_and(|span| span.file == evidence))
}

/// A job of the project's workflows that runs on macOS.
fn built_by_job(cx: &Context<'_>, project: Project<'_>) -> Option<(Span, &'static str)> {
    // The workflows are those of the whole repository.
    if project.model.facts.source_dir != project.inputs.path {
        return None;
    }
    let yaml = |path: &&Path| path.extension().is_some_and(|ending| ending == "yml" || ending == "yaml");
    // Code of others brings its own.
    let own = |path: &&Path| path.strip_prefix(&project.inputs.path).is_ok_and(is_of_repository);
    project.inputs.of(Kind::Script).iter().map(|path| path.as_path()).filter(yaml).filter(own).find_map(|path| {
        let source = cx.facts.sources.load(path).ok()?;
        let text = std::str::from_utf8(source.bytes()).ok()?;
        let at = runner(text).filter(|_| !takes_other_toolchain(project, text))?;
        Some((Span::new(source.id(), at.start as u32..at.end as u32), "it is built on macOS"))
    })
}

/// Whether a description of jobs is the repository's: it lies at the top, in a hidden folder (`.github`), or in one for them.
fn is_of_repository(path: &Path) -> bool {
    let Some(first) = path.iter().next().map(|first| first.to_string_lossy()) else { return false };
    path.parent() == Some(Path::new("")) || first.starts_with('.') || first.eq_ignore_ascii_case("ci")
}

/// A job's machine with macOS: `runs-on: macos-14`, `os: [ubuntu-latest, macos-latest]`, `os: osx`, `vmImage: macOS-13`.
fn runner(text: &str) -> Option<std::ops::Range<usize>> {
    const NAMES: &[&str] = &["macos-", "macOS-", "os: osx", "- osx"];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split(" #").next().unwrap_or(line);
        if !code.trim_start().starts_with('#')
            && let Some((at, name)) = NAMES.iter().filter_map(|name| Some((code.find(name)?, name))).min()
        {
            return Some(start + at..start + at + name.len());
        }
        start += line.len();
    }
    None
}

/// Whether a job configures with a toolchain file of the project for another system, whatever machine it runs on.
fn takes_other_toolchain(project: Project<'_>, text: &str) -> bool {
    const OPTIONS: &[&str] =
        &["CMAKE_TOOLCHAIN_FILE=", "CMAKE_TOOLCHAIN_FILE:PATH=", "CMAKE_TOOLCHAIN_FILE:FILEPATH=", "--toolchain"];
    let given = OPTIONS.iter().flat_map(|option| text.split(option).skip(1));
    let names = given.filter_map(|rest| {
        let word = rest.trim_start_matches([' ', '=', '"', '\'']).split([' ', '\n', '"', '\'']).next()?;
        word.rsplit(['/', '\\']).next().filter(|name| !name.is_empty())
    });
    let names: Vec<&str> = names.collect();
    let all = project.files.all();
    all.calls("set").any(|(file, command)| {
        let mut words = command.arguments.iter().filter_map(|argument| argument.template.literal());
        let path = project.files.sources().get(file.id).path().to_owned();
        let is_given = path.file_name().is_some_and(|name| names.iter().any(|given| name == *given));
        is_given && words.next() == Some("CMAKE_SYSTEM_NAME") && words.next().is_some_and(|system| !is_of_apple(system))
    })
}

/// Whether a command asks for Apple's systems, or sets what they alone have.
fn speaks_of_apple(command: &Command) -> bool {
    let mut words = command.arguments.iter().filter_map(|argument| argument.template.literal());
    match &*command.lower {
        // The machine that builds says nothing of the one that is built for.
        "if" | "elseif" => {
            let of_host = |one: &Argument| {
                one.template
                    .literal()
                    .or_else(|| one.template.reference())
                    .is_some_and(|name| name.starts_with("CMAKE_HOST_"))
            };
            let asks_host = command.arguments.iter().any(of_host);
            // What is left out for Apple may be left out for all that is not Linux.
            let mut before = "";
            words.any(|word| {
                let is_left_out = std::mem::replace(&mut before, word) == "NOT";
                !is_left_out && (word == "APPLE" || !asks_host && word.contains("Darwin"))
            })
        }
        "set" | "set_target_properties" | "set_property" | "option" => {
            // A bundle is in what editors write for every program.
            let starts = ["MACOSX_RPATH", "MACOSX_FRAMEWORK", "CMAKE_MACOSX_RPATH", "CMAKE_OSX_"];
            words.any(|word| word == "Darwin" || starts.iter().any(|start| word.starts_with(start)))
        }
        _ => command.arguments.iter().any(|argument| holds(&argument.template, "PLATFORM_ID:Darwin")),
    }
}

/// Whether a branch begins there that only names packages (CPack(1)): projects take that from each other.
pub(super) fn only_packs(commands: &[Command], at: usize) -> bool {
    let ends = |command: &&Command| !matches!(&*command.lower, "elseif" | "else" | "endif");
    let mut body = commands.iter().skip(at + 1).take_while(ends).peekable();
    let is_of_packages = |command: &Command| {
        let name = command.arguments.first().and_then(|argument| argument.template.literal());
        &*command.lower == "message" || &*command.lower == "set" && name.is_some_and(|name| name.starts_with("CPACK_"))
    };
    matches!(commands.get(at).map(|command| &*command.lower), Some("if" | "elseif"))
        && body.peek().is_some()
        && body.all(is_of_packages)
}

fn holds(template: &Template, text: &str) -> bool {
    template.0.iter().any(|part| matches!(part, Part::Literal(literal) if literal.contains(text)))
}

/// Where a source of a target asks for Apple's systems: what it is made of was ported there.
fn tested_in_sources(cx: &Context<'_>, project: Project<'_>, id: TargetId) -> Option<(Span, &'static str)> {
    let model = project.model;
    let paths = model.sources(id).iter().filter_map(|source| source.path.as_deref());
    let own = paths.filter(|path| !model.is_vendored(path));
    own.filter(|path| project.natives.holds(path)).find_map(|path| {
        let index = project.natives.index(path)?;
        if !project.natives.is_mentioned(APPLE_MACROS, std::iter::once(index)) {
            return None;
        }
        let source = cx.facts.sources.load(path).ok()?;
        let at = APPLE_MACROS
            .iter()
            .find_map(|word| Some((memchr::memmem::find(source.bytes(), word.as_bytes())?, word.len())));
        let (at, length) = at?;
        Some((Span::new(source.id(), at as u32..(at + length) as u32), "a source of it is written for Apple, too"))
    })
}

/// Macros by which sources ask: the compilers' own, and that of `<TargetConditionals.h>`.
const APPLE_MACROS: &[&str] = &["__APPLE__", "TARGET_OS_MAC"];

#[cfg(test)]
mod tests {
    use super::runner;

    #[test]
    fn jobs_of_the_repository() {
        let is = |path: &str| super::is_of_repository(std::path::Path::new(path));
        assert!(is(".github/workflows/a.yml") && is(".travis.yml") && is("CI/azure.yml"));
        assert!(!is("third-party/unity/.travis.yml") && !is(""));
    }

    #[test]
    fn machines_of_jobs() {
        let found = |text: &'static str| runner(text).and_then(|at| text.get(at));
        assert_eq!(found("jobs:\n  a:\n    runs-on: macos-14\n"), Some("macos-"));
        assert_eq!(found("matrix:\n  os: [ubuntu-latest, macOS-latest]\n"), Some("macOS-"));
        assert_eq!(found("os:\n  - linux\n  - osx\n"), Some("- osx"));
        assert_eq!(found("# runs-on: macos-14\nruns-on: ubuntu-24.04 # not macos-14\n"), None);
    }
}
