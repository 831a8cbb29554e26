//! The pure parts of `if()`: constants, numbers, versions and the binary operators.
//!
//! Source: the manual of `if()`, sections "Basic Expressions" and "Comparisons".
use std::cmp::Ordering;

use super::{list, number, path};

/// The truth of a constant or a number; `None` when the text is neither: then an unquoted one names a variable, whose
/// truth is [`variable_truth`], and a quoted one is false.
pub fn constant(text: &str) -> Option<bool> {
    if is_on(text) {
        Some(true)
    } else if is_off(text) {
        Some(false)
    } else {
        let (value, end) = number::prefix_f64(text)?;
        // Not a number is true: its conversion to a truth value is.
        (end == text.len()).then_some(value != 0.0)
    }
}

/// The truth of `if(<variable>)` for the variable's value: everything but a false constant. `0.0` is true here.
pub fn variable_truth(value: &str) -> bool {
    !is_off(value)
}

/// The true constants: `1`, `ON`, `YES`, `TRUE`, `Y`, in any case.
pub fn is_on(text: &str) -> bool {
    ["1", "ON", "YES", "TRUE", "Y"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// The false constants: empty, `0`, `OFF`, `NO`, `FALSE`, `N`, `IGNORE` in any case, `NOTFOUND` and `*-NOTFOUND` as
/// they stand.
pub fn is_off(text: &str) -> bool {
    text.is_empty() || OFF.iter().any(|word| text.eq_ignore_ascii_case(word)) || is_not_found(text)
}

/// The false constants that are words, in any case (cmake-commands(7), `if`).
pub const OFF: &[&str] = &["0", "OFF", "NO", "FALSE", "N", "IGNORE"];

/// `NOTFOUND` or anything that ends in `-NOTFOUND`.
pub fn is_not_found(text: &str) -> bool {
    text == "NOTFOUND" || text.ends_with("-NOTFOUND")
}

/// A name that conditions ask for and CMake never sets (cmake-variables(7)).
#[derive(Debug)]
pub struct Misnomer {
    /// The name.
    pub name: &'static str,
    /// What says it.
    pub meant: &'static str,
    /// The variable of the platforms that it stands for; none for compilers.
    pub platform: Option<&'static str>,
    /// Words that ask for the same: beside one of them nothing is lost.
    pub same: &'static [&'static str],
}

const WINDOWS: &[&str] = &["WIN32", "MSVC", "MSVC_VERSION", "MINGW", "CYGWIN", "Windows", "MSYS", "CMAKE_SYSTEM_NAME"];
const APPLE: &[&str] = &["APPLE", "Darwin", "IOS", "CMAKE_SYSTEM_NAME"];
const LINUX: &[&str] = &["UNIX", "Linux", "CMAKE_SYSTEM_NAME", "CMAKE_VERSION", "CMAKE_HOST_SYSTEM_NAME"];
const COMPILER: &[&str] = &["CMAKE_C_COMPILER_ID", "CMAKE_CXX_COMPILER_ID", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER"];

/// Such names.
const MISNOMERS: &[Misnomer] = &[
    Misnomer { name: "WINDOWS", meant: "WIN32", platform: Some("WIN32"), same: WINDOWS },
    Misnomer { name: "Windows", meant: "WIN32", platform: Some("WIN32"), same: WINDOWS },
    Misnomer { name: "MACOS", meant: "APPLE", platform: Some("APPLE"), same: APPLE },
    Misnomer { name: "MACOSX", meant: "APPLE", platform: Some("APPLE"), same: APPLE },
    Misnomer { name: "OSX", meant: "APPLE", platform: Some("APPLE"), same: APPLE },
    Misnomer { name: "DARWIN", meant: "APPLE", platform: Some("APPLE"), same: APPLE },
    Misnomer { name: "Darwin", meant: "APPLE", platform: Some("APPLE"), same: APPLE },
    Misnomer { name: "Apple", meant: "APPLE", platform: Some("APPLE"), same: APPLE },
    // There since 3.25.
    Misnomer {
        name: LINUX_SINCE_3_25,
        meant: "CMAKE_SYSTEM_NAME STREQUAL \"Linux\"",
        platform: Some("LINUX"),
        same: LINUX,
    },
    Misnomer { name: "Linux", meant: "CMAKE_SYSTEM_NAME STREQUAL \"Linux\"", platform: Some("LINUX"), same: LINUX },
    Misnomer { name: "CLANG", meant: CLANG, platform: None, same: COMPILER },
    Misnomer { name: "CMAKE_COMPILER_IS_CLANG", meant: CLANG, platform: None, same: COMPILER },
    Misnomer { name: "CMAKE_COMPILER_IS_CLANGXX", meant: CLANG, platform: None, same: COMPILER },
];

const CLANG: &str = "CMAKE_CXX_COMPILER_ID MATCHES Clang";

/// The one of them that newer versions of CMake set.
pub const LINUX_SINCE_3_25: &str = "LINUX";

/// The name of that kind.
pub fn misnomer(name: &str) -> Option<&'static Misnomer> {
    MISNOMERS.iter().find(|one| one.name == name)
}

/// Values of CMake's own variables, which are easily written in the place of a condition or of a number (cmake-variables(7):
/// `CMAKE_<LANG>_COMPILER_ID`, `CMAKE_SYSTEM_NAME`, `CMAKE_BUILD_TYPE`, `CMAKE_<LANG>_BYTE_ORDER`).
pub fn is_known_value(text: &str) -> bool {
    const VALUES: &[&str] = &[
        "AppleClang",
        "BIG_ENDIAN",
        "Clang",
        "Darwin",
        "Debug",
        "FreeBSD",
        "GNU",
        "Intel",
        "IntelLLVM",
        "LITTLE_ENDIAN",
        "Linux",
        "MinSizeRel",
        "RelWithDebInfo",
        "Release",
        "Windows",
    ];
    VALUES.contains(&text)
}

/// The number at the start of a text, as `EQUAL` and `LESS` read it (`scanf` of `%lg`); what follows is ignored.
pub fn number(text: &str) -> Option<f64> {
    let (value, end) = number::prefix_f64(text)?;
    let read = text.get(..end)?;
    let next = text.get(end..)?.chars().next();
    // Unlike strtod, scanf does not go back once it took a letter of a longer form.
    let cut_word =
        value.is_infinite() && read.len() >= 3 && read.ends_with(['f', 'F']) && matches!(next, Some('i' | 'I'));
    let is_hexadecimal = is_sign_and_zero(read) && matches!(next, Some('x' | 'X'));
    let cut_hexadecimal = is_hexadecimal && text.get(end + 1..end + 2) != Some(".");
    (!cut_word && !cut_hexadecimal).then_some(value)
}

fn is_sign_and_zero(read: &str) -> bool {
    read.trim_start_matches(number::is_space).trim_start_matches(['+', '-']) == "0"
}

/// Compares two versions as `VERSION_LESS` and its kin do: numbers between dots, up to the first other character.
pub fn version_compare(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left, right);
    let starts_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    while starts_with_digit(left) || starts_with_digit(right) {
        let (left_digits, left_rest) = component(left);
        let (right_digits, right_rest) = component(right);
        let order = left_digits.len().cmp(&right_digits.len()).then_with(|| left_digits.cmp(right_digits));
        if order != Ordering::Equal {
            return order;
        }
        left = left_rest.strip_prefix('.').unwrap_or(left_rest);
        right = right_rest.strip_prefix('.').unwrap_or(right_rest);
    }
    Ordering::Equal
}

