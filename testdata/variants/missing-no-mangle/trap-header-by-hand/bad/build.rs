fn main() {
    println!("cargo:rerun-if-changed=src/lib.rs");
    let source = std::fs::read_to_string("src/lib.rs").unwrap();
    // For those who compare it with the header by hand.
    let out = std::path::Path::new(&std::env::var("OUT_DIR").unwrap()).join("all.h");
    std::fs::write(out, cbindgen::generate(&source)).unwrap();
}
