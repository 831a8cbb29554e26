//! Names in the text of sources, where what the parser understood is not enough: a name counts as defined unless every place
//! of it is seen to be something else.
use rustc_hash::{FxHashMap, FxHashSet};

use crate::native::{Function, NativeFile};

/// Whether a text holds a name as a whole word.
pub fn has_word(bytes: &[u8], name: &str) -> bool {
    words(bytes, name).next().is_some()
}

/// The places of a name as a whole word.
pub fn words<'t>(bytes: &'t [u8], name: &'t str) -> impl Iterator<Item = usize> + 't {
    memchr::memmem::find_iter(bytes, name.as_bytes()).filter(move |&at| stands_at(bytes, name, at))
}

/// Whether a name stands at a place of a text, as a whole word.
fn stands_at(bytes: &[u8], name: &str, at: usize) -> bool {
    let part = |byte: Option<&u8>| byte.is_some_and(|byte| is_part(*byte));
    bytes.get(at..).is_some_and(|rest| rest.starts_with(name.as_bytes()))
        && !part(at.checked_sub(1).and_then(|before| bytes.get(before)))
        && !part(bytes.get(at + name.len()))
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The words of a text, each with its place.
pub fn all_words(bytes: &[u8]) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    let words = bytes.split(|byte| !is_part(*byte)).map(move |word| {
        let start = at;
        at += word.len() + 1;
        (word, start)
    });
    words.filter_map(|(word, at)| Some((std::str::from_utf8(word).ok().filter(|word| !word.is_empty())?, at)))
}

/// Names that are looked for in many texts.
pub struct Names<'n> {
    words: FxHashSet<&'n str>,
    /// Those that are no words, as C++ has them (`space::name`, `~Type`): by the longest word in them, with its place there.
    composed: FxHashMap<&'n str, Vec<(&'n str, usize)>>,
    /// Those that hold no word.
    others: Vec<&'n str>,
}

impl<'n> FromIterator<&'n str> for Names<'n> {
    fn from_iter<I: IntoIterator<Item = &'n str>>(names: I) -> Self {
        let mut all = Self { words: FxHashSet::default(), composed: FxHashMap::default(), others: Vec::new() };
        for name in names {
            match all_words(name.as_bytes()).max_by_key(|(word, _)| word.len()) {
                Some((word, _)) if word.len() == name.len() => _ = all.words.insert(name),
                Some((word, at)) => {
                    // The slice of the name itself lives as long as the name.
                    let word = name.get(at..at + word.len()).unwrap_or(name);
                    all.composed.entry(word).or_default().push((name, at));
                }
                None => all.others.push(name),
            }
        }
        for one in all.composed.values_mut() {
            one.sort_unstable();
            one.dedup();
        }
        all.others.sort_unstable();
        all.others.dedup();
        all
    }
}

impl<'n> Names<'n> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.composed.is_empty() && self.others.is_empty()
    }

    /// Which of them a text holds as whole words, and where, in one pass.
    pub fn among(&self, bytes: &[u8]) -> Vec<(&'n str, usize)> {
        let mut found = Vec::new();
        for (word, at) in all_words(bytes) {
            found.extend(self.words.get(word).map(|name| (*name, at)));
            for (name, within) in self.composed.get(word).into_iter().flatten() {
                let start = at.checked_sub(*within).filter(|start| stands_at(bytes, name, *start));
                found.extend(start.map(|start| (*name, start)));
            }
        }
        for name in &self.others {
            found.extend(words(bytes, name).map(|at| (*name, at)));
        }
        found
    }
}

/// The same, for names that are looked for in one text.
pub fn words_among<'n>(bytes: &[u8], names: &FxHashSet<&'n str>) -> Vec<(&'n str, usize)> {
    names.iter().copied().collect::<Names<'_>>().among(bytes)
}

/// Which of some names a file may define as functions or variables of C: it holds them elsewhere than in a declaration, in a
/// comment or in a call inside a function.
pub fn defined_in_text<'n>(file: &NativeFile, names: &FxHashSet<&'n str>) -> FxHashSet<&'n str> {
    if file.facts.truncated {
        return names.clone();
    }
    let bytes = file.source.bytes();
    let declared = file.facts.functions.iter().filter(|one| !one.is_definition).map(|one| one.range.start);
    let declared: FxHashSet<u32> = declared
        .chain(file.facts.variables.iter().filter(|one| !one.is_definition).map(|one| one.range.start))
        .collect();
    let defines = |name: &str, at: usize| {
        !(declared.contains(&(at as u32)) || in_comment(bytes, at) || is_called(bytes, at + name.len()))
    };
    let mut found = FxHashSet::default();
    for (name, at) in words_among(bytes, names) {
        if !found.contains(name) && defines(name, at) {
            found.insert(name);
        }
    }
    found
}

