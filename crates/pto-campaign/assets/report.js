"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const word = (n) => (n === null || n === undefined ? "" : data.words[n]);
const first = 2 + data.parameters.length;
const [CYCLES, US, COMPLETE, BOTTLENECK, BUSY, WAITS_FOR, WAITS, CODE, MESSAGE, LINE, OPERATIONS, BYTES] =
  Array.from({ length: 12 }, (_, i) => first + i);
const number = (n, digits = 0) =>
  n === null || n === undefined ? "" : n.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const legal = (row) => row[CYCLES] !== null;

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function drawing(name, attributes, parent, title) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (title !== undefined) {
    const tip = document.createElementNS("http://www.w3.org/2000/svg", "title");
    tip.textContent = title;
    made.append(tip);
  }
  parent.append(made);
  return made;
}

function reason(row) {
  if (!legal(row)) return `${word(row[CODE])}: ${word(row[MESSAGE])}${row[LINE] ? ` (line ${row[LINE]})` : ""}`;
  let text = row[BOTTLENECK] === null ? "" : `${word(row[BOTTLENECK])} works ${number(100 * row[BUSY])} % of the time`;
  if (row[WAITS] > 0.005) text += `, waits ${number(100 * row[WAITS])} % for ${word(row[WAITS_FOR])}`;
  if (row[COMPLETE] === false) text += "; at least: some instructions are uncalibrated";
  return text;
}

const columns = [
  ["kernel", (r) => word(r[0])],
  ["target", (r) => word(r[1])],
  ...data.parameters.map((name, i) => [name, (r) => r[2 + i], true]),
  ["cycles", (r) => r[CYCLES], true],
  ["us", (r) => r[US], true, 3],
  ["why", reason],
];

function fill(table, heads, rows) {
  table.replaceChildren();
  const head = table.createTHead().insertRow();
  for (const [text, isNumber] of heads) head.append(element("th", text, isNumber ? { class: "number" } : {}));
  const body = table.createTBody();
  for (const cells of rows) {
    const line = body.insertRow();
    for (const [text, isNumber] of cells) line.append(element("td", text, isNumber ? { class: "number" } : {}));
  }
  return head;
}

const cell = ([, value, isNumber, digits], row) => {
  const v = value(row);
  return [typeof v === "number" ? number(v, digits) : String(v ?? ""), isNumber];
};

function selected() {
  const [kernel, target] = [at("kernel").value, at("target").value];
  return data.rows.filter((r) => (kernel === "" || word(r[0]) === kernel) && (target === "" || word(r[1]) === target));
}

function showBest(rows) {
  const best = rows.filter(legal).sort((a, b) => a[CYCLES] - b[CYCLES]).slice(0, 10);
  const heads = [["", true], ...columns.map((c) => [c[0], c[2]]), ["of the best", true]];
  fill(at("best"), heads, best.map((r, i) => [
    [String(i + 1), true],
    ...columns.map((c) => cell(c, r)),
    [number(r[CYCLES] / best[0][CYCLES], 2), true],
  ]));
}

function showIllegal(rows) {
  const groups = new Map();
  for (const row of rows.filter((r) => r[CODE] !== null)) {
    const code = word(row[CODE]);
    const group = groups.get(code) ?? { count: 0, row };
    group.count += 1;
    groups.set(code, group);
  }
  const list = [...groups].sort((a, b) => b[1].count - a[1].count);
  const config = (row) => data.parameters.map((name, i) => `${name}=${row[2 + i]}`).join(" ");
  fill(at("illegal"), [["code"], ["configurations", true], ["for example"], ["because"]],
    list.map(([code, g]) => [[code], [number(g.count), true], [config(g.row)], [reason(g.row)]]));
  if (list.length === 0) at("illegal").append(element("caption", "none"));
}

// At most so many values of a parameter are drawn, evenly chosen.
const MOST_VALUES = 100;
function valuesOf(rows, column) {
  const all = [...new Set(rows.map((r) => r[column]))].filter((v) => v !== null).sort((a, b) => a - b);
  if (all.length <= MOST_VALUES) return all;
  return Array.from({ length: MOST_VALUES }, (_, i) => all[Math.floor((i * all.length) / MOST_VALUES)]);
}

function showMap(rows) {
  const map = at("map");
  map.replaceChildren();
  if (data.parameters.length === 0) return;
  const [x, y] = [2 + at("across").selectedIndex, 2 + at("down").selectedIndex];
  const [xs, ys] = [valuesOf(rows, x), valuesOf(rows, y)];
  const cells = new Map();
  let [low, high] = [Infinity, 0];
  for (const row of rows) {
    const key = `${row[x]},${row[y]}`;
    const cell = cells.get(key) ?? { best: null, illegal: 0 };
    if (!legal(row)) cell.illegal += 1;
    else if (cell.best === null || row[CYCLES] < cell.best[CYCLES]) cell.best = row;
    cells.set(key, cell);
  }
  for (const { best } of cells.values()) {
    if (best === null) continue;
    [low, high] = [Math.min(low, best[CYCLES]), Math.max(high, best[CYCLES])];
  }
  const size = Math.max(6, Math.min(36, Math.floor(900 / xs.length), Math.floor(600 / ys.length)));
  const left = 70;
  const svg = drawing("svg", { width: left + xs.length * size + 20, height: ys.length * size + 50, role: "img" }, map);
  ys.forEach((v, j) => xs.forEach((u, i) => {
    const cell = cells.get(`${u},${v}`);
    if (!cell) return;
    // From dark (fast) to light (slow), in the logarithm.
    const share = cell.best === null ? null : Math.log(cell.best[CYCLES] / low) / Math.max(1e-9, Math.log(high / low));
    const fill = share === null ? "#8883" : `hsl(${220 - 170 * share} 70% ${35 + 40 * share}%)`;
    const title = `${data.parameters[x - 2]}=${u} ${data.parameters[y - 2]}=${v}: ` +
      (cell.best === null ? `${cell.illegal} illegal` : `${number(cell.best[CYCLES])} cycles, ${reason(cell.best)}`);
    drawing("rect", { x: left + i * size, y: j * size, width: size - 1, height: size - 1, fill }, svg, title);
  }));
  const every = (n, room) => Math.max(1, Math.ceil((n * room) / Math.max(1, n * size)));
  xs.forEach((u, i) => i % every(xs.length, 40) === 0 &&
    (drawing("text", { x: left + i * size, y: ys.length * size + 14 }, svg).textContent = number(u)));
  ys.forEach((v, j) => j % every(ys.length, 14) === 0 &&
    (drawing("text", { x: left - 6, y: j * size + Math.min(size, 12), "text-anchor": "end" }, svg).textContent = number(v)));
  at("legend").textContent = high === 0 ? "nothing legal" :
    `the fewest cycles of all other parameters, from ${number(low)} (dark) to ${number(high)} (light); grey is illegal`;
}

