//! An exported target links a target of another package, and the package configuration looks for none.
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::cmake::eval::facts::{Install, InstallKind, TargetKind};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Origin;
use crate::cmake::syntax::{self, File};
use crate::cond::Cond;
use crate::model::{InstalledFile, Model, TargetId};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::{SourceFile, SourceMap, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    if !model.facts.installs.iter().any(|install| install.kind == InstallKind::Export) {
        return;
    }
    let rule = Rule { model, sources: cx.facts.sources };
    let installed = model.installed();
    let is_config = |name: &str| name.ends_with("Config.cmake") || name.ends_with("-config.cmake");
    let configs: Vec<&InstalledFile> = installed.files.iter().filter(|f| f.source.is_some()).collect();
    for config in configs.into_iter().filter(|f| f.directory.is_some() && is_config(&f.name)) {
        let Some(file) = rule.text_of(config) else { continue };
        // The placeholder of configure_package_config_file is no command; blanks keep the places.
        let text = String::from_utf8_lossy(file.bytes()).replace(INIT, &" ".repeat(INIT.len()));
        let commands = syntax::parse(file.id(), text.as_bytes());
        if !plain_includes(&commands, &file) {
            continue;
        }
        // The export sets that are installed beside the configuration.
        let beside =
            installed.files.iter().filter(|f| f.source.is_none() && !f.wrapped && f.directory == config.directory);
        for export in beside {
            let includes = |command: &syntax::Command| includes_file(command, &export.name);
            if commands.commands.iter().any(includes) {
                let cond = model.facts.conds.and(config.cond, export.cond);
                rule.export(export.origin, config, &file, cond, sink);
            }
        }
    }
}

/// What configure_package_config_file fills in with functions of its own.
const INIT: &str = "@PACKAGE_INIT@";

struct Rule<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
}

impl Rule<'_> {
    /// The file or the template of an installed configuration; nothing when it is written by a command.
    fn text_of(&self, config: &InstalledFile) -> Option<Arc<SourceFile>> {
        let path = config.source.as_ref()?;
        let shown = path.to_string_lossy();
        let facts = self.model.facts;
        let mut made = facts.generated.iter().filter(|g| facts.texts.as_str(g.output) == Some(&*shown)).peekable();
        if made.peek().is_none() {
            return self.sources.load(path).ok();
        }
        let inputs: Vec<PathBuf> = made.filter_map(|g| Some(PathBuf::from(&*facts.texts.plain(g.input?)?))).collect();
        match inputs.as_slice() {
            [one] => self.sources.load(one).ok(),
            _ => None,
        }
    }

    /// The targets of an export set, named by the `install(EXPORT)` at `origin`.
    fn export(&self, origin: Origin, config: &InstalledFile, file: &SourceFile, cond: Cond, sink: &mut Sink) {
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
            self.target(id, when, config, file, sink);
        }
    }

    /// What the exported form of a target links of other packages.
    fn target(&self, id: TargetId, cond: Cond, config: &InstalledFile, file: &SourceFile, sink: &mut Sink) {
        let facts = self.model.facts;
        let Some(value) = self.model.target(id).properties.get("INTERFACE_LINK_LIBRARIES") else { return };
        for elem in value.elems.iter() {
            let Some(text) = facts.texts.plain(elem.text).filter(|text| !has_symbol(text)) else { continue };
            let name = text.strip_prefix("$<LINK_ONLY:").and_then(|t| t.strip_suffix('>')).unwrap_or(&text);
            let Some((package, rest)) = name.split_once("::") else { continue };
            if package.is_empty() || rest.is_empty() || name.contains(['$', '<', '>', '@']) {
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
            let head = Span::new(file.id(), 0..file.line_range(1).end as u32);
            let draft = Draft::new(when, Place::new(place, "whoever links the exported target needs this one"))
                .named("target", self.model.name(id))
                .named("item", name)
                .named("package", package)
                .value("config", &*config.name)
                .related(head, "no package is looked for here");
            sink.report(draft);
        }
    }
}

/// Whether the configuration looks for no package and includes nothing that may: nothing of what it reads or becomes is
/// unknown.
fn plain_includes(commands: &File, file: &SourceFile) -> bool {
    let text = String::from_utf8_lossy(file.bytes());
    let filled = text.lines().any(|line| {
        let line = line.trim();
        // A placeholder that stands alone brings commands.
        line.len() > 2 && line.starts_with('@') && line.ends_with('@') && line != INIT
    });
    let harmless = |command: &syntax::Command| match &*command.lower {
        "include" => command.arguments.first().is_some_and(|argument| {
            let raw = syntax::raw_text(file.bytes(), argument).to_lowercase();
            raw.contains("targets") || raw.contains("export")
        }),
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
        | "list" => true,
        _ => false,
    };
    !filled && commands.errors.is_empty() && commands.commands.iter().all(harmless)
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
