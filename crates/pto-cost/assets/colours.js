// Colours of the page and of slices, for light and dark.

const dark = matchMedia('(prefers-color-scheme: dark)');
let colours = {};
/** Hue and saturation by pipe. */
const HUES = {
  S: [220, 10],
  MTE2: [213, 72],
  MTE1: [187, 55],
  V: [152, 46],
  M: [264, 56],
  FIX: [40, 72],
  MTE3: [18, 70],
  ALL: [220, 10],
};
/** Small changes of hue and lightness, so that instructions of a pipe can be told apart. */
const SHADES = [
  [0, 0],
  [-9, 6],
  [11, -5],
  [-17, -3],
  [19, 4],
  [4, 10],
  [-6, -9],
  [26, -2],
];

function readColours() {
  const css = getComputedStyle(document.documentElement);
  const of = name => css.getPropertyValue('--' + name).trim();
  colours = { styles: raw.pipes.map(() => []), sans: of('sans'), mono: of('mono') };
  for (const name of [
    'page',
    'panel',
    'band',
    'line',
    'strong',
    'text',
    'muted',
    'faint',
    'accent',
    'critical',
    'arrow',
  ])
    colours[name] = of(name);
  const night = dark.matches;
  const ops = raw.pipes.map(() => new Map());
  for (const t of tracks)
    for (const i of t.slices.subarray(0, 4000))
      if (!ops[t.pipe].has(opOf(i))) ops[t.pipe].set(opOf(i), ops[t.pipe].size);
  colours.ops = ops;
  colours.base = raw.pipes.map(p => {
    const [h, s] = HUES[p];
    return night ? `hsl(${h} ${s * 0.72}% 50%)` : `hsl(${h} ${s}% 56%)`;
  });
  colours.levels = raw.pipes.map(p => {
    const [h, s] = HUES[p];
    // From near the background to the colour of a slice, for 1 to 8 eighths of a pixel.
    return Array.from({ length: 9 }, (_, i) =>
      night ? `hsl(${h} ${s * 0.6}% ${15 + i * 3.1}%)` : `hsl(${h} ${s * 0.9}% ${97 - i * 3.3}%)`,
    );
  });
  colours.hatch = makeHatch(colours.strong);
}

function styleOf(pipe, site) {
  const known = colours.styles[pipe][site];
  if (known) return known;
  const [h, s] = HUES[raw.pipes[pipe]],
    order = colours.ops[pipe].get(raw.siteOp[site]) ?? 0;
  const [turn, light] = SHADES[order % SHADES.length],
    hue = h + turn;
  return (colours.styles[pipe][site] = dark.matches
    ? {
        fill: `hsl(${hue} ${s * 0.6}% ${39 + light * 0.8}%)`,
        dim: `hsl(${hue} ${s * 0.25}% 19%)`,
        text: `hsl(${hue} 60% 95%)`,
        faint: `hsl(${hue} 40% 78%)`,
      }
    : {
        fill: `hsl(${hue} ${s * 0.9}% ${73 + light}%)`,
        dim: `hsl(${hue} ${s * 0.3}% 93%)`,
        text: `hsl(${hue} 65% 15%)`,
        faint: `hsl(${hue} 40% 33%)`,
      });
}

function makeHatch(colour) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 6;
  const p = tile.getContext('2d');
  p.strokeStyle = colour;
  p.lineWidth = 1;
  for (const d of [-6, 0, 6]) {
    p.moveTo(d, 6);
    p.lineTo(d + 6, 0);
  }
  p.stroke();
  return pen.createPattern(tile, 'repeat');
}
