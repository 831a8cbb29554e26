//! Configurations in the folder of a member, which cargo does not read when it is started above.
use crate::cargo::config::matters;
use crate::cargo::{Cargo, Config, Workspace};
use crate::cond::Cond;
use crate::discover::Kind;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for workspace in cargo.workspaces.iter().filter(|workspace| !workspace.selected.is_empty()) {
        let below = cargo.configs.iter().filter(|config| {
            config.folder != workspace.folder && workspace.folders.iter().any(|folder| config.folder == *folder)
        });
        for config in below {
            look(cargo, workspace, config, sink);
        }
    }
}

fn look(cargo: &Cargo<'_>, workspace: &Workspace, config: &Config, sink: &mut Sink) {
    // What is built for another machine is built from its own folder.
    if config.is_special || config.build_target.is_some() {
        return;
    }
    let Ok(below) = config.folder.strip_prefix(&workspace.folder) else { return };
    let Some(member) = cargo.members(workspace).find(|member| member.folder == config.folder) else { return };
    if workspace.table.default_members.as_ref().is_some_and(|members| !members.iter().any(|one| below.ends_with(one))) {
        return;
    }
    let lists = config.flags.iter().filter(|list| list.target.as_deref().is_none_or(is_hosted));
    let Some((list, flag)) = lists
        .flat_map(|list| list.flags().into_iter().map(move |flag| (list, flag)))
        .find(|(_, flag)| matters(&flag.flag))
    else {
        return;
    };
    // What is read from the top says the same.
    let written = list.written(&flag);
    let mut above = cargo.configs.iter().filter(|other| workspace.folder.starts_with(&other.folder));
    if above.any(|other| {
        let same = other.flags.iter().filter(|one| one.target == list.target);
        same.flat_map(|one| one.flags().into_iter().map(move |flag| one.written(&flag))).any(|one| one == written)
    }) {
        return;
    }
    if is_entered(cargo, &below.to_string_lossy(), &member.name.text) {
        return;
    }
    let draft = Draft::new(Cond::TRUE, Place::new(list.place, "read only by a cargo that is started in this folder"))
        .related(member.name.span, "the member")
        .named("package", member.name.text.clone())
        .named("flag", written);
    sink.report(draft);
}

/// Whether a key of `[target]` is for machines that people build on.
fn is_hosted(key: &str) -> bool {
    !["-none", "wasm", "thumb", "riscv", "-uefi", "none"].iter().any(|word| key.contains(word))
}

/// Whether some script goes into the folder.
fn is_entered(cargo: &Cargo<'_>, below: &str, name: &str) -> bool {
    let folder = below.rsplit('/').next().unwrap_or(below);
    let scripts = cargo.inputs.of(Kind::Script).iter().chain(cargo.inputs.of(Kind::Python));
    scripts.filter_map(|path| cargo.sources.sandbox().read(path).ok()).any(|text| {
        let text = String::from_utf8_lossy(&text);
        text.lines().any(|line| {
            let enters =
                ["cd ", "pushd ", "working-directory", "WORKDIR", "cwd", "-C "].iter().any(|word| line.contains(word));
            enters && (line.contains(folder) || line.contains(name))
        })
    })
}
