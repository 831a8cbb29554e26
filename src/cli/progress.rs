//! A line on the terminal while the analysis takes its time: after a second, never in pipes, gone when it ends.
use std::io::{self, IsTerminal as _, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::terminal::{self, Environment};

/// Runs that end before this say nothing.
const DELAY: Duration = Duration::from_secs(1);
/// How often the line is written anew.
const EVERY: Duration = Duration::from_millis(500);
/// Takes the line away (ECMA-48, EL).
const CLEAR: &str = "\r\x1b[K";

/// Shows the line until it is dropped.
pub(super) struct Progress {
    ended: Arc<(Mutex<bool>, Condvar)>,
    writer: Option<JoinHandle<()>>,
}

impl Progress {
    /// On the error stream, where that is a terminal which is to show it.
    pub(super) fn start() -> Self {
        if wanted(&terminal::environment, io::stderr().is_terminal()) {
            Self::on(io::stderr(), DELAY, EVERY)
        } else {
            Self { ended: Arc::default(), writer: None }
        }
    }

    fn on(mut out: impl Write + Send + 'static, delay: Duration, every: Duration) -> Self {
        let ended: Arc<(Mutex<bool>, Condvar)> = Arc::default();
        let seen = Arc::clone(&ended);
        let start = Instant::now();
        let show = move || {
            let (lock, bell) = &*seen;
            let mut wait = delay;
            let mut shown = false;
            let mut over = lock.lock().unwrap_or_else(PoisonError::into_inner);
            while !*over {
                let (guard, timeout) = bell.wait_timeout(over, wait).unwrap_or_else(PoisonError::into_inner);
                over = guard;
                if timeout.timed_out() && !*over {
                    shown = true;
                    wait = every;
                    // Who does not see it misses nothing.
                    let _ = write!(out, "{CLEAR}linklint: analysing, {} s", start.elapsed().as_secs());
                    let _ = out.flush();
                }
            }
            if shown {
                let _ = write!(out, "{CLEAR}");
                let _ = out.flush();
            }
        };
        // Without a thread there is no line.
        let writer = thread::Builder::new().name("progress".to_owned()).spawn(show).ok();
        Self { ended, writer }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let (lock, bell) = &*self.ended;
        *lock.lock().unwrap_or_else(PoisonError::into_inner) = true;
        bell.notify_all();
        if let Some(writer) = self.writer.take() {
            // The line is gone before anything else is written.
            let _ = writer.join();
        }
    }
}

/// Whether the line is shown: on terminals that understand it, unless cargo is told not to (`CARGO_TERM_PROGRESS_WHEN`).
fn wanted(env: Environment<'_>, terminal: bool) -> bool {
    let cargo = env("CARGO_TERM_PROGRESS_WHEN").filter(|_| env("CARGO").is_some());
    terminal && env("TERM").is_none_or(|term| term != "dumb") && cargo.is_none_or(|when| when != "never")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Screen {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_long_run_shows_a_line_and_takes_it_away() {
        let screen = Screen::default();
        let progress = Progress::on(screen.clone(), Duration::ZERO, Duration::from_millis(1));
        while !screen.text().contains("analysing") {
            thread::yield_now();
        }
        drop(progress);
        assert!(screen.text().starts_with("\r\x1b[Klinklint: analysing, 0 s"), "{:?}", screen.text());
        assert!(screen.text().ends_with(CLEAR));
    }

    #[test]
    fn a_short_run_shows_nothing() {
        let screen = Screen::default();
        drop(Progress::on(screen.clone(), Duration::from_hours(1), EVERY));
        assert_eq!(screen.text(), "");
    }

    #[test]
    fn it_is_for_terminals() {
        let none: Environment<'_> = &|_| None;
        assert!(wanted(none, true) && !wanted(none, false));
        assert!(!wanted(&|name| (name == "TERM").then(|| "dumb".to_owned()), true));
        assert!(!wanted(&|_| Some("never".to_owned()), true), "cargo was told so");
    }
}
