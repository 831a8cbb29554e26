//! `linklint check`: the analysis, what the user says about its findings, and the reports.
use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::CommandFactory as _;

use super::args::{CheckArgs, Output};
use super::judge::Judgement;
use super::progress::Progress;
use super::{Cli, Exit, changed, complain, configuration, ended, failed, fixes, print, terminal};
use crate::analysis::{self, Analysis, Failure, Request, Scope};
use crate::cargo::Selection;
use crate::config::{Config, Loaded, Unused};
use crate::discover;
use crate::fix::Wanted;
use crate::nearest::suggestion;
use crate::report::output::replace;
use crate::report::{Format, Report, human, markdown};
use crate::rules::finding::{Severity, code};
use crate::rules::{Registry, engine};

/// Runs the command.
pub(super) fn check(args: &CheckArgs, colour: bool) -> Exit {
    run(args, colour).unwrap_or_else(|failure| {
        let exit = failed(&failure);
        if let Some(hint) = meant(&args.path) {
            complain(&hint);
        }
        exit
    })
}

/// Which command was meant by a word that is taken for a folder, and is none.
fn meant(path: &Path) -> Option<String> {
    let word = path.to_str().filter(|word| !word.contains(['/', '\\', '.']) && !path.exists())?;
    let commands = Cli::command();
    let near = suggestion(word, commands.get_subcommands().filter(|c| !c.is_hide_set()).map(clap::Command::get_name));
    (!near.is_empty()).then(|| format!("`{word}` was taken for a folder{near}"))
}

fn run(args: &CheckArgs, colour: bool) -> Result<Exit, Failure> {
    distinct(&args.output)?;
    let (path, cargo) = packages(args)?;
    let scope = Scope::of(&path, args.root.as_deref(), &args.allow_read)?;
    let root = scope.sandbox.root().unwrap_or(&scope.path).to_path_buf();
    let loaded = if args.no_config { Loaded::default() } else { configuration::load(&scope, args.config.as_deref())? };
    let dirs = loaded.rule_dirs(&root).map_err(Failure::Usage)?;
    let registry = Registry::with_folders(dirs.iter().chain(&args.rules_dir)).map_err(Failure::Usage)?;
    let resolved = loaded.resolve(&registry, &root).map_err(Failure::Usage)?;
    let mut configured: crate::analysis::configured::Configured = args.configured.clone().into();
    configured.with_package.extend(resolved.packages.iter().cloned());
    configured.summaries.clone_from(&resolved.summaries);
    let request = Request {
        cargo,
        path,
        root: args.root.clone(),
        allow_read: args.allow_read.clone(),
        definitions: args.definitions.clone(),
        platform: args.platform,
        configured,
        projects: resolved.projects.clone(),
        exclude: resolved.exclude.clone(),
        // Heuristic findings take part in baselines and directives; what is not asked for is hidden after that.
        registry: Arc::new(registry),
        rules: engine::Settings { pedantic: true, options: resolved.options.clone() },
    };
    let judgement = Judgement { args, config: &loaded.config, resolved: &resolved, part: scope.path != root };
    let look = || -> Result<Analysis, Failure> {
        let _progress = Progress::start();
        let mut analysis = analysis::analyse(&request)?;
        judgement.apply(&mut analysis)?;
        if let Some(revision) = &args.changed_since {
            changed::retain(&mut analysis, revision)?;
        }
        Ok(analysis)
    };
    let mut analysis = look()?;
    if args.diff {
        return fixes::show(&analysis, args.fix.unwrap_or(Wanted::Safe));
    }
    if let Some(wanted) = args.fix {
        analysis = fixes::apply(analysis, wanted, look)?;
    }
    if !args.stats {
        analysis.stats.timings.clear();
    }
    let base = path_base(args, &analysis.root)?;
    let report = Report {
        sources: &analysis.sources,
        root: &analysis.root,
        base: &base,
        rules: &analysis.rules,
        findings: &analysis.findings,
        diagnostics: &analysis.diagnostics,
        stats: &analysis.stats,
    };
    Ok(write(report, args, colour, exit_of(&analysis, args, &loaded.config)))
}

