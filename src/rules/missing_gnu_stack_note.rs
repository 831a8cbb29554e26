//! Assembler sources without `.note.GNU-stack`, which make the stack of a whole binary executable.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cond::{Cond, SubjectKind};
use crate::flags::LinkFlag;
use crate::model::binaries::LINKED;
use crate::model::mentions::has_word;
use crate::model::{Model, TargetId};
use crate::rules::{Context, Draft, Place, Project, Severity, Sink};
use crate::source::{Span, normalize};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // Which system that is for, and whether one is there at all, says what is not read.
    if project.model.may_get_toolchain() {
        return;
    }
    let rule = Rule { project, model: project.model, cx, nasm: nasm_enabled(project.model) };
    let mut suspects: BTreeMap<PathBuf, bool> = BTreeMap::new();
    for id in project.model.built_targets() {
        for source in project.model.sources(id) {
            let is_one = |path: &&PathBuf| is_assembly(path) || is_nasm(path) && !rule.nasm.is_false();
            if let Some(path) = source.path.as_ref().filter(is_one) {
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
    let mut handed_on: BTreeMap<PathBuf, Vec<(TargetId, Cond)>> = BTreeMap::new();
    rule.archives(&suspects, &found, &mut handed_on);
    for (path, binaries) in found {
        rule.report(&path, &binaries, false, sink);
    }
    for (path, archives) in handed_on {
        rule.report(&path, &archives, true, sink);
    }
}

/// When the language of nasm is enabled, to which CMake gives files of these names (`CMakeASM_NASMInformation.cmake`).
fn nasm_enabled(model: &Model<'_>) -> Cond {
    let languages = model.facts.global_properties.get("ENABLED_LANGUAGES");
    let of_nasm = languages
        .into_iter()
        .flat_map(|value| value.elems.iter())
        .filter(|elem| model.facts.texts.as_str(elem.text) == Some("ASM_NASM"));
    model.facts.conds.any(of_nasm.map(|elem| elem.cond).collect::<Vec<_>>())
}

fn is_nasm(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| matches!(suffix.to_str(), Some("asm" | "nasm")))
}

fn is_assembly(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| matches!(suffix.to_str(), Some("S" | "s" | "sx")))
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    cx: &'a Context<'a>,
    /// When files for nasm are assembled.
    nasm: Cond,
}

