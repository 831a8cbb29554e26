//! An exported target links a target of another package, and the package configuration looks for none.
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::facts::{Install, InstallKind, TargetKind};
use crate::cmake::eval::text::{has_symbol, is_symbol};
use crate::cmake::eval::value::Origin;
use crate::cmake::syntax::{self, File};
use crate::cond::Cond;
use crate::model::{Installed, InstalledFile, Model, TargetId};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::{SourceFile, SourceMap, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    if !model.facts.installs.iter().any(|install| install.kind == InstallKind::Export) {
        return;
    }
    let installed = model.installed();
    let rule = Rule { model, sources: cx.facts.sources, installed: &installed };
    let is_config = |name: &str| name.ends_with("Config.cmake") || name.ends_with("-config.cmake");
    let configs: Vec<&InstalledFile> = installed.files.iter().filter(|f| f.source.is_some()).collect();
    // An export file that is the configuration itself has no place for a find_dependency().
    for config in installed.files.iter().filter(|f| f.source.is_none() && !f.wrapped && is_config(&f.name)) {
        let Some(place) = model.span(config.origin) else { continue };
        let made = |file: &&InstalledFile| file.source.is_some() && file.name == config.name;
        if !installed.files.iter().any(|file| made(&file)) {
            rule.export(config.origin, config, ("", place), config.cond, sink);
        }
    }
    for config in configs.into_iter().filter(|f| f.directory.is_some() && is_config(&f.name)) {
        for form in rule.forms(config) {
            // The export sets that are installed beside the configuration.
            let beside =
                installed.files.iter().filter(|f| f.source.is_none() && !f.wrapped && f.directory == config.directory);
            for export in beside {
                let include = form.commands.commands.iter().find(|command| includes_file(command, &export.name));
                let Some(include) = include else { continue };
                let cond = model.facts.conds.all([config.cond, form.cond, export.cond]);
                let place = form.place(include);
                rule.export(export.origin, config, (&form.text, place), cond, sink);
            }
        }
    }
}

/// What configure_package_config_file fills in with functions of its own.
const INIT: &str = "@PACKAGE_INIT@";

struct Rule<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
    installed: &'a Installed,
}

/// A configuration as it is installed in some configurations.
struct Form {
    /// The file to point into: the configuration, its template, or the list that writes it.
    file: Arc<SourceFile>,
    /// Whether the commands stand in that file.
    own: bool,
    /// All that it says and that the files say which it includes, in lower case.
    text: String,
    commands: File,
    cond: Cond,
}

impl Form {
    /// A command, or the head of the file where the text is made by commands.
    fn place(&self, command: &syntax::Command) -> Span {
        let head = 0..self.file.line_range(1).end as u32;
        Span::new(self.file.id(), if self.own { command.range.clone() } else { head })
    }
}

