//! stand-in
pub struct Pattern(regex::Regex);
impl Pattern {
    pub fn new(text: &str) -> Option<Self> {
        let mut out = String::from("^");
        for c in text.chars() {
            match c {
                '*' => out.push_str(".*"),
                '?' => out.push('.'),
                '[' | ']' => out.push(c),
                c => out.push_str(&regex::escape(&c.to_string())),
            }
        }
        out.push('$');
        regex::Regex::new(&out).ok().map(Self)
    }
    pub fn matches(&self, name: &str) -> bool {
        self.0.is_match(name)
    }
}
