//! A package configuration includes a file that is not installed beside it, always or in some configurations.
#[path = "missing_targets_file/walk.rs"]
mod walk;

use std::path::PathBuf;
use std::sync::Arc;

use super::super::wording::letters;
use super::super::{Confidence, Context, Draft, Place, Severity, Sink};
use crate::cmake::eval::facts::{GeneratedFile, InstallKind};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::{Files, is_modelled};
use crate::cmake::syntax::{self, CommandId, File};
use crate::cond::Cond;
use crate::model::{Installed, InstalledFile, Model, join};
use crate::nearest::nearest;
use crate::source::{SourceFile, SourceMap, Span};

use walk::{Base, Included};

/// Reports what package configurations include and nothing installs.
pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let installs = model.facts.installs.iter();
    if !installs.clone().any(|i| matches!(i.kind, InstallKind::Files | InstallKind::Programs)) {
        return;
    }
    let installed = model.installed();
    let rule = Rule {
        model,
        sources: cx.facts.sources,
        installed: &installed,
        given: given_away(model),
        files: project.files,
    };
    for config in installed.files.iter().filter(|f| f.source.is_some()) {
        if let (Some(package), Some(_)) = (config.package(), &config.directory) {
            rule.config(config, package, sink);
        }
    }
}

struct Rule<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
    installed: &'a Installed,
    /// When a command that nobody knows may export targets.
    given: Cond,
    files: &'a Files<'a>,
}

/// One form of a configuration's text.
struct Form {
    /// The file to point into.
    file: Arc<SourceFile>,
    /// Its commands.
    template: File,
    /// The text as it is after configuring, when that is another.
    content: Option<File>,
    cond: Cond,
}

/// When a command that nobody knows is given a target of a project that exports none itself: such a command installs and exports what it is
/// given, whatever it is called (`acme_library(viewer)`).
fn given_away(model: &Model<'_>) -> Cond {
    let (facts, conds) = (model.facts, &model.facts.conds);
    if facts.installs.iter().any(|install| install.kind == InstallKind::Export) {
        return Cond::FALSE;
    }
    let calls = facts.calls.iter().filter(|call| !is_modelled(&call.command)).filter(|call| {
        let words = model.items(&call.arguments, None);
        words.iter().any(|word| model.find(&word.text).is_some_and(|id| !model.is_imported(id)))
    });
    conds.any(calls.map(|call| call.cond).collect::<Vec<_>>())
}

/// Whether a file is one that exports targets, by its name.
fn is_of_targets(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.contains("target") || name.contains("export")
}

/// The package that a file is a part of, by its name: `a-config.cmake`, `ATargets.cmake`.
fn package_of(name: &str) -> Option<String> {
    let name = name.strip_suffix(".cmake").map(letters)?;
    let stem = ["config", "targets", "exports", "target", "export"].iter().find_map(|end| name.strip_suffix(end));
    stem.filter(|stem| !stem.is_empty()).map(str::to_owned)
}

/// Whether code stops whoever runs it, whatever the case.
fn is_stop(code: &str) -> bool {
    let (command, rest) = code.trim_start().split_once('(').unwrap_or_default();
    command.trim_end().eq_ignore_ascii_case("message") && rest.trim_start().starts_with("FATAL_ERROR")
}

