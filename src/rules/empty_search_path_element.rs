//! Search paths that get an empty element, which means the current folder.
use std::ops::Range;
use std::path::Path;

use indexmap::IndexMap;

use crate::cargo::Cargo;
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::archives::is_ever;
use crate::rules::finding::{Applicability, Edit, Fix};
use crate::rules::{Confidence, Context, Draft, Facts, Place, Project, Sink};
use crate::scripts::word::{Form, Piece};
use crate::scripts::{Act, Assigned, Before, Part, Ran, Reach, Script, Text};
use crate::source::{Purpose, Span, purpose};

/// Variables in which an empty element is the current folder, and who looks there: ld.so(8), gcc(1) "Environment Variables
/// Affecting GCC".
const SEARCHED: &[(&str, &str)] = &[
    ("LD_LIBRARY_PATH", "the loader then looks for libraries in the current folder"),
    ("LIBRARY_PATH", "the linker then looks for libraries in the current folder"),
    ("CPATH", "the compiler then looks for headers in the current folder"),
    ("C_INCLUDE_PATH", "the compiler then looks for headers in the current folder"),
    ("CPLUS_INCLUDE_PATH", "the compiler then looks for headers in the current folder"),
    ("OBJC_INCLUDE_PATH", "the compiler then looks for headers in the current folder"),
];

/// When there is an empty element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Empty {
    Always,
    WhenUnset,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(scripts) = cx.facts.judged_scripts() else { return };
    for script in scripts.files() {
        // One finding for all that a script says in the same words. Not for copies of the script: each is mended, or allowed, by itself.
        let mut alike: IndexMap<(String, bool), Alike> = IndexMap::new();
        for (number, step) in script.facts.steps.iter().enumerate() {
            let Act::Assigned(assigned) = &step.act else { continue };
            let Some((variable, what)) = SEARCHED.iter().find(|(name, _)| *name == assigned.name) else { continue };
            let Some(empty) = empty(assigned) else { continue };
            if empty == Empty::WhenUnset && is_set_by_the_image(script, number, &assigned.name) {
                continue;
            }
            // The loader of musl leaves empty elements out (ldso/dynlink.c, path_open).
            if *variable == "LD_LIBRARY_PATH" && is_on_musl(script) {
                continue;
            }
            let at = step.range.start as usize;
            let elsewhere = has_changed_folder(script, at) || is_below_current(assigned);
            let launches = launches(&cx.facts, script, at) && !elsewhere;
            let (place, assigned) = written(script, number, assigned);
            let when = match empty {
                Empty::Always => String::new(),
                Empty::WhenUnset => " where it is not set".to_owned(),
            };
            let words = script.source.bytes().get(place.start as usize..place.end as usize).unwrap_or_default();
            let key = (String::from_utf8_lossy(words).into_owned(), launches);
            let span = Span::new(script.source.id(), place);
            let fix = fix(script, assigned, variable);
            let mend = fix.as_ref().and_then(|fix| fix.edits.first()).map(|edit| format!(": `{}`", edit.replacement));
            let group = alike.entry(key).or_insert_with(|| {
                let place = Place::new(span, "an element between separators is empty");
                let draft = Draft::new(Cond::TRUE, place);
                let draft = draft.named("variable", *variable).value("what", *what).value("when", when);
                let draft = draft.value("mend", mend.unwrap_or_default());
                // Where nothing of the project is started, it is a script for its own builds and tests.
                let draft = if launches { draft } else { draft.confidence(Confidence::Heuristic) };
                Alike { draft, others: Vec::new(), fix: None }
            });
            if group.others.is_empty() && group.fix.is_none() {
                group.fix = fix;
            } else if let (Some(all), Some(fix)) = (&mut group.fix, fix) {
                all.edits.extend(fix.edits);
            }
            group.others.push(span);
        }
        for Alike { mut draft, others, fix } in alike.into_values() {
            for span in others.iter().skip(1) {
                draft = draft.related(*span, "and here");
            }
            sink.report(fix.into_iter().fold(draft, Draft::fix));
        }
    }
}

/// Assignments in the same words.
struct Alike {
    draft: Draft,
    /// All places, the first one too.
    others: Vec<Span>,
    fix: Option<Fix>,
}

/// Files that shells read when they begin (bash(1), INVOCATION; `pam_env(8)`).
const PROFILES: &[&str] =
    &[".bashrc", ".profile", ".bash_profile", ".zshrc", "bash.bashrc", "/etc/profile", "/etc/environment"];

