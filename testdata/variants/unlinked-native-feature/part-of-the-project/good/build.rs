fn main() {
    let mut config = cmake::Config::new("native");
    config.define("BUILD_SHARED_LIBS", "OFF");
    if cfg!(feature = "metal") {
        config.define("MIX_METAL", "ON");
    }
    if cfg!(feature = "vulkan") {
        config.define("MIX_VULKAN", "ON");
    }
    if cfg!(feature = "cuda") {
        config.define("MIX_CUDA", "ON");
    }
    if cfg!(feature = "native") {
        config.define("MIX_NATIVE", "ON");
    }
    let folder = config.build();
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=mix");
    if cfg!(feature = "metal") {
        println!("cargo:rustc-link-lib=static=mix-metal");
    }
    if cfg!(feature = "vulkan") {
        println!("cargo:rustc-link-lib=static=mix-vulkan");
    }
    if cfg!(feature = "cuda") {
        println!("cargo:rustc-link-lib=static=mix-cuda");
    }
    println!("cargo:rerun-if-changed=native");
}
