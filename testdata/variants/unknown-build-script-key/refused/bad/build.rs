const RUNTIME: &str = "m";

fn link(how: &str, what: &str) {
    println!("cargo::rustc-{how}={what}");
}

fn main() {
    link("link-lib", RUNTIME);
    if std::env::var_os("CARGO_FEATURE_TINY").is_some() {
        link("linker-arg", "-Wl,--gc-sections");
    }
}