/// Whether what is written there stays in the image: `ENV`, or a line that is put into a shell's own file. What a `RUN`
/// exports is gone with it.
fn stays(bytes: &[u8], at: usize) -> bool {
    let mut lines = bytes.get(..at).unwrap_or_default().rsplit(|byte| *byte == b'\n');
    let mut instruction = lines.next().unwrap_or_default();
    let mut taken = instruction.len();
    for line in lines.take_while(|line| line.trim_ascii_end().ends_with(b"\\")) {
        instruction = line;
        taken += line.len() + 1;
    }
    let start = at.saturating_sub(taken);
    let mut rest = bytes.get(start..).unwrap_or_default().split(|byte| *byte == b'\n');
    let is_run = begins_with(instruction, b"RUN ");
    let has_profile = |line: &[u8]| PROFILES.iter().any(|name| memchr::memmem::find(line, name.as_bytes()).is_some());
    let mut going_on = true;
    !is_run
        || rest.any(|line| {
            let own = going_on;
            going_on &= line.trim_ascii_end().ends_with(b"\\");
            own && has_profile(line)
        })
}

/// Whether what is written there is in a stage of a container file out of which the last one only takes files: nobody starts that image.
fn is_left_behind(bytes: &[u8], at: usize) -> bool {
    struct Stage {
        start: usize,
        image: String,
        name: Option<String>,
    }
    let mut stages: Vec<Stage> = Vec::new();
    let mut copied: Vec<(usize, String)> = Vec::new();
    let mut start = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let words: Vec<String> = String::from_utf8_lossy(line).split_whitespace().map(str::to_lowercase).collect();
        let plain: Vec<&str> =
            words.iter().map(String::as_str).filter(|word| !word.starts_with("--platform")).collect();
        match *plain {
            ["from", image, "as", name, ..] => {
                stages.push(Stage { start, image: image.into(), name: Some(name.into()) });
            }
            ["from", image, ..] => stages.push(Stage { start, image: image.into(), name: None }),
            ["copy", ..] => {
                let from = words.iter().find_map(|word| word.strip_prefix("--from="));
                copied.extend(from.map(|from| (start, from.to_owned())));
            }
            _ => {}
        }
        start += line.len();
    }
    let Some(own) = stages.iter().rposition(|stage| stage.start <= at) else { return false };
    let number = own.to_string();
    let is_own = |word: &str| word == number || stages[own].name.as_deref() == Some(word);
    let later = &stages[own + 1..];
    !later.is_empty()
        && !later.iter().any(|stage| is_own(&stage.image))
        && copied.iter().any(|(place, from)| later.first().is_some_and(|next| *place > next.start) && is_own(from))
}

/// Whether a script starts a program of the project, or describes an image, where the value stays.
fn launches(facts: &Facts<'_>, script: &Script, at: usize) -> bool {
    let name = script.source.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let image =
        ["Dockerfile", "Containerfile"].iter().any(|word| name.contains(word)) && stays(script.source.bytes(), at);
    let image = image && !is_left_behind(script.source.bytes(), at);
    // Tests know the folder in which they run.
    let inputs = facts.project.map(|project| project.inputs).or_else(|| facts.cargo.map(|cargo| cargo.inputs));
    let below = inputs.and_then(|inputs| script.source.path().strip_prefix(&inputs.path).ok());
    let below = below.unwrap_or(script.source.path());
    // So do the services that build and test, by the files and folders that describe their work.
    let of_tests = |name: &str| {
        let folders = ["ci", ".ci", ".github", ".gitlab", ".circleci", ".buildkite", "Jenkinsfile"];
        let services = [".travis", ".gitlab-ci", "azure-pipelines"];
        purpose(name) == Some(Purpose::Test)
            || folders.contains(&name)
            || services.iter().any(|service| name.starts_with(service))
    };
    if below.iter().filter_map(|part| part.to_str()).any(of_tests) {
        return false;
    }
    image
        || facts.project.is_some_and(|project| is_installed(project, script.source.path()))
        || script.facts.steps.iter().any(|step| match &step.act {
            Act::Ran(ran) => ran.program().is_some_and(|program| is_started(facts, program, ran)),
            Act::Assigned(_) => false,
        })
}

