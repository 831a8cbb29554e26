fn main() { println!("{}", env!("SIZES")); }
