// The extension as a whole, activated in node: the editor's part is played by a few objects, the server is the real one.
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { test, before, after } = require('node:test');
const rpc = require('vscode-languageserver-protocol/node');

const root = path.resolve(__dirname, '../../..');
const pto = process.env.PTO ? path.resolve(process.env.PTO) : path.join(root, 'target/debug/pto');

/** What happened in the editor. */
const seen = { panels: [], executed: [], outputs: '', errors: [], asked: [], debugged: [], commands: {}, controllers: [] };
let answer = '128 128';

class Uri {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
  get fsPath() { return new URL(this.text).pathname; }
  static parse(text) { return new Uri(text); }
  static from({ scheme, path }) { return new Uri(`${scheme}:${path}`); }
}
const disposable = { dispose() {} };
const items = () => {
  const map = new Map();
  return { add: (i) => { map.set(i.id, i); }, delete: (id) => map.delete(id), forEach: (f) => map.forEach(f), get size() { return map.size; }, [Symbol.iterator]: () => map[Symbol.iterator]() };
};
const content = {};
const documents = new Set();
const vscode = {
  Uri,
  ViewColumn: { Beside: 2 },
  TestRunProfileKind: { Run: 1 },
  Range: class {},
  Position: class { constructor(line) { this.line = line; } },
  Location: class { constructor(uri, at) { this.uri = uri; this.range = at; } },
  TestMessage: class { constructor(message) { this.message = message; } },
  Disposable: { from: () => disposable },
  EventEmitter: class { constructor() { this.event = () => disposable; } fire() {} },
  DebugAdapterExecutable: class { constructor(command, args) { this.command = command; this.args = args; } },
  workspace: {
    getConfiguration: () => ({ get: (name) => ({ path: pto })[name], targets: ['a2a3'] }),
    registerTextDocumentContentProvider: (scheme, provider) => { content[scheme] = provider; return disposable; },
    openTextDocument: async (uri) => { if (uri instanceof Uri && !documents.has(String(uri))) { documents.add(String(uri)); client.open(String(uri), fs.readFileSync(uri.fsPath, 'utf8')); } return {}; },
    getWorkspaceFolder: () => undefined,
    asRelativePath: String,
    findFiles: async () => ['tests/codes/0102.pto', 'examples/add.pto'].map((f) => new Uri(String(pathToFileURL(path.join(root, f))))),
    createFileSystemWatcher: () => ({ onDidCreate() {}, onDidChange() {}, onDidDelete() {}, dispose() {} }),
    fs: { readFile: async (uri) => fs.readFileSync(uri.fsPath) },
  },
  window: {
    createOutputChannel: () => ({ clear() { seen.outputs = ''; }, append(t) { seen.outputs += t; }, appendLine(t) { seen.outputs += t + '\n'; }, show() {}, dispose() {} }),
    createWebviewPanel: (_, title) => { const panel = { title, webview: {} }; seen.panels.push(panel); return panel; },
    showInputBox: async ({ value }) => { seen.asked.push(value); return answer; },
    showErrorMessage: (m) => seen.errors.push(m),
    showTextDocument() {},
    activeTextEditor: undefined,
  },
  commands: {
    registerCommand: (name, f) => { seen.commands[name] = f; return disposable; },
    executeCommand: async (...args) => { seen.executed.push(args); },
  },
  debug: {
    registerDebugAdapterDescriptorFactory: (type, factory) => { seen.adapter = [type, factory.createDebugAdapterDescriptor()]; return disposable; },
    startDebugging: async (_, configuration) => seen.debugged.push(configuration),
  },
  tests: {
    createTestController: () => {
      const controller = {
        items: items(),
        createTestItem: (id, label, uri) => { const item = { id, label, uri, children: items() }; const add = item.children.add; item.children.add = (c) => { c.parent = item; add(c); }; return item; },
        createRunProfile: (_, kind, run) => { controller.run = run; },
        createTestRun: () => ({ passed: (i) => seen.results.push([i.label, true]), failed: (i, m) => seen.results.push([i.label, m.message]), end() {} }),
      };
      seen.controllers.push(controller);
      return controller;
    },
  },
};

