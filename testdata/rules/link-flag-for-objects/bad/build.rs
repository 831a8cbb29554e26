fn main() {
    cc::Build::new()
        .file("gauge.c")
        .flag("-Wl,--defsym=gauge_height=gauge_level")
        .compile("gauge");
}
