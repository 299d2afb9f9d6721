// What the reader does: move, zoom, point, select, search.

let waiting = false;
function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; draw(); });
}

function setView(from, to) {
  const margin = 0.03 * total, longest = total + 2 * margin;
  let span = Math.max(Math.min(4, total), Math.min(to - from, longest));
  if (!(span > 0)) span = longest;
  const middle = (from + to) / 2;
  from = Math.max(-margin, Math.min(middle - span / 2, total + margin - span));
  view.from = from;
  view.to = from + span;
  redraw();
}
const fit = () => setView(-0.004 * total, 1.012 * total);
function zoom(factor, x = (GUTTER + view.width) / 2) {
  const at = timeOf(Math.max(GUTTER, x));
  setView(at - (at - view.from) * factor, at + (view.to - at) * factor);
}
function pan(pixels) {
  const by = pixels / perCycle();
  setView(view.from + by, view.to + by);
}
function scrollTo(y) {
  view.scroll = Math.max(0, Math.min(y, rowsHeight - (view.height - AXIS)));
  redraw();
}

/** Brings a slice into sight: its core is opened, its row scrolled to, and time moved only if it must. */
function reveal(i) {
  const track = tracks[slices.track[i]], core = cores[track.lane];
  if (!core.open) { core.open = true; layOut(); }
  const y = place[track.index].y, room = view.height - AXIS;
  if (y < view.scroll || y + pipeRow > view.scroll + room) scrollTo(y - room / 2);
  const start = slices.start[i], end = endOf(i), span = view.to - view.from;
  const pixels = (end - start) * perCycle();
  if (pixels < 3) setView(start - (end - start || 1) * 30, end + (end - start || 1) * 30);
  else if (start < view.from || end > view.to) setView((start + end - span) / 2, (start + end + span) / 2);
}

function select(i, scroll = true) {
  view.selected = i;
  if (i >= 0) view.range = null;
  markLine(i >= 0 ? lineOf(i) : chosenLine, scroll);
  fillDetails();
  redraw();
}
function goTo(i) {
  reveal(i);
  select(i);
}

let chosenLine = 0;
const search = byId('search'), matches = byId('matches');
function clearPick() {
  chosenLine = 0;
  search.value = '';
  matches.textContent = '';
  pick(null);
  markLine(0);
}
function chooseLine(line) {
  const same = chosenLine === line;
  clearPick();
  view.selected = -1;
  if (!same && lines.has(line)) {
    chosenLine = line;
    const count = pick(site => raw.siteLine[site] === line);
    matches.textContent = `${whole(count)} of line ${line}`;
    markLine(line, true);
  }
  fillDetails();
  redraw();
}
function searchFor(words) {
  const wanted = words.trim().toLowerCase();
  chosenLine = 0;
  markLine(view.selected >= 0 ? lineOf(view.selected) : 0);
  if (!wanted) { pick(null); matches.textContent = ''; redraw(); return; }
  const count = pick(site => raw.siteOp[site].toLowerCase().includes(wanted));
  matches.textContent = count ? `${whole(count)} found` : 'none';
  redraw();
}
/** The next slice that is picked out, after the selected one or the left edge. */
function nextMatch(step) {
  if (!picked) return;
  const begin = view.selected >= 0 ? view.selected : step > 0 ? -1 : sliceCount;
  for (let n = 1, i = begin; n <= sliceCount; n++) {
    i = (i + step + sliceCount) % sliceCount;
    if (picked[slices.site[i]]) return goTo(i);
  }
}
search.addEventListener('input', () => searchFor(search.value));
search.addEventListener('keydown', e => {
  if (e.key === 'Enter') { nextMatch(e.shiftKey ? -1 : 1); e.preventDefault(); }
  if (e.key === 'Escape') { clearPick(); redraw(); chart.focus(); }
  e.stopPropagation();
});
source.addEventListener('click', e => {
  const row = e.target.closest('.row');
  if (row && getSelection().isCollapsed) chooseLine(Number(row.dataset.line));
});
details.addEventListener('click', e => {
  const row = e.target.closest('tr');
  if (!row) return;
  if (row.dataset.slice) goTo(Number(row.dataset.slice));
  if (row.dataset.line) chooseLine(Number(row.dataset.line));
});

