extern "C" {
    fn gauge_level() -> i32;
    fn gauge_height() -> i32;
}

fn main() {
    // SAFETY: the functions take nothing and return a number.
    println!("level {} {}", unsafe { gauge_level() }, unsafe { gauge_height() });
}
