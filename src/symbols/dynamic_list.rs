//! Dynamic lists (`--dynamic-list`, `--export-dynamic-symbol-list`; GNU ld manual, "Options"): blocks of patterns without
//! version names.
use super::SyntaxError;
use super::glob::Match;
use super::patterns::{Pattern, Reader};
use super::symbol::Symbol;
use super::tokens::{Kind, error, tokens};

/// A dynamic list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DynamicList {
    /// In the order of the file.
    pub patterns: Vec<Pattern>,
    /// What could not be read.
    pub errors: Vec<SyntaxError>,
}

/// Reads a dynamic list: `{ a; b*; extern "C++" { ns::f*; }; };`.
pub fn parse(bytes: &[u8]) -> DynamicList {
    let mut errors = Vec::new();
    let found = tokens(bytes, &mut errors);
    let mut reader = Reader { bytes, tokens: &found, errors: &mut errors };
    let (mut patterns, mut at) = (Vec::new(), 0);
    while let Some(token) = found.get(at) {
        match token.kind {
            Kind::Open => {
                let (block, after) = reader.block(at + 1);
                for pattern in block.iter().filter(|pattern| pattern.local) {
                    let range = pattern.range.start as usize..pattern.range.end as usize;
                    reader.errors.push(error(range, "a dynamic list has no `local:`"));
                }
                patterns.extend(block.into_iter().filter(|pattern| !pattern.local));
                at = after;
            }
            Kind::Semicolon => at += 1,
            _ => {
                reader.errors.push(error(token.range.clone(), "a block in braces is expected here"));
                at += 1;
            }
        }
    }
    DynamicList { patterns, errors }
}

impl DynamicList {
    /// Whether a symbol is named, and by which pattern for certain.
    pub fn names(&self, symbol: &Symbol) -> (Match, Option<&Pattern>) {
        best(&self.patterns, symbol, Pattern::matches)
    }
}

/// The best match among patterns: the first certain one, else a doubtful one.
pub(super) fn best<'a, P>(
    patterns: &'a [P],
    symbol: &Symbol,
    matches: fn(&P, &Symbol) -> Match,
) -> (Match, Option<&'a P>) {
    let mut doubt = None;
    for pattern in patterns {
        match matches(pattern, symbol) {
            Match::Yes => return (Match::Yes, Some(pattern)),
            Match::Maybe => doubt = doubt.or(Some(pattern)),
            Match::No => {}
        }
    }
    if doubt.is_some() { (Match::Maybe, doubt) } else { (Match::No, None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_languages() {
        let list = parse(b"{ api_*; };\n{ extern \"C++\" { ns::T::*; }; };");
        assert_eq!(list.errors, []);
        assert_eq!(list.names(&Symbol::c("api_open")).0, Match::Yes);
        assert_eq!(list.names(&Symbol::function("ns::T::f", false)).0, Match::Yes);
        assert_eq!(list.names(&Symbol::c("other")), (Match::No, None));
    }

    #[test]
    fn scopes_and_names_are_errors() {
        let list = parse(b"V { a; local: *; };");
        assert_eq!(list.patterns.len(), 1);
        assert_eq!(list.errors.len(), 2);
    }
}
