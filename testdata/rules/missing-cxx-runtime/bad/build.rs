fn main() {
    cc::Build::new().file("native/mixer.cpp").compile("mixer");
    println!("cargo:rerun-if-changed=native");
}
