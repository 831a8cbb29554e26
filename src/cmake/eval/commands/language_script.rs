//! What `cmake_language` does in scripts only: traces, and experimental features.
use std::fmt::Write as _;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::lang::condition;
use crate::cmake::script::Stream;
use crate::cmake::script::diagnostics::Category;
use crate::cmake::syntax::{ArgumentKind, Command, File};

/// An experimental feature of CMake 4.4 (Help/dev/experimental.rst): its name, the variable that turns it on, the value
/// that does, what the warning says.
struct Feature {
    name: &'static str,
    variable: &'static str,
    value: &'static str,
    about: &'static str,
}

const FEATURES: &[Feature] = &[
    Feature {
        name: "ExportPackageDependencies",
        variable: "CMAKE_EXPERIMENTAL_EXPORT_PACKAGE_DEPENDENCIES",
        value: "1942b4fa-b2c5-4546-9385-83f254070067",
        about: "EXPORT_PACKAGE_DEPENDENCIES support",
    },
    Feature {
        name: "CxxImportStd",
        variable: "CMAKE_EXPERIMENTAL_CXX_IMPORT_STD",
        value: "f35a9ac6-8463-4d38-8eec-5d6008153e7d",
        about: "support for `import std;` in C++23 and newer",
    },
    Feature {
        name: "MappedPackageInfo",
        variable: "CMAKE_EXPERIMENTAL_MAPPED_PACKAGE_INFO",
        value: "ababa1b5-7099-495f-a9cd-e22d38f274f2",
        about: "support for generating package information in the Common Package Specification format from CMake \
                script exports",
    },
    Feature {
        name: "ExportBuildDatabase",
        variable: "CMAKE_EXPERIMENTAL_EXPORT_BUILD_DATABASE",
        value: "70ef007e-b743-492d-9407-e35eeac03a40",
        about: "support for exporting build databases",
    },
    Feature {
        name: "GenerateSbom",
        variable: "CMAKE_EXPERIMENTAL_GENERATE_SBOM",
        value: "2d856d6d-53e8-488b-a17f-d486d2cac317",
        about: "support for generating software bill of materials (Sbom) information in SPDX format",
    },
    Feature {
        name: "Rust",
        variable: "CMAKE_EXPERIMENTAL_RUST",
        value: "b6fdddce-bf66-41a5-bc5f-077f6fa4d2a1",
        about: "support for the Rust programming language",
    },
];

/// `cmake_language(GET_EXPERIMENTAL_FEATURE_ENABLED feature variable)`
pub(super) fn experimental(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let words = words(machine, call);
    let [_, name, output] = words.as_slice() else {
        let text = "cmake_language GET_EXPERIMENTAL_FEATURE_ENABLED expects exactly two arguments";
        machine.error(text, call.origin);
        return;
    };
    let Some(feature) = FEATURES.iter().find(|f| f.name == name) else {
        let text = format!("cmake_language Experimental feature name \"{name}\" does not exist.");
        machine.error(&text, call.origin);
        return;
    };
    let value = machine.script_text(feature.variable).unwrap_or_default();
    let enabled = *value == *feature.value;
    if !value.is_empty()
        && machine.script.as_deref_mut().is_some_and(|s| s.told_features.insert(format!("{name}={value}")))
    {
        let text = if enabled {
            format!(
                "CMake's {} is experimental. It is meant only for experimentation and feedback to CMake developers.",
                feature.about
            )
        } else {
            format!(
                "{} is set to incorrect value\n  {value}\nSee 'Help/dev/experimental.rst' in the source tree of this \
                 version of CMake for documentation of the experimental feature and the corresponding activation \
                 value.  This project's code may require changes to work with this CMake's version of the feature.",
                feature.variable
            )
        };
        machine.warn(Category::Experimental, &text, call.origin);
    }
    machine.set_text(output, if enabled { "TRUE" } else { "FALSE" }, call.origin);
}

fn words(machine: &Machine<'_>, call: &Invocation<'_>) -> Vec<String> {
    call.args.iter().map(|a| machine.facts.texts.plain(a.text).unwrap_or_default().to_string()).collect()
}

/// `cmake_language(TRACE ON [EXPAND])` and `cmake_language(TRACE OFF)`
pub(super) fn trace(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    if let Err(message) = switch(machine, call) {
        machine.error(&format!("cmake_language TRACE {message}"), call.origin);
    }
}

fn switch(machine: &mut Machine<'_>, call: &Invocation<'_>) -> Result<(), String> {
    let words = words(machine, call);
    let [_, value, rest @ ..] = words.as_slice() else { return Err("missing a boolean value".to_owned()) };
    let on = condition::is_on(value);
    let expand = match rest {
        [] => false,
        [word] if on && word == "EXPAND" => true,
        [word] if on => return Err(format!("ON given an invalid argument {word}")),
        _ => return Err(format!("{} given too many arguments", if on { "ON" } else { "OFF" })),
    };
    let Some(session) = machine.script.as_deref_mut() else { return Ok(()) };
    if on {
        session.traces.push(expand);
    } else {
        session.traces.pop().ok_or("OFF request without a corresponding TRACE ON")?;
    }
    Ok(())
}

impl Machine<'_> {
    /// Whether calls are traced, and whether with their references replaced.
    pub(in crate::cmake::eval) fn tracing(&self) -> Option<bool> {
        self.script.as_deref()?.traces.last().copied()
    }

    /// Prints a call as a trace shows it.
    pub(in crate::cmake::eval) fn trace(&mut self, file: &File, command: &Command, expanded: Option<&[Arg]>) {
        let source = self.env.files.sources().get(file.id);
        let line = source.position(command.range.start).line;
        let mut out = format!("{}({line}):  {}(", source.path().to_string_lossy().trim_end(), command.name);
        match expanded {
            Some(args) => {
                for arg in args {
                    let _ = write!(out, "{} ", self.facts.texts.plain(arg.text).unwrap_or_default());
                }
            }
            None => {
                for argument in &command.arguments {
                    let range = argument.range.start as usize..argument.range.end as usize;
                    let text = String::from_utf8_lossy(source.bytes().get(range).unwrap_or_default()).into_owned();
                    let inner = match argument.kind {
                        ArgumentKind::Quoted => text.trim_matches('"'),
                        _ => &text,
                    };
                    let _ = write!(out, "{inner} ");
                }
            }
        }
        out.push_str(")\n");
        self.print(Stream::Err, &out);
    }
}
