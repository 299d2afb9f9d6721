//! A language server for PTO programs: what an editor asks about an open document, answered from the instruction table, the
//! checker and the cost models.
//!
//! [`serve`] speaks the protocol over a connection. It does no I/O of its own: `pto lsp` gives it standard input and output, and
//! a [`Runner`] for the commands that are better made apart from the server.
//!
//! ```
//! use lsp_server::{Connection, Message, Request};
//! let (server, client) = Connection::memory();
//! let served = std::thread::spawn(move || pto_lsp::serve(&server, std::sync::Arc::new(pto_lsp::NoRunner)));
//! let request = |id: i32, method: &str, params| {
//!     client.sender.send(Request::new(id.into(), method.into(), params).into()).unwrap();
//! };
//! request(1, "initialize", serde_json::json!({"processId": null, "rootUri": null, "capabilities": {}}));
//! let Message::Response(answer) = client.receiver.recv().unwrap() else { panic!() };
//! assert_eq!(answer.response_result.unwrap()["serverInfo"]["name"], "pto");
//! drop(client);
//! assert!(served.join().unwrap().is_err(), "the handshake was not finished");
//! ```

mod analysis;
mod costs;
mod document;
mod features;
pub mod filetest;
mod lowered;
mod server;
mod settings;
mod statement;
mod template;
mod text;

pub use server::{NoRunner, Output, Runner, serve};
