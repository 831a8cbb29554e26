//! Generator expressions in one configuration (cmake-generator-expressions(7)). `None` is "not known".
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::lang::condition;
use crate::cmake::lang::genex::{self, Expression, Piece};
use crate::cmake::lang::list;

use super::{Concrete, TargetId};

/// Expressions nested deeper are not followed.
const DEEPEST: u32 = 40;

/// Where an expression is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The target that is built.
    pub head: TargetId,
    /// The target whose property holds the text (for `$<TARGET_PROPERTY:prop>` that is the head).
    pub language: Option<&'a str>,
    /// The language that links, in what the link step reads.
    pub link_language: Option<&'a str>,
    /// Whether usage requirements of the link step are asked for: `$<LINK_ONLY:…>` counts.
    pub linking: bool,
    /// Whether libraries that are not known are passed over: where only the project's own targets matter.
    pub lenient: bool,
    /// How deep properties have led to properties.
    pub depth: u32,
}

impl<'a> Place<'a> {
    /// For sources of a language.
    pub(super) fn compiling(head: TargetId, language: &'a str) -> Self {
        Self { head, language: Some(language), link_language: None, linking: false, lenient: false, depth: 0 }
    }

    /// For the link step.
    pub(super) fn linking(head: TargetId, language: Option<&'a str>) -> Self {
        Self { head, language: None, link_language: language, linking: true, lenient: false, depth: 0 }
    }

    /// The same, libraries that are not known passed over.
    pub(super) fn lenient(self) -> Self {
        Self { lenient: true, ..self }
    }

    /// For neither: sources, usage in general.
    pub(super) fn usage(head: TargetId) -> Self {
        Self { head, language: None, link_language: None, linking: false, lenient: false, depth: 0 }
    }
}

impl Concrete<'_, '_> {
    /// What a text with expressions gives.
    pub(super) fn evaluate(&self, text: &str, place: Place<'_>) -> Option<String> {
        if !text.contains("$<") {
            return Some(text.to_owned());
        }
        self.pieces(&genex::parse(text), Place { depth: place.depth + 1, ..place })
    }

    /// The items of an evaluated text.
    pub(super) fn evaluate_list(&self, text: &str, place: Place<'_>) -> Option<Vec<String>> {
        let text = self.evaluate(text, place)?;
        Some(list::split(&text).into_iter().filter(|t| !t.is_empty()).map(std::borrow::Cow::into_owned).collect())
    }

