// The pages of instructions.
import { checker } from './engine.js';
import { add } from './arrays.js';
import { say } from './words.js';
let all = null;
const byId = id => document.getElementById(id);

export async function openReference() {
  if (!all) {
    all = (await checker.ask({ do: 'instructions' })).document.instructions;
    byId('query').addEventListener('input', list);
  }
  list();
}
function list() {
  const query = byId('query').value.trim().toLowerCase().replace(/^pto\./, '');
  const rank = i => i.name === query ? 0 : i.name.startsWith(query) ? 1 : i.name.includes(query) ? 2 : i.title.toLowerCase().includes(query) ? 3 : 9;
  const found = all.map(i => [rank(i), i]).filter(([r]) => r < 9).sort((a, b) => a[0] - b[0]).slice(0, 200);
  byId('found').replaceChildren(...found.map(([, i]) => {
    const item = document.createElement('li'), button = add(item, 'button', i.name);
    button.className = 'link';
    button.title = i.title;
    button.addEventListener('click', () => openInstruction(i.name));
    return item;
  }));
  if (!found.length) add(byId('found'), 'li', say('nothing'));
}
export async function openInstruction(name) {
  const { document: i } = await checker.ask({ do: 'instruction', name });
  const page = byId('page');
  page.replaceChildren();
  if (i.refused) { add(page, 'p', i.refused); return; }
  add(page, 'h3', i.name);
  add(page, 'p', i.title);
  for (const part of i.doc.split('\n\n').filter(Boolean)) add(page, 'p', part);
  if (i.syntax) add(page, 'pre', [i.syntax].flat().join('\n'));
  if (i.formula) add(page, 'pre', i.formula);
  rows(page, ['operand', 'role', 'kind', 'memory'], i.operands.map(o => [o.name, o.role + (o.optional ? '?' : '') + (o.variadic ? ' …' : ''), o.kind, o.effect.access]));
  rows(page, ['attribute', 'values', ''], i.attributes.map(a => [a.name, Array.isArray(a.values) ? a.values.join(', ') : typeof a.values === 'object' ? `${a.values.from} … ${a.values.to}` : a.values, a.doc]));
  rows(page, ['target', 'types', 'source'], i.support.map(s => [`${s.target} (${s.rules})`, [s.types].flat().join(' '), s.source]));
  rows(page, ['code', 'rule', 'targets'], i.rules.map(r => [r.code, r.text, r.targets.join(' ')]));
  add(page, 'p', `C++: ${i.cpp}`);
  for (const note of i.notes ?? []) add(page, 'p', note);
  page.scrollIntoView({ block: 'nearest' });
}
function rows(place, heads, lines) {
  if (!lines.length) return;
  const table = add(place, 'table', ''), head = add(table, 'tr', '');
  for (const text of heads) add(head, 'th', text).scope = 'col';
  for (const line of lines) {
    const row = add(table, 'tr', '');
    for (const text of line) add(row, 'td', text ?? '');
  }
}