impl Rule<'_> {
    /// The texts of an installed configuration of which all is known that may look for packages.
    fn forms(&self, config: &InstalledFile) -> Vec<Form> {
        let Some(path) = config.source.as_ref() else { return Vec::new() };
        let shown = path.to_string_lossy();
        let facts = self.model.facts;
        let made: Vec<_> = facts.generated.iter().filter(|g| facts.texts.as_str(g.output) == Some(&*shown)).collect();
        if made.is_empty() {
            let file = self.sources.load(path).ok();
            return file.and_then(|file| self.form(config, file, None, Cond::TRUE)).into_iter().collect();
        }
        let mut out = Vec::new();
        for generated in made {
            let input = generated.input.and_then(|input| facts.texts.plain(input));
            let template = input.and_then(|path| self.sources.load(Path::new(&*path)).ok());
            let list = || self.model.span(generated.origin).map(|span| self.sources.get(span.file));
            let Some(file) = template.clone().or_else(list) else { continue };
            // A placeholder that stands alone brings commands: then the text counts that configuring makes.
            let content = generated.content.and_then(|content| self.model.alternatives(content));
            match content {
                Some(texts) if template.is_none() || has_commands(&file) => {
                    for (when, text) in texts {
                        let cond = facts.conds.and(generated.cond, when);
                        out.extend(self.form(config, Arc::clone(&file), Some(&text), cond));
                    }
                }
                _ if template.is_some() && !has_commands(&file) => {
                    out.extend(self.form(config, file, None, generated.cond));
                }
                _ => {}
            }
        }
        out
    }

    fn form(&self, config: &InstalledFile, file: Arc<SourceFile>, made: Option<&str>, cond: Cond) -> Option<Form> {
        let text = match made {
            // Symbols are no commands.
            Some(text) => text.chars().map(|c| if is_symbol(c) { '_' } else { c }).collect(),
            // The placeholder of configure_package_config_file is no command; blanks keep the places.
            None => String::from_utf8_lossy(file.bytes()).replace(INIT, &" ".repeat(INIT.len())),
        };
        let commands = syntax::parse(file.id(), text.as_bytes());
        let mut all = without_comments(&text);
        if !commands.errors.is_empty() || cond.is_false() {
            return None;
        }
        for command in commands.commands.iter().filter(|command| !is_harmless(command)) {
            all.push_str(&self.included(config, command, &text)?);
        }
        Some(Form { file, own: made.is_none(), text: all.to_lowercase(), commands, cond })
    }

    /// The text that an `include()` brings: nothing of an export or of CMake's own modules, that of files which are installed
    /// with the configuration. None where it is not known, or for another command.
    fn included(&self, config: &InstalledFile, command: &syntax::Command, text: &str) -> Option<String> {
        if &*command.lower != "include" {
            return None;
        }
        let path = syntax::raw_text(text.as_bytes(), command.arguments.first()?).to_lowercase();
        if MODULES.iter().any(|module| module.eq_ignore_ascii_case(&path)) {
            return Some(String::new());
        }
        let name = path.trim_matches('"').rsplit(['/', '@']).next()?;
        if name.is_empty() {
            return None;
        }
        let same = |file: &&InstalledFile| file.name.to_lowercase().ends_with(name);
        let mut files = self.installed.files.iter().filter(same).peekable();
        if files.peek().is_none() {
            return (path.contains("targets") || path.contains("export")).then(String::new);
        }
        let mut out = String::new();
        for file in files.filter(|file| file.directory == config.directory || file.directory.is_none()) {
            let Some(source) = &file.source else { continue };
            let loaded = self.sources.load(source).ok()?;
            out.push_str(&without_comments(&String::from_utf8_lossy(loaded.bytes())));
        }
        Some(out)
    }

    /// The targets of an export set, named by the `install(EXPORT)` at `origin`.
    fn export(&self, origin: Origin, config: &InstalledFile, at: (&str, Span), cond: Cond, sink: &mut Sink) {
        let facts = self.model.facts;
        let exports = facts.installs.iter().filter(|i| i.kind == InstallKind::Export && i.origin == origin);
        let sets: Vec<_> = exports.filter_map(|install| install.export).collect();
        let joins = |install: &&Install| {
            install.kind == InstallKind::Target && install.export.is_some_and(|set| sets.contains(&set))
        };
        // One row for each kind of artifact: the conditions of a target are disjoined.
        let mut targets: BTreeMap<TargetId, Cond> = BTreeMap::new();
        for install in facts.installs.iter().filter(joins) {
            for item in self.model.items(&install.items, None) {
                if let Some(id) = self.model.find(&item.text) {
                    let when = facts.conds.all([cond, install.cond, item.cond]);
                    let so_far = targets.entry(id).or_insert(Cond::FALSE);
                    *so_far = facts.conds.or(*so_far, when);
                }
            }
        }
        for (id, when) in targets {
            self.target(id, when, config, at, sink);
        }
    }

    /// What the exported form of a target links of other packages.
    fn target(&self, id: TargetId, cond: Cond, config: &InstalledFile, at: (&str, Span), sink: &mut Sink) {
        let facts = self.model.facts;
        let Some(value) = self.model.target(id).properties.get("INTERFACE_LINK_LIBRARIES") else { return };
        for elem in value.elems.iter() {
            let Some(text) = facts.texts.plain(elem.text).filter(|text| !has_symbol(text)) else { continue };
            let name = text.strip_prefix("$<LINK_ONLY:").and_then(|t| t.strip_suffix('>')).unwrap_or(&text);
            let Some((package, rest)) = name.split_once("::") else { continue };
            if package.is_empty() || rest.is_empty() || name.contains(['$', '<', '>', '@']) {
                continue;
            }
            // The configuration names the package, in whatever way.
            if at.0.contains(&package.to_lowercase()) {
                continue;
            }
            // A target of the project itself is exported with its own name.
            if self.model.find(name).is_some_and(|found| !self.model.is_imported(found)) {
                continue;
            }
            // Which package it belongs to is known where the project looks for one of that name.
            let searches = facts.packages.iter().filter(|search| {
                facts.texts.as_str(search.name).is_some_and(|found| found.eq_ignore_ascii_case(package))
            });
            let searched = facts.conds.any(searches.map(|search| search.cond).collect::<Vec<_>>());
            let mut when = facts.conds.all([cond, elem.cond, searched]);
            if name.len() < text.len() {
                // What is linked privately travels with an archive only.
                when = facts.conds.and(when, self.model.is_kind(id, &[TargetKind::Static]));
            }
            let Some(place) = self.model.span(elem.origin).filter(|_| !when.is_false()) else { continue };
            let draft = Draft::new(when, Place::new(place, "whoever links the exported target needs this one"))
                .named("target", self.model.name(id))
                .named("item", name)
                .named("package", package)
                .value("config", &*config.name)
                .related(at.1, format!("`{package}` is not looked for here"));
            sink.report(draft);
        }
    }
}

