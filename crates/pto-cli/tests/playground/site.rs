//! A server of `target/web` that can go away.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The playground, served on a port of its own until it is dropped.
pub struct Site {
    /// Where it is.
    pub origin: String,
    over: Arc<AtomicBool>,
}

/// A page as a book has them, with a program and something that is none.
const BOOK_PAGE: &str = "<!doctype html><html lang=\"en\"><link rel=\"icon\" href=\"data:,\"><body><pre><code class=\"language-pto\">module {
  func.func @f(%a: !pto.tile_buf&lt;vec, 1x8xi32>) {
    return
  }
}
</code></pre><pre><code class=\"language-pto\">pto.tadd</code></pre><script>const path_to_root = '';</script><script src=\"pto.js\"></script></body></html>";

/// Where `cargo xtask web` leaves the playground.
pub fn built() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web")
}

impl Site {
    /// Serves the playground; `None`, and a line that says so, if it was not built.
    pub fn open(test: &str) -> Option<Site> {
        let root = built();
        if !root.join("index.html").is_file() {
            let _ = writeln!(
                std::io::stderr(),
                "skipped: {test} needs the playground; `cargo xtask web` makes it"
            );
            return None;
        }
        for asset in pto_page::ASSETS.iter().filter(|a| !["index.html", "sw.js"].contains(&a.name))
        {
            let made = fs::read_to_string(root.join(asset.name)).unwrap_or_default();
            assert_eq!(made, asset.text, "target/web/{} is old: run `cargo xtask web`", asset.name);
        }
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let over = Arc::new(AtomicBool::new(false));
        let site = Site { origin, over: Arc::clone(&over) };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                let root = root.clone();
                std::thread::spawn(move || serve(stream, &root));
            }
        });
        Some(site)
    }

    /// From now on nobody answers.
    pub fn close(&self) {
        self.over.store(true, Ordering::Relaxed);
        // The listener looks when somebody comes.
        let _ = TcpStream::connect(self.origin.trim_start_matches("http://"));
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.close();
    }
}

fn serve(mut stream: TcpStream, root: &Path) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let mut first = String::new();
    let _ = reader.read_line(&mut first);
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|n| n > 2) {
        line.clear();
    }
    let path = first.split(' ').nth(1).unwrap_or("/").split(['?', '#']).next().unwrap_or("/");
    // Beside the book the playground is a folder of its own.
    let path = path.trim_start_matches("/book").trim_start_matches("/playground");
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        _ => "application/octet-stream",
    };
    let found = match name {
        "page.html" => Ok(BOOK_PAGE.as_bytes().to_vec()),
        "pto.js" => fs::read(root.join("../../docs/theme/pto.js")),
        name => fs::read(root.join(name)),
    };
    let (status, body) = match found {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}