impl Rule<'_> {
    /// When the project's own code stops the install: `install(CODE "message(FATAL_ERROR …)")`.
    fn refused(&self) -> Cond {
        let (facts, conds) = (self.model.facts, &self.model.facts.conds);
        let scripts = facts.installs.iter().filter(|install| install.kind == InstallKind::Script);
        let stops = scripts.flat_map(|install| {
            let items = self.model.items(&install.items, None).into_iter();
            items.filter(|item| is_stop(&item.text)).map(|item| conds.and(install.cond, item.cond))
        });
        conds.any(stops.collect::<Vec<_>>())
    }

    fn config(&self, config: &InstalledFile, package: &str, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        for form in self.forms(config) {
            let under = conds.and(config.cond, form.cond);
            let text = form.content.as_ref().unwrap_or(&form.template);
            for include in walk::includes(self.model, text, package) {
                let cond = conds.and(under, include.cond);
                if !cond.is_false() {
                    self.include(config, &form, &include, cond, sink);
                }
            }
        }
    }

    /// The texts that an installed configuration may have.
    fn forms(&self, config: &InstalledFile) -> Vec<Form> {
        let Some(path) = &config.source else { return Vec::new() };
        let mut made: Vec<&GeneratedFile> = self.model.makers_of(path).collect();
        // A file that is configured onto itself is what the last one makes of it.
        if let Some(last) = made.iter().rposition(|one| Self::is_of_itself(one)) {
            made.drain(..last);
        }
        if made.is_empty() {
            let Ok(file) = self.sources.load(path) else { return Vec::new() };
            let template = syntax::parse(file.id(), file.bytes());
            return vec![Form { file, template, content: None, cond: Cond::TRUE }];
        }
        made.into_iter().flat_map(|generated| self.generated(generated)).collect()
    }

    fn is_of_itself(generated: &GeneratedFile) -> bool {
        generated.input == Some(generated.output) && generated.cond.is_true()
    }

    fn generated(&self, generated: &GeneratedFile) -> Vec<Form> {
        let texts = generated.content.and_then(|content| self.model.alternatives(content)).unwrap_or_default();
        let input = generated.input.and_then(|input| self.model.facts.texts.plain(input)).map(|i| PathBuf::from(&*i));
        let mut out = Vec::new();
        for (when, text) in texts {
            let cond = self.model.facts.conds.and(generated.cond, when);
            let file = match &input {
                Some(path) => self.sources.load(path).ok(),
                None => self.model.span(generated.origin).map(|span| self.sources.get(span.file)),
            };
            let (Some(file), Some(text), false) = (file, walk::encode(&text), cond.is_false()) else { continue };
            let template = match &input {
                Some(_) => syntax::parse(file.id(), file.bytes()),
                // Written by a command: there is no template to point into.
                None => syntax::parse(file.id(), b""),
            };
            let content = Some(syntax::parse(file.id(), text.as_bytes()));
            out.push(Form { file, template, content, cond });
        }
        out
    }

    fn include(&self, config: &InstalledFile, form: &Form, include: &Included, cond: Cond, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let Some(folder) = config.directory.as_deref() else { return };
        let base = if include.base == Base::Folder { folder } else { "" };
        let path = join(base, &include.path);
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", &path));
        // What is not replaced yet (`@PROJECT_NAME@Targets.cmake`) is no name; one that users choose may well be one of those that are installed.
        let is_open = name.contains('@') || has_symbol(name);
        if directory.starts_with("..") || name.is_empty() || is_open || self.is_of_dependency(name) {
            return;
        }
        let present = self.installed.presence(self.model, self.sources, directory, name);
        let given = if is_of_targets(name) { self.given } else { Cond::FALSE };
        let missing = conds.diff(conds.diff(cond, present), given);
        if !missing.is_possible() {
            return;
        }
        let Some(span) = form.place(include.command).or_else(|| self.model.span(config.origin)) else { return };
        let never = conds.disjoint(cond, present);
        sink.report(self.draft(config, include, span, (directory, name), missing, never));
    }

    /// Whether a file is named after something that the project takes in and that may not be here: what that installs is not known.
    fn is_of_dependency(&self, name: &str) -> bool {
        const TAKING: &[&str] = &[
            "add_subdirectory",
            "cpmaddpackage",
            "externalproject_add",
            "fetchcontent_declare",
            "fetchcontent_makeavailable",
        ];
        let Some(stem) = package_of(name) else { return false };
        let is_it = |word: &str| letters(word.rsplit(['/', ':', '#']).next().unwrap_or(word)) == stem;
        let own = self.model.facts.projects.iter().any(|project| is_it(&self.model.facts.texts.display(project.name)));
        let unknown = self.model.facts.calls.iter().filter(|call| !is_modelled(&call.command));
        let files = self.files.all();
        let taken =
            || TAKING.iter().flat_map(|command| files.calls(command)).flat_map(|(_, command)| &command.arguments);
        !own && (unknown.flat_map(|call| self.model.items(&call.arguments, None)).any(|word| is_it(&word.text))
            || taken().filter_map(|argument| argument.template.literal()).any(is_it))
    }

    fn draft(
        &self,
        config: &InstalledFile,
        include: &Included,
        span: Span,
        (directory, name): (&str, &str),
        missing: Cond,
        never: bool,
    ) -> Draft {
        let shown = self.model.display(name);
        let extent = if never { "nothing installs there" } else { "is not installed in every configuration" };
        let mend = match (never, &include.component) {
            (true, _) => "install the file there, or include what is installed",
            (false, Some(_)) => {
                "install the file in every configuration that installs the package, or include it only where it is there (`if(EXISTS …)` or a \
                 list that is configured into the file) and report the component as not found"
            }
            (false, None) => {
                "install the file in every configuration that installs the package, or include it only in those (configure the choice into \
                 the file)"
            }
        };
        let missing = self.model.facts.conds.diff(missing, self.refused());
        let mut draft = Draft::new(missing, Place::new(span, "included here"))
            .named("config", self.model.display(&config.name))
            .named("file", &*shown)
            .value("extent", extent)
            .value("mend", mend);
        let (mut confidence, mut places) = (Confidence::Proved, 0);
        // What was left out for a limit may install it.
        if self.model.is_cut() {
            confidence = Confidence::Heuristic;
        }
        for rule in self.installed.of_name(name).filter(|_| !never) {
            if let Some(span) = self.model.span(rule.origin) {
                draft = draft.related(span, "installed here, under a condition");
                places += 1;
            }
            if rule.wrapped {
                confidence = confidence.min(Confidence::Likely);
            }
        }
        if never {
            draft = self.nearest(draft, directory, name);
        } else if places == 0 {
            // Something else may install it: a folder, a script.
            confidence = Confidence::Heuristic;
        }
        if let Some(span) = self.model.span(config.origin) {
            draft = draft.related(span, format!("`{}` is installed here", self.model.display(&config.name)));
        }
        if let Some(component) = &include.component {
            confidence = confidence.min(Confidence::Likely);
            draft = draft.severity(Severity::Warning).subject(&**component).message(format!(
                "`{}` offers the component `{component}` and then includes `{shown}`, which {extent}",
                self.model.display(&config.name)
            ));
        }
        draft.confidence(confidence)
    }

    /// Names what is installed there under a similar name, or elsewhere under the same.
    fn nearest(&self, mut draft: Draft, directory: &str, name: &str) -> Draft {
        let others = self.installed.of_name(name).filter_map(|file| Some((file, self.model.span(file.origin)?)));
        for (file, span) in others {
            let here = file.directory.as_deref() == Some(directory);
            let label =
                if here { "installed here, in other configurations" } else { "installed into another folder here" };
            draft = draft.related(span, label);
        }
        let here: Vec<&InstalledFile> = self.installed.names_in(directory).filter(|f| f.source.is_none()).collect();
        for near in nearest(name, here.iter().map(|file| &*file.name)) {
            for file in here.iter().filter(|file| &*file.name == near) {
                if let Some(span) = self.model.span(file.origin) {
                    draft = draft.related(span, format!("this installs `{near}`"));
                }
            }
        }
        draft
    }
}

