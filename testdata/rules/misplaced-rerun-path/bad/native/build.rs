fn main() {
    println!("cargo:rerun-if-changed=assets/sizes.txt");
    let sizes = std::fs::read_to_string("../assets/sizes.txt").unwrap();
    println!("cargo:rustc-env=SIZES={}", sizes.trim());
}
