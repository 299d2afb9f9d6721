// The panels around the chart: figures, tooltip, details, text.

const byId = id => document.getElementById(id);
/** An element with a class, attributes and children; text is never read as HTML. */
function make(tag, given, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(given || {})) {
    if (name === 'style') e.style.cssText = value;
    else e.setAttribute(name, value);
  }
  e.append(...children.filter(c => c !== null && c !== undefined));
  return e;
}
const cell = (content, kind) => make('td', kind ? { class: kind } : null, content);
const dot = pipe => make('span', { class: 'dot', style: 'background:' + colours.base[pipe] });
const trackName = t => raw.pipes[t.pipe] + ' of ' + raw.lanes[t.lane];

function fillHeader() {
  byId('name').textContent = raw.name.split('/').pop();
  byId('name').title = raw.name;
  byId('file').textContent = raw.name;
  byId('run').textContent =
    `${raw.target}, ${raw.model} model, ${raw.mhz} MHz` + (raw.auto.length ? ', order by data' : '');
  const figure = (name, value, note, warn) =>
    make(
      'div',
      warn ? { class: 'warn', title: warn } : null,
      make('dt', null, name),
      make('dd', null, value + ' ', make('small', null, note || '')),
    );
  const figures = [figure('total', whole(raw.total), 'cycles'), figure('time', duration(raw.total))];
  if (raw.bottleneck.length) {
    const t = tracks[raw.bottleneck[0]];
    figures.push(
      figure(
        'bottleneck',
        raw.pipes[t.pipe],
        `${percent(t.total / total)} busy` + (cores.length > 1 ? `, ${raw.lanes[t.lane]}` : ''),
      ),
    );
  }
  figures.push(figure('slices', whole(sliceCount), cores.length > 1 ? `on ${cores.length} cores` : ''));
  if (raw.uncalibrated.length) {
    const names = raw.uncalibrated.map(s => `${raw.siteOp[s]}, line ${raw.siteLine[s]}`).join('\n');
    figures.push(
      figure(
        'no data',
        whole(raw.uncalibrated.length),
        raw.uncalibrated.length > 1 ? 'instructions' : 'instruction',
        'Time that is missing:\n' + names,
      ),
    );
  }
  byId('figures').replaceChildren(...figures);
}

/** What is known about a slice, in words. */
function describe(i) {
  const t = tracks[slices.track[i]],
    site = slices.site[i],
    wait = waitOf(i);
  return {
    slice: i,
    op: raw.siteOp[site],
    shape: raw.siteShape[site],
    line: raw.siteLine[site],
    text: (text[raw.siteLine[site] - 1] || '').trim(),
    where: trackName(t),
    pipe: t.pipe,
    cycles: slices.cycles[i],
    start: slices.start[i],
    provenance: PROVENANCES[raw.provenance[i]] + (raw.siteError[site] ? `, ${raw.siteError[site]}` : ''),
    critical: isCritical(i),
    wait: wait && {
      ...wait,
      by:
        wait.from < 0
          ? ''
          : `${shortOp(opOf(wait.from))} on ${trackName(tracks[slices.track[wait.from]])}, line ${lineOf(wait.from)}`,
    },
  };
}
const waitText = w => `${whole(w.cycles)} cycles for ${w.cause}` + (w.by ? `: ${w.by}` : '');
const cyclesText = n => `${whole(n)} cycles, ${duration(n)}`;

const tip = byId('tip');
function showTip(i, x, y) {
  if (i < 0) {
    tip.hidden = true;
    return;
  }
  const d = describe(i);
  const row = (name, value) => make('tr', null, cell(name, 'k'), cell(value));
  const lines = [
    row('on', d.where),
    row('takes', cyclesText(d.cycles)),
    row('starts', `at ${whole(d.start)}, ${duration(d.start)}`),
  ];
  lines.push(row('waited', d.wait ? waitText(d.wait) : 'not at all'));
  lines.push(row('time is', d.provenance + (d.critical ? '; on the critical path' : '')));
  tip.replaceChildren(
    dot(d.pipe),
    make('b', null, d.op),
    make('span', { class: 'muted' }, ' ' + d.shape),
    make('span', { class: 'src' }, `${d.line}  ${d.text}`),
    make('table', null, ...lines),
  );
  tip.hidden = false;
  const w = tip.offsetWidth,
    h = tip.offsetHeight;
  // Left of the pointer rather than over the text.
  const right = chart.getBoundingClientRect().right,
    left = x + 16 + w > right && x - 16 - w > 4 ? x - 16 - w : x + 16;
  tip.style.left = Math.max(4, Math.min(left, innerWidth - w - 8)) + 'px';
  tip.style.top = (y + 18 + h > innerHeight ? Math.max(4, y - h - 12) : y + 18) + 'px';
}