/// The digits at the start without leading zeros, and what follows.
fn component(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches('0');
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// A binary operator of `if()` that is a function of two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `LESS`, `EQUAL`, ...: false unless both sides are numbers.
    Number(Relation),
    /// `STRLESS`, `STREQUAL`, ...
    Text(Relation),
    /// `VERSION_LESS`, ...
    Version(Relation),
    /// `IN_LIST`: the right side is the list's value.
    InList,
    /// `PATH_EQUAL` (policy CMP0139).
    PathEqual,
}

/// How the sides are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
}

impl Relation {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "LESS" => Self::Less,
            "LESS_EQUAL" => Self::LessEqual,
            "GREATER" => Self::Greater,
            "GREATER_EQUAL" => Self::GreaterEqual,
            "EQUAL" => Self::Equal,
            _ => return None,
        })
    }

    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
            Self::Equal => order.is_eq(),
        }
    }
}

impl Operator {
    /// The operator of a keyword; `MATCHES`, `IS_NEWER_THAN`, `AND` and `OR` are none of these.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        match keyword {
            "IN_LIST" => Some(Self::InList),
            "PATH_EQUAL" => Some(Self::PathEqual),
            _ => {
                if let Some(rest) = keyword.strip_prefix("VERSION_") {
                    Relation::parse(rest).map(Self::Version)
                } else if let Some(rest) = keyword.strip_prefix("STR") {
                    Relation::parse(rest).map(Self::Text)
                } else {
                    Relation::parse(keyword).map(Self::Number)
                }
            }
        }
    }

    /// Whether the operator holds between two texts.
    pub fn holds(self, left: &str, right: &str) -> bool {
        match self {
            Self::Number(relation) => number(left)
                .zip(number(right))
                .and_then(|(l, r)| l.partial_cmp(&r))
                .is_some_and(|order| relation.holds(order)),
            Self::Text(relation) => relation.holds(left.cmp(right)),
            Self::Version(relation) => relation.holds(version_compare(left, right)),
            Self::InList => list::split(right).iter().any(|element| element == left),
            Self::PathEqual => path::equal(left, right),
        }
    }
}

