//! Members that are called through the table of their class.
use crate::model::mentions::words;

/// Whether the declaration around the name of a member says that it is virtual.
pub(super) fn is_virtual(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).map_or(0, |at| at + 1);
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.iter().position(|byte| matches!(byte, b';' | b'{' | b'}')).unwrap_or(rest.len());
    let says = |part: &[u8], word: &str| words(part, word).next().is_some();
    says(before.get(start..).unwrap_or_default(), "virtual")
        || ["override", "final"].iter().any(|word| says(rest.get(..end).unwrap_or_default(), word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_members() {
        let text = b"public: A(); virtual ~A(); void b() override; void c(); API virtual int d() const = 0;";
        let at = |name: &str| words(text, name).last().unwrap();
        assert!(is_virtual(text, at("A")) && is_virtual(text, at("b")) && is_virtual(text, at("d")));
        assert!(!is_virtual(text, words(text, "A").next().unwrap()) && !is_virtual(text, at("c")));
    }
}