impl Rule<'_> {
    /// Whether a file has no such section, nor may get one from what it includes, and is for x86 as far as its text tells.
    fn lacks_note(&self, path: &Path) -> bool {
        let Ok(file) = self.cx.facts.sources.load(path) else { return false };
        let root = &self.project.inputs.root;
        let bytes = file.bytes();
        if is_nasm(path) {
            let other = names_other_processor(path.strip_prefix(root).unwrap_or(path));
            return !has_note(bytes) && !other && is_for_nasm(bytes) && self.included_for_nasm(path, bytes);
        }
        let silent =
            has_note(bytes) || names_other_processor(path.strip_prefix(root).unwrap_or(path)) || is_other(bytes);
        !silent && includes(bytes).all(|name| self.included_lacks_note(name))
    }

    /// Whether all that a file for nasm includes is there, and holds no note and no further includes.
    fn included_for_nasm(&self, path: &Path, bytes: &[u8]) -> bool {
        let lacks = |name: &str| {
            let beside =
                path.parent().and_then(|folder| self.cx.facts.sources.load(&normalize(&folder.join(name))).ok());
            beside.is_some_and(|file| !has_note(file.bytes()) && included_by_nasm(file.bytes()).next().is_none())
        };
        included_by_nasm(bytes).all(lacks)
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
                let cond = if is_nasm(path) { conds.and(cond, self.nasm) } else { cond };
                if cond.is_possible() && self.may_be_x86(cond) && !self.model.has_own_compilation(path) {
                    found.entry(path.clone()).or_default().push((id, cond));
                }
            }
        }
    }

    /// Installed archives with such a source that no binary of the project takes in: whoever links them gets it.
    fn archives(
        &self,
        suspects: &BTreeMap<PathBuf, bool>,
        found: &BTreeMap<PathBuf, Vec<(TargetId, Cond)>>,
        out: &mut BTreeMap<PathBuf, Vec<(TargetId, Cond)>>,
    ) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let mut installed: BTreeMap<TargetId, Cond> = BTreeMap::new();
        for install in model.facts.installs.iter().filter(|install| install.kind == InstallKind::Target) {
            for item in model.items(&install.items, None) {
                let Some(id) = model.find(&item.text).filter(|id| model.is_judged(*id)) else { continue };
                let known = installed.entry(id).or_insert(Cond::FALSE);
                *known = conds.or(*known, conds.and(model.install_runs(install), item.cond));
            }
        }
        for (id, runs) in installed {
            let archive = conds.and(runs, model.is_kind(id, &[TargetKind::Static]));
            for source in if archive.is_false() { &[] } else { model.sources(id) } {
                let suspect = |path: &&PathBuf| suspects.contains_key(*path) && !found.contains_key(*path);
                let Some(path) = source.path.as_ref().filter(suspect) else { continue };
                let compiled_by = source.through.unwrap_or(id);
                let cond = conds.all([archive, source.cond, self.heeds_notes()]);
                let cond = conds.diff(cond, self.is_told(id, compiled_by));
                let cond = if is_nasm(path) { conds.and(cond, self.nasm) } else { cond };
                if cond.is_possible() && self.may_be_x86(cond) && !model.has_own_compilation(path) {
                    out.entry(path.clone()).or_default().push((id, cond));
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

    fn report(&self, path: &Path, binaries: &[(TargetId, Cond)], archives: bool, sink: &mut Sink) {
        let Ok(file) = self.cx.facts.sources.load(path) else { return };
        let conds = &self.model.facts.conds;
        let cond = conds.any(binaries.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
        let end = file.bytes().trim_ascii_end().len();
        let start = memchr::memrchr(b'\n', file.bytes().get(..end).unwrap_or_default()).map_or(0, |at| at + 1);
        let names: BTreeSet<&str> = binaries.iter().map(|(id, _)| self.model.name(*id)).collect();
        let text = match (names.first(), names.len()) {
            (Some(one), 1) if archives => format!("whatever links `{one}` runs"),
            (Some(one), more) if archives => format!("whatever links `{one}` or one of {} more runs", more - 1),
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
        if is_nasm(path) {
            draft = draft.help(
                "add at the end: `%ifidn __OUTPUT_FORMAT__,elf64`, `section .note.GNU-stack noalloc noexec nowrite progbits`, `%endif`",
            );
        }
        // Who links it, and how, is not seen.
        if archives {
            draft = draft.severity(Severity::Note);
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

/// Names of files that a text for nasm includes.
fn included_by_nasm(bytes: &[u8]) -> impl Iterator<Item = &str> {
    bytes.split(|byte| *byte == b'\n').filter_map(|line| {
        let line = std::str::from_utf8(line).ok()?.trim_start();
        let rest = line.strip_prefix('%')?.strip_prefix("include")?.trim();
        Some(rest.trim_matches(['"', '\'']))
    })
}

/// Whether a text is one for nasm and has code for a system with ELF: its sections and symbols, and nothing of Microsoft's assembler or of code
/// that runs before there is a system.
fn is_for_nasm(bytes: &[u8]) -> bool {
    const OTHERS: &[&str] = &["PROC", "ENDP", "proc", "endp", ".code", ".model", "bits 16", "BITS 16", "org"];
    let lines = || bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    let begins = |words: &[&str]| {
        lines().any(|line| {
            words.iter().any(|word| line.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word.as_bytes())))
        })
    };
    begins(&["section ", "segment "]) && begins(&["global "]) && !OTHERS.iter().any(|word| has_word(bytes, word))
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
    fn texts_for_nasm() {
        assert!(
            is_for_nasm(b"section .text\nglobal f\nf:\n  ret\n") && is_for_nasm(b"BITS 64\nSECTION .text\nglobal f\n")
        );
        assert!(
            !is_for_nasm(b"_TEXT SEGMENT\nf PROC\n ret\nf ENDP\n")
                && !is_for_nasm(b"bits 16\nsection .text\nglobal f\n")
        );
        assert_eq!(
            included_by_nasm(b"%include \"a.inc\"\n  %include 'b.asm'\n").collect::<Vec<_>>(),
            ["a.inc", "b.asm"]
        );
    }

    #[test]
    fn included_files() {
        let text = b"#include \"a.h\"\n# include <b.h>\n.include \"c.inc\"\n.text\n";
        assert_eq!(includes(text).collect::<Vec<_>>(), ["a.h", "b.h", "c.inc"]);
    }
}
