//! As much of HTTP/1.1 as one page needs (RFC 9112): a request, an answer, and the connection ends.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Bytes of the first line and the fields.
const MOST_HEAD: usize = 16 << 10;
/// Bytes of what is sent with a request: programs and arrays.
const MOST_BODY: usize = 256 << 20;
/// How long a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request.
pub(super) struct Request {
    pub method: String,
    /// The path, without what follows `?`.
    pub path: String,
    fields: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// An answer.
pub(super) struct Reply {
    status: u16,
    media_type: &'static str,
    body: Vec<u8>,
}

impl Reply {
    /// What was asked for.
    pub fn of(media_type: &'static str, body: Vec<u8>) -> Reply {
        Reply { status: 200, media_type, body }
    }

    /// Why there is nothing.
    pub fn refuse(status: u16, why: &str) -> Reply {
        let body = format!("{why}\n").into_bytes();
        Reply { status, media_type: "text/plain; charset=utf-8", body }
    }

    /// Sends it; who does not listen any more misses it.
    pub fn send(self, stream: &mut TcpStream) {
        let reason = match self.status {
            200 => "OK",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            408 => "Request Timeout",
            413 => "Content Too Large",
            421 => "Misdirected Request",
            431 => "Request Header Fields Too Large",
            _ => "Internal Server Error",
        };
        let head = format!(
            "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\r\n",
            self.status,
            self.media_type,
            self.body.len()
        );
        let _ = stream.set_write_timeout(Some(PATIENCE));
        let sent = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&self.body));
        if sent.and_then(|()| stream.shutdown(Shutdown::Write)).is_ok() {
            // What is still on its way must not make the system take the answer back.
            let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
            let _ = std::io::copy(&mut stream.take(1 << 20), &mut std::io::sink());
        }
    }
}

impl Request {
    /// Reads a request, or says what is wrong with it.
    pub fn read(stream: &mut TcpStream) -> Result<Request, Reply> {
        let began = Instant::now();
        let mut bytes = Vec::new();
        let end = loop {
            if let Some(at) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
                break at;
            }
            if bytes.len() > MOST_HEAD {
                return Err(Reply::refuse(431, "the request has too long a head"));
            }
            more(stream, &mut bytes, 4096, began)?;
        };
        let mut body = bytes.split_off(end + 4);
        let wrong = || Reply::refuse(400, "not a request");
        let head = String::from_utf8(bytes).map_err(|_| wrong())?;
        let mut lines = head.trim_end().split("\r\n");
        let first: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let [method, target, version] = first[..] else { return Err(wrong()) };
        if !matches!(version, "HTTP/1.1" | "HTTP/1.0") || !target.starts_with('/') {
            return Err(wrong());
        }
        if !matches!(method, "GET" | "POST") {
            return Err(Reply::refuse(405, "only GET and POST"));
        }
        let field = |line: &str| {
            let (name, value) = line.split_once(':')?;
            let token = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
            let good = !name.is_empty() && name.bytes().all(token);
            good.then(|| (name.to_ascii_lowercase(), value.trim().to_string()))
        };
        let fields = lines.map(field).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
        let path = target.split(['?', '#']).next().unwrap_or_default().to_string();
        let mut request = Request { method: method.into(), path, fields, body: Vec::new() };
        let twice = |name: &str| request.fields.iter().filter(|f| f.0 == name).count() > 1;
        if ["host", "origin", "content-length"].iter().any(|n| twice(n))
            || request.header("transfer-encoding").is_some()
        {
            return Err(wrong());
        }
        let length = match request.header("content-length") {
            Some(text) if text.bytes().all(|b| b.is_ascii_digit()) => {
                text.parse().map_err(|_| Reply::refuse(413, "too much"))?
            }
            Some(_) => return Err(wrong()),
            None => 0,
        };
        if length > MOST_BODY {
            return Err(Reply::refuse(413, "more than 256 MiB"));
        }
        while body.len() < length {
            more(stream, &mut body, 1 << 16, began)?;
        }
        body.truncate(length);
        request.body = body;
        Ok(request)
    }

    /// The value of a field.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|f| f.0 == name).map(|f| f.1.as_str())
    }
}

/// Reads what has arrived, within the time that the request has.
fn more(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    most: usize,
    began: Instant,
) -> Result<(), Reply> {
    let left = PATIENCE.saturating_sub(began.elapsed());
    let late = || Reply::refuse(408, "the request did not arrive");
    if left.is_zero() {
        return Err(late());
    }
    let _ = stream.set_read_timeout(Some(left));
    let start = bytes.len();
    bytes.resize(start + most, 0);
    let read = stream.read(&mut bytes[start..]);
    bytes.truncate(start + *read.as_ref().unwrap_or(&0));
    match read {
        Ok(0) => Err(Reply::refuse(400, "the request is cut off")),
        Ok(_) => Ok(()),
        Err(e) if e.kind() == ErrorKind::Interrupted => Ok(()),
        Err(_) => Err(late()),
    }
}
