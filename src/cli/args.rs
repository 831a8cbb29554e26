//! The command line.
use std::path::PathBuf;

use clap::builder::{FalseyValueParser, styling};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::analysis::configured::Configured;
use crate::analysis::{Definition, Platform};
use crate::cmake::eval::Package;
use crate::fix::Wanted;
use crate::report::Format;
use crate::rules::Severity;

/// The program's options.
#[derive(Debug, Parser)]
#[command(
    name = "linklint",
    bin_name = "linklint",
    version,
    about = "Reports linkage hazards in CMake and Cargo builds before anything is configured, built or run",
    long_about = "Reports linkage hazards in CMake and Cargo builds before anything is configured, built or run.\n\n\
        Reads the build description of PATH (CMake files, flags, version scripts, C and C++ sources as text, scripts, \
        Cargo manifests) for all its configurations at once and says where symbols, options or libraries will not \
        meet at link or load time. Nothing of the project is executed and nothing outside of the root is read.",
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Commands",
    after_help = AFTER_SHORT,
    after_long_help = AFTER_LONG,
    styles = STYLES,
)]
pub struct Cli {
    /// What to do; `check` when absent.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The options of `check`.
    #[command(flatten)]
    pub check: CheckArgs,
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Report the hazards under PATH (the default command)
    #[command(after_help = AFTER_CHECK, after_long_help = AFTER_CHECK_LONG)]
    Check(Box<CheckArgs>),
    /// Show what a rule looks for, why, and how to mend it
    #[command(after_help = "Examples:\n  linklint explain ignored-option")]
    Explain {
        /// Id of the rule, as findings show it in brackets
        rule: String,
        /// Look among the rules in DIR too (repeatable)
        #[arg(long, value_name = "DIR")]
        rules_dir: Vec<PathBuf>,
    },
    /// List all rules, or run rules of your own on their cases
    #[command(
        after_help = "Examples:\n  linklint rules\n  linklint rules --format json\n  linklint rules test my-rules",
        args_conflicts_with_subcommands = true
    )]
    Rules {
        /// Form of the list
        #[arg(long, value_enum, default_value_t = ListFormat::Human, value_name = "FORMAT")]
        format: ListFormat,
        /// List the rules in DIR too (repeatable)
        #[arg(long, value_name = "DIR")]
        rules_dir: Vec<PathBuf>,
        /// What to do instead
        #[command(subcommand)]
        command: Option<RulesCommand>,
    },
    /// The former name of `rules test`
    #[command(hide = true)]
    TestRules(TestArgs),
    /// Write what is known about the targets of a project
    #[command(after_help = AFTER_MODEL)]
    Model(ModelArgs),
    /// Write a configuration to begin with
    #[command(after_help = "Examples:\n  linklint init\n  linklint init path/to/project")]
    Init {
        /// Folder that gets a linklint.toml
        #[arg(default_value = ".", value_name = "DIR")]
        dir: PathBuf,
    },
    /// Show the configuration
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Write completions for a shell
    #[command(after_help = "Examples:\n  linklint completions bash > /etc/bash_completion.d/linklint")]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual page
    #[command(after_help = "Examples:\n  linklint man > linklint.1")]
    Man,
    /// Run a CMake script through the evaluator, as `cmake -P` would
    #[command(hide = true)]
    Script(ScriptArgs),
}

/// What to do with rules, beside listing them.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// Run rules of your own on their cases: 0 as expected, 100 not
    #[command(after_help = "Examples:\n  linklint rules test my-rules")]
    Test(TestArgs),
}

/// Which rules to test.
#[derive(Debug, Clone, Args)]
pub struct TestArgs {
    /// Folder with rules (repeatable)
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
}

/// What to do with the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the configuration that `check` would take for PATH, defaults filled in
    Show {
        /// Folder to analyse
        #[arg(default_value = ".", value_name = "PATH")]
        path: PathBuf,
        /// The limit of the search
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
        /// Take the configuration from FILE
        #[arg(long, env = "LINKLINT_CONFIG", value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Print the JSON Schema of the configuration
    Schema,
}

