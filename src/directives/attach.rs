//! Which code a directive speaks of.
//!
//! In CMake a comment belongs to the command that it stands in, to the command that ends on its line, or to the next
//! command. Elsewhere it belongs to the statement (of languages that have them) or the line that it ends, or to the next.
use std::ops::Range;

use super::directive::{Directive, directives};
use crate::cmake::syntax;
use crate::comments::{Comment, Language, comments};
use crate::source::FileId;

/// A directive with the code that it speaks of; the range is empty when no code follows.
#[derive(Debug)]
pub(crate) struct Attached {
    pub(crate) directive: Directive,
    pub(crate) scope: Range<usize>,
}

/// A statement is looked for in so many lines, and bytes.
const MOST_LINES: usize = 30;
/// Looking farther for each of many comments would take the square of the file's length.
const REACH: usize = 4096;
/// Directives of a file that count; nobody writes as many.
const MOST: usize = 1000;

/// The directives of a file, in order.
pub(crate) fn attached(id: FileId, bytes: &[u8], language: Language) -> Vec<Attached> {
    // Few files have any: the others are not read any further.
    if memchr::memmem::find(bytes, super::directive::MARK.as_bytes()).is_none() {
        return Vec::new();
    }
    let comments = comments(bytes, language);
    let commands: Vec<Range<usize>> = if language == Language::CMake {
        let file = syntax::parse(id, bytes);
        file.commands.iter().map(|c| c.range.start as usize..c.range.end as usize).collect()
    } else {
        Vec::new()
    };
    let code = Code { bytes, comments: &comments, commands: &commands, language };
    let blocks = blocks(bytes, &comments);
    let following = code.following(&blocks);
    let mut found = Vec::new();
    for (block, next) in blocks.into_iter().zip(following) {
        let Some((first, last)) = block.first().zip(block.last()) else { continue };
        let read = directives(bytes, block);
        if !read.is_empty() {
            let scope = code.scope(first.range.start, last.range.end, next);
            found.extend(read.into_iter().map(|directive| Attached { directive, scope: scope.clone() }));
        }
        if found.len() >= MOST {
            break;
        }
    }
    found.truncate(MOST);
    found
}

/// Comments that follow each other on lines of their own are one block; a comment after code is one by itself.
fn blocks<'c>(bytes: &[u8], comments: &'c [Comment]) -> Vec<&'c [Comment]> {
    let mut blocks = Vec::new();
    let mut start = 0;
    for at in 0..comments.len() {
        let joined = comments.get(at).zip(comments.get(at + 1)).is_some_and(|(one, next)| {
            let between = bytes.get(one.range.end..next.range.start).unwrap_or_default();
            let one_break = memchr::memchr_iter(b'\n', between).count() <= 1;
            between.iter().all(u8::is_ascii_whitespace) && one_break && own_line(bytes, one.range.start)
        });
        if !joined {
            blocks.push(comments.get(start..=at).unwrap_or_default());
            start = at + 1;
        }
    }
    blocks
}

/// Whether nothing but blanks stands before `at` on its line.
fn own_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).unwrap_or_default().iter().rev();
    before.take_while(|&&byte| byte != b'\n').all(u8::is_ascii_whitespace)
}

struct Code<'a> {
    bytes: &'a [u8],
    comments: &'a [Comment],
    /// Of CMake only, in order.
    commands: &'a [Range<usize>],
    language: Language,
}

