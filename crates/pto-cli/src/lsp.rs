//! `pto lsp`: the language server, over standard input and output.

use crate::output::{examples, usage};
use clap::Args;
use lsp_server::{Connection, Message};
use pto_lsp::{Output, Runner};
use std::io::{self, BufRead, Read, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What `pto lsp` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("how an editor starts it", "pto lsp"),
]))]
pub struct LspArgs {
    /// Speak over standard input and output, which is what it does anyway; some editors insist on saying so
    #[arg(long)]
    stdio: bool,
}

/// Speaks with an editor until it is done.
pub fn run(_: &LspArgs) -> ExitCode {
    let (connection, Connection { sender, receiver }) = Connection::memory();
    let reader = std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(message) = read_message(&mut input)? {
            let is_exit = matches!(&message, Message::Notification(n) if n.method == "exit");
            if sender.send(message).is_err() || is_exit {
                break;
            }
        }
        Ok::<(), io::Error>(())
    });
    let writer = std::thread::spawn(move || {
        let mut out = io::stdout().lock();
        receiver.into_iter().try_for_each(|message| message.write(&mut out))
    });
    let served = pto_lsp::serve(&connection, Arc::new(Processes::default()));
    // The thread that writes ends when nobody can give it more.
    drop(connection);
    let ended = |thread: JoinHandle<io::Result<()>>| {
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    };
    let read = ended(reader);
    let written = ended(writer);
    match (served, read.and(written)) {
        (_, Err(e)) => usage(
            &format!("this is not the Language Server Protocol: {e}"),
            Some("let an editor start `pto lsp`; the book's chapter on editors says how"),
        ),
        // Whoever leaves before the handshake wanted nothing.
        (Err(e), _) if e.channel_is_disconnected() => ExitCode::SUCCESS,
        (Err(e), _) => usage(&e.to_string(), None),
        (Ok(()), _) => ExitCode::SUCCESS,
    }
}

/// The longest message that is read: more than any program of an editor.
const MOST_BYTES: u64 = 256 << 20;
/// The longest head of a message.
const MOST_HEAD_BYTES: u64 = 8 << 10;

/// Reads a message; nothing at the end of the input. Its head is looked at first: who announces more than there may be is refused
/// before there is memory for it.
fn read_message(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let refused = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_string());
    let (mut head, mut length) = (Vec::new(), 0);
    loop {
        let from = head.len();
        let left = MOST_HEAD_BYTES.saturating_sub(from as u64);
        if input.by_ref().take(left).read_until(b'\n', &mut head)? == 0 {
            return if from == 0 {
                Ok(None)
            } else {
                Err(refused("the head of a message has no end"))
            };
        }
        let line = String::from_utf8_lossy(&head[from..]).into_owned();
        if line.trim_end().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse().unwrap_or(u64::MAX);
        }
    }
    if length > MOST_BYTES {
        return Err(refused("a message is longer than 256 MiB"));
    }
    Message::read(&mut head.as_slice().chain(input.take(length)))
}

/// Each command is a process of its own, with the program as its input.
#[derive(Default)]
struct Processes {
    count: AtomicU32,
    running: Mutex<Vec<Arc<Mutex<Child>>>>,
}

impl Processes {
    /// A file that no other command writes.
    fn page(&self) -> PathBuf {
        let n = self.count.fetch_add(1, Ordering::Relaxed);
        std::env::temp_dir().join(format!("pto-lsp-{}-{n}.html", std::process::id()))
    }

    fn running(&self) -> MutexGuard<'_, Vec<Arc<Mutex<Child>>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads all of a stream, on a thread of its own: a process that writes to two of them stops where nobody reads.
fn read_all(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

impl Runner for Processes {
    fn run(&self, words: &[String], program: &str) -> Result<Output, String> {
        let exe = std::env::current_exe().map_err(|e| format!("cannot find pto itself: {e}"))?;
        let page = words.iter().any(|w| w == "OUT.html").then(|| self.page());
        let mut command = Command::new(exe);
        command.arg("--color=never");
        for word in words {
            match &page {
                Some(path) if word == "OUT.html" => command.arg(path),
                _ => command.arg(word),
            };
        }
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("cannot start pto: {e}"))?;
        let input = child.stdin.take();
        let (stdout, stderr) = (read_all(child.stdout.take()), read_all(child.stderr.take()));
        let child = Arc::new(Mutex::new(child));
        self.running().push(Arc::clone(&child));
        if let Some(mut input) = input {
            // A command that reads nothing more has closed its input; what it says tells why.
            let _ = input.write_all(program.as_bytes());
        }
        let (stdout, stderr) =
            (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default());
        let ended = child.lock().unwrap_or_else(PoisonError::into_inner).wait();
        self.running().retain(|c| !Arc::ptr_eq(c, &child));
        let written = page.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        if let Some(path) = page {
            let _ = std::fs::remove_file(path);
        }
        let ended = ended.map_err(|e| format!("cannot run pto: {e}"))?;
        Ok(Output { success: ended.success(), stdout, stderr, page: written })
    }

    fn stop(&self) {
        for child in self.running().iter() {
            let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_that_nobody_has_memory_for_are_refused() {
        for length in ["9223372036854775808", "100000000000", "99999999999999999999999", "-1", "x"]
        {
            let text = format!("Content-Length: {length}\r\n\r\n{{}}");
            assert!(read_message(&mut text.as_bytes()).is_err(), "{length}");
        }
        assert!(read_message(&mut "a".repeat(100_000).as_bytes()).is_err());
        assert!(matches!(read_message(&mut &b""[..]), Ok(None)));
        let body = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let text = format!("Content-Length: {}\r\n\r\n{body}rest", body.len());
        let mut input = text.as_bytes();
        assert!(matches!(read_message(&mut input), Ok(Some(Message::Notification(_)))));
        assert_eq!(input, b"rest");
    }
}
