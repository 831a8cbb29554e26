//! `$ORIGIN` in the words of scripts, where the shell replaces it by a variable that nobody sets.
use crate::cond::Cond;
use crate::rules::{Context, Draft, Place, Sink};
use crate::scripts::{Act, Part, Ran, Text};
use crate::source::Span;

/// Programs that write search paths, or are told of them (patchelf(1), chrpath(1), compilers and linkers).
const WRITERS: &[&str] = &[
    "c++", "cc", "chrpath", "clang", "clang++", "cmake", "g++", "gcc", "gfortran", "ld", "ld.bfd", "ld.gold", "ld.lld",
    "mpic++", "mpicc", "mpicxx", "nvcc", "patchelf",
];

/// Variables whose flags compilers and build tools take.
const FLAGS: &[&str] = &["CFLAGS", "CMAKE_ARGS", "CXXFLAGS", "LDFLAGS", "RUSTFLAGS"];

pub(super) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(scripts) = cx.facts.judged_scripts() else { return };
    for script in scripts.files() {
        for step in &script.facts.steps {
            let found = match &step.act {
                Act::Ran(ran) => in_command(ran),
                Act::Assigned(set) => {
                    let takes =
                        FLAGS.contains(&set.name.as_str()) && takes_origin(&set.value) && names_path(&set.value);
                    takes.then(|| (set.value.clone(), step.range.clone()))
                }
            };
            let Some((word, range)) = found else { continue };
            let left = without_origin(&word);
            sink.report(
                Draft::new(Cond::TRUE, Place::new(Span::new(script.source.id(), range), "the shell replaces it"))
                    .subject("$ORIGIN")
                    .message(format!(
                        "the shell takes `$ORIGIN` for a variable of its own, which nobody sets: what is left is `{left}`"
                    ))
                    .help("put it between single quotes, or write `\\$ORIGIN`"),
            );
        }
    }
}

/// A word of a command that gives a search path with `$ORIGIN`.
fn in_command(ran: &Ran) -> Option<(Text, std::ops::Range<u32>)> {
    if !ran.program().is_some_and(|program| WRITERS.contains(&program)) {
        return None;
    }
    let mut named = false;
    for (word, range) in ran.words.iter().zip(&ran.ranges).skip(1) {
        // `--set-rpath "$ORIGIN"`: the option stands before it.
        let is_path = named || names_path(word);
        if is_path && takes_origin(word) {
            return Some((word.clone(), range.clone()));
        }
        named = names_path(word) || word.literal() == Some("-r");
    }
    None
}

/// Whether a text has what a variable of that name holds when the script begins.
fn takes_origin(text: &Text) -> bool {
    text.parts.iter().any(|part| matches!(part, Part::Initial(name) if name == "ORIGIN"))
}

fn names_path(text: &Text) -> bool {
    text.parts.iter().any(|part| match part {
        Part::Known(known) => known.to_ascii_lowercase().contains("rpath"),
        _ => false,
    })
}

/// What the shell makes of a text.
fn without_origin(text: &Text) -> String {
    let parts = text.parts.iter().filter(|part| !matches!(part, Part::Initial(name) if name == "ORIGIN")).cloned();
    Text { parts: parts.collect() }.shown()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_shell_leaves() {
        let known = |text: &str| Part::Known(text.to_owned());
        let text = Text { parts: vec![known("-Wl,-rpath,"), Part::Initial("ORIGIN".into()), known("/../lib")] };
        assert!(takes_origin(&text) && names_path(&text));
        assert_eq!(without_origin(&text), "-Wl,-rpath,/../lib");
    }
}
