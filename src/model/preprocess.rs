//! What a condition of the preprocessor means for a target: the macros of its compilation as conditions of the build.
mod seen;

use std::path::Path;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::{Cond, Conds};
use crate::flags::{self, CompileFlag};
use crate::native::{Comparison, Guard, GuardId, Guards, Operator, Value, ValueId};

use super::cache::remember;
use super::headers::Headers;
use super::{Model, TargetId};
use seen::Seen;

/// Numbers with more cases than this are not told apart.
const MOST: usize = 32;

/// A condition of which a part may be unknown: it holds at least under `must` and at most under `may`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Holds for sure.
    pub must: Cond,
    /// Is not excluded.
    pub may: Cond,
}

impl Bounds {
    const UNKNOWN: Self = Self { must: Cond::FALSE, may: Cond::TRUE };

    /// When it holds under another condition, and whether that is sure.
    pub fn under(self, conds: &Conds, cond: Cond) -> (Cond, bool) {
        let must = conds.and(self.must, cond);
        if must.is_false() { (conds.and(self.may, cond), false) } else { (must, true) }
    }

    fn exactly(cond: Cond) -> Self {
        Self { must: cond, may: cond }
    }
}

/// The macros of a command line.
#[derive(Clone)]
pub(super) struct Given {
    by_name: FxHashMap<String, Vec<(Option<String>, Cond)>>,
    /// When some definition has a name that is not known.
    unclear: Cond,
}

/// The macros that one source of a target is compiled with.
pub struct Compilation<'m> {
    model: &'m Model<'m>,
    /// Those of the target, mostly; shared by its sources.
    given: Rc<Given>,
    /// Names that files define.
    elsewhere: FxHashSet<String>,
    /// The headers of the project that the source sees.
    seen: Option<Seen<'m>>,
    /// When the target is a library that is loaded.
    loaded: Cond,
    cxx: bool,
}

impl Given {
    /// Those of a target.
    fn of(model: &Model<'_>, target: TargetId) -> Self {
        let conds = &model.facts.conds;
        let mut given = Self { by_name: FxHashMap::default(), unclear: Cond::FALSE };
        for item in model.definitions(target).iter() {
            given.add(conds, &item.text, item.cond);
        }
        for source in model.compile_flags(target).iter().filter(|source| changes_macros(&source.flag.flag)) {
            given.change(conds, &source.flag.flag, source.cond);
        }
        given
    }

    fn add(&mut self, conds: &Conds, text: &str, cond: Cond) {
        let text = text.strip_prefix("-D").unwrap_or(text);
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        if has_symbol(name) || name.contains("$<") {
            self.blur(conds, cond);
        } else {
            self.by_name.entry(name.to_owned()).or_default().push((value.map(str::to_owned), cond));
        }
    }

    /// A flag by which macros come and go: definitions stand before it on the command line, mostly.
    fn change(&mut self, conds: &Conds, flag: &CompileFlag, cond: Cond) {
        if let CompileFlag::Undefine(name) = flag {
            for (_, when) in self.by_name.get_mut(name).into_iter().flatten() {
                *when = conds.diff(*when, cond);
            }
        }
        self.blur(conds, cond);
    }

    fn blur(&mut self, conds: &Conds, cond: Cond) {
        self.unclear = conds.or(self.unclear, cond);
    }
}

impl<'m> Compilation<'m> {
    /// Reads the definitions of a target and those of the source's own properties.
    pub fn new(model: &'m Model<'m>, target: TargetId, source: &Path) -> Self {
        let cxx = source.extension().is_none_or(|suffix| suffix != "c");
        let loaded = model.is_kind(target, &[TargetKind::Shared, TargetKind::Module]);
        let given = remember(&model.cache.given, target, || Given::of(model, target));
        let mut this = Self { model, given, elsewhere: FxHashSet::default(), seen: None, loaded, cxx };
        this.add_source_properties(source);
        this
    }

    /// The same for a source whose headers are known: what they define counts, too.
    pub fn with_headers(model: &'m Model<'m>, target: TargetId, source: &Path, headers: &'m Headers<'m>) -> Self {
        let seen = Some(Seen::new(headers, target, source.to_path_buf()));
        Self { seen, ..Self::new(model, target, source) }
    }