/// Options of `check`.
#[allow(clippy::struct_excessive_bools)] // Each is a switch of the command line.
#[derive(Debug, Clone, Args)]
pub struct CheckArgs {
    /// Folder to analyse
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Folder outside of which nothing is read; paths in JSON are relative to it
    /// [default: the nearest folder above PATH with a .git, else PATH]
    #[arg(long, value_name = "DIR", help_heading = "Input")]
    pub root: Option<PathBuf>,
    /// Read files under DIR too, which lies outside of the root (repeatable)
    #[arg(long, value_name = "DIR", help_heading = "Input")]
    pub allow_read: Vec<PathBuf>,
    /// Fix a cache variable, as `cmake -D` does; everything else stays free (repeatable)
    #[arg(short = 'D', value_name = "NAME[:TYPE]=VALUE", value_parser = definition, help_heading = "Configurations")]
    pub definitions: Vec<Definition>,
    /// Look at one platform only
    #[arg(long, value_enum, value_name = "PLATFORM", help_heading = "Configurations")]
    pub platform: Option<Platform>,
    /// One configuration instead of all.
    #[command(flatten)]
    pub configured: ConfiguredArgs,
    /// Look at the packages of the Cargo.toml at FILE: its package, or its workspace; instead of PATH
    #[arg(long, value_name = "FILE", conflicts_with = "path", help_heading = "Packages")]
    pub manifest_path: Option<PathBuf>,
    /// Look at this package of cargo only; a name or a glob (repeatable)
    #[arg(short = 'p', long, value_name = "SPEC", help_heading = "Packages")]
    pub package: Vec<String>,
    /// Look at all packages of the workspace (the default, unless --manifest-path names a member)
    #[arg(long, visible_alias = "all", help_heading = "Packages")]
    pub workspace: bool,
    /// Leave out this package; a name or a glob (repeatable)
    #[arg(long, value_name = "SPEC", help_heading = "Packages")]
    pub exclude: Vec<String>,
    /// Take the configuration from FILE [default: linklint.toml or .linklint.toml in PATH or above it, up to the
    /// root, or [workspace.metadata.linklint] of a Cargo.toml there]
    #[arg(long, env = "LINKLINT_CONFIG", value_name = "FILE", help_heading = "Configuration")]
    pub config: Option<PathBuf>,
    /// Take no configuration
    #[arg(long, conflicts_with = "config", help_heading = "Configuration")]
    pub no_config: bool,
    /// Findings that are in FILE do not count
    #[arg(long, env = "LINKLINT_BASELINE", value_name = "FILE", help_heading = "Baseline")]
    pub baseline: Option<PathBuf>,
    /// Write the findings that count to FILE, which must not exist yet: from now on only new ones count
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "prune"], help_heading = "Baseline")]
    pub write_baseline: Option<PathBuf>,
    /// Take the entries out of the baseline that no finding has any more
    #[arg(long, help_heading = "Baseline")]
    pub prune: bool,
    /// Apply the fixes that findings offer and report what is left: `safe` ones keep the meaning but for the hazard, `unsafe`
    /// takes the others too
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "safe",
        conflicts_with_all = ["write_baseline", "prune"], help_heading = "Fixes")]
    pub fix: Option<Wanted>,
    /// Show the fixes as a diff and write nothing (with --fix=unsafe the unsafe ones too); 100 when there is one
    #[arg(long, conflicts_with_all = ["write_baseline", "prune"], help_heading = "Fixes")]
    pub diff: bool,
    /// Report only what has a place in a file that changed since REV and HEAD parted; asks git for its files
    #[arg(long, value_name = "REV", conflicts_with_all = ["write_baseline", "prune"], help_heading = "Report")]
    pub changed_since: Option<String>,
    /// Run the rules in DIR too: folders with a rule.toml (repeatable)
    #[arg(long, value_name = "DIR", help_heading = "Report")]
    pub rules_dir: Vec<PathBuf>,
    /// Report heuristic findings too: patterns that often, not always, mean a hazard
    #[arg(long, env = "LINKLINT_PEDANTIC", value_parser = FalseyValueParser::new(), help_heading = "Report")]
    pub pedantic: bool,
    /// Form of the report on the standard output [default: human]
    #[arg(long, value_enum, env = "LINKLINT_FORMAT", value_name = "FORMAT", help_heading = "Report")]
    pub format: Option<Format>,
    /// Write a report to FILE too, which is replaced as a whole (repeatable)
    #[arg(long, value_name = "FORMAT=FILE", value_parser = output, help_heading = "Report")]
    pub output: Vec<Output>,
    /// As cargo's option: `json` writes messages in cargo's shape, `short` a line a finding
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "format", help_heading = "Report")]
    pub message_format: Option<MessageFormat>,
    /// Base of paths in what is uploaded (sarif, github, gitlab, junit, checkstyle, markdown)
    /// [default: the top of the checkout]
    #[arg(long, value_name = "DIR", help_heading = "Report")]
    pub path_base: Option<PathBuf>,
    /// Add what was read and how long it took
    #[arg(long, help_heading = "Report")]
    pub stats: bool,
    /// Least severity that makes the exit code 100 [default: warning]
    #[arg(long, value_enum, env = "LINKLINT_FAIL_ON", value_name = "SEVERITY", help_heading = "Exit code")]
    pub fail_on: Option<FailOn>,
    /// Exit with 0 whatever was found (for steps that upload the report)
    #[arg(long, help_heading = "Exit code")]
    pub exit_zero: bool,
    /// Exit with 101 when a file could not be read or parsed
    #[arg(long, help_heading = "Exit code")]
    pub strict_input: bool,
}

