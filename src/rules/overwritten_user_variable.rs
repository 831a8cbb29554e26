//! Variables of CMake's own that users give on the command line or by the environment, and that the project sets anew.
#[path = "overwritten_user_variable/evidence.rs"]
mod evidence;
#[path = "overwritten_user_variable/given.rs"]
mod given;
#[path = "overwritten_user_variable/searches.rs"]
mod searches;
#[path = "overwritten_user_variable/texts.rs"]
mod texts;
#[path = "overwritten_user_variable/where_it_counts.rs"]
mod where_it_counts;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::cmake::eval::facts::{OverrideKind, TargetKind};
use crate::cmake::lang::condition::is_off;
use crate::cmake::syntax::{Argument, ArgumentKind, Command, EnclosedKind, File, Template};
use crate::cond::Cond;
use crate::model::branches::{is_never_written, references};
use crate::model::flow::Flow;
use crate::model::statements::{Placed, placed};

use given::{FLAG_LISTS, Kind, MINOR, SHARED, help, kind};
use texts::{
    asks_to_override, environment_of, given, is_absolute, is_forced, is_list_file, is_type_of, reads_environment,
    removes, takes_environment,
};

use super::late_default::is_behind_all;
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};

/// Compilers for other machines alone, whose names do not begin with that machine's.
const OF_OTHER_MACHINES: &[&str] = &[
    "sdcc", "cl430", "cl6x", "armcl", "armclang", "armcc", "iccarm", "iccavr", "iar", "emcc", "em++", "cc65", "z88dk",
];

/// Words in the names of options that are about architectures.
const ARCHITECTURE: &[&str] = &["ARCH", "SM", "COMPUTE", "NATIVE", "PORTABLE", "GPU", "TARGET", "arch", "gpu"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let mut files: Vec<(&Path, std::sync::Arc<File>)> = Vec::new();
    let mut seen = BTreeSet::new();
    for evaluated in &project.model.facts.files {
        if seen.insert(&evaluated.path)
            && let Ok(file) = project.files.parse(&evaluated.path)
        {
            files.push((&evaluated.path, file));
        }
    }
    let search = Search { project, files: &files, flow: OnceCell::new() };
    // Architectures and folders of modules are often stated in every folder: one finding for all of a project.
    let mut architectures: BTreeMap<&str, Vec<Written<'_>>> = BTreeMap::new();
    for (_, file) in &files {
        for (name, writes) in search.file(file, sink) {
            architectures.entry(name).or_default().extend(writes);
        }
    }
    for variable in architectures {
        search.report(&[variable], sink);
    }
}

struct Search<'a> {
    project: Project<'a>,
    files: &'a [(&'a Path, std::sync::Arc<File>)],
    flow: OnceCell<Flow>,
}

/// A write that leaves out what users gave.
struct Written<'f> {
    place: Placed<'f>,
    cond: Cond,
}

/// A variable with what writes it.
type Writes<'f> = (&'static str, Vec<Written<'f>>);