    fn without_headers(&self) -> Self {
        Self {
            model: self.model,
            given: Rc::clone(&self.given),
            elsewhere: self.elsewhere.clone(),
            seen: None,
            loaded: self.loaded,
            cxx: self.cxx,
        }
    }

    fn add_source_properties(&mut self, source: &Path) {
        let path = source.to_string_lossy();
        let values = |name: &str| {
            let found = self.model.facts.source_properties.get(&(path.as_ref().into(), name.into()));
            found.map(|value| self.model.items(value, None)).unwrap_or_default()
        };
        let definitions = values("COMPILE_DEFINITIONS");
        let options: Vec<_> = ["COMPILE_FLAGS", "COMPILE_OPTIONS"].into_iter().flat_map(values).collect();
        if definitions.is_empty() && options.is_empty() {
            return;
        }
        let (conds, given) = (&self.model.facts.conds, Rc::make_mut(&mut self.given));
        for item in definitions {
            given.add(conds, &item.text, item.cond);
        }
        for item in options {
            for flag in flags::compile_line(&item.text) {
                match flag.flag {
                    CompileFlag::Define(name, value) => {
                        given.add(conds, &value.map_or(name.clone(), |value| format!("{name}={value}")), item.cond);
                    }
                    other if changes_macros(&other) => given.change(conds, &other, item.cond),
                    _ => {}
                }
            }
        }
    }

    /// Takes into account that files which the source sees may define a macro.
    pub fn may_define(&mut self, name: &str) {
        self.elsewhere.insert(name.to_owned());
    }

    /// When a condition of a file holds.
    pub fn holds(&self, guards: &Guards, id: GuardId) -> Bounds {
        self.guard(&mut Walk { guards, met: FxHashMap::default(), values: FxHashMap::default() }, id)
    }

    /// The depth of conditions is bounded by their table.
    fn guard(&self, walk: &mut Walk<'_>, id: GuardId) -> Bounds {
        if let Some(known) = walk.met.get(&id) {
            return *known;
        }
        let bounds = self.guard_anew(walk, id);
        walk.met.insert(id, bounds);
        bounds
    }

    fn guard_anew(&self, walk: &mut Walk<'_>, id: GuardId) -> Bounds {
        let conds = &self.model.facts.conds;
        let guards = walk.guards;
        let mut inner = |id: &GuardId| self.guard(walk, *id);
        match guards.get(id) {
            Guard::True => Bounds::exactly(Cond::TRUE),
            Guard::False => Bounds::exactly(Cond::FALSE),
            Guard::Expr(_) => Bounds::UNKNOWN,
            Guard::Defined(name) => self.defined_in(name, walk.guards),
            Guard::Not(a) => {
                let a = inner(a);
                Bounds { must: conds.not(a.may), may: conds.not(a.must) }
            }
            Guard::And(a, b) => {
                let (a, b) = (inner(a), inner(b));
                Bounds { must: conds.and(a.must, b.must), may: conds.and(a.may, b.may) }
            }
            Guard::Or(a, b) => {
                let (a, b) = (inner(a), inner(b));
                Bounds { must: conds.or(a.must, b.must), may: conds.or(a.may, b.may) }
            }
            Guard::Test(comparison, a, b) => {
                let (a, b) = (self.number(walk, *a), self.number(walk, *b));
                self.compare(*comparison, &a, &b)
            }
        }
    }

    fn compare(&self, comparison: Comparison, a: &Numbers, b: &Numbers) -> Bounds {
        let conds = &self.model.facts.conds;
        let mut bounds = Bounds::exactly(Cond::FALSE);
        for (when_a, a) in a {
            for (when_b, b) in b {
                let both = conds.and(*when_a, *when_b);
                let holds = a.zip(*b).map(|(a, b)| holds(comparison, a, b));
                if holds == Some(true) {
                    bounds.must = conds.or(bounds.must, both);
                }
                if holds != Some(false) {
                    bounds.may = conds.or(bounds.may, both);
                }
            }
        }
        bounds
    }

