fn main() {
    println!("echo {}", echo::run());
}
