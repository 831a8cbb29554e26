//! GPU architectures that a target's property states in numbers, whatever the user asks for.
use std::path::Path;

use indexmap::{IndexMap, IndexSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cond::{Cond, SubjectId, SubjectKind};
use crate::model::{Item, Model, TargetId};
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{FileId, Purpose, Span, purposes};

/// Properties with the variables that would give them a value (cmake-properties(7)).
const PROPERTIES: &[(&str, &str)] =
    &[("CUDA_ARCHITECTURES", "CMAKE_CUDA_ARCHITECTURES"), ("HIP_ARCHITECTURES", "CMAKE_HIP_ARCHITECTURES")];

/// What one command says.
struct Said {
    cond: Cond,
    /// From the first value to the last.
    span: Span,
    values: IndexSet<String>,
    targets: IndexSet<String>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["CUDA_ARCHITECTURES", "HIP_ARCHITECTURES"]) {
        return;
    }
    let (model, conds) = (project.model, &project.model.facts.conds);
    let mut found: IndexMap<(FileId, u32, &str), Said> = IndexMap::new();
    for id in model.judged_targets().filter(|id| !model.is_imported(*id) && !model.is_test_target(*id)) {
        if is_wrapped(project, id) {
            continue;
        }
        for &(property, variable) in PROPERTIES {
            let items = model.property(id, property);
            for item in &items {
                // Nothing is compiled for an interface, and the property is not passed on.
                let compiled = conds.diff(model.defined(id), model.is_kind(id, &[TargetKind::Interface]));
                let cond = conds.and(item.cond, compiled);
                // A condition that asks for the variable is a default.
                let asked = conds.subjects(cond).into_iter().any(|one| conds.subject_info(one).name.contains(variable));
                let Some(span) = model.span(item.origin).filter(|_| cond.is_possible() && !asked) else { continue };
                let meant =
                    is_of_one_architecture(&item.text, model.name(id)) || is_of_the_driver(model, id, &item.text);
                let Some(command) = written(project, &span).filter(|_| is_list(&item.text) && !meant) else { continue };
                if !has_device_code(model, id, property) || is_asked_otherwise(model, item, &items) {
                    continue;
                }
                if needs_devices(project, id) {
                    continue;
                }
                let said = found.entry((span.file, command, variable)).or_insert_with(|| Said {
                    cond: Cond::FALSE,
                    span,
                    values: IndexSet::new(),
                    targets: IndexSet::new(),
                });
                said.cond = conds.or(said.cond, cond);
                said.span = Span { start: said.span.start.min(span.start), end: said.span.end.max(span.end), ..span };
                said.values.insert(item.text.to_string());
                said.targets.insert(model.name(id).to_owned());
            }
        }
    }
    for ((.., variable), said) in found {
        let values: Vec<&str> = said.values.iter().map(String::as_str).collect();
        let draft = Draft::new(said.cond, Place::new(said.span, "the list is fixed here"))
            .named("variable", variable)
            .value("targets", listing(&said.targets))
            .value("verb", if said.targets.len() == 1 { "is" } else { "are" })
            .value("list", values.join(";"));
        sink.report(said.targets.into_iter().fold(draft, Draft::subject));
    }
}

/// Whether a setting of the project's own leads to another value, which is no list of numbers: what users give it, or the device at hand.
fn is_asked_otherwise(model: &Model<'_>, item: &Item, all: &[Item]) -> bool {
    let conds = &model.facts.conds;
    let is_setting =
        |subject: &SubjectId| matches!(conds.subject_info(*subject).kind, SubjectKind::Option | SubjectKind::Input);
    let settings: Vec<SubjectId> = conds.subjects(item.cond).into_iter().filter(is_setting).collect();
    let is_chosen = |other: &Item| {
        let by = conds.subjects(other.cond);
        !is_list(&other.text) && conds.disjoint(item.cond, other.cond) && settings.iter().any(|one| by.contains(one))
    };
    all.iter().any(is_chosen)
}

/// Whether a source of a target refuses older devices: `#error` where `__CUDA_ARCH__` is less (CUDA C++ Programming Guide, "Virtual Architecture
/// Macros"). The list says what it is made for.
fn needs_devices(project: Project<'_>, id: TargetId) -> bool {
    /// The directive stands right behind the condition.
    const NEAR: usize = 200;
    let refuses = |text: &[u8]| {
        memchr::memmem::find_iter(text, b"__CUDA_ARCH__").any(|at| {
            let rest = text.get(at..).unwrap_or_default();
            let rest = rest.get(..NEAR).unwrap_or(rest);
            let line = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            let (condition, behind) = rest.split_at(line);
            let end = memchr::memmem::find(behind, b"#endif").unwrap_or(behind.len());
            let branch = behind.get(..end).unwrap_or_default();
            memchr::memchr(b'<', condition).is_some() && memchr::memmem::find(branch, b"#error").is_some()
        })
    };
    let sources = project.files.sources();
    let paths = project.model.sources(id).iter().filter_map(|source| source.path.as_deref());
    paths.into_iter().any(|path| sources.load(path).is_ok_and(|file| refuses(file.bytes())))
}

