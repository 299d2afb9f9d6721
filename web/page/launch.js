// The arguments of a run: one line for each parameter, or a file that was dropped on it.
import { add } from './arrays.js';
import { say } from './words.js';
const byId = id => document.getElementById(id);
let kernels = [], shape = '';
const given = new Map();

export function setArguments(args, blocks, entry) {
  given.clear();
  (args ?? []).forEach((value, i) => given.set(`#${i}`, value));
  byId('blocks').value = blocks ?? 1;
  byId('entry').dataset.wanted = entry ?? '';
  shape = '';
}
export function setKernels(list) {
  kernels = list;
  const entry = byId('entry'), wanted = entry.dataset.wanted || entry.value;
  entry.replaceChildren(...kernels.map(k => new Option(k.name ? `@${k.name}` : '—', k.name ?? '')));
  if (kernels.some(k => (k.name ?? '') === wanted)) entry.value = wanted;
  delete entry.dataset.wanted;
  byId('entry-label').hidden = kernels.filter(k => k.name).length < 2;
  draw();
}
byId('entry').addEventListener('change', () => draw());
const kernel = () => kernels.find(k => (k.name ?? '') === byId('entry').value) ?? kernels[0];

function suggest(param, i) {
  if (param.kind === 'number') return /^f|bf/.test(param.dtype) ? '1.0' : '16';
  const fill = /^(out|y|z|c|dst|result|res)/i.test(param.name) && i > 0 ? 'zeros' : 'random';
  return param.kind === 'tile' ? fill : `${fill}:16x64`;
}
function draw() {
  const params = kernel()?.params ?? [];
  const now = JSON.stringify([kernel()?.name, params]);
  if (now === shape) return;
  shape = now;
  // What came with a program is for the parameters of that program.
  params.forEach((param, i) => { if (given.has(`#${i}`)) given.set(param.name, given.get(`#${i}`)); });
  for (const key of [...given.keys()]) if (key.startsWith('#')) given.delete(key);
  const place = byId('arguments');
  place.replaceChildren(...params.map((param, i) => {
    const line = document.createElement('div');
    line.className = 'argument';
    const label = add(line, 'label', '');
    add(label, 'code', `%${param.name}: ${(param.shape ?? []).map(n => n + 'x').join('')}${param.dtype}`);
    label.htmlFor = `argument-${i}`;
    const input = add(line, 'input', '');
    input.id = `argument-${i}`;
    input.autocomplete = 'off';
    const known = given.get(param.name) ?? suggest(param, i);
    input.value = typeof known === 'string' ? known : known.name;
    line.file = typeof known === 'string' ? null : known;
    input.addEventListener('input', () => { line.file = null; given.set(param.name, input.value); });
    if (param.kind === 'number') return line;
    input.setAttribute('list', 'fills');
    const pick = add(line, 'label', say('file')), file = add(pick, 'input', '');
    Object.assign(file, { type: 'file', className: 'hidden' });
    pick.className = 'pick';
    const take = async chosen => {
      if (!chosen) return;
      line.file = { name: chosen.name, bytes: await chosen.arrayBuffer() };
      given.set(param.name, line.file);
      input.value = chosen.name;
    };
    file.addEventListener('change', () => take(file.files[0]));
    line.addEventListener('dragover', event => { event.preventDefault(); line.classList.add('over'); });
    line.addEventListener('dragleave', () => line.classList.remove('over'));
    line.addEventListener('drop', event => { event.preventDefault(); line.classList.remove('over'); take(event.dataTransfer.files[0]); });
    return line;
  }));
  if (!document.getElementById('fills')) {
    const list = add(document.body, 'datalist', '');
    list.id = 'fills';
    for (const fill of ['zeros:16x64', 'ones:16x64', 'range:16x64', 'random:16x64', 'random:2:16x64', '1 2 3 | 4 5 6']) list.append(new Option(fill));
  }
}
export const hasKernel = () => kernels.length > 0;
// What a request says of the launch, and the files it refers to.
export function launch() {
  const blobs = [];
  const args = [...byId('arguments').children].map(line => {
    if (!line.file) return line.querySelector('input').value;
    blobs.push(line.file.bytes);
    return { blob: blobs.length - 1, name: line.file.name };
  });
  const entry = byId('entry').value;
  return { document: { args, blocks: +byId('blocks').value || 1, ...(entry ? { entry } : {}) }, blobs };
}
