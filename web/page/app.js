// The page: an editor on one side, what is known of its program on the other.
import { Editor, paint } from './editor.js';
import { Stopped, Trap, checker, isNative, runner } from './engine.js';
import { add, number, showArray } from './arrays.js';
import { fromFragment, toFragment } from './share.js';
import { hasKernel, launch, setArguments, setKernels } from './launch.js';
import { openPuzzles } from './puzzles.js';
import { openInstruction, openReference } from './reference.js';
import { say, setLanguage } from './words.js';

const byId = id => document.getElementById(id);
const editor = new Editor(byId('editor'));
const LARGE = 200_000;
// A run that takes longer than this is stopped: its steps are limited, but some steps are long.
const MOST_SECONDS = isNative ? 600 : 60;
let tab = 'run', live = [], fromRun = [], checks = 0, timer = 0, examples = [];

const app = {
  get text() { return editor.text; },
  open({ text, target, args, blocks, entry }) {
    if (target !== undefined) byId('target').value = target ?? '';
    setArguments(args, blocks, entry);
    byId('arrays').replaceChildren();
    byId('outcome').textContent = '';
    byId('printed').hidden = true;
    editor.text = text;
  },
  complain(error) {
    if (error instanceof Stopped) return say('stopped');
    return error instanceof Trap ? `${say('internal')}: ${error.message}` : String(error.message ?? error);
  },
  async working(act) {
    byId('status').textContent = say('working');
    byId('stop').hidden = false;
    const alarm = setTimeout(() => runner.stop(), MOST_SECONDS * 1000);
    try { return await act(); } finally {
      clearTimeout(alarm);
      byId('status').textContent = say('ready');
      byId('stop').hidden = true;
    }
  },
};

const target = () => byId('target').value ? { target: byId('target').value } : {};

