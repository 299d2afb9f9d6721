// An editor: a text area, which every browser and screen reader knows, over coloured lines. Only lines in sight are drawn, so that a
// text of megabytes costs no more than a short one.
const HEIGHT = 20;
const TOKENS = /(\/\/.*)|("(?:[^"\\]|\\.)*")|((?:pto|arith|scf|func|cf|memref|math)\.[\w.]+)|(%[\w$.#-]+|@[\w$.-]+)|(![\w.]+|\b(?:index|tensor|vector|memref|[su]?i\d+|b?f\d+\w*)\b)|(<(?:PIPE|EVENT)_\w+>|\b(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?))|\b(module|return|ins|outs|attributes|step|to|iter_args|else)\b/g;
const KINDS = ['comment', 'string', 'op', 'value', 'type', 'number', 'word'];

export class Editor {
  constructor(place) {
    place.classList.add('editor');
    this.gutter = make('div', 'gutter', place);
    this.layer = make('div', 'layer', place);
    this.area = make('textarea', '', place);
    this.tip = make('div', 'tip', place);
    this.tip.hidden = true;
    this.gutter.setAttribute('aria-hidden', 'true');
    this.layer.setAttribute('aria-hidden', 'true');
    Object.assign(this.area, { spellcheck: false, wrap: 'off', autocapitalize: 'off', autocomplete: 'off' });
    this.area.setAttribute('aria-label', 'PTO program; Escape, then Tab leaves the editor');
    this.findings = [];
    this.tabLeaves = false;
    this.onchange = () => {};
    this.area.addEventListener('input', () => { this.read(); this.onchange(); });
    this.area.addEventListener('scroll', () => this.draw());
    this.area.addEventListener('keydown', event => this.key(event));
    this.area.addEventListener('mousemove', event => this.point(event));
    this.area.addEventListener('mouseleave', () => { this.tip.hidden = true; });
    new ResizeObserver(() => this.draw()).observe(place);
    this.read();
  }
  get text() { return this.area.value; }
  set text(text) {
    this.area.value = text;
    this.area.scrollTop = this.area.scrollLeft = 0;
    this.area.setSelectionRange(0, 0);
    this.findings = [];
    this.read();
    this.onchange();
  }
  // Line starts are kept, and everything else is drawn from them.
  read() {
    const text = this.area.value, starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.starts = starts;
    this.lineMarks = null;
    this.draw();
  }
  mark(findings) {
    this.findings = findings;
    this.lineMarks = null;
    this.draw();
  }
  lineOf(offset) {
    let low = 0, high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle; else high = middle - 1;
    }
    return low;
  }
  marksByLine() {
    if (this.lineMarks) return this.lineMarks;
    const marks = new Map(), length = this.text.length;
    for (const finding of this.findings) {
      let [from, to] = finding.range;
      if (from > length) continue;
      if (to <= from) to = from + 1;
      const first = this.lineOf(from), last = Math.min(this.lineOf(Math.min(to, length)), first + 200);
      for (let line = first; line <= last; line++) {
        const start = this.starts[line];
        const list = marks.get(line) ?? [];
        list.push([Math.max(0, from - start), to - start, finding.severity, finding]);
        marks.set(line, list);
      }
    }
    return this.lineMarks = marks;
  }
  draw() {
    const { scrollTop, scrollLeft, clientHeight } = this.area;
    const first = Math.max(0, Math.floor(scrollTop / HEIGHT) - 2);
    const last = Math.min(this.starts.length, Math.ceil((scrollTop + clientHeight) / HEIGHT) + 2);
    const text = this.text, marks = this.marksByLine(), lines = [], numbers = [];
    for (let i = first; i < last; i++) {
      const end = i + 1 < this.starts.length ? this.starts[i + 1] - 1 : text.length;
      const line = document.createElement('div');
      line.style.top = `${i * HEIGHT - scrollTop}px`;
      line.style.left = `${-scrollLeft}px`;
      paint(line, text.slice(this.starts[i], Math.min(end, this.starts[i] + 2000)), marks.get(i) ?? []);
      lines.push(line);
      const number = document.createElement('div');
      number.style.top = `${i * HEIGHT - scrollTop}px`;
      number.textContent = i + 1;
      const worst = (marks.get(i) ?? []).reduce((w, m) => w === 'error' ? w : m[2], '');
      if (worst) number.className = worst;
      numbers.push(number);
    }
    this.layer.replaceChildren(...lines);
    this.gutter.replaceChildren(...numbers);
  }
  key(event) {
    if (event.key === 'Escape') { this.tabLeaves = true; return; }
    if (event.key === 'Tab' && !this.tabLeaves && !event.shiftKey && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      this.insert('  ');
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const at = this.area.selectionStart, start = this.starts[this.lineOf(at)];
      const indent = /^ */.exec(this.text.slice(start, at))[0] + (this.text[at - 1] === '{' ? '  ' : '');
      if (indent) { event.preventDefault(); this.insert('\n' + indent); }
    }
    if (event.key !== 'Tab' && event.key !== 'Shift') this.tabLeaves = false;
  }
  // Through the browser, so that it can be undone.
  insert(text) {
    this.area.focus();
    if (!document.execCommand('insertText', false, text)) {
      this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end');
      this.area.dispatchEvent(new Event('input'));
    }
  }
  edit(edits) {
    for (const { range, text } of [...edits].sort((a, b) => b.range[0] - a.range[0])) {
      this.area.focus();
      this.area.setSelectionRange(range[0], range[1]);
      if (text) this.insert(text); else document.execCommand('delete');
    }
  }
  show([from, to]) {
    this.area.focus();
    this.area.setSelectionRange(from, Math.max(from, to));
    const top = this.lineOf(from) * HEIGHT, { scrollTop, clientHeight } = this.area;
    if (top < scrollTop || top > scrollTop + clientHeight - 2 * HEIGHT) this.area.scrollTop = top - clientHeight / 3;
  }
  get caretLine() { return this.lineOf(this.area.selectionStart); }
  point(event) {
    const box = this.area.getBoundingClientRect();
    const line = Math.floor((event.clientY - box.top + this.area.scrollTop) / HEIGHT);
    this.width ??= measure(this.layer);
    const column = (event.clientX - box.left - 8 + this.area.scrollLeft) / this.width;
    const mark = (this.marksByLine().get(line) ?? []).find(m => column >= m[0] - .5 && column <= m[1] + .5);
    this.tip.hidden = !mark;
    if (!mark) return;
    const finding = mark[3];
    this.tip.textContent = [`${finding.severity}[${finding.code}]: ${finding.message}`, ...finding.notes].join('\n');
    this.tip.style.whiteSpace = 'pre-wrap';
    const y = (line + 1) * HEIGHT - this.area.scrollTop + 4;
    this.tip.style.left = `${Math.min(event.clientX - box.left + 58, box.width / 2)}px`;
    this.tip.style.top = y + 90 > box.height ? `${Math.max(0, y - this.tip.offsetHeight - HEIGHT - 8)}px` : `${y}px`;
  }
}
function make(tag, name, place) {
  const element = document.createElement(tag);
  element.className = name;
  place.append(element);
  return element;
}
function measure(place) {
  const probe = make('div', '', place);
  probe.textContent = '0'.repeat(100);
  const width = (probe.getBoundingClientRect().width - 8) / 100;
  probe.remove();
  return width;
}
// Colours a line and underlines what is wrong in it.
export function paint(place, text, marks) {
  const cuts = [];
  for (const match of text.matchAll(TOKENS)) cuts.push([match.index, match.index + match[0].length, KINDS[match.slice(1).findIndex(g => g !== undefined)]]);
  const edges = new Set([0, text.length]);
  for (const [from, to] of [...cuts, ...marks]) { edges.add(Math.min(from, text.length)); edges.add(Math.min(to, text.length)); }
  const order = [...edges].sort((a, b) => a - b);
  let token = 0;
  for (let i = 0; i + 1 < order.length; i++) {
    const [from, to] = [order[i], order[i + 1]];
    while (token < cuts.length && cuts[token][1] <= from) token++;
    const kind = token < cuts.length && cuts[token][0] <= from ? cuts[token][2] : '';
    const mark = marks.find(m => m[0] <= from && to <= m[1]);
    const name = [kind, mark ? `mark-${mark[2]}` : ''].filter(Boolean).join(' ');
    if (!name) { place.append(text.slice(from, to)); continue; }
    make('span', name, place).textContent = text.slice(from, to);
  }
  if (marks.some(m => m[0] >= text.length)) make('span', `mark-${marks.find(m => m[0] >= text.length)[2]}`, place).textContent = ' ';
}
