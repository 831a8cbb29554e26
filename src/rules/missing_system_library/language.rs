//! Which compilers can read what a project is written in: a library that old ones alone need is missed by nobody who needs newer ones.
use crate::cond::Cond;
use crate::flags::CompileFlag;
use crate::model::{Model, TargetId};
use crate::native::Natives;
use crate::rules::Context;

use super::table::Row;

/// The first standard that compilers which need the library do not know in full, and the one that has the library's functions.
const NEWER: u32 = 20;
const NEEDED: u32 = 17;
/// The first GCC that needs the library no more (release notes of GCC 9: "Using the types and functions in <filesystem> does not require
/// linking with -lstdc++fs now").
const WITHOUT: u32 = 9;

/// Whether a project says that it wants a newer compiler: by headers that older ones lack, or by a test of the version.
pub(super) fn is_newer(cx: &Context<'_>, natives: &Natives<'_>, row: &Row) -> bool {
    !natives.mentioning(&row.newer).is_empty()
        || cx.facts.any_build_text(|text| tests_version(&String::from_utf8_lossy(text)))
}

/// Whether a text compares the version of a compiler with one that needs the library no more.
fn tests_version(text: &str) -> bool {
    let lines = text.lines().filter(|line| line.contains("COMPILER_VERSION") && line.contains("VERSION_"));
    lines.flat_map(|line| line.split("VERSION_").skip(1)).any(|rest| {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '_');
        let number = number.trim_start_matches([' ', '"']);
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().is_ok_and(|number| (WITHOUT..100).contains(&number))
    })
}

/// When a target is compiled as C++ of the standard that has the functions, as every compiler reads it that has them.
pub(super) fn is_of_its_time(model: &Model<'_>, id: TargetId) -> Cond {
    let conds = &model.facts.conds;
    let (mut needed, mut newer) = (Cond::FALSE, Cond::FALSE);
    let mut add = |standard: Option<u32>, cond: Cond| match standard {
        Some(NEEDED) => needed = conds.or(needed, cond),
        Some(older) if older < NEEDED => {}
        _ => newer = conds.or(newer, cond),
    };
    for item in model.property(id, "CXX_STANDARD") {
        add(item.text.parse().ok().map(full), item.cond);
    }
    let own = model.property(id, "COMPILE_FEATURES").into_iter().map(|item| (item.text.to_string(), item.cond));
    let brought = model.usage_closure(id).into_iter().flat_map(|(library, when)| {
        let features = model.property(library, "INTERFACE_COMPILE_FEATURES").into_iter();
        features.map(move |item| (item.text.to_string(), conds.and(item.cond, when))).collect::<Vec<_>>()
    });
    for (text, cond) in own.chain(brought) {
        if let Some(number) = text.strip_prefix("cxx_std_").and_then(|number| number.parse().ok()) {
            add(Some(full(number)), cond);
        }
    }
    for source in model.compile_flags(id).iter() {
        if let CompileFlag::Std(standard) = &source.flag.flag
            && let Some(number) = standard.strip_prefix("c++").or_else(|| standard.strip_prefix("gnu++"))
        {
            add(named(number), source.cond);
        }
    }
    conds.diff(needed, newer)
}

/// A standard by its year, as numbers that grow: 98 is the oldest.
fn full(year: u32) -> u32 {
    if year >= 90 { 0 } else { year }
}

/// A standard by the name that compilers have for it, the one before it was finished too; None is a newer one.
fn named(number: &str) -> Option<u32> {
    match number {
        "1z" => Some(NEEDED),
        "98" | "03" | "0x" | "11" | "1y" | "14" => Some(0),
        _ => number.parse().ok().filter(|number| *number < NEWER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_the_version() {
        let less = "if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 9.1)";
        assert!(tests_version(less) && tests_version("if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS \"10\")"));
        assert!(!tests_version("if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 7)\nif(CMAKE_VERSION VERSION_LESS 10)"));
    }

    #[test]
    fn names_of_standards() {
        assert_eq!([named("1z"), named("17"), named("14"), named("2a")], [Some(17), Some(17), Some(0), None]);
    }
}
