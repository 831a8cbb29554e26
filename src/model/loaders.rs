//! Files whose code loads libraries, directly or by an interpreter or a framework that does.
use rustc_hash::FxHashSet;

use crate::native::{FileIndex, LoadCall, LoadKind, NativeFile, Natives};

use super::loading::{loads_elf, loads_itself};
use super::mentions::{has_word, value_use};

/// Functions that load a library themselves: who takes their address has a name of its own for them.
const OPENING: &[&str] =
    &["dlopen", "dlmopen", "g_module_open", "lt_dlopen", "lt_dlopenext", "SDL_LoadObject", "uv_dlopen"];

/// Functions and classes of others behind which libraries are loaded, each with where that is documented.
const HOSTS: &[(&str, &str)] = &[
    ("Py_Initialize", "Python/C API, Embedding Python"),
    ("Py_InitializeEx", "Python/C API, Embedding Python"),
    ("Py_InitializeFromConfig", "Python/C API, PyConfig"),
    ("Py_Main", "Python/C API, The Very High Level Layer"),
    ("Py_BytesMain", "Python/C API, The Very High Level Layer"),
    ("Py_RunMain", "Python/C API, PyConfig"),
    ("scoped_interpreter", "pybind11, nanobind: Embedding the interpreter"),
    ("initialize_interpreter", "pybind11, Embedding the interpreter"),
    ("luaL_newstate", "Lua manual, package.cpath"),
    ("lua_newstate", "Lua manual, package.cpath"),
    ("lua_open", "Lua 5.0 manual, loadlib"),
    ("Tcl_CreateInterp", "Tcl manual, load(n)"),
    ("Tcl_Main", "Tcl manual, load(n)"),
    ("perl_construct", "perlembed, DynaLoader"),
    ("perl_parse", "perlembed, DynaLoader"),
    ("scm_boot_guile", "Guile manual, load-extension"),
    ("scm_init_guile", "Guile manual, load-extension"),
    ("scm_with_guile", "Guile manual, load-extension"),
    ("scm_c_eval_string", "Guile manual, load-extension"),
    ("ruby_init", "Ruby, extension.rdoc: require"),
    ("ruby_setup", "Ruby, extension.rdoc: require"),
    ("JNI_CreateJavaVM", "JNI specification, System.loadLibrary"),
    ("php_embed_init", "PHP, dl() and extension="),
    ("Rf_initEmbeddedR", "R, Writing R Extensions: dyn.load"),
    ("jl_init", "Julia manual, Embedding: ccall"),
    ("readNodeFile", "OpenSceneGraph, osgDB::Registry::loadLibrary"),
    ("readRefNodeFile", "OpenSceneGraph, osgDB::Registry::loadLibrary"),
    ("gst_plugin_load_file", "GStreamer, GstPlugin"),
    ("wxPluginLibrary", "wxWidgets manual, wxPluginManager"),
    ("wxPluginManager", "wxWidgets manual, wxPluginManager"),
    ("DynamicLoader::OpenLibrary", "KWSys, DynamicLoader.hxx"),
    ("ACE_DLL", "ACE, ace/DLL.h"),
    ("ACE_Service_Config", "ACE, ace/Service_Config.h"),
];

/// Whether a call loads a library where files are ELF ones.
pub(super) fn opens(call: &LoadCall) -> bool {
    // Boost.DLL: what is imported is loaded first.
    let imports = call.function.starts_with("dll::import");
    (imports || call.kind == LoadKind::Open && loads_elf(call.function)) && !loads_itself(call)
}

/// Files of the project whose code loads libraries.
pub struct Loaders(FxHashSet<FileIndex>);

impl Loaders {
    /// Looks through all files.
    pub fn find(natives: &Natives<'_>) -> Self {
        let words: Vec<&str> = OPENING.iter().copied().chain(HOSTS.iter().map(|(name, _)| *name)).collect();
        let mut files: Vec<FileIndex> = natives.mentioning(&words).into_iter().collect();
        files.extend(natives.with(crate::native::Triggers::LOAD).filter_map(|path| natives.index(path)));
        natives.read_all(&files);
        Self(files.into_iter().filter(|index| natives.at(*index).is_some_and(loads)).collect())
    }

    /// Whether one of some files is such a file.
    pub fn among(&self, files: &[FileIndex]) -> bool {
        files.iter().any(|index| self.0.contains(index))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether the code of a file loads libraries.
fn loads(file: &NativeFile) -> bool {
    file.facts.loads.iter().any(opens)
        || OPENING.iter().any(|name| value_use(file, name, true).is_some())
        || hosts(file)
}

/// Whether a file uses what loads libraries for it, and does not declare that itself.
fn hosts(file: &NativeFile) -> bool {
    let facts = &file.facts;
    let mentioned: Vec<&str> =
        HOSTS.iter().map(|(name, _)| *name).filter(|name| has_word(file.source.bytes(), name)).collect();
    if mentioned.is_empty() {
        return false;
    }
    let code = file.code();
    mentioned.into_iter().any(|name| {
        let declared = facts.functions.iter().any(|one| one.name == name && !one.member)
            || facts.classes.iter().any(|one| one.name == name);
        !declared && has_word(code, name)
    })
}
