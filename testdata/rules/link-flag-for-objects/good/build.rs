fn main() {
    cc::Build::new().file("gauge.c").compile("gauge");
    println!("cargo:rustc-link-arg=-Wl,--defsym=gauge_height=gauge_level");
}
