fn main() {
    println!("cargo:rerun-if-changed=src/lib.rs");
    let source = std::fs::read_to_string("src/lib.rs").unwrap();
    std::fs::write("meter.h", cbindgen::generate(&source)).unwrap();
}
