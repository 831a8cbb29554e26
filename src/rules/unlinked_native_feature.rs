//! Features that switch an external library on in the native build, or a part of it, and link nothing for it.
#[path = "unlinked_native_feature/parts.rs"]
mod parts;

use std::fmt::Write as _;

use crate::cargo::script::{Build, Builder, UNKNOWN, resolve};
use crate::cargo::{BuildScript, Cargo, Package};
use crate::cond::Cond;
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        for build in &script.script.builds {
            if matches!(build.builder, Builder::Command | Builder::CMake | Builder::Autotools) {
                let found = look(cargo, package, script, build);
                report(cargo, package, &found, sink);
            }
            if build.builder == Builder::CMake {
                parts::look(cargo, package, script, build, sink);
            }
        }
    }
}

/// Words by which build descriptions call an external library, and the names of its files (the projects' own `.pc` files).
const EXTERNAL: &[(&[&str], &[&str])] = &[
    (&["sasl", "sasl2"], &["sasl2"]),
    (&["ssl", "openssl"], &["ssl", "crypto"]),
    (&["zstd"], &["zstd"]),
    (&["lz4", "lz4-ext", "lz4_ext"], &["lz4"]),
    (&["zlib"], &["z"]),
    (&["bz2", "bzip2"], &["bz2"]),
    (&["lzma", "xz"], &["lzma"]),
    (&["snappy"], &["snappy"]),
    (&["curl"], &["curl"]),
    (&["brotli"], &["brotlidec", "brotlienc", "brotlicommon"]),
    (&["gssapi"], &["gssapi_krb5", "gssapi"]),
];

/// The libraries that an argument switches on: `--enable-x`, `--with-x`; `WITH_X=ON` of CMake.
fn switched_on(argument: &str) -> Option<&'static [&'static str]> {
    let word = argument.strip_prefix("--enable-").or_else(|| argument.strip_prefix("--with-"))?;
    let word = word.split('=').next().unwrap_or_default().to_lowercase();
    external(&word)
}

fn external(word: &str) -> Option<&'static [&'static str]> {
    EXTERNAL.iter().find(|(words, _)| words.contains(&word)).map(|(_, libraries)| *libraries)
}

/// The same for a setting of CMake.
fn defined_on(name: &str, value: &str) -> Option<&'static [&'static str]> {
    let on = matches!(value.to_ascii_uppercase().as_str(), "1" | "ON" | "TRUE" | "YES");
    let lower = name.to_lowercase();
    let word = ["with_", "enable_", "use_"].iter().find_map(|prefix| lower.strip_prefix(prefix))?;
    on.then(|| external(word)).flatten()
}

/// A feature that needs a library which nothing links.
struct Found {
    feature: String,
    library: &'static str,
    place: Span,
    archive: Span,
    cond: Cond,
}

fn look(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, build: &Build) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    let arguments = build.arguments(&["arg", "args", "enable", "with"]);
    let by_argument = arguments.filter_map(|(text, cond)| Some((text.to_owned(), switched_on(text)?, cond)));
    let by_setting = build
        .settings("define")
        .filter_map(|(name, value, call)| Some((name.to_owned(), defined_on(name, value)?, call.cond)));
    for (text, libraries, cond) in by_argument.chain(by_setting) {
        // Only what hangs on a feature: what is always on may come with the library itself.
        let features = features(cargo, package, cond);
        let [feature] = features.as_slice() else { continue };
        let on = cargo.conds.opaque(&format!("feature {feature}"));
        if !cargo.conds.implies(cond, on) || cargo.conds.implies(on, cargo.conds.not(cond)) {
            continue;
        }
        if is_linked(cargo, package, script, libraries, feature, cond) || is_built_in(cargo, package, build) {
            continue;
        }
        let archive = script.script.directives.iter().find(|one| {
            one.link_lib().is_some_and(|library| library.kind == "static") && !cargo.conds.disjoint(one.cond, cond)
        });
        let Some(archive) = archive else { continue };
        let Some(place) = place(script, &text) else { continue };
        let (archive, library) = (script.span(&archive.range), libraries.first().copied().unwrap_or_default());
        if !out.iter().any(|known| known.feature == *feature && known.library == library) {
            out.push(Found { feature: feature.clone(), library, place, archive, cond });
        }
    }
    out
}

