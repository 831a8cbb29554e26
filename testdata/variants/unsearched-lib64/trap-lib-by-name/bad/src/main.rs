extern "C" {
    fn mixer_gain() -> i32;
}

fn main() {
    println!("gain {}", unsafe { mixer_gain() });
}
