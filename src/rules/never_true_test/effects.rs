//! Commands that decide what is linked, and how.
use crate::cmake::syntax::{Block, Command, File, Statement};

/// Commands that do nothing else.
const COMMANDS: &[&str] = &[
    "add_library",
    "add_link_options",
    "find_library",
    "link_directories",
    "link_libraries",
    "target_link_directories",
    "target_link_libraries",
    "target_link_options",
    "target_sources",
];

/// Parts of the names of properties that speak of the link, of what is exported or of where it is found.
const PROPERTIES: &[&str] = &[
    "ENABLE_EXPORTS",
    "EXPORT_ALL_SYMBOLS",
    "IMPORTED_IMPLIB",
    "IMPORTED_LOCATION",
    "INSTALL_NAME",
    "LINK_",
    "MACOSX_RPATH",
    "OUTPUT_NAME",
    "POSITION_INDEPENDENT_CODE",
    "RPATH",
    "SOVERSION",
    "SUFFIX",
    "VISIBILITY",
];

/// Parts of the names of variables that hold libraries and flags of the link, or say which packages have the libraries.
const VARIABLES: &[&str] = &[
    "LDFLAGS",
    "LIBRARIES",
    "LIBS",
    "LINKER_FLAGS",
    "LINK_FLAGS",
    "LINK_LIB",
    "LINK_OPT",
    "PACKAGE_DEPENDS",
    "PACKAGE_REQUIRES",
    "RPATH",
];

/// Flags that the link sees, or that decide what a library exports.
const FLAGS: &[&str] = &["-Wl,", "-fPIC", "-fvisibility", "-l", "-pthread", "-rdynamic", "-stdlib="];

/// The first command of a block, or of those in it, that concerns the link.
pub(super) fn first<'f>(file: &'f File, block: &'f Block) -> Option<&'f Command> {
    block.iter().find_map(|one| match one {
        Statement::Command(id) => file.commands.get(id.0 as usize).filter(|command| concerns_link(command)),
        Statement::Enclosed { body, .. } => first(file, body),
        Statement::If { branches, otherwise, .. } => {
            let bodies = branches.iter().map(|(_, body)| body).chain(otherwise.as_ref().map(|(_, body)| body));
            bodies.into_iter().find_map(|body| first(file, body))
        }
    })
}

fn concerns_link(command: &Command) -> bool {
    let word = |at: usize| command.arguments.get(at).and_then(|one| one.template.literal()).unwrap_or_default();
    let holds = |parts: &[&str], text: &str| parts.iter().any(|part| text.contains(part));
    match &*command.lower {
        name if COMMANDS.contains(&name) => true,
        "set_target_properties" | "set_property" => {
            let words = command.arguments.iter().filter_map(|one| one.template.literal());
            words.skip_while(|word| !matches!(*word, "PROPERTIES" | "PROPERTY")).any(|word| holds(PROPERTIES, word))
        }
        "set" => writes(command, word(0), 1),
        "list" | "string" if matches!(word(0), "APPEND" | "PREPEND") => writes(command, word(1), 2),
        _ => false,
    }
}

/// Whether a variable for the link, or one of flags with such a flag, is written.
fn writes(command: &Command, name: &str, values: usize) -> bool {
    let name = name.to_uppercase();
    let flag = || {
        let texts = command.arguments.iter().skip(values).flat_map(|one| &one.template.0);
        let mut words = texts.filter_map(|part| match part {
            crate::cmake::syntax::Part::Literal(text) => Some(text),
            crate::cmake::syntax::Part::Reference(..) => None,
        });
        words.any(|text| text.split_whitespace().any(|word| FLAGS.iter().any(|flag| word.starts_with(flag))))
    };
    VARIABLES.iter().any(|part| name.contains(part)) || name.contains("FLAGS") && flag()
}
