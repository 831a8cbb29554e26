//! A package configuration that looks for a package whose find module the project has and does not install.
use std::collections::BTreeSet;
use std::path::Path;

use crate::cmake::syntax::{self, Argument, Block, Command, File, Statement};
use crate::discover::{Inputs, Kind};
use crate::model::{Installed, InstalledFile, Model};
use crate::rules::cmake_modules::needs_no_module;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::{SourceFile, SourceMap, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let installed = model.installed();
    let rule = Rule { model, sources: cx.facts.sources, inputs: project.inputs, installed: &installed };
    let mut seen = BTreeSet::new();
    for config in installed.files.iter().filter(|file| !file.wrapped && file.is_config()) {
        if let Some(file) = model.template_of(cx.facts.sources, config)
            && !model.has_several_templates(config)
            && seen.insert(file.id())
        {
            rule.config(config, &file, sink);
        }
    }
}

struct Rule<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
    inputs: &'a Inputs,
    installed: &'a Installed,
}

impl Rule<'_> {
    fn config(&self, config: &InstalledFile, file: &SourceFile, sink: &mut Sink) {
        let commands = syntax::parse(file.id(), file.bytes());
        let text = String::from_utf8_lossy(file.bytes());
        // Modules may be sought in folders of others, and commands of others may bring some.
        let kept = kept(&commands);
        if syntax::has_lone_placeholder(file.bytes())
            || commands.commands.iter().any(|one| opens_other_folder(one, &text, &kept))
        {
            return;
        }
        let mut calls = Vec::new();
        searches(&commands, &commands.body, &text, &mut calls);
        for (call, package) in calls {
            let module = format!("Find{package}.cmake");
            let files: Vec<&Path> = self.own_modules(&module);
            let Some(first) = files.first() else { continue };
            // The configuration may include the module itself.
            let is_left = !text.contains(&module)
                && !self.is_given_away(&module)
                && self.is_used(package)
                && !self.brings_configuration(&commands, call, package)
                && !files.iter().any(|path| self.finds_configuration(path, package))
                && !self.installed.may_hold(self.model, self.sources, &module, &files);
            if !is_left || needs_no_module(package) {
                continue;
            }
            let place = Place::new(Span::new(file.id(), call.range.clone()), "finds no module");
            let mut draft = Draft::new(config.cond, place)
                .named("config", &*config.name)
                .named("package", package)
                .named("module", module);
            if let Ok(source) = self.sources.load(first) {
                draft = draft.related(Span::new(source.id(), 0..0), "the project's own module");
            }
            sink.report(draft);
        }
    }

    /// The files of the project with the name of a module.
    fn own_modules(&self, module: &str) -> Vec<&Path> {
        let paths = self.inputs.of(Kind::CMakeModule).iter().map(|path| path.as_ref());
        paths.filter(|path: &&Path| path.file_name().is_some_and(|name| name == module)).collect()
    }

    /// Whether the project itself looks for the package.
    fn is_used(&self, package: &str) -> bool {
        let texts = &self.model.facts.texts;
        self.model.facts.packages.iter().any(|search| texts.plain(search.name).as_deref() == Some(package))
    }

    /// Whether the package's configuration is there all the same: it says before the call where one is, or the project installs one of that
    /// name (cmake-commands(7), `find_package`: Config mode follows where there is no module; names in small letters count).
    fn brings_configuration(&self, commands: &File, call: &Command, package: &str) -> bool {
        let variable = format!("{package}_DIR");
        let says = |one: &&Command| {
            &*one.lower == "set"
                && one.range.start < call.range.start
                && one.arguments.first().and_then(|name| name.template.literal()) == Some(&*variable)
        };
        let mut files = self.installed.files.iter().filter(|file| file.is_config());
        commands.commands.iter().any(|one| says(&one))
            || files.any(|file| file.package().is_some_and(|name| name.eq_ignore_ascii_case(package)))
    }

    /// Whether a command that nobody here knows is given the module.
    fn is_given_away(&self, module: &str) -> bool {
        let texts = &self.model.facts.texts;
        let mut arguments = self.model.facts.calls.iter().flat_map(|call| call.arguments.elems.iter());
        arguments.any(|elem| texts.plain(elem.text).is_some_and(|text| text.ends_with(module)))
    }

    /// Whether a module looks for a configuration of the package's own: there are such.
    fn finds_configuration(&self, path: &Path, package: &str) -> bool {
        let Ok(file) = self.sources.load(path) else { return true };
        let commands = syntax::parse(file.id(), file.bytes());
        let config = |word: &str| matches!(word, "CONFIG" | "NO_MODULE" | "CONFIGS");
        commands.commands.iter().any(|command| {
            let mut words = command.arguments.iter().filter_map(|argument| argument.template.literal());
            let names = &*command.lower == "find_package"
                && words.next().is_some_and(|name| name.eq_ignore_ascii_case(package))
                && words.any(config);
            names
                || command.arguments.iter().any(|argument| {
                    argument.template.literal().is_some_and(|word| word.to_ascii_lowercase().contains("config.cmake"))
                })
        })
    }
}

