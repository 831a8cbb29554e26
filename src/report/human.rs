//! The report for people: excerpts with labels (through `miette`), when it happens, and what to do.
//!
//! Why it is built so is told in `docs/design/reports.md`.
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use indexmap::IndexMap;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::Report;
use super::clean::{Charset, clean};
use super::excerpt::{CONTEXT, Excerpt, Look, MOST_PLACES};
use super::path::{file_uri, portable};
use super::words::{self, plural};
use crate::rules::finding::{Condition, Diagnostic, Finding, Place, Severity, code};
use crate::rules::guard;

/// How the report is to look.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Style<'a> {
    /// With ANSI colours.
    pub colour: bool,
    /// With hyperlinks to the files (OSC 8, <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda>).
    pub links: bool,
    /// With characters beyond ASCII.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Paths are shown relative to this folder.
    pub base: &'a Path,
    /// With figures of the run.
    pub stats: bool,
}

/// Columns that are never gone below.
const LEAST_WIDTH: usize = 40;
/// Diagnostics of one code that are shown; more are counted only.
const MOST_DIAGNOSTICS: usize = 10;

/// Other places of the same words that are shown.
const MOST_ALIKE: usize = 10;

/// So many findings are a first run: the summary tells how to begin with them.
const MANY: usize = 20;

/// The report as text.
pub fn render(report: Report<'_>, style: &Style<'_>) -> String {
    let writer = Writer::new(report, style);
    let mut out = String::new();
    // What is copied from file to file is told once, with the places of the others.
    let mut alike: IndexMap<_, Vec<&Finding>> = IndexMap::new();
    for finding in report.counting() {
        let text = writer.text(&finding.primary);
        let labels: Vec<&str> = finding.related.iter().map(|place| place.label.as_str()).collect();
        let said = (&finding.message, &finding.condition.formula, labels);
        alike.entry((&finding.rule, finding.severity, finding.confidence, said, text)).or_default().push(finding);
    }
    for findings in alike.values() {
        let Some((first, others)) = findings.split_first() else { continue };
        writer.finding(&mut out, first, others);
        out.push('\n');
    }
    writer.diagnostics(&mut out);
    writer.summary(&mut out);
    out
}

struct Writer<'a> {
    report: Report<'a>,
    style: &'a Style<'a>,
    charset: Charset,
    handler: GraphicalReportHandler,
    look: Look,
}

