//! What programs print of the host and the compiler, where one configuration is told what they would say: CMake itself asks
//! `uname` for `CMAKE_HOST_SYSTEM_*` (`CMakeDetermineSystem`) and the compiler for its identity.
use rustc_hash::FxHashMap;

use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::platform::system_variable;
use crate::cmake::lang::condition;

const PREDEFINED: &str = include_str!("../data/predefined.txt");

/// What a command line prints; nothing where that is not known.
pub(super) fn output(machine: &mut Machine<'_>, program: &str, words: &[&str]) -> Option<String> {
    if machine.env.options.all_configurations && machine.script.is_none() && is_uname(program) {
        return system(machine, words);
    }
    if machine.env.options.all_configurations || machine.script.is_some() {
        return None;
    }
    if is_uname(program) {
        return uname(machine, words);
    }
    let language =
        ["C", "CXX"].into_iter().find(|l| given(machine, &format!("CMAKE_{l}_COMPILER")) == Some(program))?;
    let gnu = given(machine, &format!("CMAKE_{language}_COMPILER_ID")) == Some("GNU");
    let version = given(machine, &format!("CMAKE_{language}_COMPILER_VERSION"))?;
    match words {
        ["-dumpfullversion"] if gnu => Some(format!("{version}\n")),
        _ if gnu && language == "C" && dumps_macros(words) => predefined(machine),
        _ => None,
    }
}

fn given<'m>(machine: &'m Machine<'_>, name: &str) -> Option<&'m str> {
    let found = machine.env.options.given.iter().rev().find(|g| g.name == name)?;
    (!condition::is_not_found(&found.value)).then_some(found.value.as_str())
}

/// Whether a program is uname(1).
pub(super) fn is_uname(program: &str) -> bool {
    program.rsplit('/').next() == Some("uname")
}

/// The variable with what uname prints.
fn variable_of(words: &[&str]) -> Option<&'static str> {
    Some(match words {
        [] | ["-s"] => "CMAKE_HOST_SYSTEM_NAME",
        ["-r"] => "CMAKE_HOST_SYSTEM_VERSION",
        ["-m"] => "CMAKE_HOST_SYSTEM_PROCESSOR",
        _ => return None,
    })
}

/// What uname prints on an unknown system: the symbol for what CMake says of it.
fn system(machine: &mut Machine<'_>, words: &[&str]) -> Option<String> {
    let value = system_variable(machine, variable_of(words)?)?;
    let text = machine.facts.texts.plain(value.single()?)?;
    Some(format!("{text}\n"))
}

fn uname(machine: &Machine<'_>, words: &[&str]) -> Option<String> {
    let variable = variable_of(words)?;
    given(machine, variable).map(|text| format!("{text}\n"))
}

/// Whether a compiler is asked for its macros and given nothing that changes them.
fn dumps_macros(words: &[&str]) -> bool {
    let neutral = |w: &&str| matches!(*w, "-dM" | "-E" | "-" | "-x" | "c" | "/dev/null" | "-xc" | "-w");
    words.contains(&"-dM") && words.contains(&"-E") && words.iter().all(neutral)
}

/// The macros that GCC predefines for the told target: name and value.
pub(super) fn macros(machine: &Machine<'_>, language: &str) -> Option<FxHashMap<&'static str, String>> {
    let gnu = given(machine, &format!("CMAKE_{language}_COMPILER_ID")) == Some("GNU");
    let version = given(machine, &format!("CMAKE_{language}_COMPILER_VERSION"))?;
    // Where no configured tree says what is built for, it is the usual machine.
    let or_usual = |name, usual| given(machine, name).or((!machine.is_told()).then_some(usual));
    let target = or_usual("CMAKE_SYSTEM_PROCESSOR", "x86_64") == Some("x86_64")
        && machine.env.options.system.as_deref() == Some("Linux")
        && given(machine, &format!("CMAKE_{language}_SIZEOF_DATA_PTR")) == Some("8");
    if !gnu || !target || machine.env.options.all_configurations {
        return None;
    }
    let mut parts = version.split('.');
    let mut out = FxHashMap::default();
    for name in ["__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__"] {
        out.insert(name, parts.next().unwrap_or("0").to_owned());
    }
    out.insert("__VERSION__", format!("\"{version}\""));
    for line in PREDEFINED.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        out.insert(name, value.to_owned());
    }
    let (c, cxx) = standards(version.split('.').next()?.parse().ok()?)?;
    if language == "CXX" {
        out.remove("__STDC_VERSION__");
        out.insert("__cplusplus", cxx.to_owned());
        out.insert("_GNU_SOURCE", "1".to_owned());
    } else {
        out.insert("__STDC_VERSION__", c.to_owned());
    }
    Some(out)
}

/// What `__STDC_VERSION__` and `__cplusplus` are unless another standard is asked for, by the first number of GCC's version
/// (gcc.gnu.org/projects/cxx-status.html, gcc.gnu.org/gcc-8/changes.html, gcc.gnu.org/gcc-15/changes.html).
fn standards(major: u32) -> Option<(&'static str, &'static str)> {
    Some(match major {
        6..=7 => ("201112L", "201402L"),
        8..=10 => ("201710L", "201402L"),
        11..=14 => ("201710L", "201703L"),
        15 => ("202311L", "201703L"),
        _ => return None,
    })
}

fn predefined(machine: &Machine<'_>) -> Option<String> {
    let mut lines: Vec<String> = macros(machine, "C")?.iter().map(|(n, v)| format!("#define {n} {v}\n")).collect();
    lines.sort();
    Some(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_has_its_own_standard() {
        assert_eq!(standards(9), Some(("201710L", "201402L")));
        assert_eq!(standards(12), Some(("201710L", "201703L")));
        assert_eq!(standards(99), None);
    }
}
