//! A file that the program has just compiled, loaded by a name without a folder.
use crate::model::TargetId;
use crate::model::loading::{Load, literals};
use crate::native::ArgumentValue;
use crate::rules::{Confidence, Draft, Place, Severity, Sink};

use super::Search;

impl Search<'_> {
    /// A name without a slash is searched in the folders of libraries, never in the current one.
    pub(super) fn compiled(&self, id: TargetId, load: &Load, sink: &mut Sink) {
        let Some(file) = &load.call.file else { return };
        let texts: Vec<String> = match &file.value {
            ArgumentValue::Opaque => value_before(load, &file.text).unwrap_or_default(),
            _ => literals(file).to_vec(),
        };
        let Some(name) = texts.last().filter(|name| name.ends_with(".so") && texts.iter().all(|t| !t.contains('/')))
        else {
            return;
        };
        let whole = matches!(file.value, ArgumentValue::Literal(_));
        if matches!(file.value, ArgumentValue::Fragments(_)) {
            return;
        }
        let targets = self.model.process_of(id).into_iter();
        let mut runs = targets.flat_map(|target| self.model.compiler_runs(self.natives, target));
        // A name that is written out stands in the command too; another one is the file that the command's variable names.
        let Some(run) = runs.find(|run| !whole || run.texts().any(|text| names_output(text, name))) else { return };
        let conds = &self.model.facts.conds;
        let cond = conds.all([load.cond, run.cond, self.model.elf()]);
        let draft = Draft::new(cond, Place::new(load.span(), "no folder in the name"))
            .related(run.span(), "compiles it")
            .subject(name)
            .named("function", load.call.function)
            .message(format!(
                "`{}` looks for a name without `/` in the folders of libraries, not where the compiler has just written it",
                load.call.function
            ))
            .help("write `./` before the name, or better an absolute path")
            .severity(Severity::Error)
            .confidence(Confidence::Likely);
        sink.report(draft);
    }
}

/// Whether a command line writes a file of that name into the current folder.
fn names_output(text: &str, name: &str) -> bool {
    let mut words = text.split([' ', '"', '\'', ';', '\n']);
    words.any(|word| word == name || word.strip_prefix("-o") == Some(name))
}

/// The literal parts of what a variable was given before, when it is a name and an ending: `kernel.name + ".so"`.
fn value_before(load: &Load, argument: &str) -> Option<Vec<String>> {
    // The function around the call, or what is near enough to it.
    const NEAR: usize = 4000;
    let variable = argument.trim().trim_end_matches(".c_str()").trim_end_matches(".data()");
    let is_name =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name(variable) {
        return None;
    }
    let end = load.call.range.start as usize;
    let bytes = load.file.source.bytes().get(end.saturating_sub(NEAR)..end)?;
    let text = String::from_utf8_lossy(bytes);
    let mut before = &*text;
    while let Some(at) = before.rfind(variable) {
        let after = text.get(at + variable.len()..)?.trim_start();
        let starts = before[..at].ends_with([' ', '&', '*']);
        if let Some(value) = after.strip_prefix('=').filter(|value| starts && !value.starts_with('=')) {
            return name_and_ending(value.split(';').next()?);
        }
        before = &before[..at];
    }
    None
}

/// The literals of a sum of texts, of which the first is called a name: then it has no folder.
fn name_and_ending(value: &str) -> Option<Vec<String>> {
    let mut terms = value.split('+').map(str::trim);
    let first = terms.next()?;
    let plain = first.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'>'));
    let last = first.rsplit(['.', '>']).next()?.to_lowercase();
    if !plain || !last.trim_end_matches('_').ends_with("name") || last.contains("file") || last.contains("path") {
        return None;
    }
    let literal = |term: &str| term.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
    terms.map(literal).collect::<Option<Vec<String>>>().filter(|texts| !texts.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_names() {
        assert_eq!(name_and_ending(" kernel.name + \"_k.so\""), Some(vec!["_k.so".to_owned()]));
        assert_eq!(name_and_ending(" \"./\" + kernel.name + \"_k.so\""), None);
        assert_eq!(name_and_ending(" dir + \"k.so\""), None);
        assert_eq!(name_and_ending(" fileName + \".so\""), None);
        assert!(names_output("cc -shared -o k.so k.c", "k.so") && !names_output("cc -o b/k.so k.c", "k.so"));
    }
}
