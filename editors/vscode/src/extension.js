// The extension: a client of `pto lsp`, panels for what its commands give, tests and debugging.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { WITH_ARGUMENTS, Arguments, splitArguments, presentation, debugWords, isFiletest, sectionsOf, outcomes } = require('./requests');

/** @type {LanguageClient} */
let client;

const setting = (name) => vscode.workspace.getConfiguration('pto').get(name);

/** Texts that are shown and belong to no file. */
class Texts {
  constructor() {
    this.texts = new Map();
    this.changed = new vscode.EventEmitter();
    this.onDidChange = this.changed.event;
  }
  provideTextDocumentContent(uri) {
    return this.texts.get(uri.toString()) ?? '';
  }
  set(name, text) {
    const uri = vscode.Uri.from({ scheme: 'pto', path: '/' + name });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }
}

async function activate(context) {
  const texts = new Texts();
  const output = vscode.window.createOutputChannel('PTO results');
  const remembered = new Arguments(context.workspaceState);
  context.subscriptions.push(output, vscode.workspace.registerTextDocumentContentProvider('pto', texts));

  const show = async (command, argument, result) => {
    const shown = presentation(command, argument, result);
    switch (shown.kind) {
      case 'page': {
        const panel = vscode.window.createWebviewPanel('pto', shown.title, vscode.ViewColumn.Beside, { enableScripts: true });
        panel.webview.html = shown.html;
        return;
      }
      case 'beside': {
        const right = texts.set(`lowered/${shown.title.replace(/\W+/g, '_')}.pto`, shown.text);
        return vscode.commands.executeCommand('vscode.diff', vscode.Uri.parse(argument.uri), right, `${shown.title}: as written, lowered`);
      }
      case 'markdown': {
        const page = texts.set(`pages/${shown.title.replace(/\W+/g, '_')}.md`, shown.text);
        return vscode.commands.executeCommand('markdown.showPreviewToSide', page);
      }
      case 'document': {
        const document = await vscode.workspace.openTextDocument({ content: shown.text, language: shown.language });
        return vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
      }
      default:
        output.clear();
        output.appendLine(shown.title);
        output.append(shown.text || 'done\n');
        output.show(true);
    }
  };

  /** Asks for what a command needs; `undefined` if the user does not want it any more. */
  const complete = async (command, given) => {
    if (command === 'pto.instruction' || command === 'pto.explain') {
      const editor = vscode.window.activeTextEditor;
      const range = editor?.document.getWordRangeAtPosition(editor.selection.active);
      const prompt = command === 'pto.explain' ? 'Code, such as E0203' : 'Instruction, such as tadd';
      const name = given?.name ?? (await vscode.window.showInputBox({ prompt, value: range ? editor.document.getText(range) : '' }));
      return name && { name };
    }
    const argument = { ...given };
    argument.uri ??= vscode.window.activeTextEditor?.document.uri.toString();
    if (!argument.uri) return undefined;
    if (WITH_ARGUMENTS.has(command) && !argument.args) {
      const prompt = 'Arguments in order, as for --arg: numbers, zeros:BYTES, random:..., x.npy';
      const line = await vscode.window.showInputBox({ prompt, value: remembered.last(argument.uri, argument.function) });
      if (line === undefined) return undefined;
      await remembered.remember(argument.uri, argument.function, line);
      argument.args = splitArguments(line);
    }
    return argument;
  };

  const run = { command: setting('path'), args: ['lsp'] };
  client = new LanguageClient('pto', 'PTO', { run, debug: run }, {
    documentSelector: [{ language: 'pto' }],
    synchronize: { configurationSection: 'pto' },
    initializationOptions: {
      ...JSON.parse(JSON.stringify(vscode.workspace.getConfiguration('pto'))),
      commands: ['pto.run', 'pto.debug'],
    },
    middleware: {
      async executeCommand(command, args, next) {
        if (command === 'pto.expectations') return next(command, args);
        const argument = await complete(command, args?.[0]);
        if (!argument) return undefined;
        try {
          const result = await next(command, [argument]);
          await show(command, argument, result);
          return result;
        } catch (e) {
          vscode.window.showErrorMessage(`PTO: ${e.message}`);
          return undefined;
        }
      },
    },
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('pto.restart', () => client.restart()),
    vscode.commands.registerCommand('pto.forgetArguments', () => remembered.forget()),
    vscode.commands.registerCommand('pto.debug', (given) => debug(given)),
    vscode.debug.registerDebugAdapterDescriptorFactory('pto', {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(setting('path'), ['dap']),
    }),
    tests(),
  );
  await client.start();

  async function debug(given) {
    const argument = await complete('pto.run', given);
    if (!argument) return;
    const program = vscode.Uri.parse(argument.uri).fsPath;
    await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(argument.uri)), {
      type: 'pto', request: 'launch', name: `@${argument.function ?? ''}`, program, args: debugWords(argument), stopOnEntry: true,
    });
  }
}

/** Filetests in the test explorer. */
function tests() {
  const controller = vscode.tests.createTestController('pto', 'PTO filetests');
  const read = async (uri) => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const found = async (uri) => {
    const text = await read(uri);
    if (!isFiletest(text)) return controller.items.delete(uri.toString());
    const file = controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    for (const s of sectionsOf(text)) {
      const item = controller.createTestItem(`${uri}#${s.id}`, s.label, uri);
      item.range = new vscode.Range(s.line, 0, s.line, 0);
      file.children.add(item);
    }
    controller.items.add(file);
  };
  controller.resolveHandler = async () => {
    for (const uri of await vscode.workspace.findFiles('**/*.pto')) await found(uri);
  };
  controller.refreshHandler = controller.resolveHandler;
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.pto');
  watcher.onDidCreate(found);
  watcher.onDidChange(found);
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  controller.createRunProfile('Check expectations', vscode.TestRunProfileKind.Run, async (request, cancel) => {
    const testRun = controller.createTestRun(request);
    const files = new Set();
    const wanted = request.include ?? [...controller.items].map(([, item]) => item);
    for (const item of wanted) files.add(item.parent ?? item);
    for (const file of files) {
      if (cancel.isCancellationRequested) break;
      await vscode.workspace.openTextDocument(file.uri);
      const report = await client.sendRequest('workspace/executeCommand', { command: 'pto.expectations', arguments: [{ uri: file.uri.toString() }] });
      const results = outcomes(report);
      file.children.forEach((item) => {
        const wrong = results[Number(item.id.split('#').pop())];
        if (!wrong) return testRun.passed(item);
        const message = new vscode.TestMessage(wrong.message);
        message.location = new vscode.Location(file.uri, new vscode.Position(wrong.line, 0));
        testRun.failed(item, message);
      });
    }
    testRun.end();
  }, true);
  return vscode.Disposable.from(controller, watcher);
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
