//! Which files hold which identifiers, comments and texts included.
use rayon::prelude::*;

/// Identifiers of many files. Two identifiers may share a number: an answer may name a file too many, never one too few.
pub(super) struct Words {
    /// The number of an identifier in the upper half, the number of a file that holds it in the lower one; sorted.
    pairs: Vec<u64>,
}

/// Repeated identifiers are dropped by a look into a table of this many places before they are sorted.
const RECENT: usize = 1 << 12;

impl Words {
    /// The identifiers of files, read by `text` from a number below `files`.
    pub(super) fn new<B: AsRef<[u8]>>(files: u32, text: impl Fn(u32) -> Option<B> + Sync) -> Self {
        let of_file = |recent: &mut Vec<u32>, file: u32| {
            let numbers = text(file).map(|bytes| numbers(bytes.as_ref(), recent)).unwrap_or_default();
            numbers.into_iter().map(|number| u64::from(number) << 32 | u64::from(file)).collect::<Vec<u64>>()
        };
        let pairs = (0..files).into_par_iter().map_init(|| vec![0_u32; RECENT], of_file);
        let mut pairs: Vec<u64> = pairs.flatten_iter().collect();
        pairs.par_sort_unstable();
        pairs.shrink_to_fit();
        Self { pairs }
    }

    /// The files that may hold an identifier, by number.
    pub(super) fn holding(&self, identifier: &[u8]) -> impl Iterator<Item = u32> {
        let number = number(identifier);
        let start = self.pairs.partition_point(|pair| pair >> 32 < u64::from(number));
        self.pairs[start..].iter().take_while(move |pair| **pair >> 32 == u64::from(number)).map(|pair| *pair as u32)
    }
}

/// The longest identifier of a text: what holds the text holds it, unless it is cut from a longer one.
pub(super) fn longest(text: &str) -> &[u8] {
    let parts = text.as_bytes().split(|byte| !is_part(*byte));
    parts.max_by_key(|part| part.len()).unwrap_or_default()
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

const START: u32 = 0x811c_9dc5;

/// FNV-1a with a step that mixes the lower bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).
fn step(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

fn number(identifier: &[u8]) -> u32 {
    identifier.iter().fold(START, |hash, byte| step(hash, *byte))
}

/// The numbers of the identifiers of a text, each once.
fn numbers(bytes: &[u8], recent: &mut [u32]) -> Vec<u32> {
    recent.fill(START);
    let mut out = Vec::new();
    let mut hash = START;
    for byte in bytes.iter().copied().chain(std::iter::once(b' ')) {
        if is_part(byte) {
            hash = step(hash, byte);
        } else if hash != START {
            let place = &mut recent[(hash ^ hash >> 15) as usize % RECENT];
            if *place != hash {
                *place = hash;
                out.push(hash);
            }
            hash = START;
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_by_identifier() {
        let texts = ["int a_b(c);", "// a_b\n\"x1\"", "", "a_bc"];
        let words = Words::new(4, |file| texts.get(file as usize).map(|text| text.as_bytes()));
        assert_eq!(words.holding(b"a_b").collect::<Vec<_>>(), [0, 1]);
        assert_eq!(words.holding(b"x1").collect::<Vec<_>>(), [1]);
        assert_eq!(words.holding(b"a_bc").collect::<Vec<_>>(), [3]);
        assert_eq!(words.holding(b"b").count(), 0);
        assert_eq!(longest("ns::name("), b"name");
    }

    proptest::proptest! {
        #[test]
        fn every_identifier_of_a_text_is_found(parts in proptest::collection::vec("[a-zA-Z0-9_]{1,12}", 1..600)) {
            let text = parts.join("+");
            let words = Words::new(1, |_| Some(text.as_bytes()));
            for part in &parts {
                proptest::prop_assert_eq!(words.holding(part.as_bytes()).collect::<Vec<_>>(), [0]);
            }
        }
    }
}