/// Modules of CMake that look for nothing themselves (cmake-modules(7)).
const MODULES: &[&str] = &[
    "CMakeFindDependencyMacro",
    "CMakePackageConfigHelpers",
    "FindPackageHandleStandardArgs",
    "FindPackageMessage",
    "FeatureSummary",
    "GNUInstallDirs",
    "SelectLibraryConfigurations",
];

/// Whether a placeholder stands alone on a line: it brings commands.
fn has_commands(file: &SourceFile) -> bool {
    let text = String::from_utf8_lossy(file.bytes());
    text.lines().any(|line| {
        let line = line.trim();
        line.len() > 2 && line.starts_with('@') && line.ends_with('@') && line != INIT
    })
}

/// Whether a command brings no target but those that the text names.
fn is_harmless(command: &syntax::Command) -> bool {
    matches!(
        &*command.lower,
        "set"
            | "unset"
            | "check_required_components"
            | "set_and_check"
            | "if"
            | "elseif"
            | "else"
            | "endif"
            | "message"
            | "get_filename_component"
            | "mark_as_advanced"
            | "set_property"
            | "set_target_properties"
            | "get_target_property"
            | "list"
            | "string"
            | "return"
            | "find_dependency"
            | "find_package"
            | "find_path"
            | "find_library"
            | "find_program"
            | "add_library"
            | "find_package_handle_standard_args"
            | "cmake_policy"
            | "cmake_minimum_required"
            | "include_guard"
    )
}

/// A text without the comments of its lines; a `#` in a string ends one too, which names less.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        out.push_str(line.split('#').next().unwrap_or_default());
        out.push('\n');
    }
    out
}

/// Whether a command includes a file of this name; a project's name in it may be a placeholder.
fn includes_file(command: &syntax::Command, name: &str) -> bool {
    if &*command.lower != "include" {
        return false;
    }
    let Some(template) = command.arguments.first().map(|argument| &argument.template) else { return false };
    let Some(syntax::Part::Literal(end)) = template.0.last() else { return false };
    let end = end.rsplit(['/', '@']).next().unwrap_or(end).trim_end_matches('"');
    !end.is_empty() && name.ends_with(end)
}
