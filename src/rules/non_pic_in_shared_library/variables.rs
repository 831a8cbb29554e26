//! How variables are declared and used in a source.
use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::comments::{Language, without_comments};
use crate::model::binaries::{emits, stores};
use crate::model::mentions::{Names, body, words_among};
use crate::native::{Guard, GuardId, Guards, NativeFile, Variable, Visibility};

/// Whether a file includes others between `#pragma GCC visibility push(hidden)` and the next `pop`.
pub(super) fn hides_what_it_includes(file: &NativeFile) -> bool {
    let bytes = file.source.bytes();
    let between = |at: usize| {
        let behind = bytes.get(at..).unwrap_or_default();
        let end = memchr::memmem::find(behind, b"visibility pop").map_or(bytes.len(), |end| at + end);
        file.facts.includes.iter().any(|one| (at..end).contains(&(one.range.start as usize)))
    };
    ["visibility push(hidden)", "visibility push(internal)"]
        .iter()
        .any(|push| memchr::memmem::find_iter(bytes, push.as_bytes()).any(between))
}

/// Whether a declaration says that others do not see the variable, or has a macro that may say so: those that are for exports do not.
pub(super) fn may_be_hidden(declared: &Variable, bytes: &[u8]) -> bool {
    const EXPORTS: &[&str] = &["API", "EXPORT", "EXTERN", "IMPORT", "PUBLIC", "SHARED", "DLL"];
    let attributes = &declared.attributes;
    let is_hidden = |seen: Option<Visibility>| matches!(seen, Some(Visibility::Hidden | Visibility::Internal));
    let hides = |name: &String| {
        let name = name.to_ascii_uppercase();
        !EXPORTS.iter().any(|word| name.contains(word))
    };
    // A macro in small letters is like a type: `extern attribute_hidden int level;`.
    let says_so = || {
        let head = head_of(declared, bytes).to_ascii_lowercase();
        ["hidden", "internal"].iter().any(|word| head.contains(word))
    };
    is_hidden(attributes.visibility)
        || is_hidden(attributes.pragma_visibility)
        || attributes.macros.iter().any(hides)
        || says_so()
}

/// What stands before the name of a variable in its declaration.
fn head_of<'t>(variable: &Variable, bytes: &'t [u8]) -> Cow<'t, str> {
    let before = &bytes[..bytes.len().min(variable.range.start as usize)];
    let start = before.iter().rposition(|byte| b";{}>)#\n".contains(byte)).map_or(0, |at| at + 1);
    String::from_utf8_lossy(&before[start..])
}

/// Whether a variable that a file defines is seen by others.
pub(super) fn is_addressed(variable: &Variable, file: &NativeFile) -> bool {
    stores(variable) && is_plain(variable) && !file.facts.truncated && !follows_a_macro(variable, file.source.bytes())
}

/// Whether the preprocessor lets something through where nothing is defined: a part for a system that lacks something, not one that
/// has to be asked for.
pub(super) fn is_there(guards: &Guards, id: GuardId) -> bool {
    /// Parts of conditions that are looked at.
    const MOST: usize = 2000;
    plain(guards, id, &mut { MOST }).unwrap_or(false)
}

/// The value of a condition where no macro is defined; `None` for a number, for what is not understood, and past the last step.
fn plain(guards: &Guards, id: GuardId, steps: &mut usize) -> Option<bool> {
    *steps = steps.checked_sub(1)?;
    Some(match guards.get(id) {
        Guard::True => true,
        Guard::False | Guard::Defined(_) => false,
        Guard::Not(a) => !plain(guards, *a, steps)?,
        Guard::And(a, b) => plain(guards, *a, steps)? && plain(guards, *b, steps)?,
        Guard::Or(a, b) => plain(guards, *a, steps)? || plain(guards, *b, steps)?,
        Guard::Test(..) | Guard::Expr(_) => return None,
    })
}

/// Words of a declaration that are no type, and those that are one, several of them perhaps.
const BESIDE_A_TYPE: &[&str] =
    &["const", "volatile", "struct", "class", "enum", "union", "typename", "extern", "auto", "constinit", "register"];
const TYPES: &[&str] =
    &["unsigned", "signed", "long", "short", "int", "char", "double", "float", "bool", "_Bool", "void"];

