// Buttons and keys, the size of the window, and the start.

function toggle(name) {
  view[name] = !view[name];
  byId(name).setAttribute('aria-pressed', view[name]);
  redraw();
}
function foldAll() {
  const open = !cores.some(c => c.open);
  for (const c of cores) c.open = open;
  folded();
}
function folded() {
  byId('fold').textContent = cores.some(c => c.open) ? 'Collapse' : 'Expand';
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
  const t = tracks[slices.track[view.selected]],
    k = slices.place[view.selected] + step;
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
  w: () => zoom(0.75, view.pointer?.x),
  s: () => zoom(1 / 0.75, view.pointer?.x),
  '+': () => zoom(0.75),
  '=': () => zoom(0.75),
  '-': () => zoom(1 / 0.75),
  a: () => pan(-120),
  d: () => pan(120),
  ArrowLeft: () => pan(-120),
  ArrowRight: () => pan(120),
  ArrowUp: () => scrollTo(view.scroll - 60),
  ArrowDown: () => scrollTo(view.scroll + 60),
  PageUp: () => scrollTo(view.scroll - view.height + AXIS),
  PageDown: () => scrollTo(view.scroll + view.height - AXIS),
  f: fit,
  Home: fit,
  z: () => view.selected >= 0 && fitSlice(view.selected),
  p: () => toggle('critical'),
  e: () => toggle('events'),
  c: foldAll,
  ',': () => neighbour(-1),
  '.': () => neighbour(1),
  '[': () => follow(true),
  ']': () => follow(false),
  n: () => nextMatch(1),
  N: () => nextMatch(-1),
  '/': () => {
    search.focus();
    search.select();
  },
  '?': () => byId('help').showModal(),
  Escape: () => {
    view.range = null;
    clearPick();
    select(-1);
    showTip(-1);
  },
};
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || byId('help').open || e.target.closest('input')) return;
  const act = KEYS[e.key];
  if (!act) return;
  e.preventDefault();
  act();
});

function resize() {
  const scale = devicePixelRatio || 1,
    box = chart.getBoundingClientRect();
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
dark.addEventListener('change', () => {
  readColours();
  strip = null;
  fillDetails();
  redraw();
});

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
  get drawnLanes() {
    return drawn.lanes.size;
  },
  get drawn() {
    return {
      rects: drawn.rects,
      arrows: drawn.arrows,
      frames: drawn.frames,
      milliseconds: drawn.milliseconds,
    };
  },
  get selected() {
    return view.selected;
  },
  get view() {
    return { from: view.from, to: view.to, scroll: view.scroll, rowsHeight };
  },
  get picked() {
    return tracks.reduce((n, t) => n + t.matching[t.slices.length], 0);
  },
  /** The middle of a slice as it is drawn, and whether it is in sight. */
  whereIs(i) {
    const box = chart.getBoundingClientRect(),
      p = place[slices.track[i]];
    const x = (xOf(slices.start[i]) + xOf(endOf(i))) / 2,
      y = AXIS + p.y + p.h / 2 - view.scroll;
    return {
      x: box.left + x,
      y: box.top + y,
      height: p.h,
      visible: x >= GUTTER && x < view.width && y >= AXIS && y < view.height,
    };
  },
  /** Points at a place; the slice there in words, or `null`. */
  hoverAt(x, y) {
    const box = chart.getBoundingClientRect();
    hover(x - box.left, y - box.top);
    return view.hover < 0 ? null : describe(view.hover);
  },
  select: goTo,
  setView(from, to) {
    setView(from, to);
    draw();
  },
  scrollTo(y) {
    scrollTo(y);
    draw();
  },
  fit() {
    fit();
    draw();
  },
  /** The middle of the name of a core. */
  coreAt(lane) {
    const box = chart.getBoundingClientRect(),
      row = rows.find(r => !r.track && r.core.lane === lane);
    return { x: box.left + 60, y: box.top + AXIS + row.y + row.h / 2 - view.scroll };
  },
  /** The colours of places of the chart. */
  pixelsAt(places) {
    const box = chart.getBoundingClientRect(),
      scale = devicePixelRatio || 1;
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