/// Whether a command starts a program of the project, by the name of its target or of its file.
fn is_started(facts: &Facts<'_>, program: &str, ran: &Ran) -> bool {
    let by_cmake = |project: Project<'_>| {
        let model = project.model;
        let is_it = |id: TargetId| model.name(id) == program || model.stem(id) == program;
        model.targets().any(|id| is_it(id) && is_ever(model, id, &[TargetKind::Executable]))
    };
    let by_cargo = |cargo: &Cargo<'_>| {
        let runs = program == "cargo" && ran.words.get(1).and_then(Text::literal) == Some("run");
        runs || cargo.packages.iter().any(|package| package.bins.iter().any(|bin| bin.name == program))
    };
    facts.project.is_some_and(by_cmake) || facts.cargo.is_some_and(by_cargo)
}

/// Whether a script, or what is made of it, is installed: users source it into their shells, or start with it what stands beside it.
fn is_installed(project: Project<'_>, path: &Path) -> bool {
    let model = project.model;
    let installed = model.installed();
    if installed.holds(path) {
        return true;
    }
    let texts = &model.facts.texts;
    let made = model.facts.generated.iter().filter(|made| {
        let input = made.input.and_then(|input| texts.plain(input));
        input.is_some_and(|input| Path::new(&*input) == path)
    });
    made.filter_map(|made| texts.plain(made.output)).any(|output| installed.holds(Path::new(&*output)))
}

/// Whether a script has gone to a folder of its own choice before a place: the current folder is no longer that of who starts it.
fn has_changed_folder(script: &Script, at: usize) -> bool {
    // Each instruction for an image has its own.
    let name = script.source.path().file_name().unwrap_or_default().to_string_lossy();
    if ["Dockerfile", "Containerfile"].iter().any(|word| name.contains(word)) {
        return false;
    }
    let before = String::from_utf8_lossy(script.source.bytes().get(..at).unwrap_or_default()).into_owned();
    let goes = |command: &str| {
        let mut words = command.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("cd" | "pushd"), Some("-")) | (Some("popd"), _) => Some(false),
            (Some("cd" | "pushd"), Some(_)) => Some(true),
            _ => None,
        }
    };
    if commands(&before).filter_map(goes).last() == Some(true) {
        return true;
    }
    // Behind it, before anything else runs; below where it is started others may have put what they like.
    let after = String::from_utf8_lossy(script.source.bytes().get(at..).unwrap_or_default()).into_owned();
    let first = commands(&after).skip(1).find(|command| !is_preparing(command));
    let is_named = |command: &str| {
        let folder = command.split_ascii_whitespace().nth(1).unwrap_or_default();
        folder.trim_start_matches('"').starts_with(['/', '$', '~'])
    };
    first.is_some_and(|command| goes(command) == Some(true) && is_named(command))
}

fn commands(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split("&&").flat_map(|part| part.split(';')))
}

/// Whether a line of a script only prepares what is to run: it sets variables, says something, or handles files.
fn is_preparing(command: &str) -> bool {
    const WORDS: &[&str] = &[
        "cp", "ln", "mkdir", "mv", "rm", "touch", "chmod", "echo", "printf", "export", "set", "unset", "if", "then",
        "else", "fi", "do", "done", "[", "[[", "}", "{", "ulimit", "umask",
    ];
    // What stands behind assignments runs with them.
    let first = command.split_ascii_whitespace().find(|word| !word.contains('='));
    first.is_none_or(|first| first.starts_with('#') || WORDS.contains(&first))
}

/// Whether another element is a folder below the current one: who may write there may do it in either.
fn is_below_current(assigned: &Assigned) -> bool {
    let elements = assigned.value.split(&[':']);
    elements.iter().any(|element| element.parts.first() == Some(&Part::Initial("PWD".into())))
}

/// Where the value is put together: another variable may have carried it.
fn written<'s>(script: &'s Script, number: usize, assigned: &'s Assigned) -> (Range<u32>, &'s Assigned) {
    let steps = script.facts.steps.get(..=number).unwrap_or_default();
    let own = (steps.last().map(|step| step.range.clone()).unwrap_or_default(), assigned);
    if assigned.word.mentions(&assigned.name) {
        return own;
    }
    let carried = steps.iter().rev().find_map(|step| match &step.act {
        Act::Assigned(one) if one.value == assigned.value && one.word.mentions(&assigned.name) => {
            Some((step.range.clone(), one))
        }
        _ => None,
    });
    carried.unwrap_or(own)
}

