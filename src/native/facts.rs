//! The facts of one file. Ranges are bytes of the file; guards are entries of its [`Guards`] table.
mod calls;
mod declared;
mod preprocessed;

use rustc_hash::FxHashSet;

pub use calls::*;
pub use declared::*;
pub use preprocessed::*;

use super::guard::{GuardId, Guards};

/// The language of a file, by its suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// C: functions have C linkage.
    C,
    /// C++.
    Cxx,
    /// CUDA or HIP.
    Cuda,
    /// Objective-C and Objective-C++.
    ObjectiveC,
    /// A header, read by C or C++: what is not under `extern "C"` has the linkage of the file that includes it.
    Header,
}

/// All that a file says.
#[derive(Debug, Clone, Default)]
pub struct FileFacts {
    /// By the file's suffix; None for suffixes that are not known (read as C++).
    pub language: Option<Language>,
    /// The conditions that the facts' guards name.
    pub guards: Guards,
    /// `#include`.
    pub includes: Vec<Include>,
    /// `#define`, in the order of the file.
    pub macros: Vec<MacroDef>,
    /// Pragmas that matter to the link.
    pub pragmas: Vec<Pragma>,
    /// Macros that decide about the visibility of what they stand before.
    pub export_macros: Vec<ExportMacro>,
    /// Loading of libraries and looking up of symbols.
    pub loads: Vec<LoadCall>,
    /// Programs that are run.
    pub processes: Vec<ProcessCall>,
    /// Functions at namespace scope, and out-of-line members.
    pub functions: Vec<Function>,
    /// Variables at namespace scope, and out-of-line static members.
    pub variables: Vec<Variable>,
    /// Classes at namespace scope and inside such classes.
    pub classes: Vec<Class>,
    /// Uses of classes that need their type information or virtual table.
    pub class_uses: Vec<ClassUse>,
    /// What runs before `main` or registers itself.
    pub registrations: Vec<Registration>,
    /// Variables in a section of their own.
    pub sections: Vec<SectionUse>,
    /// `.symver` directives in assembly.
    pub symvers: Vec<SymVer>,
    /// Calls, declarations and definitions of LLVM's initialisers.
    pub llvm: Vec<LlvmInit>,
    /// Names that are called, each once for a guard.
    pub uses: Vec<Use>,
    /// Members that are called of objects whose class the text says: constructors (`new T`, `make_unique<T>`, `T name;`, `T(1, 2)`) as
    /// `T::T`, destructors as `T::~T`, functions (`name.area()`) as `T::area`; each once for a guard.
    pub object_uses: Vec<Use>,
    /// Members that member functions call of something that they do not declare, a field of their class as a rule: `Owner.field.name` with
    /// the qualified name of the class, `Owner.field->name` through a pointer; each once for a guard. Other functions call of a variable that
    /// some header declares: `.variable.name`.
    pub field_uses: Vec<Use>,
    /// Objects between declarations that another file has: `extern T name;`.
    pub globals: Vec<Field>,
    /// Macros with arguments between declarations: what they define is not known.
    pub invocations: Vec<Invocation>,
    /// `using namespace` between declarations: the namespaces, as named there, each with the namespace around it.
    pub usings: Vec<(String, String)>,
    /// Namespaces that are opened as `inline`: what is in them is named without them, too.
    pub inline_namespaces: Vec<String>,
    /// The file holds more facts than are kept; it was not read to its end.
    pub truncated: bool,
}

impl FileFacts {
    /// A qualified name without the inline namespaces of this file, as users write it; None where it stands in none.
    pub fn without_inline(&self, qualified: &str) -> Option<String> {
        let mut name: Option<String> = None;
        let mut inline: Vec<&String> = self.inline_namespaces.iter().collect();
        inline.sort_by_key(|space| std::cmp::Reverse(space.len()));
        for space in inline {
            let now = name.as_deref().unwrap_or(qualified);
            let Some(rest) = now.strip_prefix(space.as_str()).and_then(|rest| rest.strip_prefix("::")) else {
                continue;
            };
            name = Some(match space.rsplit_once("::") {
                Some((outer, _)) => format!("{outer}::{rest}"),
                None => rest.to_owned(),
            });
        }
        name
    }

    /// Whether a macro between declarations may define a symbol of this name: it stands among the arguments, or a part of
    /// it does that the macro may complete.
    pub fn may_define(&self, name: &str) -> bool {
        let part_of = |word: &String| word == name || (word.len() >= 3 && name.contains(word.as_str()));
        self.invocations.iter().any(|invocation| invocation.words.iter().any(part_of))
    }

    /// Calls of functions that this file neither defines nor expands as a macro of its own: what it needs from others, as far
    /// as names tell. The last part of a qualified name decides.
    pub fn needed(&self) -> impl Iterator<Item = &Use> {
        let own: FxHashSet<&str> = self
            .functions
            .iter()
            .filter(|function| function.is_definition)
            .map(|function| function.name.as_str())
            .chain(self.macros.iter().map(|definition| definition.name.as_str()))
            .chain(self.classes.iter().map(|class| class.name.as_str()))
            .collect();
        self.uses.iter().filter(move |used| {
            let last = used.name.rsplit(':').next().unwrap_or_default();
            !own.contains(last)
        })
    }

    /// The number of facts that grow with the code.
    pub(super) fn len(&self) -> usize {
        self.functions.len()
            + self.variables.len()
            + self.classes.len()
            + self.class_uses.len()
            + self.registrations.len()
            + self.loads.len()
            + self.processes.len()
            + self.uses.len()
            + self.object_uses.len()
            + self.field_uses.len()
            + self.globals.len()
            + self.invocations.len()
    }
}
