//! From arguments to the words that a driver or a linker reads, each with the arguments it came from.
use std::ops::Range;

use super::Via;

/// A word of a command line that was split, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellWord {
    /// The word, quotes and escapes removed.
    pub text: String,
    /// Bytes of the input that it was written with, quotes included.
    pub range: Range<usize>,
}

/// Splits like `separate_arguments(UNIX_COMMAND)` (cmake-commands(7)): white space separates, both quotes group, a
/// backslash escapes outside single quotes. A quote that is not closed reaches to the end.
pub fn split_unix(text: &str) -> Vec<ShellWord> {
    let mut words = Vec::new();
    let mut word: Option<(usize, String)> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if quote.is_none() && c.is_ascii_whitespace() {
            if let Some((start, text)) = word.take() {
                words.push(ShellWord { text, range: start..at });
            }
            continue;
        }
        let (_, current) = word.get_or_insert_with(|| (at, String::new()));
        match (c, quote) {
            ('\\', None | Some('"')) => current.extend(chars.next().map(|(_, next)| next)),
            ('\'' | '"', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            _ => current.push(c),
        }
    }
    words.extend(word.map(|(start, word)| ShellWord { text: word, range: start..text.len() }));
    words
}

/// Splits like `separate_arguments(WINDOWS_COMMAND)`: double quotes group, backslashes escape only before a quote.
pub fn split_windows(text: &str) -> Vec<ShellWord> {
    let mut words = Vec::new();
    let mut word: Option<(usize, String)> = None;
    let (mut quoted, mut backslashes) = (false, 0);
    for (at, c) in text.char_indices() {
        if c == '\\' {
            word.get_or_insert_with(|| (at, String::new()));
            backslashes += 1;
            continue;
        }
        let kept = if c == '"' { backslashes / 2 } else { backslashes };
        let escaped = c == '"' && backslashes % 2 == 1;
        if let Some((_, word)) = &mut word {
            word.extend(std::iter::repeat_n('\\', kept));
        }
        backslashes = 0;
        if c.is_ascii_whitespace() && !quoted {
            if let Some((start, text)) = word.take() {
                words.push(ShellWord { text, range: start..at });
            }
            continue;
        }
        let (_, current) = word.get_or_insert_with(|| (at, String::new()));
        if c == '"' && !escaped {
            quoted = !quoted;
        } else {
            current.push(c);
        }
    }
    if let Some((start, mut last)) = word {
        last.extend(std::iter::repeat_n('\\', backslashes));
        words.push(ShellWord { text: last, range: start..text.len() });
    }
    words
}

/// A word as its reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) args: Range<usize>,
    pub(super) via: Via,
}

/// Splits at commas, but not inside a generator expression `$<...>`.
pub(super) fn split_commas(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_u32, 0, Vec::new());
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'<' if at > 0 && bytes[at - 1] == b'$' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Builds the stream of words from arguments that are one word each or carry `SHELL:` / `LINKER:`.
#[derive(Default)]
pub(super) struct Words {
    pub(super) words: Vec<Word>,
    /// `-Xlinker` or `-Xcompiler` that waits for its argument, with the index where it stood.
    pending: Option<(Via, usize)>,
}

impl Words {
    /// Adds a list element as of `LINK_OPTIONS` or `COMPILE_OPTIONS`.
    pub(super) fn option(&mut self, text: &str, index: usize) {
        if let Some(rest) = text.strip_prefix("LINKER:") {
            let parts = match rest.strip_prefix("SHELL:") {
                Some(line) => split_unix(line).into_iter().map(|word| word.text).collect(),
                None => split_commas(rest).into_iter().map(str::to_owned).collect::<Vec<_>>(),
            };
            for part in parts {
                self.push(part, index, Via::Linker);
            }
        } else if let Some(line) = text.strip_prefix("SHELL:") {
            self.line(line, index);
        } else {
            self.driver(text, index);
        }
    }

    /// Adds an item of a link line: text that starts with `-` goes to the shell as it is, anything else is one word.
    pub(super) fn item(&mut self, text: &str, index: usize) {
        if text.starts_with('-') { self.line(text, index) } else { self.option(text, index) }
    }

