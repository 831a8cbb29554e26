//! Names in the text of sources, where what the parser understood is not enough: a name counts as defined unless every place
//! of it is seen to be something else.
use crate::native::{Function, NativeFile};

/// Whether a text holds a name as a whole word.
pub fn has_word(bytes: &[u8], name: &str) -> bool {
    words(bytes, name).next().is_some()
}

/// The places of a name as a whole word.
pub fn words<'t>(bytes: &'t [u8], name: &'t str) -> impl Iterator<Item = usize> + 't {
    let part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    memchr::memmem::find_iter(bytes, name.as_bytes()).filter(move |&at| {
        !part(at.checked_sub(1).and_then(|before| bytes.get(before))) && !part(bytes.get(at + name.len()))
    })
}

/// Whether a file may define a function or variable of C: it holds the name elsewhere than in a declaration, in a comment or
/// in a call inside a function.
pub fn defines_in_text(file: &NativeFile, name: &str) -> bool {
    if file.facts.truncated {
        return true;
    }
    let bytes = file.source.bytes();
    words(bytes, name).any(|at| !(is_declared(file, at) || in_comment(bytes, at) || is_called(bytes, at + name.len())))
}

/// The body of a function that is defined, up to the brace that begins a line, or to the end of its line.
pub fn body<'t>(bytes: &'t [u8], function: &Function) -> &'t [u8] {
    let text = bytes.get(function.head.end as usize..).unwrap_or_default();
    let line = memchr::memchr(b'\n', text).unwrap_or(text.len());
    let first = text.get(..line).unwrap_or_default();
    let closed = memchr::memrchr(b'}', first).is_some();
    let end = memchr::memmem::find(text, b"\n}").filter(|_| !closed).unwrap_or(line);
    text.get(..end).unwrap_or_default()
}

fn is_declared(file: &NativeFile, at: usize) -> bool {
    let here = |start: u32| start as usize == at;
    file.facts.functions.iter().any(|one| !one.is_definition && here(one.range.start))
        || file.facts.variables.iter().any(|one| !one.is_definition && here(one.range.start))
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
}
