// What the mouse and fingers do: point, click, drag, pinch, turn the wheel.

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
    track = row.core.tracks.find(
      t => at >= place[t.index].y - 1 && at < place[t.index].y + place[t.index].h + 1,
    );
  }
  return track ? sliceAt(track, timeOf(x), 2 / perCycle()) : -1;
}
function placeOf(e) {
  const box = chart.getBoundingClientRect();
  return { x: e.clientX - box.left, y: e.clientY - box.top };
}
function hover(x, y) {
  view.pointer = { x, y };
  const box = chart.getBoundingClientRect(),
    row = rowAt(y);
  view.hover = sliceUnder(x, y);
  showTip(view.hover, box.left + x, box.top + y);
  chart.style.cursor = view.hover >= 0 || (row && !row.track && x < GUTTER) ? 'pointer' : 'default';
  redraw();
}
/** What is under the pointer after the chart has moved. */
function pointAgain() {
  if (view.pointer && !drag) hover(view.pointer.x, view.pointer.y);
  redraw();
}

const touching = new Map();
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
    const other = [...touching].find(([id]) => id !== e.pointerId)[1],
      before = touching.get(e.pointerId);
    const was = Math.abs(before.x - other.x),
      is = Math.abs(p.x - other.x);
    if (was > 8 && is > 8) zoom(was / is, (p.x + other.x) / 2);
    pan((before.x - p.x) / 2);
    touching.set(e.pointerId, p);
    drag.moved = true;
    return;
  }
  if (!drag || !touching.has(e.pointerId)) {
    hover(p.x, p.y);
    return;
  }
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
  // The finger that stays goes on from where it is.
  if (touching.size && drag) [drag] = [...touching.values()].map(p => ({ ...drag, ...p }));
  else drag = null;
  chart.style.cursor = 'default';
  if (!was || was.moved || e.type !== 'pointerup') return;
  const row = rowAt(was.startY);
  const i = sliceUnder(was.startX, was.startY);
  if (i < 0 && row && !row.track) {
    row.core.open = !row.core.open;
    folded();
  } else {
    view.range = null;
    select(i);
  }
}
chart.addEventListener('pointerup', release);
chart.addEventListener('pointercancel', release);
chart.addEventListener('pointerleave', () => {
  view.pointer = null;
  view.hover = -1;
  showTip(-1);
  redraw();
});
chart.addEventListener('dblclick', e => {
  const p = placeOf(e),
    i = sliceUnder(p.x, p.y);
  if (i >= 0) fitSlice(i);
});
function fitSlice(i) {
  const length = Math.max(slices.cycles[i], 1);
  setView(slices.start[i] - length, endOf(i) + length);
}
chart.addEventListener(
  'wheel',
  e => {
    e.preventDefault();
    const p = placeOf(e),
      unit = e.deltaMode === 1 ? 18 : 1;
    const [dx, dy] = [e.deltaX * unit, e.deltaY * unit];
    if (!e.ctrlKey && (e.shiftKey || p.x < GUTTER)) return scrollTo(view.scroll + (dy || dx));
    if (Math.abs(dx) > Math.abs(dy)) return pan(dx);
    zoom(Math.exp(Math.max(-240, Math.min(240, dy)) * (e.ctrlKey ? 0.01 : 0.002)), p.x);
  },
  { passive: false },
);

function moveOverview(e) {
  const box = overview.getBoundingClientRect(),
    span = view.to - view.from;
  const at = ((e.clientX - box.left - GUTTER) / (view.width - GUTTER)) * total;
  setView(at - span / 2, at + span / 2);
}
overview.addEventListener('pointerdown', e => {
  overview.setPointerCapture(e.pointerId);
  moveOverview(e);
});
overview.addEventListener('pointermove', e => {
  if (e.buttons & 1) moveOverview(e);
});
const aside = document.querySelector('aside'),
  splitter = byId('splitter');
splitter.addEventListener('pointerdown', e => splitter.setPointerCapture(e.pointerId));
splitter.addEventListener('pointermove', e => {
  if (e.buttons & 1) aside.style.width = Math.max(120, innerWidth - e.clientX) + 'px';
});
