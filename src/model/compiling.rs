//! Code that runs a compiler at run time and loads what it makes.
use crate::cond::Cond;
use crate::native::{ArgumentValue, NativeFile, Natives, ProcessCall, Triggers};
use crate::source::Span;

use super::loading::literals;
use super::preprocess::Compilation;
use super::{Model, TargetId};

/// A call that runs a compiler which makes a shared library.
#[derive(Clone)]
pub struct CompilerRun {
    /// The call.
    pub call: ProcessCall,
    /// Its file.
    pub file: NativeFile,
    /// When it is compiled for sure.
    pub cond: Cond,
}

impl CompilerRun {
    /// The call's place.
    pub fn span(&self) -> Span {
        Span::new(self.file.source.id(), self.call.range.clone())
    }

    /// The texts of which the command is made, as far as they are known: one that is a literal is all of it.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let whole = self.call.command.as_ref().is_some_and(|one| matches!(one.value, ArgumentValue::Literal(_)));
        let nearby = if whole { &[][..] } else { &self.call.nearby };
        self.call.command.iter().flat_map(literals).chain(nearby).map(String::as_str)
    }
}

impl Model<'_> {
    /// Calls in a target's own code that make a shared library with a compiler.
    pub fn compiler_runs(&self, natives: &Natives<'_>, id: TargetId) -> Vec<CompilerRun> {
        let conds = &self.facts.conds;
        let mut out = Vec::new();
        for source in self.sources(id) {
            let Some(path) = source.path.as_ref().filter(|path| natives.may_hold(path, Triggers::LOAD)) else {
                continue;
            };
            let Some(file) = natives.file(path).filter(|file| !file.facts.processes.is_empty()) else { continue };
            let compilation = Compilation::new(self, source.through.unwrap_or(id), path);
            for call in &file.facts.processes {
                let cond = conds.and(compilation.holds(&file.facts.guards, call.guard).must, source.cond);
                let run = CompilerRun { call: call.clone(), file: file.clone(), cond };
                if !cond.is_false() && !call.in_macro && run.texts().any(makes_library) {
                    out.push(run);
                }
            }
        }
        out
    }

    /// Targets whose code may be in one process with that of a target: what it links, and what links it.
    pub fn process_of(&self, id: TargetId) -> Vec<TargetId> {
        let mut out = vec![id];
        out.extend(self.link_closure(id).into_iter().map(|(other, _)| other));
        let users = self.built_targets().filter(|user| self.link_closure(*user).iter().any(|(to, _)| *to == id));
        out.extend(users.collect::<Vec<_>>());
        out
    }
}

/// Whether a text is part of a command line that makes a shared library.
pub fn makes_library(text: &str) -> bool {
    text.split([' ', '"', '\'', '\t', '\n']).any(|word| matches!(word, "-shared" | "-dynamiclib" | "-bundle"))
}

/// The compiler for another machine that a command line names: `riscv64-linux-gnu-g++`.
pub fn cross_compiler(text: &str) -> Option<&str> {
    /// The first parts of GNU triplets.
    const MACHINES: &[&str] = &[
        "aarch64",
        "arm",
        "armv7l",
        "riscv64",
        "riscv32",
        "riscv",
        "xtensa",
        "powerpc64",
        "powerpc64le",
        "s390x",
        "mips",
        "mipsel",
        "mips64",
        "mips64el",
        "loongarch64",
        "sparc64",
        "i686",
        "x86_64",
    ];
    text.split([' ', '"', '\'', ';', '/', '(', ')']).find(|word| {
        let mut parts = word.split('-');
        let machine = parts.next().is_some_and(|first| MACHINES.contains(&first));
        let tool = word.rsplit('-').next().unwrap_or_default();
        machine && word.matches('-').count() >= 2 && matches!(tool, "gcc" | "g++" | "clang" | "clang++" | "cc" | "c++")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines() {
        assert!(makes_library("%s -shared -fPIC -o k.so k.c") && makes_library("-shared"));
        assert!(!makes_library("cc -shared-libgcc -c k.c") && !makes_library("are shared-shared"));
        assert_eq!(cross_compiler("riscv64-linux-gnu-g++ -shared"), Some("riscv64-linux-gnu-g++"));
        assert_eq!(cross_compiler("/usr/bin/aarch64-linux-gnu-gcc"), Some("aarch64-linux-gnu-gcc"));
        assert_eq!(cross_compiler("gcc -march=native"), None);
    }
}
