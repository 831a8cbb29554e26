extern "C" {
    fn effect_count() -> i32;
}

fn main() {
    println!("effects {}", unsafe { effect_count() });
}
