//! A prebuilt archive of C++ in a program that CMake links with the C compiler.
use crate::cmake::eval::facts::TargetKind;
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::binaries::{LINKED, emits, is_cxx};
use crate::model::mentions::words;
use crate::native::{GuardId, Linkage, NativeFile};
use crate::rules::context::OWN_LINKER;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // The project's own link rule may call the compiler of C++.
    if cx.facts.build_says(OWN_LINKER) {
        return;
    }
    let rule = Rule { project };
    for id in project.model.binaries_of_c() {
        rule.binary(id, sink);
    }
}

/// An archive that CMake does not build.
struct Prebuilt {
    name: String,
    place: Option<Span>,
    cond: Cond,
}

/// A call of what stands in C++ that is not compiled here.
struct Foreign {
    call: Span,
    definition: Span,
    cond: Cond,
}

struct Rule<'a> {
    project: Project<'a>,
}

impl Rule<'_> {
    fn binary(&self, id: TargetId, sink: &mut Sink) {
        let model = self.project.model;
        let conds = &model.facts.conds;
        let archives = self.prebuilt(id);
        if archives.is_empty() || model.links_unknown(id) || !model.property(id, "LINKER_LANGUAGE").is_empty() {
            return;
        }
        let mut parts = vec![id];
        parts.extend(model.static_closure(id).into_iter().map(|(part, _)| part));
        let in_c = |source: &crate::model::Source| {
            let path = source.path.as_deref();
            path.is_some_and(|path| is_cxx(path) == Some(false) || path.extension().is_some_and(|suffix| suffix == "h"))
        };
        if !parts.iter().all(|part| model.is_imported(*part) || model.sources(*part).iter().all(in_c)) {
            return;
        }
        let runtime =
            |text: &str| matches!(crate::model::merged_archives::base_name(text), "stdc++" | "c++" | "supc++");
        if model.library_items(id).iter().any(|item| item.text.split_whitespace().any(runtime))
            || model.link_options(id).iter().any(|item| item.text.contains("stdc++") || item.text.contains("c++"))
        {
            return;
        }
        let Some(foreign) = parts.iter().find_map(|part| self.foreign(*part, &parts)) else { return };
        // Several archives: which one has it is told by no name.
        let [archive] = archives.as_slice() else { return };
        let cond = conds.all([foreign.cond, archive.cond, model.is_kind(id, LINKED)]);
        let Some(place) = model.definition_span(id).filter(|_| cond.is_possible()) else { return };
        let mut draft = Draft::new(cond, Place::new(place, "linked by the C compiler"))
            .related(foreign.call, "calls it")
            .related(foreign.definition, "C++, which no target compiles")
            .named("target", model.name(id))
            .named("library", archive.name.clone());
        if let Some(place) = archive.place {
            draft = draft.related(place, "the archive");
        }
        sink.report(draft);
    }

    /// Archives on the link line that are only named.
    fn prebuilt(&self, id: TargetId) -> Vec<Prebuilt> {
        let model = self.project.model;
        let mut found = Vec::new();
        for (library, cond) in model.link_closure(id) {
            let says = |property: &str| !model.property(library, property).is_empty();
            let location = model.property(library, "IMPORTED_LOCATION");
            let is_archive = location.iter().any(|item| item.text.ends_with(".a"));
            if model.is_imported(library) && is_archive && !says("IMPORTED_LINK_INTERFACE_LANGUAGES") {
                let kind = model.is_kind(library, &[TargetKind::Static, TargetKind::Unknown]);
                let cond = model.facts.conds.and(cond, kind);
                let place = model.definition_span(library);
                found.push(Prebuilt { name: model.name(library).to_owned(), place, cond });
            }
        }
        for item in model.library_items(id).iter().filter(|item| item.text.ends_with(".a")) {
            let name = item.text.rsplit('/').next().unwrap_or(&item.text).to_owned();
            found.push(Prebuilt { name, place: model.span(item.origin), cond: item.cond });
        }
        found.retain(|one| one.cond.is_possible());
        found
    }

    /// A function that a part calls, which nothing that is compiled defines and a source of C++ does.
    fn foreign(&self, part: TargetId, parts: &[TargetId]) -> Option<Foreign> {
        let Project { model, symbols, natives, .. } = self.project;
        let own = symbols.names(part);
        let mut called: Vec<&String> = own.called.keys().filter(|name| !own.shadowed.contains_key(*name)).collect();
        called.sort();
        for name in called {
            if parts.iter().any(|other| symbols.names(*other).defined.contains_key(name))
                || crate::cmake::eval::in_c_library(name)
            {
                continue;
            }
            let mut files: Vec<_> = natives.mentioning(std::slice::from_ref(name)).iter().copied().collect();
            files.sort();
            let mut definition = None;
            for index in files {
                let (Some(path), Some(file)) = (natives.path(index), natives.at(index)) else { continue };
                let Some(span) = defines(file, name) else { continue };
                // What a target compiles is in that target; two definitions are no answer.
                if is_cxx(path) != Some(true) || !model.containers(path).is_empty() || definition.is_some() {
                    definition = None;
                    break;
                }
                definition = Some((span, uses_runtime(file.source.bytes())));
            }
            let Some((span, true)) = definition else { continue };
            let call = own.called.get(name)?.iter().find_map(|site| {
                let call = site.call()?;
                let (when, sure) = model.compiled(part, site, call.guard);
                (sure && !when.is_false()).then(|| (site.span(&call.range), when))
            });
            if let Some((call, cond)) = call {
                return Some(Foreign { call, definition: span, cond });
            }
        }
        None
    }
}

