//! What stands between `namespace` and its brace: names, and attributes or macros before and behind them.
use super::attributes;
use super::facts::Attributes;
use super::lexer::Kind;
use super::view::List;

/// The head of a namespace's definition.
pub(super) struct NamespaceHead {
    /// The names; none where it is anonymous.
    pub(super) names: Vec<String>,
    /// Which of them, as a number of names, ends with an inline one.
    pub(super) inline: Vec<usize>,
    /// What holds for all that is declared inside (GCC manual, "Namespace Attributes").
    pub(super) attributes: Attributes,
}

/// Whether a declaration is that of a namespace.
pub(super) fn is_one(list: List<'_>) -> bool {
    list.word(place(list)) == Some(b"namespace")
}

/// Where the word `namespace` would stand.
fn place(list: List<'_>) -> usize {
    usize::from(list.word(0) == Some(b"inline"))
}

/// Reads the head; `None` where it is none that C++ knows.
pub(super) fn read(list: List<'_>) -> Option<NamespaceHead> {
    let first = place(list);
    let mut head = NamespaceHead { names: Vec::new(), inline: Vec::new(), attributes: Attributes::default() };
    if first == 1 {
        head.inline.push(1);
    }
    let (mut index, mut joined) = (first + 1, true);
    while index < list.len() {
        match (list.word(index), list.kind(index)) {
            (Some(b"inline"), _) => head.inline.push(head.names.len() + 1),
            (None, Some(Kind::Scope)) => joined = true,
            (None, Some(Kind::Punct(b'['))) => {
                index = attributes::read(list, index, &mut head.attributes)?;
                continue;
            }
            (Some(word), _) if attributes::is_attribute(word) => {
                index = attributes::read(list, index, &mut head.attributes)?;
                continue;
            }
            // A macro with arguments.
            (Some(word), _) if list.is(index + 1, b'(') => {
                head.attributes.macros.push(text(word));
                index = list.close(index + 1)?;
            }
            (Some(word), _) => {
                head.word(text(word), joined);
                joined = false;
            }
            _ => return None,
        }
        index += 1;
    }
    Some(head)
}

impl NamespaceHead {
    /// Takes a word in. Of two that no colons join one is a macro: the one in capitals, the first of two such.
    fn word(&mut self, word: String, joined: bool) {
        let is_macro = |word: &str| !word.bytes().any(|byte| byte.is_ascii_lowercase());
        let alone = self.names.len() == 1;
        match self.names.last_mut() {
            Some(last) if !joined && alone && (is_macro(last) || !is_macro(&word)) => {
                let before = std::mem::replace(last, word);
                self.attributes.macros.push(before);
            }
            Some(_) if !joined => self.attributes.macros.push(word),
            _ => self.names.push(word),
        }
    }
}

fn text(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}
