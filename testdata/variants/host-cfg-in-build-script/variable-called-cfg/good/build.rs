fn settings() -> String {
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap();
    format!("METER_{}", arch.to_uppercase())
}

fn main() {
    let cfg = settings();
    println!("cargo:rustc-env=METER_SETTINGS={cfg}");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap();
    if os == "windows" {
        println!("cargo:rustc-link-lib=ws2_32");
    } else {
        println!("cargo:rustc-link-lib=m");
    }
}
