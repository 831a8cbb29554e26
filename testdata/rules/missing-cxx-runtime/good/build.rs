fn main() {
    cc::Build::new().cpp(true).file("native/mixer.cpp").compile("mixer");
    println!("cargo:rerun-if-changed=native");
}
