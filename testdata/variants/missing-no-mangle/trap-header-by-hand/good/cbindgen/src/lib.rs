//! Stands for the generator: it declares what the attribute is on.

/// The declarations for a source.
pub fn generate(source: &str) -> String {
    let mut out = String::from("/* Generated with cbindgen. */\n");
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(next) = lines.peek().filter(|_| line == "#[no_mangle]") else { continue };
        let name = next.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap_or_default();
        let kind = if next.contains("->") { "int" } else { "void" };
        out += &format!("{kind} {name}(void);\n");
    }
    out
}