    fn pieces(&self, pieces: &[Piece], place: Place<'_>) -> Option<String> {
        if place.depth > DEEPEST {
            return None;
        }
        let deeper = Place { depth: place.depth + 1, ..place };
        let mut out = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Expression(expression) => out.push_str(&self.expression(expression, deeper)?),
            }
        }
        Some(out)
    }

    fn expression(&self, expression: &Expression, place: Place<'_>) -> Option<String> {
        let rest = |from: usize| self.pieces(&expression.joined_from(from), place);
        let Some(name) = expression.literal_name() else {
            let holds = self.pieces(&expression.name, place)?;
            return match holds.as_str() {
                "1" => rest(0),
                "0" => Some(String::new()),
                _ => None,
            };
        };
        let argument = |n: usize| self.pieces(expression.arguments.get(n).map_or(&[][..], Vec::as_slice), place);
        match name {
            "0" | "INSTALL_INTERFACE" | "DEVICE_LINK" => Some(String::new()),
            "1" | "BUILD_INTERFACE" | "BUILD_LOCAL_INTERFACE" | "GENEX_EVAL" | "HOST_LINK" | "SHELL_PATH" => rest(0),
            "TARGET_GENEX_EVAL" => rest(1),
            "LINK_ONLY" => {
                if place.linking {
                    rest(0)
                } else {
                    Some(String::new())
                }
            }
            "COMPILE_ONLY" => {
                if place.linking {
                    Some(String::new())
                } else {
                    rest(0)
                }
            }
            "IF" => {
                if argument(0)? == "1" {
                    argument(1)
                } else {
                    rest(2)
                }
            }
            // As CMake itself keeps them: the items between two marks.
            "LINK_LIBRARY" | "LINK_GROUP" => {
                let feature = argument(0)?;
                let items: Option<Vec<String>> = (1..expression.arguments.len()).map(argument).collect();
                Some(format!("<{name}:{feature}>;{};</{name}:{feature}>", items?.join(";")))
            }
            "SEMICOLON" => Some(";".to_owned()),
            "COMMA" => Some(",".to_owned()),
            "ANGLE-R" => Some(">".to_owned()),
            "QUOTE" => Some("\"".to_owned()),
            "LOWER_CASE" => Some(rest(0)?.to_lowercase()),
            "UPPER_CASE" => Some(rest(0)?.to_uppercase()),
            "MAKE_C_IDENTIFIER" => Some(c_identifier(&rest(0)?)),
            "JOIN" => Some(list::split(&argument(0)?).join(&rest(1)?)),
            "REMOVE_DUPLICATES" => Some(list::remove_duplicates(&list::split(&rest(0)?)).join(";")),
            "TARGET_NAME_IF_EXISTS" => {
                let name = rest(0)?;
                Some(if self.model.find(&name).is_some() { name } else { String::new() })
            }
            "TARGET_NAME" => rest(0),
            "CONFIG" | "CONFIGURATION" if expression.arguments.is_empty() => Some(self.configuration.clone()),
            "TARGET_PROPERTY" => self.target_property(expression, place),
            "TARGET_OBJECTS" => Some(genex::write(&[Piece::Expression(expression.clone())])),
            "TARGET_RUNTIME_DLLS" => self.toolchain.is_elf().then(String::new),
            _ if name.starts_with("TARGET_") && name.contains("FILE") => self.file_of(name, &rest(0)?),
            _ => match self.predicate(name, expression, place) {
                Some(holds) => Some(if holds { "1" } else { "0" }.to_owned()),
                None => self.identity(name, expression),
            },
        }
    }

    /// `$<C_COMPILER_ID>` and relatives without arguments.
    fn identity(&self, name: &str, expression: &Expression) -> Option<String> {
        if !expression.arguments.is_empty() {
            return None;
        }
        match name {
            "PLATFORM_ID" => Some(self.toolchain.system.clone()),
            _ if name.ends_with("_COMPILER_ID") || name.ends_with("_COMPILER_VERSION") => {
                self.toolchain.get(&format!("CMAKE_{name}")).map(str::to_owned)
            }
            _ => None,
        }
    }

    fn predicate(&self, name: &str, expression: &Expression, place: Place<'_>) -> Option<bool> {
        let each = || -> Option<Vec<String>> { expression.arguments.iter().map(|a| self.pieces(a, place)).collect() };
        let one_of = |value: &str| Some(each()?.iter().any(|w| w == value));
        match name {
            "NOT" => Some(each()?.first()? != "1"),
            // A decided argument settles it, whatever the unknown ones are.
            "AND" | "OR" => self.connective(expression, name == "OR", place),
            "BOOL" => Some(!condition::is_off(&self.pieces(&expression.joined_from(0), place)?)),
            "CONFIG" => Some(each()?.iter().any(|w| w.eq_ignore_ascii_case(&self.configuration))),
            "PLATFORM_ID" if !expression.arguments.is_empty() => one_of(&self.toolchain.system),
            "STREQUAL" => Some(each()?.first() == each()?.get(1)),
            "EQUAL" => {
                let words = each()?;
                Some(number(words.first()?)? == number(words.get(1)?)?)
            }
            "IN_LIST" => {
                let words = each()?;
                Some(list::split(words.get(1)?).iter().any(|item| item == words.first().map_or("", String::as_str)))
            }
            "TARGET_EXISTS" => Some(self.model.find(each()?.first()?).is_some()),
            // In options of the link step it is the language that links.
            "COMPILE_LANGUAGE" => one_of(place.language.or(place.link_language)?),
            "LINK_LANGUAGE" => one_of(place.link_language?),
            "COMPILE_LANG_AND_ID" => self.language_and_id(&each()?, place.language?),
            "LINK_LANG_AND_ID" => self.language_and_id(&each()?, place.link_language?),
            "COMPILE_FEATURES" => None,
            _ if name.starts_with("VERSION_") => {
                let words = each()?;
                let order = condition::version_compare(words.first()?, words.get(1)?);
                match name {
                    "VERSION_LESS" => Some(order.is_lt()),
                    "VERSION_GREATER" => Some(order.is_gt()),
                    "VERSION_EQUAL" => Some(order.is_eq()),
                    "VERSION_LESS_EQUAL" => Some(order.is_le()),
                    "VERSION_GREATER_EQUAL" => Some(order.is_ge()),
                    _ => None,
                }
            }
            _ if !expression.arguments.is_empty() && name.ends_with("_COMPILER_ID") => {
                one_of(self.toolchain.get(&format!("CMAKE_{name}"))?)
            }
            _ if !expression.arguments.is_empty() && name.ends_with("_COMPILER_VERSION") => {
                let own = self.toolchain.get(&format!("CMAKE_{name}"))?;
                Some(condition::version_compare(own, each()?.first()?).is_eq())
            }
            _ => None,
        }
    }

    fn connective(&self, expression: &Expression, decisive: bool, place: Place<'_>) -> Option<bool> {
        let mut known = true;
        for argument in &expression.arguments {
            match self.pieces(argument, place).as_deref() {
                Some(text) if (text == "1") == decisive => return Some(decisive),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(!decisive)
    }

    fn language_and_id(&self, words: &[String], language: &str) -> Option<bool> {
        let (first, ids) = words.split_first()?;
        if first != language {
            return Some(false);
        }
        let own = self.toolchain.compiler(language)?;
        Some(ids.iter().any(|id| id == own))
    }

    fn target_property(&self, expression: &Expression, place: Place<'_>) -> Option<String> {
        let words: Vec<String> = expression.arguments.iter().map(|a| self.pieces(a, place)).collect::<Option<_>>()?;
        let (target, property) = match words.as_slice() {
            [property] => (place.head, property),
            [target, property] => (self.model.find(target)?, property),
            _ => return None,
        };
        match property.as_str() {
            "TYPE" => return Some(self.definition(target)?.kind.cmake_name().to_owned()),
            "NAME" => return Some(self.model.name(target).to_owned()),
            "SOURCE_DIR" => return Some(self.directory(target)?.source.to_string_lossy().into_owned()),
            "BINARY_DIR" => return Some(self.directory(target)?.binary.to_string_lossy().into_owned()),
            "SOURCES" => return None,
            "LINKER_LANGUAGE" => return self.once(target, property, || self.link_language(target)),
            _ => {}
        }
        // Transitive properties collect those of the libraries that are linked too.
        if let Some(own) = property.strip_prefix("INTERFACE_").filter(|p| TRANSITIVE.contains(p)) {
            return Some(self.interface(target, own, place)?.join(";"));
        }
        if TRANSITIVE.contains(&property.as_str()) {
            return Some(self.own_and_used(target, property, place)?.join(";"));
        }
        Some(self.evaluated(target, property, place)?.unwrap_or_default())
    }

    /// `$<TARGET_FILE:t>` and relatives that name the main file.
    fn file_of(&self, name: &str, target: &str) -> Option<String> {
        let id = self.model.find(target)?;
        if self.definition(id)?.imported {
            return None;
        }
        let real = self.real_name(id)?;
        let folder = self.output_folder(id)?.to_string_lossy().into_owned();
        let base = self.base_name(id)?;
        match name {
            "TARGET_FILE" => Some(format!("{folder}/{real}")),
            "TARGET_FILE_NAME" => Some(real),
            "TARGET_FILE_DIR" => Some(folder),
            "TARGET_FILE_BASE_NAME" => Some(base),
            "TARGET_LINKER_FILE" => Some(format!("{folder}/{}", self.name_on_disk(id)?)),
            "TARGET_LINKER_FILE_NAME" => self.name_on_disk(id),
            "TARGET_LINKER_FILE_DIR" => Some(folder),
            "TARGET_SONAME_FILE" => Some(format!("{folder}/{}", self.soname(id)?)),
            "TARGET_SONAME_FILE_NAME" => self.soname(id),
            _ => None,
        }
    }

    /// Whether a target is of one of the kinds.
    pub(super) fn is(&self, id: TargetId, kinds: &[TargetKind]) -> bool {
        self.definition(id).is_some_and(|d| kinds.contains(&d.kind))
    }
}

/// Properties that pass along link edges (cmake-buildsystem(7)).
const TRANSITIVE: &[&str] = &[
    "INCLUDE_DIRECTORIES",
    "SYSTEM_INCLUDE_DIRECTORIES",
    "COMPILE_DEFINITIONS",
    "COMPILE_OPTIONS",
    "COMPILE_FEATURES",
    "SOURCES",
    "LINK_OPTIONS",
    "LINK_DIRECTORIES",
    "LINK_DEPENDS",
    "AUTOUIC_OPTIONS",
];

fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Like `string(MAKE_C_IDENTIFIER)`.
pub(super) fn c_identifier(text: &str) -> String {
    let digit = text.starts_with(|c: char| c.is_ascii_digit());
    let body = text.bytes().map(|b| if b.is_ascii_alphanumeric() { char::from(b) } else { '_' });
    digit.then_some('_').into_iter().chain(body).collect()
}
