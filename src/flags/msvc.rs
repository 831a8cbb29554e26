//! Options of link.exe ("MSVC linker options", Microsoft C++ reference) and of MinGW-free Windows drivers.
use super::link::{AllowUndefined, LibraryMode, LinkFlag};

/// Options that we know; the rest of link.exe's options stay words. Upper case, without slash.
const NAMES: &[&str] = &[
    "BASE",
    "DEBUG",
    "DEF",
    "DEFAULTLIB",
    "DEBUGTYPE",
    "DELAY",
    "DELAYLOAD",
    "DEPENDENTLOADFLAG",
    "DLL",
    "DRIVER",
    "DYNAMICBASE",
    "ENTRY",
    "EXPORT",
    "FORCE",
    "GUARD",
    "IDLOUT",
    "IGNORE",
    "ILK",
    "IMPLIB",
    "INCLUDE",
    "INCREMENTAL",
    "INTEGRITYCHECK",
    "LIBPATH",
    "LTCG",
    "MACHINE",
    "MANIFEST",
    "MERGE",
    "NATVIS",
    "NODEFAULTLIB",
    "NOENTRY",
    "NOIMPLIB",
    "NOLOGO",
    "NXCOMPAT",
    "OPT",
    "OUT",
    "PDB",
    "PDBALTPATH",
    "PROFILE",
    "RELEASE",
    "SAFESEH",
    "SECTION",
    "STACK",
    "SUBSYSTEM",
    "VERSION",
    "WHOLEARCHIVE",
    "WX",
];

/// Whether a word is an option of link.exe.
pub(crate) fn is_link_exe(word: &str) -> bool {
    link(word).is_some()
}

/// Reads `/NAME`, `/NAME:value`, `-NAME` or `-NAME:value` (names in any case after a slash, upper case after a dash).
/// None when it is no option of link.exe. Gives the flag and the name as written.
pub(super) fn link(word: &str) -> Option<(LinkFlag, &str)> {
    let rest = word.strip_prefix(['/', '-'])?;
    let (name, value) = rest.split_once(':').unwrap_or((rest, ""));
    let upper = name.to_ascii_uppercase();
    if !NAMES.contains(&upper.as_str()) || (word.starts_with('-') && name != upper) {
        return None;
    }
    Some((meaning(&upper, value).unwrap_or_else(|| LinkFlag::Other(word.to_owned())), &word[..=name.len()]))
}

fn meaning(name: &str, value: &str) -> Option<LinkFlag> {
    let value = value.trim_matches('"').to_owned();
    let upper = value.to_ascii_uppercase();
    Some(match name {
        "DEF" => LinkFlag::Def(value),
        "EXPORT" => LinkFlag::Export(value),
        "WHOLEARCHIVE" if value.is_empty() => LinkFlag::WholeArchive(true),
        "WHOLEARCHIVE" => LinkFlag::ForceLoad(value),
        "FORCE" if upper == "MULTIPLE" => LinkFlag::AllowMultipleDefinition,
        "FORCE" => LinkFlag::AllowUndefined(AllowUndefined::Force),
        "INCLUDE" => LinkFlag::Undefined(value),
        "LIBPATH" => LinkFlag::LibraryPath(value),
        "DEFAULTLIB" => LinkFlag::LibraryWith(LibraryMode::Default, value),
        "NODEFAULTLIB" => {
            LinkFlag::NoStandardLibraries(format!("NODEFAULTLIB:{value}").trim_end_matches(':').to_owned())
        }
        "DLL" => LinkFlag::Shared,
        "ENTRY" => LinkFlag::Entry(value),
        "LTCG" => LinkFlag::Lto(upper != "OFF"),
        "OPT" if upper.split(',').any(|part| part == "REF") => LinkFlag::GcSections(true),
        "OPT" if upper.split(',').any(|part| part == "NOREF") => LinkFlag::GcSections(false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::link as read;
    use super::*;

    fn flag(word: &str) -> LinkFlag {
        read(&[word]).remove(0).flag
    }

    #[test]
    fn options_with_slash_and_dash() {
        assert_eq!(flag("/DEF:x.def"), LinkFlag::Def("x.def".into()));
        assert_eq!(flag("-DEF:C:\\x.def"), LinkFlag::Def("C:\\x.def".into()));
        assert_eq!(flag("/wholearchive:x.lib"), LinkFlag::ForceLoad("x.lib".into()));
        assert_eq!(flag("-WHOLEARCHIVE"), LinkFlag::WholeArchive(true));
        assert_eq!(flag("/FORCE"), LinkFlag::AllowUndefined(AllowUndefined::Force));
        assert_eq!(flag("/FORCE:MULTIPLE"), LinkFlag::AllowMultipleDefinition);
        assert_eq!(flag("/INCLUDE:sym"), LinkFlag::Undefined("sym".into()));
        assert_eq!(flag("-LIBPATH:d"), LinkFlag::LibraryPath("d".into()));
        assert_eq!(flag("/EXPORT:f,DATA"), LinkFlag::Export("f,DATA".into()));
        assert_eq!(flag("/OPT:REF,ICF"), LinkFlag::GcSections(true));
        assert_eq!(flag("/SUBSYSTEM:WINDOWS"), LinkFlag::Other("/SUBSYSTEM:WINDOWS".into()));
    }

    #[test]
    fn paths_and_unix_flags_are_not_options() {
        assert_eq!(flag("/out/libx.a"), LinkFlag::InputFile("/out/libx.a".into()));
        assert_eq!(flag("-Lout"), LinkFlag::LibraryPath("out".into()));
        assert_eq!(flag("-debug"), LinkFlag::Other("-debug".into()));
    }
}
