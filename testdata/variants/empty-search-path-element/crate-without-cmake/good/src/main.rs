fn main() {
    println!("path {}", std::env::var("LD_LIBRARY_PATH").unwrap_or_default());
}
