//! ```
//! assert_eq!(gauge_sys::level(), 7);
//! ```

#[link(name = "gauge")]
extern "C" {
    fn gauge_level() -> i32;
}

pub fn level() -> i32 {
    // SAFETY: the function takes nothing and returns a number.
    unsafe { gauge_level() }
}
