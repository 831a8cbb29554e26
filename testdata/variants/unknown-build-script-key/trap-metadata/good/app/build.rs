fn main() {
    if let Ok(argument) = std::env::var("DEP_TUNER_LINK_ARGS") {
        println!("cargo:rustc-link-arg={argument}");
    }
}
