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
        let mut rest = bytes.iter();
        while let Some(first) = rest.find(|byte| is_part(**byte)) {
            let mut hash = step(START, *first);
            // One byte is taken beyond the end, which is no part of an identifier.
            for byte in rest.by_ref().take_while(|byte| is_part(**byte)) {
                hash = step(hash, *byte);
            }
            for (word, bit) in places(mixed(hash), filter.len()) {
                filter[word] |= bit;
            }
        }
        Self(filter.into())
    }

    /// Whether the text may hold the identifier of that [`number`].
    pub(super) fn may_hold(&self, number: u32) -> bool {
        places(number, self.0.len()).iter().all(|(word, bit)| self.0[*word] & bit != 0)
    }
}

/// The longest identifier of a text: what holds the text holds it, unless it is cut from a longer one.
pub(super) fn longest(text: &str) -> &[u8] {
    let parts = text.as_bytes().split(|byte| !is_part(*byte));
    parts.max_by_key(|part| part.len()).unwrap_or_default()
}

/// How often an identifier stands in a text.
pub fn count_word(text: &[u8], word: &str) -> usize {
    let part = |byte: Option<&u8>| byte.is_some_and(|byte| is_part(*byte));
    let whole = |at: &usize| {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        !part(before) && !part(text.get(at + word.len()))
    };
    memchr::memmem::find_iter(text, word.as_bytes()).filter(whole).count()
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

const START: u64 = 0x811c_9dc5;

/// A step that takes two cycles: it goes through all bytes of a project.
fn step(hash: u64, byte: u8) -> u64 {
    hash.rotate_left(5) ^ u64::from(byte)
}

/// What a step does not do: every bit of the result depends on all of the bits (Steele and others, "Fast splittable
/// pseudorandom number generators", 2014).
fn mixed(hash: u64) -> u32 {
    let hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as u32
}

/// What stands for an identifier.
pub(super) fn number(identifier: &[u8]) -> u32 {
    mixed(identifier.iter().fold(START, |hash, byte| step(hash, *byte)))
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
        let holds = |text: &str, identifier: &str| Words::new(text.as_bytes()).may_hold(number(identifier.as_bytes()));
        assert!(holds("int a_b(c);", "a_b") && holds("// a_b\n\"x1\"", "a_b") && holds("// a_b\n\"x1\"", "x1"));
        assert!(!holds("a_bc", "a_b") && !holds("a_b", "b") && !holds("", "b"));
        assert_eq!(longest("ns::name("), b"name");
    }

    #[test]
    fn whole_words_are_counted() {
        assert_eq!(count_word(b"f(); ff(); f_x; f", "f"), 2);
        assert_eq!(count_word(b"", "f"), 0);
    }

    proptest::proptest! {
        #[test]
        fn every_identifier_of_a_text_is_found(parts in proptest::collection::vec("[a-zA-Z0-9_]{1,12}", 1..600)) {
            let text = parts.join("+");
            let words = Words::new(text.as_bytes());
            for part in &parts {
                proptest::prop_assert!(words.may_hold(number(part.as_bytes())));
            }
        }
    }
}
