//! How the C library reads numbers: the base of CMake's index, count and comparison arguments.

/// `strtol(text, &end, 10)`: the value and the number of bytes read; `None` when no digit is there or on overflow.
pub(super) fn prefix_i64(text: &str) -> Option<(i64, usize)> {
    let bytes = text.as_bytes();
    let mut at = leading_space(bytes);
    let negative = bytes.get(at) == Some(&b'-');
    if matches!(bytes.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let first = at;
    let mut value: i64 = 0;
    while let Some(digit) = bytes.get(at).filter(|b| b.is_ascii_digit()) {
        let digit = i64::from(digit - b'0');
        value = value.checked_mul(10)?;
        value = if negative { value.checked_sub(digit)? } else { value.checked_add(digit)? };
        at += 1;
    }
    (at > first).then_some((value, at))
}

/// A number which is the whole text (`cmStrToLong`).
pub(super) fn whole_i64(text: &str) -> Option<i64> {
    prefix_i64(text).filter(|(_, end)| *end == text.len()).map(|(value, _)| value)
}

/// `std::stoi`: an `int` at the start of the text, and the bytes read.
pub(super) fn prefix_i32(text: &str) -> Option<(i32, usize)> {
    let (value, end) = prefix_i64(text)?;
    Some((i32::try_from(value).ok()?, end))
}

/// `cmStrToULong`: the whole text as an unsigned number; a minus sign wraps in C and is refused by CMake.
pub(super) fn whole_u64(text: &str) -> Option<u64> {
    let digits = text.trim_start_matches(is_space);
    let digits = digits.strip_prefix('+').unwrap_or(digits);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// `atoi`: zero when there is no number, cut to 32 bits as C does on overflow of `int`.
pub(super) fn atoi(text: &str) -> i32 {
    match prefix_i64(text) {
        Some((value, _)) => value as i32,
        // strtol saturates; its low 32 bits are all ones (maximum) or all zeros (minimum).
        None if text.trim_start_matches(is_space).trim_start_matches('+').starts_with(|c: char| c.is_ascii_digit()) => {
            -1
        }
        None => 0,
    }
}

/// `isspace` of the C locale.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

fn leading_space(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| is_space(char::from(**b))).count()
}

/// `strtod`: the value and the number of bytes read, with `inf`, `nan` and hexadecimal numbers.
pub(super) fn prefix_f64(text: &str) -> Option<(f64, usize)> {
    let bytes = text.as_bytes();
    let start = leading_space(bytes);
    let mut at = start;
    let negative = bytes.get(at) == Some(&b'-');
    if matches!(bytes.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let signed = |value: f64| if negative { -value } else { value };
    let rest = bytes.get(at..)?;
    for (word, value) in [(&b"infinity"[..], f64::INFINITY), (b"inf", f64::INFINITY), (b"nan", f64::NAN)] {
        if rest.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)) {
            return Some((signed(value), at + word.len()));
        }
    }
    if matches!(rest, [b'0', b'x' | b'X', ..])
        && let Some((value, length)) = hexadecimal(rest.get(2..)?)
    {
        return Some((signed(value), at + 2 + length));
    }
    let length = decimal_length(rest)?;
    let value: f64 = text.get(at..at + length)?.parse().ok()?;
    Some((signed(value), at + length))
}

/// The length of the longest decimal number at the start: digits, a point, an exponent only when it has digits.
fn decimal_length(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(0);
    let mut length = whole;
    if bytes.get(whole) == Some(&b'.') {
        let fraction = digits(whole + 1);
        if whole + fraction == 0 {
            return None;
        }
        length = whole + 1 + fraction;
    } else if whole == 0 {
        return None;
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    Some(length)
}

/// A hexadecimal float after its `0x`: value and length; `None` when no digit follows.
fn hexadecimal(bytes: &[u8]) -> Option<(f64, usize)> {
    let mut value = 0.0_f64;
    let mut at = 0;
    let mut digits = 0_usize;
    let mut scale: i32 = 0;
    let mut point = false;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'.' && !point {
            point = true;
        } else if let Some(digit) = char::from(byte).to_digit(16) {
            value = value * 16.0 + f64::from(digit);
            scale = scale.saturating_sub(if point { 4 } else { 0 });
            digits += 1;
        } else {
            break;
        }
        at += 1;
    }
    if digits == 0 {
        return None;
    }
    if matches!(bytes.get(at), Some(b'p' | b'P')) {
        let text = std::str::from_utf8(bytes.get(at + 1..).unwrap_or_default()).unwrap_or_default();
        if !text.starts_with(is_space)
            && let Some((exponent, length)) = prefix_i32(text)
        {
            scale = scale.saturating_add(exponent);
            at += 1 + length;
        }
    }
    Some((value * f64::from(scale).exp2(), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_strtol_does() {
        assert_eq!(prefix_i64("  -12x"), Some((-12, 5)));
        assert_eq!(prefix_i64("+7"), Some((7, 2)));
        assert_eq!(prefix_i64("-9223372036854775808"), Some((i64::MIN, 20)));
        assert_eq!(prefix_i64("9223372036854775808"), None);
        assert_eq!(prefix_i64("- 1"), None);
        assert_eq!(whole_i64("12 "), None);
        assert_eq!(whole_u64("+12"), Some(12));
        assert_eq!(whole_u64("-1"), None);
        assert_eq!(atoi("12abc"), 12);
        assert_eq!(atoi("abc"), 0);
    }

    #[test]
    fn floats_are_read_as_strtod_does() {
        assert_eq!(prefix_f64("1e"), Some((1.0, 1)));
        assert_eq!(prefix_f64("1.5e+2x"), Some((150.0, 6)));
        assert_eq!(prefix_f64(".5"), Some((0.5, 2)));
        assert_eq!(prefix_f64("5."), Some((5.0, 2)));
        assert_eq!(prefix_f64("."), None);
        assert_eq!(prefix_f64("0x1F"), Some((31.0, 4)));
        assert_eq!(prefix_f64("0x1p4"), Some((16.0, 5)));
        assert_eq!(prefix_f64("0xg"), Some((0.0, 1)));
        assert_eq!(prefix_f64("-inf"), Some((f64::NEG_INFINITY, 4)));
        assert_eq!(prefix_f64("\u{e9}"), None);
    }
}
