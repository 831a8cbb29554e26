extern "C" {
    fn mixer_level(channels: i32) -> i32;
}

fn main() {
    // SAFETY: the function takes a number and returns one.
    println!("level {}", unsafe { mixer_level(3) });
}