/// Whether an instruction of a Dockerfile before a step sets the variable for all that runs in the image: scripts that are written there
/// find it set.
fn is_set_by_the_image(script: &Script, number: usize, variable: &str) -> bool {
    let bytes = script.source.bytes();
    let instruction = |at: u32| {
        let before = bytes.get(..at as usize).unwrap_or_default();
        let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        begins_with(bytes.get(line..).unwrap_or_default(), b"ENV ")
    };
    // A piece that others are put before: the image is theirs.
    let is_piece = |at: u32| {
        let before = bytes.get(..at as usize).unwrap_or_default();
        !before.split(|byte| *byte == b'\n').any(|line| begins_with(line, b"FROM "))
    };
    let here = script.facts.steps.get(number).map(|step| step.range.start);
    here.is_some_and(|at| instruction(at) && is_piece(at))
        || script.facts.steps.iter().take(number).any(|step| match &step.act {
            Act::Assigned(assigned) => {
                assigned.name == variable && assigned.reach == Reach::Exported && instruction(step.range.start)
            }
            Act::Ran(_) => false,
        })
}

/// Whether a line is that instruction of a container file.
fn begins_with(line: &[u8], instruction: &[u8]) -> bool {
    line.trim_ascii_start().get(..instruction.len()).is_some_and(|word| word.eq_ignore_ascii_case(instruction))
}

/// Whether a container file begins with an image of Alpine.
fn is_on_musl(script: &Script) -> bool {
    let mut froms =
        script.source.bytes().split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"FROM ")).peekable();
    froms.peek().is_some() && froms.all(|line| memchr::memmem::find(line, b"alpine").is_some())
}

/// Whether the current folder, or one below or above it, is an element all the same, or the value is meant for Windows, where nobody reads it.
fn is_meant(assigned: &Assigned) -> bool {
    let relative = |text: &str| text == "." || text.starts_with("./") || text.starts_with("../");
    let here = |element: &Text| element.literal().is_some_and(relative) || *element == Text::initial("PWD");
    // The name of a triplet of vcpkg.
    let windows = |part: &Part| matches!(part, Part::Known(text) if text.contains("-windows"));
    assigned.value.split(&[':']).iter().any(here) || assigned.value.parts.iter().any(windows)
}

fn empty(assigned: &Assigned) -> Option<Empty> {
    let parts = &assigned.value.parts;
    if is_meant(assigned) {
        return None;
    }
    let known = |part: &Part| match part {
        Part::Known(text) => text.clone(),
        _ => String::new(),
    };
    let (first, last) = (parts.first()?, parts.last()?);
    let starts = known(first).starts_with(':');
    let ends = known(last).ends_with(':');
    let doubled = parts.iter().any(|part| known(part).contains("::"));
    if assigned.append && assigned.before == Before::Unknown {
        return None;
    }
    if starts || ends || doubled {
        return Some(Empty::Always);
    }
    if assigned.before != Before::Untouched || assigned.asked || parts.len() < 2 || stops(assigned) {
        return None;
    }
    let own = parts.iter().position(|part| *part == Part::Initial(assigned.name.clone()))?;
    let before = own.checked_sub(1).and_then(|at| parts.get(at));
    let after = parts.get(own + 1);
    let bounded =
        before.is_none_or(|part| known(part).ends_with(':')) && after.is_none_or(|part| known(part).starts_with(':'));
    bounded.then_some(Empty::WhenUnset)
}

/// Whether the script ends where the variable is not set.
fn stops(assigned: &Assigned) -> bool {
    assigned.word.pieces.iter().any(|piece| match piece {
        Piece::Parameter { name, form } if *name == assigned.name => match form {
            Form::Plain => assigned.nounset,
            Form::Error => true,
            _ => false,
        },
        _ => false,
    })
}

/// `:$NAME` becomes `${NAME:+:$NAME}`.
fn fix(script: &Script, assigned: &Assigned, name: &str) -> Option<Fix> {
    let text = script.source.bytes().get(assigned.word.range.clone())?;
    let start = assigned.word.range.start;
    for written in [format!("${{{name}}}"), format!("${name}")] {
        let Some(at) = memchr::memmem::find(text, written.as_bytes()) else { continue };
        let end = at + written.len();
        let (range, replacement) = if at > 0 && text.get(at - 1) == Some(&b':') && !matches!(text.get(end), Some(b':'))
        {
            (at - 1..end, format!("${{{name}:+:${name}}}"))
        } else if text.get(end) == Some(&b':') && at.checked_sub(1).is_none_or(|before| text.get(before) != Some(&b':'))
        {
            (at..end + 1, format!("${{{name}:+${name}:}}"))
        } else {
            return None;
        };
        let span = Span::new(script.source.id(), (start + range.start) as u32..(start + range.end) as u32);
        let title = format!("put the separator only where `{name}` holds something");
        return Some(Fix { title, applicability: Applicability::Safe, edits: vec![Edit { span, replacement }] });
    }
    None
}
