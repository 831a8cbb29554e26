//! Format strings of `println!` and its relatives.

/// A part of a format string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text.
    Text(String),
    /// `{}`: the argument of that number.
    Position(usize),
    /// `{name}`.
    Name(String),
}

/// The parts of a format string.
pub(super) fn pieces(format: &str) -> Vec<Piece> {
    let (mut found, mut text, mut next) = (Vec::new(), String::new(), 0);
    let mut rest = format;
    while let Some(c) = rest.chars().next() {
        let tail = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '{' | '}' if tail.starts_with(c) => {
                text.push(c);
                rest = tail.get(1..).unwrap_or_default();
            }
            '{' => {
                let end = tail.find('}').unwrap_or(tail.len());
                let name = tail.get(..end).unwrap_or_default().split(':').next().unwrap_or_default().trim();
                if !text.is_empty() {
                    found.push(Piece::Text(std::mem::take(&mut text)));
                }
                found.push(match (name.is_empty(), name.parse()) {
                    (true, _) => {
                        next += 1;
                        Piece::Position(next - 1)
                    }
                    (false, Ok(number)) => Piece::Position(number),
                    (false, Err(_)) => Piece::Name(name.to_owned()),
                });
                rest = tail.get(end + 1..).unwrap_or_default();
            }
            _ => {
                text.push(c);
                rest = tail;
            }
        }
    }
    if !text.is_empty() {
        found.push(Piece::Text(text));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(
            pieces("a={}/{b:?}{{}}"),
            [text("a="), Piece::Position(0), text("/"), Piece::Name("b".into()), text("{}")]
        );
        assert_eq!(pieces("{1}{0}{"), [Piece::Position(1), Piece::Position(0), Piece::Position(0)]);
    }
}
