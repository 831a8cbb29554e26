//! A shell script as the sequence of its commands and of what encloses them.
//!
//! Written for text that may be anything: one pass from left to right without recursion; what is no shell gives odd commands
//! and goes on with the next line. POSIX shell with bash's usual extensions.
use std::ops::Range;

use super::word::{self, NOTHING, Word, balanced, ends_word, is_name};

/// What stands in a script, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A simple command.
    Command(Command),
    /// `if`, `while`, `{`, `(`, a function's body begins.
    Open(Block),
    /// `then`, `do`: what stood between the opening and this was a condition.
    Body,
    /// `elif`, `else`, the next pattern of a `case`.
    Branch,
    /// It ends.
    Close,
}

/// What encloses commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// `if … fi`, `case … esac`
    Choice,
    /// `for`, `while`, `until`, `select`
    Loop,
    /// `{ … }`
    Group,
    /// `( … )`
    Subshell,
    /// The body of a function.
    Function,
}

/// How a command hangs on the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// It does not.
    No,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
}

/// A simple command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Its bytes.
    pub range: Range<usize>,
    /// How it hangs on the one before.
    pub joined: Joined,
    /// What stands in front of it.
    pub assignments: Vec<Assignment>,
    /// The command and its arguments.
    pub words: Vec<Word>,
    /// Where its output goes (`>`, `>>`), in order.
    pub outputs: Vec<Word>,
    /// The lines that it is given (`<<`), and whether they are taken as they stand.
    pub here: Option<(Range<usize>, bool)>,
}

/// `name=value`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// Whether the value is put behind the old one (`+=`).
    pub append: bool,
    /// The value.
    pub value: Word,
    /// The bytes of all of it.
    pub range: Range<usize>,
}

/// Blocks within blocks that are followed.
const DEEPEST: usize = 256;
/// Commands of one script.
const MOST: usize = 20_000;

/// The events of a script.
pub fn parse(bytes: &[u8]) -> Vec<Event> {
    let (out, open, here) = (Vec::new(), Vec::new(), Vec::new());
    let mut parser = Parser { bytes, at: 0, out, open, joined: Joined::No, here };
    while parser.at < bytes.len() && parser.out.len() < MOST && parser.open.len() < DEEPEST {
        parser.step();
    }
    while parser.open.pop().is_some() {
        parser.out.push(Event::Close);
    }
    parser.out
}

/// What has to come to close a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closing {
    Fi,
    Done,
    Esac,
    Brace,
    Parenthesis,
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    out: Vec<Event>,
    open: Vec<Closing>,
    joined: Joined,
    /// Here-documents that begin with the next line: the command's number, the mark, whether it is quoted.
    here: Vec<(usize, Vec<u8>, bool)>,
}