impl<'a> Writer<'a> {
    fn new(report: Report<'a>, style: &'a Style<'a>) -> Self {
        let width = style.width.max(LEAST_WIDTH);
        let theme = match (style.unicode, style.colour) {
            (true, true) => GraphicalTheme::unicode(),
            (true, false) => GraphicalTheme::unicode_nocolor(),
            (false, true) => GraphicalTheme::ascii(),
            (false, false) => GraphicalTheme::none(),
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .with_context_lines(CONTEXT as usize)
            .without_syntax_highlighting()
            .without_cause_chain()
            .with_links(false);
        let charset = if style.unicode { Charset::Unicode } else { Charset::Ascii };
        // The gutter takes the number of the line and three columns.
        let look = Look { charset, columns: width - 12 };
        Self { report, style, charset, handler, look }
    }

    /// What stands at a place.
    fn text(&self, place: &Place) -> Vec<u8> {
        let range = place.span.start as usize..place.span.end as usize;
        let file = self.report.sources.get(place.span.file);
        file.bytes().get(range).unwrap_or_default().to_vec()
    }

    /// A finding, and where others of the same words are.
    fn finding(&self, out: &mut String, finding: &Finding, others: &[&Finding]) {
        let head = format!("{}[{}] ({})", finding.severity.name(), finding.rule, finding.confidence.name());
        self.snippet(out, finding.severity, head, &finding.message, Some((&finding.primary, &finding.related)));
        if let Some(more) = finding.related.len().checked_sub(MOST_PLACES).filter(|&more| more > 0) {
            let _ = writeln!(out, "  {}", self.paint(DIM, &format!("and {more} more places, see --format json")));
        }
        self.condition(out, &finding.condition);
        if let Some(help) = &finding.help {
            self.line(out, "help:", &clean(help, self.charset));
        }
        if let Some(fix) = &finding.fix {
            let text = format!("{} ({})", clean(&fix.title, self.charset), fix.applicability.name());
            self.line(out, "fix:", &text);
        }
        for other in others.iter().take(MOST_ALIKE) {
            let span = other.primary.span;
            let file = self.report.sources.get(span.file);
            let at = file.position(span.start);
            self.line(out, "the same:", &format!("{}:{}:{}", self.name(file.path()), at.line, at.column));
        }
        if let Some(more) = others.len().checked_sub(MOST_ALIKE).filter(|&more| more > 0) {
            let _ = writeln!(out, "  {}", self.paint(DIM, &format!("and {more} more, see --format concise")));
        }
        self.line(out, "more:", &format!("linklint explain {}", finding.rule));
    }

    /// When it happens, and on a line of its own what brings it about, so that it can be copied.
    fn condition(&self, out: &mut String, condition: &Condition) {
        if condition.is_always() {
            return self.line(out, "happens", "in every configuration");
        }
        self.line(out, "happens when:", &clean(words::when(condition), self.charset));
        if let Some(command) = words::try_command(condition) {
            self.line(out, "try:", &clean(&command, self.charset));
        }
    }

    /// The head, the message and the excerpts.
    fn snippet(
        &self,
        out: &mut String,
        severity: Severity,
        head: String,
        message: &str,
        places: Option<(&Place, &[Place])>,
    ) {
        let excerpt = places.map(|(primary, related)| {
            let name = |file: &crate::source::SourceFile| self.name(file.path());
            Excerpt::new(self.report.sources, primary, related, self.look, name)
        });
        let shown = Shown { head, message: clean(message, self.charset).into_owned(), severity, excerpt };
        let mut text = String::new();
        // An excerpt that cannot be drawn must not take the report with it.
        if let Ok(Ok(())) = guard::run(|| self.handler.render_report(&mut text, &shown)) {
            out.push_str(&text);
        } else {
            let _ = writeln!(out, "{}\n\n  {}", shown.head, shown.message);
        }
    }

    /// A file as it is shown; what stands in its link is plain ASCII, whatever its name holds.
    fn name(&self, path: &Path) -> String {
        let name = clean(&portable(path, self.style.base), self.charset).into_owned();
        if !self.style.links {
            return name;
        }
        let address = file_uri(path);
        format!("\x1b]8;;{address}\x1b\\{name}\x1b]8;;\x1b\\")
    }

    /// An indented line under a finding; it is not wrapped, so that commands can be copied.
    fn line(&self, out: &mut String, key: &str, text: &str) {
        let _ = writeln!(out, "  {} {text}", self.paint(CYAN, key));
    }

    fn diagnostics(&self, out: &mut String) {
        let shown = self.report.diagnostics.iter().filter(|d| !self.is_aside(d));
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        shown.clone().for_each(|d| *counts.entry(d.code).or_default() += 1);
        let mut before: BTreeMap<&str, usize> = BTreeMap::new();
        for diagnostic in shown {
            let before = before.entry(diagnostic.code).or_default();
            if *before < MOST_DIAGNOSTICS {
                self.diagnostic(out, diagnostic);
            } else if *before == MOST_DIAGNOSTICS {
                let more = counts[diagnostic.code] - MOST_DIAGNOSTICS;
                let _ = writeln!(out, "and {more} more of {}, see --format json", diagnostic.code);
            }
            *before += 1;
        }
    }

    /// Whether a diagnostic is one of the notes that are counted only, unless figures are asked for: they tell how far the
    /// reading went, not what to do.
    fn is_aside(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.severity == Severity::Note && diagnostic.code != code::NOTHING && !self.style.stats
    }

    /// How many notes were left out.
    fn asides(&self, out: &mut String) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for diagnostic in self.report.diagnostics.iter().filter(|d| self.is_aside(d)) {
            *counts.entry(diagnostic.code).or_default() += 1;
        }
        if !counts.is_empty() {
            let counts: Vec<String> = counts.iter().map(|(code, n)| format!("{n} {code}")).collect();
            let _ = writeln!(out, "notes on the reading: {} (--stats shows them)", counts.join(", "));
        }
    }

    fn diagnostic(&self, out: &mut String, diagnostic: &Diagnostic) {
        let head = format!("{}({})", diagnostic.severity.name(), diagnostic.code);
        if let Some(place) = &diagnostic.place {
            self.snippet(out, diagnostic.severity, head, &diagnostic.message, Some((place, &[])));
            out.push('\n');
        } else {
            let head = self.paint(colour_of(diagnostic.severity), &head);
            let _ = writeln!(out, "{head}: {}", clean(&diagnostic.message, self.charset));
        }
    }

    fn summary(&self, out: &mut String) {
        let stats = self.report.stats;
        // "no findings" would sound as if something had been checked.
        let unchecked = self.report.diagnostics.iter().any(|d| d.code == code::NOTHING);
        if unchecked && self.report.findings.is_empty() && stats.hidden == 0 {
            if self.style.stats {
                self.figures(out);
            }
            return;
        }
        let text = words::summary(self.report);
        let _ = writeln!(out, "{}", self.paint(BOLD, &text));
        if !stats.baseline && self.report.counting().count() >= MANY {
            self.line(out, "help:", words::ADOPT);
        }
        self.coverage(out);
        self.asides(out);
        if self.style.stats {
            self.figures(out);
        }
    }

    fn coverage(&self, out: &mut String) {
        let Some(c) = self.report.stats.coverage else { return };
        let _ = writeln!(
            out,
            "coverage: {} of {} target definitions reached, {} of {} targets with a known name, {} not modelled",
            c.reached,
            c.call_sites,
            c.named,
            c.targets,
            plural(self.report.stats.unmodelled.len(), "command"),
        );
    }