    /// When a macro is defined, as the command line says.
    pub fn defined(&self, name: &str) -> Bounds {
        match self.predefined(name) {
            Some(cond) => Bounds::exactly(cond),
            None => self.given(name, true),
        }
    }

    /// The same where a file asks whose conditions these are.
    fn defined_in(&self, name: &str, asking: &Guards) -> Bounds {
        let Some(seen) = self.seen.as_ref().filter(|_| self.predefined(name).is_none()) else {
            return self.defined(name);
        };
        let conds = &self.model.facts.conds;
        let found = seen.definitions(self, name, asking);
        // A name that the project defines is its own, however it begins.
        let given = self.given(name, !found.own);
        let must = if found.undone { Cond::FALSE } else { conds.any(found.all.iter().map(|(when, _)| when.must)) };
        let may = if found.undone { Cond::TRUE } else { conds.any(found.all.iter().map(|(when, _)| when.may)) };
        Bounds { must: conds.or(given.must, must), may: conds.or(given.may, may) }
    }

    /// When the command line defines a macro; names that compilers define as they like are doubtful.
    fn given(&self, name: &str, doubts: bool) -> Bounds {
        let conds = &self.model.facts.conds;
        // What Visual Studio's generators say, and for the others CMP0203.
        if name == "_WINDLL" && !self.given.by_name.contains_key(name) && !self.elsewhere.contains(name) {
            let msvc = conds.platform("MSVC").unwrap_or(Cond::TRUE);
            return Bounds { must: Cond::FALSE, may: conds.or(conds.and(self.loaded, msvc), self.given.unclear) };
        }
        let language = if self.cxx { "CXX" } else { "C" };
        let given = self.given.by_name.get(name).into_iter().flatten();
        let given: Vec<Cond> = given.map(|(_, cond)| self.model.for_language(*cond, language)).collect();
        // What an expression decides that is not decided here may be there.
        let (open, sure): (Vec<Cond>, Vec<Cond>) =
            given.into_iter().partition(|cond| self.model.hangs_on_expression(*cond));
        let must = conds.any(sure);
        let doubtful = if self.elsewhere.contains(name) {
            Cond::TRUE
        } else if doubts && must.is_false() && is_reserved(name) {
            self.where_doubtful(name)
        } else {
            Cond::FALSE
        };
        Bounds { must, may: conds.any([must, conds.any(open), self.given.unclear, doubtful]) }
    }

    /// Where a name that compilers define as they like may be defined: those of rare systems on these only.
    fn where_doubtful(&self, name: &str) -> Cond {
        let conds = &self.model.facts.conds;
        let on = |system: &str| conds.platform(system).unwrap_or(Cond::FALSE);
        if OF_WINDOWS.contains(&name) {
            on("WIN32")
        } else if OF_RARE_SYSTEMS.contains(&name) {
            conds.not(conds.any(COMMON_SYSTEMS.iter().map(|system| on(system)).collect::<Vec<_>>()))
        } else {
            Cond::TRUE
        }
    }

    fn number(&self, walk: &mut Walk<'_>, id: ValueId) -> Numbers {
        if let Some(known) = walk.values.get(&id) {
            return known.clone();
        }
        let numbers = self.number_anew(walk, id);
        walk.values.insert(id, numbers.clone());
        numbers
    }