/// Where a file defines a function with a name of C.
fn defines(file: &NativeFile, name: &str) -> Option<Span> {
    let is_it = |one: &&crate::native::Function| {
        one.name == name && emits(one) && !one.member && one.guard == GuardId::TRUE && one.linkage != Linkage::Cxx
    };
    let found = file.facts.functions.iter().find(is_it)?;
    Some(Span::new(file.source.id(), found.range.clone()))
}

/// Whether code of C++ needs its runtime library.
fn uses_runtime(bytes: &[u8]) -> bool {
    /// Names of the standard library of which all that is used stands in headers, without exceptions and memory of their own (cppreference.com:
    /// `utility`, `type_traits`, `array`, `span`, `atomic`, `bit`, `limits`, `cstdint`, `cstddef`, `initializer_list`, `tuple`, `numeric`).
    const OF_HEADERS: &[&str] = &[
        "move",
        "forward",
        "swap",
        "exchange",
        "array",
        "span",
        "atomic",
        "atomic_flag",
        "numeric_limits",
        "min",
        "max",
        "clamp",
        "abs",
        "size_t",
        "ptrdiff_t",
        "nullptr_t",
        "byte",
        "uint8_t",
        "uint16_t",
        "uint32_t",
        "uint64_t",
        "int8_t",
        "int16_t",
        "int32_t",
        "int64_t",
        "uintptr_t",
        "intptr_t",
        "pair",
        "tuple",
        "get",
        "tie",
        "bit_cast",
        "initializer_list",
        "accumulate",
        "copy",
        "fill",
        "begin",
        "end",
        "memcpy",
        "memset",
        "memcmp",
        "strlen",
        "launder",
        "addressof",
        "true_type",
        "false_type",
    ];
    let code = without_comments(bytes, Language::C);
    let name = |at: usize| {
        let rest = code.get(at..).unwrap_or_default();
        let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(rest.len());
        std::str::from_utf8(&rest[..end]).unwrap_or_default()
    };
    let of_headers = |name: &str| {
        OF_HEADERS.contains(&name)
            || ["is_", "enable_if", "conditional", "remove_", "add_", "decay"]
                .iter()
                .any(|start| name.starts_with(start))
    };
    let library = memchr::memmem::find_iter(&code, b"std::").any(|at| !of_headers(name(at + b"std::".len())));
    // `new (place) T` makes an object where memory is, `operator new` names the function.
    let allocates = words(&code, "new").any(|at| {
        let after = code.get(at + b"new".len()..).unwrap_or_default().trim_ascii_start();
        let defines = code.get(..at).unwrap_or_default().trim_ascii_end().ends_with(b"operator");
        let placed = after.strip_prefix(b"(").is_some_and(|rest| !rest.trim_ascii_start().starts_with(b"std::nothrow"));
        !defines && !placed && !after.starts_with(b">")
    });
    library || allocates || ["throw", "dynamic_cast", "typeid"].iter().any(|word| words(&code, word).next().is_some())
}
