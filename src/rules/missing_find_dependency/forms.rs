//! The texts of installed configurations, with all that they bring.
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::facts::GeneratedFile;
use crate::cmake::eval::text::is_symbol;
use crate::cmake::syntax::{self, File};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::InstalledFile;
use crate::rules::cmake_modules::LOOKING_FOR_NOTHING;
use crate::source::{SourceFile, Span};

use super::Rule;
use super::sibling::is_beside;
use super::text::{
    Finder, asked_of_users, code, defines, includes_file, includes_named_targets, is_called_targets, is_harmless,
    packages, parts,
};
use super::untaken::Outline;

/// A configuration as it is installed in some configurations.
pub(super) struct Form {
    /// The file to point into: the configuration, its template, or the list that writes it.
    file: Arc<SourceFile>,
    /// Where the text is written whose commands do not stand in that file.
    written: Option<Span>,
    /// All that it says and that the files say which it includes, in lower case.
    pub(super) text: String,
    pub(super) commands: File,
    pub(super) cond: Cond,
    /// The files that it includes and that are installed with it, each with the place of the command among its own.
    through: Vec<(usize, File)>,
}

/// What an `include()` brings.
#[derive(Default)]
struct Included {
    text: String,
    /// The files whose commands all are known.
    files: Vec<File>,
}

impl Form {
    /// The command that includes a file, by itself or through one that it includes.
    pub(super) fn including(&self, name: &str) -> Option<&syntax::Command> {
        let mut all = self.commands.commands.iter();
        let has = |file: &File| file.commands.iter().any(|command| includes_file(command, name));
        let through = || self.through.iter().find(|(_, file)| has(file)).map(|(at, _)| *at);
        all.find(|command| includes_file(command, name)).or_else(|| self.commands.commands.get(through()?))
    }

    /// A command, or where the text is written that is made by commands.
    pub(super) fn place(&self, command: &syntax::Command) -> Span {
        self.written.unwrap_or_else(|| Span::new(self.file.id(), command.range.clone()))
    }
}