/// One finding for all features of a build.
fn report(cargo: &Cargo<'_>, package: &Package, found: &[Found], sink: &mut Sink) {
    let Some(first) = found.first() else { return };
    let cond = cargo.conds.any(found.iter().map(|one| one.cond).collect::<Vec<_>>());
    let pair =
        |one: &Found| format!("the feature `{}` lets the static native library use `{}`", one.feature, one.library);
    let mut story = pair(first);
    for one in found.iter().skip(1) {
        // Writing to a string does not fail.
        let _ = write!(story, ", `{}` `{}`", one.feature, one.library);
    }
    let which = if found.len() == 1 { format!("`{}`", first.library) } else { "them".to_owned() };
    let mut draft = Draft::new(cond, Place::new(first.place, "switched on"))
        .related(first.archive, "the archive that needs it then")
        .named("feature", first.feature.clone())
        .named("library", first.library)
        .named("package", package.name.text.clone())
        .value("story", story)
        .value("which", which);
    for one in found.iter().skip(1) {
        draft = draft
            .related(one.place, format!("and `{}`", one.library))
            .subject(one.feature.clone())
            .subject(one.library);
    }
    sink.report(draft);
}

/// The features of a package that a condition speaks of.
fn features(cargo: &Cargo<'_>, package: &Package, cond: Cond) -> Vec<String> {
    if cond.is_true() || cond.is_false() {
        return Vec::new();
    }
    let names = package.features.keys().map(|name| name.to_lowercase().replace('_', "-"));
    let optional = package.dependencies.iter().filter(|one| one.optional).map(|one| one.key.text.to_lowercase());
    let mut found: Vec<String> = names
        .chain(optional)
        .filter(|name| cargo.conds.implies(cond, cargo.conds.opaque(&format!("feature {name}"))))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Whether anything links one of the libraries: a directive, a dependency, the feature itself, a probe.
fn is_linked(
    cargo: &Cargo<'_>,
    package: &Package,
    script: &BuildScript,
    libraries: &[&str],
    feature: &str,
    cond: Cond,
) -> bool {
    let printed = script.script.directives.iter().any(|one| {
        let names = one
            .link_lib()
            .is_some_and(|library| libraries.contains(&library.name.as_str()) || library.name.contains(UNKNOWN));
        names && !cargo.conds.disjoint(one.cond, cond)
    });
    let probed = script
        .script
        .builds
        .iter()
        .any(|build| build.builder == Builder::Probe && !cargo.conds.disjoint(build.cond, cond));
    // `#[link(name = "…")]` in the sources of the crate.
    let named = cargo.rust_of(package).any(|file| match &file.facts {
        Some(facts) => facts.links.iter().any(|link| libraries.contains(&link.name.as_str())),
        None => memchr::memmem::find(file.source.bytes(), b"#[link(").is_some(),
    });
    let names = |text: &str| {
        libraries.iter().any(|library| text.contains(library)) || text.contains(feature) || feature.contains(text)
    };
    let depended = package.dependencies.iter().any(|one| names(&one.package) || names(&one.key.text));
    // Another feature of the package brings what that one is about.
    let dependency = |text: &String| {
        let name = text.trim_start_matches("dep:").split(['/', '?']).next().unwrap_or_default();
        package.dependencies.iter().any(|one| one.key.text == name)
    };
    let brought = package
        .features
        .iter()
        .any(|(name, brings)| name.to_lowercase().replace('_', "-") == feature && brings.iter().any(dependency));
    printed || probed || named || depended || brought
}

/// Whether the native build may have the sources of libraries itself: it is told to take its own, or its description is here and searches
/// for nothing.
fn is_built_in(cargo: &Cargo<'_>, package: &Package, build: &Build) -> bool {
    const OWN: &[&str] = &["BUNDLED", "VENDOR", "INTERNAL", "EMBEDDED", "BUILTIN"];
    const SEARCHES: &[&str] = &["find_package", "find_library", "pkg_", "include", "add_subdirectory"];
    let is_own = |text: &str| OWN.iter().any(|word| text.to_ascii_uppercase().contains(word));
    let mut texts = build.arguments(&["arg", "args", "enable", "with"]).map(|(text, _)| text);
    let told = texts.any(is_own) || build.settings("define").any(|(name, _, _)| is_own(name));
    let list = resolve(&package.folder, &build.subject).map(|folder| folder.join("CMakeLists.txt"));
    let text =
        list.filter(|_| build.builder == Builder::CMake).and_then(|path| cargo.sources.sandbox().read(&path).ok());
    let has_all = text.is_some_and(|text| {
        let text = String::from_utf8_lossy(&text).to_ascii_lowercase();
        // `include_directories` and `target_include_directories` read no file.
        let text = text.replace("include_directories", "");
        !SEARCHES.iter().any(|word| text.contains(word))
    });
    told || has_all
}

/// Where a text stands in the script as a literal.
fn place(script: &BuildScript, text: &str) -> Option<Span> {
    let literal = format!("\"{text}\"");
    let at = memchr::memmem::find(script.source.bytes(), literal.as_bytes())?;
    Some(Span::new(script.source.id(), at as u32..(at + literal.len()) as u32))
}