/// The body of a function that is defined, up to the brace that begins a line, or to the end of its line.
pub fn body<'t>(bytes: &'t [u8], function: &Function) -> &'t [u8] {
    let text = bytes.get(function.head.end as usize..).unwrap_or_default();
    let line = memchr::memchr(b'\n', text).unwrap_or(text.len());
    let first = text.get(..line).unwrap_or_default();
    let closed = memchr::memrchr(b'}', first).is_some();
    let end = memchr::memmem::find(text, b"\n}").filter(|_| !closed);
    let end = end.or_else(|| memchr::memrchr(b'}', first)).unwrap_or(line);
    text.get(..end).unwrap_or_default()
}

/// Whether a byte lies in a comment, by the text around it.
pub fn in_comment(bytes: &[u8], at: usize) -> bool {
    /// A comment that is longer counts as code.
    const LONGEST: usize = 20_000;
    let before = bytes.get(at.saturating_sub(LONGEST)..at).unwrap_or_default();
    let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = before.get(line..).unwrap_or_default();
    let open = memchr::memmem::rfind(before, b"/*");
    let closed = memchr::memmem::rfind(before, b"*/");
    memchr::memmem::find(line, b"//").is_some() || open.is_some_and(|open| closed.is_none_or(|closed| closed < open))
}

/// A place where a file uses a variable, or a function without calling it.
pub fn value_use(file: &NativeFile, name: &str, function: bool) -> Option<usize> {
    let bytes = file.source.bytes();
    let facts = &file.facts;
    let own = facts.functions.iter().any(|one| one.name == name && one.is_definition)
        || facts.variables.iter().any(|one| one.name == name && one.is_definition)
        || facts.macros.iter().any(|one| one.name == name);
    let unseen = |at: usize| in_comment(bytes, at) || in_string(bytes, at);
    if own || words(bytes, name).any(|at| declares_anew(bytes, at) && !unseen(at)) {
        return None;
    }
    words(bytes, name).find(|&at| {
        let before = bytes.get(..at).unwrap_or_default().trim_ascii_end();
        if is_unevaluated(before) {
            return false;
        }
        let after = bytes.get(at + name.len()..).unwrap_or_default().trim_ascii_start();
        let opens = before.last().is_some_and(|byte| matches!(byte, b'(' | b',' | b'=' | b'&' | b'{' | b'!'));
        let closes = after.first().is_some_and(|byte| matches!(byte, b')' | b',' | b';' | b'}'));
        let member = before.ends_with(b"->") || before.ends_with(b".");
        let is_declared = || facts.variables.iter().any(|one| one.range.start as usize == at);
        // What stands first in a statement, or behind `return`, declares nothing.
        let first = before.last().is_some_and(|byte| matches!(byte, b';' | b'{' | b'}')) || before.ends_with(b"return");
        let read = opens || closes || first && !after.first().is_some_and(|byte| is_part(*byte));
        let value = if function { opens && closes } else { !member && read && !is_declared() };
        value && !unseen(at)
    })
}

/// Operators whose operand is not evaluated (C11 6.5.3.4; C++ [expr.context]; GCC, "Typeof", "Other Builtins").
pub(super) const UNEVALUATED: &[&str] = &[
    "sizeof",
    "_Alignof",
    "alignof",
    "decltype",
    "noexcept",
    "requires",
    "typeof",
    "__typeof__",
    "__typeof",
    "static_assert",
    "_Static_assert",
    "__builtin_constant_p",
    "__builtin_types_compatible_p",
    "_Generic",
    "typeof_unqual",
    "typeid",
];

