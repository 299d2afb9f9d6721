// What is shown and selected: the part of time, the slice, the slices that are picked out.

let drag = null,
  waiting = false;
function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

function setView(from, to) {
  const margin = 0.03 * total,
    longest = total + 2 * margin;
  let span = Math.max(Math.min(4, total), Math.min(to - from, longest));
  if (!(span > 0)) span = longest;
  const middle = (from + to) / 2;
  from = Math.max(-margin, Math.min(middle - span / 2, total + margin - span));
  view.from = from;
  view.to = from + span;
  pointAgain();
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
  pointAgain();
}

/** Brings a slice into sight: its core is opened, its row scrolled to, and time moved only if it must. */
function reveal(i) {
  const track = tracks[slices.track[i]],
    core = cores[track.lane];
  if (!core.open) {
    core.open = true;
    folded();
  }
  const y = place[track.index].y,
    room = view.height - AXIS;
  if (y < view.scroll || y + pipeRow > view.scroll + room) scrollTo(y - room / 2);
  const start = slices.start[i],
    end = endOf(i),
    span = view.to - view.from;
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
const search = byId('search'),
  matches = byId('matches');
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
  if (!wanted) {
    pick(null);
    matches.textContent = '';
    redraw();
    return;
  }
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
  if (e.key === 'Enter') {
    nextMatch(e.shiftKey ? -1 : 1);
    e.preventDefault();
  }
  if (e.key === 'Escape') {
    clearPick();
    redraw();
    chart.focus();
  }
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