#[cfg(test)]
mod tests {
    //! Expected values were printed by cmake 3.25.1 and 4.4.4.
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn constants_are_true_or_false() {
        for text in ["1", "oN", "Yes", "TRUE", "Y", "2", "0x1", "inf", "nan", " 1", ".5", "5.", "+1", "1e400", "0x.8"] {
            assert_eq!(constant(text), Some(true), "{text}");
        }
        for text in ["", "0", "oFF", "no", "N", "ignore", "NOTFOUND", "a-NOTFOUND", "-0", "00", "0.0", "0x0", "1e-400"]
        {
            assert_eq!(constant(text), Some(false), "{text}");
        }
        for text in
            ["1e", "1abc", "abc", "notfound", "a-notfound", "1 ", "TRUE ", "T", "I_ON", "0b1", "0x", "1_0", "\u{661}"]
        {
            assert_eq!(constant(text), None, "{text}");
            assert!(variable_truth(text), "{text}");
        }
        for text in ["00", "0.0", "0x0", "-0"] {
            assert!(variable_truth(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_read_as_scanf_does() {
        for text in ["1e", "1e+", "0x1", "1abc", "inf", "infinity", "1 ", "1e5x", "0x1p", "1_0", "1e400"] {
            assert!(number(text).is_some_and(|n| n > 0.9), "{text}");
        }
        for text in ["0x", "0xg", "abc", "", "-", "infi", ".", "--1", "-0x", "\u{661}"] {
            assert_eq!(number(text), None, "{text}");
        }
        assert!(!Operator::from_keyword("EQUAL").unwrap().holds("nan", "nan"));
        assert!(Operator::from_keyword("EQUAL").unwrap().holds("1.0", "1"));
        assert!(!Operator::from_keyword("EQUAL").unwrap().holds("a", "a"));
        assert!(Operator::from_keyword("STRLESS_EQUAL").unwrap().holds("a", "a"));
        assert!(Operator::from_keyword("IN_LIST").unwrap().holds("", "a;;b"));
        assert!(!Operator::from_keyword("IN_LIST").unwrap().holds("", ""));
        assert_eq!(Operator::from_keyword("STRVERSION_LESS"), None);
    }

    /// Rows and columns are the same versions; `<`, `>` and `=` are `VERSION_LESS`, `VERSION_GREATER` and neither.
    #[test]
    #[rustfmt::skip]
    fn versions_compare_as_in_cmake() {
        let rows = [
            ("1", "==<<<<<>>==<<<<<>>=<<"), ("1.0", "==<<<<<>>=<<<<<<>>=<<"), ("1.10", ">>=>>>>>>>>>>><<>>><>"),
            ("1.9", ">><=>>>>>>>>>><<>>><>"), ("1.2a", ">><<===>>>>==<<<>>><<"), ("1.2", ">><<===>>>>==<<<>>><<"),
            ("1.2.0.0", ">><<===>>>>==<<<>>><<"), ("a", "<<<<<<<==<<<<<<<==<<<"), ("", "<<<<<<<==<<<<<<<==<<<"),
            ("1.a", "==<<<<<>>==<<<<<>>=<<"), ("1..2", "=><<<<<>>==<<<<<>>=<<"), ("01.2", ">><<===>>>>==<<<>>><<"),
            ("1.2-rc1", ">><<===>>>>==<<<>>><<"), ("1.2.3", ">><<>>>>>>>>>=<<>>><<"), ("10", ">>>>>>>>>>>>>>=>>>><>"),
            ("2", ">>>>>>>>>>>>>><=>>><>"), ("v2", "<<<<<<<==<<<<<<<==<<<"), (".1", "<<<<<<<==<<<<<<<==<<<"),
            ("1.", "==<<<<<>>==<<<<<>>=<<"), ("99999999999999999999", ">>>>>>>>>>>>>>>>>>>=>"),
            ("1.2.99999999999999999999", ">><<>>>>>>>>>><<>>><="),
        ];
        for (left, expected) in rows {
            let signs = rows.iter().map(|(right, _)| match version_compare(left, right) {
                Ordering::Less => '<',
                Ordering::Equal => '=',
                Ordering::Greater => '>',
            });
            assert_eq!(signs.collect::<String>(), expected, "{left}");
        }
    }

    proptest! {
        #[test]
        fn comparing_never_panics_and_mirrors(left in "[0-2.a]{0,8}", right in "[0-2.a]{0,8}") {
            prop_assert_eq!(version_compare(&left, &right), version_compare(&right, &left).reverse());
        }

        #[test]
        fn any_text_has_a_truth(text in "[ +.0-9a-fA-FixnNpé-]{0,10}") {
            prop_assert!(constant(&text).is_some() || variable_truth(&text));
            prop_assert!(!Operator::Number(Relation::Equal).holds(&text, "x"));
        }
    }
}
