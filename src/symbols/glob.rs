//! Globs of linkers (`fnmatch(3)` without flags), matched against names of which only the beginning may be known.
use super::symbol::Name;
use crate::flags::is_unknown;

/// Whether a pattern matches a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Match {
    /// For certain.
    Yes,
    /// It cannot.
    No,
    /// According to text that is not known.
    Maybe,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Byte(u8),
    AnyByte,
    AnyText,
    /// Text that the evaluator does not know: any text, and never a certain match.
    Unknown,
    /// Inclusive ranges, and whether the class is negated.
    Class(Vec<(u8, u8)>, bool),
}

/// A compiled pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    tokens: Vec<Token>,
    /// The bytes that it begins with.
    prefix: Vec<u8>,
}

impl Glob {
    /// Compiles a glob: `*`, `?`, `[a-z]`, `[!a]`, `[^a]`, backslash. A bracket that is not closed is a plain character.
    pub fn new(pattern: &str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = pattern;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '*' if tokens.last() == Some(&Token::AnyText) => {}
                '*' => tokens.push(Token::AnyText),
                '?' => tokens.push(Token::AnyByte),
                '\\' if !rest.is_empty() => rest = plain(rest, &mut tokens),
                '[' => match class(rest) {
                    Some((token, after)) => {
                        tokens.push(token);
                        rest = after;
                    }
                    None => tokens.push(Token::Byte(b'[')),
                },
                c if is_unknown(c) => tokens.push(Token::Unknown),
                c => push(c, &mut tokens),
            }
        }
        Self::of(tokens)
    }

    fn of(tokens: Vec<Token>) -> Self {
        let byte = |token: &Token| if let Token::Byte(byte) = token { Some(*byte) } else { None };
        let prefix = tokens.iter().map_while(byte).collect();
        Self { tokens, prefix }
    }

    /// A name that is matched as it stands.
    pub fn literal(text: &str) -> Self {
        let mut tokens = Vec::new();
        for c in text.chars() {
            if is_unknown(c) { tokens.push(Token::Unknown) } else { push(c, &mut tokens) }
        }
        Self::of(tokens)
    }

    /// Whether it has no wildcard and no unknown text, so that it matches one name at most.
    pub fn is_literal(&self) -> bool {
        self.prefix.len() == self.tokens.len()
    }

    /// The one name that it matches, if it has no wildcard and no unknown text.
    pub fn as_literal(&self) -> Option<&[u8]> {
        self.is_literal().then_some(&*self.prefix)
    }

    /// Whether it is `*`.
    pub fn is_star(&self) -> bool {
        self.tokens == [Token::AnyText]
    }

    /// Matches a name. Time is the product of the lengths, where the beginnings agree.
    pub fn matches(&self, name: &Name) -> Match {
        let text = name.text().as_bytes();
        if text.iter().zip(&self.prefix).any(|(a, b)| a != b) || !name.is_open() && text.len() < self.prefix.len() {
            return Match::No;
        }
        if self.is_literal() && !name.is_open() {
            return if text.len() == self.prefix.len() { Match::Yes } else { Match::No };
        }
        self.walked(name)
    }

    fn walked(&self, name: &Name) -> Match {
        let mut states = vec![false; self.tokens.len() + 1];
        states[0] = true;
        self.skip_texts(&mut states);
        for byte in name.text().bytes() {
            let mut next = vec![false; states.len()];
            for (at, token) in self.tokens.iter().enumerate().filter(|(at, _)| states[*at]) {
                match token {
                    Token::AnyText | Token::Unknown => next[at] = true,
                    _ => next[at + 1] |= token.takes(byte),
                }
            }
            self.skip_texts(&mut next);
            states = next;
        }
        let certain = !self.tokens.contains(&Token::Unknown);
        let ends = states[self.tokens.len()];
        if !name.is_open() {
            return if ends && certain {
                Match::Yes
            } else if ends {
                Match::Maybe
            } else {
                Match::No
            };
        }
        // Whatever follows, a `*` at the end of the pattern takes it.
        let takes_all = self.tokens.last() == Some(&Token::AnyText) && states[self.tokens.len() - 1];
        match (takes_all && certain, states.contains(&true)) {
            (true, _) => Match::Yes,
            (false, true) => Match::Maybe,
            (false, false) => Match::No,
        }
    }

    fn skip_texts(&self, states: &mut [bool]) {
        for (at, token) in self.tokens.iter().enumerate() {
            if states[at] && matches!(token, Token::AnyText | Token::Unknown) {
                states[at + 1] = true;
            }
        }
    }
}

