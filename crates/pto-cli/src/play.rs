//! What the playground asks: a document and bytes in, a document and bytes out.
//!
//! A frame is the length of a JSON document (four bytes, little-endian), the document, and byte strings whose lengths are
//! its list `blobs`. The page sends the same frames to WebAssembly and to `pto serve`, and gets the same answers: a request names
//! what to `do`, and an answer that has `refused` says why there is no other.
//!
//! ```
//! use pto_cli::play::{Frame, Host, answer};
//! let asked = serde_json::json!({"do": "check", "text": "func.func @f() {\n  pto.frob\n  return\n}\n"});
//! let answered = Frame::read(&answer(&Frame::of(asked).bytes(), &Host::default())).unwrap();
//! assert_eq!(answered.document["findings"][0]["code"], "E0002");
//! ```

mod argument;
mod arrays;
mod document;
mod execute;
mod finding;
mod job;
pub mod puzzle;
mod side_by_side;
mod timing;

use crate::arg_error::ArgError;
use crate::load::Failure;
use crate::source_file::SourceFile;
use job::Job;
use pto_isa::Target;
use pto_sim::Limits;
use serde_json::{Value, json};

/// A document and the bytes that belong to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The document.
    pub document: Value,
    /// What it refers to by number.
    pub blobs: Vec<Vec<u8>>,
}

impl Frame {
    /// A document without bytes.
    pub fn of(document: Value) -> Frame {
        Frame { document, blobs: Vec::new() }
    }

    /// Reads a frame; why not, if it is none.
    pub fn read(bytes: &[u8]) -> Result<Frame, ArgError> {
        let wrong = |why: &str| ArgError::new(format!("not a request: {why}"));
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(|| wrong("too short"))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (text, mut rest) =
            rest.split_at_checked(length).ok_or_else(|| wrong("the document is cut off"))?;
        let document: Value =
            serde_json::from_slice(text).map_err(|e| wrong(&format!("the document: {e}")))?;
        let mut blobs = Vec::new();
        for length in document["blobs"].as_array().into_iter().flatten() {
            let length = length.as_u64().and_then(|n| usize::try_from(n).ok());
            let cut = length.and_then(|n| rest.split_at_checked(n));
            let (blob, after) = cut.ok_or_else(|| wrong("bytes are missing"))?;
            blobs.push(blob.to_vec());
            rest = after;
        }
        Ok(Frame { document, blobs })
    }

    /// The frame as bytes.
    pub fn bytes(mut self) -> Vec<u8> {
        if !self.blobs.is_empty() {
            self.document["blobs"] = self.blobs.iter().map(Vec::len).collect();
        }
        let text = self.document.to_string();
        let mut bytes = (text.len() as u32).to_le_bytes().to_vec();
        bytes.extend(text.into_bytes());
        bytes.extend(self.blobs.into_iter().flatten());
        bytes
    }
}

/// What a request may take.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Of a run.
    pub limits: Limits,
    /// Threads of a run.
    pub threads: usize,
}

impl Default for Host {
    /// For a page in which a stranger's program must neither take long nor take much.
    fn default() -> Host {
        let limits = Limits {
            steps: 50_000_000,
            memory_bytes: 1 << 30,
            printed_bytes: 1 << 20,
            kept_instructions: 300_000,
            time: None,
        };
        Host { limits, threads: 1 }
    }
}

/// A request that was read, and who answers it.
struct Request<'a> {
    frame: &'a Frame,
    host: &'a Host,
}

impl Request<'_> {
    fn word(&self, key: &str) -> Option<&str> {
        self.frame.document[key].as_str()
    }

    fn source(&self) -> SourceFile {
        let name = self.word("name").unwrap_or("program.pto");
        SourceFile::new(name, self.word("text").unwrap_or_default().to_string())
    }

    /// The target that is asked for; `None` for the one that the module names.
    fn target(&self) -> Result<Option<Target>, ArgError> {
        let Some(name) = self.word("target") else { return Ok(None) };
        let unknown = || ArgError::new(format!("unknown target `{name}`: use cpu, a2a3 or a5"));
        Target::parse(name).map(Some).ok_or_else(unknown)
    }

    fn args(&self) -> &[Value] {
        self.frame.document["args"].as_array().map_or(&[], Vec::as_slice)
    }

    fn blocks(&self) -> Result<u32, ArgError> {
        let blocks = self.frame.document["blocks"].as_u64().unwrap_or(1);
        let most = u64::from(pto_sim::MOST_BLOCKS);
        match blocks {
            1.. if blocks <= most => Ok(blocks as u32),
            _ => Err(ArgError::new(format!("{blocks} blocks: use 1 to {most}"))),
        }
    }
}

impl<'a> Request<'a> {
    /// What a request that runs or times a program asks for.
    fn job(&'a self, source: &'a SourceFile) -> Result<Job<'a>, ArgError> {
        Ok(Job {
            source,
            target: self.target()?,
            entry: self.word("entry"),
            blocks: self.blocks()?,
            args: self.args(),
            blobs: &self.frame.blobs,
        })
    }
}

/// Answers a request.
pub fn answer(request: &[u8], host: &Host) -> Vec<u8> {
    let refused = |e: ArgError| Frame::of(json!({"refused": e.message, "hint": e.hint}));
    let answered = match Frame::read(request) {
        Ok(frame) => {
            let request = Request { frame: &frame, host };
            match request.answer() {
                Ok(answered) => answered,
                Err(Failure::Usage(e)) => refused(e),
                Err(Failure::Findings(found)) => {
                    let text = request.source();
                    Frame::of(json!({
                        "refused": "the program has errors",
                        "findings": finding::list(&text, &found),
                    }))
                }
            }
        }
        Err(e) => refused(e),
    };
    answered.bytes()
}

impl Request<'_> {
    fn answer(&self) -> Result<Frame, Failure> {
        match self.word("do").unwrap_or_default() {
            "check" => document::check(self),
            "run" => execute::run(self),
            "targets" => side_by_side::compare(self),
            "cost" => timing::cost(self),
            "lower" => document::lower(self),
            "emit" => document::emit(self),
            "format" => Ok(Frame::of(json!({"text": pto_ir::format(&self.source().text)}))),
            "instructions" => Ok(document::instructions()),
            "instruction" => document::instruction(self),
            "explain" => document::explain(self),
            "puzzles" => Ok(puzzle::list()),
            "judge" => puzzle::judge_request(self),
            other => Err(ArgError::new(format!("`{other}` is nothing that can be done")).into()),
        }
    }
}
