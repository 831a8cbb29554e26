//! Stands in for the crate of this name: it says what would be compiled.
#[derive(Default)]
pub struct Build {
    files: Vec<String>,
}

impl Build {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn file(&mut self, name: &str) -> &mut Self {
        self.files.push(name.to_owned());
        self
    }

    pub fn flag(&mut self, flag: &str) -> &mut Self {
        println!("with {flag}");
        self
    }

    pub fn flag_if_supported(&mut self, flag: &str) -> &mut Self {
        self.flag(flag)
    }

    pub fn warnings(&mut self, _on: bool) -> &mut Self {
        self
    }

    pub fn compile(&self, name: &str) {
        println!("{name} is made of {}", self.files.join(" "));
    }
}
