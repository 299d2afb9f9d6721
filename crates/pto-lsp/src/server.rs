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
    let capabilities = to_value(InitializeResult {
        capabilities: capabilities(),
        server_info: Some(ServerInfo {
            name: "pto".into(),
            version: Some(env!("CARGO_PKG_VERSION").into()),
        }),
    });
    connection.initialize_finish(id, capabilities.unwrap_or_default())?;
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

fn capabilities() -> ServerCapabilities {
    let words = |list: &[&str]| Some(list.iter().map(|w| w.to_string()).collect::<Vec<_>>());
    let yes = Some(true);
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSync::Options(TextDocumentSyncOptions {
            open_close: yes,
            change: Some(TextDocumentSyncKind::Incremental),
            ..Default::default()
        })),
        hover_provider: Some(HoverProvider::Bool(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: words(&[".", "%", "!", "@", "^", "<", "#", "{"]),
            resolve_provider: yes,
            ..Default::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: words(&["(", ",", "[", " "]),
            ..Default::default()
        }),
        definition_provider: Some(DefinitionProvider::Bool(true)),
        references_provider: Some(ReferencesProvider::Bool(true)),
        document_highlight_provider: Some(DocumentHighlightProvider::Bool(true)),
        document_symbol_provider: Some(DocumentSymbolProvider::Bool(true)),
        code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QuickFix,
                CodeActionKind::RefactorRewrite,
                CodeActionKind::SourceFixAll,
            ]),
            resolve_provider: yes,
            ..Default::default()
        })),
        code_lens_provider: Some(CodeLensOptions::default()),
        document_formatting_provider: Some(DocumentFormattingProvider::Bool(true)),
        rename_provider: Some(RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: yes,
            ..Default::default()
        })),
        folding_range_provider: Some(FoldingRangeProvider::Bool(true)),
        selection_range_provider: Some(SelectionRangeProvider::Bool(true)),
        semantic_tokens_provider: Some(SemanticTokensProvider::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: semantic_tokens::legend(),
                range: Some(SemanticTokensOptionsRange::Bool(true)),
                full: Some(Full::Bool(true)),
                ..Default::default()
            },
        )),
        inlay_hint_provider: Some(InlayHintProvider::Bool(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::COMMANDS.map(str::to_string).to_vec(),
            ..Default::default()
        }),
        ..Default::default()
    }
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

    /// Answers a request about a document.
    fn about<R: Request>(
        &mut self,
        params: Value,
        uri: impl FnOnce(&R::Params) -> Uri,
        answer: impl FnOnce(&View<'_>, R::Params) -> Result<R::Result, String>,
    ) -> Answer {
        let params: R::Params =
            from_value(params).map_err(|e| refuse(ErrorCode::InvalidParams, e.to_string()))?;
        let Some(document) = self.documents.get_mut(&uri(&params)) else {
            return Err(refuse(ErrorCode::InvalidParams, "the document is not open"));
        };
        let answer = answer(&document.view(&self.settings), params);
        let answer = answer.map_err(|e| refuse(ErrorCode::RequestFailed, e))?;
        to_value(answer).map_err(|e| refuse(ErrorCode::InternalError, e.to_string()))
    }

    fn answer(&mut self, method: &str, params: Value) -> Answer {
        let resolves = self.resolves;
        match method {
            "textDocument/hover" => self.about::<HoverRequest>(
                params,
                |p| p.text_document_position_params.text_document.uri.clone(),
                |v, p| Ok(hover::hover(v, at(v, p.text_document_position_params.position))),
            ),
            "textDocument/completion" => self.about::<CompletionRequest>(
                params,
                |p| p.text_document_position_params.text_document.uri.clone(),
                |v, p| {
                    let offset = at(v, p.text_document_position_params.position);
                    let list = completion::completion(v, offset);
                    Ok(Some(CompletionResponse::CompletionList(list)))
                },
            ),
            "completionItem/resolve" => {
                let item: CompletionItem = from_value(params)
                    .map_err(|e| refuse(ErrorCode::InvalidParams, e.to_string()))?;
                Ok(json!(completion::resolve(None, item)))
            }
            "textDocument/signatureHelp" => self.about::<SignatureHelpRequest>(
                params,
                |p| p.text_document_position_params.text_document.uri.clone(),
                |v, p| {
                    let offset = at(v, p.text_document_position_params.position);
                    Ok(signature::signature_help(v, offset))
                },
            ),
            "textDocument/definition" => self.about::<DefinitionRequest>(
                params,
                |p| p.text_document_position_params.text_document.uri.clone(),
                |v, p| {
                    let offset = at(v, p.text_document_position_params.position);
                    let list = Definition::LocationList(navigate::definition(v, offset));
                    Ok(Some(DefinitionResponse::Definition(list)))
                },
            ),
            "textDocument/references" => self.about::<ReferencesRequest>(
                params,
                |p| p.text_document_position_params.text_document.uri.clone(),
                |v, p| {
                    let offset = at(v, p.text_document_position_params.position);
                    Ok(Some(navigate::references(v, offset, p.context.include_declaration)))
                },
            ),
            "textDocument/documentHighlight" => self.about::<DocumentHighlightRequest>(
                params,
                |p| p.text_document_position_params.text_document.uri.clone(),
                |v, p| {
                    let offset = at(v, p.text_document_position_params.position);
                    Ok(Some(navigate::highlights(v, offset)))
                },
            ),
            "textDocument/prepareRename" => self.about::<PrepareRenameRequest>(
                params,
                |p| p.text_document_position_params.text_document.uri.clone(),
                |v, p| {
                    let offset = at(v, p.text_document_position_params.position);
                    let place = rename::prepare(v, offset);
                    Ok(place.map(PrepareRenameResult::PrepareRenamePlaceholder))
                },
            ),
            "textDocument/rename" => self.about::<RenameRequest>(
                params,
                |p| p.text_document_position_params.text_document.uri.clone(),
                |v, p| {
                    let offset = at(v, p.text_document_position_params.position);
                    rename::rename(v, offset, &p.new_name).map(Some)
                },
            ),
            "textDocument/documentSymbol" => self.about::<DocumentSymbolRequest>(
                params,
                |p| p.text_document.uri.clone(),
                |v, _| Ok(Some(DocumentSymbolResponse::DocumentSymbolList(symbols::symbols(v)))),
            ),
            "textDocument/foldingRange" => self.about::<FoldingRangeRequest>(
                params,
                |p| p.text_document.uri.clone(),
                |v, _| Ok(Some(folding::folding_ranges(v))),
            ),
            "textDocument/selectionRange" => self.about::<SelectionRangeRequest>(
                params,
                |p| p.text_document.uri.clone(),
                |v, p| {
                    let positions = p.positions.iter();
                    let ranges = positions.map(|&x| selection::selection_range(v, at(v, x)));
                    Ok(Some(ranges.collect()))
                },
            ),
            "textDocument/formatting" => self.about::<DocumentFormattingRequest>(
                params,
                |p| p.text_document.uri.clone(),
                |v, _| Ok(Some(formatting::format(v))),
            ),
            "textDocument/semanticTokens/full" => self.about::<SemanticTokensRequest>(
                params,
                |p| p.text_document.uri.clone(),
                |v, _| {
                    let whole = Span::new(0, v.text.as_str().len() as u32);
                    Ok(Some(semantic_tokens::semantic_tokens(v, whole)))
                },
            ),
            "textDocument/semanticTokens/range" => self.about::<SemanticTokensRangeRequest>(
                params,
                |p| p.text_document.uri.clone(),
                |v, p| Ok(Some(semantic_tokens::semantic_tokens(v, v.text.span(p.range)))),
            ),
            "textDocument/codeLens" => self.about::<CodeLensRequest>(
                params,
                |p| p.text_document.uri.clone(),
                |v, _| Ok(Some(code_lenses::code_lenses(v))),
            ),
            "textDocument/inlayHint" => {
                let uri = params["textDocument"]["uri"].as_str().map(|u| Uri(u.to_string()));
                let answer = self.about::<InlayHintRequest>(
                    params,
                    |p| p.text_document.uri.clone(),
                    |v, p| Ok(Some(inlay_hints::inlay_hints(v, v.text.span(p.range)))),
                );
                if let Some(document) = uri.and_then(|u| self.documents.get_mut(&u)) {
                    document.keep_good(&self.settings);
                }
                answer
            }
            "textDocument/codeAction" => self.about::<CodeActionRequest>(
                params,
                |p| p.text_document.uri.clone(),
                |v, p| {
                    let mut list = code_actions::code_actions(v, v.text.span(p.range));
                    if !resolves {
                        list.retain_mut(|a| code_actions::resolve(v, a).is_ok());
                    }
                    Ok(Some(list.into_iter().map(CodeActionResponse::CodeAction).collect()))
                },
            ),
            "codeAction/resolve" => {
                let uri = params["data"]["uri"].as_str().unwrap_or_default();
                let uri = Uri(uri.to_string());
                self.about::<CodeActionResolveRequest>(
                    params,
                    |_| uri,
                    |v, mut action| code_actions::resolve(v, &mut action).map(|()| action),
                )
            }
            other => Err(refuse(ErrorCode::MethodNotFound, format!("there is no `{other}`"))),
        }
    }

    /// A command of `pto` runs on a thread of its own, and is answered when it is done.
    fn command(&mut self, id: RequestId, params: Value) {
        let mut params: ExecuteCommandParams = from_value(params).unwrap_or_default();
        let argument = params.arguments.as_mut().and_then(|a| a.first_mut()).map(Value::take);
        let argument = argument.unwrap_or_default();
        let uri = Uri(argument["uri"].as_str().unwrap_or_default().to_string());
        let view = self.documents.get_mut(&uri).map(|d| d.view(&self.settings));
        let answer = match commands::plan(&params.command, &argument, view.as_ref()) {
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

/// The offset of a position.
fn at(view: &View<'_>, position: Position) -> u32 {
    view.text.offset(position)
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
