use std::env;

fn find() -> bool {
    let Ok(folder) = env::var("MIXER_LIB_DIR") else { return false };
    println!("cargo:rustc-link-search=native={folder}");
    let kind = match env::var_os("MIXER_SHARED") {
        Some(_) => "dylib",
        None => "static",
    };
    println!("cargo:rustc-link-lib={kind}=mixer");
    true
}

fn main() {
    println!("cargo:rerun-if-env-changed=MIXER_LIB_DIR");
    if !find() {
        cc::Build::new().cpp(true).file("native/mixer.cpp").compile("mixer");
    }
}
