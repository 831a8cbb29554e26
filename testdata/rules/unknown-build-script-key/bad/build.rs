fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-args=-Wl,-rpath,/opt/radio/lib");
}
