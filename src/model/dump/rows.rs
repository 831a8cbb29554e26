//! The rows of the document. What is written of a condition can depend on the conditions before it, so that the order in which the fields
//! are made is a part of the format.
use serde::Serialize;

use super::{BTreeMap, Closure, Dump, Item, Origin, TargetId, Value, Word, facts};
use crate::cond::Cond;
use facts::{GeneratedBy, InstallKind};

/// A text that holds under a condition.
#[derive(Serialize)]
pub(super) struct Row {
    text: Word,
    condition: Word,
    defined_at: Option<Word>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Word>,
}

#[derive(Serialize)]
pub(super) struct Project {
    name: Word,
    languages: Vec<Word>,
    condition: Word,
    defined_at: Option<Word>,
}

#[derive(Serialize)]
pub(super) struct Directory {
    source: Word,
    binary: Word,
    condition: Word,
    defined_at: Option<Word>,
    found: bool,
}

#[derive(Serialize)]
pub(super) struct Target {
    name: Word,
    definitions: Vec<Definition>,
    properties: BTreeMap<String, Vec<Row>>,
    #[serde(flatten)]
    derived: Option<Derived>,
}

#[derive(Serialize)]
struct Definition {
    r#type: &'static str,
    condition: Word,
    defined_at: Option<Word>,
    directory: Option<Word>,
    imported: bool,
    alias_of: Option<Word>,
}

/// What follows from the properties of a target that is built: sources, definitions, the link line.
#[derive(Serialize)]
struct Derived {
    sources: Vec<Source>,
    compile_definitions: Vec<Row>,
    compile_options: Vec<Row>,
    link_closure: Vec<Member>,
    usage_closure: Vec<Member>,
    link_items: Vec<Row>,
    link_options: Vec<Row>,
}

#[derive(Serialize)]
struct Source {
    path: Option<Word>,
    text: Word,
    condition: Word,
    defined_at: Option<Word>,
    through: Option<Word>,
}

#[derive(Serialize)]
struct Member {
    target: Word,
    condition: Word,
}

#[derive(Serialize)]
pub(super) struct CacheEntry {
    r#type: Word,
    help: Word,
    default: Option<Word>,
    option: bool,
    condition: Word,
    defined_at: Option<Word>,
    value: Vec<Row>,
}

#[derive(Serialize)]
pub(super) struct Package {
    name: Word,
    components: Vec<Word>,
    required: bool,
    condition: Word,
    defined_at: Option<Word>,
}

#[derive(Serialize)]
pub(super) struct Install {
    r#type: &'static str,
    items: Vec<Row>,
    artifact: &'static str,
    destination: Word,
    component: Option<Word>,
    export: Option<Word>,
    namespace: Option<Word>,
    file_name: Option<Word>,
    optional: bool,
    condition: Word,
    defined_at: Option<Word>,
}

#[derive(Serialize)]
pub(super) struct Exported {
    items: Vec<Row>,
    export: Option<Word>,
    file: Word,
    condition: Word,
    defined_at: Option<Word>,
}

#[derive(Serialize)]
pub(super) struct Generated {
    by: &'static str,
    input: Option<Word>,
    output: Word,
    condition: Word,
    defined_at: Option<Word>,
}

#[derive(Serialize)]
pub(super) struct Call {
    command: Word,
    arguments: Vec<Row>,
    condition: Word,
    defined_at: Option<Word>,
}

#[derive(Serialize)]
pub(super) struct Forbidden {
    message: Word,
    condition: Word,
    defined_at: Option<Word>,
}

#[derive(Serialize)]
pub(super) struct Unknown {
    reason: &'static str,
    what: Word,
    condition: Word,
    defined_at: Option<Word>,
}

impl Dump<'_, '_> {
    fn row(&self, text: Word, cond: Cond, origin: Origin) -> Row {
        Row { text, condition: self.condition(cond), defined_at: self.place(origin), from: None }
    }

    fn items(&self, items: &[Item]) -> Vec<Row> {
        let row = |item: &Item| Row {
            from: item.from.map(|from| self.name(from)),
            ..self.row(self.text(&item.text), item.cond, item.origin)
        };
        items.iter().map(row).collect()
    }

    /// Elements as they were written.
    fn value(&self, value: &Value) -> Vec<Row> {
        value.elems.iter().map(|e| self.row(self.interned(e.text), e.cond, e.origin)).collect()
    }

    pub(super) fn target(&self, id: TargetId) -> Target {
        let definitions = self.model.definitions_of(id);
        let built = definitions.iter().any(|d| !d.imported && d.alias_of.is_none());
        let properties = self.model.target(id).properties.iter();
        Target {
            name: self.name(id),
            definitions: definitions.iter().map(|d| self.definition(d)).collect(),
            properties: properties.map(|(name, value)| (name.to_string(), self.value(value))).collect(),
            derived: built.then(|| self.derived(id)),
        }
    }

    fn definition(&self, definition: &facts::Definition) -> Definition {
        let directory = self.model.facts.directories.get(definition.directory.0 as usize);
        Definition {
            r#type: definition.kind.cmake_name(),
            condition: self.condition(definition.cond),
            defined_at: self.place(definition.origin),
            directory: directory.map(|d| self.path(&d.source)),
            imported: definition.imported,
            alias_of: definition.alias_of.as_deref().map(|name| self.text(name)),
        }
    }