/// Whether a word stands before the type of a variable that may be a macro for `static`: `local deflate_state state;`.
fn follows_a_macro(variable: &Variable, bytes: &[u8]) -> bool {
    let line = head_of(variable, bytes);
    let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty() && !BESIDE_A_TYPE.contains(word)).collect();
    let built_in = words.iter().filter(|word| TYPES.contains(word)).count();
    words.len() - built_in + built_in.min(1) > 1
}

/// Whether nothing but the language decides how a variable is reached.
pub(super) fn is_plain(variable: &Variable) -> bool {
    let attributes = &variable.attributes;
    attributes.visibility.is_none()
        && attributes.pragma_visibility.is_none()
        && attributes.macros.is_empty()
        && !attributes.weak
        && attributes.alias.is_none()
        && attributes.section.is_none()
        && !variable.internal
        && !variable.template
        && !variable.thread_local
        && !variable.constant
}

/// Which of some variables of other files the body of a function names, which no preprocessor condition encloses, where nothing of
/// the same name is declared in the file.
pub(super) fn used_plainly<'n>(file: &NativeFile, names: &FxHashSet<&'n str>) -> FxHashSet<&'n str> {
    let mut used = FxHashSet::default();
    if names.is_empty() {
        return used;
    }
    let bytes = file.source.bytes();
    let bodies =
        file.facts.functions.iter().filter(|one| {
            one.is_definition && !one.inline && !one.template && one.guard == GuardId::TRUE && emits(one)
        });
    let wanted: Names<'_> = names.iter().copied().collect();
    for text in bodies.map(|one| body(bytes, one)) {
        let plain = without_comments(text, Language::C);
        if memchr::memmem::find(&plain, b"\n#").is_none() {
            used.extend(wanted.among(&plain).into_iter().map(|(name, _)| name));
        }
    }
    if used.is_empty() {
        return used;
    }
    let outside: FxHashSet<usize> = file.facts.variables.iter().map(|one| one.range.start as usize).collect();
    let code = without_comments(bytes, Language::C);
    for (name, at) in words_among(&code, &used.clone()) {
        if !outside.contains(&at) && may_be_another(&code[..at]) {
            used.remove(name);
        }
    }
    used
}

/// Whether a name may be that of something else than a variable, by the text before it: a word or a star may declare another one, so
/// may a list of parameters; a dot and an arrow name a member.
pub(super) fn may_be_another(before: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let before = before.trim_ascii_end();
    let start = before.iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
    let word = &before[start..];
    let named = !word.is_empty() && !matches!(word, b"return" | b"else" | b"case" | b"do" | b"sizeof");
    named || matches!(before.last(), Some(b'*' | b'"' | b'#' | b'.')) || before.ends_with(b"->")
}

/// Whether a function's body, which no preprocessor condition encloses, names the variable.
pub(super) fn is_used(file: &NativeFile, variable: &Variable) -> bool {
    let bytes = file.source.bytes();
    let bodies = file.facts.functions.iter().filter(|function| {
        function.is_definition && !function.inline && !function.template && function.guard == variable.guard
    });
    let mut bodies = bodies.map(|function| function.head.end as usize);
    bodies.any(|start| {
        let body = bytes.get(start..).unwrap_or_default();
        let end =
            memchr::memmem::find(body, b"\n}").unwrap_or_else(|| memchr::memchr(b'\n', body).unwrap_or(body.len()));
        let body = body.get(..end).unwrap_or_default();
        let word = |at: usize| {
            let name = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let before = at.checked_sub(1).and_then(|at| body.get(at));
            let member = matches!(before, Some(b'.' | b'>'));
            !name(before) && !member && !name(body.get(at + variable.name.len()))
        };
        let mut places = memchr::memmem::find_iter(body, variable.name.as_bytes()).filter(|at| word(*at)).peekable();
        // `int level = 0;` in the body is another one.
        places.peek().is_some() && !places.any(|at| declares(body, at, variable.name.len()))
    })
}

/// Whether a body declares a variable at a place: a type before the name, and behind it what ends a declarator.
fn declares(body: &[u8], at: usize, length: usize) -> bool {
    let before = body.get(..at).unwrap_or_default().trim_ascii_end();
    let before = before.strip_suffix(b"*").unwrap_or(before).trim_ascii_end();
    let start = before.iter().rposition(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').map_or(0, |at| at + 1);
    let is_type = std::str::from_utf8(&before[start..]).is_ok_and(|word| TYPES.contains(&word));
    let behind = body.get(at + length..).unwrap_or_default().trim_ascii_start();
    is_type && matches!(behind.first(), Some(b';' | b'=' | b',' | b'['))
}
