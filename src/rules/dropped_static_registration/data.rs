//! Variables that are computed for their value, and not for what computing them does.
use crate::model::headers::Reached;
use crate::model::mentions::{all_words, words};
use crate::model::symbols::last;
use crate::native::{NativeFile, Registration, RegistrationKind, Variable};

use super::Search;

impl Search<'_> {
    /// Whether a computed variable is there for those who read it: a header declares it, or the class that it is a member of, and neither
    /// its type nor what computes it is one of those by which things are registered.
    pub(super) fn is_data(&self, registration: &Registration, file: &NativeFile, reached: &Reached) -> bool {
        if registration.kind != RegistrationKind::DynamicInit {
            return false;
        }
        if self.is_named_by_a_macro(registration, file, reached) {
            return true;
        }
        if speaks_of_registering(&registration.detail) {
            return false;
        }
        if self.hands_nothing_over(registration, file, reached) || hands_constants_over(registration, file) {
            return true;
        }
        let variable = file.facts.variables.iter().find(|one| one.range == registration.range);
        let Some(variable) = variable.filter(|one| !is_flag(file.source.bytes(), one)) else { return false };
        let class = variable.qualified.rsplit_once("::").map(|(class, _)| class);
        reached.files.iter().skip(1).filter_map(|&index| self.binaries.natives.at(index)).any(|header| {
            // A namespace may have another name here.
            let same = |one: &Variable| {
                one.qualified == variable.qualified
                    || class.is_some() && one.name == variable.name && !one.is_definition
            };
            header.facts.variables.iter().any(same)
                || header.facts.classes.iter().any(|one| Some(one.qualified.as_str()) == class)
        })
    }

    /// Whether a variable is computed by a function of others that gets nothing from here: `auto start = clock::now();`.
    fn hands_nothing_over(&self, registration: &Registration, file: &NativeFile, reached: &Reached) -> bool {
        let after = file.source.bytes().get(registration.range.end as usize..).unwrap_or_default();
        let text = after.get(..memchr::memchr(b';', after).unwrap_or(0)).unwrap_or_default();
        let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let name = last(&registration.detail);
        let is_plain_call = text.strip_prefix(b"=").and_then(|text| text.strip_suffix(b"()")).is_some_and(|called| {
            let is_name = called.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'));
            is_name && called.ends_with(name.as_bytes())
        });
        let own = || file.facts.functions.iter().any(|one| one.is_definition && one.name == name);
        let is_class = || {
            let mut files = reached.files.iter().filter_map(|&index| self.binaries.natives.at(index));
            files.any(|file| file.facts.classes.iter().any(|one| one.name == name))
        };
        is_plain_call && !own() && !is_class()
    }

    /// Whether the file uses a macro that names a variable, itself or through others: `#define LOG(x) logger.info(x)`.
    fn is_named_by_a_macro(&self, registration: &Registration, file: &NativeFile, reached: &Reached) -> bool {
        /// Macros that are followed from one variable.
        const MOST: usize = 50;
        let files = reached.files.iter().filter_map(|&index| self.binaries.natives.at(index));
        let macros: Vec<_> = files.flat_map(|file| &file.facts.macros).collect();
        let mut naming = vec![registration.name.as_str()];
        let mut at = 0;
        while let Some(&name) = naming.get(at) {
            at += 1;
            for one in macros.iter().filter(|one| one.body.as_deref().is_some_and(|body| names_itself(body, name))) {
                let is_parameter = one.parameters.iter().flatten().any(|parameter| parameter == name);
                if is_parameter || naming.len() > MOST || naming.contains(&one.name.as_str()) {
                    continue;
                }
                if invokes(file, &one.name) {
                    return true;
                }
                naming.push(&one.name);
            }
        }
        false
    }
}

/// Whether a name is that of something that registers.
pub(super) fn speaks_of_registering(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["regist", "factory", "plugin", "enrol"].iter().any(|word| lower.contains(word))
}

/// Whether a variable is of a type that says only that something was done.
fn is_flag(text: &[u8], variable: &Variable) -> bool {
    let before = text.get(..variable.range.start as usize).unwrap_or_default();
    let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}' | b'\n')).map_or(0, |at| at + 1);
    let mut words = before[start..].split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    words.any(|word| matches!(word, b"bool" | b"int" | b"char" | b"auto"))
}

