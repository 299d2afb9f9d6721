//! The loop of the server: messages in their order, diagnostics when no message waits.
//!
//! One thread answers. A text is read and checked when somebody asks, or when nothing else is to be done, so that of changes that
//! come fast only the last state is checked, and a request that was cancelled before its turn is not worked on.

use crate::document::{Document, View};
use crate::features::commands::{self, Plan};
use crate::features::{
    code_actions, code_lenses, completion, diagnostics, folding, formatting, hover, inlay_hints,
    navigate, rename, selection, semantic_tokens, signature, symbols,
};
use crate::settings::Settings;
use gen_lsp_types::*;
use lsp_server::{
    Connection, ErrorCode, Message as Wire, Notification as Sent, ProtocolError, RequestId,
    Response, ResponseError,
};
use pto_ir::Span;
use rustc_hash::FxHashMap;
use serde_json::{Value, from_value, json, to_value};
use std::collections::VecDeque;
use std::sync::Arc;

/// What a command of `pto` gave.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Whether it ended with success.
    pub success: bool,
    /// What it printed.
    pub stdout: String,
    /// What it complained about.
    pub stderr: String,
    /// The page that it wrote, if it was to write one.
    pub page: Option<String>,
}

/// Runs a command of `pto`, apart from the server: a kernel that never ends must not stop the editor.
pub trait Runner: Send + Sync {
    /// Runs it with these words after `pto`, and a program as its input. The word `OUT.html` stands for a file whose contents
    /// become [`Output::page`].
    fn run(&self, words: &[String], program: &str) -> Result<Output, String>;

    /// Ends what still runs: the client is gone.
    fn stop(&self) {}
}

/// Runs nothing, and says so.
pub struct NoRunner;

impl Runner for NoRunner {
    fn run(&self, _: &[String], _: &str) -> Result<Output, String> {
        Err("this server runs no commands".into())
    }
}

/// Speaks the protocol until the client is done.
pub fn serve(connection: &Connection, runner: Arc<dyn Runner>) -> Result<(), Box<ProtocolError>> {
    let (id, params) = connection.initialize_start()?;
    let server_info = json!({"name": "pto", "version": env!("CARGO_PKG_VERSION")});
    let result = json!({"capabilities": capabilities(), "serverInfo": server_info});
    connection.initialize_finish(id, result)?;
    // The few of a client's hundreds of capabilities that matter here.
    let properties =
        params.pointer("/capabilities/textDocument/codeAction/resolveSupport/properties");
    let resolves =
        properties.and_then(Value::as_array).is_some_and(|list| list.iter().any(|p| p == "edit"));
    let mut server = Server {
        connection,
        runner,
        settings: Settings::default(),
        documents: FxHashMap::default(),
        changed: Vec::new(),
        resolves,
    };
    if let Some(options) = params.get("initializationOptions").filter(|o| !o.is_null()) {
        server.set(options);
    }
    server.run();
    server.runner.stop();
    Ok(())
}

/// What the server can do, as the protocol writes it: the type that has all capabilities would be most of the server's code.
fn capabilities() -> Value {
    json!({
        "positionEncoding": PositionEncodingKind::UTF16,
        "textDocumentSync": {"openClose": true, "change": TextDocumentSyncKind::Incremental},
        "hoverProvider": true,
        "completionProvider": {
            "triggerCharacters": [".", "%", "!", "@", "^", "<", "#", "{"],
            "resolveProvider": true,
        },
        "signatureHelpProvider": {"triggerCharacters": ["(", ",", "[", " "]},
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "codeActionProvider": {
            "codeActionKinds": [
                CodeActionKind::QuickFix,
                CodeActionKind::RefactorRewrite,
                CodeActionKind::SourceFixAll,
            ],
            "resolveProvider": true,
        },
        "codeLensProvider": {},
        "documentFormattingProvider": true,
        "renameProvider": {"prepareProvider": true},
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "semanticTokensProvider": {
            "legend": semantic_tokens::legend(),
            "range": true,
            "full": true,
        },
        "inlayHintProvider": true,
        "executeCommandProvider": {"commands": commands::COMMANDS},
    })
}