impl Token {
    fn takes(&self, byte: u8) -> bool {
        match self {
            Self::Byte(wanted) => *wanted == byte,
            Self::AnyByte | Self::AnyText | Self::Unknown => true,
            Self::Class(ranges, negated) => ranges.iter().any(|(low, high)| (*low..=*high).contains(&byte)) != *negated,
        }
    }
}

fn push(c: char, tokens: &mut Vec<Token>) {
    let mut buffer = [0; 4];
    tokens.extend(c.encode_utf8(&mut buffer).bytes().map(Token::Byte));
}

fn plain<'a>(rest: &'a str, tokens: &mut Vec<Token>) -> &'a str {
    let mut chars = rest.chars();
    if let Some(c) = chars.next() {
        push(c, tokens);
    }
    chars.as_str()
}

/// Reads a class after its `[`: the token and the text after `]`.
fn class(text: &str) -> Option<(Token, &str)> {
    let negated = text.starts_with(['!', '^']);
    let body = if negated { &text[1..] } else { text };
    // A bracket that stands first belongs to the class.
    let first = usize::from(body.starts_with(']'));
    let end = body.get(first..)?.find(']')? + first;
    let members: Vec<u8> = body[..end].bytes().collect();
    let (mut ranges, mut at) = (Vec::new(), 0);
    while let Some(&low) = members.get(at) {
        let high = if members.get(at + 1) == Some(&b'-') { members.get(at + 2) } else { None };
        ranges.push((low, *high.unwrap_or(&low)));
        at += if high.is_some() { 3 } else { 1 };
    }
    Some((Token::Class(ranges, negated), &body[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(pattern: &str, name: &str) -> Match {
        Glob::new(pattern).matches(&Name::known(name))
    }

    fn open(pattern: &str, name: &str) -> Match {
        Glob::new(pattern).matches(&Name::beginning(name))
    }

    proptest::proptest! {
        #[test]
        fn the_beginning_decides_nothing_else(pattern in r"[ab\[\]!*?\\]{0,6}", name in "[ab]{0,5}", whole: bool) {
            let (glob, name) = (Glob::new(&pattern), if whole { Name::known(name) } else { Name::beginning(name) });
            proptest::prop_assert_eq!(glob.matches(&name), glob.walked(&name));
        }
    }

    #[test]
    fn whole_names() {
        for (pattern, name) in
            [("a*c", "abbc"), ("*", ""), ("a?c", "abc"), ("[a-c]x", "bx"), ("[!a]", "b"), ("\\*", "*"), ("[]]", "]")]
        {
            assert_eq!(closed(pattern, name), Match::Yes, "{pattern} {name}");
        }
        for (pattern, name) in
            [("a*c", "abbd"), ("a", "ab"), ("[!a]", "a"), ("\\*", "x"), ("?", ""), ("_ZN*", "_ZTI1A")]
        {
            assert_eq!(closed(pattern, name), Match::No, "{pattern} {name}");
        }
    }

    #[test]
    fn names_of_which_the_beginning_is_known() {
        assert_eq!(open("_ZN2ns*", "_ZN2ns1fE"), Match::Yes);
        assert_eq!(open("_ZN2ns1fEv", "_ZN2ns1fE"), Match::Maybe);
        assert_eq!(open("_ZN2ns1gEv", "_ZN2ns1fE"), Match::No);
        assert_eq!(open("*", "_Z1f"), Match::Yes);
        assert_eq!(open("*v", "_Z1f"), Match::Maybe);
    }

    #[test]
    fn unknown_text_is_never_certain() {
        assert_eq!(closed("a\u{F0001}", "ab"), Match::Maybe);
        assert_eq!(closed("a\u{F0001}", "b"), Match::No);
        assert_eq!(open("\u{F0001}*", "b"), Match::Maybe);
    }

    #[test]
    fn many_stars_take_polynomial_time() {
        let pattern = "*a".repeat(2000);
        assert_eq!(closed(&pattern, &"b".repeat(2000)), Match::No);
    }
}
