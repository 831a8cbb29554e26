fn arg(kind: &str, text: &str) {
    println!("cargo:rustc-link-arg-{kind}={text}");
}

fn main() {
    arg("cdylib", "-Wl,-z,defs");
    if std::env::var_os("CARGO_FEATURE_CHECKED").is_some() {
        arg("bins", "-Wl,-z,now");
    }
}
