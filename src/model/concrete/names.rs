//! Names and folders of what a target builds.
use std::path::PathBuf;

use crate::cmake::eval::facts::TargetKind;

use super::genex::Place;
use super::{Concrete, TargetId};

impl Concrete<'_, '_> {
    fn evaluated_setting(&self, id: TargetId, property: &str) -> Option<Option<String>> {
        self.evaluated(id, property, Place::usage(id))
    }

    /// The property of the configuration where it is set, else the general one.
    fn by_configuration(&self, id: TargetId, property: &str) -> Option<Option<String>> {
        if !self.configuration.is_empty() {
            let name = format!("{property}_{}", self.configuration.to_uppercase());
            if let Some(value) = self.evaluated_setting(id, &name)? {
                return Some(Some(value));
            }
        }
        self.evaluated_setting(id, property)
    }

    /// Which of ARCHIVE, LIBRARY and RUNTIME the main file is.
    fn artifact(&self, id: TargetId) -> Option<&'static str> {
        let windows = self.toolchain.system == "Windows";
        Some(match self.definition(id)?.kind {
            TargetKind::Executable => "RUNTIME",
            TargetKind::Shared if windows => "RUNTIME",
            TargetKind::Shared | TargetKind::Module => "LIBRARY",
            TargetKind::Static => "ARCHIVE",
            _ => return None,
        })
    }

    /// The name without prefix and suffix.
    pub(super) fn base_name(&self, id: TargetId) -> Option<String> {
        let artifact = self.artifact(id)?;
        for property in [format!("{artifact}_OUTPUT_NAME"), "OUTPUT_NAME".to_owned()] {
            if let Some(name) = self.by_configuration(id, &property)? {
                return Some(name);
            }
        }
        Some(self.model.name(id).to_owned())
    }

    fn affixes(&self, id: TargetId) -> Option<(&'static str, &'static str)> {
        let kind = self.definition(id)?.kind;
        let system = self.toolchain.system.as_str();
        let apple = matches!(system, "Darwin" | "iOS");
        Some(match (kind, system) {
            (TargetKind::Executable, "Windows") => ("", ".exe"),
            (TargetKind::Executable, "Emscripten") => ("", ".js"),
            (TargetKind::Executable, _) => ("", ""),
            (TargetKind::Static, "Windows") => ("", ".lib"),
            (TargetKind::Static, _) => ("lib", ".a"),
            (TargetKind::Shared | TargetKind::Module, "Windows") => ("", ".dll"),
            (TargetKind::Shared, _) if apple => ("lib", ".dylib"),
            (TargetKind::Shared | TargetKind::Module, _) => ("lib", ".so"),
            _ => return None,
        })
    }

    /// A prefix or suffix: the target's property, the variable of its kind where the project sets that, or the platform's.
    fn affix(&self, id: TargetId, which: &str, platform: &str) -> Option<String> {
        if let Some(own) = self.evaluated_setting(id, which)? {
            return Some(own);
        }
        let kind = match self.definition(id)?.kind {
            TargetKind::Executable => "EXECUTABLE",
            TargetKind::Static => "STATIC_LIBRARY",
            TargetKind::Shared => "SHARED_LIBRARY",
            _ => "SHARED_MODULE",
        };
        let name = format!("CMAKE_{kind}_{which}");
        // Unset by the project it is empty.
        let touched = self.directory(id)?.end_variables.contains_key(&*name);
        let value = self.variable(id, &name)?;
        Some(value.unwrap_or_else(|| if touched { String::new() } else { platform.to_owned() }))
    }

    /// `libfoo.so`: what the linker is given, without a version.
    pub(super) fn name_on_disk(&self, id: TargetId) -> Option<String> {
        let (prefix, suffix) = self.affixes(id)?;
        let prefix = self.affix(id, "PREFIX", prefix)?;
        let suffix = self.affix(id, "SUFFIX", suffix)?;
        let postfix = if self.configuration.is_empty() {
            String::new()
        } else {
            self.evaluated_setting(id, &format!("{}_POSTFIX", self.configuration.to_uppercase()))?.unwrap_or_default()
        };
        Some(format!("{prefix}{}{postfix}{suffix}", self.base_name(id)?))
    }

    /// The name with the version, of shared libraries and executables that have one.
    pub(super) fn real_name(&self, id: TargetId) -> Option<String> {
        let name = self.name_on_disk(id)?;
        let version = self.evaluated_setting(id, "VERSION")?;
        match self.definition(id)?.kind {
            TargetKind::Shared if self.toolchain.is_elf() => match version.or(self.evaluated_setting(id, "SOVERSION")?)
            {
                Some(version) if !version.is_empty() => Some(format!("{name}.{version}")),
                _ => Some(name),
            },
            TargetKind::Executable if self.toolchain.is_elf() => match version.filter(|v| !v.is_empty()) {
                Some(version) => Some(format!("{name}-{version}")),
                None => Some(name),
            },
            TargetKind::Shared | TargetKind::Module if !self.toolchain.is_elf() => None,
            _ => Some(name),
        }
    }

    /// The name that goes into binaries which link a shared library.
    pub(super) fn soname(&self, id: TargetId) -> Option<String> {
        let name = self.name_on_disk(id)?;
        let version = match self.evaluated_setting(id, "SOVERSION")? {
            None => self.evaluated_setting(id, "VERSION")?,
            some => some,
        };
        Some(version.filter(|v| !v.is_empty()).map_or_else(|| name.clone(), |v| format!("{name}.{v}")))
    }

    /// The absolute folder of the main file.
    pub(super) fn output_folder(&self, id: TargetId) -> Option<PathBuf> {
        let artifact = self.artifact(id)?;
        let binary = &self.directory(id)?.binary;
        Some(match self.by_configuration(id, &format!("{artifact}_OUTPUT_DIRECTORY"))? {
            Some(folder) if !folder.is_empty() => crate::source::normalize(&binary.join(folder)),
            _ => {
                // Variables of CMake 2.4 that still count.
                let old = match self.definition(id)?.kind {
                    TargetKind::Executable => "EXECUTABLE_OUTPUT_PATH",
                    _ => "LIBRARY_OUTPUT_PATH",
                };
                crate::source::normalize(&binary.join(self.variable(id, old)?.unwrap_or_default()))
            }
        })
    }

    /// The file as a link line of the Ninja generator names it: relative to the top build directory.
    pub(super) fn linked_file(&self, id: TargetId) -> Option<String> {
        let path = self.output_folder(id)?.join(self.real_name(id)?);
        Some(match self.normal.below_build(&path) {
            Some(relative) => relative,
            None => self.normal.text(&path.to_string_lossy()),
        })
    }
}
