// The whole run in one strip, and the part of it that the chart shows.

const overview = document.getElementById('overview'),
  overviewPen = overview.getContext('2d');
const STRIP = 44;
let strip = null;
/** Draws how busy each pipe is over the whole run, once per size and colours. */
function makeStrip() {
  const scale = devicePixelRatio || 1,
    columns = Math.max(1, Math.round((view.width - GUTTER) * scale));
  const used = raw.pipes.map((_, p) => tracks.filter(t => t.pipe === p).length);
  const shown = used.flatMap((n, p) => (n ? [p] : []));
  const bins = used.map(n => (n ? new Float32Array(columns) : null));
  const per = columns / total;
  for (let i = 0; i < sliceCount; i++) {
    const bin = bins[tracks[slices.track[i]].pipe],
      a = slices.start[i] * per,
      b = Math.min(columns, endOf(i) * per);
    for (let c = Math.floor(a); c < b; c++) bin[c] += Math.min(b, c + 1) - Math.max(a, c);
  }
  strip = document.createElement('canvas');
  strip.width = columns;
  strip.height = Math.max(1, Math.round((STRIP - 12) * scale));
  const p = strip.getContext('2d'),
    h = strip.height / Math.max(1, shown.length);
  shown.forEach((pipe, row) => {
    for (let c = 0; c < columns; c++) {
      const level = Math.min(8, Math.ceil((bins[pipe][c] / used[pipe]) * 8 - 1e-6));
      if (level <= 0) continue;
      p.fillStyle = colours.levels[pipe][level];
      p.fillRect(c, Math.round(row * h), 1, Math.max(1, Math.round((row + 1) * h) - Math.round(row * h) - 1));
    }
  });
}

function drawOverview() {
  const p = overviewPen,
    scale = devicePixelRatio || 1,
    room = view.width - GUTTER;
  if (!strip) makeStrip();
  p.setTransform(scale, 0, 0, scale, 0, 0);
  p.fillStyle = colours.panel;
  p.fillRect(0, 0, view.width, STRIP);
  p.drawImage(strip, GUTTER, 6, room, STRIP - 12);
  const a = GUTTER + Math.max(0, view.from / total) * room,
    b = GUTTER + Math.min(1, view.to / total) * room;
  p.globalAlpha = 0.72;
  p.fillStyle = colours.page;
  p.fillRect(GUTTER, 0, a - GUTTER, STRIP);
  p.fillRect(b, 0, view.width - b, STRIP);
  p.globalAlpha = 1;
  p.strokeStyle = colours.accent;
  p.lineWidth = 1.5;
  if (b - a < room - 1) p.strokeRect(a + 0.75, 1.5, Math.max(2, b - a - 1.5), STRIP - 3);
  p.fillStyle = colours.muted;
  p.font = '11px ' + colours.sans;
  p.textBaseline = 'middle';
  p.fillText('whole run', 26, STRIP / 2);
  p.fillStyle = colours.line;
  p.fillRect(GUTTER - 1, 0, 1, STRIP);
}