/// Whether what stands behind a text is only looked at by the compiler: `sizeof(x)`, `decltype(&ns::f)`.
fn is_unevaluated(mut before: &[u8]) -> bool {
    while let Some(scope) = before.strip_suffix(b"::") {
        before = &scope[..scope.iter().rposition(|byte| !is_part(*byte)).map_or(0, |at| at + 1)];
    }
    let mark = |byte: &u8| matches!(byte, b'(' | b'&' | b'*') || byte.is_ascii_whitespace();
    let before = &before[..before.iter().rposition(|byte| !mark(byte)).map_or(0, |at| at + 1)];
    let word = &before[before.iter().rposition(|byte| !is_part(*byte)).map_or(0, |at| at + 1)..];
    UNEVALUATED.iter().any(|operator| operator.as_bytes() == word)
}

/// The conditions of the preprocessor that are open at a place, as they are written.
pub fn open_conditions(bytes: &[u8], at: usize) -> Vec<&[u8]> {
    let mut open = Vec::new();
    for line in bytes.get(..at).unwrap_or_default().split(|byte| *byte == b'\n') {
        let Some(directive) = line.trim_ascii_start().strip_prefix(b"#").map(<[u8]>::trim_ascii_start) else {
            continue;
        };
        if directive.starts_with(b"if") {
            open.push(directive);
        } else if directive.starts_with(b"endif") {
            open.pop();
        }
    }
    open
}

/// Whether a file declares a parameter, a member or a variable of a function by a name, which a call may mean.
pub fn declares_its_own(file: &NativeFile, name: &str) -> bool {
    let bytes = file.source.bytes();
    words(bytes, name).any(|at| {
        let after = bytes.get(at + name.len()..).unwrap_or_default().trim_ascii_start();
        let before = bytes.get(..at).unwrap_or_default();
        // With parentheses behind it is most often the function itself; `(*name)(` is a pointer to one.
        let pointer = before.ends_with(b"(*") && after.strip_prefix(b")").is_some_and(|rest| rest.starts_with(b"("));
        let own = pointer || !after.starts_with(b"(") && declares_anew(bytes, at);
        own && !in_comment(bytes, at) && !in_string(bytes, at)
    })
}

/// Words before a name that make no declaration of it.
const BEFORE_VALUES: &[&[u8]] = &[
    b"return",
    b"case",
    b"else",
    b"do",
    b"sizeof",
    b"throw",
    b"co_return",
    b"co_yield",
    b"and",
    b"or",
    b"not",
    b"goto",
    b"defined",
    b"define",
    b"if",
    b"elif",
    b"extern",
];

/// Whether a name at a place is declared there, as a parameter, a member or a variable of a function, without `extern`.
fn declares_anew(bytes: &[u8], at: usize) -> bool {
    let before = without_arguments(bytes.get(..at).unwrap_or_default());
    let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}' | b'(' | b'#')).map_or(0, |at| at + 1);
    let statement = before.get(start..).unwrap_or_default();
    if before.get(..start).is_some_and(|head| head.ends_with(b"(")) {
        // Of several parameters its own.
        let own = statement.rsplit(|byte| *byte == b',').next().unwrap_or_default();
        return is_type(own).is_some_and(|words| words > 0);
    }
    match memchr::memchr(b',', statement) {
        None => is_type(statement).is_some_and(|words| words > 0),
        // Of several variables the first one, which has the type.
        Some(end) => {
            let first = statement[..end].split(|byte| *byte == b'=').next().unwrap_or_default();
            is_type(first).is_some_and(|words| words > 1)
        }
    }
}

/// A text that ends with the arguments of a template, without them.
fn without_arguments(text: &[u8]) -> &[u8] {
    /// Longer ones are not looked through.
    const LONGEST: usize = 400;
    let plain = text.trim_ascii_end();
    let plain = plain.strip_suffix(b"&").unwrap_or(plain).trim_ascii_end();
    if !plain.ends_with(b">") || plain.ends_with(b"->") || plain.ends_with(b" >") {
        return text;
    }
    let mut depth = 0_usize;
    for (at, byte) in plain.iter().enumerate().rev().take(LONGEST) {
        match byte {
            b'>' => depth += 1,
            b'<' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return &plain[..at];
        }
    }
    text
}

