//! `pto serve` answers its own page and nobody else, and nothing outside its folder is read or written.

use pto_cli::play::Frame;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = "module {\n  func.func @f(%a: !pto.tile_buf<vec, 1x8xi32>) {\n    \
    pto.tadd ins(%a, %a : !pto.tile_buf<vec, 1x8xi32>, !pto.tile_buf<vec, 1x8xi32>) outs(%a : !pto.tile_buf<vec, 1x8xi32>)\n    \
    return\n  }\n}\n";

/// A server over a folder of its own, with a secret beside that folder.
struct Server {
    child: Child,
    host: String,
    token: String,
    root: PathBuf,
}

/// A request as it is sent.
struct Ask<'a> {
    method: &'a str,
    path: String,
    fields: Vec<(&'a str, String)>,
    body: Vec<u8>,
}

impl Server {
    fn start(name: &str) -> Server {
        let root = std::env::temp_dir().join(format!("pto-serve-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("served/sub")).expect("a folder");
        fs::write(root.join("served/f.pto"), PROGRAM).expect("a program");
        fs::write(root.join("served/sub/g.pto"), PROGRAM).expect("a program");
        fs::write(root.join("served/.hidden.pto"), "secret").expect("a file");
        fs::write(root.join("secret.pto"), "secret").expect("a file");
        let mut child = Command::new(env!("CARGO_BIN_EXE_pto"))
            .arg("serve")
            .arg(root.join("served"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("pto starts");
        let mut line = String::new();
        let mut said = BufReader::new(child.stdout.take().expect("its output"));
        said.read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("http://").expect("an address");
        let (host, token) = address.split_once('/').expect("a token");
        assert!(host.starts_with("127.0.0.1:"), "{host}");
        let token = token.trim_end_matches('/').to_string();
        assert_eq!(token.len(), 32);
        Server { child, host: host.to_string(), token, root }
    }

    fn get(&self, path: &str) -> Ask<'static> {
        let fields = vec![("Host", self.host.clone())];
        Ask { method: "GET", path: format!("/{}/{path}", self.token), fields, body: Vec::new() }
    }

    fn post(&self, path: &str, body: &[u8]) -> Ask<'static> {
        let fields = vec![
            ("Host", self.host.clone()),
            ("Origin", format!("http://{}", self.host)),
            ("Content-Length", body.len().to_string()),
        ];
        Ask { method: "POST", path: format!("/{}/{path}", self.token), fields, body: body.to_vec() }
    }

    fn send(&self, ask: &Ask<'_>) -> (u16, Vec<u8>) {
        let mut text = format!("{} {} HTTP/1.1\r\n", ask.method, ask.path);
        for (name, value) in &ask.fields {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("\r\n");
        self.raw(&[text.as_bytes(), &ask.body].concat())
    }

    fn raw(&self, bytes: &[u8]) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.host).expect("the server listens");
        // It may answer before it has read everything.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end =
            answer.windows(4).position(|w| w == b"\r\n\r\n").map_or(answer.len(), |at| at + 4);
        let body = answer.split_off(end);
        let head = String::from_utf8_lossy(&answer).into_owned();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        assert!(!head.to_lowercase().contains("access-control"), "{head}");
        assert!(!String::from_utf8_lossy(&body).contains("secret"), "{head}");
        (status, body)
    }

    fn ask(&self, document: Value) -> Value {
        let (status, body) = self.send(&self.post("ask", &Frame::of(document).bytes()));
        assert_eq!(status, 200);
        Frame::read(&body).expect("an answer").document
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The same request with another field.
fn with<'a>(mut ask: Ask<'a>, name: &'a str, value: &str) -> Ask<'a> {
    ask.fields.retain(|f| f.0 != name);
    ask.fields.push((name, value.to_string()));
    ask
}

/// The same request without a field.
fn without<'a>(mut ask: Ask<'a>, name: &str) -> Ask<'a> {
    ask.fields.retain(|f| f.0 != name);
    ask
}

#[test]
fn its_own_page_is_answered() {
    let server = Server::start("own");
    let (status, page) = server.send(&server.get(""));
    assert_eq!(status, 200);
    assert!(
        String::from_utf8_lossy(&page).contains("<meta name=\"pto-engine\" content=\"native\">")
    );
    for asset in pto_page::ASSETS.iter().filter(|a| !["index.html", "sw.js"].contains(&a.name)) {
        let (status, body) = server.send(&server.get(asset.name));
        assert_eq!((status, body.len()), (200, asset.text.len()), "{}", asset.name);
    }
    let (_, list) = server.send(&server.get("examples.json"));
    let list: Value = serde_json::from_slice(&list).expect("a list");
    let names: Vec<&str> =
        list.as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["f.pto", "sub/g.pto"]);
    assert_eq!(server.send(&server.get("file/sub/g.pto")), (200, PROGRAM.as_bytes().to_vec()));
    let ran = server.ask(json!({"do": "run", "text": PROGRAM, "args": ["range"]}));
    assert_eq!(ran["findings"], json!([]), "{ran}");
    assert_eq!(ran["arrays"][0]["shape"], json!([1, 8]));
    // Arrays of the folder are arguments; what is written takes its place.
    fs::write(server.root.join("served/x.bin"), [1u8; 32]).expect("an array");
    let ran = server.ask(json!({"do": "run", "text": PROGRAM, "args": ["file:x.bin"]}));
    assert_eq!(ran["findings"], json!([]), "{ran}");
    let refused = server.ask(json!({"do": "run", "text": PROGRAM, "args": ["file:../secret.pto"]}));
    assert_eq!(refused["refused"], "only files of the folder are read and written");
    let (status, _) = server.send(&server.post("file/sub/new.pto", b"module {}\n"));
    assert_eq!(status, 200);
    assert_eq!(fs::read(server.root.join("served/sub/new.pto")).unwrap(), b"module {}\n");
}

