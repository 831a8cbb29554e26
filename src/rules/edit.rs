//! Edits on the syntax tree of CMake files, which keep what stands around them as it is written.
use std::sync::Arc;

use crate::cmake::eval::Files;
use crate::cmake::syntax::{Command, File};
use crate::rules::finding::Edit;
use crate::source::{SourceFile, Span};

/// A command of a file, for editing.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    source: Arc<SourceFile>,
    file: Arc<File>,
    command: usize,
}

impl Site {
    /// The innermost command that holds a span (a command or one of its arguments).
    pub(crate) fn at(files: &Files<'_>, span: Span) -> Option<Self> {
        let (file, command) = files.command_at(span)?;
        Some(Self { source: files.sources().get(span.file), file, command })
    }

    /// The command.
    pub(crate) fn command(&self) -> &Command {
        &self.file.commands[self.command]
    }

    /// The index of the argument that a span lies in.
    pub(crate) fn argument_at(&self, span: Span) -> Option<usize> {
        self.command().arguments.iter().position(|a| a.range.start <= span.start && span.end <= a.range.end)
    }

    /// Replaces arguments from one to another, both included.
    pub(crate) fn replace(&self, from: usize, to: usize, text: impl Into<String>) -> Option<Edit> {
        let arguments = &self.command().arguments;
        let range = arguments.get(from)?.range.start..arguments.get(to)?.range.end;
        Some(Edit { span: Span::new(self.file.id, range), replacement: text.into() })
    }

    /// Adds an argument behind another one: on a line of its own where the others have theirs.
    pub(crate) fn add_argument(&self, after: usize, text: &str) -> Option<Edit> {
        let arguments = &self.command().arguments;
        let end = arguments.get(after)?.range.end;
        let start = arguments.get(after)?.range.start;
        let line = self.indent(start);
        let own_line = line.filter(|_| after > 0).map(|indent| format!("{}{indent}{text}", self.newline()));
        let replacement = own_line.unwrap_or_else(|| format!(" {text}"));
        Some(Edit { span: Span::new(self.file.id, end..end), replacement })
    }

    /// Puts a command on the line after this one, with the same indentation.
    pub(crate) fn add_command(&self, text: &str) -> Edit {
        let range = &self.command().range;
        let bytes = self.source.bytes();
        // What follows on the line is a comment: another command there would stand in the way.
        let rest = bytes.get(range.end as usize..).unwrap_or_default();
        let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let comment = rest[..line_end].trim_ascii_start().first().is_none_or(|&c| c == b'#');
        let at = if comment { range.end + line_end as u32 } else { range.end };
        let indent = self.indent(range.start).unwrap_or_default();
        Edit { span: Span::new(self.file.id, at..at), replacement: format!("{}{indent}{text}", self.newline()) }
    }

    /// The blanks before a place, where nothing else stands before it on its line.
    fn indent(&self, at: u32) -> Option<String> {
        let before = self.source.bytes().get(..at as usize)?;
        let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let blanks = &before[start..];
        blanks.iter().all(|b| matches!(b, b' ' | b'\t')).then(|| String::from_utf8_lossy(blanks).into_owned())
    }

    /// How the file ends its lines.
    fn newline(&self) -> &'static str {
        let bytes = self.source.bytes();
        match memchr::memchr(b'\n', bytes) {
            Some(at) if at > 0 && bytes[at - 1] == b'\r' => "\r\n",
            _ => "\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::source::{Sandbox, SourceMap};

    fn edited(text: &str, at: &str, edit: impl Fn(&Site, Span) -> Edit) -> String {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let path: PathBuf = root.join("CMakeLists.txt");
        std::fs::write(&path, text).unwrap();
        let sources = SourceMap::new(Sandbox::new(&root, &[]).unwrap());
        let files = Files::new(&sources);
        let file = files.parse(&path).unwrap();
        let start = text.find(at).unwrap() as u32;
        let span = Span::new(file.id, start..start + at.len() as u32);
        let site = Site::at(&files, span).unwrap();
        let Edit { span, replacement } = edit(&site, span);
        format!("{}{replacement}{}", &text[..span.start as usize], &text[span.end as usize..])
    }

    #[test]
    fn a_command_is_put_behind_another() {
        let add = |text: &str| edited(text, "a.c", |site, _| site.add_command("x()"));
        assert_eq!(add("if(A)\n  f(a.c)\nendif()\n"), "if(A)\n  f(a.c)\n  x()\nendif()\n");
        assert_eq!(add("f(a.c) # why\n"), "f(a.c) # why\nx()\n");
        assert_eq!(add("f(\r\n  a.c\r\n)\r\n"), "f(\r\n  a.c\r\n)\r\nx()\r\n");
        assert_eq!(add("f(a.c)"), "f(a.c)\nx()");
        assert_eq!(add("if(A) f(a.c) endif()"), "if(A) f(a.c)\nx() endif()");
    }

    #[test]
    fn an_argument_is_put_behind_another() {
        let add = |text: &str| {
            edited(text, "b", |site, span| site.add_argument(site.argument_at(span).unwrap(), "c").unwrap())
        };
        assert_eq!(add("f(a b)\n"), "f(a b c)\n");
        assert_eq!(add("f(a\n  b # why\n)\n"), "f(a\n  b\n  c # why\n)\n");
        assert_eq!(add("f(b)\n"), "f(b c)\n");
    }

    #[test]
    fn arguments_are_replaced() {
        let text = "f(a \"b\"  b c)\n";
        assert_eq!(edited(text, "\"b\"", |site, _| site.replace(1, 2, "d").unwrap()), "f(a d c)\n");
    }
}
