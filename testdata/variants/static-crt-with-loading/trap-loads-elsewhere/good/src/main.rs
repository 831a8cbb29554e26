/// The program has what it needs in it.
mod plugins {
    pub fn load() -> usize {
        0
    }
}

fn main() {
    println!("plugins {}", plugins::load());
}