/// Whether a command lets modules be found in a folder that the package does not bring itself.
fn opens_other_folder(command: &Command, text: &str, kept: &BTreeSet<&str>) -> bool {
    if !matches!(&*command.lower, "set" | "list") || !command.arguments.iter().any(|one| is_word(one, PATH)) {
        return false;
    }
    let is_other = |argument: &Argument| {
        let is_kept = argument.template.reference().is_some_and(|name| name == PATH || kept.contains(name));
        let is_own = OWN.iter().any(|name| written(argument, text).contains(name));
        !is_kept && !is_own && !argument.template.literal().is_some_and(names_no_folder)
    };
    command.arguments.iter().any(is_other)
}

/// Where CMake looks for modules.
const PATH: &str = "CMAKE_MODULE_PATH";

/// What folders of the package itself begin with.
const OWN: &[&str] = &["CMAKE_CURRENT_LIST_DIR", "PACKAGE_"];

/// What stands beside the folders in a `set()` or `list()` of the path.
fn names_no_folder(word: &str) -> bool {
    let words = [PATH, "APPEND", "PREPEND", "INSERT", "REMOVE_AT", "REMOVE_ITEM", "POP_BACK"];
    words.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// The variables that hold the path of before: `set(saved ${CMAKE_MODULE_PATH})`.
fn kept(file: &File) -> BTreeSet<&str> {
    let sets = file.commands.iter().filter(|command| &*command.lower == "set");
    let copies = sets.filter_map(|command| match &*command.arguments {
        [name, value] if value.template.reference() == Some(PATH) => name.template.literal(),
        _ => None,
    });
    copies.collect()
}

fn is_word(argument: &Argument, word: &str) -> bool {
    argument.template.literal() == Some(word)
}

/// The calls that must find a package by a module, under no condition that configuring fills in.
fn searches<'a>(file: &'a File, block: &Block, text: &str, out: &mut Vec<(&'a Command, &'a str)>) {
    let command = |id: &syntax::CommandId| file.commands.get(id.0 as usize);
    let is_filled = |head: &Command| head.arguments.iter().any(|one| written(one, text).contains('@'));
    for statement in block {
        match statement {
            Statement::Command(id) => out.extend(command(id).and_then(|one| Some((one, sought(one)?)))),
            Statement::Enclosed { .. } => {}
            Statement::If { branches, .. } => {
                for (head, body) in branches {
                    if command(head).is_some_and(|head| !is_filled(head)) {
                        searches(file, body, text, out);
                    }
                }
            }
        }
    }
}

/// An argument as it stands in a text.
fn written<'t>(argument: &Argument, text: &'t str) -> &'t str {
    text.get(argument.range.start as usize..argument.range.end as usize).unwrap_or_default()
}

/// The package that a call must find, and not by a configuration alone.
fn sought(command: &Command) -> Option<&str> {
    let required = match &*command.lower {
        "find_dependency" => true,
        "find_package" => false,
        _ => return None,
    };
    let mut words = command.arguments.iter().map(|argument| argument.template.literal());
    let package = words.next()??;
    let words: Vec<&str> = words.flatten().collect();
    let is = |word: &str| words.contains(&word);
    ((required || is("REQUIRED")) && !is("CONFIG") && !is("NO_MODULE")).then_some(package)
}