impl Parser<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Takes what stands where a command may begin.
    fn step(&mut self) {
        match self.peek(0) {
            Some(b' ' | b'\t' | b'\r' | NOTHING) => self.at += 1,
            Some(b'\\') if matches!(self.peek(1), Some(b'\n' | b'\r')) => self.at += 2,
            Some(b'\n') => self.line_end(),
            Some(b'#') => self.comment(),
            Some(b';') => self.semicolon(),
            Some(b'&') => self.operator(b'&', Joined::And, Joined::No),
            Some(b'|') => self.operator(b'|', Joined::Or, Joined::Pipe),
            Some(b'(') if self.peek(1) == Some(b'(') => self.at = balanced(self.bytes, self.at, (b'(', b')'), true),
            Some(b'(') => self.open(Closing::Parenthesis, Block::Subshell, 1),
            Some(b')') => self.parenthesis(),
            Some(_) => self.words(),
            None => {}
        }
    }

    fn comment(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    fn operator(&mut self, byte: u8, twice: Joined, once: Joined) {
        let double = self.peek(1) == Some(byte);
        self.joined = if double { twice } else { once };
        self.at += if double { 2 } else { 1 };
    }

    fn semicolon(&mut self) {
        self.joined = Joined::No;
        if self.peek(1) == Some(b';') {
            self.at += 2;
            if self.open.last() == Some(&Closing::Esac) {
                self.pattern();
            }
        } else {
            self.at += 1;
        }
    }

    fn parenthesis(&mut self) {
        self.at += 1;
        self.close(Closing::Parenthesis);
    }

    fn open(&mut self, closing: Closing, block: Block, length: usize) {
        self.at += length;
        self.joined = Joined::No;
        self.open.push(closing);
        self.out.push(Event::Open(block));
    }

    /// Ends the block, and those within that nobody ended.
    fn close(&mut self, closing: Closing) {
        if let Some(at) = self.open.iter().rposition(|open| *open == closing) {
            for _ in at..self.open.len() {
                self.out.push(Event::Close);
            }
            self.open.truncate(at);
        }
        self.joined = Joined::No;
    }

    fn line_end(&mut self) {
        self.at += 1;
        if !matches!(self.joined, Joined::No) && !matches!(self.out.last(), Some(Event::Command(_))) {
            self.joined = Joined::No;
        }
        for (command, mark, quoted) in std::mem::take(&mut self.here) {
            let start = self.at;
            let end = self.here_end(&mark);
            if let Some(Event::Command(command)) = self.out.get_mut(command) {
                command.here = Some((start..end, quoted));
            }
        }
    }

    /// Goes behind the line that is the mark; gives where the lines before it end. The mark may be indented: in a file
    /// that holds the script it is.
    fn here_end(&mut self, mark: &[u8]) -> usize {
        while self.at < self.bytes.len() {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = rest.get(..length).unwrap_or_default();
            let start = self.at;
            self.at = (self.at + length + 1).min(self.bytes.len());
            if line.trim_ascii() == mark {
                return start;
            }
        }
        self.bytes.len()
    }

    /// Skips the patterns of a branch of `case`, up to their `)`.
    fn pattern(&mut self) {
        loop {
            match self.peek(0) {
                Some(b' ' | b'\t' | b'\r' | b'\n' | b'(' | b'|' | b';' | b'&' | b'<' | b'>' | NOTHING) => self.at += 1,
                Some(b'#') => self.comment(),
                Some(b')') => {
                    self.at += 1;
                    self.out.push(Event::Branch);
                    return;
                }
                Some(_) => {
                    let next = word::word(self.bytes, self.at);
                    if self.bytes.get(next.range.clone()) == Some(b"esac") {
                        self.at = next.range.end;
                        return self.close(Closing::Esac);
                    }
                    self.at = next.range.end.max(self.at + 1);
                }
                None => return,
            }
        }
    }

    /// A reserved word or a simple command.
    fn words(&mut self) {
        let first = word::word(self.bytes, self.at);
        let text = self.bytes.get(first.range.clone()).unwrap_or_default();
        let length = first.range.len();
        match text {
            b"if" => self.open(Closing::Fi, Block::Choice, length),
            b"while" | b"until" => self.open(Closing::Done, Block::Loop, length),
            b"for" | b"select" => self.for_loop(length),
            b"case" => self.case(length),
            b"then" | b"do" => self.mark(Event::Body, length),
            b"elif" | b"else" => self.mark(Event::Branch, length),
            b"fi" => self.end(Closing::Fi, length),
            b"done" => self.end(Closing::Done, length),
            b"esac" => self.end(Closing::Esac, length),
            b"{" => self.open(Closing::Brace, Block::Group, length),
            b"}" => self.end(Closing::Brace, length),
            b"!" => self.at += length,
            b"[[" => self.double_brackets(&first),
            b"function" => self.function(length),
            _ if self.is_function(&first) => self.function(0),
            _ => self.command(),
        }
    }

    fn mark(&mut self, event: Event, length: usize) {
        self.at += length;
        self.joined = Joined::No;
        self.out.push(event);
    }

    fn end(&mut self, closing: Closing, length: usize) {
        self.at += length;
        self.close(closing);
    }

    /// Up to the `do`, which has the body.
    fn for_loop(&mut self, length: usize) {
        self.open(Closing::Done, Block::Loop, length);
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b';')).unwrap_or(rest.len());
        let arithmetic = rest.trim_ascii_start().starts_with(b"((");
        self.at = if arithmetic { balanced(self.bytes, self.at, (b'(', b')'), true) } else { self.at + end };
    }

    fn case(&mut self, length: usize) {
        let start = self.at;
        self.open(Closing::Esac, Block::Choice, length);
        while matches!(self.peek(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let subject = word::word(self.bytes, self.at);
        self.at = subject.range.end;
        // The subject is asked about as `test` does.
        let words = vec![Word { range: start..start + length, pieces: Vec::new(), inner: None }, subject];
        let range = start..self.at;
        self.out.push(Event::Command(Command {
            range,
            joined: Joined::No,
            assignments: Vec::new(),
            words,
            outputs: Vec::new(),
            here: None,
        }));
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let gap = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if rest.get(gap..).is_some_and(|rest| rest.starts_with(b"in")) {
            self.at += gap + 2;
        }
        self.pattern();
    }

    /// `[[ … ]]`: operators mean something else within.
    fn double_brackets(&mut self, first: &Word) {
        let mut command = Command {
            range: first.range.clone(),
            joined: std::mem::replace(&mut self.joined, Joined::No),
            assignments: Vec::new(),
            words: vec![first.clone()],
            outputs: Vec::new(),
            here: None,
        };
        self.at = first.range.end;
        while let Some(byte) = self.peek(0).filter(|byte| *byte != b'\n') {
            if ends_word(byte) {
                self.at += 1;
                continue;
            }
            let next = word::word(self.bytes, self.at);
            self.at = next.range.end.max(self.at + 1);
            let last = self.bytes.get(next.range.clone()) == Some(b"]]");
            command.words.push(next);
            if last {
                break;
            }
        }
        command.range.end = self.at;
        self.out.push(Event::Command(command));
    }

    /// Whether `name()` stands here.
    fn is_function(&self, first: &Word) -> bool {
        let rest = self.bytes.get(first.range.end..).unwrap_or_default();
        let gap = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let rest = rest.get(gap..).unwrap_or_default();
        rest.strip_prefix(b"(").is_some_and(|rest| rest.trim_ascii_start().starts_with(b")"))
    }

    /// `name() {`, `function name {`: the body is the block that follows.
    fn function(&mut self, length: usize) {
        self.at += length;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let head = rest.iter().take_while(|byte| !matches!(byte, b'{' | b'\n')).count();
        let line_end = rest.get(head..).unwrap_or_default();
        let gap = line_end.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if line_end.get(gap) == Some(&b'{') {
            self.open(Closing::Brace, Block::Function, head + gap + 1);
        } else {
            // A body of another form: `name() ( … )`.
            let line = rest.get(..head).unwrap_or_default();
            let end = memchr::memchr(b')', line).map_or(head, |at| at + 1);
            self.at += end.clamp(1, rest.len().max(1));
        }
    }

    fn command(&mut self) {
        let mut command = Command {
            range: self.at..self.at,
            joined: std::mem::replace(&mut self.joined, Joined::No),
            assignments: Vec::new(),
            words: Vec::new(),
            outputs: Vec::new(),
            here: None,
        };
        while let Some(byte) = self.peek(0) {
            match byte {
                b' ' | b'\t' | b'\r' | NOTHING => self.at += 1,
                b'\\' if self.peek(1) == Some(b'\n') => self.at += 2,
                b'\\' if self.peek(1) == Some(b'\r') && self.peek(2) == Some(b'\n') => self.at += 3,
                b'#' => self.comment(),
                b'<' | b'>' => self.redirect(&mut command),
                b'&' if self.peek(1) == Some(b'>') => self.redirect(&mut command),
                _ if ends_word(byte) => break,
                _ => self.argument(&mut command),
            }
        }
        if self.peek(0) == Some(b'(') {
            // Nothing of the kind stands behind a word: not to stand still.
            self.at += 1;
        }
        self.out.push(Event::Command(command));
    }

    fn argument(&mut self, command: &mut Command) {
        let start = self.at;
        if command.words.is_empty()
            && let Some((name, append, value_at)) = assignment(self.bytes, start)
        {
            let value = self.value(value_at);
            self.at = value.range.end;
            let range = start..self.at;
            command.assignments.push(Assignment { name, append, value, range });
        } else {
            let word = word::word(self.bytes, start);
            let descriptor = self.bytes.get(word.range.clone()).is_some_and(|text| text.iter().all(u8::is_ascii_digit));
            self.at = word.range.end.max(start + 1);
            if descriptor && matches!(self.peek(0), Some(b'<' | b'>')) {
                return;
            }
            command.words.push(word);
        }
        command.range.end = self.at;
    }

    /// The value of an assignment; a list in parentheses is not followed.
    fn value(&self, at: usize) -> Word {
        if self.bytes.get(at) == Some(&b'(') {
            let end = balanced(self.bytes, at, (b'(', b')'), true);
            let text = String::from_utf8_lossy(self.bytes.get(at..end).unwrap_or_default()).into_owned();
            return Word { range: at..end, pieces: vec![word::Piece::Other(text)], inner: None };
        }
        word::word(self.bytes, at)
    }

    fn redirect(&mut self, command: &mut Command) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let operator = rest.iter().take_while(|byte| matches!(byte, b'<' | b'>' | b'&' | b'|' | b'-')).count();
        let (operator, rest) = rest.split_at(operator.clamp(1, rest.len()));
        if operator.first() == Some(&b'<') && operator.len() == 1 && rest.first() == Some(&b'(') {
            let word = word::word(self.bytes, self.at);
            self.at = word.range.end.max(self.at + 1);
            return;
        }
        self.at += operator.len();
        let gap = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let target = word::word(self.bytes, self.at + gap);
        self.at = target.range.end;
        match operator {
            b"<<" | b"<<-" => {
                let raw = self.bytes.get(target.range.clone()).unwrap_or_default();
                let quoted = raw.iter().any(|byte| matches!(byte, b'\'' | b'"' | b'\\'));
                let mark: Vec<u8> = raw.iter().copied().filter(|byte| !matches!(byte, b'\'' | b'"' | b'\\')).collect();
                if !mark.is_empty() {
                    self.here.push((self.out.len(), mark, quoted));
                }
            }
            _ if operator.contains(&b'>') && !target.range.is_empty() => command.outputs.push(target),
            _ => {}
        }
        command.range.end = self.at;
    }
}

