// Arrays as heat maps and as numbers.
import { say } from './words.js';
const MOST_PIXELS = 256, ROWS = 24, COLUMNS = 12;

export function showArray(array, values, npy) {
  const place = document.createElement('section');
  place.className = 'array';
  const columns = Math.max(1, array.shape.length > 1 ? array.shape.at(-1) : Math.min(values.length, array.shape[0] ?? 1));
  const rows = Math.max(1, Math.ceil(values.length / columns));
  const head = add(place, 'h3', `%${array.name}: ${array.shape.join('x')}${array.shape.length ? 'x' : ''}${array.dtype}`);
  head.tabIndex = -1;
  const range = rangeOf(values);
  const notes = [range.count ? say('smallest', number(range.low), number(range.high), number(range.mean)) : '', range.nan ? say('not_numbers', range.nan) : '',
    array.shown < array.elements ? say('only_first', array.shown, array.elements) : ''].filter(Boolean);
  add(place, 'p', notes.join('; ')).className = 'note';
  place.append(heatMap(array, values, rows, columns, range));
  const hovered = add(place, 'output', '');
  const canvas = place.querySelector('canvas');
  canvas.addEventListener('mousemove', event => {
    const box = canvas.getBoundingClientRect();
    const row = Math.min(rows - 1, Math.floor((event.clientY - box.top) / box.height * rows));
    const column = Math.min(columns - 1, Math.floor((event.clientX - box.left) / box.width * columns));
    hovered.textContent = `[${row}, ${column}] = ${number(values[row * columns + column])}`;
  });
  const bar = add(place, 'div', '');
  const from = { row: stepper(bar, 'from_row', rows), column: stepper(bar, 'from_column', columns) };
  if (npy) {
    const save = add(bar, 'button', say('save'));
    save.type = 'button';
    save.addEventListener('click', () => download(npy, `${array.name}.npy`));
  }
  const scroll = add(place, 'div', '');
  scroll.className = 'scroll';
  const fill = () => scroll.replaceChildren(table(values, rows, columns, +from.row.value, +from.column.value));
  for (const input of Object.values(from)) input.addEventListener('input', fill);
  fill();
  return place;
}
function table(values, rows, columns, row0, column0) {
  const grid = document.createElement('table');
  const head = add(grid, 'tr', '');
  add(head, 'th', '');
  const lastColumn = Math.min(columns, column0 + COLUMNS);
  for (let c = column0; c < lastColumn; c++) add(head, 'th', c).scope = 'col';
  for (let r = row0; r < Math.min(rows, row0 + ROWS); r++) {
    const line = add(grid, 'tr', '');
    add(line, 'th', r).scope = 'row';
    for (let c = column0; c < lastColumn; c++) add(line, 'td', number(values[r * columns + c]));
  }
  return grid;
}
function stepper(place, word, most) {
  const label = add(place, 'label', `${say(word)} `);
  const input = add(label, 'input', '');
  Object.assign(input, { type: 'number', min: 0, max: most - 1, value: 0 });
  input.style.width = '6rem';
  label.hidden = most <= (word === 'from_row' ? ROWS : COLUMNS);
  return input;
}
function rangeOf(values) {
  let low = Infinity, high = -Infinity, sum = 0, count = 0, nan = 0;
  for (const v of values) {
    if (Number.isNaN(v)) { nan++; continue; }
    count++; sum += v;
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return { low, high, mean: sum / count, count, nan };
}
// Blue below zero, red above; what is no number is grey. Of more elements than pixels the first of each pixel is shown.
function heatMap(array, values, rows, columns, range) {
  const canvas = document.createElement('canvas');
  const height = Math.min(rows, MOST_PIXELS), width = Math.min(columns, MOST_PIXELS);
  Object.assign(canvas, { width, height });
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', say('heat', `%${array.name}`));
  const scale = (room, cells) => Math.max(1, Math.min(16, Math.floor(room / cells)));
  canvas.style.width = `${width * scale(512, width)}px`;
  canvas.style.height = `${height * scale(160, height)}px`;
  const finite = v => Number.isFinite(v) ? Math.abs(v) : 0;
  const most = Math.max(finite(range.low), finite(range.high)) || 1;
  const context = canvas.getContext('2d'), image = context.createImageData(width, height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
    const v = values[Math.floor(y * rows / height) * columns + Math.floor(x * columns / width)];
    image.data.set(colour(v, most), (y * width + x) * 4);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
function colour(v, most) {
  if (v === undefined) return [0, 0, 0, 0];
  if (Number.isNaN(v)) return [128, 128, 128, 255];
  const part = Math.min(1, Math.abs(v) / most), pale = Math.round(250 - 210 * part), middle = Math.round(250 - 150 * part);
  return v < 0 ? [pale, middle, 250, 255] : [250, middle, pale, 255];
}
export function number(v) {
  if (v === undefined) return '';
  if (Number.isInteger(v)) return Object.is(v, -0) ? '-0' : String(v);
  return Number.isFinite(v) ? String(+v.toPrecision(6)) : String(v);
}
export function download(bytes, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
export function add(place, tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  place.append(element);
  return element;
}