function showRoofline(rows) {
  const box = at("roofline");
  box.replaceChildren();
  const work = rows.filter((r) => legal(r) && r[OPERATIONS] > 0 && r[BYTES] > 0 && r[US] > 0);
  if (work.length === 0) return;
  const step = Math.max(1, Math.ceil(work.length / 2000));
  const points = work.filter((_, i) => i % step === 0)
    .map((r) => [Math.log2(r[OPERATIONS] / r[BYTES]), Math.log2(r[OPERATIONS] / r[US]), r]);
  const range = (i) => [Math.floor(Math.min(...points.map((p) => p[i]))), Math.ceil(Math.max(...points.map((p) => p[i])))];
  const [[x0, x1], [y0, y1]] = [range(0), range(1)];
  const [width, height, left] = [700, 300, 60];
  const svg = drawing("svg", { width: width + left + 30, height: height + 40, role: "img" }, box);
  const px = (x) => left + ((x - x0) / Math.max(1, x1 - x0)) * width;
  const py = (y) => 10 + (1 - (y - y0) / Math.max(1, y1 - y0)) * (height - 10);
  for (let x = x0; x <= x1; x += Math.max(1, Math.ceil((x1 - x0) / 10)))
    drawing("text", { x: px(x), y: height + 20 }, svg).textContent = `2^${x}`;
  for (let y = y0; y <= y1; y += Math.max(1, Math.ceil((y1 - y0) / 8)))
    drawing("text", { x: left - 8, y: py(y) + 4, "text-anchor": "end" }, svg).textContent = `2^${y}`;
  for (const [x, y, r] of points) {
    const title = `${columns.slice(0, -3).map((c) => `${c[0]}=${cell(c, r)[0]}`).join(" ")}: ${number(r[CYCLES])} cycles`;
    drawing("circle", { cx: px(x), cy: py(y), r: 3, fill: "var(--bar)", "fill-opacity": 0.5 }, svg, title);
  }
}

// Rows of the last table that are shown at once.
const MOST_SHOWN = 200;
let order = { column: columns.length - 3, down: false };
function showAll(rows) {
  const text = at("filter").value.toLowerCase();
  const found = rows.filter((r) => text === "" || columns.some((c) => cell(c, r)[0].toLowerCase().includes(text)));
  const value = columns[order.column][1];
  const missing = (v) => v === null || v === undefined || v === "";
  found.sort((a, b) => {
    const [u, v] = [value(a), value(b)];
    if (missing(u) || missing(v)) return missing(u) - missing(v);
    const way = typeof u === "number" ? u - v : u < v ? -1 : Number(u > v);
    return order.down ? -way : way;
  });
  const head = fill(at("all"), columns.map((c) => [c[0], c[2]]), found.slice(0, MOST_SHOWN).map((r) => columns.map((c) => cell(c, r))));
  [...head.cells].forEach((th, i) => {
    if (i === order.column) th.setAttribute("aria-sort", order.down ? "descending" : "ascending");
    th.onclick = () => {
      order = { column: i, down: i === order.column && !order.down };
      showAll(selected());
    };
  });
  at("shown").textContent = `${number(Math.min(found.length, MOST_SHOWN))} of ${number(found.length)} rows`;
}

function show() {
  const rows = selected();
  showBest(rows);
  showMap(rows);
  showRoofline(rows);
  showIllegal(rows);
  showAll(rows);
}

function choices(id, list, all) {
  const options = all ? [["", "all"], ...list.map((w) => [w, w])] : list.map((w) => [w, w]);
  at(id).append(...options.map(([value, text]) => element("option", text, { value })));
  at(id).onchange = show;
}

document.title = data.title;
at("title").textContent = data.title;
const refused = data.rows.filter((r) => r[CODE] !== null).length;
at("summary").textContent = `${number(data.rows_in_all)} configurations, ${number(refused)} of them illegal` +
  (data.rows.length < data.rows_in_all ? `; the fastest ${number(data.rows.length)} are on this page` : "");
choices("kernel", [...new Set(data.rows.map((r) => word(r[0])))], true);
choices("target", [...new Set(data.rows.map((r) => word(r[1])))], true);
choices("across", data.parameters);
choices("down", data.parameters);
if (data.parameters.length > 1) at("down").selectedIndex = 1;
at("filter").oninput = () => showAll(selected());
show();
