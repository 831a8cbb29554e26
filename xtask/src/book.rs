//! `cargo xtask book`: the book with a page for each rule, under `target/book`. Needs mdbook.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Outcome;
use crate::shared::copy_tree;

/// Gathers the pages and calls mdbook.
pub fn run(_: &[String]) -> Outcome {
    let root = crate::repository();
    let folder = root.join("target/book");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    copy_tree(&root.join("docs"), &folder.join("docs"))?;
    gather(&root, &folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    match Command::new("mdbook").arg("build").current_dir(&folder).status() {
        Ok(status) if status.success() => {
            println!("{}", folder.join("book/index.html").display());
            Ok(())
        }
        Ok(status) => Err(format!("mdbook ended with {status}")),
        Err(e) => Err(format!("mdbook cannot be run ({e}): install it with `cargo install mdbook`, then call again")),
    }
}

/// Adds what stands outside of `docs/` to the copy of it.
fn gather(root: &Path, folder: &Path) -> std::io::Result<()> {
    let pages = folder.join("docs");
    fs::copy(root.join("book.toml"), folder.join("book.toml"))?;
    fs::create_dir_all(pages.join("rules"))?;
    let mut names: Vec<String> = fs::read_dir(root.join("rules"))?
        .flatten()
        .filter(|entry| entry.path().join("README.md").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut summary = fs::read_to_string(pages.join("SUMMARY.md"))?;
    summary.push_str("\n# Rules\n\n");
    for name in names {
        fs::copy(root.join("rules").join(&name).join("README.md"), pages.join("rules").join(format!("{name}.md")))?;
        let _ = writeln!(summary, "- [{name}](rules/{name}.md)");
    }
    let _ = writeln!(summary, "\n# Contribute\n\n- [Contributing](contributing.md)");
    fs::copy(root.join("CONTRIBUTING.md"), pages.join("contributing.md"))?;
    fs::write(pages.join("SUMMARY.md"), summary)
}
