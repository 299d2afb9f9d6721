'use strict';
// What the page is about: the columns of the JSON as typed arrays, rows of slices, sums for any range of time.

const raw = JSON.parse(document.getElementById('data').textContent);

const CAUSES = { e: 'event', b: 'barrier', u: 'buffer id', c: 'other core', d: 'data', i: 'issue' };
const PROVENANCES = { m: 'measured', f: 'fitted', d: 'documented', a: 'assumed', u: 'uncalibrated' };

/** Numbers from their differences. */
function summed(differences, array) {
  let sum = 0;
  for (let i = 0; i < differences.length; i++) array[i] = sum += differences[i];
  return array;
}

const sliceCount = raw.track.length;
const total = Math.max(raw.total, 1);
const slices = {
  track: Uint32Array.from(raw.track),
  start: summed(raw.start, new Float64Array(sliceCount)),
  cycles: Float64Array.from(raw.cycles),
  site: Uint32Array.from(raw.site),
  /** Index into the stalls, or -1. */
  stall: new Int32Array(sliceCount).fill(-1),
  /** Place among the slices of its track. */
  place: new Uint32Array(sliceCount),
};
const stalls = {
  slice: summed(raw.stallSlice, new Uint32Array(raw.stallSlice.length)),
  cycles: Float64Array.from(raw.stallCycles),
  back: Int32Array.from(raw.stallBack),
};
stalls.slice.forEach((slice, i) => {
  slices.stall[slice] = i;
});

const endOf = i => slices.start[i] + slices.cycles[i];
const isCritical = i => raw.critical.charCodeAt(i) === 49;
const opOf = i => raw.siteOp[slices.site[i]];
const shortOp = op => op.replace(/^pto\./, '');
const lineOf = i => raw.siteLine[slices.site[i]];

/** What a slice waited for: `{cycles, cause, from}`, `from` is a slice or -1; `null` if it did not wait. */
function waitOf(i) {
  const s = slices.stall[i];
  if (s < 0) return null;
  const back = stalls.back[s];
  return { cycles: stalls.cycles[s], cause: CAUSES[raw.stallCause[s]], from: back === 0 ? -1 : i - back };
}

/** A row: the slices of a pipe of a core, with sums from its beginning, so that any range is one subtraction. */
function makeTrack(index) {
  return {
    index,
    lane: raw.trackLane[index],
    pipe: raw.trackPipe[index],
    slices: null,
    busy: null,
    critical: null,
    matching: null,
    waited: 0,
  };
}
const tracks = raw.trackLane.map((_, i) => makeTrack(i));
{
  const counts = new Uint32Array(tracks.length);
  for (const t of slices.track) counts[t]++;
  tracks.forEach((t, i) => {
    t.slices = new Uint32Array(counts[i]);
  });
  counts.fill(0);
  for (let i = 0; i < sliceCount; i++) {
    const t = slices.track[i];
    slices.place[i] = counts[t];
    tracks[t].slices[counts[t]++] = i;
  }
  for (const t of tracks) {
    const n = t.slices.length;
    t.start = new Float64Array(n);
    t.end = new Float64Array(n);
    t.busy = new Float64Array(n + 1);
    t.critical = new Uint32Array(n + 1);
    t.matching = new Uint32Array(n + 1);
    for (let k = 0; k < n; k++) {
      const i = t.slices[k];
      t.start[k] = slices.start[i];
      t.end[k] = endOf(i);
      t.busy[k + 1] = t.busy[k] + slices.cycles[i];
      t.critical[k + 1] = t.critical[k] + (isCritical(i) ? 1 : 0);
      if (slices.stall[i] >= 0) t.waited += stalls.cycles[slices.stall[i]];
    }
    t.total = t.busy[n];
    t.last = n ? t.end[n - 1] : 0;
  }
}

/** First index of a sorted array whose value is above `x`, searched from `low`. */
function above(array, x, low) {
  let high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}