impl Rule<'_> {
    /// Where the text stands that a generated file is made of: its template's own origin where that is generated, too.
    fn written(&self, generated: &GeneratedFile) -> Option<Span> {
        let facts = self.model.facts;
        let template = generated.input.and_then(|input| facts.texts.as_str(input));
        let wrote = template.and_then(|path| self.model.makers_of(Path::new(path)).next());
        self.model.span(wrote.unwrap_or(generated).origin)
    }

    /// The texts of an installed configuration of which all is known that may look for packages.
    pub(super) fn forms(&self, config: &InstalledFile) -> Vec<Form> {
        let Some(path) = config.source.as_ref() else { return Vec::new() };
        let facts = self.model.facts;
        let made: Vec<_> = self.model.makers_of(path).collect();
        if made.is_empty() {
            let file = self.sources.load(path).ok();
            return file.and_then(|file| self.form(config, file, None, Cond::TRUE, None)).into_iter().collect();
        }
        let mut out = Vec::new();
        for generated in made {
            let input = generated.input.and_then(|input| facts.texts.plain(input));
            let template = input.and_then(|path| self.sources.load(Path::new(&*path)).ok());
            let written = self.written(generated);
            let list = || written.map(|span| self.sources.get(span.file));
            let Some(file) = template.clone().or_else(list) else { continue };
            // In a template the head of the file stands for the text.
            let head = Span::new(file.id(), 0..file.line_range(1).end as u32);
            let written = written.filter(|_| template.is_none()).unwrap_or(head);
            // A placeholder that stands alone brings commands: then the text counts that configuring makes.
            let content = generated.content.and_then(|content| self.model.alternatives(content));
            match content {
                Some(texts) if template.is_none() || syntax::has_lone_placeholder(file.bytes()) => {
                    for (when, text) in texts {
                        let cond = facts.conds.and(generated.cond, when);
                        out.extend(self.form(config, Arc::clone(&file), Some((&text, written)), cond, None));
                    }
                }
                _ if template.is_some() && !syntax::has_lone_placeholder(file.bytes()) => {
                    let outline = generated.content.and_then(|content| Outline::of(self.model, file.id(), content));
                    out.extend(self.form(config, file, None, generated.cond, outline.as_ref()));
                }
                _ => {}
            }
        }
        out
    }

    fn form(
        &self,
        config: &InstalledFile,
        file: Arc<SourceFile>,
        made: Option<(&str, Span)>,
        mut cond: Cond,
        outline: Option<&Outline<'_>>,
    ) -> Option<Form> {
        let text = match made {
            // Symbols are no commands.
            Some((text, _)) => text.chars().map(|c| if is_symbol(c) { '_' } else { c }).collect(),
            None => syntax::without_init(file.bytes()),
        };
        let commands = syntax::parse(file.id(), text.as_bytes());
        let mut all = code(&text) + &asked_of_users(&text);
        if !commands.errors.is_empty() || cond.is_false() {
            return None;
        }
        let unclear = || commands.commands.iter().filter(|command| !is_harmless(command));
        let is_include = |command: &&syntax::Command| &*command.lower == "include";
        let includes: Vec<_> = unclear().filter(is_include).collect();
        let mut through = Vec::new();
        for (number, command) in includes.iter().enumerate() {
            if let Some(more) = self.included(config, command, &text) {
                all.push_str(&more.text);
                let at = commands.commands.iter().position(|one| one.range == command.range);
                if let Some(at) = at {
                    through.extend(more.files.into_iter().map(|file| (at, file)));
                }
            } else {
                // What it brings is not known: the rest holds where it does not run.
                let untaken = outline.map_or(Cond::FALSE, |all| all.untaken(number, includes.len()));
                cond = self.model.facts.conds.and(cond, untaken);
            }
        }
        if cond.is_false() {
            return None;
        }
        all.push_str(&self.searched(&commands));
        all.push_str(&self.finders_of(config));
        let all = all.to_lowercase();
        // A function of an installed file says what it does there.
        let known = unclear().all(|command| &*command.lower == "include" || defines(&all, &command.lower));
        let written = made.map(|(_, span)| span);
        known.then_some(Form { file, written, text: all, commands, cond, through })
    }

    /// What other configurations of the project say that find this one as a part of theirs (`find_package(foo${component})`, or in their
    /// own folder): they look for what the parts need.
    fn finders_of(&self, config: &InstalledFile) -> String {
        let Some(package) = config.package().map(str::to_lowercase) else { return String::new() };
        let finders = self.finders.get_or_init(|| {
            let configs = self.installed.files.iter().filter(|file| file.is_config());
            let finders = configs.filter_map(|file| {
                let text = code(&String::from_utf8_lossy(self.model.template_of(self.sources, file)?.bytes()));
                let parts = parts(&text.to_lowercase());
                (!parts.is_empty()).then(|| Finder { name: file.name.clone(), parts, text })
            });
            finders.collect()
        });
        let is_part =
            |(begin, end): &(String, String)| package.strip_prefix(&**begin).is_some_and(|rest| rest.ends_with(&**end));
        let finders = finders.iter().filter(|one| one.name != config.name && one.parts.iter().any(is_part));
        finders.map(|one| one.text.as_str()).collect()
    }

    /// The configurations of packages of the same repository that a file looks for, of those that these look for, and so on.
    fn searched(&self, file: &File) -> String {
        let mut out = String::new();
        let mut seen = BTreeSet::new();
        let mut next = packages(file);
        while let Some(package) = next.pop() {
            if seen.contains(&package) {
                continue;
            }
            for config in self.configs_of(&package) {
                out.push_str(&code(&String::from_utf8_lossy(config.bytes())));
                next.extend(packages(&syntax::parse(config.id(), config.bytes())));
            }
            seen.insert(package);
        }
        out
    }

    /// The configurations of a package of the same repository, as they are written.
    pub(super) fn configs_of(&self, package: &str) -> Vec<Arc<SourceFile>> {
        let names = ["Config.cmake", "-config.cmake"].map(|end| format!("{package}{end}").to_lowercase());
        let is_named = |path: &&std::path::PathBuf| {
            let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
            let name = name.strip_suffix(".in").or_else(|| name.strip_suffix(".cmakein")).unwrap_or(&name);
            names.iter().any(|known| known == name)
        };
        let files =
            [Kind::CMakeModule, Kind::CMakeTemplate].into_iter().flat_map(|kind| self.inputs.of(kind)).filter(is_named);
        let by_name = files.filter_map(|path| self.sources.load(path).ok());
        // What is installed under the name, whatever its template is called.
        let installed = self
            .installed
            .files
            .iter()
            .filter(|file| file.is_config() && file.package().is_some_and(|one| one.eq_ignore_ascii_case(package)));
        by_name.chain(installed.filter_map(|file| self.model.template_of(self.sources, file))).collect()
    }

    /// What an `include()` brings: nothing of an export or of CMake's own modules, the text of files which are installed with the
    /// configuration. None where it is not known.
    fn included(&self, config: &InstalledFile, command: &syntax::Command, text: &str) -> Option<Included> {
        if self.brings_nothing(config, command, text) {
            return Some(Included::default());
        }
        let name = included_name(command, text)?;
        let mut files = self.installed.files.iter().filter(|file| file.name.to_lowercase().ends_with(&name)).peekable();
        files.peek()?;
        let mut out = Included::default();
        for file in files.filter(|file| file.directory == config.directory || file.directory.is_none()) {
            let Some(source) = &file.source else { continue };
            let made = self.model.makers_of(source).next().is_some();
            let loaded = self.model.template_of(self.sources, file)?;
            if made && (self.model.has_several_templates(file) || syntax::has_lone_placeholder(loaded.bytes())) {
                return None;
            }
            let text = syntax::without_init(loaded.bytes());
            out.text.push_str(&code(&text));
            let parsed = syntax::parse(loaded.id(), text.as_bytes());
            let is_known = self.is_known(config, &parsed, &text);
            if is_known {
                out.files.push(parsed);
            } else if made {
                return None;
            }
        }
        Some(out)
    }

    /// Whether a file that is included looks for nothing: one of CMake's own modules, what says which version this is, an export.
    fn brings_nothing(&self, config: &InstalledFile, command: &syntax::Command, text: &str) -> bool {
        let Some(argument) = command.arguments.first() else { return false };
        let path = syntax::raw_text(text.as_bytes(), argument).to_lowercase();
        let Some(name) = included_name(command, text) else { return includes_named_targets(command) };
        // write_basic_package_version_file() writes them.
        let is_version = || ["configversion.cmake", "config-version.cmake"].iter().any(|end| name.ends_with(end));
        if LOOKING_FOR_NOTHING.iter().any(|module| module.eq_ignore_ascii_case(&path)) || is_version() {
            return true;
        }
        let mut same = self.installed.files.iter().filter(|file| file.name.to_lowercase().ends_with(&name)).peekable();
        if same.peek().is_none() {
            return is_called_targets(&path);
        }
        // A placeholder in the name: the export that is installed beside it, where there is one.
        let is_export = |file: &InstalledFile| file.source.is_none() && !file.wrapped;
        name.starts_with('.') && same.any(|file| is_export(file) && is_beside(self.model, file, config))
    }

    /// Whether all commands of an included file are known, and what it includes itself looks for nothing.
    fn is_known(&self, config: &InstalledFile, file: &File, text: &str) -> bool {
        let lower = code(text).to_lowercase();
        let is_exported = |command: &syntax::Command| {
            self.installed.files.iter().any(|file| file.source.is_none() && includes_file(command, &file.name))
        };
        let is_plain = |command: &syntax::Command| {
            is_harmless(command)
                || defines(&lower, &command.lower)
                || &*command.lower == "include" && (is_exported(command) || self.brings_nothing(config, command, text))
        };
        file.errors.is_empty() && file.commands.iter().all(is_plain)
    }
}

/// The name of the file that a command includes, in lower case, without what is filled in before it.
fn included_name(command: &syntax::Command, text: &str) -> Option<String> {
    let path = syntax::raw_text(text.as_bytes(), command.arguments.first()?).to_lowercase();
    let name = path.trim_matches('"').rsplit(['/', '@']).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}