/// Options of `model`.
#[derive(Debug, Clone, Args)]
pub struct ModelArgs {
    /// Folder of the project (the one with its CMakeLists.txt)
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Folder outside of which nothing is read
    /// [default: the nearest folder above DIR with a .git, else DIR]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Read files under DIR too, which lies outside of the root (repeatable)
    #[arg(long, value_name = "DIR")]
    pub allow_read: Vec<PathBuf>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = ModelFormat::Json, value_name = "FORMAT")]
    pub format: ModelFormat,
    /// Write every fact with the condition under which it holds, instead of one configuration
    #[arg(long)]
    pub all_configurations: bool,
    /// Set a cache variable, as `cmake -D` does (repeatable)
    #[arg(short = 'D', value_name = "NAME[:TYPE]=VALUE", value_parser = definition)]
    pub definitions: Vec<Definition>,
    /// The platform that is configured for
    #[arg(long, value_enum, value_name = "PLATFORM")]
    pub platform: Option<Platform>,
    /// The CMake that configures (major.minor[.patch]); decides policies
    #[arg(long, value_name = "VERSION", value_parser = cmake_version)]
    pub cmake_version: Option<String>,
    /// Inputs of the configuration.
    #[command(flatten)]
    pub configured: ConfiguredArgs,
}

/// Options that name one configuration.
#[derive(Debug, Clone, Default, Args)]
pub struct ConfiguredArgs {
    /// A build folder that cmake configured; its cache and toolchain are taken as given
    #[arg(long, value_name = "DIR", help_heading = "Configurations")]
    pub build_dir: Option<PathBuf>,
    /// A CMakeCache.txt; its entries are taken as given
    #[arg(long, value_name = "FILE", conflicts_with = "build_dir", help_heading = "Configurations")]
    pub cache: Option<PathBuf>,
    /// A configure preset of the project's CMakePresets.json or CMakeUserPresets.json
    #[arg(long, value_name = "NAME", help_heading = "Configurations")]
    pub preset: Option<String>,
    /// Evaluate the source tree in DIR as the package that `find_package(NAME)` finds, so that it is seen together with
    /// what uses it (repeatable)
    #[arg(long, value_name = "NAME=DIR", value_parser = package, help_heading = "Configurations")]
    pub with_package: Vec<Package>,
}

impl From<ConfiguredArgs> for Configured {
    fn from(args: ConfiguredArgs) -> Self {
        Self {
            build_dir: args.build_dir,
            cache: args.cache,
            preset: args.preset,
            with_package: args.with_package,
            summaries: Vec::new(),
        }
    }
}

/// Options of `script`.
#[derive(Debug, Clone, Args)]
pub struct ScriptArgs {
    /// Read files under DIR too (repeatable, before the others)
    #[arg(long, value_name = "DIR")]
    pub allow_read: Vec<PathBuf>,
    /// What cmake would be given: [-D NAME=VALUE]... -P FILE [ARGUMENT]...
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORD")]
    pub words: Vec<String>,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// When the output is a terminal and no environment variable says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Forms of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// A table for people
    Human,
    /// One JSON object
    Json,
}

/// The forms of cargo's option of that name that there is something for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Excerpts for people
    Human,
    /// One line a finding
    Short,
    /// Messages as cargo prints them
    Json,
}

impl From<MessageFormat> for Format {
    fn from(value: MessageFormat) -> Self {
        match value {
            MessageFormat::Human => Self::Human,
            MessageFormat::Short => Self::Concise,
            MessageFormat::Json => Self::Cargo,
        }
    }
}

