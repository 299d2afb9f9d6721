// How it is drawn: rows on a canvas. Work per frame is bounded by pixels, not by slices.

const chart = document.getElementById('chart'),
  pen = chart.getContext('2d');
const GUTTER = 176,
  AXIS = 40,
  CORE_ROW = 26,
  LEAST_ROW = 26,
  MOST_ROW = 44,
  BETWEEN_CORES = 6;
const MOST_ARROWS = 2000;
/** However short it is, a slice can be seen. */
const LEAST_LEVEL = 3;

const view = {
  from: 0,
  to: total,
  scroll: 0,
  width: 0,
  height: 0,
  hover: -1,
  selected: -1,
  range: null,
  pointer: null,
  critical: true,
  events: true,
};
const drawn = { lanes: new Set(), rects: 0, arrows: 0, frames: 0, milliseconds: 0 };
const perCycle = () => (view.width - GUTTER) / (view.to - view.from);
const xOf = time => GUTTER + (time - view.from) * perCycle();
const timeOf = x => view.from + (x - GUTTER) / perCycle();

let rows = [],
  rowsHeight = 0,
  pipeRow = LEAST_ROW;
/** By track: top of its slices on the page of rows, and their height. */
const place = tracks.map(() => ({ y: 0, h: 0 }));

function layOut() {
  rows = [];
  // Rows of few pipes are higher; folding a core does not change them.
  const room = view.height - AXIS - 8 - cores.length * (CORE_ROW + BETWEEN_CORES);
  pipeRow = Math.max(LEAST_ROW, Math.min(MOST_ROW, Math.floor(room / Math.max(tracks.length, 1))));
  let y = 0;
  for (const core of cores) {
    rows.push({ core, track: null, y, h: CORE_ROW });
    const strip = (CORE_ROW - 8) / Math.max(core.tracks.length, 1);
    core.tracks.forEach((t, i) => {
      place[t.index] = { y: y + 4 + i * strip, h: Math.max(1, strip - 1) };
    });
    y += CORE_ROW;
    if (!core.open) continue;
    for (const track of core.tracks) {
      rows.push({ core, track, y, h: pipeRow });
      place[track.index] = { y: y + 3, h: pipeRow - 6 };
      y += pipeRow;
    }
    y += BETWEEN_CORES;
  }
  rowsHeight = y + 8;
  view.scroll = Math.max(0, Math.min(view.scroll, rowsHeight - (view.height - AXIS)));
}

const widths = new Map();
function widthOf(label) {
  let w = widths.get(label);
  if (w === undefined) widths.set(label, (w = pen.measureText(label).width));
  return w;
}

/** Draws the slices of a track. Those under a pixel are drawn as one column that shows how busy it was. */
function drawTrack(track, y, h, whole) {
  const per = perCycle(),
    n = track.start.length,
    levels = colours.levels[track.pipe];
  let run = null,
    runFrom = 0,
    runTo = 0;
  let mark = 0,
    markTo = -1;
  const flush = () => {
    if (run) {
      pen.fillStyle = run;
      pen.fillRect(runFrom, y, runTo - runFrom, h);
      drawn.rects++;
    }
    run = null;
  };
  const flushMark = () => {
    const thick = Math.min(2.5, h / 3);
    if (markTo > mark) marks.push(mark, y + h - thick, markTo - mark, thick);
    markTo = -1;
  };
  const markCritical = (a, b) => {
    if (a > markTo + 1) {
      flushMark();
      mark = a;
    }
    markTo = b;
  };
  let k = above(track.end, view.from, 0);
  while (k < n && track.start[k] < view.to) {
    const a = GUTTER + (track.start[k] - view.from) * per,
      b = GUTTER + (track.end[k] - view.from) * per;
    if (b - a >= 1) {
      flush();
      drawSlice(track, k, a, b, y, h, whole);
      if (view.critical && track.critical[k + 1] > track.critical[k])
        markCritical(Math.max(GUTTER, Math.round(a)), Math.min(Math.round(b), view.width));
      k++;
      continue;
    }
    // Of the slices of a pixel only the first can have waited longer than that.
    if (whole) drawStall(track.slices[k], a, y, h);
    const column = Math.floor(a);
    let next = atLeast(track.start, view.from + (column + 1 - GUTTER) / per, k + 1);
    if (next - 1 > k && (track.end[next - 1] - track.start[next - 1]) * per >= 1) next--;
    const part = Math.min(1, (track.busy[next] - track.busy[k]) * per);
    const lit = !picked || track.matching[next] > track.matching[k];
    const style = lit ? levels[Math.max(LEAST_LEVEL, Math.ceil(part * 8))] : levels[1];
    if (style !== run || column > runTo) {
      flush();
      run = style;
      runFrom = column;
    }
    runTo = column + 1;
    if (view.critical && track.critical[next] > track.critical[k]) markCritical(column, column + 1);
    k = next;
  }
  flush();
  flushMark();
  if (whole && k < n) drawStall(track.slices[k], GUTTER + (track.start[k] - view.from) * per, y, h);
}

