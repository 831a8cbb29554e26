//! Assembler sources without `.note.GNU-stack`, which make the stack of a whole binary executable.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cond::{Cond, SubjectKind};
use crate::flags::LinkFlag;
use crate::model::binaries::LINKED;
use crate::model::mentions::has_word;
use crate::model::{Model, TargetId};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // Which system that is for, and whether one is there at all, says what is not read.
    if project.model.may_get_toolchain() {
        return;
    }
    let rule = Rule { project, model: project.model, cx };
    let mut suspects: BTreeMap<PathBuf, bool> = BTreeMap::new();
    for id in project.model.built_targets() {
        for source in project.model.sources(id) {
            if let Some(path) = source.path.as_ref().filter(|path| is_assembly(path)) {
                suspects.entry(path.clone()).or_insert_with(|| rule.lacks_note(path));
            }
        }
    }
    suspects.retain(|_, lacks| *lacks);
    if suspects.is_empty() {
        return;
    }
    let mut found: BTreeMap<PathBuf, Vec<(TargetId, Cond)>> = BTreeMap::new();
    for id in project.model.judged_targets().filter(|id| !project.model.is_kind(*id, LINKED).is_false()) {
        rule.binary(id, &suspects, &mut found);
    }
    for (path, binaries) in found {
        rule.report(&path, &binaries, sink);
    }
}

fn is_assembly(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| matches!(suffix.to_str(), Some("S" | "s" | "sx")))
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    cx: &'a Context<'a>,
}