function rowAt(y) {
  const at = y - AXIS + view.scroll;
  return y < AXIS ? undefined : rows.find(r => at >= r.y && at < r.y + r.h);
}
/** The slice at a place of the chart, or -1. */
function sliceUnder(x, y) {
  const row = rowAt(y);
  if (!row || x < GUTTER) return -1;
  let track = row.track;
  if (!track && !row.core.open) {
    const at = y - AXIS + view.scroll;
    track = row.core.tracks.find(t => at >= place[t.index].y - 1 && at < place[t.index].y + place[t.index].h + 1);
  }
  return track ? sliceAt(track, timeOf(x), 2 / perCycle()) : -1;
}
function placeOf(e) {
  const box = chart.getBoundingClientRect();
  return { x: e.clientX - box.left, y: e.clientY - box.top };
}
function hover(x, y, clientX, clientY) {
  view.pointer = { x, y };
  view.hover = sliceUnder(x, y);
  showTip(view.hover, clientX, clientY);
  const row = rowAt(y);
  chart.style.cursor = view.hover >= 0 || (row && !row.track && x < GUTTER) ? 'pointer' : 'default';
  redraw();
}

const touching = new Map();
let drag = null;
chart.addEventListener('pointerdown', e => {
  if (e.button !== 0) return;
  const p = placeOf(e);
  chart.setPointerCapture(e.pointerId);
  touching.set(e.pointerId, p);
  drag = { ...p, startX: p.x, startY: p.y, moved: false, measure: e.shiftKey && p.x >= GUTTER };
  if (drag.measure) drag.from = timeOf(p.x);
});
chart.addEventListener('pointermove', e => {
  const p = placeOf(e);
  if (touching.size === 2 && touching.has(e.pointerId)) {
    const other = [...touching].find(([id]) => id !== e.pointerId)[1], before = touching.get(e.pointerId);
    const was = Math.abs(before.x - other.x), is = Math.abs(p.x - other.x);
    if (was > 8 && is > 8) zoom(was / is, (p.x + other.x) / 2);
    pan((before.x - p.x) / 2);
    touching.set(e.pointerId, p);
    drag.moved = true;
    return;
  }
  if (!drag || !touching.has(e.pointerId)) { hover(p.x, p.y, e.clientX, e.clientY); return; }
  touching.set(e.pointerId, p);
  if (Math.abs(p.x - drag.startX) + Math.abs(p.y - drag.startY) > 4) drag.moved = true;
  if (!drag.moved) return;
  showTip(-1);
  view.hover = -1;
  if (drag.measure) {
    const to = Math.max(0, Math.min(total, timeOf(p.x)));
    view.range = [Math.max(0, Math.min(drag.from, to)), Math.min(total, Math.max(drag.from, to))];
    view.selected = -1;
    fillDetails();
    redraw();
  } else {
    chart.style.cursor = 'grabbing';
    pan(drag.x - p.x);
    scrollTo(view.scroll + drag.y - p.y);
  }
  drag.x = p.x;
  drag.y = p.y;
});
function release(e) {
  touching.delete(e.pointerId);
  const was = drag;
  if (!touching.size) drag = null;
  chart.style.cursor = 'default';
  if (!was || was.moved || e.type !== 'pointerup') return;
  const row = rowAt(was.startY);
  const i = sliceUnder(was.startX, was.startY);
  if (i < 0 && row && !row.track) {
    row.core.open = !row.core.open;
    layOut();
    fillDetails();
    redraw();
  } else {
    view.range = null;
    select(i);
  }
}
chart.addEventListener('pointerup', release);
chart.addEventListener('pointercancel', release);
chart.addEventListener('pointerleave', () => { view.pointer = null; view.hover = -1; showTip(-1); redraw(); });
chart.addEventListener('dblclick', e => {
  const p = placeOf(e), i = sliceUnder(p.x, p.y);
  if (i >= 0) fitSlice(i);
});
function fitSlice(i) {
  const length = Math.max(slices.cycles[i], 1);
  setView(slices.start[i] - length, endOf(i) + length);
}
chart.addEventListener('wheel', e => {
  e.preventDefault();
  const p = placeOf(e), unit = e.deltaMode === 1 ? 18 : 1;
  const [dx, dy] = [e.deltaX * unit, e.deltaY * unit];
  if (!e.ctrlKey && (e.shiftKey || p.x < GUTTER)) return scrollTo(view.scroll + (dy || dx));
  if (Math.abs(dx) > Math.abs(dy)) return pan(dx);
  zoom(Math.exp(Math.max(-240, Math.min(240, dy)) * (e.ctrlKey ? 0.01 : 0.002)), p.x);
}, { passive: false });