/** Critical parts of this frame, drawn over all slices: x, y, width, height. */
let marks = [];
/** Slices of this frame that are wide enough to have arrows. */
let wide = [];

function drawStall(i, a, y, h) {
  const s = slices.stall[i];
  if (s < 0) return;
  const from = Math.max(GUTTER, a - stalls.cycles[s] * perCycle()),
    to = Math.min(a, view.width);
  if (to - from < 5) return;
  pen.fillStyle = colours.hatch;
  pen.fillRect(from, y + h / 4, to - from - 2, h / 2);
}

function drawSlice(track, k, a, b, y, h, whole) {
  const i = track.slices[k],
    site = slices.site[i];
  const left = Math.max(Math.round(a), GUTTER - 4),
    right = Math.min(Math.round(b), view.width + 4);
  const w = Math.max(1, right - left - (b - a > 4 ? 1 : 0));
  const lit = !picked || picked[site],
    style = styleOf(track.pipe, site);
  if (whole) drawStall(i, a, y, h);
  pen.fillStyle = lit ? style.fill : style.dim;
  if (w > 8 && h > 8) {
    pen.beginPath();
    pen.roundRect(left, y, w, h, 2.5);
    pen.fill();
  } else {
    pen.fillRect(left, y, w, h);
  }
  drawn.rects++;
  if (whole && b - a >= 6) wide.push(i);
  if (!whole || w < 30) return;
  const shown = Math.max(left, GUTTER),
    room = right - shown - 9;
  const label = shortOp(raw.siteOp[site]),
    size = widthOf(label),
    shape = raw.siteShape[site];
  const middle = y + h / 2 + 0.5;
  pen.fillStyle = lit ? style.text : colours.faint;
  if (size > room) {
    const letters = Math.floor(room / widthOf('m')) - 1;
    if (letters >= 2) pen.fillText(label.slice(0, letters) + '…', shown + 5, middle);
    return;
  }
  const below = h >= 32 && widthOf(shape) <= room;
  pen.fillText(label, shown + 5, below ? middle - 7 : middle);
  pen.fillStyle = lit ? style.faint : colours.faint;
  if (below) pen.fillText(shape, shown + 5, middle + 7);
  else if (size + widthOf(shape) + 10 <= room) pen.fillText(shape, shown + 5 + size + 10, middle);
}

function outline(i, colour, width) {
  if (i < 0) return;
  const p = place[slices.track[i]],
    y = AXIS + p.y - view.scroll;
  const a = Math.max(GUTTER - 4, Math.round(xOf(slices.start[i]))),
    b = Math.min(view.width + 4, Math.round(xOf(endOf(i))));
  if (b < GUTTER || a > view.width) return;
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.roundRect(a - 0.5, y - 0.5, Math.max(3, b - a), p.h + 1, 3);
  pen.stroke();
}

function drawArrow(index) {
  const from = arrows.from[index],
    to = arrows.to[index];
  const p = place[slices.track[from]],
    q = place[slices.track[to]];
  const x1 = xOf(endOf(from)),
    y1 = AXIS - view.scroll + p.y + p.h / 2;
  const x2 = xOf(slices.start[to]),
    y2 = AXIS - view.scroll + q.y + q.h / 2;
  if (Math.max(x1, x2) < GUTTER - 40 || Math.min(x1, x2) > view.width + 40) return;
  const bend = Math.max(12, Math.min(60, Math.abs(x2 - x1) / 2));
  pen.beginPath();
  pen.moveTo(x1 - 1, y1);
  pen.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2 - 3, y2);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x2 + 1, y2);
  pen.lineTo(x2 - 5, y2 - 3.5);
  pen.lineTo(x2 - 5, y2 + 3.5);
  pen.fill();
  drawn.arrows++;
}

