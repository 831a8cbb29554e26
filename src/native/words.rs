//! Which files may hold which identifiers, comments and texts included.
use rayon::prelude::*;

/// Identifiers of many files: a Bloom filter for each (Bloom, "Space/time trade-offs in hash coding", 1970). An answer may
/// name a file too many, never one too few.
pub(super) struct Words {
    filters: Vec<Box<[u64]>>,
}

impl Words {
    /// The identifiers of files, read by `text` from a number below `files`.
    pub(super) fn new<B: AsRef<[u8]>>(files: u32, text: impl Fn(u32) -> Option<B> + Sync) -> Self {
        let filter = |file: u32| text(file).map(|bytes| filter(bytes.as_ref())).unwrap_or_default();
        Self { filters: (0..files).into_par_iter().map(filter).collect() }
    }

    /// Whether a file may hold an identifier.
    pub(super) fn may_hold(&self, file: u32, identifier: &[u8]) -> bool {
        let Some(filter) = self.filters.get(file as usize).filter(|filter| !filter.is_empty()) else { return false };
        places(number(identifier), filter.len()).iter().all(|(word, bit)| filter[*word] & bit != 0)
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

/// The largest filter, in words of 64 bits.
const LARGEST: usize = 1 << 14;

/// About one bit for each byte of the text, of which an identifier sets two.
fn filter(bytes: &[u8]) -> Box<[u64]> {
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
    filter.into()
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
    fn files_by_identifier() {
        let texts = ["int a_b(c);", "// a_b\n\"x1\"", "", "a_bc"];
        let words = Words::new(4, |file| texts.get(file as usize).map(|text| text.as_bytes()));
        let holding = |identifier: &[u8]| (0..5).filter(|file| words.may_hold(*file, identifier)).collect::<Vec<_>>();
        assert_eq!(holding(b"a_b"), [0, 1]);
        assert_eq!(holding(b"x1"), [1]);
        assert_eq!(holding(b"a_bc"), [3]);
        assert_eq!(holding(b"b"), [0; 0]);
        assert_eq!(longest("ns::name("), b"name");
    }

    proptest::proptest! {
        #[test]
        fn every_identifier_of_a_text_is_found(parts in proptest::collection::vec("[a-zA-Z0-9_]{1,12}", 1..600)) {
            let text = parts.join("+");
            let words = Words::new(1, |_| Some(text.as_bytes()));
            for part in &parts {
                proptest::prop_assert!(words.may_hold(0, part.as_bytes()));
            }
        }
    }
}