impl Form {
    /// The first argument of a command of the text, in the file to point into.
    fn place(&self, command: CommandId) -> Option<Span> {
        let at = match &self.content {
            None => command.0 as usize,
            Some(content) => matching(&self.template, content, command.0 as usize)?,
        };
        let command = self.template.commands.get(at)?;
        let range = command.arguments.first().map_or(&command.range, |argument| &argument.range);
        Some(Span::new(self.file.id(), range.clone()))
    }
}

/// The command of the template that became a command of the configured text. Replacements add commands before it
/// (`@PACKAGE_INIT@`) more often than after it, so both are compared from their ends.
fn matching(template: &File, content: &File, wanted: usize) -> Option<usize> {
    let mut at = template.commands.len();
    for (index, command) in content.commands.iter().enumerate().rev() {
        let next = at.checked_sub(1)?;
        let same = template.commands.get(next).is_some_and(|other| other.lower == command.lower);
        if same {
            at = next;
        }
        if index == wanted {
            return same.then_some(next);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sandbox;

    #[test]
    fn code_that_stops() {
        assert!(is_stop("message(FATAL_ERROR \"no\")") && is_stop("\n  Message( FATAL_ERROR no)"));
        let guarded = "if(NOT EXISTS x)\n  message(FATAL_ERROR no)\nendif()";
        assert!(!is_stop(guarded) && !is_stop("message(STATUS FATAL_ERROR)"));
    }

    #[test]
    fn packages_by_the_names_of_their_files() {
        assert_eq!(package_of("ppl-common-config.cmake").as_deref(), Some("pplcommon"));
        assert_eq!(package_of("FooTargets.cmake").as_deref(), Some("foo"));
        assert_eq!((package_of("Targets.cmake"), package_of("helpers.cmake")), (None, None));
    }

    #[test]
    fn commands_are_matched_from_the_end() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let id = sources.insert(PathBuf::from("/t"), (*b"").into()).id();
        let template = syntax::parse(id, b"@PACKAGE_INIT@\nset(a)\ninclude(b)\nset(c)\n");
        let content = syntax::parse(id, b"set(x)\nmacro(y)\nendmacro()\nset(a)\ninclude(b)\nset(c)\n");
        let of = |at| matching(&template, &content, at);
        assert_eq!((of(3), of(4), of(5)), (Some(0), Some(1), Some(2)));
        assert_eq!((of(0), of(1)), (None, None));
    }
}