/// A report that goes to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Its form.
    pub format: Format,
    /// Where it goes.
    pub file: PathBuf,
}

/// Forms of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModelFormat {
    /// One JSON object
    Json,
}

/// A severity on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Any finding
    Note,
    /// Warnings and errors
    Warning,
    /// Errors only
    Error,
}

impl From<FailOn> for Severity {
    fn from(value: FailOn) -> Self {
        match value {
            FailOn::Note => Self::Note,
            FailOn::Warning => Self::Warning,
            FailOn::Error => Self::Error,
        }
    }
}

fn output(text: &str) -> Result<Output, String> {
    let (format, file) = text.split_once('=').ok_or("it takes FORMAT=FILE, such as sarif=linklint.sarif")?;
    let format = Format::from_str(format, false).map_err(|_| {
        let known: Vec<&str> = Format::value_variants().iter().map(|format| format.name()).collect();
        let meant = crate::nearest::suggestion(format, known.iter().copied());
        format!("no format `{format}`{meant}; known: {}", known.join(", "))
    })?;
    if file.is_empty() {
        return Err("the name of the file is empty".to_owned());
    }
    Ok(Output { format, file: PathBuf::from(file) })
}

fn definition(text: &str) -> Result<Definition, String> {
    let (name, value) = text.split_once('=').ok_or("it takes NAME=VALUE or NAME:TYPE=VALUE")?;
    let (name, kind) = match name.rsplit_once(':') {
        Some((name, kind)) => (name, Some(kind.to_owned())),
        None => (name, None),
    };
    if name.is_empty() {
        return Err("the name is empty".to_owned());
    }
    if let Some(kind) = kind.as_deref().filter(|kind| !CACHE_TYPES.contains(kind)) {
        return Err(format!("`{kind}` is no type of a cache entry; known: {}", CACHE_TYPES.join(", ")));
    }
    Ok(Definition { name: name.to_owned(), kind, value: value.to_owned() })
}

fn package(text: &str) -> Result<Package, String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() && !folder.is_empty() => {
            Ok(Package { name: name.to_owned(), folder: PathBuf::from(folder) })
        }
        _ => Err("it takes NAME=DIR, the name as find_package has it".to_owned()),
    }
}

/// Types of cache entries that `cmake -D` takes (cmake(1), `cmakeCacheEntryTypes` of CMakeCache.txt).
const CACHE_TYPES: [&str; 7] = ["BOOL", "PATH", "FILEPATH", "STRING", "INTERNAL", "STATIC", "UNINITIALIZED"];

fn cmake_version(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split('.').collect();
    let number = |part: &&str| !part.is_empty() && part.len() <= 8 && part.bytes().all(|b| b.is_ascii_digit());
    if (2..=4).contains(&parts.len()) && parts.iter().all(number) {
        Ok(text.to_owned())
    } else {
        Err("it takes a version such as 3.28 or 4.0.1".to_owned())
    }
}

const STYLES: styling::Styles = styling::Styles::styled()
    .header(styling::AnsiColor::Green.on_default().bold())
    .usage(styling::AnsiColor::Green.on_default().bold())
    .literal(styling::AnsiColor::Cyan.on_default().bold())
    .placeholder(styling::AnsiColor::Cyan.on_default());

const AFTER_SHORT: &str = "\
Examples:
  linklint                              check the project in this folder
  linklint check path/to/project        check another one
  linklint -D BUILD_SHARED_LIBS=ON      only configurations with this setting
  linklint --format json > report.json  for other programs
  linklint --output sarif=lint.sarif    a report in a file beside the one shown (repeatable)
  linklint --write-baseline base.json   accept what is there now
  linklint explain ignored-option       what a rule means

Exit codes: 0 nothing at or above --fail-on, 100 findings, 2 wrong usage, 101 could not complete.
See --help for the environment variables.";

const AFTER_LONG: &str = "\
Examples:
  linklint                              check the project in this folder
  linklint check path/to/project        check another one
  linklint -D BUILD_SHARED_LIBS=ON      only configurations with this setting
  linklint --platform linux             only configurations for Linux
  linklint --format json > report.json  for other programs
  linklint --output sarif=lint.sarif    a report in a file beside the one shown (repeatable)
  linklint --write-baseline base.json   accept what is there now
  linklint explain ignored-option       what a rule means
  cargo linklint                        the same as a cargo subcommand
  cargo linklint -p host                one package of a cargo workspace

