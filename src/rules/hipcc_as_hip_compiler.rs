//! `hipcc` as the compiler of CMake's language HIP, which CMake refuses.
use crate::cmake::eval::value::Elem;
use crate::cmake::syntax::{Argument, Command, File, Part};
use crate::cond::{Cond, Conds};
use crate::discover::Kind;
use crate::rules::{Context, Draft, Place, Sink};
use crate::scripts::{Act, Configure, Reach, Script};
use crate::source::{SourceFile, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let facts = project.model.facts;
    let Some(languages) = facts.global_properties.get("ENABLED_LANGUAGES") else { return };
    let is_hip = |elem: &&Elem| facts.texts.as_str(elem.text) == Some("HIP");
    let enabled = facts.conds.any(languages.elems.iter().filter(is_hip).map(|elem| elem.cond));
    if enabled.is_false() {
        return;
    }
    let mut report = |cond: Cond, span: Span, variable: &str, value: &str| {
        let draft = Draft::new(facts.conds.and(cond, enabled), Place::new(span, "a wrapper, no compiler"));
        sink.report(draft.named("variable", variable).value("value", value));
    };
    for (file, command) in project.files.all().calls("set") {
        let Some((variable, value)) = setting(command) else { continue };
        let span = Span::new(file.id, command.range.clone());
        // A toolchain file that the user names is not evaluated.
        let path = cx.facts.sources.get(file.id).path().to_path_buf();
        let evaluated = facts.files.iter().any(|one| one.path == path);
        // What is kept in the cache is no plain variable.
        let entry = facts.cache.get(variable).filter(|entry| project.model.span(entry.origin) == Some(span));
        let cond = match facts.assigned.get(&span) {
            Some(conds) => facts.conds.any(conds.iter().copied()),
            None if entry.is_some() => entry.map_or(Cond::TRUE, |entry| entry.declared),
            None if evaluated => continue,
            None => Cond::TRUE,
        };
        if !is_late(file, command) {
            report(cond, span, variable, &value);
        }
    }
    for path in project.inputs.of(Kind::Presets).iter().filter(|path| path.parent() == Some(&facts.source_dir)) {
        let Ok(file) = cx.facts.sources.load(path) else { continue };
        for (variable, span, value) in in_preset(&file) {
            report(Cond::TRUE, span, variable, &value);
        }
    }
    for script in project.scripts.files() {
        for (variable, span, value, step) in in_script(script) {
            // A command line says which project it configures, and with what.
            let by_command = script.configures.iter().find(|configure| configure.step == step);
            match by_command {
                Some(configure) if !configure.is_of(&facts.source_dir) => {}
                Some(configure) => report(given(&facts.conds, enabled, configure), span, variable, &value),
                None => report(Cond::TRUE, span, variable, &value),
            }
        }
    }
}

/// A condition with the settings of a command line.
fn given(conds: &Conds, cond: Cond, configure: &Configure) -> Cond {
    conds.subjects(cond).into_iter().fold(cond, |cond, subject| {
        let info = conds.subject_info(subject);
        let setting = configure.settings.iter().rfind(|(name, _, _)| *name == info.name);
        match setting.and_then(|(_, value, _)| value.literal()) {
            Some(value) => conds.with_text(cond, subject, Some(value)),
            None => cond,
        }
    })
}

/// Where CMake takes the compiler from (cmake-variables(7), cmake-env-variables(7)).
const VARIABLES: &[&str] = &["CMAKE_HIP_COMPILER", "HIPCXX"];

/// A `set()` of the compiler to the wrapper.
fn setting(command: &Command) -> Option<(&'static str, String)> {
    let (name, values) = command.arguments.split_first()?;
    let name = name.template.literal()?;
    let name = name.strip_prefix("ENV{").and_then(|name| name.strip_suffix('}')).unwrap_or(name);
    let variable = VARIABLES.iter().find(|known| **known == name)?;
    let value = tail(values.first()?)?;
    is_wrapper(value).then(|| (*variable, value.to_owned()))
}

/// The end of an argument, behind its last reference.
fn tail(argument: &Argument) -> Option<&str> {
    match argument.template.0.as_slice() {
        [.., Part::Literal(text)] => Some(text),
        _ => None,
    }
}

fn is_wrapper(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    matches!(name, "hipcc" | "hipcc.exe" | "hipcc.bat" | "hipcc.pl")
}

