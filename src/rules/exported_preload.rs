//! Scripts that export `LD_PRELOAD`, so that their helpers get the library too.
use crate::cond::Cond;
use crate::model::launches::{Preload, SharedFiles};
use crate::model::symbols::is_test;
use crate::rules::{Confidence, Context, Draft, Place, Sink};
use crate::scripts::{Ran, Reach};
use crate::source::Span;

/// Programs that scripts run beside what they are for: POSIX utilities and coreutils, compilers and build tools, clients.
const HELPERS: &[&str] = &[
    "awk",
    "basename",
    "bash",
    "cat",
    "chmod",
    "chown",
    "cmake",
    "cp",
    "ctest",
    "curl",
    "cut",
    "date",
    "df",
    "diff",
    "dirname",
    "docker",
    "du",
    "env",
    "find",
    "g++",
    "gcc",
    "cc",
    "c++",
    "clang",
    "clang++",
    "git",
    "grep",
    "gzip",
    "head",
    "hostname",
    "id",
    "install",
    "kill",
    "ln",
    "ls",
    "make",
    "md5sum",
    "mkdir",
    "mktemp",
    "mv",
    "ninja",
    "nproc",
    "perl",
    "pip",
    "pip3",
    "pkill",
    "podman",
    "ps",
    "python",
    "python3",
    "readlink",
    "realpath",
    "rm",
    "rmdir",
    "rsync",
    "scp",
    "sed",
    "seq",
    "sh",
    "sha256sum",
    "sleep",
    "sort",
    "ssh",
    "stat",
    "sync",
    "tail",
    "tar",
    "tee",
    "touch",
    "tr",
    "uname",
    "uniq",
    "unzip",
    "wc",
    "wget",
    "which",
    "whoami",
    "xargs",
    "xz",
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let mut preloads = Preload::all(project.scripts).filter(|one| one.assigned.reach == Reach::Exported).peekable();
    if preloads.peek().is_none() {
        return;
    }
    let files = SharedFiles::new(project.model);
    let conds = &project.model.facts.conds;
    for preload in preloads.filter(|one| !one.step.function) {
        let elements = preload.elements();
        let targets = elements.iter().flat_map(|element| files.preloaded(element));
        let Some(&(target, _)) = targets.clone().next() else { continue };
        let cond = conds.any(targets.map(|(_, cond)| *cond).collect::<Vec<_>>());
        let commands: Vec<_> = preload.commands().collect();
        let helper = commands.iter().find(|(_, ran)| is_helper(ran));
        let (Some((step, ran)), true) = (helper, commands.len() > 1) else { continue };
        let label = "every process that the script starts from here on gets it";
        let library = project.model.name(target);
        let mut draft = Draft::new(cond_of(cond), Place::new(preload.span(), label))
            .named("library", library)
            .value("helper", ran.program().unwrap_or_default());
        let span = Span::new(preload.script.source.id(), step.range.clone());
        draft = draft.related(span, "a helper that gets it as well");
        if let Some(defined) = project.model.definition_span(target) {
            draft = draft.related(defined, format!("`{library}` is made here"));
        }
        // A test starts what it tests, and little else.
        let tested = preload.script.source.path().strip_prefix(&project.model.facts.source_dir).is_ok_and(is_test);
        sink.report(if tested { draft.confidence(Confidence::Heuristic) } else { draft });
    }
}

/// The library is there or the script makes no sense: which options make it is of no interest.
fn cond_of(cond: Cond) -> Cond {
    if cond.is_false() { cond } else { Cond::TRUE }
}

fn is_helper(ran: &Ran) -> bool {
    ran.program().is_some_and(|program| HELPERS.contains(&program))
}