Exit codes:
    0  nothing at or above --fail-on was found (also when there was nothing to check)
  100  findings at or above --fail-on
    2  wrong usage or configuration
  101  could not complete: PATH is not readable, an internal error, or (--strict-input) a file was not understood

Environment variables:
  NO_COLOR                      no colours, when set to anything
  CLICOLOR_FORCE, FORCE_COLOR   colours even when the output is no terminal, when set and not 0
  CLICOLOR                      no colours when 0
  FORCE_HYPERLINK               links to files where there are colours; none when 0
  CARGO_TERM_COLOR              auto, always or never, when cargo started the program; --color wins over it
  LINKLINT_CONFIG, LINKLINT_FORMAT, LINKLINT_BASELINE, LINKLINT_PEDANTIC, LINKLINT_FAIL_ON
                                as the options of these names, which win over them
  GITHUB_STEP_SUMMARY           file that --format github appends the whole list to
  COLUMNS                       width of the human report, over that of the terminal";

const AFTER_CHECK: &str = "\
Examples:
  linklint check
  linklint check --fail-on error path/to/project
  linklint check -D BUILD_SHARED_LIBS=ON --platform linux
  linklint check --format json --exit-zero > report.json

Exit codes: 0 nothing at or above --fail-on, 100 findings, 2 wrong usage, 101 could not complete.";

const AFTER_CHECK_LONG: &str = "\
Examples:
  linklint check
  linklint check --fail-on error path/to/project
  linklint check -D BUILD_SHARED_LIBS=ON --platform linux
  linklint check --format json --exit-zero > report.json

Exit codes:
    0  nothing at or above --fail-on was found (also when there was nothing to check)
  100  findings at or above --fail-on
    2  wrong usage or configuration
  101  could not complete: PATH is not readable, an internal error, or (--strict-input) a file was not understood";

const AFTER_MODEL: &str = "\
Examples:
  linklint model .
  linklint model . -D CMAKE_BUILD_TYPE=Release --platform linux --cmake-version 3.28
  linklint model . --build-dir build
  linklint model . --all-configurations";

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn parse(args: &[&str]) -> Cli {
        Cli::try_parse_from(std::iter::once(&"linklint").chain(args)).unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn check_is_the_default() {
        assert!(parse(&[]).command.is_none());
        assert_eq!(parse(&["some/dir"]).check.path, PathBuf::from("some/dir"));
        let Some(Command::Check(args)) = parse(&["check", "--pedantic", "dir"]).command else { panic!("not check") };
        assert!(args.pedantic && args.path.ends_with("dir"));
    }

    #[test]
    fn definitions_are_read_as_cmake_reads_them() {
        let args = parse(&["-DA=1", "-D", "B:BOOL=ON", "-DC=x=y", "-DD="]).check;
        let read: Vec<_> =
            args.definitions.iter().map(|d| (d.name.as_str(), d.kind.as_deref(), d.value.as_str())).collect();
        assert_eq!(read, [("A", None, "1"), ("B", Some("BOOL"), "ON"), ("C", None, "x=y"), ("D", None, "")]);
        for wrong in ["-DA", "-D=1", "-DA:BOLL=1"] {
            assert!(Cli::try_parse_from(["linklint", wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn packages_are_named_as_for_cargo() {
        let args = parse(&["-p", "host", "--package=plug*", "--exclude", "plugin-test", "--workspace"]).check;
        assert_eq!(
            (args.package, args.exclude, args.workspace),
            (vec!["host".to_owned(), "plug*".to_owned()], vec!["plugin-test".to_owned()], true)
        );
        assert!(Cli::try_parse_from(["linklint", "--manifest-path", "x/Cargo.toml", "x"]).is_err());
    }

    #[test]
    fn colour_may_stand_before_and_after_a_command() {
        assert_eq!(parse(&["--color", "never"]).color, When::Never);
        assert_eq!(parse(&["rules", "--color", "never"]).color, When::Never);
        assert_eq!(parse(&["--color", "never", "rules"]).color, When::Never);
    }

    #[test]
    fn versions_are_numbers() {
        assert!(cmake_version("3.28").is_ok() && cmake_version("4.0.1").is_ok());
        for wrong in ["", "3", "3.x", "3..1", "1.2.3.4.5"] {
            assert!(cmake_version(wrong).is_err(), "{wrong}");
        }
    }
}