struct Server<'c> {
    connection: &'c Connection,
    runner: Arc<dyn Runner>,
    settings: Settings,
    documents: FxHashMap<Uri, Document>,
    /// Documents whose findings the client does not have.
    changed: Vec<Uri>,
    /// Whether the client asks for the edits of an action when it is chosen.
    resolves: bool,
}

type Answer = Result<Value, ResponseError>;

fn refuse(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// The answer to a request in the words of the protocol.
macro_rules! to_json {
    ($answer:expr) => {
        to_value($answer).map_err(|e| refuse(ErrorCode::InternalError, e.to_string()))
    };
}
impl Server<'_> {
    fn run(&mut self) {
        // The connection hands over one message at a time; what waits after it says what need not be done.
        let (sender, receiver) = std::sync::mpsc::channel();
        let incoming = self.connection.receiver.clone();
        std::thread::spawn(move || incoming.iter().all(|message| sender.send(message).is_ok()));
        let mut waiting: VecDeque<Wire> = VecDeque::new();
        loop {
            waiting.extend(receiver.try_iter());
            let Some(message) = waiting.pop_front() else {
                if let Some(uri) = self.changed.pop() {
                    self.publish(&uri);
                    continue;
                }
                match receiver.recv() {
                    Ok(message) => waiting.push_back(message),
                    Err(_) => return,
                }
                continue;
            };
            match message {
                Wire::Request(request) if request.method == "shutdown" => {
                    self.send(Response { id: request.id, response_result: Ok(Value::Null) });
                }
                Wire::Request(request) if is_cancelled(&waiting, &request.id) => {
                    let why = refuse(ErrorCode::RequestCanceled, "cancelled");
                    self.send(Response { id: request.id, response_result: Err(why) });
                }
                Wire::Request(request) => self.request(request),
                Wire::Notification(n) if n.method == "exit" => return,
                Wire::Notification(n) => self.notification(n),
                Wire::Response(_) => {}
            }
        }
    }

    fn send(&self, message: impl Into<Wire>) {
        // A client that is gone ends the loop soon.
        let _ = self.connection.sender.send(message.into());
    }

    fn notify<N: Notification>(&self, params: N::Params) {
        self.send(Sent::new(N::METHOD.as_str().to_string(), params));
    }

    fn set(&mut self, object: &Value) {
        let (settings, problems) = self.settings.changed(object);
        for message in problems {
            self.notify::<ShowMessageNotification>(ShowMessageParams {
                kind: MessageType::Warning,
                message: format!("pto: {message}"),
            });
        }
        if settings != self.settings {
            self.settings = settings;
            self.documents.values_mut().for_each(Document::forget);
            self.changed = self.documents.keys().cloned().collect();
        }
    }

    fn publish(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        let version = Some(document.version);
        let diagnostics = diagnostics::diagnostics(&document.view(&self.settings));
        self.notify::<PublishDiagnosticsNotification>(PublishDiagnosticsParams {
            uri: uri.clone(),
            version,
            diagnostics,
        });
    }

    fn mark_changed(&mut self, uri: Uri) {
        if !self.changed.contains(&uri) {
            self.changed.push(uri);
        }
    }

    fn notification(&mut self, n: Sent) {
        match n.method.as_str() {
            "textDocument/didOpen" => {
                let Ok(p) = from_value::<DidOpenTextDocumentParams>(n.params) else { return };
                let TextDocumentItem { uri, version, text, .. } = p.text_document;
                self.documents.insert(uri.clone(), Document::new(uri.clone(), version, text));
                self.mark_changed(uri);
            }
            "textDocument/didChange" => {
                let Ok(p) = from_value::<DidChangeTextDocumentParams>(n.params) else { return };
                let uri = p.text_document.text_document_identifier.uri;
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.change(p.text_document.version, p.content_changes);
                    self.mark_changed(uri);
                }
            }
            "textDocument/didClose" => {
                let Ok(p) = from_value::<DidCloseTextDocumentParams>(n.params) else { return };
                let uri = p.text_document.uri;
                self.documents.remove(&uri);
                self.changed.retain(|u| *u != uri);
                // What is not open has no findings.
                self.notify::<PublishDiagnosticsNotification>(PublishDiagnosticsParams {
                    uri,
                    version: None,
                    diagnostics: Vec::new(),
                });
            }
            "workspace/didChangeConfiguration" => {
                let settings = n.params.get("settings").cloned().unwrap_or_default();
                self.set(&settings);
            }
            _ => {}
        }
    }

    fn request(&mut self, request: lsp_server::Request) {
        let lsp_server::Request { id, method, params } = request;
        if method == "workspace/executeCommand" {
            self.command(id, params);
            return;
        }
        let answer = self.answer(&method, params);
        self.send(Response { id, response_result: answer });
    }

    /// Answers a request about the document that it names.
    fn about(
        &mut self,
        params: &Value,
        answer: &mut dyn FnMut(&View<'_>) -> Result<Value, ResponseError>,
    ) -> Answer {
        let uri = params["textDocument"]["uri"].as_str();
        let uri = uri.or(params["data"]["uri"].as_str()).map(|uri| Uri(uri.to_string()));
        let Some(document) = uri.and_then(|uri| self.documents.get_mut(&uri)) else {
            return Err(refuse(ErrorCode::InvalidParams, "the document is not open"));
        };
        answer(&document.view(&self.settings))
    }

    fn answer(&mut self, method: &str, params: Value) -> Answer {
        let resolves = self.resolves;
        let p = &params;
        match method {
            "textDocument/hover" => self.about(p, &mut |v| to_json!(hover::hover(v, at(v, p)?))),
            "textDocument/completion" => {
                self.about(p, &mut |v| to_json!(completion::completion(v, at(v, p)?)))
            }
            "completionItem/resolve" => match params.is_object() {
                true => Ok(completion::resolve(params)),
                false => Err(refuse(ErrorCode::InvalidParams, format!("`{params}` is no item"))),
            },
            "textDocument/signatureHelp" => {
                self.about(p, &mut |v| to_json!(signature::signature_help(v, at(v, p)?)))
            }
            "textDocument/definition" => {
                self.about(p, &mut |v| to_json!(navigate::definition(v, at(v, p)?)))
            }
            "textDocument/references" => self.about(p, &mut |v| {
                let with_declaration = p["context"]["includeDeclaration"] == true;
                to_json!(navigate::references(v, at(v, p)?, with_declaration))
            }),
            "textDocument/documentHighlight" => {
                self.about(p, &mut |v| to_json!(navigate::highlights(v, at(v, p)?)))
            }
            "textDocument/prepareRename" => {
                self.about(p, &mut |v| to_json!(rename::prepare(v, at(v, p)?)))
            }
            "textDocument/rename" => self.about(p, &mut |v| {
                let Some(name) = p["newName"].as_str() else {
                    return Err(refuse(ErrorCode::InvalidParams, "there is no `newName`"));
                };
                let edit = rename::rename(v, at(v, p)?, name);
                to_json!(edit.map_err(|why| refuse(ErrorCode::RequestFailed, why))?)
            }),
            "textDocument/documentSymbol" => self.about(p, &mut |v| to_json!(symbols::symbols(v))),
            "textDocument/foldingRange" => {
                self.about(p, &mut |v| to_json!(folding::folding_ranges(v)))
            }
            "textDocument/selectionRange" => self.about(p, &mut |v| {
                let positions = p["positions"].as_array().into_iter().flatten();
                let ranges = positions
                    .map(|x| Ok(selection::selection_range(v, v.text.offset(position(x)?))));
                to_json!(ranges.collect::<Result<Vec<_>, ResponseError>>()?)
            }),
            "textDocument/formatting" => self.about(p, &mut |v| to_json!(formatting::format(v))),
            "textDocument/semanticTokens/full" => self.about(p, &mut |v| {
                let whole = Span::new(0, v.text.as_str().len() as u32);
                to_json!(semantic_tokens::semantic_tokens(v, whole))
            }),
            "textDocument/semanticTokens/range" => {
                self.about(p, &mut |v| to_json!(semantic_tokens::semantic_tokens(v, span(v, p)?)))
            }
            "textDocument/codeLens" => {
                self.about(p, &mut |v| to_json!(code_lenses::code_lenses(v)))
            }
            "textDocument/inlayHint" => {
                let answer =
                    self.about(p, &mut |v| to_json!(inlay_hints::inlay_hints(v, span(v, p)?)));
                let uri = p["textDocument"]["uri"].as_str().map(|u| Uri(u.to_string()));
                if let Some(document) = uri.and_then(|u| self.documents.get_mut(&u)) {
                    document.keep_good(&self.settings);
                }
                answer
            }
            "textDocument/codeAction" => self.about(p, &mut |v| {
                let mut list = code_actions::code_actions(v, span(v, p)?);
                if !resolves {
                    list.retain_mut(|a| match &a.data {
                        Some(what) if a.edit.is_none() => {
                            a.edit = code_actions::edits_of(v, what).ok();
                            a.edit.is_some()
                        }
                        _ => true,
                    });
                }
                to_json!(list)
            }),
            "codeAction/resolve" => self.about(p, &mut |v| {
                // It comes back as it was sent, so it need not be understood.
                let mut action = p.clone();
                if action["edit"].is_null() {
                    let edits = code_actions::edits_of(v, &p["data"]);
                    let edits = edits.map_err(|why| refuse(ErrorCode::RequestFailed, why))?;
                    action["edit"] = to_json!(edits)?;
                }
                Ok(action)
            }),
            other => Err(refuse(ErrorCode::MethodNotFound, format!("there is no `{other}`"))),
        }
    }

    /// A command of `pto` runs on a thread of its own, and is answered when it is done.
    fn command(&mut self, id: RequestId, params: Value) {
        let argument = params["arguments"].get(0).cloned().unwrap_or_default();
        let uri = Uri(argument["uri"].as_str().unwrap_or_default().to_string());
        let view = self.documents.get_mut(&uri).map(|d| d.view(&self.settings));
        let answer = match commands::plan(
            params["command"].as_str().unwrap_or_default(),
            &argument,
            view.as_ref(),
        ) {
            Ok(Plan::Answer(value)) => Ok(value),
            Err(why) => Err(refuse(ErrorCode::InvalidParams, why)),
            Ok(Plan::Words(words)) => {
                let program = view.map_or(String::new(), |v| v.text.as_str().to_string());
                let (runner, sender) = (Arc::clone(&self.runner), self.connection.sender.clone());
                std::thread::spawn(move || {
                    let answer = match runner.run(&words, &program) {
                        Ok(o) => Ok(json!({
                            "success": o.success,
                            "output": o.stdout,
                            "errors": o.stderr,
                            "page": o.page,
                            "words": words,
                        })),
                        Err(why) => Err(refuse(ErrorCode::RequestFailed, why)),
                    };
                    let _ = sender.send(Response { id, response_result: answer }.into());
                });
                return;
            }
        };
        self.send(Response { id, response_result: answer });
    }
}

fn position(value: &Value) -> Result<Position, ResponseError> {
    let part = |name: &str| u32::try_from(value[name].as_u64()?).ok();
    match (part("line"), part("character")) {
        (Some(line), Some(character)) => Ok(Position { line, character }),
        _ => Err(refuse(ErrorCode::InvalidParams, format!("`{value}` is no position"))),
    }
}

/// The offset of the position that a request names.
fn at(view: &View<'_>, params: &Value) -> Result<u32, ResponseError> {
    position(&params["position"]).map(|place| view.text.offset(place))
}

/// The part of the text that a request names.
fn span(view: &View<'_>, params: &Value) -> Result<Span, ResponseError> {
    let range = &params["range"];
    let (start, end) = (position(&range["start"])?, position(&range["end"])?);
    Ok(view.text.span(Range { start, end }))
}

/// Whether a request is cancelled by a message that waits.
fn is_cancelled(waiting: &VecDeque<Wire>, id: &RequestId) -> bool {
    let cancels = |m: &Wire| match m {
        Wire::Notification(n) if n.method == "$/cancelRequest" => {
            from_value::<RequestId>(n.params["id"].clone()).is_ok_and(|other| other == *id)
        }
        _ => false,
    };
    waiting.iter().any(cancels)
}