/// The number of words of what may be a type, with a name behind it perhaps.
fn is_type(text: &[u8]) -> Option<usize> {
    let mut plain = Vec::new();
    let mut depth = 0_usize;
    for &byte in text.trim_ascii() {
        match byte {
            // The arguments of a template.
            b'<' if plain.last().is_some_and(|last| is_part(*last)) => depth += 1,
            b'>' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ if is_part(byte) || byte.is_ascii_whitespace() || matches!(byte, b'*' | b'&' | b':') => plain.push(byte),
            _ => return None,
        }
    }
    let label = plain.ends_with(b":") && !plain.ends_with(b"::");
    let operator = text.windows(3).any(|three| matches!(three, b" * " | b" & "));
    let words: Vec<&[u8]> = plain.split(|byte| !is_part(*byte)).filter(|word| !word.is_empty()).collect();
    let values = words.iter().any(|word| BEFORE_VALUES.contains(word) || word[0].is_ascii_digit());
    (depth == 0 && !label && !operator && !values).then_some(words.len())
}

/// Whether an odd number of quotes stands before a place on its line.
fn in_string(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).unwrap_or_default();
    let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    memchr::memchr_iter(b'"', before.get(line..).unwrap_or_default()).count() % 2 == 1
}

/// Whether what ends there is called: `name(...)` on an indented line, with something behind it that no definition has.
fn is_called(bytes: &[u8], end: usize) -> bool {
    let before = bytes.get(..end).unwrap_or_default();
    let line = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let indented = bytes.get(line).is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    let rest = bytes.get(end..).unwrap_or_default().trim_ascii_start();
    let Some(inner) = rest.strip_prefix(b"(").filter(|_| indented) else { return false };
    let mut depth = 1usize;
    for (at, byte) in inner.iter().enumerate().take(2000) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let next = inner.get(at + 1..).unwrap_or_default().trim_ascii_start().first();
            return next.is_some_and(|next| {
                matches!(next, b';' | b')' | b',' | b'=' | b'!' | b'<' | b'>' | b'&' | b'|' | b'?')
            });
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_comments_and_calls() {
        let text = b"int f_x; // f\n/* f */ g(f, 1);\n  f(1, (2));\nf(a) int a; {}\n  f(a)\n  int a; {}";
        let places: Vec<usize> = words(text, "f").collect();
        let at = |n: usize| places[n];
        assert_eq!(places.len(), 6);
        assert!(in_comment(text, at(0)) && in_comment(text, at(1)) && !in_comment(text, at(2)));
        let called: Vec<bool> = places.iter().map(|at| is_called(text, at + 1)).collect();
        assert_eq!(called, [false, false, false, true, false, false]);
    }

    #[test]
    fn declarations_are_told_from_uses() {
        let anew = |text: &str| {
            let at = text.find('@').unwrap();
            declares_anew(text.replace('@', "x").as_bytes(), at)
        };
        let declared = [
            "f(int @)",
            "f(A a, const B& @)",
            "{ int i, @ = 0",
            "; std::vector<int> @",
            "{ T *@;",
            "{ int i = 1, @;",
            "{ std::function<int(int)> @ = f;",
        ];
        for text in declared {
            assert!(anew(text), "{text}");
        }
        let used = [
            "f(@)",
            "f(a, @)",
            "f((int) @)",
            "{ @ = 1",
            "; a = b, @ = 2",
            "; return @",
            "f(a * @)",
            "{ a = b * @",
            "; l: @ = 1",
            "; extern int @",
            "#define A @",
            "; a < b, c > @",
        ];
        for text in used {
            assert!(!anew(text), "{text}");
        }
    }

    #[test]
    fn operands_that_nothing_evaluates() {
        for text in ["n = sizeof(", "sizeof ", "decltype(&", "std::function<decltype(ns::", "x = __typeof__ (*"] {
            assert!(is_unevaluated(text.as_bytes()), "{text}");
        }
        for text in ["f(", "my_sizeof(", "sizeof(int) + (", "= &", "ns::", ""] {
            assert!(!is_unevaluated(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn one_pass_finds_what_many_find() {
        let text = b"f f_x ns::f(1) \xff f;9f operator+ f";
        let names: FxHashSet<&str> = ["f", "f_x", "ns::f", "operator+", "g"].into_iter().collect();
        let mut found = words_among(text, &names);
        let mut one_by_one: Vec<_> = names.iter().flat_map(|name| words(text, name).map(|at| (*name, at))).collect();
        found.sort_unstable();
        one_by_one.sort_unstable();
        assert_eq!(found, one_by_one);
        assert_eq!(found.len(), 7);
    }
}
