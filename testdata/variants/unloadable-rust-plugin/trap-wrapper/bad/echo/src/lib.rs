use std::ffi::{c_char, c_int, c_void};

extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

const NOW: c_int = 2;

/// What the library of the system says.
pub fn run() -> c_int {
    // SAFETY: the function takes nothing and returns a number.
    unsafe {
        let library = dlopen(c"./libecho.so".as_ptr(), NOW);
        let run: extern "C" fn() -> c_int = std::mem::transmute(dlsym(library, c"echo_run".as_ptr()));
        run()
    }
}
