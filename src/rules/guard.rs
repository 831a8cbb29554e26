//! Keeps a panic from taking more than the step in which it happened.
use std::any::Any;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Where the last panic happened, when [`install`] was called.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// Makes panics silent: who catches one with [`run`] tells it in its own words.
pub fn install() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let place = info.location().map(ToString::to_string);
        *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }));
}

/// Runs a step; the error is what its panic said, with the place in the program when that is known.
pub fn run<T>(step: impl FnOnce() -> T) -> Result<T, String> {
    // Nothing that the step changed is looked at after a panic, apart from tables that keep themselves in order.
    catch_unwind(AssertUnwindSafe(step)).map_err(|payload| {
        let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take();
        let at = place.map(|place| format!(" ({place})")).unwrap_or_default();
        format!("{}{at}", words(payload.as_ref()))
    })
}

fn words(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&'static str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_words() {
        assert_eq!(run(|| 1), Ok(1));
        assert!(run(|| -> () { panic!("number {}", 7) }).unwrap_err().starts_with("number 7"));
    }
}
