fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // For the build script of who links it.
    println!("cargo:link-args=-Wl,-rpath,/opt/tuner/lib");
    println!("cargo:rustc-of-the-distribution=1.70");
    println!("cargo:root=/opt/tuner");
    let name = std::env::var("TUNER_KEY").unwrap_or_default();
    println!("cargo:rustc-{name}=1");
}