impl Rule<'_> {
    /// Whether a file has no such section, nor may get one from what it includes, and is for x86 as far as its text tells.
    fn lacks_note(&self, path: &Path) -> bool {
        let Ok(file) = self.cx.facts.sources.load(path) else { return false };
        let root = &self.project.inputs.root;
        let bytes = file.bytes();
        let silent =
            has_note(bytes) || names_other_processor(path.strip_prefix(root).unwrap_or(path)) || is_other(bytes);
        !silent && includes(bytes).all(|name| self.included_lacks_note(name))
    }

    fn included_lacks_note(&self, name: &str) -> bool {
        let natives = self.project.natives;
        let Some(last) = Path::new(name).file_name() else { return false };
        let mut files = natives.named(last).iter().filter_map(|index| natives.path(*index)).peekable();
        files.peek().is_some()
            && files.all(|path| {
                let text = self.cx.facts.sources.load(path);
                text.is_ok_and(|text| !has_note(text.bytes()) && includes(text.bytes()).next().is_none())
            })
    }

    fn binary(
        &self,
        id: TargetId,
        suspects: &BTreeMap<PathBuf, bool>,
        found: &mut BTreeMap<PathBuf, Vec<(TargetId, Cond)>>,
    ) {
        let conds = &self.model.facts.conds;
        let own = [(id, Cond::TRUE)];
        for (part, linked) in own.into_iter().chain(self.model.static_closure(id)) {
            for source in self.model.sources(part) {
                let Some(path) = source.path.as_ref().filter(|path| suspects.contains_key(*path)) else { continue };
                let compiled_by = source.through.unwrap_or(part);
                let cond = conds.all([linked, source.cond, self.model.is_kind(id, LINKED), self.heeds_notes()]);
                let cond = conds.diff(cond, self.is_told(id, compiled_by));
                if cond.is_possible() && self.may_be_x86(cond) && !self.model.has_own_compilation(path) {
                    found.entry(path.clone()).or_default().push((id, cond));
                }
            }
        }
    }

    /// When the linker goes by the note, and the kernel by what it writes (`PT_GNU_STACK` of elf(5)): GNU ld of Linux. That of Android and
    /// FreeBSD is lld, which asks for `-z execstack`, whatever the objects say.
    fn heeds_notes(&self) -> Cond {
        const SYSTEMS: &[&str] = &["Linux"];
        let conds = &self.model.facts.conds;
        let Some(system) = conds.well_known("CMAKE_SYSTEM_NAME") else { return Cond::TRUE };
        conds.any(SYSTEMS.iter().map(|name| conds.equals(system, name)).collect::<Vec<_>>())
    }

    /// Whether a condition leaves a processor that is told by the sources' texts: `if(CMAKE_SYSTEM_PROCESSOR MATCHES "arm64")` does not.
    fn may_be_x86(&self, cond: Cond) -> bool {
        const NAMES: &[&str] = &["x86_64", "AMD64", "amd64", "x86", "i386", "i486", "i586", "i686"];
        const ASKED: &[&str] = &["CMAKE_SYSTEM_PROCESSOR", "CMAKE_HOST_SYSTEM_PROCESSOR"];
        let conds = &self.model.facts.conds;
        let mut asked = conds.subjects(cond);
        asked.retain(|one| ASKED.contains(&&*conds.subject_info(*one).name));
        let on = |name: &str| asked.iter().fold(cond, |cond, one| conds.with_text(cond, *one, Some(name)));
        NAMES.iter().any(|name| on(name).is_possible())
    }

    /// When a binary is for no system at all (GCC manual, `-ffreestanding`, `-nostdlib`): whoever loads it goes by no note.
    fn is_freestanding(&self, id: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let options = self.model.compile_options(id);
        let alone = options.iter().filter(|item| item.text.contains("-ffreestanding")).map(|item| item.cond);
        let flags = self.model.link_flags(id);
        let without = flags.iter().filter(|one| {
            matches!(&one.flag.flag, LinkFlag::NoStandardLibraries(which) if matches!(&**which, "nostdlib" | "nostartfiles"))
        });
        conds.and(conds.any(alone.collect::<Vec<_>>()), conds.any(without.map(|one| one.cond).collect::<Vec<_>>()))
    }

    /// When something is given that a check of the tools decides on: those of ELF systems take it.
    fn where_taken(&self, cond: Cond) -> Cond {
        let conds = &self.model.facts.conds;
        let asks = |kind| matches!(kind, SubjectKind::Toolchain | SubjectKind::Unknown | SubjectKind::Fact);
        let checked = conds.subjects(cond).into_iter().any(|one| asks(conds.subject_info(one).kind));
        if checked { Cond::TRUE } else { cond }
    }

    /// When the linker or the assembler is told; a linker script makes a binary for which none of this counts.
    fn is_told(&self, id: TargetId, compiled_by: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let tells = |flag: &LinkFlag| match flag {
            LinkFlag::Z(word) => word == "noexecstack",
            LinkFlag::LinkerScript(_) | LinkFlag::Relocatable | LinkFlag::ResponseFile(_) => true,
            // Others than GNU ld do not go by the note.
            LinkFlag::UseLd(linker) => !matches!(&**linker, "bfd" | "gold"),
            _ => false,
        };
        let flags = self.model.link_flags(id);
        let told = flags.iter().filter(|one| tells(&one.flag.flag)).map(|one| match &one.flag.flag {
            LinkFlag::Z(_) => self.where_taken(one.cond),
            _ => one.cond,
        });
        let told = conds.any(told.collect::<Vec<_>>());
        let options = self.model.compile_options(compiled_by);
        let assembler = self.model.definitions_of(compiled_by).iter().flat_map(|definition| {
            self.model.variable_items(definition.directory, "CMAKE_ASM_FLAGS").iter().cloned().collect::<Vec<_>>()
        });
        let items = options.iter().cloned().chain(assembler).filter(|item| item.text.contains("noexecstack"));
        let by_assembler = items.map(|item| self.where_taken(item.cond));
        conds.any(by_assembler.chain([told, self.is_freestanding(id)]).collect::<Vec<_>>())
    }

    fn report(&self, path: &Path, binaries: &[(TargetId, Cond)], sink: &mut Sink) {
        let Ok(file) = self.cx.facts.sources.load(path) else { return };
        let conds = &self.model.facts.conds;
        let cond = conds.any(binaries.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
        let end = file.bytes().trim_ascii_end().len();
        let start = memchr::memrchr(b'\n', file.bytes().get(..end).unwrap_or_default()).map_or(0, |at| at + 1);
        let names: BTreeSet<&str> = binaries.iter().map(|(id, _)| self.model.name(*id)).collect();
        let text = match (names.first(), names.len()) {
            (Some(one), 1) => format!("`{one}` runs"),
            (Some(one), more) => format!("`{one}` and {} more run", more - 1),
            (None, _) => return,
        };
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut draft =
            Draft::new(cond, Place::new(Span::new(file.id(), start as u32..end as u32), "it ends without the note"))
                .named("file", name)
                .value("binaries", text);
        // What is not preprocessed has no `#if`.
        if path.extension().is_some_and(|ending| ending == "s") {
            draft = draft.help(
                "add at the end: `.section .note.GNU-stack,\"\",%progbits`; where other systems assemble the file, too, call it `.S` and put \
                 the line under `#if defined(__linux__) && defined(__ELF__)`",
            );
        }
        draft = names.iter().take(20).fold(draft, |draft, name| draft.subject(*name));
        sink.report(draft);
    }
}