    fn number_anew(&self, walk: &mut Walk<'_>, id: ValueId) -> Numbers {
        let conds = &self.model.facts.conds;
        match walk.guards.value(id) {
            Value::Number(number) => vec![(Cond::TRUE, Some(*number))],
            Value::Macro(name) => self.macro_number(name, walk.guards),
            Value::Call(text) if text.starts_with("__has_attribute(") || text.starts_with("__has_declspec") => {
                vec![(Cond::TRUE, Some(1))]
            }
            Value::Call(_) | Value::Expr(_) => vec![(Cond::TRUE, None)],
            Value::Truth(guard) => {
                let bounds = self.guard(walk, *guard);
                let unsure = conds.diff(bounds.may, bounds.must);
                vec![(bounds.must, Some(1)), (conds.not(bounds.may), Some(0)), (unsure, None)]
            }
            Value::Select(guard, a, b) => {
                let bounds = self.guard(walk, *guard);
                let (a, b) = (self.number(walk, *a), self.number(walk, *b));
                let mut out = vec![(conds.diff(bounds.may, bounds.must), None)];
                out.extend(a.into_iter().map(|(when, number)| (conds.and(when, bounds.must), number)));
                out.extend(b.into_iter().map(|(when, number)| (conds.diff(when, bounds.may), number)));
                bounded(out)
            }
            Value::Arithmetic(operator, a, b) => {
                let (a, b) = (self.number(walk, *a), self.number(walk, *b));
                let pairs = a.iter().flat_map(|(when_a, a)| {
                    b.iter().map(move |(when_b, b)| {
                        (conds.and(*when_a, *when_b), a.zip(*b).and_then(|(a, b)| apply(*operator, a, b)))
                    })
                });
                bounded(pairs.collect())
            }
        }
    }

    fn macro_number(&self, name: &str, asking: &Guards) -> Numbers {
        let conds = &self.model.facts.conds;
        if let Some(cond) = self.predefined(name) {
            let number = PREDEFINED.iter().find(|row| row.0 == name).map_or(1, |row| row.2);
            return vec![(cond, Some(number)), (conds.not(cond), Some(0))];
        }
        let defined = self.defined_in(name, asking);
        let mut out = vec![(conds.not(defined.may), Some(0))];
        let mut left = defined.must;
        for (value, cond) in self.given.by_name.get(name).map_or(&[][..], Vec::as_slice) {
            let number = value.as_ref().map_or(Some(1), |value| value.trim().parse().ok());
            out.push((conds.and(left, *cond), number));
            left = conds.diff(left, *cond);
        }
        let seen = self.seen.as_ref().map(|seen| seen.definitions(self, name, asking));
        for (when, number) in seen.iter().filter(|found| !found.undone).flat_map(|found| &found.all) {
            out.push((conds.and(left, when.must), *number));
            left = conds.diff(left, when.must);
        }
        out.push((conds.diff(defined.may, defined.must), None));
        bounded(out)
    }

    /// What compilers define themselves; None for other names.
    fn predefined(&self, name: &str) -> Option<Cond> {
        let conds = &self.model.facts.conds;
        let (_, systems, _) = PREDEFINED.iter().find(|row| row.0 == name)?;
        let system = |name: &str| match name {
            "C++" => Some(if self.cxx { Cond::TRUE } else { Cond::FALSE }),
            _ => match name.strip_prefix('!') {
                Some(other) => conds.platform(other).map(|cond| conds.not(cond)),
                None => conds.platform(name),
            },
        };
        let all = |group: &str| -> Option<Cond> {
            let parts: Option<Vec<Cond>> = group.split('&').map(system).collect();
            Some(conds.all(parts?))
        };
        let any: Option<Vec<Cond>> = systems.split('|').map(all).collect();
        Some(conds.any(any?))
    }
}

/// A walk over the conditions of one file. They share their parts: what was met is kept, for the paths to it double with
/// each.
struct Walk<'g> {
    guards: &'g Guards,
    met: FxHashMap<GuardId, Bounds>,
    values: FxHashMap<ValueId, Numbers>,
}

/// Cases of a number; None where it is not known.
type Numbers = Vec<(Cond, Option<i64>)>;

fn bounded(mut numbers: Numbers) -> Numbers {
    numbers.retain(|(cond, _)| !cond.is_false());
    if numbers.len() > MOST { vec![(Cond::TRUE, None)] } else { numbers }
}

