//! `pto serve`: the playground, answered by this command, for programs and files of one folder.
//!
//! Whoever can send requests could read and write files, so all of these must hold of each: it comes to the loopback interface; it
//! names this server and no other host, as a page that only pretends to be here would; its path begins with a token that is
//! known to who started the server; and if it comes from a page, that page came from here.
//!
//! What a request asks is answered by a process of its own (`worker.rs`).

mod folder;
mod http;
mod worker;

use crate::arg_error::ArgError;
use crate::output::{examples, print};
use crate::play::{self, Host};
use crate::stop;
use clap::{Args, ValueHint};
use folder::Folder;
use http::{Reply, Request};
use pto_page::ASSETS;
use pto_sim::Limits;
use serde_json::{Value, json};
use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Connections at once; a page needs two, and a browser opens a few.
const MOST_CONNECTIONS: usize = 16;

/// What `pto serve` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("prints an address, and stops at once; without --max-requests, at Ctrl-C", "pto serve examples --max-requests 0"),
]))]
pub struct ServeArgs {
    /// Folder whose programs and arrays the page may read, and whose programs it may write
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    folder: String,
    /// Port of the loopback interface; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Stop a run after this many seconds; 0 never stops one
    #[arg(long, value_name = "N", default_value_t = 60)]
    max_seconds: u64,
    /// Stop after this many requests
    #[arg(long, value_name = "N")]
    max_requests: Option<u64>,
    /// Answer one request, on standard input and output: what the server starts for each
    #[arg(long, hide = true)]
    answer: bool,
}

/// Runs the command.
pub fn run(args: &ServeArgs) -> ExitCode {
    if args.answer {
        let time = (args.max_seconds > 0).then(|| Duration::from_secs(args.max_seconds));
        let limits = Limits { time, kept_instructions: 2_000_000, ..Limits::default() };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        return worker::answer_one(&Host { limits, threads });
    }
    match listen(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => e.report(),
    }
}

/// What every connection needs to know.
struct Server {
    folder: Folder,
    port: u16,
    token: String,
    max_seconds: u64,
    open: AtomicUsize,
}

fn listen(args: &ServeArgs) -> Result<(), ArgError> {
    let folder = Folder::open(&args.folder)?;
    let told = |e: std::io::Error| ArgError::new(format!("port {}: {e}", args.port));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(told)?;
    let port = listener.local_addr().map_err(told)?.port();
    let (token, max_seconds) = (token(), args.max_seconds);
    let server = Server { folder, port, token, max_seconds, open: AtomicUsize::new(0) };
    print(&format!("http://127.0.0.1:{port}/{}/\n", server.token));
    let server = Arc::new(server);
    let mut left = args.max_requests;
    let _waiting = stop::waiting();
    while left != Some(0) {
        let Ok((stream, _)) = listener.accept() else { continue };
        left = left.map(|n| n - 1);
        let server = Arc::clone(&server);
        if left == Some(0) || server.open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
            server.connect(stream);
            continue;
        }
        server.open.fetch_add(1, Ordering::Relaxed);
        // Without a thread the browser asks again.
        let _ = std::thread::Builder::new().spawn(move || {
            server.connect(stream);
            server.open.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(())
}

/// 128 bits that nobody can guess: hashers get their keys from the system.
fn token() -> String {
    let part = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", part(), part())
}

/// Whether two texts are equal, in a time that does not say how far.
fn equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |d, (a, b)| d | (a ^ b)) == 0
}

impl Server {
    fn connect(&self, mut stream: TcpStream) {
        let reply = match Request::read(&mut stream) {
            Ok(request) => self.answer(&request),
            Err(refused) => refused,
        };
        reply.send(&mut stream);
    }

    /// Answers a request, or says why not.
    fn answer(&self, request: &Request) -> Reply {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        if !request.header("host").is_some_and(|h| hosts.iter().any(|host| host == h)) {
            return Reply::refuse(421, "this server is at 127.0.0.1 alone");
        }
        let from_here = |origin: &str| hosts.iter().any(|h| origin == format!("http://{h}"));
        let origin = request.header("origin");
        if origin.is_some_and(|o| !from_here(o)) || request.method == "POST" && origin.is_none() {
            return Reply::refuse(403, "only pages of this server may ask");
        }
        if !matches!(request.header("sec-fetch-site"), None | Some("same-origin" | "none")) {
            return Reply::refuse(403, "only pages of this server may ask");
        }
        let path = request.path.strip_prefix('/').and_then(|p| p.split_once('/'));
        let Some((_, path)) = path.filter(|(token, _)| equal(token, &self.token)) else {
            return Reply::refuse(403, "the address lacks the token that `pto serve` printed");
        };
        let found = match (request.method.as_str(), path.split_once('/')) {
            ("POST", None) if path == "ask" => return self.ask(&request.body),
            ("GET", Some(("file", name))) => self.folder.read(name),
            ("POST", Some(("file", name))) => self.folder.write(name, &request.body),
            ("GET", None) => Ok(Self::page(path, &self.folder)),
            _ => Ok(Reply::refuse(404, "there is no such page")),
        };
        found.unwrap_or_else(|e| Reply::refuse(e.status, &e.why))
    }

    fn page(path: &str, folder: &Folder) -> Reply {
        match path {
            "" => Reply::of("text/html; charset=utf-8", pto_page::for_command().into_bytes()),
            "examples.json" => {
                let one = |name: String| json!({"name": name, "file": format!("file/{name}")});
                let list: Vec<Value> = folder.programs().into_iter().map(one).collect();
                Reply::of("application/json", Value::from(list).to_string().into_bytes())
            }
            _ => match ASSETS.iter().find(|a| a.name == path && a.name != "sw.js") {
                Some(asset) => Reply::of(asset.media_type, asset.text.as_bytes().to_vec()),
                None => Reply::refuse(404, "there is no such page"),
            },
        }
    }

    /// Answers what the page asks; arguments `file:NAME` are files of the folder.
    fn ask(&self, body: &[u8]) -> Reply {
        let answered = play::Frame::read(body).and_then(|mut frame| {
            let blobs = &mut frame.blobs;
            for arg in frame.document["args"].as_array_mut().into_iter().flatten() {
                let Some(name) = arg.as_str().and_then(|a| a.strip_prefix("file:")) else {
                    continue;
                };
                let name = name.to_string();
                let bytes = self.folder.bytes(&name).map_err(|e| ArgError::new(e.why))?;
                blobs.push(bytes);
                *arg = json!({"blob": blobs.len() - 1, "name": name});
            }
            Ok(worker::ask(&frame.bytes(), self.max_seconds))
        });
        let answered = answered.unwrap_or_else(|e| {
            play::Frame::of(json!({"refused": e.message, "hint": e.hint})).bytes()
        });
        Reply::of("application/octet-stream", answered)
    }
}
