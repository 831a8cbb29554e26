//! What encloses the places of a file where names are used: brackets, statements, bodies of functions. Read as text, once for a file.
use super::FileFacts;

/// What encloses a place, from the body on in which it stands (from the beginning of the file where it stands in none). Places are
/// bytes from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enclosing {
    /// Open brackets, the outermost first: where they stand.
    pub open: Box<[u32]>,
    /// Where the statement begins.
    pub statement: u32,
    /// Whether the body ended before.
    pub is_outside: bool,
}

impl Enclosing {
    /// What encloses the end of a text that begins with the body of a function, without comments.
    pub fn of(code: &[u8]) -> Self {
        let mut reading = Reading::default();
        reading.go_to(code, code.len());
        reading.state()
    }
}

/// What encloses each use of a name in a file, by where the use begins.
#[derive(Debug, Default)]
pub(super) struct Uses(Vec<(u32, Enclosing)>);

impl Uses {
    /// `code` is the text without comments.
    pub(super) fn read(facts: &FileFacts, code: &[u8]) -> Self {
        let bodies = facts.functions.iter().filter(|one| one.is_definition).map(|one| one.head.end);
        let mut bodies: Vec<u32> = bodies.chain([0]).collect();
        bodies.sort_unstable();
        bodies.dedup();
        let uses = facts.uses.iter().chain(&facts.object_uses).chain(&facts.field_uses);
        let mut starts: Vec<u32> = uses.map(|one| one.range.start).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut out = Vec::with_capacity(starts.len());
        let (mut reading, mut body) = (Reading::default(), 0);
        for start in starts {
            let at = bodies[..].partition_point(|body| *body <= start).saturating_sub(1);
            if bodies[at] != body {
                (reading, body) = (Reading::default(), bodies[at]);
            }
            let code = code.get(body as usize..).unwrap_or_default();
            reading.go_to(code, (start - body) as usize);
            out.push((start, reading.state()));
        }
        Self(out)
    }

    pub(super) fn at(&self, start: u32) -> Option<&Enclosing> {
        let at = self.0.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        self.0.get(at).map(|(_, one)| one)
    }
}

/// A text that is read so far.
#[derive(Default)]
struct Reading {
    at: usize,
    open: Vec<u32>,
    /// How many of them are parentheses.
    parentheses: usize,
    statement: usize,
    is_outside: bool,
}

impl Reading {
    fn go_to(&mut self, code: &[u8], end: usize) {
        let is_parenthesis = |at: &u32| usize::from(code.get(*at as usize) == Some(&b'('));
        while let Some(&byte) = code.get(self.at).filter(|_| self.at < end) {
            match byte {
                b'"' | b'\'' => self.at = end_of_literal(code, self.at),
                b'(' | b'[' | b'{' => {
                    self.open.push(self.at as u32);
                    self.parentheses += usize::from(byte == b'(');
                }
                b')' | b']' | b'}' => self.parentheses -= self.open.pop().as_ref().map_or(0, is_parenthesis),
                _ => {}
            }
            if matches!(byte, b';' | b'{' | b'}') && self.parentheses == 0 {
                self.statement = self.at + 1;
            }
            self.is_outside |= byte == b'}' && self.open.is_empty();
            self.at += 1;
        }
    }

    fn state(&self) -> Enclosing {
        Enclosing { open: self.open.as_slice().into(), statement: self.statement as u32, is_outside: self.is_outside }
    }
}

/// The last byte of the literal that begins there.
pub fn end_of_literal(code: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = code.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if byte == code[start] => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::scan;

    #[test]
    fn uses_of_a_file_are_as_if_read_alone() {
        let text = b"int a() { if (g(1)) { return h(\")\"[0]); } for (;;) k(2); }\nint x = m(3);\nint b() { return n(o(4)); }\n";
        let facts = scan(std::path::Path::new("a.cpp"), text);
        let uses = Uses::read(&facts, text);
        let bodies = || facts.functions.iter().filter(|one| one.is_definition).map(|one| one.head.end);
        assert!(facts.uses.len() >= 4, "{:?}", facts.uses);
        for one in &facts.uses {
            let start = one.range.start;
            let body = bodies().filter(|body| *body <= start).max().unwrap_or(0);
            let alone = Enclosing::of(&text[body as usize..start as usize]);
            assert_eq!(uses.at(start), Some(&alone), "{}", one.name);
        }
        assert_eq!(uses.at(1), None);
    }
}
