//! Toplevel assembly that names functions of its file, in targets that are optimised at link time.
use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::cond::Cond;
use crate::model::binaries::{LINKED, Unit, is_cxx};
use crate::model::exported::Compilation;
use crate::model::mentions::{in_comment, words};
use crate::model::{Model, TargetId};
use crate::native::{FileIndex, Function, GuardId, MacroDef, NativeFile, Natives};
use crate::rules::{Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // What is compiled how costs most, and most sources hold no assembly: which do is found once for all targets.
    let assembly = project.natives.once(|| Assembly::find(project.natives));
    if assembly.files.is_empty() {
        return;
    }
    let rule = Rule { project, model: project.model, assembly: &assembly };
    for id in project.model.judged_targets() {
        let linked = project.model.is_kind(id, LINKED);
        if !linked.is_false() {
            rule.binary(id, linked, sink);
        }
    }
}

/// The files that name assembly, or a macro that gives symbols their versions by it.
struct Assembly {
    files: FxHashSet<FileIndex>,
    macros: BTreeSet<String>,
}

impl Assembly {
    fn find(natives: &Natives<'_>) -> Self {
        let mut files = natives.mentioning(&["asm", "__asm", "__asm__"]);
        let versions = natives.mentioning(&["symver"]).into_iter().filter_map(|index| natives.at(index));
        let macros = versions.flat_map(|file| &file.facts.macros).filter(|one| gives_version(one));
        let macros: BTreeSet<String> = macros.map(|one| one.name.clone()).collect();
        if !macros.is_empty() {
            files.extend(natives.mentioning(&macros.iter().collect::<Vec<_>>()));
        }
        Self { files, macros }
    }
}

/// Whether a macro with arguments is a `.symver` in assembly: `#define SYMVER(f, v) __asm__(".symver " #f "," #v)`.
fn gives_version(one: &MacroDef) -> bool {
    let is_assembly =
        |body: &str| ["asm", "__asm", "__asm__"].iter().any(|word| words(body.as_bytes(), word).next().is_some());
    one.parameters.is_some() && one.body.as_deref().is_some_and(|body| body.contains("\".symver ") && is_assembly(body))
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    assembly: &'a Assembly,
}

impl Rule<'_> {
    fn binary(&self, id: TargetId, linked: Cond, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        for unit in self.project.binaries.units(id).iter() {
            let natives = self.project.natives;
            if !natives.index(&unit.path).is_some_and(|index| self.assembly.files.contains(&index))
                || self.model.has_own_compilation(&unit.path)
                || is_cxx(&unit.path).is_none()
            {
                continue;
            }
            let Some(file) = natives.file(&unit.path) else { continue };
            let lto = conds.all([linked, unit.cond, self.model.link_time_optimised(unit.compiled_by)]);
            if lto.is_possible() {
                if conds.diff(lto, self.keeps_versions(unit)).is_possible() {
                    self.versions(id, unit, &file, lto, sink);
                }
                self.functions(id, &file, lto, sink);
            }
        }
    }

    /// When Clang compiles a file: what LLVM reads of assembly keeps its `.symver` (`ModuleSymbolTable::CollectAsmSymvers`). Thin
    /// optimisation is Clang's alone.
    fn keeps_versions(&self, unit: &Unit) -> Cond {
        /// cmake-variables(7), `CMAKE_<LANG>_COMPILER_ID`.
        const CLANG: &[&str] = &["Clang", "AppleClang", "ARMClang", "IBMClang", "XLClang", "CrayClang", "IntelLLVM"];
        let conds = &self.model.facts.conds;
        let id = if is_cxx(&unit.path) == Some(true) { "CMAKE_CXX_COMPILER_ID" } else { "CMAKE_C_COMPILER_ID" };
        let ids = conds.well_known(id).into_iter().flat_map(|id| CLANG.iter().map(move |name| conds.equals(id, name)));
        let options = self.model.compile_options(unit.compiled_by);
        let thin = options.iter().filter(|item| item.text.contains("-flto=thin")).map(|item| item.cond);
        conds.any(ids.chain(thin).collect::<Vec<_>>())
    }

    fn versions(&self, id: TargetId, unit: &Unit, file: &NativeFile, lto: Cond, sink: &mut Sink) {
        let compilation = self.project.binaries.compilation(unit.compiled_by, &unit.path);
        let macros = |range: &Range<u32>| file.facts.macros.iter().any(|one| one.range == *range);
        // A reference to a version of another library's function is lost between partitions only, of which small programs have one.
        let defined = |text: &str| {
            let name =
                text.trim_start().trim_start_matches(".symver").trim_start().split(',').next().unwrap_or_default();
            file.facts.functions.iter().any(|one| one.is_definition && one.name == name.trim())
        };
        let directives =
            file.facts.symvers.iter().filter(|one| !one.attribute && !macros(&one.range) && defined(&one.text));
        let mut found: Option<(Cond, Span)> = None;
        for directive in directives {
            let Some(holds) = compilation.holds(&file.facts.guards, directive.guard, "") else { continue };
            let cond = self.model.facts.conds.and(lto, holds);
            if !cond.is_false() && found.is_none() {
                found = Some((cond, Span::new(file.source.id(), directive.range.clone())));
            }
        }
        let Some((cond, span)) = found.or_else(|| self.versions_by_macro(&compilation, file, lto)) else { return };
        sink.report(
            Draft::new(cond, Place::new(span, "the directive is parted from the function"))
                .named("target", self.model.name(id))
                .value("effect", "loses the symbol versions that `.symver` in assembly gives")
                .value(
                    "advice",
                    "write `__attribute__((symver(\"name@VERSION\")))`, or compile this file with -fno-lto",
                ),
        );
    }

    /// The first use of a macro that gives a function of the file its version, and when.
    fn versions_by_macro(
        &self,
        compilation: &Compilation<'_, '_>,
        file: &NativeFile,
        lto: Cond,
    ) -> Option<(Cond, Span)> {
        let conds = &self.model.facts.conds;
        let is_function =
            |word: &String| file.facts.functions.iter().any(|one| one.is_definition && one.name == **word);
        let uses = file.facts.invocations.iter();
        let mut uses = uses.filter(|one| self.assembly.macros.contains(&one.name) && one.words.iter().any(is_function));
        uses.find_map(|one| {
            let by_assembly = self.is_version(compilation, &one.name)?;
            let holds = compilation.holds(&file.facts.guards, one.guard, "")?;
            let cond = conds.all([lto, by_assembly, holds]);
            (!cond.is_false()).then(|| (cond, Span::new(file.source.id(), one.range.clone())))
        })
    }

    /// When a macro stands for assembly; None where that is not known.
    fn is_version(&self, compilation: &Compilation<'_, '_>, name: &str) -> Option<Cond> {
        let conds = &self.model.facts.conds;
        let files = compilation.reached().files.iter().filter_map(|index| self.project.natives.at(*index));
        let mut when = Cond::FALSE;
        for file in files {
            for one in file.facts.macros.iter().filter(|one| one.name == name) {
                let holds = compilation.holds(&file.facts.guards, one.guard, name)?;
                if gives_version(one) {
                    when = conds.or(when, holds);
                }
            }
        }
        Some(when)
    }

    fn functions(&self, id: TargetId, file: &NativeFile, lto: Cond, sink: &mut Sink) {
        let bytes = file.source.bytes();
        let statements = toplevel_assembly(bytes);
        if statements.is_empty() {
            return;
        }
        let only = |function: &&Function| {
            function.internal
                && function.is_definition
                && !function.attributes.used
                && function.attributes.macros.is_empty()
                && function.guard == GuardId::TRUE
        };
        for function in file.facts.functions.iter().filter(only) {
            let inside = |at: usize| {
                statements.iter().any(|range| range.contains(&at)) && is_symbol(bytes, at, function.name.len())
            };
            let places: Vec<usize> = words(bytes, &function.name).filter(|at| !in_comment(bytes, *at)).collect();
            let Some(&used) = places.iter().find(|at| inside(**at)) else { continue };
            let own = |at: usize| at == function.range.start as usize || inside(at);
            if places.iter().all(|at| own(*at)) {
                let span = Span::new(file.source.id(), function.range.clone());
                let end = used + function.name.len();
                let draft = Draft::new(lto, Place::new(span, "the compiler sees no use of it"))
                    .related(Span::new(file.source.id(), used as u32..end as u32), "used by assembly")
                    .named("target", self.model.name(id))
                    .value("effect", format!("removes `{}`: only assembly uses it", function.name))
                    .value(
                        "advice",
                        "make it `__attribute__((used))` without `static`, or compile this file with -fno-lto",
                    )
                    .subject(function.name.clone())
                    .severity(Severity::Error);
                sink.report(draft);
            }
        }
    }
}

