// What the extension asks the server, apart from the editor: tested in node against the real server.
'use strict';

/** Commands whose functions take arguments. */
const WITH_ARGUMENTS = new Set(['pto.run', 'pto.cost', 'pto.trace']);

/** Splits a line of arguments as a shell would: blanks separate, quotes keep together. */
function splitArguments(line) {
  const words = [];
  const pattern = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g;
  for (const m of line.matchAll(pattern)) {
    words.push(m[1] !== undefined ? m[1].replace(/\\(.)/g, '$1') : (m[2] ?? m[3]));
  }
  return words;
}

/** Arguments of functions, remembered from one session to the next. `state` is a memento: get and update. */
class Arguments {
  constructor(state) {
    this.state = state;
  }
  key(uri, name) {
    return `pto.arguments:${uri}#${name ?? ''}`;
  }
  last(uri, name) {
    return this.state.get(this.key(uri, name)) ?? '';
  }
  remember(uri, name, line) {
    const key = this.key(uri, name);
    const keys = new Set(this.state.get('pto.arguments') ?? []).add(key);
    return Promise.all([this.state.update(key, line), this.state.update('pto.arguments', [...keys])]);
  }
  forget() {
    const keys = this.state.get('pto.arguments') ?? [];
    return Promise.all([...keys, 'pto.arguments'].map((key) => this.state.update(key, undefined)));
  }
}

/** What is shown of the answer of a command: where, and what. */
function presentation(command, argument, result) {
  const title = `${command.slice('pto.'.length)} ${argument?.function ? '@' + argument.function : ''}`.trim();
  const said = [result?.output, result?.errors].filter(Boolean).join('\n');
  if (result?.page) return { kind: 'page', title, html: result.page };
  if (!result?.success) return { kind: 'output', title, text: said, failed: true };
  switch (command) {
    case 'pto.lower':
      return { kind: 'beside', title, text: result.output, language: 'pto' };
    case 'pto.emit':
      return { kind: 'document', title, text: result.output, language: 'cpp' };
    case 'pto.instruction':
    case 'pto.explain':
      return { kind: 'markdown', title: argument?.name ?? title, text: result.output };
    default:
      return { kind: 'output', title, text: said, failed: false };
  }
}

/** The words that `pto debug` takes after the program. */
function debugWords(argument) {
  const words = (argument.args ?? []).map((a) => `--arg=${a}`);
  if (argument.function) words.push(`--entry=${argument.function}`);
  if (argument.target) words.push(`--target=${argument.target}`);
  return words;
}

/** Whether a text is a filetest, which carries the findings it expects. */
const isFiletest = (text) => /^\/\/ check: /m.test(text);

/** The sections of a filetest as tests: their names and their first lines, from 0. */
function sectionsOf(text) {
  const lines = text.split('\n');
  const starts = [0, ...lines.flatMap((line, i) => (line === '// -----' ? [i + 1] : []))];
  return starts.map((line, i) => {
    const end = i + 1 < starts.length ? starts[i + 1] : lines.length;
    const named = lines.slice(line, end).map((l) => /func\.func\s+@([\w$.]+)/.exec(l)?.[1]).find(Boolean);
    return { id: String(i), label: named ? `@${named}` : `section ${i + 1}`, line };
  });
}

/** What came of each section: `undefined` if it is as expected, else what differs. */
function outcomes(report) {
  return (report?.sections ?? []).map((s) => {
    if (!s.differences.length) return undefined;
    return { line: Math.max(0, s.differences[0].line - 1), message: s.differences.map((d) => d.text).join('\n') };
  });
}

module.exports = { WITH_ARGUMENTS, Arguments, splitArguments, presentation, debugWords, isFiletest, sectionsOf, outcomes };
