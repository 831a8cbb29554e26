//! What a build script tells the builders, and what they make and print.
use super::builders::{Builder, runs};
use super::evaluate::{Object, Reader};
use super::value::Value;
use super::{Build, Call, Directive, UNKNOWN};
use crate::cond::Cond;

/// What builders were told that is copied in all: one that is copied again and again is told the same each time.
const MAX_COPIED: usize = 100_000;

impl<'a> Reader<'a> {
    /// Tells a builder something, or runs it.
    pub(super) fn tell(&mut self, object: usize, name: &str, call: &'a syn::ExprMethodCall) -> Value<'a> {
        let Some(builder) = self.objects.get(object).map(|one| one.builder) else { return Value::Unknown };
        let range = self.range(call.method.span());
        let values: Vec<Value<'a>> = call.args.iter().map(|one| self.eval(one)).collect();
        let mut arguments: Vec<(Cond, String)> = Vec::new();
        for value in &values {
            match value {
                Value::List(elements) => {
                    arguments.extend(elements.iter().map(|(cond, one)| (*cond, Self::one_text(one))));
                }
                Value::Bool(cond) => arguments.push((Cond::TRUE, truth(*cond))),
                Value::Tuple(parts) if parts.is_empty() => {}
                Value::Maybe(inner, cond) if !cond.is_true() => {
                    arguments
                        .push((Cond::TRUE, if cond.is_false() { "None".to_owned() } else { Self::one_text(inner) }));
                }
                value => arguments.push((Cond::TRUE, Self::one_text(value))),
            }
        }
        if runs(builder, name) {
            let texts: Vec<String> = arguments.into_iter().map(|(_, text)| text).collect();
            return self.finish(object, name, &texts, range);
        }
        if matches!(name, "clone" | "to_owned") {
            let Some(copy) = self.copy(object) else { return Value::Unknown };
            self.objects.push(copy);
            return Value::Object(self.objects.len() - 1);
        }
        // Lists of several conditions are several calls.
        let mut groups: Vec<(Cond, Vec<String>)> = Vec::new();
        for (cond, text) in arguments {
            match groups.last_mut() {
                Some((last, texts)) if *last == cond => texts.push(text),
                _ => groups.push((cond, vec![text])),
            }
        }
        if groups.is_empty() {
            groups.push((Cond::TRUE, Vec::new()));
        }
        let alive = self.alive;
        for (cond, arguments) in groups {
            let call =
                Call { method: name.to_owned(), arguments, cond: self.conds.and(cond, alive), range: range.clone() };
            if let Some(object) = self.objects.get_mut(object) {
                object.calls.push(call);
            }
        }
        Value::Object(object)
    }

    /// A copy of a builder, as long as all that was copied is not too much.
    fn copy(&mut self, object: usize) -> Option<Object> {
        let object = self.objects.get(object)?;
        self.copied += object.calls.len();
        if self.copied > MAX_COPIED {
            self.script.incomplete = true;
            return None;
        }
        Some(object.clone())
    }

    /// Runs a builder: what it makes is recorded, and what it prints by itself.
    pub(super) fn finish(
        &mut self,
        object: usize,
        method: &str,
        arguments: &[String],
        range: std::ops::Range<u32>,
    ) -> Value<'a> {
        let Some(object) = self.copy(object) else { return Value::Unknown };
        let output = match object.builder {
            Builder::Cc | Builder::Probe => arguments.first().cloned().unwrap_or_else(|| object.subject.clone()),
            _ => object.subject.clone(),
        };
        let (builder, cond) = (object.builder, self.alive);
        let build = Build { builder, subject: object.subject, calls: object.calls, cond, output, range: range.clone() };
        match builder {
            Builder::Cc if method != "compile_intermediates" => self.cc_prints(&build, range),
            // What it finds is linked; the names are not known.
            Builder::Probe => {
                self.script.incomplete = true;
                self.built(build);
            }
            _ => {
                self.built(build);
            }
        }
        match builder {
            Builder::CMake | Builder::Autotools => Value::text(UNKNOWN.to_string()),
            _ => Value::Unknown,
        }
    }

    /// What `cc::Build::compile` prints: the library, and the C++ library behind it.
    fn cc_prints(&mut self, build: &Build, range: std::ops::Range<u32>) {
        let name = build
            .output
            .strip_prefix("lib")
            .and_then(|rest| rest.strip_suffix(".a"))
            .unwrap_or(&build.output)
            .to_owned();
        let silent = build.last("cargo_metadata") == Some("false");
        let modifiers: Vec<&str> = build.arguments(&["link_lib_modifier"]).map(|(text, _)| text).collect();
        let cpp = build
            .calls
            .iter()
            .rfind(|call| call.method == "cpp")
            .filter(|call| call.arguments.first().is_some_and(|text| text == "true"));
        let cpp = cpp.filter(|_| {
            !build.calls.iter().any(|call| matches!(call.method.as_str(), "cpp_link_stdlib" | "cpp_set_stdlib"))
        });
        let cond = build.cond;
        let cpp = cpp.map(|call| self.conds.and(cond, call.cond));
        let by = Some(self.built(build.clone()));
        if silent {
            return;
        }
        let kind = if modifiers.is_empty() { "static".to_owned() } else { format!("static:{}", modifiers.join(",")) };
        let mut print = |key: &str, value: String, cond: Cond| {
            let (key, word, range) = (key.to_owned(), key.to_owned(), range.clone());
            self.emit(Directive { key, word, strict: false, value, cond, range, by });
        };
        print("rustc-link-search", format!("native={UNKNOWN}"), cond);
        print("rustc-link-lib", format!("{kind}={name}"), cond);
        if let Some(cpp) = cpp {
            print("rustc-link-lib", "stdc++".to_owned(), cpp);
        }
    }
}

fn truth(cond: Cond) -> String {
    match (cond.is_true(), cond.is_false()) {
        (true, _) => "true".to_owned(),
        (_, true) => "false".to_owned(),
        _ => UNKNOWN.to_string(),
    }
}