    /// Adds a text that a shell splits; every word has the same index.
    pub(super) fn line(&mut self, text: &str, index: usize) {
        for word in split_unix(text) {
            self.driver(&word.text, index);
        }
    }

    /// Adds one word that the driver reads.
    pub(super) fn driver(&mut self, text: &str, index: usize) {
        if let Some((via, start)) = self.pending.take() {
            match via {
                // nvcc splits the argument of -Xcompiler at commas; the argument of -Xlinker is one word for gcc and clang.
                Via::HostCompiler => self.parts(text, start..index + 1, via),
                _ => self.words.push(Word { text: text.to_owned(), args: start..index + 1, via }),
            }
            return;
        }
        let args = index..index + 1;
        if let Some(rest) = text.strip_prefix("-Wl,") {
            self.parts(rest, args, Via::Linker);
        } else if text == "-Xlinker" || text == "--linker-options" {
            self.pending = Some((Via::Linker, index));
        } else if text == "-Xcompiler" || text == "--compiler-options" {
            self.pending = Some((Via::HostCompiler, index));
        } else if let Some(rest) = text.strip_prefix("-Xlinker=").or_else(|| text.strip_prefix("--linker-options=")) {
            self.parts(rest, args, Via::Linker);
        } else if let Some(rest) = text.strip_prefix("-Xcompiler=").or_else(|| text.strip_prefix("--compiler-options="))
        {
            self.parts(rest.trim_matches(['"', '\'']), args, Via::HostCompiler);
        } else {
            self.push(text.to_owned(), index, Via::Driver);
        }
    }

    fn parts(&mut self, text: &str, args: Range<usize>, via: Via) {
        for part in split_commas(text) {
            if let Some(rest) = part.strip_prefix("-Wl,") {
                self.words.push(Word { text: rest.to_owned(), args: args.clone(), via: Via::Linker });
            } else if !part.is_empty() {
                self.words.push(Word { text: part.to_owned(), args: args.clone(), via });
            }
        }
    }

    fn push(&mut self, text: String, index: usize, via: Via) {
        if !text.is_empty() {
            self.words.push(Word { text, args: index..index + 1, via });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[ShellWord]) -> Vec<&str> {
        words.iter().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn unix_words_keep_quotes_out_and_places_in() {
        let words = split_unix("a 'b c'\"d\" \\\" \\'e ");
        assert_eq!(texts(&words), ["a", "b cd", "\"", "'e"]);
        assert_eq!(words[1].range, 2..10);
        assert_eq!(texts(&split_unix("-Wl,-rpath='$ORIGIN'")), ["-Wl,-rpath=$ORIGIN"]);
        assert_eq!(texts(&split_unix("'open")), ["open"]);
        assert_eq!(texts(&split_unix("''")), [""]);
    }

    #[test]
    fn windows_words_keep_backslashes() {
        assert_eq!(texts(&split_windows(r#"/DEF:a\b.def "c d" \"e\" f\"#)), [r"/DEF:a\b.def", "c d", "\"e\"", "f\\"]);
    }

    #[test]
    fn commas_inside_generator_expressions_do_not_split() {
        assert_eq!(split_commas("-a,$<IF:$<X>,b,c>,d"), ["-a", "$<IF:$<X>,b,c>", "d"]);
    }

    #[test]
    fn xlinker_joins_two_arguments() {
        let mut words = Words::default();
        for (index, text) in ["-Xlinker", "-E", "-Wl,a,b", "LINKER:SHELL:c d"].iter().enumerate() {
            words.option(text, index);
        }
        let found: Vec<_> = words.words.iter().map(|w| (w.text.as_str(), w.args.clone(), w.via)).collect();
        assert_eq!(
            found,
            [
                ("-E", 0..2, Via::Linker),
                ("a", 2..3, Via::Linker),
                ("b", 2..3, Via::Linker),
                ("c", 3..4, Via::Linker),
                ("d", 3..4, Via::Linker)
            ]
        );
    }
}