function meter(pipe, busy, waiting) {
  const bar = (part, kind) =>
    make('i', { class: kind, style: `width:${Math.min(100, part * 100)}%;background:${colours.base[pipe]}` });
  return make('span', { class: 'meter' }, bar(busy, ''), bar(waiting, 'wait'));
}

/** Utilisation of the pipes of a core in a range. */
function pipeTable(core, from, to, note) {
  const span = Math.max(to - from, 1),
    all = from <= 0 && to >= raw.total;
  const head = make(
    'tr',
    null,
    make('th', null, 'pipe'),
    make('th', null, ''),
    make('th', { class: 'n' }, 'busy'),
    make('th', { class: 'n' }, 'cycles'),
  );
  if (all) head.append(make('th', { class: 'n' }, 'waits'));
  const body = core.tracks.map(t => {
    const busy = busyIn(t, from, to),
      tr = make('tr', { 'data-row': t.index });
    tr.append(
      make('td', null, dot(t.pipe), raw.pipes[t.pipe]),
      cell(meter(t.pipe, busy / span, all ? t.waited / span : 0)),
      cell(percent(busy / span), 'n'),
      cell(whole(busy), 'n'),
    );
    if (all) tr.append(cell(percent(t.waited / span), 'n'));
    return tr;
  });
  return make(
    'div',
    null,
    make('h2', null, core.name, make('span', { class: 'muted' }, note || '')),
    make('table', null, head, ...body),
  );
}

/** The lines that take most cycles. */
function lineTable() {
  const all = [...lines.values()].sort((a, b) => b.cycles - a.cycles).slice(0, 5);
  const sum = tracks.reduce((n, t) => n + t.total, 0) || 1;
  const head = make(
    'tr',
    null,
    ...['line', 'instruction'].map(h => make('th', null, h)),
    ...[
      ['times', ''],
      ['cycles', 'of all its slices'],
      ['of work', 'part of the cycles of all slices'],
      ['critical', 'part of the run that its slices take on the critical path'],
    ].map(([name, title]) => make('th', { class: 'n', title }, name)),
  );
  const body = all.map(l =>
    make(
      'tr',
      { 'data-line': l.line },
      cell(String(l.line)),
      cell(make('code', null, shortOp(opOf(l.first)))),
      cell(whole(l.count), 'n'),
      cell(whole(l.cycles), 'n'),
      cell(percent(l.cycles / sum), 'n'),
      cell(percent(l.critical / total), 'n'),
    ),
  );
  return make('div', null, make('h2', null, 'Where the time goes'), make('table', null, head, ...body));
}

function sliceDetails(i) {
  const d = describe(i),
    stat = lines.get(d.line);
  const row = (name, value, slice) =>
    make('tr', slice >= 0 ? { 'data-slice': slice, title: 'Go there' } : null, cell(name, 'k'), cell(value));
  const left = [
    row('on', d.where),
    row('takes', cyclesText(d.cycles)),
    row('from', `${whole(d.start)} to ${whole(d.start + d.cycles)}`),
    row('time is', d.provenance),
    row('critical', d.critical ? 'yes' : 'no'),
  ];
  const right = [d.wait ? row('waited', waitText(d.wait), d.wait.from) : row('waited', 'not at all')];
  for (let k = leaving.first[i]; k < Math.min(leaving.first[i + 1], leaving.first[i] + 3); k++) {
    const to = arrows.to[leaving.list[k]];
    right.push(
      row(
        'lets start',
        `${shortOp(opOf(to))} on ${trackName(tracks[slices.track[to]])} at ${whole(slices.start[to])}`,
        to,
      ),
    );
  }
  right.push(
    row(
      'line',
      `${d.line}, ${whole(stat.count)} times, ${whole(stat.cycles)} cycles in all, ${whole(stat.cycles / stat.count)} on average`,
    ),
  );
  return [
    make('h2', null, dot(d.pipe), make('code', null, d.op), make('span', { class: 'muted' }, '  ' + d.shape)),
    make('div', { class: 'columns' }, make('table', null, ...left), make('table', null, ...right)),
  ];
}

