//! Messages of the Debug Adapter Protocol: a header with the length, then JSON.

use serde_json::{Value, json};
use std::io::{BufRead, Read, Write};

/// The longest message that is read.
const MOST_BYTES: usize = 64 << 20;

/// Reads a message; nothing at the end of the input or if it cannot be read.
pub fn read(input: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(8192).read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (key, value) = line.split_once(':')?;
        if key.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<usize>().ok().filter(|n| *n <= MOST_BYTES);
        }
    }
    let mut body = vec![0; length?];
    input.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// Writes answers and events, each with its number.
pub struct Writer<W> {
    out: W,
    number: u64,
}

impl<W: Write> Writer<W> {
    pub fn new(out: W) -> Writer<W> {
        Writer { out, number: 0 }
    }

    fn send(&mut self, mut message: Value) {
        self.number += 1;
        message["seq"] = json!(self.number);
        let text = message.to_string();
        // A client that is gone is noticed when the next message is read.
        let _ = write!(self.out, "Content-Length: {}\r\n\r\n{text}", text.len());
        let _ = self.out.flush();
    }

    /// Answers a request.
    pub fn answer(&mut self, request: &Value, body: Value) {
        self.send(json!({
            "type": "response", "request_seq": request["seq"], "success": true,
            "command": request["command"], "body": body,
        }));
    }

    /// Says why a request cannot be met.
    pub fn refuse(&mut self, request: &Value, why: &str) {
        self.send(json!({
            "type": "response", "request_seq": request["seq"], "success": false,
            "command": request["command"], "message": why,
            "body": {"error": {"id": 1, "format": why}},
        }));
    }

    /// Tells something that nobody asked for.
    pub fn event(&mut self, name: &str, body: Value) {
        self.send(json!({"type": "event", "event": name, "body": body}));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_by_their_length() {
        let mut input = &b"Content-Length: 9\r\n\r\n{\"a\": 1 }Content-Length: 2\r\n\r\n{}"[..];
        assert_eq!(read(&mut input), Some(json!({"a": 1})));
        assert_eq!(read(&mut input), Some(json!({})));
        assert_eq!(read(&mut input), None);
    }

    #[test]
    fn what_is_no_message_ends_the_session() {
        for text in [
            "Content-Length: 99999999999\r\n\r\n{}",
            "x\r\n\r\n",
            "Content-Length: 3\r\n\r\n{{}",
            "\r\n",
        ] {
            assert_eq!(read(&mut text.as_bytes()), None);
        }
    }
}