/// Whether a word of assembly is a symbol: no part of a section's name, and in no comment of the assembler, which ends with a line of its text.
fn is_symbol(bytes: &[u8], at: usize, length: usize) -> bool {
    let before = bytes.get(..at).unwrap_or_default();
    let line =
        before.iter().rposition(|byte| matches!(byte, b'"' | b'\n')).map_or(before, |start| &before[start + 1..]);
    let line = memchr::memmem::rfind(line, b"\\n").map_or(line, |start| &line[start + 2..]).trim_ascii_start();
    let comment = line.starts_with(b"#") || memchr::memmem::find(line, b"//").is_some();
    let joins = |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b'.' | b'-'));
    !comment && !joins(before.last()) && !joins(bytes.get(at + length))
}

/// The statements `asm(...)` that begin a line of their own and stand under no condition of the preprocessor.
fn toplevel_assembly(bytes: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut at, mut depth) = (Vec::new(), 0, 0usize);
    for line in bytes.split(|byte| *byte == b'\n') {
        let start = at;
        at += line.len() + 1;
        if let Some(directive) = line.trim_ascii_start().strip_prefix(b"#").map(<[u8]>::trim_ascii_start) {
            if directive.starts_with(b"if") {
                depth += 1;
            } else if directive.starts_with(b"endif") {
                depth = depth.saturating_sub(1);
            }
        }
        let keyword = [&b"__asm__"[..], b"__asm", b"asm"].into_iter().find(|word| line.starts_with(word));
        let Some(keyword) = keyword.filter(|_| depth == 0) else { continue };
        let after = line.get(keyword.len()..).unwrap_or_default().trim_ascii_start();
        let name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        if !after.first().is_none_or(name)
            && let Some(end) = memchr::memchr(b';', bytes.get(start..).unwrap_or_default())
        {
            found.push(start..start + end);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_assembly() {
        let is = |text: &str| is_symbol(text.as_bytes(), text.find("start").unwrap(), "start".len());
        assert!(is(r#"asm("jmp start");"#) && is(r#"asm("a:\n# note\n call start\n");"#));
        assert!(!is(r#"asm(".section .init_array.start");"#) && !is(r#"asm("nop\n# the start of it");"#));
    }

    #[test]
    fn assembly_outside_of_functions() {
        let text = b"asm(\"a\");\nint f(void) {\n  asm(\"b\");\n}\n#if X\n__asm__(\"c\");\n#endif\nasmlike x;\n__asm__ (\"d\"\n \"e\");\n";
        let found: Vec<&[u8]> = toplevel_assembly(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, [&b"asm(\"a\")"[..], b"__asm__ (\"d\"\n \"e\")"]);
    }
}
