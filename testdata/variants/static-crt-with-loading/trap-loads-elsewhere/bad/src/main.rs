#[cfg(not(target_feature = "crt-static"))]
mod plugins {
    use std::ffi::{c_char, c_int, c_void};

    extern "C" {
        fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    }

    const NOW: c_int = 2;

    pub fn load() -> usize {
        let plugin = unsafe { dlopen(c"./libecho.so".as_ptr(), NOW) };
        usize::from(!plugin.is_null())
    }
}

/// A static program has what it needs in it.
#[cfg(target_feature = "crt-static")]
mod plugins {
    pub fn load() -> usize {
        0
    }
}

fn main() {
    println!("plugins {}", plugins::load());
}
