//! What was meant by a misspelt name.

/// The names nearest to `wanted`, at most three, the nearest first; empty when none is near.
pub(crate) fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted: Vec<char> = wanted.chars().take(MAX_NAME).collect();
    // A third of the letters may be wrong: `did you mean` for anything farther annoys.
    let limit = (wanted.len() / 3).max(1);
    let mut near: Vec<(usize, &str)> =
        known.into_iter().map(|name| (distance(&wanted, name), name)).filter(|&(d, _)| d <= limit).collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Whether two names are the same but for so many letters.
pub(crate) fn is_near(one: &str, other: &str, most: usize) -> bool {
    let one: Vec<char> = one.chars().take(MAX_NAME).collect();
    distance(&one, other) <= most
}

/// Whether two names differ by a letter or two of one word, and not by a number.
pub(crate) fn is_slip(one: &str, other: &str) -> bool {
    /// Shorter words are other words, not misspelt ones.
    const SHORTEST: usize = 4;
    let (words, others): (Vec<&str>, Vec<&str>) = (one.split('_').collect(), other.split('_').collect());
    let mut different = words.iter().zip(&others).filter(|(one, other)| one != other);
    let (Some((word, other)), None) = (different.next(), different.next()) else { return false };
    let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
    words.len() == others.len()
        && word.len() >= SHORTEST
        && other.len() >= SHORTEST
        && digits(word) == digits(other)
        && !nearest(word, [*other]).is_empty()
        && word.len().abs_diff(other.len()) <= 2
}

/// `; did you mean `a` or `b`?`, or nothing.
pub(crate) fn suggestion<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> = nearest(wanted, known).into_iter().map(|name| format!("`{name}`")).collect();
    if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(" or ")) }
}

/// Names are compared up to this many letters: the cost is quadratic.
const MAX_NAME: usize = 64;

/// Letters to insert, remove or replace to come from one name to the other; case and `_`/`-` do not count.
fn distance(wanted: &[char], name: &str) -> usize {
    let fold = |c: char| if c == '_' { '-' } else { c.to_ascii_lowercase() };
    let mut row: Vec<usize> = (0..=wanted.len()).collect();
    for (i, b) in name.chars().take(MAX_NAME).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        let mut next = vec![left];
        for (&a, &above) in wanted.iter().zip(row.iter().skip(1)) {
            let same = usize::from(fold(a) != fold(b));
            left = (diagonal + same).min(left + 1).min(above + 1);
            diagonal = above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["missing-export-dynamic", "ignored-option", "target"];
        assert_eq!(nearest("targets", known), ["target"]);
        assert_eq!(nearest("missing_export_dinamic", known), ["missing-export-dynamic"]);
        assert!(nearest("zzzz", known).is_empty());
        assert_eq!(suggestion("ignored-options", known), " (did you mean `ignored-option`?)");
    }

    #[test]
    fn distance_is_the_edit_distance() {
        let chars = |s: &str| s.chars().collect::<Vec<_>>();
        assert_eq!(distance(&chars("kitten"), "sitting"), 3);
        assert_eq!(distance(&chars(""), "abc"), 3);
        assert_eq!(distance(&chars("abc"), ""), 3);
        assert_eq!(distance(&chars("Flaw"), "lawn"), 2);
    }
}
