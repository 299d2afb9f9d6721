//! One call for a page: it writes a request into memory, calls, and reads the answer.
//!
//! `request(length)` gives the place to write to, `call()` answers and gives the length of the answer, `answer()` its place. A
//! panic ends a call as a trap; `complaint()` then prepares its message to be read like an answer. Nothing is imported, so any
//! host can load the file.

// Functions that a host calls by name are the whole purpose of this crate. No memory is touched through a pointer here.
#![allow(
    unsafe_code,
    reason = "`no_mangle` counts as unsafe: another symbol could have the same name"
)]

use pto_cli::play::{self, Host};
use std::sync::{Mutex, MutexGuard, PoisonError};

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static COMPLAINT: Mutex<String> = Mutex::new(String::new());

fn lock<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a request of this many bytes goes.
// SAFETY: no other symbol of this file is called so.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut request = lock(&REQUEST);
    *request = vec![0; length];
    request.as_mut_ptr()
}

/// Answers the request; gives the length of the answer.
// SAFETY: no other symbol of this file is called so.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    std::panic::set_hook(Box::new(|info| *lock(&COMPLAINT) = info.to_string()));
    let request = std::mem::take(&mut *lock(&REQUEST));
    let given = play::answer(&request, &Host::default());
    let mut answer = lock(&ANSWER);
    *answer = given;
    answer.len()
}

/// Where the answer is.
// SAFETY: no other symbol of this file is called so.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    lock(&ANSWER).as_ptr()
}

/// After a trap: makes the message of the panic the answer, and gives its length.
// SAFETY: no other symbol of this file is called so.
#[unsafe(no_mangle)]
pub extern "C" fn complaint() -> usize {
    let text = std::mem::take(&mut *lock(&COMPLAINT));
    let mut answer = lock(&ANSWER);
    *answer = text.into_bytes();
    answer.len()
}
