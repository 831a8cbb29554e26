//! What declarative rules may name: the relations over the model, with their fields and edges.
//!
//! `docs/reference/rule-files.md` describes each of them; a test keeps the two in step.
use crate::rules::toml_rule::{Edge, Field, FieldKind, RelationSchema};

const fn text(name: &'static str) -> Field {
    Field { name, kind: FieldKind::Text, subject: false }
}

/// A field that names something: its value is a subject of a finding.
const fn name(name: &'static str) -> Field {
    Field { name, kind: FieldKind::Text, subject: true }
}

const fn boolean(name: &'static str) -> Field {
    Field { name, kind: FieldKind::Boolean, subject: false }
}

const fn edge(name: &'static str, to: &'static str) -> Edge {
    Edge { name, to }
}

/// The index of a relation in [`SCHEMA`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Relation {
    Target,
    Property,
    CompileDefinition,
    CompileOption,
    LinkOption,
    LinkItem,
    Source,
    Variable,
    Option,
    Override,
    Install,
    Export,
    Package,
    Generated,
    Call,
    Argument,
    Platform,
    Language,
    Missing,
}

impl Relation {
    pub(super) const ALL: [Self; 19] = [
        Self::Target,
        Self::Property,
        Self::CompileDefinition,
        Self::CompileOption,
        Self::LinkOption,
        Self::LinkItem,
        Self::Source,
        Self::Variable,
        Self::Option,
        Self::Override,
        Self::Install,
        Self::Export,
        Self::Package,
        Self::Generated,
        Self::Call,
        Self::Argument,
        Self::Platform,
        Self::Language,
        Self::Missing,
    ];
}

const OF_TARGET: Edge = edge("target", "target");

/// All relations.
pub const SCHEMA: &[RelationSchema] = &[
    RelationSchema {
        name: "target",
        help: "A definition of a target: `add_library`, `add_executable`, `add_custom_target`. Aliases are left out.",
        fields: &[text("kind"), name("name"), boolean("imported"), boolean("linked"), text("folder")],
        edges: &[
            edge("properties", "property"),
            edge("compile_definitions", "compile_definition"),
            edge("compile_options", "compile_option"),
            edge("link_options", "link_option"),
            edge("link_items", "link_item"),
            edge("sources", "source"),
            edge("variables", "variable"),
            edge("links", "target"),
            edge("link_closure", "target"),
            edge("installs", "install"),
        ],
    },
    RelationSchema {
        name: "property",
        help: "An element of a target's property.",
        fields: &[text("property"), text("text"), boolean("near"), text("meant"), boolean("anyway")],
        edges: &[OF_TARGET],
    },
    RelationSchema {
        name: "compile_definition",
        help: "A definition that a target's sources are compiled with, whoever brings it.",
        fields: &[text("macro"), text("value")],
        edges: &[OF_TARGET],
    },
    RelationSchema {
        name: "compile_option",
        help: "A flag that a target's sources are compiled with.",
        fields: &[text("text"), text("flag"), text("via"), boolean("link_only"), text("file"), boolean("linked_too")],
        edges: &[OF_TARGET],
    },
    RelationSchema {
        name: "link_option",
        help: "A flag on a target's link line: options, the directory's flags, what its libraries bring.",
        fields: &[
            text("text"),
            text("flag"),
            text("via"),
            text("dialect"),
            boolean("checked"),
            text("file"),
            boolean("compiled_too"),
            text("driver"),
            boolean("libraries"),
        ],
        edges: &[OF_TARGET],
    },
    RelationSchema {
        name: "link_item",
        help: "What stands among the libraries of a target's link line and is no target: a name, a path, a flag.",
        fields: &[text("text")],
        edges: &[OF_TARGET],
    },
    RelationSchema {
        name: "source",
        help: "A source file of a target, as it is written.",
        fields: &[text("path"), text("suffix")],
        edges: &[OF_TARGET],
    },
    RelationSchema {
        name: "variable",
        help: "A word of a flags variable as it is when a directory ends (`CMAKE_EXE_LINKER_FLAGS`, `CMAKE_CXX_FLAGS`).",
        fields: &[text("variable"), text("text")],
        edges: &[edge("targets", "target")],
    },
    RelationSchema {
        name: "option",
        help: "A cache entry that the project declares to its users.",
        fields: &[name("name"), text("type"), text("default"), boolean("is_option")],
        edges: &[edge("overrides", "override")],
    },
    RelationSchema {
        name: "override",
        help: "A write of the project to a name that users may set.",
        fields: &[name("name"), text("how"), text("text"), boolean("declared")],
        edges: &[],
    },
    RelationSchema {
        name: "install",
        help: "An item of an `install()` rule.",
        fields: &[
            text("kind"),
            text("item"),
            text("destination"),
            text("artifact"),
            text("export"),
            text("component"),
            boolean("optional"),
            text("namespace"),
            text("rename"),
        ],
        edges: &[OF_TARGET],
    },
    RelationSchema {
        name: "export",
        help: "An `export()` call.",
        fields: &[text("set"), text("file"), text("namespace")],
        edges: &[],
    },
    RelationSchema {
        name: "package",
        help: "A `find_package()` call.",
        fields: &[name("name"), boolean("required")],
        edges: &[],
    },
    RelationSchema {
        name: "generated",
        help: "A file that configuring or building writes.",
        fields: &[text("by"), text("file"), text("template"), text("content")],
        edges: &[],
    },
    RelationSchema {
        name: "call",
        help: "A call of a command that is kept as it was made: custom commands, and commands that nothing defines.",
        fields: &[text("command")],
        edges: &[edge("arguments", "argument")],
    },
    RelationSchema {
        name: "argument",
        help: "An argument of such a call, after expansion.",
        fields: &[text("text")],
        edges: &[edge("call", "call")],
    },
    RelationSchema {
        name: "platform",
        help: "A family of platforms, which holds where it is built for: it has no place, so it cannot be the `match`.",
        fields: &[text("family")],
        edges: &[],
    },
    RelationSchema {
        name: "language",
        help: "A language that a `project()` enables.",
        fields: &[text("language")],
        edges: &[],
    },
    RelationSchema {
        name: "missing",
        help: "CMake code that takes part and is not there to be read.",
        fields: &[text("what")],
        edges: &[],
    },
];
