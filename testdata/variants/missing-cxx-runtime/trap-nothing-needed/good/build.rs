// As ever.
use std::env;

fn main() {
    // Code that needs nothing of the C++ library.
    cc::Build::new().file("native/mixer.cpp").compile("mixer");
    // A shared library knows what it needs, and another archive has the library printed behind it.
    if let Ok(folder) = env::var("GAUGE_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-lib=dylib=gauge");
    } else if env::var_os("WITH_GAUGE").is_some() {
        cc::Build::new().cpp(true).file("native/gauge.cpp").compile("gauge");
    }
    if env::var_os("WITH_METER").is_some() {
        cc::Build::new().file("native/meter.cc").compile("meter");
        let runtime = if env::var("CARGO_CFG_TARGET_VENDOR").unwrap() == "apple" { "c++" } else { "stdc++" };
        println!("cargo:rustc-link-lib={runtime}");
    }
}
