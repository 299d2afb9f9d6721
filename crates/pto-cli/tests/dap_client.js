// A session of the Debug Adapter Protocol, driven by the client that VS Code's own adapters are tested with.
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const { spawn } = require('node:child_process');
const assert = require('node:assert');
const fs = require('node:fs');
const net = require('node:net');

const [pto, program] = process.argv.slice(2);
const lineOf = (text) => fs.readFileSync(program, 'utf8').split('\n').findIndex((l) => l.includes(text)) + 1;

async function main() {
  // The client starts scripts or connects to a port; a socket in between makes any executable one of these.
  const server = net.createServer((socket) => {
    const child = spawn(pto, ['dap']);
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
    child.on('exit', () => socket.end());
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const client = new DebugClient('node', '', 'pto');
  await client.start(server.address().port);
  const exp = lineOf('pto.texp');
  const zeros = 'zeros:20x2048xf32';
  const args = ['--arg', zeros, '--arg', zeros, '--arg', '20', '--target', 'a5'];
  await client.initializeRequest();
  await client.launchRequest({ program, args });
  await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [{ line: exp, condition: 'row == 8' }] });
  const stop = client.waitForEvent('stopped');
  await client.configurationDoneRequest();
  const { body: { threadId } } = await stop;
  const line = async () => (await client.stackTraceRequest({ threadId })).body.stackFrames[0].line;
  assert.equal(await line(), exp);
  const element = async () => (await client.evaluateRequest({ expression: 'x[0,0]' })).body.result;
  assert.equal(await element(), '0');
  await Promise.all([client.waitForEvent('stopped'), client.nextRequest({ threadId })]);
  assert.equal(await line(), lineOf('pto.trowsum'));
  assert.equal(await element(), '1');
  await Promise.all([client.waitForEvent('stopped'), client.stepBackRequest({ threadId })]);
  assert.equal(await line(), exp);
  assert.equal(await element(), '0');
  const scopes = (await client.scopesRequest({ frameId: 1 })).body.scopes;
  const tiles = (await client.variablesRequest({ variablesReference: scopes[0].variablesReference })).body.variables;
  assert.ok(tiles.some((v) => v.name === '%x' && v.value.startsWith('8x2048 f32')));
  const frame = (await client.stackTraceRequest({ threadId })).body.stackFrames[0];
  const asked = { memoryReference: frame.instructionPointerReference, instructionCount: 2 };
  const { body: { instructions } } = await client.customRequest('disassemble', asked);
  assert.equal(instructions[0].line, exp);
  assert.ok(instructions[0].instruction.includes('pto.texp'));
  await client.disconnectRequest();
  server.close();
  console.log('breakpoint, step, step back, variables, condition, instructions: ok');
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
