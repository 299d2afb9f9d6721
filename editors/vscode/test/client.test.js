// The extension's requests against the real server, and its grammar on real programs, in node.
//
//   PTO=../../target/debug/pto npm test
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test, before, after } = require('node:test');
const rpc = require('vscode-languageserver-protocol/node');
const { Arguments, splitArguments, presentation, isFiletest, sectionsOf, outcomes } = require('../src/requests');

const root = path.resolve(__dirname, '../../..');
const pto = process.env.PTO ? path.resolve(process.env.PTO) : path.join(root, 'target/debug/pto');
const example = (name) => fs.readFileSync(path.join(root, 'examples', name), 'utf8');
let server, connection;

before(async () => {
  server = spawn(pto, ['lsp']);
  connection = rpc.createProtocolConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  connection.listen();
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8'));
  const initialized = await connection.sendRequest(rpc.InitializeRequest.type, { processId: null, rootUri: null, capabilities: {}, initializationOptions: { commands: ['pto.run', 'pto.debug'] } });
  // Every command of the palette is one of the server's, or one that the extension makes itself.
  const own = ['pto.debug', 'pto.forgetArguments', 'pto.restart'];
  const known = [...initialized.capabilities.executeCommandProvider.commands, ...own];
  for (const c of manifest.contributes.commands) assert.ok(known.includes(c.command), c.command);
  connection.sendNotification(rpc.InitializedNotification.type, {});
});

after(async () => {
  await connection.sendRequest(rpc.ShutdownRequest.type);
  connection.sendNotification(rpc.ExitNotification.type);
});

const open = (uri, text) =>
  connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'pto', version: 1, text } });
const execute = (command, argument) =>
  connection.sendRequest(rpc.ExecuteCommandRequest.type, { command, arguments: [argument] });

test('a timeline becomes a page, a cost an output, a lowered program a text beside', async () => {
  const uri = 'file:///add_manual.pto';
  open(uri, example('add_manual.pto'));
  const argument = { uri, function: 'add', args: splitArguments('128 "128"'), target: 'a2a3' };
  const trace = presentation('pto.trace', argument, await execute('pto.trace', argument));
  assert.strictEqual(trace.kind, 'page');
  assert.match(trace.html, /<html/);
  const cost = presentation('pto.cost', argument, await execute('pto.cost', argument));
  assert.strictEqual(cost.kind, 'output');
  assert.match(cost.text, /cycles/);
  const refused = presentation('pto.cost', { uri }, await execute('pto.cost', { uri, args: [] }));
  assert.ok(refused.failed);
  assert.match(refused.text, /give the numbers in order/);
  const soft = 'file:///softmax.pto';
  open(soft, example('softmax.pto'));
  const lowered = presentation('pto.lower', { uri: soft }, await execute('pto.lower', { uri: soft, target: 'a5' }));
  assert.strictEqual(lowered.kind, 'beside');
  assert.match(lowered.text, /pto\.wait_flag/);
  const map = presentation('pto.memoryMap', { uri: soft }, await execute('pto.memoryMap', { uri: soft }));
  assert.strictEqual(map.kind, 'page');
  const page = presentation('pto.instruction', { name: 'tadd' }, await execute('pto.instruction', { name: 'tadd' }));
  assert.strictEqual(page.kind, 'markdown');
  await assert.rejects(execute('pto.instruction', { name: 'nothing' }), /there is no instruction/);
});

test('filetests are found and their sections judged', async () => {
  const text = fs.readFileSync(path.join(root, 'tests/codes/0102.pto'), 'utf8');
  assert.ok(isFiletest(text));
  const sections = sectionsOf(text);
  assert.ok(sections.length >= 2);
  open('file:///0102.pto', text);
  const fine = outcomes(await execute('pto.expectations', { uri: 'file:///0102.pto' }));
  assert.deepStrictEqual(fine, sections.map(() => undefined));
  const lines = text.split('\n').filter((l) => !/^\/\/.*\^/.test(l)).join('\n');
  open('file:///wrong.pto', lines);
  const wrong = outcomes(await execute('pto.expectations', { uri: 'file:///wrong.pto' }));
  assert.ok(wrong.some((o) => o && /not expected/.test(o.message)), JSON.stringify(wrong));
});

test('arguments are remembered per function', async () => {
  const store = new Map();
  const memento = { get: (k) => store.get(k), update: async (k, v) => void (v === undefined ? store.delete(k) : store.set(k, v)) };
  const args = new Arguments(memento);
  await args.remember('file:///a', 'f', '1 2');
  await args.remember('file:///a', 'g', '3');
  assert.strictEqual(args.last('file:///a', 'f'), '1 2');
  assert.strictEqual(args.last('file:///a', 'h'), '');
  await args.forget();
  assert.strictEqual(store.size, 0);
  assert.deepStrictEqual(splitArguments(`64 "a b".npy 'c d' x\\ y`).slice(0, 2), ['64', 'a b']);
});

test('the problem matcher reads what pto prints', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8'));
  const [first, second] = manifest.contributes.problemMatchers[0].pattern.map((p) => new RegExp(p.regexp));
  const { spawnSync } = require('node:child_process');
  const told = spawnSync(pto, ['--color=never', 'check', 'examples/broken.pto', '--target', 'a2a3'], { cwd: root, encoding: 'utf8' }).stderr.split('\n');
  const at = told.findIndex((l) => first.test(l));
  assert.ok(at >= 0, told.join('\n'));
  assert.ok(second.test(told[at + 1]), told[at + 1]);
});

test('the grammar knows the words of a program', async () => {
  const vsctm = require('vscode-textmate');
  const oniguruma = require('vscode-oniguruma');
  const wasm = fs.readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new vsctm.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (s) => new oniguruma.OnigString(s),
    }),
    loadGrammar: async () => vsctm.parseRawGrammar(fs.readFileSync(path.join(__dirname, '../syntaxes/pto.tmLanguage.json'), 'utf8'), 'pto.json'),
  });
  const grammar = await registry.loadGrammar('source.pto');
  const scopes = (line) => grammar.tokenizeLine(line, vsctm.INITIAL).tokens
    .map((t) => [line.slice(t.startIndex, t.endIndex).trim(), t.scopes.at(-1)]);
  const has = (line, word, scope) =>
    assert.ok(scopes(line).some(([w, s]) => w === word && s.startsWith(scope)), `${line}: ${JSON.stringify(scopes(line))}`);
  has('    pto.trowsum ins(%x, %tmp : !rows, !scratch) outs(%sum : !column)', 'pto.trowsum', 'support.function');
  has('    pto.trwosum ins(%x : !rows) outs(%y : !rows)', 'pto.trwosum', 'invalid');
  has('%d = tadd %a, %b : !t', 'tadd', 'support.function');
  has('  pto.set_flag [<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]', 'PIPE_MTE3', 'constant.language.pipe');
  has('  func.func @加(%a: f32) { // 中文 🙂', '// 中文 🙂', 'comment');
  has('!tile = !pto.tile_buf<vec, 64x128xf32>', '!pto.tile_buf', 'storage.type');
  has('    scf.for %i = %a to %b step %c {', 'scf.for', 'keyword.control');
});
