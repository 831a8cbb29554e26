//! The rows of properties of targets, and names that are nearly those of CMake's.
use std::sync::{Arc, OnceLock};

use super::{Cell, Entry, ModelRelations};
use crate::model::TargetId;
use crate::source::Span;

/// Target properties that CMake knows, for names that nothing reads.
const PROPERTIES: &str = include_str!("target_properties.txt");

impl ModelRelations<'_> {
    /// Whether the repository reads a property itself, or declares it: it is one of its own.
    fn is_read(&self, property: &str) -> bool {
        /// As long is the name of a target in an expression at most.
        const EXPRESSION: usize = 120;
        const READ: &[&[u8]] = &[b"get_target_property", b"get_property", b"define_property", b"foreach"];
        let reads = |text: &[u8], at: usize| {
            let open = memchr::memrchr(b'(', text.get(..at).unwrap_or_default()).unwrap_or(0);
            let command = text.get(..open).unwrap_or_default().trim_ascii_end().to_ascii_lowercase();
            // `$<TARGET_PROPERTY:app,NAME>`
            let before = text.get(at.saturating_sub(EXPRESSION)..at).unwrap_or_default();
            let begun = memchr::memmem::rfind(before, b"TARGET_PROPERTY:").and_then(|start| before.get(start..));
            let in_expression = begun.is_some_and(|begun| memchr::memchr2(b'>', b'\n', begun).is_none());
            in_expression || READ.iter().any(|read| command.ends_with(read))
        };
        self.listed.iter().map(|file| self.sources.get(file.id)).any(|file| {
            let text = file.bytes();
            memchr::memmem::find_iter(text, property.as_bytes()).any(|at| reads(text, at))
        })
    }

    pub(super) fn property_rows(&self, id: TargetId) -> Vec<Entry> {
        let mut out = Vec::new();
        for name in self.model.target(id).properties.keys() {
            let near = *self
                .near
                .borrow_mut()
                .entry(Arc::clone(name))
                .or_insert_with(|| meant(name).is_some() && !self.is_read(name));
            let meant = if near { meant(name).unwrap_or_default() } else { String::new() };
            for item in self.model.property(id, name) {
                let initialised = name.strip_prefix("CMAKE_");
                let anyway = initialised
                    .is_some_and(|property| self.model.has_anyway(id, property, &item.text) || self.is_read(name));
                let cells = vec![
                    Cell::shared(name),
                    Cell::shared(&item.text),
                    Cell::Boolean(near),
                    Cell::of(&meant),
                    Cell::Boolean(anyway),
                ];
                let row = self.item_row(id, &item, cells);
                let span = row.span.map(|span| if near { self.named(name, span) } else { span });
                out.push(Entry { span, ..row });
            }
        }
        out
    }

    /// The place of a property's name before that of its value, where the same command writes both.
    fn named(&self, property: &str, value: Span) -> Span {
        let file = self.sources.get(value.file);
        let before = file.bytes().get(..value.start as usize).unwrap_or_default();
        let from = memchr::memrchr(b'(', before).unwrap_or(0);
        let at = before.get(from..).and_then(|own| memchr::memmem::rfind(own, property.as_bytes()));
        at.map_or(value, |at| {
            let start = (from + at) as u32;
            Span::new(value.file, start..start + property.len() as u32)
        })
    }
}

/// The names of the properties, those of a language written out; parts that may be anything stay as `<…>`.
fn properties() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let lines = PROPERTIES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let written = lines.flat_map(|line| LANGUAGES.iter().map(move |language| line.replace("<LANG>", language)));
        let mut names: Vec<String> = written.collect();
        names.sort_unstable();
        names.dedup();
        names
    })
}

/// Properties that nobody can set (cmake-properties(7): "read-only"; policy CMP0160): what somebody sets means none of these.
const READ_ONLY: &[&str] = &[
    "ALIASED_TARGET",
    "BINARY_DIR",
    "CXX_MODULE_SETS",
    "HEADER_SETS",
    "IMPORTED",
    "IMPORTED_GLOBAL",
    "INTERFACE_CXX_MODULE_SETS",
    "INTERFACE_HEADER_SETS",
    "MANUALLY_ADDED_DEPENDENCIES",
    "NAME",
    "SOURCE_DIR",
    "TYPE",
];

/// Languages that properties are named after (cmake-properties(7)).
const LANGUAGES: &[&str] = &["C", "CXX", "CUDA", "HIP", "OBJC", "OBJCXX", "Fortran", "ISPC", "Swift", "ASM"];

/// The property of CMake's that is but one letter away from a name which is none of them.
fn meant(name: &str) -> Option<String> {
    /// Shorter names are easily a project's own.
    const SHORTEST: usize = 9;
    let plain = name.strip_prefix("INTERFACE_").unwrap_or(name);
    let is_known = |line: &String| match line.split_once('<') {
        Some((before, after)) => {
            let end = after.split_once('>').map_or("", |(_, end)| end);
            plain.len() > before.len() + end.len() && plain.starts_with(before) && plain.ends_with(end)
        }
        None => line == plain || line == name,
    };
    // Nobody writes a name that begins or ends so: an empty variable left it.
    let cut = plain.starts_with('_') || plain.ends_with('_');
    if cut || plain.len() < SHORTEST || properties().iter().any(is_known) {
        return None;
    }
    // A number more is a name of the project's own: `SOVERSION2`.
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let settable = |line: &str| !line.contains('<') && !READ_ONLY.contains(&line);
    let near = |line: &&String| settable(line) && digits(line) == digits(plain) && same_but_one(line, plain);
    let meant = properties().iter().find(near)?;
    let lead = if plain.len() < name.len() { "INTERFACE_" } else { "" };
    Some(format!("{lead}{meant}"))
}

/// Whether two names differ by one letter: inserted, removed or replaced.
fn same_but_one(a: &str, b: &str) -> bool {
    let front = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a.as_bytes()[front..], &b.as_bytes()[front..]);
    let rest = |s: &[u8]| s.get(1..).unwrap_or_default().to_vec();
    rest(a) == rest(b) || rest(a) == b || a == rest(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_properties() {
        for name in ["ENABLE_EXPORT", "POSITION_INDEPENDANT_CODE", "COMPILE_DEFINITION", "CXX_VISIBILTY_PRESET"] {
            assert!(meant(name).is_some(), "{name}");
        }
        for name in [
            "ENABLE_EXPORTS",
            "INTERFACE_LINK_LIBRARIES",
            "LIBRARY_OUTPUT_DIRECTORY_DEBUG",
            "VS_GLOBAL_Keyword",
            "MY_PROPERTY",
            "SOURCES_DIR",
            "SOVERSION2",
            "XCODE_ATTRIBUTE_CODE_SIGN_IDENTITY",
        ] {
            assert!(meant(name).is_none(), "{name}");
        }
    }
}