function moveOverview(e) {
  const box = overview.getBoundingClientRect(), span = view.to - view.from;
  const at = (e.clientX - box.left - GUTTER) / (view.width - GUTTER) * total;
  setView(at - span / 2, at + span / 2);
}
overview.addEventListener('pointerdown', e => { overview.setPointerCapture(e.pointerId); moveOverview(e); });
overview.addEventListener('pointermove', e => { if (e.buttons & 1) moveOverview(e); });
const aside = document.querySelector('aside'), splitter = byId('splitter');
splitter.addEventListener('pointerdown', e => splitter.setPointerCapture(e.pointerId));
splitter.addEventListener('pointermove', e => { if (e.buttons & 1) aside.style.width = Math.max(120, innerWidth - e.clientX) + 'px'; });

function toggle(name) {
  view[name] = !view[name];
  byId(name).setAttribute('aria-pressed', view[name]);
  redraw();
}
function foldAll() {
  const open = !cores.some(c => c.open);
  for (const c of cores) c.open = open;
  layOut();
  fillDetails();
  redraw();
}
byId('critical').onclick = () => toggle('critical');
byId('events').onclick = () => toggle('events');
byId('fold').onclick = foldAll;
byId('in').onclick = () => zoom(0.6);
byId('out').onclick = () => zoom(1 / 0.6);
byId('fit').onclick = fit;
byId('keys').onclick = () => byId('help').showModal();

function neighbour(step) {
  if (view.selected < 0) return;
  const t = tracks[slices.track[view.selected]], k = slices.place[view.selected] + step;
  if (k >= 0 && k < t.slices.length) goTo(t.slices[k]);
}
function follow(back) {
  if (view.selected < 0) return;
  if (back) {
    const wait = waitOf(view.selected);
    if (wait && wait.from >= 0) goTo(wait.from);
  } else if (leaving.first[view.selected] < leaving.first[view.selected + 1]) {
    goTo(arrows.to[leaving.list[leaving.first[view.selected]]]);
  }
}
const KEYS = {
  w: () => zoom(0.75, view.pointer?.x), s: () => zoom(1 / 0.75, view.pointer?.x), '+': () => zoom(0.75), '=': () => zoom(0.75), '-': () => zoom(1 / 0.75),
  a: () => pan(-120), d: () => pan(120), ArrowLeft: () => pan(-120), ArrowRight: () => pan(120),
  ArrowUp: () => scrollTo(view.scroll - 60), ArrowDown: () => scrollTo(view.scroll + 60),
  PageUp: () => scrollTo(view.scroll - view.height + AXIS), PageDown: () => scrollTo(view.scroll + view.height - AXIS),
  f: fit, Home: fit, z: () => view.selected >= 0 && fitSlice(view.selected),
  p: () => toggle('critical'), e: () => toggle('events'), c: foldAll,
  ',': () => neighbour(-1), '.': () => neighbour(1), '[': () => follow(true), ']': () => follow(false),
  n: () => nextMatch(1), N: () => nextMatch(-1), '/': () => { search.focus(); search.select(); },
  '?': () => byId('help').showModal(),
  Escape: () => { view.range = null; clearPick(); select(-1); showTip(-1); },
};
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || byId('help').open || e.target.closest('input')) return;
  const act = KEYS[e.key];
  if (!act) return;
  e.preventDefault();
  act();
});

