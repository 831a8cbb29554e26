//! Which identifiers a file may hold, comments and texts included.

/// The identifiers of a file: a Bloom filter (Bloom, "Space/time trade-offs in hash coding", 1970). An answer may be wrong
/// where it says yes, never where it says no.
pub(super) struct Words(Box<[u64]>);

/// The largest filter, in words of 64 bits.
const LARGEST: usize = 1 << 14;

impl Words {
    /// The identifiers of a text. There is about one bit for each byte of it, of which an identifier sets two.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut filter = vec![0; (bytes.len() / 64).next_power_of_two().min(LARGEST)];
        let mut rest = bytes;
        while let Some(start) = rest.iter().position(|byte| is_part(*byte)) {
            rest = &rest[start..];
            let end = rest.iter().position(|byte| !is_part(*byte)).unwrap_or(rest.len());
            for (word, bit) in places(number(&rest[..end]), filter.len()) {
                filter[word] |= bit;
            }
            rest = &rest[end..];
        }
        Self(filter.into())
    }

    /// Whether the text may hold an identifier.
    pub(super) fn may_hold(&self, identifier: &[u8]) -> bool {
        places(number(identifier), self.0.len()).iter().all(|(word, bit)| self.0[*word] & bit != 0)
    }
}

/// The longest identifier of a text: what holds the text holds it, unless it is cut from a longer one.
pub(super) fn longest(text: &str) -> &[u8] {
    let parts = text.as_bytes().split(|byte| !is_part(*byte));
    parts.max_by_key(|part| part.len()).unwrap_or_default()
}

const PARTS: [bool; 256] = {
    let mut parts = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        parts[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    parts
};

fn is_part(byte: u8) -> bool {
    PARTS[byte as usize]
}

const START: u32 = 0x811c_9dc5;

/// FNV-1a with a step that mixes the lower bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).
fn step(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

fn number(identifier: &[u8]) -> u32 {
    identifier.iter().fold(START, |hash, byte| step(hash, *byte))
}

/// The bits of an identifier, in a filter of `words` words (a power of two).
fn places(number: u32, words: usize) -> [(usize, u64); 2] {
    let place = |number: u32| ((number >> 6) as usize & (words - 1), 1_u64 << (number & 63));
    [place(number ^ number >> 15), place(number.wrapping_mul(0x9e37_79b9).rotate_left(13))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_whole() {
        let holds = |text: &str, identifier: &str| Words::new(text.as_bytes()).may_hold(identifier.as_bytes());
        assert!(holds("int a_b(c);", "a_b") && holds("// a_b\n\"x1\"", "a_b") && holds("// a_b\n\"x1\"", "x1"));
        assert!(!holds("a_bc", "a_b") && !holds("a_b", "b") && !holds("", "b"));
        assert_eq!(longest("ns::name("), b"name");
    }

    proptest::proptest! {
        #[test]
        fn every_identifier_of_a_text_is_found(parts in proptest::collection::vec("[a-zA-Z0-9_]{1,12}", 1..600)) {
            let text = parts.join("+");
            let words = Words::new(text.as_bytes());
            for part in &parts {
                proptest::prop_assert!(words.may_hold(part.as_bytes()));
            }
        }
    }
}
