extern "C" {
    fn mix_level() -> i32;
}

fn main() {
    // SAFETY: the function takes nothing and returns a number.
    println!("level {}", unsafe { mix_level() });
}
