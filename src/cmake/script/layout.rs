//! How CMake lays out the text of warnings and errors: paragraphs indented by two, wrapped at 77 columns.

/// Columns of a line.
const WIDTH: usize = 77;

/// Lays out a text: lines that begin with a blank stay as they are, others are wrapped, with an empty line between.
pub fn paragraphs(text: &str, indent: usize) -> String {
    let padding = " ".repeat(indent);
    let mut out = String::new();
    let mut after_preformatted = false;
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        let last = lines.peek().is_none();
        if last && line.is_empty() {
            break;
        }
        if line.starts_with(' ') {
            out.push_str(&padding);
            out.push_str(line);
            after_preformatted = true;
        } else {
            if after_preformatted {
                out.push('\n');
            }
            if line.is_empty() {
                out.push('\n');
            } else {
                wrap(line, &padding, &mut out);
            }
            after_preformatted = false;
        }
        if !last {
            out.push('\n');
        }
    }
    if after_preformatted {
        out.push('\n');
    }
    out
}

/// One paragraph; a word that ends with a period is followed by two blanks.
fn wrap(line: &str, padding: &str, out: &mut String) {
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let Some(first) = words.next() else { return };
    out.push_str(padding);
    out.push_str(first);
    let mut width = padding.len() + first.len();
    let mut sentence_ended = first.ends_with('.');
    for word in words {
        let gap = if sentence_ended { "  " } else { " " };
        if width + gap.len() + word.len() <= WIDTH {
            out.push_str(gap);
            width += gap.len() + word.len();
        } else {
            out.push('\n');
            out.push_str(padding);
            width = padding.len() + word.len();
        }
        out.push_str(word);
        sentence_ended = word.ends_with('.');
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[test]
    fn sentences_and_paragraphs() {
        assert_eq!(paragraphs("One. Two\nthree", 2), "  One.  Two\n\n  three\n");
        assert_eq!(paragraphs("One\n  code\nTwo", 2), "  One\n\n    code\n\n  Two\n");
        assert_eq!(paragraphs("", 2), "");
    }

    #[test]
    fn long_lines_are_wrapped() {
        let text = "word ".repeat(30);
        let lines: Vec<String> = paragraphs(&text, 2).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= 77 && line.starts_with("  word")));
    }
}
