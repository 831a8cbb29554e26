//! A path that a build script prints as Rust shows it to programmers (`{:?}`): in quotes.
use crate::cargo::{BuildScript, Directive, Package};
use crate::rules::{Context, Draft, Place, Sink};

/// Keys whose value is a path (The Cargo Book, "Outputs of the Build Script").
const OF_PATHS: &[&str] = &["rustc-link-search", "rerun-if-changed"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        let directives = script.script.directives.iter().filter(|one| OF_PATHS.contains(&&*one.key));
        for directive in directives {
            look(package, script, directive, sink);
        }
    }
}

fn look(package: &Package, script: &BuildScript, directive: &Directive, sink: &mut Sink) {
    let range = directive.range.start as usize..directive.range.end as usize;
    let text = script.source.bytes().get(range).unwrap_or_default();
    let Some(shown) = std::str::from_utf8(text).ok().and_then(|text| shown_for_debugging(text, &directive.word)) else {
        return;
    };
    let fate = if directive.key == "rustc-link-search" {
        "no folder has such a name, and the libraries in it are not found"
    } else {
        "no file has such a name, and the script runs at every build"
    };
    let draft = Draft::new(directive.cond, Place::new(script.span(&directive.range), "in quotes"))
        .named("package", package.name.text.clone())
        .named("key", directive.word.clone())
        .named("shown", shown)
        .value("fate", fate);
    sink.report(draft);
}

/// The placeholder of a format string that prints the path of a line of cargo's with quotes around it.
fn shown_for_debugging(format: &str, key: &str) -> Option<String> {
    let (_, value) = format.split_once(&format!("{key}="))?;
    // What stands in front is the kind of a search path.
    let (before, placeholder) = value.split_once('{')?;
    let (inside, behind) = placeholder.split_once('}')?;
    let is_start = before.is_empty() || before.ends_with('=') && !before.contains(['"', '/', '\\']);
    let shows = inside.ends_with(":?") || inside.ends_with(":#?");
    // `{:?}={}`: that is the kind.
    (is_start && shows && !behind.starts_with('=')).then(|| format!("{{{inside}}}"))
}

#[cfg(test)]
mod tests {
    use super::shown_for_debugging;

    #[test]
    fn which_placeholders_print_quotes() {
        let search = |text: &str| shown_for_debugging(text, "rustc-link-search");
        assert_eq!(search(r#""cargo:rustc-link-search=native={:?}", out"#).as_deref(), Some("{:?}"));
        assert_eq!(search(r#""cargo:rustc-link-search={out:?}""#).as_deref(), Some("{out:?}"));
        for plain in [
            r#""cargo:rustc-link-search=native={}", out.display()"#,
            r#""cargo:rustc-link-search={:?}={}", kind, out"#,
            r#""cargo:rustc-link-search=native=/opt/{:?}", version"#,
            r#""cargo:rustc-link-search=native=/opt/lib"); println!("{:?}", x"#,
        ] {
            assert_eq!(search(plain), None, "{plain}");
        }
    }
}
