//! Build scripts that look in `lib` for what a CMake project installs into `lib64` on some systems.
use crate::cargo::script::{Build, Builder, resolve};
use crate::cargo::{BuildScript, Cargo, Package};
use crate::comments::{Language, without_comments};
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        let builds: Vec<&Build> = script.script.builds.iter().filter(|build| build.builder == Builder::CMake).collect();
        // With two projects it is not known which folder is whose.
        if let [build] = builds.as_slice() {
            look(cargo, package, script, build, sink);
        }
    }
}

fn look(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, build: &Build, sink: &mut Sink) {
    let code = without_comments(script.source.bytes(), Language::C);
    let text = String::from_utf8_lossy(&code);
    if text.contains("lib64") || text.contains("LIBDIR") || build.calls.iter().any(|call| call.method == "build_target")
    {
        return;
    }
    let searched =
        script.script.directives.iter().find(|one| one.key == "rustc-link-search" && one.value.ends_with("/lib"));
    let Some(searched) = searched else { return };
    let elsewhere = script.script.directives.iter().any(|one| {
        one.key == "rustc-link-search" && one.value != searched.value && !cargo.conds.disjoint(one.cond, searched.cond)
    });
    let Some(list) = resolve(&package.folder, &build.subject).map(|folder| folder.join("CMakeLists.txt")) else {
        return;
    };
    if elsewhere || !cargo.sources.sandbox().is_file(&list) {
        return;
    }
    let Ok(file) = cargo.sources.load(&list) else { return };
    let content = String::from_utf8_lossy(file.bytes()).into_owned();
    let Some(at) = content.find("CMAKE_INSTALL_LIBDIR").filter(|_| content.contains("GNUInstallDirs")) else { return };
    // A project that sets it itself knows its folder.
    if content.contains("set(CMAKE_INSTALL_LIBDIR") || content.contains("set( CMAKE_INSTALL_LIBDIR") {
        return;
    }
    let linux = cargo.conds.platform("LINUX").unwrap_or(crate::cond::Cond::TRUE);
    let cond =
        cargo.conds.and(linux, cargo.conds.opaque("the system installs libraries into lib64 (Fedora, openSUSE)"));
    let cond = cargo.conds.all([cond, searched.cond, build.cond]);
    let draft = Draft::new(cond, Place::new(script.span(&searched.range), "only `lib` is searched"))
        .related(Span::new(file.id(), at as u32..(at + "CMAKE_INSTALL_LIBDIR".len()) as u32), "`lib64` there")
        .named("package", package.name.text.clone())
        .named("project", build.subject.clone());
    sink.report(draft);
}