    fn derived(&self, id: TargetId) -> Derived {
        Derived {
            sources: self.model.sources(id).iter().map(|s| self.source(s)).collect(),
            compile_definitions: self.items(&self.model.definitions(id)),
            compile_options: self.items(&self.model.compile_options(id)),
            link_closure: self.members(self.model.link_closure(id)),
            usage_closure: self.members(self.model.usage_closure(id)),
            link_items: self.items(self.model.link_items(id)),
            link_options: self.items(&self.model.link_options(id)),
        }
    }

    fn members(&self, closure: Closure) -> Vec<Member> {
        closure
            .into_iter()
            .map(|(to, cond)| Member { target: self.name(to), condition: self.condition(cond) })
            .collect()
    }

    fn source(&self, source: &super::super::Source) -> Source {
        Source {
            path: source.path.as_ref().map(|p| self.path(p)),
            text: self.text(&source.text),
            condition: self.condition(source.cond),
            defined_at: self.place(source.origin),
            through: source.through.map(|t| self.name(t)),
        }
    }

    pub(super) fn project(&self, project: &facts::Project) -> Project {
        Project {
            name: self.interned(project.name),
            languages: project.languages.iter().map(|l| self.text(l)).collect(),
            condition: self.condition(project.cond),
            defined_at: self.place(project.origin),
        }
    }

    pub(super) fn directory(&self, directory: &facts::Directory) -> Directory {
        Directory {
            source: self.path(&directory.source),
            binary: self.path(&directory.binary),
            condition: self.condition(directory.cond),
            defined_at: self.place(directory.origin),
            found: directory.found,
        }
    }

    pub(super) fn cache(&self) -> BTreeMap<String, CacheEntry> {
        let row = |entry: &facts::CacheEntry| CacheEntry {
            r#type: self.text(&entry.kind),
            help: self.text(&entry.help),
            default: self.optional(entry.default),
            option: entry.option,
            condition: self.condition(entry.declared),
            defined_at: self.place(entry.origin),
            value: self.value(&entry.value),
        };
        self.model.facts.cache.iter().map(|(name, entry)| (name.to_string(), row(entry))).collect()
    }

    pub(super) fn package(&self, package: &facts::PackageSearch) -> Package {
        Package {
            name: self.interned(package.name),
            components: package.components.iter().map(|c| self.interned(*c)).collect(),
            required: package.required,
            condition: self.condition(package.cond),
            defined_at: self.place(package.origin),
        }
    }

    pub(super) fn install(&self, install: &facts::Install) -> Install {
        Install {
            r#type: installed(install.kind),
            items: self.value(&install.items),
            artifact: install.artifact,
            destination: self.interned(install.destination),
            component: self.optional(install.component),
            export: self.optional(install.export),
            namespace: self.optional(install.namespace),
            file_name: self.optional(install.file_name),
            optional: install.optional,
            condition: self.condition(install.cond),
            defined_at: self.place(install.origin),
        }
    }

    pub(super) fn export(&self, export: &facts::Export) -> Exported {
        Exported {
            items: self.value(&export.items),
            export: self.optional(export.export),
            file: self.interned(export.file),
            condition: self.condition(export.cond),
            defined_at: self.place(export.origin),
        }
    }

    pub(super) fn generated(&self, file: &facts::GeneratedFile) -> Generated {
        Generated {
            by: generator(file.by),
            input: self.optional(file.input),
            output: self.interned(file.output),
            condition: self.condition(file.cond),
            defined_at: self.place(file.origin),
        }
    }

    pub(super) fn call(&self, call: &facts::Call) -> Call {
        Call {
            command: self.text(&call.command),
            arguments: self.value(&call.arguments),
            condition: self.condition(call.cond),
            defined_at: self.place(call.origin),
        }
    }

    pub(super) fn forbidden(&self, forbidden: &facts::Forbidden) -> Forbidden {
        Forbidden {
            message: self.interned(forbidden.message),
            condition: self.condition(forbidden.cond),
            defined_at: self.place(forbidden.origin),
        }
    }

    pub(super) fn unknown(&self, unknown: &facts::Unknown) -> Unknown {
        Unknown {
            reason: unknown.reason.word(),
            what: self.text(&unknown.what),
            condition: self.condition(unknown.cond),
            defined_at: self.place(unknown.origin),
        }
    }
}

fn installed(kind: InstallKind) -> &'static str {
    match kind {
        InstallKind::Target => "target",
        InstallKind::Export => "export",
        InstallKind::Files => "files",
        InstallKind::Programs => "programs",
        InstallKind::Directory => "directory",
        InstallKind::Script => "script",
        InstallKind::RuntimeDependencies => "runtime_dependencies",
    }
}

fn generator(by: GeneratedBy) -> &'static str {
    match by {
        GeneratedBy::ConfigureFile => "configure_file",
        GeneratedBy::PackageConfig => "configure_package_config_file",
        GeneratedBy::PackageVersion => "write_basic_package_version_file",
        GeneratedBy::File => "file",
        GeneratedBy::CustomCommand => "add_custom_command",
        GeneratedBy::ExportHeader => "generate_export_header",
    }
}
