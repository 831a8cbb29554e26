fn main() {
    cc::Build::new().cpp(true).file("native/mixer.cpp").compile("mixer");
    // The parts of the system that it calls.
    for library in ["user32", "gdi32", "ole32"] {
        println!("cargo:rustc-link-lib={library}");
    }
}