const isOpen = i => cores[tracks[slices.track[i]].lane].open;
function eachArrowOf(i, act) {
  for (const ends of [reaching, leaving])
    for (let k = ends.first[i]; k < ends.first[i + 1]; k++) act(ends.list[k]);
}

function drawArrows() {
  drawn.arrows = 0;
  if (view.events) {
    const some = new Set();
    for (const i of wide) {
      if (some.size >= MOST_ARROWS) break;
      eachArrowOf(i, index => {
        // Closed cores are too low for arrows.
        if (isOpen(arrows.from[index]) && isOpen(arrows.to[index])) some.add(index);
      });
    }
    pen.globalAlpha =
      Math.max(0.16, Math.min(0.9, 90 / some.size)) * (view.selected >= 0 || picked ? 0.6 : 1);
    pen.strokeStyle = pen.fillStyle = colours.arrow;
    pen.lineWidth = 1;
    for (const index of some) drawArrow(index);
    pen.globalAlpha = 1;
  }
  if (view.selected < 0) return;
  pen.strokeStyle = pen.fillStyle = colours.accent;
  pen.lineWidth = 1.75;
  eachArrowOf(view.selected, drawArrow);
}

/** A step of 1, 2 or 5 times a power of ten, at least `least`. */
function stepOf(least) {
  const unit = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map(m => m * unit).find(s => s >= least);
}

function drawGrid() {
  pen.fillStyle = colours.panel;
  pen.fillRect(0, 0, view.width, view.height);
  const x = Math.min(view.width, xOf(raw.launch)),
    zero = Math.max(GUTTER, xOf(0));
  if (raw.launch > 0 && x > zero) {
    pen.fillStyle = colours.band;
    pen.fillRect(zero, AXIS, x - zero, view.height);
    pen.fillStyle = colours.faint;
    pen.font = '11px ' + colours.sans;
    if (x - zero > 60) pen.fillText('launch', zero + 8, view.height - 14);
  }
  const end = xOf(raw.total);
  pen.fillStyle = colours.page;
  if (end < view.width) pen.fillRect(Math.max(end, GUTTER), AXIS, view.width, view.height);
  if (zero > GUTTER) pen.fillRect(GUTTER, AXIS, zero - GUTTER, view.height);
  const step = Math.max(1, stepOf(96 / perCycle()));
  pen.fillStyle = colours.line;
  for (let t = Math.max(0, Math.ceil(view.from / step) * step); t <= view.to; t += step)
    pen.fillRect(Math.round(xOf(t)), AXIS, 1, view.height);
}

function drawAxis() {
  pen.fillStyle = colours.panel;
  pen.fillRect(0, 0, view.width, AXIS);
  pen.fillStyle = colours.line;
  pen.fillRect(0, AXIS - 1, view.width, 1);
  const step = Math.max(1, stepOf(96 / perCycle()));
  const micros = step / raw.mhz,
    digits = Math.max(0, Math.min(4, Math.ceil(-Math.log10(micros)) + 1));
  pen.save();
  pen.beginPath();
  pen.rect(GUTTER, 0, view.width, AXIS);
  pen.clip();
  for (let t = Math.max(0, Math.ceil(view.from / step - 1) * step); t <= view.to; t += step) {
    const x = Math.round(xOf(t));
    pen.fillStyle = colours.strong;
    pen.fillRect(x, AXIS - 7, 1, 6);
    pen.font = '11px ' + colours.sans;
    pen.fillStyle = colours.text;
    pen.fillText(whole(t), x + 4, 12);
    pen.fillStyle = colours.muted;
    pen.fillText((t / raw.mhz).toFixed(digits), x + 4, 27);
  }
  pen.restore();
  pen.font = '11px ' + colours.sans;
  pen.fillStyle = colours.muted;
  pen.textAlign = 'right';
  pen.fillText('cycles', GUTTER - 10, 12);
  pen.fillText('µs', GUTTER - 10, 27);
  pen.textAlign = 'left';
}