/** A client like that of vscode-languageclient, as far as the extension uses it, over the same protocol library. */
let client;
class LanguageClient {
  constructor(id, name, server, options) { Object.assign(this, { server, options }); client = this; }
  async start() {
    this.process = spawn(this.server.run.command, this.server.run.args);
    this.connection = rpc.createProtocolConnection(new rpc.StreamMessageReader(this.process.stdout), new rpc.StreamMessageWriter(this.process.stdin));
    this.connection.listen();
    const initializationOptions = this.options.initializationOptions;
    await this.connection.sendRequest(rpc.InitializeRequest.type, { processId: null, rootUri: null, capabilities: {}, initializationOptions });
    this.connection.sendNotification(rpc.InitializedNotification.type, {});
  }
  open(uri, text) {
    this.connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'pto', version: 1, text } });
  }
  sendRequest(method, params) { return this.connection.sendRequest(method, params); }
  /** What the editor does when a lens or a command of the palette is chosen. */
  execute(command, ...args) {
    const next = (c, a) => this.sendRequest('workspace/executeCommand', { command: c, arguments: a });
    return this.options.middleware.executeCommand(command, args, next);
  }
  async stop() {
    await this.connection.sendRequest(rpc.ShutdownRequest.type);
    this.connection.sendNotification(rpc.ExitNotification.type);
  }
}

const load = Module._load;
Module._load = function (request, ...rest) {
  if (request === 'vscode') return vscode;
  if (request === 'vscode-languageclient/node') return { LanguageClient };
  return load.call(this, request, ...rest);
};
const extension = require('../src/extension');

before(async () => {
  const store = new Map();
  const workspaceState = { get: (k) => store.get(k), update: async (k, v) => void store.set(k, v) };
  await extension.activate({ subscriptions: [], workspaceState });
});
after(() => extension.deactivate());

const example = (name) => {
  const file = path.join(root, 'examples', name);
  const uri = String(pathToFileURL(file));
  client.open(uri, fs.readFileSync(file, 'utf8'));
  return uri;
};

test('lenses ask for arguments once and show what came', async () => {
  const uri = example('add_manual.pto');
  await client.execute('pto.trace', { uri, function: 'add' });
  assert.match(seen.panels.at(-1).webview.html, /<html/);
  await client.execute('pto.cost', { uri, function: 'add' });
  assert.deepStrictEqual(seen.asked, ['', '128 128'], 'the arguments are remembered');
  assert.match(seen.outputs, /cycles/);
  answer = undefined;
  assert.strictEqual(await client.execute('pto.run', { uri, function: 'add' }), undefined);
  answer = '128 128';
});

test('the lowered text stands beside', async () => {
  const uri = example('softmax.pto');
  await client.execute('pto.lower', { uri });
  const [command, left, right] = seen.executed.at(-1);
  assert.strictEqual(command, 'vscode.diff');
  assert.strictEqual(String(left), uri);
  assert.match(content.pto.provideTextDocumentContent(right), /pto\.wait_flag/);
});

test('a page is shown, and a wrong name is told', async () => {
  await client.execute('pto.instruction', { name: 'tadd' });
  assert.strictEqual(seen.executed.at(-1)[0], 'markdown.showPreviewToSide');
  await client.execute('pto.instruction', { name: 'frob' });
  assert.match(seen.errors.at(-1), /there is no instruction `frob`/);
});

test('debugging starts the adapter of pto', async () => {
  const [type, adapter] = seen.adapter;
  assert.deepStrictEqual([type, adapter.command, adapter.args], ['pto', pto, ['dap']]);
  await seen.commands['pto.debug']({ uri: 'file:///k.pto', function: 'f' });
  const { program, args } = seen.debugged.at(-1);
  assert.deepStrictEqual([program, args], ['/k.pto', ['--arg=128', '--arg=128', '--entry=f']]);
});

test('the adapter takes what the extension gives it', async () => {
  const program = path.join(root, 'examples/add_manual.pto');
  const given = [...['zeros:65536', 'zeros:65536', 'zeros:65536', '128', '128']].join(' ');
  answer = given;
  await seen.commands['pto.debug']({ uri: String(pathToFileURL(program)), function: 'add' });
  answer = '128 128';
  const [, adapter] = seen.adapter;
  const child = spawn(adapter.command, adapter.args);
  const requests = ['initialize', 'launch'].map((command, i) => ({ seq: i + 1, type: 'request', command, arguments: command === 'launch' ? seen.debugged.at(-1) : {} }));
  for (const r of requests) {
    const body = JSON.stringify(r);
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  let told = '';
  for await (const piece of child.stdout) {
    told += piece;
    if (/"command":"launch"[^}]*|"request_seq":2/.test(told)) break;
  }
  child.kill();
  const at = told.split(/Content-Length: \d+\r\n\r\n/).filter(Boolean).map((m) => JSON.parse(m)).find((m) => m.request_seq === 2);
  assert.ok(at?.success, told);
});

test('filetests are in the test explorer', async () => {
  const [controller] = seen.controllers;
  await controller.resolveHandler();
  assert.strictEqual(controller.items.size, 1, 'a program that is no filetest is none');
  seen.results = [];
  await controller.run({}, { isCancellationRequested: false });
  assert.ok(seen.results.length >= 2);
  assert.ok(seen.results.every(([, ok]) => ok === true), JSON.stringify(seen.results));
});
