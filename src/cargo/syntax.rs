//! Rust text into syn's tree, with bounds: syn follows the nesting of its input on the stack.
use std::ops::Range;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// Files above this size (generated bindings) are not parsed.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// Nesting of brackets that is followed.
const MAX_DEPTH: usize = 100;
/// Tokens that may nest in each other without a bracket (`!!!!x`, `else if` without end), over all brackets around a place.
const MAX_CHAIN: usize = 6000;
/// Stack of a thread that parses.
pub const STACK: usize = 256 << 20;

/// A parsed file.
pub(super) struct Parsed {
    pub file: syn::File,
    /// Bytes before the text that was parsed.
    shift: usize,
}

impl Parsed {
    /// The bytes of a node.
    pub(super) fn bytes(&self, span: Span) -> Range<u32> {
        bytes(self.shift, span)
    }
}

/// The bytes of a span in a text that was parsed behind `shift` bytes.
fn bytes(shift: usize, span: Span) -> Range<u32> {
    let range = span.byte_range();
    (range.start + shift) as u32..(range.end + shift) as u32
}

/// Parses a file and shows it to `look`; nothing of the tree outlives it. None where it cannot be parsed.
pub(super) fn with<R>(text: &[u8], look: impl FnOnce(&Parsed) -> R) -> Option<R> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A first line `#!/…` is for the shell; `#![…]` is an attribute.
    let shell = body.starts_with("#!") && !body.trim_start_matches("#!").trim_start().starts_with('[');
    let body = if shell { body.find('\n').and_then(|at| body.get(at..)).unwrap_or_default() } else { body };
    let tokens: TokenStream = body.parse().ok()?;
    let found = (chain(tokens.clone(), 0)? <= MAX_CHAIN)
        .then(|| syn::parse2(tokens).ok())
        .flatten()
        .map(|file| look(&Parsed { file, shift: text.len() - body.len() }));
    // What is kept of each text for its positions would grow with every file.
    proc_macro2::extra::invalidate_current_thread_spans();
    found
}

/// The longest chain of tokens that may nest in each other. None where brackets are nested too deep.
fn chain(tokens: TokenStream, depth: usize) -> Option<usize> {
    if depth > MAX_DEPTH {
        return None;
    }
    let (mut longest, mut run, mut inner) = (0, 0, 0);
    let mut after_block = false;
    for token in tokens {
        let ends = match &token {
            TokenTree::Punct(punct) => matches!(punct.as_char(), ';' | ','),
            // A block ends a statement or an item, unless what follows goes on with it.
            TokenTree::Ident(ident) => after_block && ident != "else",
            _ => false,
        };
        if ends {
            longest = longest.max(run + inner);
            (run, inner) = (0, 0);
        }
        run += 1;
        after_block = false;
        if let TokenTree::Group(group) = token {
            after_block = group.delimiter() == Delimiter::Brace;
            inner = inner.max(chain(group.stream(), depth + 1)?);
        }
    }
    Some(longest.max(run + inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parses(text: &str) -> bool {
        let text = text.to_owned();
        let work = move || with(text.as_bytes(), |parsed| parsed.file.items.len()).is_some();
        std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap()
    }

    #[test]
    fn nesting_is_bounded() {
        assert!(parses("#!/bin/sh\n\u{23}![allow(x)]\nfn main() { if a {} else if b {} }"));
        for hostile in [
            format!("fn f() {{ {}1{} }}", "(".repeat(100_000), ")".repeat(100_000)),
            format!("fn f() {{ {}1 }}", "!".repeat(100_000)),
            format!("fn f() {{ x{} }}", ".y()".repeat(100_000)),
            format!("fn f() {{ {} }}", "if a {} else ".repeat(100_000)),
            format!("fn f() {{ 1{} }}", "+ 1".repeat(100_000)),
            format!("type T = {}u8;", "*const ".repeat(100_000)),
        ] {
            assert!(!parses(&hostile));
        }
        for hostile in [
            format!("fn f() {{ {}1 }}", "!".repeat(5900)),
            format!("fn f() {{ {}1 }}", "return ".repeat(5900)),
            format!("fn f() {{ {} {{}} }}", "if a {} else ".repeat(1900)),
            format!("fn f() {{ {}1 }}", "|x| ".repeat(1900)),
            format!("fn f() {{ {}1 }}", "a = ".repeat(2900)),
            format!("type T = {}u8;", "*const ".repeat(2900)),
        ] {
            parses(&hostile);
        }
        assert!(!parses("fn {"));
    }

    #[test]
    fn many_items_and_statements_are_no_chain() {
        assert!(parses(&"fn f() { if a { b(); } c(); }\n".repeat(20_000)));
    }

    #[test]
    fn spans_are_bytes_of_the_file() {
        let text = "\u{feff}// ü\nfn main() {}";
        let at = with(text.as_bytes(), |parsed| {
            let syn::Item::Fn(function) = &parsed.file.items[0] else { panic!("no function") };
            parsed.bytes(function.sig.ident.span())
        });
        let at = at.unwrap();
        assert_eq!(&text[at.start as usize..at.end as usize], "main");
    }
}