    fn figures(&self, out: &mut String) {
        let stats = self.report.stats;
        let files: Vec<String> = stats.files.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        let _ = writeln!(out, "files: {}", files.join(", "));
        if !stats.unmodelled.is_empty() {
            let commands: Vec<String> = stats.unmodelled.iter().map(|(name, n)| format!("{name} {n}")).collect();
            let _ = writeln!(out, "not modelled: {}", clean(&commands.join(", "), self.charset));
        }
        for (name, time) in &stats.timings {
            let _ = writeln!(out, "{:>9.1} ms  {name}", time.as_secs_f64() * 1e3);
        }
    }

    fn paint(&self, style: anstyle::Style, text: &str) -> String {
        if self.style.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();
const DIM: anstyle::Style = anstyle::Style::new().dimmed();
const CYAN: anstyle::Style = anstyle::AnsiColor::Cyan.on_default();

fn colour_of(severity: Severity) -> anstyle::Style {
    match severity {
        Severity::Error => anstyle::AnsiColor::Red.on_default(),
        Severity::Warning => anstyle::AnsiColor::Yellow.on_default(),
        Severity::Note => anstyle::AnsiColor::Cyan.on_default(),
    }
}

/// A finding or diagnostic as miette sees it.
#[derive(Debug)]
struct Shown {
    head: String,
    message: String,
    severity: Severity,
    excerpt: Option<Excerpt>,
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown {}

impl miette::Diagnostic for Shown {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        Some(Box::new(&self.head))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.excerpt.as_ref().map(|excerpt| Box::new(excerpt.labels().into_iter()) as Box<_>)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::report::Stats;
    use crate::report::tests::{Fixture, finding, sample};

    fn style(base: &Path) -> Style<'_> {
        Style { colour: false, links: false, unicode: true, width: 100, base, stats: false }
    }

    #[test]
    fn findings_in_several_files() {
        let sample = sample();
        insta::assert_snapshot!(render(sample.report(), &style(&sample.fixture.root)));
    }

    #[test]
    fn in_ascii() {
        let sample = sample();
        let style = Style { unicode: false, ..style(&sample.fixture.root) };
        let text = render(sample.report(), &style);
        assert!(text.is_ascii());
        insta::assert_snapshot!(text);
    }

    #[test]
    fn copies_are_told_once() {
        let fixture = Fixture::new(&[("a", "x y\n"), ("b", "\n x z\n")]);
        let found = [finding(&fixture, "a", 0..1), finding(&fixture, "b", 2..3), finding(&fixture, "b", 4..5)];
        let stats = Stats::default();
        let text = render(fixture.report(&found, &stats), &style(&fixture.root));
        assert!(text.contains("  the same: b:2:2\n"), "{text}");
        assert_eq!(text.matches("warning[sample-rule]").count(), 2, "{text}");
        assert!(text.contains("3 findings"), "{text}");
    }

    #[test]
    fn in_colour_it_says_the_same() {
        let sample = sample();
        let plain = render(sample.report(), &style(&sample.fixture.root));
        let coloured = render(sample.report(), &Style { colour: true, ..style(&sample.fixture.root) });
        assert_ne!(plain, coloured);
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    }

    #[test]
    fn links_change_nothing_that_is_seen() {
        let sample = sample();
        let plain = render(sample.report(), &style(&sample.fixture.root));
        let linked = render(sample.report(), &Style { links: true, ..style(&sample.fixture.root) });
        assert!(linked.contains("\x1b]8;;file:///"), "{linked}");
        assert_eq!(anstream::adapter::strip_str(&linked).to_string(), plain);
    }

    #[test]
    fn nothing_found() {
        let fixture = Fixture::new(&[]);
        let stats = Stats { hidden: 2, ..Stats::default() };
        let report = fixture.report(&[], &stats);
        assert_eq!(
            render(report, &style(&fixture.root)),
            "no findings; 2 heuristic findings hidden (--pedantic shows them)\n"
        );
    }

    const BIDI_OVERRIDE: char = '\u{202e}';

    proptest! {
        #[test]
        fn any_bytes_and_spans_are_rendered(
            text in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\t'), Just(b'a'), any::<u8>()], 0..200),
            spans in proptest::collection::vec((0u32..220, 0u32..220), 1..6),
            width in 0usize..120,
            unicode: bool,
        ) {
            let fixture = Fixture::of_bytes(&[("a", &text)]);
            let mut spans = spans.into_iter().map(|(a, b)| a.min(b)..a.max(b));
            let mut found = finding(&fixture, "a", spans.next().unwrap_or(0..0));
            found.related.extend(spans.map(|range| Place::new(fixture.span("a", range), "l\x1b\u{202e}")));
            let stats = Stats::default();
            let found = [found];
            let report = fixture.report(&found, &stats);
            let text = render(report, &Style { unicode, width, ..style(&fixture.root) });
            let harmless = |c: char| c == '\n' || !c.is_control() && c != BIDI_OVERRIDE;
            prop_assert!(text.chars().all(harmless));
            prop_assert!(text.contains("warning[sample-rule]"));
        }
    }
}