impl Search<'_> {
    /// Reports what a file writes, and gives the writes of architectures.
    fn file<'f>(&self, file: &'f File, sink: &mut Sink) -> Vec<Writes<'f>> {
        if !file.commands.iter().any(|command| given(command).is_some()) {
            return Vec::new();
        }
        let mut found: BTreeMap<&'static str, Vec<Written<'f>>> = BTreeMap::new();
        for place in placed(file) {
            let Some((name, _)) = given(place.command) else { continue };
            if let Some(cond) = self.overwrites(name, &place) {
                found.entry(name).or_default().push(Written { place, cond });
            }
        }
        // Flags are written side by side, for languages and build types: one finding for those that are written when others are.
        let conds = &self.project.model.facts.conds;
        let mut groups: Vec<(Cond, Vec<Writes<'f>>)> = Vec::new();
        let mut architectures = Vec::new();
        let (late, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|(name, _)| kind(name) == Kind::Typed);
        for (name, writes) in others.into_iter().chain(late) {
            let cond = conds.any(writes.iter().map(|write| write.cond).collect::<Vec<_>>());
            let is_alike = |(known, group): &&mut (Cond, Vec<Writes<'_>>)| {
                let first = group.first().map_or("", |(name, _)| *name);
                *known == cond && first.contains("LINKER") == name.contains("LINKER")
            };
            match kind(name) {
                Kind::Architectures => architectures.push((name, writes)),
                _ if name == "CMAKE_MODULE_PATH" => architectures.push((name, writes)),
                Kind::Choice | Kind::Search | Kind::Compiler | Kind::Name => self.report(&[(name, writes)], sink),
                Kind::Flags | Kind::Typed => match groups.iter_mut().find(is_alike) {
                    Some((_, group)) => group.push((name, writes)),
                    None => groups.push((cond, vec![(name, writes)])),
                },
            }
        }
        for (_, group) in &groups {
            self.report(group, sink);
        }
        architectures
    }

    /// When a `set()` discards what users gave.
    fn overwrites(&self, name: &str, place: &Placed<'_>) -> Option<Cond> {
        let words: Vec<&str> = place.command.arguments.iter().filter_map(|a| a.template.literal()).collect();
        let forced = is_forced(&words);
        // The entry itself changes, for all directories.
        let everywhere = forced || removes(place.command);
        let last_word = words.last().copied();
        // Generators with one configuration leave the list of them empty, and so do projects.
        if name == "CMAKE_CONFIGURATION_TYPES" && !forced {
            return None;
        }
        if name == SHARED && (forced || !self.is_for_own_libraries(place)) {
            return None;
        }
        let local = place.within == Some(EnclosedKind::Function) && !everywhere;
        if local || last_word == Some("PARENT_SCOPE") || (words.contains(&"CACHE") && !everywhere) {
            return None;
        }
        let value = place.command.arguments.get(1)?;
        if value.template.literal() == Some("") {
            return None;
        }
        // The environment says of flags and choices what users give; of folders it says what comes beside theirs.
        let takes = || place.command.arguments.iter().any(|argument| takes_environment(&argument.template));
        if kind(name) != Kind::Search && takes() {
            return None;
        }
        let mut read = BTreeSet::new();
        place.command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
        // One build type is to be built as another is, of which users say how.
        if kind(name) == Kind::Typed && value.template.reference().is_some_and(|other| kind(other) == Kind::Typed) {
            return None;
        }
        let never = |name: &str| is_never_written(self.files.iter().map(|(_, file)| &**file), name);
        // Flags that users give for this case alone, and that the project asks for.
        if value.template.reference().is_some_and(|other| place.tested.contains(other) && never(other)) {
            return None;
        }
        let initial = format!("{name}_INITIALIZED_TO_DEFAULT");
        if read.contains(name) || place.tested.contains(name) || place.tested.contains(&initial) {
            return None;
        }
        let flow = self.flow.get_or_init(|| {
            let mut flow = Flow::default();
            self.files.iter().for_each(|(_, file)| flow.add(file));
            flow
        });
        let reached = flow.reached(name);
        let follows = |names: &BTreeSet<String>| names.iter().any(|one| reached.contains(one.as_str()));
        if follows(&read) || follows(&place.tested) || self.is_restored(name, &reached) {
            return None;
        }
        // The project asks whether it may: who leaves that on has agreed.
        if place.tested.iter().any(|option| asks_to_override(option)) {
            return None;
        }
        if !self.is_of_users(name, &value.template) {
            return None;
        }
        // Modules that are those of packages alone, or of who calls.
        let brought = || match place.command.arguments.get(1..) {
            Some([one]) => one.template.reference().is_some_and(never),
            Some(several) => several.iter().all(|one| self.is_of_package(&one.template)),
            None => false,
        };
        if name == "CMAKE_MODULE_PATH" && (brought() || !everywhere && self.is_for_packaging(place)) {
            return None;
        }
        // CMake's own flags are switched off where the project gives those of the device itself.
        if kind(name) == Kind::Architectures && value.template.literal().is_some_and(is_off) && self.gives_code() {
            return None;
        }
        if kind(name) == Kind::Architectures && self.is_of_package(&value.template)
            || !everywhere && self.is_for_no_target(name, place)
            || name == "CMAKE_INSTALL_PREFIX" && self.states_staging()
        {
            return None;
        }
        // What targets take when they are made has reached all of them, where none comes behind: `late-default` tells that.
        let at_creation =
            name == "CMAKE_INSTALL_RPATH" || name.ends_with("_POSTFIX") || name == "CMAKE_MSVC_RUNTIME_LIBRARY";
        let list = self.files.iter().find(|(_, file)| file.id == place.span.file);
        if at_creation && place.within.is_none() && list.is_some_and(|(_, file)| is_behind_all(file, &place.span)) {
            return None;
        }
        // Below the first directory the prefix is a word for its own paths: what the first one says counts at the install.
        let file = self.project.files.sources().get(place.span.file);
        if self.is_toolchain_file(file.path()) {
            return None;
        }
        let below = file.path().parent() != Some(&self.project.model.facts.source_dir) && is_list_file(file.path());
        if name == "CMAKE_INSTALL_PREFIX" && !forced && below {
            return None;
        }
        // What was searched before has found what users gave.
        if name == "CMAKE_PREFIX_PATH" && !everywhere && self.searches_before(place) && !self.may_search_behind(place) {
            return None;
        }
        // Nothing without quotes unsets the variable, and the users' entry shows again (cmake-commands(7), set).
        let unquoted = |one: &Argument| one.kind == ArgumentKind::Unquoted;
        if !forced
            && let Some([one]) = place.command.arguments.get(1..)
            && unquoted(one)
            && one.template.reference().is_some_and(never)
        {
            return None;
        }
        self.lost(name, place, forced, everywhere)
    }

    /// When what users gave is lost: what only one system looks at is lost there.
    fn lost(&self, name: &str, place: &Placed<'_>, forced: bool, everywhere: bool) -> Option<Cond> {
        let system = if name.starts_with("CMAKE_OSX_") { "APPLE" } else { "WIN32" };
        let of_system = name.starts_with("CMAKE_OSX_") || name == "CMAKE_MSVC_RUNTIME_LIBRARY";
        let conds = &self.project.model.facts.conds;
        let system = conds.platform(system).filter(|_| of_system).unwrap_or(Cond::TRUE);
        let cond = conds.and(self.cond(name, place, forced)?, system);
        // Generators with several configurations take no build type from users.
        if name == "CMAKE_BUILD_TYPE" && self.is_for_several_configurations(cond) {
            return None;
        }
        // Flags of a link are for the targets of one kind.
        let built = if everywhere || !name.contains("_LINKER_FLAGS") { None } else { self.built_below(name, place) };
        Some(built.map_or(cond, |built| self.project.model.facts.conds.and(cond, built)))
            .filter(|cond| cond.is_possible())
    }

    /// Whether any file sets the variable from a copy: then the writes between are meant for a while; or gives a copy of flags to the
    /// build types instead.
    fn is_restored(&self, name: &str, reached: &rustc_hash::FxHashSet<&str>) -> bool {
        self.files.iter().flat_map(|(_, file)| &file.commands).any(|command| {
            let word = |at: usize| command.arguments.get(at).and_then(|one| one.template.literal());
            let adds = matches!(&*command.lower, "list" | "string")
                && matches!(word(0), Some("APPEND" | "PREPEND"))
                && word(1) == Some(name);
            let sets = adds || given(command).is_some_and(|(set, _)| set == name || is_type_of(set, name));
            sets && {
                let mut read = BTreeSet::new();
                command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
                read.iter().any(|one| one != name && reached.contains(one.as_str()))
            }
        })
    }

    /// Whether a value is of those that users would have otherwise, in a project that takes the variable.
    fn is_of_users(&self, name: &str, value: &Template) -> bool {
        let commands = || self.files.iter().flat_map(|(_, file)| &file.commands);
        let calls = |start: &str| commands().any(|command| command.lower.starts_with(start));
        let first =
            |command: &Command| command.arguments.first().and_then(|one| one.template.literal().map(str::to_owned));
        match name {
            // Folders beside the file itself are what a package that can be moved has to say.
            "CMAKE_INSTALL_RPATH" => is_absolute(value),
            // A word that is no flag (`NA`) is written where nothing is compiled.
            _ if FLAG_LISTS.contains(&name)
                && value.literal().is_some_and(|text| !text.is_empty() && !text.contains(['-', '/', '@'])) =>
            {
                false
            }
            "CUDA_NVCC_FLAGS" | "CUDA_HOST_COMPILER" => calls("cuda_"),
            "HIP_HIPCC_FLAGS" | "HIP_NVCC_FLAGS" => calls("hip_"),
            "GPU_TARGETS" | "AMDGPU_TARGETS" => {
                let facts = self.project.model.facts;
                let mut searched = facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name));
                searched.any(|package| package.eq_ignore_ascii_case("hip") || package == "hip-lang")
            }
            "CMAKE_INSTALL_LIBDIR" | "CMAKE_INSTALL_BINDIR" | "CMAKE_INSTALL_INCLUDEDIR" => commands().any(|command| {
                let reads = |argument: &Argument| {
                    let mut read = BTreeSet::new();
                    references(&argument.template, &mut read);
                    read.contains(name)
                };
                &*command.lower == "install" && command.arguments.iter().any(reads)
            }),
            // A compiler for another machine, or one that a search has found for the one that users gave (`${MPI_CXX_COMPILER}`).
            _ if kind(name) == Kind::Compiler => {
                let other_machine = |command: &Command| {
                    &*command.lower == "set" && first(command).as_deref() == Some("CMAKE_SYSTEM_NAME")
                };
                // `gcc-14`, not `musl-gcc` or `arm-none-eabi-gcc`.
                let is_plain =
                    |text: &str| text.split('-').skip(1).all(|part| part.starts_with(|c: char| c.is_ascii_digit()));
                let is_plain = |text: &str| is_plain(text) && !OF_OTHER_MACHINES.contains(&text);
                value.literal().is_some_and(is_plain) && !commands().any(other_machine)
            }
            _ => true,
        }
    }

    /// Whether a value is what a package says of itself: who builds on the package must agree with it.
    fn is_of_package(&self, value: &Template) -> bool {
        let Some(name) = value.reference() else { return false };
        let facts = self.project.model.facts;
        let is_of = |package: &str| {
            let rest = name.get(..package.len()).filter(|start| start.eq_ignore_ascii_case(package));
            rest.is_some() && name.get(package.len()..).is_some_and(|rest| rest.starts_with('_'))
        };
        facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name)).any(is_of)
            && is_never_written(self.files.iter().map(|(_, file)| &**file), name)
    }

    /// When the command runs, if only the platform and other options decide.
    fn cond(&self, name: &str, place: &Placed<'_>, forced: bool) -> Option<Cond> {
        let facts = self.project.model.facts;
        let conds = &facts.conds;
        let cond = if forced {
            let runs = facts.overrides.iter().filter(|over| {
                over.kind == OverrideKind::Force
                    && *over.name == *name
                    && self.project.model.span(over.origin) == Some(place.span)
            });
            conds.any(runs.map(|over| over.cond).collect::<Vec<_>>())
        } else {
            conds.any(facts.assigned.get(&place.span)?.iter().copied())
        };
        if !cond.is_possible() || !self.is_used(name, cond) {
            return None;
        }
        // Who asks for an option that is off, and is for this, has chosen: a postfix, other flags for one build type.
        let is_asked = |option: &str| {
            let entry = facts.cache.get(option).filter(|entry| entry.option);
            entry.and_then(|entry| facts.texts.as_str(entry.default?)).is_some_and(is_off)
        };
        let asked = matches!(kind(name), Kind::Typed | Kind::Name)
            && conds.subjects(cond).into_iter().any(|subject| {
                is_asked(&conds.subject_info(subject).name) && conds.implies(cond, conds.truthy(subject))
            });
        // A choice of the project's own, made by its own option, is not a default for everybody. An option that switches the
        // language on chooses no architecture.
        let chooses = |option: &str| match kind(name) {
            // Nobody asks for a feature to lose the modules of others.
            Kind::Search => name != "CMAKE_MODULE_PATH",
            Kind::Choice | Kind::Compiler => true,
            Kind::Architectures => ARCHITECTURE.iter().any(|word| option.contains(word)),
            Kind::Flags | Kind::Typed | Kind::Name => false,
        };
        let decided = conds.subjects(cond).into_iter().any(|subject| {
            let info = conds.subject_info(subject);
            // What is searched below is no matter of the option that asks for the search elsewhere.
            let here = kind(name) != Kind::Search || place.tested.contains(&info.name);
            info.name == name || (here && !info.name.starts_with("CMAKE_") && chooses(&info.name))
        });
        (!decided && !asked).then_some(cond)
    }

    /// Whether anything takes the variable where a condition holds: a target of its kind, a build of its type.
    fn is_used(&self, name: &str, cond: Cond) -> bool {
        let (model, conds) = (self.project.model, &self.project.model.facts.conds);
        let typed = name.split_once("_FLAGS_").map(|(_, build)| model.configuration(build));
        let asks_for_type =
            conds.subjects(cond).into_iter().any(|one| conds.subject_info(one).name == "CMAKE_BUILD_TYPE");
        if asks_for_type && typed.is_some_and(|typed| conds.disjoint(typed, cond)) {
            return false;
        }
        if !name.starts_with("CMAKE_MODULE_LINKER_FLAGS") {
            return true;
        }
        // A command that is not known may make modules: then it says so, by its name or in its arguments.
        let may_make = |command: &Command| {
            let module = |argument: &Argument| argument.template.literal() == Some("MODULE");
            (command.lower.contains("add") && (command.lower.contains("module") || command.lower.contains("swig")))
                || command.lower.ends_with("python_add_library")
                || (&*command.lower != "find_package" && command.arguments.iter().any(module))
        };
        model.built_targets().any(|id| !model.is_kind(id, &[TargetKind::Module]).is_false())
            || self.files.iter().flat_map(|(_, file)| &file.commands).any(may_make)
    }

    /// One finding for variables; what was evaluated first speaks.
    fn report(&self, variables: &[(&str, Vec<Written<'_>>)], sink: &mut Sink) {
        /// As many places more are shown.
        const MOST: usize = 20;
        let enabled = variables.iter().filter(|(name, _)| self.project.model.is_enabled_for(name));
        let mut places: Vec<(&str, &Written<'_>)> =
            enabled.flat_map(|(name, writes)| writes.iter().map(|write| (*name, write))).collect();
        if places
            .iter()
            .all(|(_, write)| Some(write.place.span.file) == places.first().map(|(_, first)| first.place.span.file))
        {
            places.sort_by_key(|(name, write)| (kind(name) == Kind::Typed, write.place.span.start));
        }
        let Some((name, first)) = places.first() else { return };
        // The place that the finding names decides when it happens; the others are told beside it.
        let cond = first.cond;
        let environment = environment_of(name);
        // Another variable that the value is made of may have brought what the environment says.
        let mut read = BTreeSet::new();
        first.place.command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
        let environment = if read.iter().any(|one| environment_of(one) == environment) { "" } else { environment };
        // CMake puts the environment into the value that the variable begins with.
        let environment = if read.contains(&format!("{name}_INIT")) { "" } else { environment };
        // Another one may be made of the environment.
        let taken = |name: &str| self.files.iter().any(|(_, file)| reads_environment(file, name));
        let environment = if !environment.is_empty() && taken(environment) { "" } else { environment };
        let also = match environment {
            "" => String::new(),
            _ => format!(" (or {environment} in the environment)"),
        };
        let removed = removes(first.place.command);
        let help = if removed { "leave the entry to users".to_owned() } else { help(name) };
        let how = if removed { "removed" } else { "written anew" };
        let mut draft = Draft::new(cond, Place::new(first.place.span, how)).named("name", *name);
        if *name == "CMAKE_PREFIX_PATH" && self.searches_before(&first.place) {
            let text =
                format!("`{name}` is set without what it held: what `-D{name}=…` names is not searched from here on");
            draft = draft.message(text);
        }
        if removed {
            draft = draft.message(format!("`{name}` is taken out of the cache: `-D{name}=…`{also} has no effect"));
        }
        let from = if self.adds_before(&first.place) { " from here on" } else { "" };
        draft = draft.value("also", also).value("from", from).help(help);
        let staged = || *name == "CMAKE_INSTALL_PREFIX" && self.only_builds_others();
        if matches!(kind(name), Kind::Typed | Kind::Architectures | Kind::Name) || MINOR.contains(name) || staged() {
            draft = draft.severity(Severity::Note);
        }
        let is_own = |write: &Written<'_>| {
            (kind(name).is_choice() || kind(name) == Kind::Name) && self.is_of_directory(&write.place)
        };
        let by_another_name = |write: &Written<'_>| match kind(name) {
            one if one.is_choice() || one == Kind::Architectures => self.is_asked_otherwise(&write.place),
            Kind::Flags | Kind::Typed => self.is_told_by_help(&write.place),
            _ => false,
        };
        let is_for_tests = |write: &Written<'_>| self.is_for_tests(write.place.span.file);
        let all = |is: &dyn Fn(&Written<'_>) -> bool| places.iter().all(|(_, write)| is(write));
        // Nobody gives a postfix for one platform.
        let of_platform = kind(name) == Kind::Name && !cond.is_true();
        if self.is_beside()
            || of_platform
            || all(&|write: &Written<'_>| self.is_refused(name, &write.place))
            || kind(name).is_choice() && (self.is_reasoned(&first.place.span) || self.is_for_another_system())
            || matches!(kind(name), Kind::Flags | Kind::Typed)
                && all(&|write: &Written<'_>| {
                    self.is_freestanding(write.place.command) || self.is_for_bare_machine(write.cond)
                })
            || all(&is_own)
            || all(&by_another_name)
            || all(&is_for_tests)
        {
            draft = draft.confidence(Confidence::Heuristic);
        }
        for (other, write) in places.iter().skip(1).take(MOST) {
            let label = if other == name { "and here".to_owned() } else { format!("and `{other}`") };
            draft = draft.related(write.place.span, label);
        }
        for other in variables.iter().map(|(other, _)| other).filter(|other| *other != name) {
            draft = draft.subject(*other);
        }
        sink.report(draft);
    }
}