impl Code<'_> {
    /// The code that a block of comments from `start` to `end` belongs to; `next` is the code after it.
    fn scope(&self, start: usize, end: usize, next: usize) -> Range<usize> {
        if self.language == Language::CMake {
            return self.command(start, end);
        }
        if own_line(self.bytes, start) { next..self.statement_end(next) } else { self.statement_start(start)..start }
    }

    fn command(&self, start: usize, end: usize) -> Range<usize> {
        let after = self.commands.partition_point(|command| command.start < start);
        let before = after.checked_sub(1).and_then(|at| self.commands.get(at));
        if let Some(command) = before {
            let between = self.bytes.get(command.end..start).unwrap_or_default();
            let near = between.len() <= REACH && !own_line(self.bytes, start) && !between.contains(&b'\n');
            if command.end > start || near {
                return command.clone();
            }
        }
        self.commands.get(after).cloned().unwrap_or(end..end)
    }

    /// Where the code after each block of comments begins.
    ///
    /// From the last to the first: where only blanks lie between two blocks, the same code follows both, and nothing is
    /// looked at twice.
    fn following(&self, blocks: &[&[Comment]]) -> Vec<usize> {
        let mut found = Vec::with_capacity(blocks.len());
        let (mut next_block, mut next_code) = (self.bytes.len(), self.bytes.len());
        for block in blocks.iter().rev() {
            let from = block.last().map_or(0, |comment| comment.range.end);
            let blanks = self.bytes.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_whitespace());
            let at = from + blanks.count();
            if at != next_block {
                next_code = at;
            }
            next_block = block.first().map_or(0, |comment| comment.range.start);
            found.push(next_code);
        }
        found.reverse();
        found
    }

    /// The end of the statement or line that begins at `from`.
    fn statement_end(&self, from: usize) -> usize {
        let directive = self.bytes.get(from) == Some(&b'#') && self.language == Language::C;
        let mut lines = 0;
        for (at, &byte) in self.bytes.iter().enumerate().skip(from).take(REACH) {
            match byte {
                b'\n' => {
                    lines += 1;
                    let goes_on = self.bytes.get(..at).is_some_and(|text| text.trim_ascii_end().ends_with(b"\\"));
                    let statement = self.language.has_statements() && !directive;
                    if lines >= MOST_LINES || !goes_on && !statement {
                        return at;
                    }
                }
                b';' | b'{' | b'}' if self.language.has_statements() && !directive && !self.in_comment(at) => {
                    return at + 1;
                }
                _ => {}
            }
        }
        self.bytes.len().min(from + REACH)
    }

    /// The start of the statement or line that ends at `end`.
    fn statement_start(&self, end: usize) -> usize {
        let before = self.bytes.get(..end).unwrap_or_default();
        let text = before.trim_ascii_end();
        // What ends the statement itself is no end of the one before.
        let mut at = text.len().saturating_sub(usize::from(text.ends_with(b";") || text.ends_with(b"{")));
        let mut lines = 0;
        while let Some(previous) = at.checked_sub(1).filter(|&previous| previous + REACH > end) {
            match before.get(previous) {
                Some(b'\n') => {
                    lines += 1;
                    let line = before.get(..previous).unwrap_or_default();
                    let goes_on = line.ends_with(b"\\") || line.ends_with(b"\\\r");
                    if lines >= MOST_LINES || !goes_on && !self.language.has_statements() {
                        return at;
                    }
                }
                Some(b';' | b'{' | b'}') if self.language.has_statements() && !self.in_comment(previous) => return at,
                _ => {}
            }
            at = previous;
        }
        at
    }

    fn in_comment(&self, at: usize) -> bool {
        let after = self.comments.partition_point(|comment| comment.range.start <= at);
        let before = after.checked_sub(1).and_then(|index| self.comments.get(index));
        before.is_some_and(|comment| comment.range.contains(&at))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use proptest::prelude::*;

    use super::*;
    use crate::source::{Sandbox, SourceMap};

    fn all(text: &str, language: Language) -> Vec<Attached> {
        let sources = SourceMap::new(Sandbox::nowhere());
        let file = sources.insert(PathBuf::from("/x"), text.as_bytes().into());
        attached(file.id(), file.bytes(), language)
    }

    fn scopes(text: &str, language: Language) -> Vec<&str> {
        all(text, language).into_iter().map(|a| text[a.scope].trim()).collect()
    }

    #[test]
    fn in_cmake_it_belongs_to_a_command() {
        use Language::CMake;
        assert_eq!(scopes("a()\n# linklint: allow(x)\n# more\n\nb(1\n 2)\nc()", CMake), ["b(1\n 2)"]);
        assert_eq!(scopes("a(1\n 2) # linklint: allow(x)\nb()", CMake), ["a(1\n 2)"]);
        assert_eq!(scopes("a(1\n # linklint: allow(x)\n 2)\nb()", CMake), ["a(1\n # linklint: allow(x)\n 2)"]);
        assert_eq!(scopes("#[[ linklint: allow(x) ]] a()", CMake), ["a()"]);
        assert_eq!(scopes("# linklint: allow(x)\nif(A)\n  b()\nendif()", CMake), ["if(A)"]);
        assert_eq!(scopes("a()\n# linklint: allow(x)\n", CMake), [""]);
        assert_eq!(scopes("a() # plain\n# linklint: allow(x)\nb()", CMake), ["b()"]);
    }

    #[test]
    fn in_c_it_belongs_to_a_statement() {
        use Language::C;
        assert_eq!(scopes("int a;\n// linklint: allow(x)\nint\nb(void);\nint c;", C), ["int\nb(void);"]);
        assert_eq!(scopes("int a;\nint\n b(void); // linklint: allow(x)\nint c;", C), ["int\n b(void);"]);
        assert_eq!(scopes("/* linklint: allow(x) */\n#define A \\\n  inline\nint b;", C), ["#define A \\\n  inline"]);
        assert_eq!(scopes("// linklint: allow(x)\n#if A\nint b;", C), ["#if A"]);
        assert_eq!(scopes("void f() { /* linklint: allow(x) */", C), ["void f() {"]);
    }

    #[test]
    fn elsewhere_it_belongs_to_a_line() {
        assert_eq!(scopes("a=1\n# linklint: allow(x)\nb=2 \\\n  3\nc=4", Language::Hash), ["b=2 \\\n  3"]);
        assert_eq!(scopes("a=1\nb=2 # linklint: allow(x)\nc=3", Language::Hash), ["b=2"]);
        let script = "V {\n global: a; # linklint: allow(x)\n local: *; };";
        assert_eq!(scopes(script, Language::LinkerList), ["global: a;"]);
        assert_eq!(scopes("EXPORTS\n; linklint: allow(x)\n f\n g", Language::Semicolon), ["f"]);
    }

    #[test]
    fn long_files_of_comments_take_no_square_of_their_length() {
        // A square would take hours.
        for piece in [
            "// linklint: allow(x)\n\n",
            "/* linklint: allow(x) */ ",
            "/* linklint: allow( */",
            "# linklint: allow(\n",
            "#[[ linklint: allow(x) ]]",
            "a /* linklint: allow(x) */",
        ] {
            let text = piece.repeat(50_000);
            for language in [Language::CMake, Language::C, Language::Hash] {
                assert!(all(&text, language).len() <= MOST);
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "(# linklint: allow\\(x\\)|// linklint: allow\\(y\\)|/\\*|\\*/|a\\(|\\)|;|\\{|\\\\|\n| |\"|é)*") {
            for language in [Language::CMake, Language::C, Language::LinkerList, Language::Hash, Language::Semicolon] {
                for a in all(&text, language) {
                    prop_assert!(a.scope.start <= a.scope.end && a.scope.end <= text.len(), "{a:?}");
                }
            }
        }
    }
}