/// Whether a target compiles anything for devices: by the suffix of a source, or by a LANGUAGE property that may say so of another
/// (cmake-properties(7), LANGUAGE). A target that compiles at run time has numbers without effect.
fn has_device_code(model: &Model<'_>, id: TargetId, property: &str) -> bool {
    let suffix = if property.starts_with("CUDA") { "cu" } else { "hip" };
    let sources = model.sources(id);
    let for_devices = |path: &Path| {
        let language = (path.to_string_lossy().into(), "LANGUAGE".into());
        path.extension().is_some_and(|end| end == suffix || end == "cu")
            || model.facts.source_properties.contains_key(&language)
    };
    sources.iter().all(|one| one.path.is_none())
        || sources.iter().filter_map(|one| one.path.as_deref()).any(for_devices)
}

/// Commands that compile device code by commands of their own: no property of the language counts there (cmake-modules(7), `FindCUDA`; `FindHIP`).
const WRAPPING: &[&str] = &["cuda_add_library", "cuda_add_executable", "hip_add_library", "hip_add_executable"];

/// Whether a target is made by such a command.
fn is_wrapped(project: Project<'_>, id: TargetId) -> bool {
    project.model.definitions_of(id).iter().any(|one| {
        let made = project.model.span(one.origin).and_then(|span| project.files.command_at(span));
        made.is_some_and(|(file, at)| WRAPPING.contains(&&*file.commands[at].lower))
    })
}

/// Whether a value names architectures: `70`, `80-real`, `gfx90a`.
fn is_list(text: &str) -> bool {
    text.split(';').all(|one| {
        let number = one.strip_suffix("-real").or_else(|| one.strip_suffix("-virtual")).unwrap_or(one);
        let number = number.strip_suffix(['a', 'f']).unwrap_or(number);
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && number != "0"
            || one.starts_with("gfx")
    })
}

/// Properties of targets whose compiled code is a file that the program loads by itself (cmake-properties(7)): `OptiX` and the driver take one
/// module, for the oldest device.
const MODULES: &[&str] =
    &["CUDA_CUBIN_COMPILATION", "CUDA_FATBIN_COMPILATION", "CUDA_OPTIX_COMPILATION", "CUDA_PTX_COMPILATION"];

/// Whether the driver compiles the code for the device at hand: PTX is all that is made.
fn is_of_the_driver(model: &Model<'_>, id: TargetId, list: &str) -> bool {
    list.split(';').all(|one| one.ends_with("-virtual"))
        || MODULES.iter().any(|property| !model.property_true(id, property).is_false())
}

/// Generations of devices with their numbers (CUDA C++ Programming Guide, "Compute Capabilities").
const GENERATIONS: &[(&str, &[&str])] = &[
    ("kepler", &["30", "35", "37"]),
    ("maxwell", &["50", "52", "53"]),
    ("pascal", &["60", "61", "62"]),
    ("volta", &["70", "72"]),
    ("turing", &["75"]),
    ("ampere", &["80", "86", "87"]),
    ("ada", &["89"]),
    ("hopper", &["90"]),
    ("blackwell", &["100", "101", "103", "120", "121"]),
];

/// Whether the code exists for one architecture: the list has features of it alone (`90a`, `100f`: CUDA C++ Programming Guide, "Feature
/// Availability"), or the target is called after its number or its generation.
fn is_of_one_architecture(list: &str, target: &str) -> bool {
    let mut numbers = list.split(';').map(|one| one.split('-').next().unwrap_or(one));
    let special = |one: &str| one.ends_with(['a', 'f']) && !one.starts_with("gfx");
    let name = target.to_ascii_lowercase();
    let is_named = |one: &str| {
        name.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| {
            let part = ["sm", "gfx", "compute", "cc", "arch"]
                .iter()
                .find_map(|start| part.strip_prefix(start))
                .unwrap_or(part);
            let of_generation = |known: &&(&str, &[&str])| known.0 == part && known.1.contains(&one);
            part == one.trim_start_matches("gfx") || GENERATIONS.iter().any(|known| of_generation(&known))
        })
    };
    numbers.clone().any(special) || numbers.all(is_named)
}

/// Where the command for targets begins that says the list itself: what a variable brings is another rule's business.
fn written(project: Project<'_>, span: &Span) -> Option<u32> {
    let source = project.files.sources().get(span.file);
    let text = source.bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
    let file = project.files.parse(source.path()).ok()?;
    let at = file.commands.partition_point(|command| command.range.end < span.end);
    let command = file.commands.get(at).filter(|command| command.range.start <= span.start)?;
    // What is appended leaves what users gave.
    let appends = || {
        let words = command.arguments.iter().map_while(|one| one.template.literal());
        words.take_while(|word| *word != "PROPERTY").any(|word| word.starts_with("APPEND"))
    };
    let of_targets = match &*command.lower {
        "set_target_properties" => true,
        "set_property" => !appends(),
        _ => false,
    };
    let says = of_targets && memchr::memchr(b'$', text).is_none() && !is_aside(project, source.path());
    says.then_some(command.range.start)
}

/// Whether a file stands in a folder for tests, examples or documentation, which say what they are for.
fn is_aside(project: Project<'_>, path: &Path) -> bool {
    let aside = |purpose| matches!(purpose, Purpose::Test | Purpose::Example | Purpose::Documentation);
    purposes(path, &project.inputs.path).any(aside)
}