/// The folder that is analysed, and the packages of cargo that were asked for.
fn packages(args: &CheckArgs) -> Result<(PathBuf, Selection), Failure> {
    let mut selection = Selection {
        packages: args.package.clone(),
        exclude: args.exclude.clone(),
        folder: None,
        workspace: args.workspace,
    };
    let Some(manifest) = &args.manifest_path else { return Ok((args.path.clone(), selection)) };
    let shown = manifest.display();
    if !manifest.ends_with("Cargo.toml") {
        return Err(Failure::Usage(format!("{shown} is no Cargo.toml")));
    }
    let real = manifest.canonicalize().map_err(|e| Failure::Usage(format!("{shown}: {e}")))?;
    let own = real.parent().unwrap_or(Path::new("/")).to_path_buf();
    // The workspace is looked for where reading is allowed: up to the root.
    let root = match &args.root {
        Some(root) => root.canonicalize().map_err(|e| Failure::Usage(format!("{}: {e}", root.display())))?,
        None => discover::find_root(&own),
    };
    let above = own.ancestors().take_while(|folder| folder.starts_with(&root));
    let head = above.filter(|folder| {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        text.lines().any(|line| line.trim_start().starts_with("[workspace"))
    });
    let path = head.last().unwrap_or(&own).to_path_buf();
    selection.folder = Some(own);
    Ok((path, selection))
}

/// Two reports in one file would leave the second only.
fn distinct(outputs: &[Output]) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    match outputs.iter().find(|output| !seen.insert(&output.file)) {
        Some(twice) => Err(Failure::Usage(format!("two reports go to {}", twice.file.display()))),
        None => Ok(()),
    }
}

/// What paths of uploaded reports are relative to.
fn path_base(args: &CheckArgs, root: &Path) -> Result<PathBuf, Failure> {
    match &args.path_base {
        Some(dir) => {
            let real = dir.canonicalize().map_err(|e| Failure::Usage(format!("--path-base {}: {e}", dir.display())))?;
            Ok(real)
        }
        None => Ok(discover::find_root(root)),
    }
}

/// Writes the files first: whoever reads the standard output may rely on them.
fn write(report: Report<'_>, args: &CheckArgs, colour: bool, mut exit: Exit) -> Exit {
    let folder = std::env::current_dir().and_then(|dir| dir.canonicalize()).unwrap_or_default();
    let able = supports_hyperlinks::supports_hyperlinks;
    let links = terminal::links(&terminal::environment, io::stdout().is_terminal(), able);
    let columns = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let style = |colour| human::Style {
        colour,
        // They are escapes of the terminal, as colours are.
        links: colour && links,
        unicode: terminal::unicode(&terminal::environment),
        width: terminal::width(&terminal::environment, columns),
        base: &folder,
        stats: args.stats,
    };
    for Output { format, file } in &args.output {
        if let Err(error) = replace(file, |out| format.write(report, &style(false), out)) {
            complain(&format!("error: the report {} could not be written: {error}", file.display()));
            exit = Exit::Incomplete;
        }
    }
    let format = args.message_format.map(Format::from).or(args.format).unwrap_or(Format::Human);
    if format == Format::Github || args.output.iter().any(|output| output.format == Format::Github) {
        summarise(report);
    }
    let written = if format == Format::Human {
        print(&human::render(report, &style(colour)), colour)
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        format.write(report, &style(false), &mut out).and_then(|()| out.flush())
    };
    ended(written, exit)
}

/// Appends the whole list to the summary of the job, since annotations are cut.
fn summarise(report: Report<'_>) {
    let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) else { return };
    let opened = std::fs::File::options().append(true).create(true).open(&file);
    let written = opened.and_then(|mut out| out.write_all(markdown::render(report).as_bytes()));
    if let Err(error) = written {
        complain(&format!("warning: the job summary {} could not be written: {error}", Path::new(&file).display()));
    }
}

/// The exit code of a finished analysis.
fn exit_of(analysis: &Analysis, args: &CheckArgs, config: &Config) -> Exit {
    let told = |wanted: &[&str]| analysis.diagnostics.iter().any(|d| wanted.contains(&d.code));
    let set = args.fail_on.map(Severity::from).or(config.fail_on.map(Severity::from));
    let least = set.unwrap_or(Severity::Warning);
    let strict = args.strict_input || config.strict_input.unwrap_or_default();
    let denied = config.suppressions.unused == Unused::Deny && told(&[code::UNUSED_SUPPRESSION, code::BAD_SUPPRESSION]);
    let found = analysis.findings.iter().any(|f| f.suppressed.is_none() && f.severity >= least);
    if told(&[code::INTERNAL]) || strict && told(&code::INPUT) {
        Exit::Incomplete
    } else if told(&[code::UNKNOWN_NAME]) {
        Exit::Usage
    } else if (found || denied) && !args.exit_zero {
        Exit::Findings
    } else {
        Exit::Clean
    }
}