/// Whether the language is enabled in the same file before: then the compiler is settled.
fn is_late(file: &File, set: &Command) -> bool {
    let enables = |command: &&Command| {
        matches!(&*command.lower, "project" | "enable_language")
            && command.arguments.iter().any(|argument| argument.template.literal() == Some("HIP"))
    };
    file.commands.iter().filter(enables).any(|command| command.range.start < set.range.start)
}

/// Settings of presets, as cache variables or in the environment: the variable, where, the value.
fn in_preset(file: &SourceFile) -> Vec<(&'static str, Span, String)> {
    let bytes = file.bytes();
    let mut out = Vec::new();
    for variable in VARIABLES {
        let key = format!("\"{variable}\"");
        for at in memchr::memmem::find_iter(bytes, key.as_bytes()) {
            let Some((range, value)) = value_behind(bytes, at + key.len()) else { continue };
            if is_wrapper(&value) {
                out.push((*variable, Span::new(file.id(), range), value));
            }
        }
    }
    out
}

/// What a script gives to cmake: definitions on its command line, and `HIPCXX` in its environment.
///
/// Each with the number of its step.
fn in_script(script: &Script) -> Vec<(&'static str, Span, String, usize)> {
    let mut out = Vec::new();
    let place = |range: &std::ops::Range<u32>| Span::new(script.source.id(), range.clone());
    for (number, step) in script.facts.steps.iter().enumerate() {
        match &step.act {
            Act::Ran(ran) if ran.program() == Some("cmake") => {
                for (word, range) in ran.words.iter().zip(&ran.ranges) {
                    let shown = word.shown();
                    let defined = shown.strip_prefix("-DCMAKE_HIP_COMPILER").and_then(|rest| rest.split_once('='));
                    let Some((kind, value)) = defined else { continue };
                    if (kind.is_empty() || kind.starts_with(':')) && is_wrapper(value) {
                        out.push(("CMAKE_HIP_COMPILER", place(range), value.to_owned(), number));
                    }
                }
            }
            Act::Assigned(set) if set.name == "HIPCXX" && set.reach != Reach::Shell => {
                let value = set.value.shown();
                if is_wrapper(&value) {
                    out.push(("HIPCXX", place(&step.range), value, number));
                }
            }
            _ => {}
        }
    }
    out
}

/// The string behind a key: `: "…"` or `: { … "value": "…" }`.
fn value_behind(bytes: &[u8], at: usize) -> Option<(std::ops::Range<u32>, String)> {
    let rest = bytes.get(at..)?;
    let skip = |from: usize| rest.iter().skip(from).position(|b| !b.is_ascii_whitespace()).map(|n| n + from);
    let mut from = skip(skip(0).filter(|&n| rest.get(n) == Some(&b':'))? + 1)?;
    if rest.get(from) == Some(&b'{') {
        let end = memchr::memchr(b'}', rest)?;
        let key = memchr::memmem::find(rest.get(..end)?, b"\"value\"")? + "\"value\"".len();
        from = skip(skip(key).filter(|&n| rest.get(n) == Some(&b':'))? + 1)?;
    }
    if rest.get(from) != Some(&b'"') {
        return None;
    }
    let length = memchr::memchr2(b'"', b'\n', rest.get(from + 1..)?)?;
    let text = rest.get(from + 1..from + 1 + length)?;
    let start = (at + from) as u32;
    Some((start..start + length as u32 + 2, String::from_utf8_lossy(text).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_presets() {
        let value = |text: &str| value_behind(text.as_bytes(), 0).map(|(_, value)| value);
        assert_eq!(value(" : \"/opt/rocm/bin/hipcc\"").as_deref(), Some("/opt/rocm/bin/hipcc"));
        assert_eq!(value(": { \"type\": \"FILEPATH\", \"value\": \"hipcc\" }").as_deref(), Some("hipcc"));
        for other in [": 7", "", ": {", ": \"open", ": { \"type\": \"x\" }"] {
            assert_eq!(value(other), None, "{other}");
        }
    }

    #[test]
    fn wrappers() {
        assert!(is_wrapper("hipcc") && is_wrapper("/opt/rocm/bin/hipcc") && is_wrapper("C:\\rocm\\hipcc.bat"));
        assert!(!is_wrapper("/opt/rocm/llvm/bin/clang++") && !is_wrapper("myhipcc"));
    }
}
