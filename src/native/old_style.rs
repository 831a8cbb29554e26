//! Definitions of functions in the old form of C: `int f(a, b) int a; char *b; {` (C17, 6.9.1).
use super::facts::Language;
use super::lexer::Kind;
use super::walker::{ScopeKind, Walker};

/// Tokens of the declarations of parameters that are looked at.
const MOST: usize = 600;

/// A definition in the old form.
pub(super) struct OldStyle {
    /// Tokens of the declaration up to the closing bracket.
    pub(super) head: usize,
    /// The token of the brace of the body.
    pub(super) brace: usize,
}

impl Walker<'_> {
    /// The definition that a declaration begins which seems to end before the token `at`: its list is one of names alone, and all that
    /// stands between it and a brace declares these.
    pub(super) fn old_style(&self, buffer: &[u32], at: usize) -> Option<OldStyle> {
        let in_class = self.scopes.last().is_some_and(|scope| scope.kind == ScopeKind::Class);
        if self.facts.language != Some(Language::C) || in_class {
            return None;
        }
        let open = buffer.iter().position(|&token| self.view.is(token as usize, b'('))?;
        // A type and a name; what is called by a name alone is a macro.
        let is_name = |index: usize| buffer.get(index).is_some_and(|&token| self.view.word(token as usize).is_some());
        if open < 2 || !is_name(open - 1) {
            return None;
        }
        let mut names: Vec<&[u8]> = Vec::new();
        let mut index = open + 1;
        let close = loop {
            names.push(self.view.word(*buffer.get(index)? as usize)?);
            match self.view.kind(*buffer.get(index + 1)? as usize)? {
                Kind::Punct(b',') => index += 2,
                Kind::Punct(b')') => break index + 1,
                _ => return None,
            }
        };
        let first = *buffer.get(close + 1)? as usize;
        self.view.word(first).filter(|_| first < at)?;
        self.brace_behind(first, &names).map(|brace| OldStyle { head: close + 1, brace })
    }

    /// The brace behind declarations from a token on, each of which is of one of the names.
    fn brace_behind(&self, first: usize, names: &[&[u8]]) -> Option<usize> {
        let (mut is_of_one, mut is_empty) = (false, true);
        for at in first..first + MOST {
            match self.view.kind(at)? {
                Kind::Word => {
                    is_of_one |= self.view.word(at).is_some_and(|word| names.contains(&word));
                    is_empty = false;
                }
                Kind::Punct(b';') if is_of_one => (is_of_one, is_empty) = (false, true),
                Kind::Punct(b'{') if is_empty => return Some(at),
                Kind::Punct(b';' | b'{' | b'}' | b'=') => return None,
                _ => {}
            }
        }
        None
    }
}
