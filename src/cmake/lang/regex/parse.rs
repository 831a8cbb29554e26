//! The syntax of CMake's regular expressions.
//!
//! Source: cmake-language manual of `string(REGEX)` "Regex Specification". Special are `^ $ . [ ( ) | ? + *` and the
//! backslash, which makes any next character literal; inside brackets nothing is escaped. Operators do not nest
//! (`a**`) and `*`, `+` refuse an operand which may be empty.

/// A regular expression: alternatives, each a sequence.
pub(super) type Alternatives = Vec<Vec<Node>>;

/// One piece of a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// `^`
    Begin,
    /// `$`
    End,
    /// `.`: any character, line ends included.
    Any,
    /// `[...]`: inclusive ranges.
    Set { negated: bool, ranges: Vec<(char, char)> },
    /// One literal character.
    Literal(char),
    /// `( )` with its number from 1.
    Group(usize, Alternatives),
    /// A node followed by `*`, `+` or `?`.
    Repeat(Box<Node>, Times),
}

/// How often a node may match; always as often as possible first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Times {
    Any,
    AtLeastOnce,
    AtMostOnce,
}

/// CMake keeps 32 sub-matches, the whole match included.
const MAX_GROUPS: usize = 31;
/// The compiled form must fit 16-bit offsets.
const MAX_SIZE: usize = 65535;

/// Parses a pattern: the alternatives and the number of groups. The error is the reason CMake prints.
pub(super) fn parse(pattern: &str) -> Result<(Alternatives, usize), &'static str> {
    let mut parser = Parser { rest: pattern, groups: 0, size: 1 };
    let (alternatives, _) = parser.alternatives()?;
    if parser.peek().is_some() {
        return Err("Unmatched parentheses.");
    }
    parser.grow(3);
    if parser.size >= MAX_SIZE {
        return Err("Expression too big.");
    }
    Ok((alternatives, parser.groups))
}

struct Parser<'a> {
    rest: &'a str,
    groups: usize,
    /// The size of CMake's compiled program so far, in bytes.
    size: usize,
}

/// Whether a piece never matches the empty text; `*` and `+` need that.
type HasWidth = bool;

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next();
        self.rest = chars.as_str();
        c
    }

    fn grow(&mut self, bytes: usize) {
        self.size = self.size.saturating_add(bytes);
    }

    fn alternatives(&mut self) -> Result<(Alternatives, HasWidth), &'static str> {
        let mut alternatives = Vec::new();
        let mut width = true;
        loop {
            let (sequence, wide) = self.sequence()?;
            alternatives.push(sequence);
            width &= wide;
            if self.peek() != Some('|') {
                return Ok((alternatives, width));
            }
            self.next();
        }
    }

    fn sequence(&mut self) -> Result<(Vec<Node>, HasWidth), &'static str> {
        let mut nodes = Vec::new();
        let mut width = false;
        self.grow(3);
        // Adjacent literals share a node in CMake, which matters for the limit of size only.
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let (node, wide) = self.piece()?;
            nodes.push(node);
            width |= wide;
        }
        if nodes.is_empty() {
            self.grow(3);
        }
        Ok((nodes, width))
    }

    fn piece(&mut self) -> Result<(Node, HasWidth), &'static str> {
        let (node, width) = self.atom()?;
        let times = match self.peek() {
            Some('*') => Times::Any,
            Some('+') => Times::AtLeastOnce,
            Some('?') => Times::AtMostOnce,
            _ => return Ok((node, width)),
        };
        self.next();
        if !width && times != Times::AtMostOnce {
            return Err("*+ operand could be empty.");
        }
        if matches!(self.peek(), Some('*' | '+' | '?')) {
            return Err("Nested *?+.");
        }
        let simple = !matches!(node, Node::Group(..));
        self.grow(match times {
            Times::AtMostOnce => 9,
            _ if simple => 3,
            _ => 12,
        });
        Ok((Node::Repeat(Box::new(node), times), times == Times::AtLeastOnce))
    }

    fn atom(&mut self) -> Result<(Node, HasWidth), &'static str> {
        let Some(c) = self.next() else { return Err("Internal error.") };
        match c {
            '^' | '$' => {
                self.grow(3);
                Ok((if c == '^' { Node::Begin } else { Node::End }, false))
            }
            '.' => {
                self.grow(3);
                Ok((Node::Any, true))
            }
            '[' => Ok((self.set()?, true)),
            '(' => self.group(),
            '?' | '+' | '*' => Err("?+* follows nothing."),
            '\\' => {
                let literal = self.next().ok_or("Trailing backslash.")?;
                self.grow(4 + literal.len_utf8());
                Ok((Node::Literal(literal), true))
            }
            literal => {
                self.grow(1);
                Ok((Node::Literal(literal), true))
            }
        }
    }

    fn group(&mut self) -> Result<(Node, HasWidth), &'static str> {
        // The limit bounds the recursion, too.
        if self.groups >= MAX_GROUPS {
            return Err("Too many parentheses.");
        }
        self.groups += 1;
        let number = self.groups;
        self.grow(6);
        let (alternatives, width) = self.alternatives()?;
        if self.next() != Some(')') {
            return Err("Unmatched parentheses.");
        }
        Ok((Node::Group(number, alternatives), width))
    }

    fn set(&mut self) -> Result<Node, &'static str> {
        let negated = self.peek() == Some('^');
        if negated {
            self.next();
        }
        let mut ranges = Vec::new();
        // The character before a dash: also one that ended a range.
        let mut previous = None;
        while let Some(c) = self.next() {
            if c == ']' && previous.is_some() {
                self.grow(4);
                return Ok(Node::Set { negated, ranges });
            }
            match previous {
                Some(first) if c == '-' && !matches!(self.peek(), None | Some(']')) => {
                    let last = self.next().unwrap_or(first);
                    if first > last {
                        return Err("Invalid range in [].");
                    }
                    self.grow(u32::from(last) as usize - u32::from(first) as usize);
                    ranges.push((first, last));
                    previous = Some(last);
                }
                _ => {
                    self.grow(c.len_utf8());
                    ranges.push((c, c));
                    previous = Some(c);
                }
            }
        }
        Err("Unmatched [].")
    }
}