/// Macros that compilers define: name, on which systems (`|` any, `&` all, `!` not; CMake's variables), a usual value.
/// Source: predef manual of GCC ("Common Predefined Macros"), "Predefined macros" of MSVC, clang's `-dM`.
const PREDEFINED: &[(&str, &str, i64)] = &[
    ("_WIN32", "WIN32", 1),
    ("WIN32", "WIN32", 1),
    ("__WIN32__", "WIN32", 1),
    ("__WIN32", "WIN32", 1),
    ("__NT__", "WIN32", 1),
    ("_WINDOWS", "WIN32", 1),
    ("__MINGW32__", "MINGW", 1),
    ("__MINGW64__", "MINGW", 1),
    ("_MSC_VER", "MSVC", 1930),
    ("__CYGWIN__", "CYGWIN", 1),
    ("__APPLE__", "APPLE", 1),
    ("__APPLE_CC__", "APPLE", 6000),
    ("__MACH__", "APPLE", 1),
    ("__linux__", "LINUX|ANDROID", 1),
    ("__linux", "LINUX|ANDROID", 1),
    ("__gnu_linux__", "LINUX", 1),
    ("__ANDROID__", "ANDROID", 1),
    ("ANDROID", "ANDROID", 1),
    ("__unix__", "UNIX&!APPLE", 1),
    ("__unix", "UNIX&!APPLE", 1),
    ("__EMSCRIPTEN__", "EMSCRIPTEN", 1),
    ("__ELF__", "!WIN32&!APPLE&!EMSCRIPTEN", 1),
    ("__GNUC__", "!MSVC", 12),
    ("__has_attribute", "!MSVC", 1),
    ("__cplusplus", "C++", 201_703),
];

/// Macros that only compilers for Windows define, some of them.
const OF_WINDOWS: &[&str] =
    &["_WIN64", "__WIN64__", "__WIN64", "_WIN32_WCE", "_MSC_FULL_VER", "__BORLANDC__", "__TURBOC__", "__WATCOMC__"];

/// Macros that only compilers for systems beside the common ones define. Source: "Pre-defined Compiler Macros", Operating Systems, and the
/// configurations of GCC's targets (`TARGET_OS_CPP_BUILTINS`).
const OF_RARE_SYSTEMS: &[&str] = &[
    "__hpux",
    "__hpux__",
    "_hpux",
    "__sun",
    "__sun__",
    "__SUNPRO_C",
    "__SUNPRO_CC",
    "__SVR4",
    "__svr4__",
    "_AIX",
    "__AIX",
    "__AIX__",
    "__sgi",
    "__osf__",
    "__osf",
    "__ultrix",
    "__VMS",
    "__MVS__",
    "__FreeBSD__",
    "__OpenBSD__",
    "__NetBSD__",
    "__DragonFly__",
    "__bsdi__",
    "__HAIKU__",
    "__BEOS__",
    "__QNX__",
    "__QNXNTO__",
    "__VXWORKS__",
    "__vxworks",
    "__OS2__",
    "__EMX__",
    "__MSDOS__",
    "__DJGPP__",
    "__AMIGA__",
    "__MORPHOS__",
    "__AROS__",
    "__SYMBIAN32__",
    "__serenity__",
    "__minix",
    "__INTERIX",
    "_SCO_DS",
    "__ORBIS__",
    "__PROSPERO__",
    "__PSP__",
    "__vita__",
    "__3DS__",
];

/// Systems whose compilers define none of these.
const COMMON_SYSTEMS: &[&str] = &["LINUX", "ANDROID", "WIN32", "APPLE"];

/// Flags by which macros come and go unseen.
fn changes_macros(flag: &CompileFlag) -> bool {
    matches!(flag, CompileFlag::Undefine(_) | CompileFlag::ForcedInclude(_) | CompileFlag::ResponseFile(_))
}

/// Names that compilers and systems define as they like.
fn is_reserved(name: &str) -> bool {
    name.starts_with("__")
        || name.starts_with('_') && name[1..].starts_with(|c: char| c.is_ascii_uppercase())
        || matches!(name, "NDEBUG" | "DEBUG" | "linux" | "unix" | "sun")
}

fn holds(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::Unequal => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
    }
}

fn apply(operator: Operator, a: i64, b: i64) -> Option<i64> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => a.checked_div(b),
        Operator::Remainder => a.checked_rem(b),
        Operator::ShiftLeft => a.checked_shl(u32::try_from(b).ok()?),
        Operator::ShiftRight => a.checked_shr(u32::try_from(b).ok()?),
        Operator::BitAnd => Some(a & b),
        Operator::BitOr => Some(a | b),
    }
}