#[test]
fn other_origins_other_hosts_and_requests_without_a_token_are_refused() {
    let server = Server::start("origins");
    let body = Frame::of(json!({"do": "check", "text": PROGRAM})).bytes();
    let ask = || server.post("ask", &body);
    assert_eq!(server.send(&ask()).0, 200);
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "file://"]
    {
        assert_eq!(server.send(&with(ask(), "Origin", origin)).0, 403, "{origin}");
        assert_eq!(server.send(&with(server.get(""), "Origin", origin)).0, 403, "{origin}");
    }
    // A POST of a page always says where it comes from.
    assert_eq!(server.send(&without(ask(), "Origin")).0, 403);
    for site in ["cross-site", "same-site"] {
        assert_eq!(server.send(&with(server.get(""), "Sec-Fetch-Site", site)).0, 403, "{site}");
    }
    for site in ["same-origin", "none"] {
        assert_eq!(server.send(&with(server.get(""), "Sec-Fetch-Site", site)).0, 200, "{site}");
    }
    // A name that was made to lead here is not the name of this server.
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""] {
        assert_eq!(server.send(&with(server.get(""), "Host", host)).0, 421, "{host}");
    }
    assert_eq!(server.send(&without(server.get(""), "Host")).0, 421);
    let token = &server.token;
    let wrong = format!("{}{}", &token[1..], &token[..1]);
    let odd = [
        "/",
        "/app.js",
        "/ask",
        "//",
        &format!("/{wrong}/"),
        &format!("/{}/", &token[1..]),
        &format!("/{token}"),
        &format!("/x/{token}/"),
    ]
    .map(str::to_string);
    for path in odd {
        let status = server.send(&Ask { path: path.clone(), ..server.get("") }).0;
        let posted = server.send(&Ask { path: path.clone(), ..ask() }).0;
        assert_eq!((status, posted), (403, 403), "{path}");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "HEAD", "CONNECT", "TRACE"] {
        assert_eq!(server.send(&Ask { method, ..server.get("") }).0, 405, "{method}");
    }
}

#[test]
fn nothing_outside_the_folder_is_read_or_written() {
    let server = Server::start("outside");
    let root = &server.root;
    let outside = root.join("secret.pto").display().to_string();
    let mut names: Vec<String> = [
        "../secret.pto",
        "..%2fsecret.pto",
        "%2e%2e/secret.pto",
        "sub/../../secret.pto",
        "./f.pto",
        ".hidden.pto",
        "sub//g.pto",
        "..\\secret.pto",
        "%2e%2e%5csecret.pto",
        "f.pto%00.pto",
        "%",
        "%zz",
        "%ff",
        "",
        "sub",
        "/etc/passwd",
        "nothing.pto",
    ]
    .map(String::from)
    .to_vec();
    names.push(outside.clone());
    names.push(format!("%2f{}", outside.trim_start_matches('/')));
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(root.join("secret.pto"), root.join("served/link.pto")).expect("a link");
        symlink(root, root.join("served/up")).expect("a link");
        symlink(root.join("missing.pto"), root.join("served/dangling.pto")).expect("a link");
        names.extend(
            [
                "link.pto",
                "up/secret.pto",
                "up/new.pto",
                "dangling.pto",
                "up/served/f.pto/../../secret.pto",
            ]
            .map(String::from),
        );
    }
    for name in names {
        let (status, _) = server.send(&server.get(&format!("file/{name}")));
        assert!((400..500).contains(&status), "GET {name}: {status}");
        let (status, _) = server.send(&server.post(&format!("file/{name}"), b"overwritten"));
        // A new program inside the folder may be written; nothing else.
        assert!((400..500).contains(&status) || name == "nothing.pto", "POST {name}: {status}");
    }
    for name in ["x.npy", "x", ".bashrc", "x.pto.sh", "sub/x.txt", "missing/x.pto"] {
        assert_eq!(server.send(&server.post(&format!("file/{name}"), b"x")).0, 403, "{name}");
    }
    assert_eq!(fs::read(root.join("secret.pto")).unwrap(), b"secret");
    assert!(!root.join("missing.pto").exists() && !root.join("new.pto").exists());
    let mut left: Vec<String> = fs::read_dir(root)
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    assert_eq!(left, ["secret.pto", "served"]);
}

