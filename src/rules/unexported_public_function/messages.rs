//! What is said of a function without the macro, by what shows that it is for others.
use crate::rules::{Draft, Severity};

use super::Forgotten;

/// The others stand in other headers.
pub(super) fn of_folder(draft: Draft, one: &Forgotten, target: &str) -> Draft {
    let Forgotten { qualified, macro_name, others, .. } = one;
    let draft = draft.help(help(macro_name));
    draft.message(format!(
        "`{qualified}` has no `{macro_name}`, which {others} functions and classes in the headers of this folder have: nobody who links \
         `{target}` can call it"
    ))
}

/// What to do in a header that may not have the macro.
fn help(macro_name: &str) -> String {
    format!(
        "write `{macro_name}` before it, and include the header that defines it where this one does not; or move it to a header of the \
         library's own"
    )
}

/// Who includes the header compiles the call.
pub(super) fn of_inline(draft: Draft, one: &Forgotten, target: &str, windows: bool) -> Draft {
    let Forgotten { qualified, macro_name, .. } = one;
    let on = if windows { "on Windows " } else { "" };
    let draft = draft.help(help(macro_name)).message(format!(
        "`{qualified}` has no `{macro_name}`, and inline code of an installed header calls it: {on}who uses that code and links `{target}` \
         gets an undefined symbol"
    ));
    one.caller.into_iter().fold(draft, |draft, caller| draft.related(caller, "called here"))
}

/// The header has all that it takes to mark what it declares.
pub(super) fn of_include(draft: Draft, one: &Forgotten, target: &str, windows: bool) -> Draft {
    let Forgotten { qualified, macro_name, included, .. } = one;
    let Some(included) = included else { return draft };
    let on = if windows { "on Windows " } else { "" };
    let name = one.class.as_deref().unwrap_or(qualified);
    let draft = draft
        .help(format!("write `{macro_name}` before it, or leave the `#include` out where it is for the library alone"));
    draft.message(format!(
        "`{name}` has no `{macro_name}`, and its header includes `{included}`, which is there for that macro: {on}who uses it and links \
         `{target}` gets an undefined symbol"
    ))
}

/// ELF systems export it: the macro is for DLLs alone there.
pub(super) fn in_dll(draft: Draft, one: &Forgotten, target: &str) -> Draft {
    let Forgotten { qualified, macro_name, others, beside, .. } = one;
    let why = match (&one.nested, beside) {
        (Some((class, outer)), _) => {
            let draft = draft
                .help(format!("write `{macro_name}` between `class` or `struct` and the name, as `{outer}` has it"));
            return draft.subject(class.as_str()).message(format!(
                "`{class}` has no `{macro_name}`, which `{outer}` around it has: on Windows that does not reach the classes inside, \
                 and nobody who links `{target}` can call `{qualified}`"
            ));
        }
        (None, true) => format!("{others} functions and classes in the headers of this folder"),
        (None, false) => format!("{others} others in this header"),
    };
    draft.message(format!(
        "`{qualified}` has no `{macro_name}`, which {why} have: on Windows nobody who links `{target}` can call it"
    ))
}

/// A macro that takes the type: `FOO_API(int) foo(void)`.
pub(super) fn around_type(draft: Draft, one: &Forgotten) -> Draft {
    let (bytes, name) = (one.header.source.bytes(), one.macro_name.as_bytes());
    let takes = memchr::memmem::find_iter(bytes, name).any(|at| {
        let line = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
        let before = bytes[line..at].trim_ascii_start();
        let opens = bytes[at + name.len()..].trim_ascii_start().starts_with(b"(");
        opens
            && !before.starts_with(b"#")
            && before.last().is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
    });
    if !takes {
        return draft;
    }
    draft.help(format!("write `{}(…)` around its type, as the others here have it", one.macro_name))
}

/// The definition has the macro: the symbol is there, but users of the header do not know that it is imported.
pub(super) fn only_defined(draft: Draft, one: &Forgotten) -> Draft {
    let Forgotten { qualified, macro_name, others, beside, .. } = one;
    let place = if *beside { "the headers of this folder" } else { "this header" };
    draft.severity(Severity::Note).message(format!(
        "`{qualified}` has no `{macro_name}` here, which {others} others in {place} have, and its definition: compilers for \
         Windows warn that the two differ, and users do not see that it is imported"
    ))
}