function resize() {
  const scale = devicePixelRatio || 1, box = chart.getBoundingClientRect();
  view.width = Math.max(GUTTER + 40, box.width);
  view.height = Math.max(AXIS + 20, box.height);
  chart.width = Math.round(view.width * scale);
  chart.height = Math.round(view.height * scale);
  overview.width = chart.width;
  overview.height = Math.round(STRIP * scale);
  strip = null;
  layOut();
  draw();
}
new ResizeObserver(resize).observe(chart);
dark.addEventListener('change', () => { readColours(); strip = null; fillDetails(); redraw(); });

// Many cores begin closed, but for the first and the slowest.
byId('fold').hidden = cores.length < 2;
if (cores.length > 6) for (const c of cores) c.open = c.lane === 0 || c.lane === slowest;
readColours();
fillHeader();
fillDetails();
fit();
resize();

/** For tests: what is shown, and the same actions as by hand. Coordinates are those of the window. */
window.ptoTimeline = {
  ready: true,
  sliceCount,
  laneCount: tracks.length,
  coreCount: cores.length,
  /** Rows of pipes drawn in the last frame. */
  get drawnLanes() { return drawn.lanes.size; },
  get drawn() { return { rects: drawn.rects, arrows: drawn.arrows, frames: drawn.frames, milliseconds: drawn.milliseconds }; },
  get selected() { return view.selected; },
  get view() { return { from: view.from, to: view.to, scroll: view.scroll, rowsHeight }; },
  get picked() { return tracks.reduce((n, t) => n + t.matching[t.slices.length], 0); },
  /** The middle of a slice as it is drawn, and whether it is in sight. */
  whereIs(i) {
    const box = chart.getBoundingClientRect(), p = place[slices.track[i]];
    const x = (xOf(slices.start[i]) + xOf(endOf(i))) / 2, y = AXIS + p.y + p.h / 2 - view.scroll;
    return { x: box.left + x, y: box.top + y, height: p.h, visible: x >= GUTTER && x < view.width && y >= AXIS && y < view.height };
  },
  /** Points at a place; the slice there in words, or `null`. */
  hoverAt(x, y) {
    const box = chart.getBoundingClientRect();
    hover(x - box.left, y - box.top, x, y);
    return view.hover < 0 ? null : describe(view.hover);
  },
  select: goTo,
  setView(from, to) { setView(from, to); draw(); },
  scrollTo(y) { scrollTo(y); draw(); },
  fit() { fit(); draw(); },
  /** The middle of the name of a core. */
  coreAt(lane) {
    const box = chart.getBoundingClientRect(), row = rows.find(r => !r.track && r.core.lane === lane);
    return { x: box.left + 60, y: box.top + AXIS + row.y + row.h / 2 - view.scroll };
  },
  /** The colours of places of the chart. */
  pixelsAt(places) {
    const box = chart.getBoundingClientRect(), scale = devicePixelRatio || 1;
    // Reading the chart itself would make it slow.
    const copy = make('canvas', { width: chart.width, height: chart.height }).getContext('2d');
    copy.drawImage(chart, 0, 0);
    const all = copy.getImageData(0, 0, chart.width, chart.height).data;
    return places.map(([x, y]) => {
      const at = 4 * (Math.round((y - box.top) * scale) * chart.width + Math.round((x - box.left) * scale));
      return [...all.slice(at, at + 3)];
    });
  },
};
