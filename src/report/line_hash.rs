//! `primaryLocationLineHash`, by which GitHub's code scanning knows an alert again.
//!
//! The algorithm is that of github/codeql-action (`src/fingerprints.ts`): for each line a polynomial hash over the first
//! hundred UTF-16 code units from its start that are neither blank nor tab, with `\r` and `\r\n` taken as `\n`, 65535
//! after the end of the file, and zeros after that; then a colon and the ordinal among lines of equal hashes.
use rustc_hash::FxHashMap;

/// Code units that a hash covers.
const BLOCK: usize = 100;
/// Base of the polynomial.
const FACTOR: u64 = 37;
/// What follows the last code unit.
const END: u16 = 65535;

/// The hash of every line of a file, from its first.
pub(super) fn line_hashes(bytes: &[u8]) -> Vec<String> {
    let (units, starts) = significant(&String::from_utf8_lossy(bytes));
    let at = |index: usize| units.get(index).map_or(0, |&unit| u64::from(unit));
    let mut drop = 1_u64;
    for _ in 0..BLOCK {
        drop = drop.wrapping_mul(FACTOR);
    }
    let mut hash = (0..BLOCK).fold(0_u64, |hash, index| hash.wrapping_mul(FACTOR).wrapping_add(at(index)));
    let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
    let mut hashes = Vec::with_capacity(starts.len());
    let mut index = 0;
    for start in starts {
        while index < start {
            hash = hash.wrapping_mul(FACTOR).wrapping_add(at(index + BLOCK));
            hash = hash.wrapping_sub(drop.wrapping_mul(at(index)));
            index += 1;
        }
        let ordinal = seen.entry(hash).or_default();
        *ordinal += 1;
        hashes.push(format!("{hash:x}:{ordinal}"));
    }
    hashes
}

/// The code units that count, and where in them each line starts.
fn significant(text: &str) -> (Vec<u16>, Vec<usize>) {
    const SPACE: u16 = 0x20;
    const TAB: u16 = 0x09;
    const LF: u16 = 0x0a;
    const CR: u16 = 0x0d;
    let (mut units, mut starts) = (Vec::with_capacity(text.len() + 1), Vec::new());
    let (mut line_start, mut after_cr) = (true, false);
    for unit in text.encode_utf16().chain([END]) {
        if unit == SPACE || unit == TAB || after_cr && unit == LF {
            after_cr = false;
            continue;
        }
        after_cr = unit == CR;
        let unit = if after_cr { LF } else { unit };
        if line_start {
            starts.push(units.len());
        }
        line_start = unit == LF;
        units.push(unit);
    }
    (units, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts and hashes as codeql-action's own tests have them (`src/fingerprints.test.ts`).
    #[test]
    fn hashes_are_those_of_the_uploader() {
        assert_eq!(line_hashes(b""), ["c129715d7a2bc9a3:1"]);
        assert_eq!(
            line_hashes(b" a\nb\n  \t\tc\n d"),
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]
        );
        let greetings = [
            "e9496ae3ebfced30:1",
            "fb7c023a8b9ccb3f:1",
            "ce8ba1a563dcdaca:1",
            "e20e36e16fcb0cc8:1",
            "b3edc88f2938467e:1",
            "c8e28b0b4002a3a0:1",
            "c129715d7a2bc9a3:1",
        ];
        for text in [
            " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n",
            " hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r",
            " hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n",
            " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n",
        ] {
            assert_eq!(line_hashes(text.as_bytes()), greetings, "{text:?}");
        }
        let repeated = line_hashes("Lorem ipsum dolor sit amet.\n".repeat(10).as_bytes());
        let expected = ["a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1"];
        assert_eq!(repeated[5..9], expected);
        assert_eq!(repeated.len(), 11);
    }
}
