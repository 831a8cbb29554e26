//! `list(SORT)`: its options and its orders.
use std::cell::RefCell;
use std::cmp::Ordering;

use super::super::condition::is_on;
use super::Functions;

/// How two elements compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compare {
    /// By their bytes.
    Text,
    /// By the part after the last slash.
    FileBasename,
    /// With numbers inside by value, as `strverscmp`.
    Natural,
}

/// The options of one `list(SORT)`; `None` where the command does not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Options<'a> {
    pub(super) compare: Option<Compare>,
    pub(super) insensitive: Option<bool>,
    pub(super) descending: Option<bool>,
    /// The order is given by a function of the project (CMake 4.4), which is not a matter of plain strings.
    pub(super) comparator: Option<&'a str>,
}

/// The options after the list's name, or CMake's message.
pub(super) fn parse<'a>(arguments: &[&'a str]) -> Result<Options<'a>, String> {
    const HINT: &str = "list sub-command SORT ";
    if arguments.len() > 6 {
        return Err(format!("{HINT}only takes up to six arguments."));
    }
    let mut options = Options::default();
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let given = match *option {
            "COMPARE" if options.comparator.is_some() => {
                return Err(format!("{HINT}option \"COMPARE\" is incompatible with \"COMPARATOR\"."));
            }
            "COMPARATOR" if options.compare.is_some() => {
                return Err(format!("{HINT}option \"COMPARATOR\" is incompatible with \"COMPARE\"."));
            }
            "COMPARE" => options.compare.is_some(),
            "CASE" => options.insensitive.is_some(),
            "ORDER" => options.descending.is_some(),
            "COMPARATOR" => options.comparator.is_some(),
            _ => return Err(format!("{HINT}option \"{option}\" is unknown.")),
        };
        if given {
            return Err(format!("{HINT}option \"{option}\" has been specified multiple times."));
        }
        let value = rest.next().ok_or_else(|| format!("{HINT}missing argument for option \"{option}\"."))?;
        match (*option, *value) {
            ("COMPARE", "STRING") => options.compare = Some(Compare::Text),
            ("COMPARE", "FILE_BASENAME") => options.compare = Some(Compare::FileBasename),
            ("COMPARE", "NATURAL") => options.compare = Some(Compare::Natural),
            ("CASE", "SENSITIVE") => options.insensitive = Some(false),
            ("CASE", "INSENSITIVE") => options.insensitive = Some(true),
            ("ORDER", "ASCENDING") => options.descending = Some(false),
            ("ORDER", "DESCENDING") => options.descending = Some(true),
            ("COMPARATOR", _) => options.comparator = Some(value),
            _ => return Err(format!("{HINT}value \"{value}\" for option \"{option}\" is invalid.")),
        }
    }
    Ok(options)
}

/// The elements in order. Elements which compare equal keep their order.
pub(super) fn sort(elements: Vec<String>, options: Options<'_>) -> Vec<String> {
    let key = |text: &str| {
        let text = match options.compare {
            Some(Compare::FileBasename) => text.rsplit('/').next().unwrap_or_default(),
            _ => text,
        };
        if options.insensitive == Some(true) { text.to_ascii_lowercase() } else { text.to_owned() }
    };
    let keyed = elements.into_iter().map(|e| (key(&e), e)).collect();
    let compare = |a: &str, b: &str| if options.compare == Some(Compare::Natural) { natural(a, b) } else { a.cmp(b) };
    let sorted = merge_sort(keyed, &|a: &(String, String), b: &(String, String)| {
        if options.descending == Some(true) { compare(&b.0, &a.0) } else { compare(&a.0, &b.0) }
    });
    sorted.into_iter().map(|(_, element)| element).collect()
}

/// The elements in the order of a function that says whether its first text comes before the second.
pub(super) fn sort_by_function(
    elements: Vec<String>,
    options: Options<'_>,
    functions: &mut Functions<'_>,
) -> Result<Vec<String>, String> {
    let name = options.comparator.unwrap_or_default();
    let insensitive = options.insensitive == Some(true);
    let key = |text: &str| if insensitive { text.to_ascii_lowercase() } else { text.to_owned() };
    let keyed: Vec<(String, String)> = elements.into_iter().map(|e| (key(&e), e)).collect();
    let state = RefCell::new((functions, None));
    let before = |a: &str, b: &str| -> bool {
        let (functions, failed) = &mut *state.borrow_mut();
        if failed.is_some() {
            return false;
        }
        let mut ask = |a: &str, b: &str| match functions(name, &[a, b]) {
            Ok(answer) => is_on(&answer),
            Err(message) => {
                failed.get_or_insert(message);
                false
            }
        };
        let holds = ask(a, b);
        if holds && ask(b, a) {
            failed.get_or_insert(format!(
                "function does not induce a strict weak ordering.  The comparator returned TRUE for both ({a}, {b}) \
                 and ({b}, {a})."
            ));
        }
        holds
    };
    let sorted = merge_sort(keyed, &|a: &(String, String), b: &(String, String)| {
        let (a, b) = if options.descending == Some(true) { (b, a) } else { (a, b) };
        if before(&a.0, &b.0) { Ordering::Less } else { Ordering::Greater }
    });
    match state.into_inner().1 {
        Some(message) => Err(format!("list sub-command SORT, COMPARATOR: {message}")),
        None => Ok(sorted.into_iter().map(|(_, element)| element).collect()),
    }
}

/// A stable sort which, unlike the library's, never objects to an order that is not total: the natural one is not.
fn merge_sort<T>(mut items: Vec<T>, compare: &impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    if items.len() < 2 {
        return items;
    }
    let right = items.split_off(items.len() / 2);
    let mut left = merge_sort(items, compare).into_iter().peekable();
    let mut right = merge_sort(right, compare).into_iter().peekable();
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if compare(b, a) == Ordering::Less { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    merged
}

/// `strverscmp` as CMake has it: the first difference decides, and digits around it count as one number.
pub(super) fn natural(left: &str, right: &str) -> Ordering {
    let byte = |text: &str, at: usize| text.as_bytes().get(at).copied().unwrap_or(0);
    let digit = |text: &str, at: usize| byte(text, at).is_ascii_digit();
    let mut at = 0;
    while byte(left, at) == byte(right, at) {
        if at >= left.len() || at >= right.len() {
            return Ordering::Equal;
        }
        at += 1;
    }
    let mut begin = at;
    while begin > 0 && digit(left, begin - 1) {
        begin -= 1;
    }
    if begin != at || (digit(left, at) && digit(right, at)) {
        // A leading zero means a fraction: more of them order first.
        let zeros =
            |text: &str| (begin..text.len()).take_while(|i| byte(text, *i) == b'0' && digit(text, i + 1)).count();
        let (left_zeros, right_zeros) = (zeros(left), zeros(right));
        if left_zeros != right_zeros {
            return right_zeros.cmp(&left_zeros);
        }
        if left_zeros == 0 {
            let end = |text: &str| (at..text.len()).take_while(|i| digit(text, *i)).count();
            let (left_end, right_end) = (end(left), end(right));
            if left_end != right_end {
                return left_end.cmp(&right_end);
            }
        }
    }
    // C's plain characters are signed on the machines that matter here.
    byte(left, at).cast_signed().cmp(&byte(right, at).cast_signed())
}