fn has_note(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"GNU-stack").is_some() || memchr::memmem::find(bytes, b"GNU_STACK").is_some()
}

/// Names of files that a text includes, by the preprocessor or the assembler.
fn includes(bytes: &[u8]) -> impl Iterator<Item = &str> {
    bytes.split(|byte| *byte == b'\n').filter_map(|line| {
        let line = std::str::from_utf8(line).ok()?.trim_start();
        let rest = line.strip_prefix('#').map(str::trim_start).or_else(|| line.strip_prefix('.'))?;
        let rest = rest.strip_prefix("include")?.trim();
        Some(rest.trim_matches(['"', '<', '>']))
    })
}

/// Whether a path speaks of another processor or system than x86 with ELF.
fn names_other_processor(path: &Path) -> bool {
    const OTHERS: &[&str] = &[
        "arm", "aarch", "neon", "cortex", "riscv", "rv32", "rv64", "ppc", "power", "mips", "s390", "loong", "sparc",
        "alpha", "avr", "xtensa", "msp430", "wasm", "sh4", "m68k", "ia64", "hppa", "thumb", "masm", "win", "macho",
        "darwin", "apple", "macos", "vsx", "rvv", "sve", "zarch", "esp32",
    ];
    let text = path.to_string_lossy().to_lowercase();
    OTHERS.iter().any(|word| text.contains(word))
}

/// Whether a text has instructions, registers or predefined macros of other processors.
fn is_other(bytes: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "ldr",
        "str",
        "stp",
        "ldp",
        "adrp",
        "bx",
        "blx",
        "lr",
        "x0",
        "w0",
        "r0",
        "r1",
        "a0",
        "t0",
        "ra",
        "addi",
        "mflr",
        "stw",
        "lwz",
        "stmfd",
        "movw",
        "vld1",
        "jr",
        "bl",
        "__aarch64__",
        "__arm__",
        "__riscv",
        "__powerpc__",
        "__mips__",
        "__APPLE__",
        "_WIN32",
        "armasm",
        "SECTION",
        // What runs before there is a system.
        ".code16",
        ".code32",
        "lgdt",
    ];
    // Names that x86 has as well: `%bl` and `%bx` are registers, `movw` moves 16 bits.
    const SHARED: &[&str] = &["bx", "bl", "movw"];
    const OF_X86: &[&str] = &["%rax", "%eax", "%rsp", "%esp", "%rdi", "%edi"];
    let of_x86 = || OF_X86.iter().any(|name| memchr::memmem::find(bytes, name.as_bytes()).is_some());
    WORDS.iter().filter(|word| has_word(bytes, word)).any(|word| !SHARED.contains(word) || !of_x86())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_processors() {
        assert!(is_other(b"  ldr x0, [sp]\n") && !is_other(b"  movl %eax, (%ecx)\n  movb %bl, %al\n  ret\n"));
        assert!(is_other(b"  bx lr\n") && is_other(b"  bl other\n"));
        assert!(
            names_other_processor(Path::new("src/arm64/a.S")) && !names_other_processor(Path::new("src/x86_64/a.S"))
        );
    }

    #[test]
    fn included_files() {
        let text = b"#include \"a.h\"\n# include <b.h>\n.include \"c.inc\"\n.text\n";
        assert_eq!(includes(text).collect::<Vec<_>>(), ["a.h", "b.h", "c.inc"]);
    }
}