#[test]
fn what_is_no_request_is_refused_and_the_server_goes_on() {
    let server = Server::start("odd");
    let host = &server.host;
    let long = "a".repeat(40_000);
    let odd: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"\r\n\r\n".to_vec(),
        b"GET\r\n\r\n".to_vec(),
        b"GET / HTTP/9\r\n\r\n".to_vec(),
        b"GET http://a/ HTTP/1.1\r\n\r\n".to_vec(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil\r\n\r\n").into_bytes(),
        format!("GET / HTTP/1.1\r\nno colon\r\nHost: {host}\r\n\r\n").into_bytes(),
        format!("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes(),
        format!("POST / HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            .into_bytes(),
        format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n").into_bytes(),
        format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999999999999\r\n\r\n")
            .into_bytes(),
        format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 999999999999\r\n\r\n")
            .into_bytes(),
        format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 10\r\n\r\ncut").into_bytes(),
    ];
    for bytes in odd {
        let (status, _) = server.raw(&bytes);
        assert!(
            (400..500).contains(&status),
            "{status} for {}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(80)])
        );
    }
    for body in [&b""[..], b"\0\0", b"\xff\xff\xff\xff{}", b"\x02\0\0\0{}", b"\x03\0\0\0{]}"] {
        let (status, answer) = server.send(&server.post("ask", body));
        let answer = Frame::read(&answer).expect("an answer").document;
        assert_eq!((status, answer["refused"].is_string()), (200, true), "{answer}");
    }
    assert_eq!(server.send(&server.get("")).0, 200);
}

/// The processes that a process started.
#[cfg(target_os = "linux")]
fn children(of: u32) -> Vec<u32> {
    let ids = fs::read_dir("/proc")
        .expect("processes")
        .filter_map(|e| e.ok()?.file_name().into_string().ok());
    let parent = |id: &u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse::<u32>().ok()
    };
    ids.filter_map(|name| name.parse().ok()).filter(|id| parent(id) == Some(of)).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_request_that_ends_its_process_does_not_end_the_server() {
    let server = Server::start("ends");
    let endless = "module {\n  func.func @f(%a: !pto.tile_buf<vec, 1x8xi32>) {\n    \
        %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n    \
        %n = arith.constant 1000000000000 : index\n    scf.for %i = %c0 to %n step %c1 {\n      \
        pto.tadd ins(%a, %a : !pto.tile_buf<vec, 1x8xi32>, !pto.tile_buf<vec, 1x8xi32>) outs(%a : !pto.tile_buf<vec, 1x8xi32>)\n    \
        }\n    return\n  }\n}\n";
    let answer = std::thread::scope(|scope| {
        let asked =
            scope.spawn(|| server.ask(json!({"do": "run", "text": endless, "args": ["range"]})));
        let worker = loop {
            match children(server.child.id())[..] {
                [worker, ..] => break worker,
                [] => std::thread::sleep(std::time::Duration::from_millis(5)),
            }
        };
        let killed = Command::new("kill").arg("-ABRT").arg(worker.to_string()).status();
        assert!(killed.expect("kill runs").success());
        asked.join().expect("an answer")
    });
    let why = answer["refused"].as_str().expect("a reason");
    assert!(why.starts_with("no answer, signal: 6"), "{why}");
    let ran = server.ask(json!({"do": "run", "text": PROGRAM, "args": ["range"]}));
    assert_eq!(ran["findings"], json!([]), "{ran}");
}
