//! What the surroundings say about colours, characters and width.
use super::args::When;

/// Looks up an environment variable.
pub(super) type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Columns when nobody says how wide the terminal is.
const DEFAULT_WIDTH: usize = 100;
/// Lines longer than this are hard to read, however wide the terminal is.
const MOST_WIDTH: usize = 160;

/// The process' environment; values that are not Unicode count as unset.
pub(super) fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether to use colours.
///
/// The first that decides: `--color`, `CARGO_TERM_COLOR` (when cargo started the program), `NO_COLOR`
/// (<https://no-color.org>), `CLICOLOR_FORCE` and `FORCE_COLOR`, `CLICOLOR` (cmake-env-variables(7)), whether the output
/// is a terminal that can.
pub(super) fn colour(when: When, env: Environment<'_>, terminal: bool) -> bool {
    let set = |name: &str| env(name).filter(|value| !value.is_empty());
    let cargo = set("CARGO_TERM_COLOR").filter(|_| env("CARGO").is_some());
    let from_cargo = match cargo.as_deref() {
        Some("always") => Some(true),
        Some("never") => Some(false),
        _ => None,
    };
    match (when, from_cargo) {
        (When::Always, _) => true,
        (When::Never, _) => false,
        (When::Auto, Some(decided)) => decided,
        (When::Auto, None) => {
            let forced = ["CLICOLOR_FORCE", "FORCE_COLOR"].iter().any(|name| set(name).is_some_and(|v| v != "0"));
            let able = terminal && env("CLICOLOR").is_none_or(|v| v != "0") && env("TERM").is_none_or(|v| v != "dumb");
            set("NO_COLOR").is_none() && (forced || able)
        }
    }
}

/// Whether characters beyond ASCII are shown: `CARGO_TERM_UNICODE` when cargo started the program, else the locale.
pub(super) fn unicode(env: Environment<'_>) -> bool {
    let cargo = env("CARGO_TERM_UNICODE").filter(|_| env("CARGO").is_some());
    match cargo.as_deref() {
        Some("true") => return true,
        Some("false") => return false,
        _ => {}
    }
    // Locales of Windows say nothing about its consoles, which take UTF-8 through Rust's standard library.
    if cfg!(windows) {
        return true;
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env(name).filter(|value| !value.is_empty()));
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Whether names of files are links to them: `CARGO_TERM_HYPERLINKS` when cargo started the program, `FORCE_HYPERLINK`,
/// else whether the output is a terminal that is `able` to.
pub(super) fn links(env: Environment<'_>, terminal: bool, able: impl FnOnce() -> bool) -> bool {
    let cargo = env("CARGO_TERM_HYPERLINKS").filter(|_| env("CARGO").is_some());
    match cargo.as_deref() {
        Some("true") => return true,
        Some("false") => return false,
        _ => {}
    }
    let forced = env("FORCE_HYPERLINK").filter(|value| !value.is_empty());
    forced.map_or_else(|| terminal && able(), |value| value != "0")
}

/// Columns of the report: `COLUMNS`, else those of the terminal, else a width that fits most terminals.
pub(super) fn width(env: Environment<'_>, terminal: Option<usize>) -> usize {
    let columns = env("COLUMNS").and_then(|value| value.trim().parse::<usize>().ok()).or(terminal).filter(|&n| n > 0);
    columns.unwrap_or(DEFAULT_WIDTH).min(MOST_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<'a>(pairs: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        move |name| pairs.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn the_first_that_decides_about_colours() {
        use When::{Always, Auto, Never};
        type Case<'a> = (When, &'a [(&'a str, &'a str)], bool, bool);
        let cases: &[Case<'_>] = &[
            (Auto, &[], true, true),
            (Auto, &[], false, false),
            (Never, &[("CLICOLOR_FORCE", "1")], true, false),
            (Always, &[("NO_COLOR", "1")], false, true),
            (Auto, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], true, false),
            (Auto, &[("NO_COLOR", "")], true, true),
            (Auto, &[("CLICOLOR_FORCE", "1")], false, true),
            (Auto, &[("CLICOLOR_FORCE", "0")], false, false),
            (Auto, &[("FORCE_COLOR", "1"), ("CLICOLOR", "0")], false, true),
            (Auto, &[("CLICOLOR", "0")], true, false),
            (Auto, &[("TERM", "dumb")], true, false),
            (Auto, &[("CARGO_TERM_COLOR", "always")], false, false),
            (Auto, &[("CARGO", "/c"), ("CARGO_TERM_COLOR", "always"), ("NO_COLOR", "1")], false, true),
            (Auto, &[("CARGO", "/c"), ("CARGO_TERM_COLOR", "never")], true, false),
            (Auto, &[("CARGO", "/c"), ("CARGO_TERM_COLOR", "auto")], true, true),
        ];
        for (when, env, terminal, expected) in cases {
            assert_eq!(colour(*when, &with(env), *terminal), *expected, "{when:?} {env:?} {terminal}");
        }
    }

    #[test]
    fn the_locale_decides_about_characters() {
        if cfg!(windows) {
            return;
        }
        assert!(unicode(&with(&[("LANG", "de_DE.UTF-8")])));
        assert!(unicode(&with(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8")])));
        assert!(!unicode(&with(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")])));
        assert!(!unicode(&with(&[])));
        assert!(!unicode(&with(&[("LANG", "x.utf8"), ("CARGO", "c"), ("CARGO_TERM_UNICODE", "false")])));
    }

    #[test]
    fn the_first_that_decides_about_links() {
        type Case<'a> = (&'a [(&'a str, &'a str)], bool, bool, bool);
        let cases: &[Case<'_>] = &[
            (&[], true, true, true),
            (&[], true, false, false),
            (&[], false, true, false),
            (&[("FORCE_HYPERLINK", "1")], false, false, true),
            (&[("FORCE_HYPERLINK", "0")], true, true, false),
            (&[("CARGO_TERM_HYPERLINKS", "true")], false, true, false),
            (&[("CARGO", "/c"), ("CARGO_TERM_HYPERLINKS", "true")], false, false, true),
            (&[("CARGO", "/c"), ("CARGO_TERM_HYPERLINKS", "false"), ("FORCE_HYPERLINK", "1")], true, true, false),
        ];
        for (env, terminal, able, expected) in cases {
            assert_eq!(links(&with(env), *terminal, || *able), *expected, "{env:?} {terminal} {able}");
        }
    }

    #[test]
    fn columns_are_a_number() {
        assert_eq!(width(&with(&[("COLUMNS", "80")]), Some(120)), 80);
        assert_eq!(width(&with(&[("COLUMNS", "9999")]), None), MOST_WIDTH);
        assert_eq!(width(&with(&[("COLUMNS", "wide")]), None), DEFAULT_WIDTH);
        assert_eq!(width(&with(&[]), Some(120)), 120);
        assert_eq!(width(&with(&[]), Some(0)), DEFAULT_WIDTH);
    }
}
