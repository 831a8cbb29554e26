use std::ffi::{c_char, c_int, c_void, CStr};

extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

#[no_mangle]
pub extern "C" fn studio_gain() -> c_int {
    7
}

const NOW: c_int = 2;

fn main() {
    unsafe {
        let plugin = dlopen(c"./libecho.so".as_ptr(), NOW);
        if plugin.is_null() {
            println!("{}", CStr::from_ptr(dlerror()).to_string_lossy());
            return;
        }
        let run: extern "C" fn() -> c_int = std::mem::transmute(dlsym(plugin, c"echo_run".as_ptr()));
        println!("echo {}", run());
    }
}
