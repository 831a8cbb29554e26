//! `write_basic_package_version_file` in scripts: the version file is made, with the meaning of CMake's own
//! (`CMakePackageConfigHelpers` in cmake-modules(7)).
use std::fmt::Write as _;
use std::sync::Arc;

use crate::cmake::eval::machine::{Invocation, Machine};

/// How many parts of the version have to be the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Same {
    /// The package may be newer in any way.
    Nothing,
    Parts(usize),
    Patch,
    Whole,
}

/// Writes the file, or says what is wrong.
pub(super) fn write(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) -> Result<(), String> {
    let name = call.command.name.to_uppercase();
    let (mut version, mut compatibility, mut independent) = (None, "", false);
    let Some((file, options)) = args.split_first() else {
        return Err(format!("{name} invoked with incorrect arguments"));
    };
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match &**word {
            "VERSION" => version = words.next().map(ToString::to_string),
            "COMPATIBILITY" => compatibility = words.next().map_or("", |w| w),
            "ARCH_INDEPENDENT" => independent = true,
            other => return Err(format!("Unknown keywords given to {name}(): \"{other}\"")),
        }
    }
    let project = machine.script_text("PROJECT_VERSION").map(|text| text.to_string());
    let version = version.or(project).filter(|text| !text.is_empty());
    let parts = version.as_deref().map(|v| v.split('.').map(stripped).collect::<Vec<_>>()).unwrap_or_default();
    let same = match compatibility {
        "AnyNewerVersion" => Same::Nothing,
        "SameMajorVersion" => Same::Parts(1),
        "SameMinorVersion" => Same::Parts(2),
        "SemanticVersion" if parts.first() == Some(&"0") => Same::Parts(2),
        "SemanticVersion" => Same::Parts(1),
        "SamePatchVersion" | "ExactVersion" => Same::Patch,
        "SameFullVersion" => Same::Whole,
        other => return Err(format!("Bad COMPATIBILITY value used for {name}(): \"{other}\"")),
    };
    let Some(version) = version.as_deref() else { return Err(format!("No VERSION specified for {name}()")) };
    let mut text = format!("set(PACKAGE_VERSION \"{version}\")\nset(PACKAGE_VERSION_COMPATIBLE FALSE)\n");
    match same {
        Same::Nothing => newer(&mut text, "TRUE", "TRUE", "TRUE"),
        Same::Parts(count) => {
            let equal = |prefix: &str| equal_parts(prefix, &parts, count);
            // A semantic version 0 without a minor number says nothing about ranges.
            let lower = if compatibility == "SemanticVersion" && parts.len() < count {
                "FALSE".to_owned()
            } else {
                equal("PACKAGE_FIND_VERSION_MIN")
            };
            newer(&mut text, &equal("PACKAGE_FIND_VERSION"), &lower, &upper(&parts, count));
        }
        Same::Patch | Same::Whole => whole(&mut text, same, &parts, version, compatibility),
    }
    if !independent {
        let size = machine.script_text("CMAKE_SIZEOF_VOID_P").unwrap_or_default();
        architecture(&mut text, &size);
    }
    let path = machine.absolute(file);
    super::files_script::write_bytes(machine, &path, text.as_bytes())
}

/// A number without leading zeros.
fn stripped(part: &str) -> &str {
    let short = part.trim_start_matches('0');
    if short.is_empty() && !part.is_empty() { "0" } else { short }
}

/// The condition that the first parts of a requested version are those of the package.
fn equal_parts(prefix: &str, parts: &[&str], count: usize) -> String {
    let names = ["MAJOR", "MINOR"];
    let each = names.iter().take(count).enumerate().map(|(at, name)| {
        let asked = format!("\"${{{prefix}_{name}}}\"");
        match parts.get(at) {
            Some(own) => format!("(NOT {asked} STREQUAL \"\" AND {asked} VERSION_EQUAL \"{own}\")"),
            None => format!("{asked} STREQUAL \"\""),
        }
    });
    each.collect::<Vec<_>>().join(" AND ")
}

/// The condition on the upper end of a range: it lies within the versions that are alike, or is the first one after.
fn upper(parts: &[&str], count: usize) -> String {
    let included = equal_parts("PACKAGE_FIND_VERSION_MAX", parts, count);
    let mut next: Vec<String> = parts.iter().take(count).map(|part| (*part).to_owned()).collect();
    next.resize(count, "0".to_owned());
    if let Some(last) = next.last_mut() {
        *last = last.parse::<u64>().map_or_else(|_| last.clone(), |n| n.saturating_add(1).to_string());
    }
    let next = next.join(".");
    format!(
        "(PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL \"INCLUDE\" AND ({included})) OR (PACKAGE_FIND_VERSION_RANGE_MAX \
         STREQUAL \"EXCLUDE\" AND PACKAGE_FIND_VERSION_MAX VERSION_LESS_EQUAL \"{next}\")"
    )
}

fn newer(text: &mut String, equal: &str, lower: &str, upper: &str) {
    let _ = write!(
        text,
        "if(NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  if(PACKAGE_FIND_VERSION_RANGE)
    if((({lower}) AND ({upper}))
        AND ((PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL \"INCLUDE\"
            AND PACKAGE_VERSION VERSION_LESS_EQUAL PACKAGE_FIND_VERSION_MAX)
          OR (PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL \"EXCLUDE\"
            AND PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION_MAX)))
      set(PACKAGE_VERSION_COMPATIBLE TRUE)
    endif()
  else()
    if({equal})
      set(PACKAGE_VERSION_COMPATIBLE TRUE)
    endif()
    if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
      set(PACKAGE_VERSION_EXACT TRUE)
    endif()
  endif()
endif()
"
    );
}

fn whole(text: &mut String, same: Same, parts: &[&str], version: &str, compatibility: &str) {
    let compatibility = if compatibility == "ExactVersion" { "SamePatchVersion" } else { compatibility };
    // Of three numbers or more the first three count; fewer are compared as they are written.
    let own = match parts.get(..3) {
        Some(first) if same == Same::Patch => first.join("."),
        _ => version.to_owned(),
    };
    let cut = if same == Same::Patch {
        "if(_asked MATCHES \"^0*([0-9]+)\\\\.0*([0-9]+)\\\\.0*([0-9]+)\")
  set(_asked \"${CMAKE_MATCH_1}.${CMAKE_MATCH_2}.${CMAKE_MATCH_3}\")
endif()
"
    } else {
        ""
    };
    let _ = write!(
        text,
        "if(PACKAGE_FIND_VERSION_RANGE)
  message(AUTHOR_WARNING
    \"`find_package()` specify a version range but the version strategy ({compatibility}) of the module \"
    \"`${{PACKAGE_FIND_NAME}}` is incompatible with this request. Only the lower endpoint of the range will be used.\")
endif()
set(_asked \"${{PACKAGE_FIND_VERSION}}\")
{cut}if(_asked STREQUAL \"{own}\")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
"
    );
}

fn architecture(text: &mut String, size: &str) {
    if size.is_empty() {
        return;
    }
    let bits = size.parse::<u64>().map_or(0, |bytes| bytes.saturating_mul(8));
    let _ = write!(
        text,
        "if(NOT \"${{CMAKE_SIZEOF_VOID_P}}\" STREQUAL \"\" AND NOT CMAKE_SIZEOF_VOID_P STREQUAL \"{size}\")
  set(PACKAGE_VERSION \"${{PACKAGE_VERSION}} ({bits}bit)\")
  set(PACKAGE_VERSION_UNSUITABLE TRUE)
endif()
"
    );
}
