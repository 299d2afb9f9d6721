// A guided tour: puzzles, and a judge who looks at the program in the editor.
import { checker, runner } from './engine.js';
import { add } from './arrays.js';
import { getLanguage, say } from './words.js';
let puzzles = null, current = null;
const byId = id => document.getElementById(id);
// What was solved is remembered where the browser allows it.
const solved = {
  all: () => { try { return JSON.parse(localStorage.getItem('pto-solved') ?? '[]'); } catch { return []; } },
  add: n => { try { localStorage.setItem('pto-solved', JSON.stringify([...new Set([...solved.all(), n])])); } catch { /* then not */ } },
};
export async function openPuzzles(app) {
  puzzles ??= (await checker.ask({ do: 'puzzles' })).document.puzzles;
  draw(app);
}
const name = p => getLanguage() === 'zh' ? p.zh : p.title;
function draw(app) {
  const done = solved.all();
  byId('puzzle-list').replaceChildren(...puzzles.map(p => {
    const item = document.createElement('li'), button = add(item, 'button', name(p));
    button.className = done.includes(p.number) ? 'link solved' : 'link';
    button.setAttribute('aria-current', p === current);
    button.addEventListener('click', () => start(p, app));
    return item;
  }));
  if (!current) return byId('puzzle').replaceChildren();
  const place = byId('puzzle');
  place.replaceChildren();
  add(place, 'h3', `${current.number}. ${name(current)}`);
  add(place, 'p', getLanguage() === 'zh' ? current.zh_task : current.task);
  const judge = add(place, 'button', say('judge'));
  judge.className = 'main';
  judge.id = 'judge';
  const told = add(place, 'div', '');
  told.id = 'verdict';
  told.setAttribute('aria-live', 'polite');
  judge.addEventListener('click', () => look(app, told));
}
function start(puzzle, app) {
  current = puzzle;
  app.open({ text: puzzle.text, target: puzzle.target, args: puzzle.args, blocks: puzzle.blocks });
  draw(app);
}
async function look(app, told) {
  told.replaceChildren();
  let answer;
  try {
    answer = (await app.working(() => runner.ask({ do: 'judge', number: current.number, text: app.text }))).document;
  } catch (error) { return add(told, 'p', app.complain(error)); }
  const head = add(told, 'p', say(answer.solved ? 'solved' : 'unsolved'));
  head.className = answer.solved ? 'good' : 'bad';
  const list = add(told, 'ul', '');
  for (const v of answer.verdicts ?? []) add(list, 'li', `${v.holds ? '✓' : '✗'} ${say('what_' + v.what)}: ${v.detail}`);
  if (!answer.solved) return;
  solved.add(current.number);
  const next = puzzles[puzzles.indexOf(current) + 1];
  for (const [i, item] of [...byId('puzzle-list').children].entries()) if (puzzles[i] === current) item.firstChild.className = 'link solved';
  if (!next) return;
  const button = add(told, 'button', say('next'));
  button.addEventListener('click', () => start(next, app));
}