/// Whether the file names a variable elsewhere: it is there for its value, and not for what making it does. A cast to `void`,
/// against warnings, does not count.
pub(super) fn is_named_again(registration: &Registration, text: &[u8]) -> bool {
    // A text in quotes is often the name that it registers under.
    let word = |at: Option<&u8>| at.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'"'));
    memchr::memmem::find_iter(text, registration.name.as_bytes()).any(|at| {
        let end = at + registration.name.len();
        let before = text.get(..at).unwrap_or_default();
        at != registration.range.start as usize
            && !word(before.last())
            && !word(text.get(end))
            && !before.trim_ascii_end().ends_with(b"(void)")
    })
}

/// Whether a text of a macro has a name as it is, and not as a part of one that it makes.
fn names_itself(body: &str, name: &str) -> bool {
    words(body.as_bytes(), name).any(|at| {
        let (before, after) = (body[..at].trim_end(), body[at + name.len()..].trim_start());
        !before.ends_with('#') && !after.starts_with("##")
    })
}

/// Whether a file uses a macro.
fn invokes(file: &NativeFile, name: &str) -> bool {
    let defined: Vec<_> = file.facts.macros.iter().filter(|one| one.name == name).map(|one| &one.range).collect();
    words(file.source.bytes(), name).any(|at| !defined.iter().any(|range| range.contains(&(at as u32))))
}

/// Whether a variable is computed by functions of others that get texts, numbers and constants only, and say nothing of putting
/// something anywhere: `static const Symbol key = intern("offset");`. Who registers hands code over.
fn hands_constants_over(registration: &Registration, file: &NativeFile) -> bool {
    let after = file.source.bytes().get(registration.range.end as usize..).unwrap_or_default();
    let text = after.get(..memchr::memchr(b';', after).unwrap_or(0)).unwrap_or_default();
    let Some(value) = text.trim_ascii_start().strip_prefix(b"=") else { return false };
    let plain = without_literals(value);
    // Of a lambda, of templates and of addresses it is not asked what they are.
    if plain.iter().any(|byte| matches!(byte, b'{' | b'[' | b'<' | b'&')) {
        return false;
    }
    let facts = &file.facts;
    all_words(&plain).all(|(word, at)| {
        let next = plain.get(at + word.len()..).unwrap_or_default().trim_ascii_start();
        let own = facts.classes.iter().any(|one| one.name == word)
            || facts.functions.iter().any(|one| one.is_definition && one.name == word);
        if own || word == "new" {
            return false;
        }
        let called = next.starts_with(b"(") && !puts_something(word);
        called || [&b"::"[..], b".", b"->"].iter().any(|mark| next.starts_with(mark)) || is_constant(word, file)
    })
}

/// A text without what stands in quotes.
fn without_literals(text: &[u8]) -> Vec<u8> {
    text.split(|byte| *byte == b'"').step_by(2).flatten().copied().collect()
}

/// Whether a name is that of a function that puts something somewhere.
pub(super) fn puts_something(name: &str) -> bool {
    const VERBS: &[&str] = &[
        "add",
        "append",
        "attach",
        "bind",
        "connect",
        "declare",
        "define",
        "emplace",
        "enable",
        "export",
        "hook",
        "insert",
        "install",
        "provide",
        "publish",
        "push",
        "put",
        "reg",
        "set",
        "subscribe",
    ];
    let begins = |verb: &&str| {
        let rest = name.get(verb.len()..).unwrap_or_default();
        name.get(..verb.len()).is_some_and(|start| start.eq_ignore_ascii_case(verb))
            && !rest.starts_with(|c: char| c.is_ascii_lowercase())
    };
    speaks_of_registering(name) || VERBS.iter().any(begins)
}

/// Whether a word is a number, or the name of a constant: by its form, or as a variable or macro of the file.
fn is_constant(word: &str, file: &NativeFile) -> bool {
    let is_caps = word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_lowercase());
    word.starts_with(|c: char| c.is_ascii_digit())
        || matches!(word, "true" | "false" | "nullptr")
        || is_caps
        || file.facts.variables.iter().any(|one| one.name == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_puts_something() {
        assert!(
            ["add", "addEntry", "add_entry", "Install", "registerOp", "setHook"].iter().all(|one| puts_something(one))
        );
        assert!(["address", "settings", "intern", "getLogger", "counter"].iter().all(|one| !puts_something(one)));
    }

    #[test]
    fn names_in_macros() {
        assert!(names_itself("logger.info(x)", "logger") && !names_itself("logger##x", "logger"));
        assert!(!names_itself("#logger", "logger") && !names_itself("loggers", "logger"));
    }
}