// Live findings.
editor.onchange = () => {
  fromRun = [];
  clearTimeout(timer);
  const wait = editor.text.length > LARGE ? 400 : 40;
  timer = setTimeout(check, wait);
};
async function check() {
  const number = ++checks;
  try {
    const { document: found, took } = await checker.ask({ do: 'check', text: editor.text, kernels: true, ...target() });
    if (number !== checks) return;
    live = found.findings ?? [];
    byId('took').textContent = say('checked_in', took.toFixed(1));
    byId('took').dataset.ms = took;
    if (found.kernels?.length) setKernels(found.kernels);
    showFindings();
    if (['lowered', 'cpp'].includes(tab)) fill(tab);
  } catch (error) {
    if (number === checks && !(error instanceof Stopped)) byId('count').textContent = app.complain(error);
  }
  document.body.dataset.checked = checks;
}
function showFindings() {
  const all = [...live, ...fromRun.filter(f => !live.some(l => l.code === f.code && l.range[0] === f.range[0]))];
  editor.mark(all);
  const count = severity => all.filter(f => f.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const words = [errors === 1 ? say('one_error') : errors ? say('errors', errors) : '', warnings === 1 ? say('one_warning') : warnings ? say('warnings', warnings) : ''];
  byId('count').textContent = words.filter(Boolean).join(', ') || say('no_problems');
  byId('problems').replaceChildren(...all.slice(0, 200).map(finding => {
    const item = document.createElement('li');
    add(item, 'span', finding.severity).className = `severity-${finding.severity}`;
    item.append(' ');
    const code = add(item, 'button', finding.code);
    code.className = 'link';
    code.addEventListener('click', () => explain(finding.code));
    item.append(' ');
    const place = add(item, 'button', say('line', finding.line));
    place.className = 'link';
    place.addEventListener('click', () => editor.show(finding.range));
    item.append(' ');
    add(item, 'span', finding.message + (finding.target ? ` (${finding.target})` : ''));
    if (finding.edits?.length) {
      item.append(' ');
      const fix = add(item, 'button', say('fix'));
      fix.className = 'fix';
      fix.title = finding.help ?? '';
      fix.addEventListener('click', () => editor.edit(finding.edits));
    }
    for (const note of finding.notes) add(item, 'div', note).className = 'more';
    return item;
  }));
}
async function explain(code) {
  const { document: told } = await checker.ask({ do: 'explain', code });
  const page = byId('explain').querySelector('article');
  page.replaceChildren();
  add(page, 'h3', `${told.code}: ${told.title}`);
  for (const part of (told.text ?? told.refused).split('\n\n')) add(page, part.startsWith('```') ? 'pre' : 'p', part.replace(/^```\w*\n|```$/g, ''));
  byId('explain').showModal();
}

// Running.
async function run(checked) {
  const asked = launch(), outcome = byId('outcome');
  byId('arrays').replaceChildren();
  byId('printed').hidden = true;
  outcome.className = '';
  outcome.textContent = say('working');
  try {
    const { document: answer, blobs, took } = await app.working(() => runner.ask({ do: 'run', text: editor.text, checked, ...target(), ...asked.document }, asked.blobs));
    fromRun = answer.findings ?? [];
    showFindings();
    const failed = answer.refused || fromRun.some(f => f.severity === 'error');
    outcome.className = failed ? 'bad' : 'good';
    outcome.textContent = answer.refused ? [answer.refused, answer.hint].filter(Boolean).join('; ')
      : failed ? say('failed') : [say('ran', answer.steps, took.toFixed(1)), checked ? say('nothing_found') : ''].filter(Boolean).join('; ');
    byId('printed').textContent = answer.printed ?? '';
    byId('printed').hidden = !answer.printed;
    for (const array of answer.arrays ?? []) {
      if (array.kind !== 'array') continue;
      byId('arrays').append(showArray(array, new Float64Array(blobs[array.values]), blobs[array.npy]));
    }
  } catch (error) {
    outcome.className = 'bad';
    outcome.textContent = app.complain(error);
  }
}

// Tabs.
const FILL = {
  async lowered(place) {
    const { document: done } = await checker.ask({ do: 'lower', text: editor.text, ...target() });
    if (refused(place, done)) return;
    const text = place.querySelector('pre');
    text.replaceChildren(...done.text.split('\n').slice(0, 5000).map(line => { const div = document.createElement('div'); paint(div, line, []); if (!line) div.textContent = ' '; return div; }));
    byId('map').textContent = done.map;
  },
  async cpp(place) {
    const { document: done } = await checker.ask({ do: 'emit', text: editor.text, ...target() });
    if (!refused(place, done)) place.querySelector('pre').textContent = done.text;
  },
  async cost(place) {
    const done = await time(place);
    if (done) place.querySelector('pre').textContent = done.document.table;
  },
  async timeline(place) {
    const frame = byId('timeline-frame');
    frame.hidden = true;
    const done = await time(place);
    if (!done) return;
    // A frame without an origin: its scripts see nothing of this page.
    frame.srcdoc = new TextDecoder().decode(done.blobs[0]);
    frame.hidden = false;
    await new Promise(loaded => frame.addEventListener('load', loaded, { once: true }));
  },
  async targets(place) {
    const asked = launch();
    const { document: done } = await app.working(() => runner.ask({ do: 'targets', text: editor.text, ...asked.document }, asked.blobs));
    if (refused(place, done)) return;
    byId('columns').replaceChildren(sideBySide(done.targets));
  },
  reference: () => openReference(),
  puzzles: () => openPuzzles(app),
  run: async () => {},
};
async function time(place) {
  const asked = launch();
  const chosen = byId('target').value === 'cpu' ? {} : target();
  const done = await app.working(() => runner.ask({ do: 'cost', text: editor.text, ...chosen, ...asked.document }, asked.blobs));
  return refused(place, done.document) ? null : done;
}
function refused(place, answer) {
  const note = place.querySelector('.note');
  const why = answer.findings?.find(f => f.severity === 'error');
  note.textContent = answer.refused ? [answer.refused, why ? `${say('line', why.line)}: ${why.message}` : answer.hint].filter(Boolean).join('; ') : (answer.notes ?? []).join('; ');
  note.classList.toggle('error', !!answer.refused);
  for (const pre of place.querySelectorAll('pre')) pre.textContent = '';
  return !!answer.refused;
}
function sideBySide(columns) {
  const table = document.createElement('table'), head = add(table, 'tr', '');
  add(head, 'th', '');
  for (const c of columns) add(head, 'th', c.target).scope = 'col';
  const yes = value => value === undefined || value === null ? '—' : say(value ? 'yes' : 'no');
  const lines = [['runs', c => yes(c.runs)], ['same', c => c === columns.find(x => x.runs) ? say('first') : c.same === false ? say('differs', number(c.difference)) : yes(c.same)], ['cycles', c => c.cycles?.toLocaleString() ?? '—'],
    ['problems', c => (c.findings ?? []).map(f => `${say('line', f.line)}: ${f.message}`).join('\n') || say('none')], ['', c => (c.notes ?? []).join('\n')]];
  for (const [word, of] of lines) {
    const row = add(table, 'tr', '');
    add(row, 'th', word && say(word)).scope = 'row';
    for (const c of columns) add(row, 'td', of(c)).style.whiteSpace = 'pre-wrap';
  }
  return table;
}
async function fill(name) {
  const place = byId(name);
  place.dataset.filled = '';
  try { await FILL[name](place); } catch (error) {
    const note = place.querySelector('.note');
    if (note) { note.textContent = app.complain(error); note.classList.add('error'); } else if (!(error instanceof Stopped)) throw error;
  }
  place.dataset.filled = 'yes';
}
function choose(name) {
  tab = name;
  for (const button of byId('tabs').children) {
    const on = button.dataset.tab === name;
    button.setAttribute('aria-selected', on);
    button.setAttribute('aria-controls', button.dataset.tab);
    button.tabIndex = on ? 0 : -1;
    byId(button.dataset.tab).hidden = !on;
  }
  fill(name);
}
byId('tabs').addEventListener('click', event => event.target.dataset.tab && choose(event.target.dataset.tab));
byId('tabs').addEventListener('keydown', event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = [...byId('tabs').children], next = all[(all.findIndex(b => b.dataset.tab === tab) + step + all.length) % all.length];
  choose(next.dataset.tab);
  next.focus();
});
byId('launch').addEventListener('submit', event => { event.preventDefault(); run(false); });
byId('go-checked').addEventListener('click', () => run(true));
byId('stop').addEventListener('click', () => runner.stop());
byId('target').addEventListener('change', () => { check(); if (tab !== 'run') fill(tab); });
byId('format').addEventListener('click', async () => {
  const { document: done } = await checker.ask({ do: 'format', text: editor.text });
  if (done.text !== editor.text) editor.edit([{ range: [0, editor.text.length], text: done.text }]);
});
byId('language').addEventListener('change', event => {
  setLanguage(event.target.value);
  try { localStorage.setItem('pto-language', event.target.value); } catch { /* then it is chosen again next time */ }
  showFindings();
  byId('status').textContent = say('ready');
  if (tab === 'puzzles') fill(tab);
});
byId('share').addEventListener('click', async () => {
  const asked = launch().document;
  asked.args = asked.args.map(a => typeof a === 'string' ? a : 'zeros:16x64');
  const fragment = await toFragment({ v: 1, text: editor.text, target: byId('target').value, ...asked });
  history.replaceState(null, '', `#${fragment}`);
  let word = 'link_made';
  try { await navigator.clipboard.writeText(location.href); word = 'link_copied'; } catch { /* the address bar has it */ }
  byId('status').textContent = say(word);
});
addEventListener('keydown', event => {
  if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') { event.preventDefault(); choose('run'); run(event.shiftKey); }
  if (event.key === 'F8') {
    const all = editor.findings, line = editor.caretLine;
    const next = all.find(f => f.line - 1 > line) ?? all[0];
    if (next) { event.preventDefault(); editor.show(next.range); }
  }
  if ((event.ctrlKey || event.metaKey) && event.key === '.') {
    const here = editor.findings.find(f => f.line - 1 === editor.caretLine && f.edits?.length);
    if (here) { event.preventDefault(); editor.edit(here.edits); }
  }
});
addEventListener('hashchange', openShared);
async function openShared() {
  try {
    const state = await fromFragment(location.hash);
    if (state) app.open(state);
    return !!state;
  } catch {
    byId('status').textContent = say('bad_link');
    return false;
  }
}
const EMPTY = 'module {\n  func.func @kernel() {\n    return\n  }\n}\n';
async function openExample(i) {
  const example = examples[i];
  if (!example) return app.open({ text: EMPTY });
  const text = example.text ?? await (await fetch(example.file)).text();
  app.open({ target: '', ...example, text });
}
// Files of the folder behind `pto serve`.
byId('keep').addEventListener('click', async () => {
  const file = examples[byId('examples').value]?.file ?? 'file/kernel.pto';
  const answer = await fetch(file, { method: 'POST', body: editor.text });
  byId('status').textContent = answer.ok ? say('saved') : await answer.text();
});
byId('examples').addEventListener('change', event => openExample(event.target.value));
editor.area.addEventListener('dblclick', () => {
  const word = /^pto\.([\w.]+)$/.exec(editor.text.slice(editor.area.selectionStart, editor.area.selectionEnd).trim());
  if (word) { choose('reference'); openInstruction(word[1]); }
});

async function start() {
  const embedded = new URLSearchParams(location.search).has('embed');
  document.body.classList.toggle('embedded', embedded);
  let language = navigator.language.startsWith('zh') ? 'zh' : 'en';
  try { language = localStorage.getItem('pto-language') ?? language; } catch { /* the browser's */ }
  byId('language').value = language;
  setLanguage(language);
  byId('status').textContent = say('loading');
  byId('keep').hidden = !isNative;
  choose('run');
  examples = await (await fetch('examples.json')).json();
  byId('examples').replaceChildren(...examples.map((e, i) => new Option(e.name, i)));
  if (!await openShared()) await openExample(0);
  await checker.worker();
  clearTimeout(timer);
  await check();
  byId('status').textContent = say('ready');
  document.body.dataset.ready = performance.now();
  runner.worker();
  if (!isNative && 'serviceWorker' in navigator && !embedded) navigator.serviceWorker.register('sw.js');
}
// Tests look at the page through this.
window.ptoPlayground = { app, editor, checker, runner, run, choose, hasKernel };
start().catch(error => { byId('status').textContent = app.complain(error); throw error; });