function drawNames() {
  pen.fillStyle = colours.panel;
  pen.fillRect(0, AXIS, GUTTER, view.height);
  for (const row of visibleRows()) {
    const y = AXIS + row.y - view.scroll,
      middle = y + row.h / 2 + 0.5;
    if (!row.track) {
      pen.fillStyle = colours.band;
      pen.fillRect(0, y, GUTTER, row.h);
      pen.fillStyle = colours.muted;
      pen.beginPath();
      const open = row.core.open;
      pen.moveTo(open ? 10 : 12, open ? middle - 2 : middle - 4);
      pen.lineTo(open ? 18 : 16, open ? middle - 2 : middle);
      pen.lineTo(open ? 14 : 12, open ? middle + 3 : middle + 4);
      pen.fill();
      pen.fillStyle = colours.text;
      pen.font = '600 12px ' + colours.sans;
      pen.fillText(row.core.name, 26, middle, GUTTER - 36);
      continue;
    }
    const busy = row.track.total / total,
      first = row.track.index === raw.bottleneck[0];
    pen.font = (first ? '600 ' : '') + '11.5px ' + colours.sans;
    pen.fillStyle = colours.text;
    pen.fillText(raw.pipes[row.track.pipe], 26, middle);
    pen.fillStyle = colours.band;
    pen.fillRect(72, middle - 4, 56, 7);
    pen.fillStyle = colours.base[row.track.pipe];
    pen.fillRect(72, middle - 4, Math.max(1, 56 * busy), 7);
    pen.fillStyle = first ? colours.text : colours.muted;
    pen.textAlign = 'right';
    pen.fillText(percent(busy), GUTTER - 10, middle);
    pen.textAlign = 'left';
  }
  pen.fillStyle = colours.line;
  pen.fillRect(GUTTER - 1, 0, 1, view.height);
}

function visibleRows() {
  const low = view.scroll,
    high = view.scroll + view.height - AXIS;
  return rows.filter(r => r.y + r.h > low && r.y < high);
}

function drawRange() {
  if (view.range) {
    const a = Math.max(GUTTER, xOf(view.range[0])),
      b = Math.min(view.width, xOf(view.range[1]));
    pen.fillStyle = colours.accent;
    pen.globalAlpha = 0.12;
    pen.fillRect(a, AXIS, b - a, view.height);
    pen.globalAlpha = 1;
    for (const x of [a, b]) pen.fillRect(Math.round(x), AXIS - 8, 1, view.height);
  }
  const at = view.pointer;
  if (!at || at.x < GUTTER) return;
  pen.fillStyle = colours.faint;
  pen.fillRect(Math.round(at.x), AXIS, 1, view.height);
  const label = whole(Math.max(0, timeOf(at.x)));
  pen.font = '11px ' + colours.sans;
  const w = pen.measureText(label).width + 10,
    x = Math.min(at.x, view.width - w);
  pen.fillStyle = colours.text;
  pen.beginPath();
  pen.roundRect(x, AXIS - 18, w, 16, 3);
  pen.fill();
  pen.fillStyle = colours.panel;
  pen.fillText(label, x + 5, AXIS - 9.5);
}

function draw() {
  const began = performance.now(),
    scale = devicePixelRatio || 1;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.textBaseline = 'middle';
  marks = [];
  wide = [];
  drawn.rects = 0;
  drawn.lanes.clear();
  drawGrid();
  pen.save();
  pen.beginPath();
  pen.rect(GUTTER, AXIS, view.width - GUTTER, view.height - AXIS);
  pen.clip();
  pen.font = '11px ' + colours.mono;
  for (const row of visibleRows()) {
    const y = AXIS + row.y - view.scroll;
    if (!row.track) {
      pen.globalAlpha = 0.55;
      pen.fillStyle = colours.band;
      pen.fillRect(GUTTER, y, view.width, row.h);
      pen.globalAlpha = 1;
    }
    const shown = row.track ? [row.track] : row.core.open ? [] : row.core.tracks;
    for (const t of shown) {
      const p = place[t.index];
      drawTrack(t, AXIS + p.y - view.scroll, p.h, !!row.track);
      drawn.lanes.add(t.index);
    }
  }
  pen.fillStyle = colours.critical;
  for (let i = 0; i < marks.length; i += 4) pen.fillRect(marks[i], marks[i + 1], marks[i + 2], marks[i + 3]);
  drawArrows();
  outline(view.hover, colours.text, 1);
  outline(view.selected, colours.accent, 2);
  pen.restore();
  drawNames();
  drawAxis();
  drawRange();
  const room = view.height - AXIS;
  if (rowsHeight > room) {
    pen.fillStyle = colours.strong;
    pen.beginPath();
    pen.roundRect(
      view.width - 8,
      AXIS + 2 + (view.scroll / rowsHeight) * (room - 4),
      5,
      Math.max(24, (room / rowsHeight) * (room - 4)),
      2.5,
    );
    pen.fill();
  }
  drawOverview();
  drawn.frames++;
  drawn.milliseconds = performance.now() - began;
}