/** First index of a sorted array whose value is `x` or more, searched from `low`. */
function atLeast(array, x, low) {
  let high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Cycles that a track worked in a range of time. */
function busyIn(track, from, to) {
  const a = above(track.end, from, 0),
    b = atLeast(track.start, to, a);
  if (a >= b) return 0;
  let busy = track.busy[b] - track.busy[a];
  busy -= Math.max(0, from - track.start[a]) + Math.max(0, track.end[b - 1] - to);
  return busy;
}

/** The slice of a track at a time, within `slack` cycles, or -1. */
function sliceAt(track, time, slack) {
  const k = above(track.end, time, 0);
  if (k < track.start.length && track.start[k] <= time) return track.slices[k];
  let best = -1,
    distance = slack;
  if (k < track.start.length && track.start[k] - time < distance) {
    best = k;
    distance = track.start[k] - time;
  }
  if (k > 0 && time - track.end[k - 1] < distance) best = k - 1;
  return best < 0 ? -1 : track.slices[best];
}

/** Arrows from a slice to one that waited for it: events, and whatever else ended a wait. */
const arrows = { from: [], to: summed(raw.arrowTo, []) };
raw.arrowBack.forEach((back, i) => arrows.from.push(arrows.to[i] - back));
{
  const key = (from, to) => from * sliceCount + to,
    known = new Set(arrows.to.map((to, i) => key(arrows.from[i], to)));
  stalls.slice.forEach((to, i) => {
    const from = to - stalls.back[i];
    if (from === to || known.has(key(from, to))) return;
    arrows.from.push(from);
    arrows.to.push(to);
  });
}

/** Lists of arrows by one of their ends: those of slice `i` are `list[first[i]] .. list[first[i + 1] - 1]`. */
function listsOf(ends) {
  const first = new Uint32Array(sliceCount + 1),
    list = new Uint32Array(ends.length);
  for (const e of ends) first[e + 1]++;
  for (let i = 0; i < sliceCount; i++) first[i + 1] += first[i];
  const next = first.slice();
  ends.forEach((e, i) => {
    list[next[e]++] = i;
  });
  return { first, list };
}
const leaving = listsOf(arrows.from),
  reaching = listsOf(arrows.to);

/** Cores with their tracks. */
const cores = raw.lanes.map((name, lane) => {
  const own = tracks.filter(t => t.lane === lane);
  return { name, lane, tracks: own, open: true, last: own.reduce((m, t) => Math.max(m, t.last), 0) };
});
/** The core that ends last; of several, the one with the critical path. */
const isCriticalCore = core => core.tracks.some(t => t.critical[t.slices.length] > 0);
const slowest = cores.reduce((best, core) => {
  const later = core.last - cores[best].last;
  return later > 0 || (later === 0 && isCriticalCore(core) && !isCriticalCore(cores[best]))
    ? core.lane
    : best;
}, 0);

/** Cycles and number of slices by line of the text. */
const lines = new Map();
for (let i = 0; i < sliceCount; i++) {
  const line = lineOf(i);
  let entry = lines.get(line);
  if (!entry) lines.set(line, (entry = { line, cycles: 0, count: 0, waited: 0, first: i, critical: 0 }));
  entry.cycles += slices.cycles[i];
  entry.count++;
  if (isCritical(i)) entry.critical += slices.cycles[i];
  if (slices.stall[i] >= 0) entry.waited += stalls.cycles[slices.stall[i]];
}
const text = raw.source.replace(/\r?\n$/, '').split(/\r?\n/);

/** What is picked out: all slices whose site passes; `null` for none in particular. */
let picked = null;
function pick(passes) {
  picked = passes && Uint8Array.from(raw.siteLine, (_, site) => (passes(site) ? 1 : 0));
  let count = 0;
  for (const t of tracks) {
    for (let k = 0; k < t.slices.length; k++) {
      t.matching[k + 1] = t.matching[k] + (picked ? picked[slices.site[t.slices[k]]] : 0);
    }
    count += t.matching[t.slices.length];
  }
  return count;
}

const whole = n =>
  Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
const percent = part => (part >= 0.995 ? '100' : (part * 100).toFixed(part < 0.0995 ? 1 : 0)) + '%';
/** Cycles as a time with a fitting unit. */
function duration(cycles) {
  const us = cycles / raw.mhz;
  if (us >= 1000) return (us / 1000).toFixed(2) + ' ms';
  return us >= 1 ? us.toFixed(2) + ' µs' : (us * 1000).toFixed(us >= 0.01 ? 0 : 1) + ' ns';
}
const compact = n =>
  n < 10000
    ? whole(n)
    : n < 1e6
      ? (n / 1e3).toFixed(1) + 'k'
      : n < 1e9
        ? (n / 1e6).toFixed(1) + 'M'
        : (n / 1e9).toFixed(1) + 'G';