/// `name=`, `name+=`, `name[…]=` at a place: the name, whether it appends, where the value begins.
fn assignment(bytes: &[u8], at: usize) -> Option<(String, bool, usize)> {
    let rest = bytes.get(at..)?;
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let name = std::str::from_utf8(rest.get(..length)?).ok().filter(|name| is_name(name))?;
    let (append, mark) = match rest.get(length..)? {
        [b'=', ..] => (false, 1),
        [b'+', b'=', ..] => (true, 2),
        _ => return None,
    };
    Some((name.to_owned(), append, at + length + mark))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The events in one line: commands by their words, blocks by signs.
    fn read(text: &str) -> String {
        let mut out = Vec::new();
        for event in parse(text.as_bytes()) {
            out.push(match event {
                Event::Command(command) => {
                    let raw = |word: &Word| text[word.range.clone()].to_owned();
                    let names = command.assignments.iter().map(|a| format!("{}:{}", a.name, raw(&a.value)));
                    let mut parts: Vec<String> = names.chain(command.words.iter().map(raw)).collect();
                    parts.extend(command.outputs.iter().map(|word| format!(">{}", raw(word))));
                    parts.extend(command.here.map(|(range, quoted)| format!("<<{quoted}{:?}", &text[range])));
                    format!("{}{}", joined(command.joined), parts.join(" "))
                }
                Event::Open(block) => format!("{block:?}["),
                Event::Body => "body".into(),
                Event::Branch => "branch".into(),
                Event::Close => "]".into(),
            });
        }
        out.join(" | ")
    }

    fn joined(joined: Joined) -> &'static str {
        match joined {
            Joined::No => "",
            Joined::And => "&& ",
            Joined::Or => "|| ",
            Joined::Pipe => "pipe ",
        }
    }

    #[test]
    fn scripts_are_read() {
        let cases = [
            ("A=1 B=\"x y\" cmd -a 'b' # c\nnext", "A:1 B:\"x y\" cmd -a 'b' | next"),
            ("a && b || c; d | e &\nf", "a | && b | || c | d | pipe e | f"),
            ("if [ -n \"$A\" ]; then x; else y; fi", "Choice[ | [ -n \"$A\" ] | body | x | branch | y | ]"),
            ("for i in 1 2; do\n x $i\ndone; z", "Loop[ | body | x $i | ] | z"),
            ("case $1 in\n a|b) x;;\n *) y ;;\nesac\nz", "Choice[ | case $1 | branch | x | branch | y | ] | z"),
            ("f() {\n x\n}\n( y )\n{ z; }", "Function[ | x | ] | Subshell[ | y | ] | Group[ | z | ]"),
            ("cat > o <<EOF\nbody $X\nEOF\nz", "cat >o <<false\"body $X\\n\" | z"),
            ("bash <<-'E' 2>&1\n  b\n  E\nz", "bash >1 <<true\"  b\\n\" | z"),
            ("[[ $A == x && -n $B ]] && c", "[[ $A == x -n $B ]] | && c"),
            ("a \\\n  b\\\n c", "a b\\\n c"),
            ("x=(a b) y", "x:(a b) y"),
            ("((i++))\nfunction g { x; }", "Function[ | x | ]"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_to_the_end(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            parse(&bytes);
        }

        #[test]
        fn blocks_are_closed(text in r"(if |then |fi|do |done|case x in |esac|\{ |\}|\(|\)|;|\n|a |'|<<E |&&|f\(\) ){0,60}") {
            let events = parse(text.as_bytes());
            let opened = events.iter().filter(|event| matches!(event, Event::Open(_))).count();
            let closed = events.iter().filter(|event| matches!(event, Event::Close)).count();
            prop_assert_eq!(opened, closed);
        }
    }

    #[test]
    fn nesting_has_an_end() {
        for text in ["(", "if true; then ", "{ ", "$(", "f() {", "\"$(", "${a:-", "case x in a) ", "<<E "] {
            parse(text.repeat(50_000).as_bytes());
        }
    }
}