const details = byId('details');
function fillDetails() {
  if (view.selected >= 0) return details.replaceChildren(...sliceDetails(view.selected));
  if (view.range) {
    const [from, to] = view.range;
    const shown = cores.filter(c => c.open).slice(0, 3);
    return details.replaceChildren(
      make('h2', null, `${cyclesText(to - from)}: from ${whole(from)} to ${whole(to)}`),
      make('div', { class: 'columns' }, ...shown.map(c => pipeTable(c, from, to))),
    );
  }
  const parts = [lineTable()];
  if (cores.length) {
    const core = cores[slowest];
    const note = cores.length > 1 ? `  the slowest core, ends at ${whole(core.last)}` : '';
    const pipes = pipeTable(core, 0, raw.total, note);
    pipes.append(provenanceText());
    parts.unshift(pipes);
  }
  if (raw.hintLine.length) parts.push(hintTable());
  details.replaceChildren(make('div', { class: 'columns' }, ...parts));
}

/** What the times of slices rest on, by cycles. */
function provenanceText() {
  const cycles = new Map();
  let sum = 0;
  for (let i = 0; i < sliceCount; i++) {
    const word = PROVENANCES[raw.provenance[i]];
    cycles.set(word, (cycles.get(word) || 0) + slices.cycles[i]);
    sum += slices.cycles[i];
  }
  const parts = Object.values(PROVENANCES)
    .filter(word => cycles.get(word) > 0)
    .map(word => `${percent(cycles.get(word) / sum)} ${word}`);
  return make('p', { class: 'muted' }, parts.length ? `Cycles are ${parts.join(', ')}.` : '');
}

/** What limits the run, and what would make it shorter, the most worth first. */
function hintTable() {
  const most = raw.hintLine
    .slice(0, 4)
    .map((line, i) =>
      make(
        'tr',
        { 'data-line': line },
        cell(String(line)),
        cell(raw.hintText[i], 'words'),
        cell(raw.hintSaves[i] ? whole(raw.hintSaves[i]) : '', 'n'),
      ),
    );
  const head = make(
    'tr',
    null,
    make('th', null, 'line'),
    make('th', null, ''),
    make('th', { class: 'n' }, 'cycles saved'),
  );
  return make(
    'div',
    { class: 'hints' },
    make('h2', null, 'Performance hints'),
    make('table', null, head, ...most),
  );
}

const source = byId('source');
/** Height of a line of the text, as in the style. */
const LINE = 18;
const WORDS = /(\/\/.*$)|(\b[a-z]+\.[a-z_0-9.]+)|(![\w.]+)/g;
/** A line with its comment, operations and types in their colours. */
function coloured(line) {
  const parts = [];
  let last = 0;
  for (const m of line.matchAll(WORDS)) {
    parts.push(line.slice(last, m.index), make('span', { class: m[1] ? 'c' : m[2] ? 'o' : 't' }, m[0]));
    last = m.index + m[0].length;
  }
  parts.push(line.slice(last));
  return parts.filter(part => part !== '');
}
const sourceRows = text.map((content, index) => {
  const stat = lines.get(index + 1);
  const row = make(
    'div',
    { class: stat ? 'row used' : 'row', 'data-line': index + 1 },
    make('span', { class: 'no' }, String(index + 1)),
    make('span', { class: 'code' }, ...coloured(content)),
  );
  if (stat)
    row.append(
      make(
        'span',
        { class: 'cost', title: `${whole(stat.count)} times, ${whole(stat.cycles)} cycles` },
        compact(stat.cycles),
      ),
    );
  return row;
});
{
  const most = [...lines.values()].reduce((m, l) => Math.max(m, l.cycles), 1);
  for (const stat of lines.values()) {
    const row = sourceRows[stat.line - 1];
    if (row)
      row.prepend(
        make('i', { class: 'share', style: `opacity:${(0.12 + (0.88 * stat.cycles) / most).toFixed(2)}` }),
      );
  }
  raw.hintLine.forEach((line, i) => {
    const number = sourceRows[line - 1]?.querySelector('.no');
    if (!number) return;
    number.classList.add('advice');
    number.title = [number.title, raw.hintText[i]].filter(Boolean).join('\n');
  });
  source.append(...sourceRows);
  // Begin at the first line that takes time, if it would not be seen.
  const first = [...lines.keys()].reduce((a, b) => Math.min(a, b), Infinity);
  if (first * LINE > source.clientHeight) source.scrollTop = (first - 4) * LINE;
}

/** Marks a line of the text and brings it into sight; 0 marks none. */
function markLine(line, scroll) {
  for (const row of source.querySelectorAll('.on')) row.classList.remove('on');
  const row = sourceRows[line - 1];
  if (!row) return;
  row.classList.add('on');
  if (!scroll) return;
  const at = (line - 1) * LINE + 4;
  if (at < source.scrollTop + LINE || at > source.scrollTop + source.clientHeight - 2 * LINE)
    source.scrollTop = at - source.clientHeight / 2;
}
