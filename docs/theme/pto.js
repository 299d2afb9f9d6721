// Colours for PTO programs. The book's own script has run already, so blocks are coloured again.
(() => {
  if (!window.hljs) return;
  hljs.registerLanguage('pto', () => ({
    name: 'PTO',
    contains: [
      { className: 'comment', begin: '//', end: '$' },
      { className: 'string', begin: '"', end: '"' },
      { className: 'type', begin: /![a-z_][\w.]*/ },
      { className: 'variable', begin: /%[\w$.-]+/ },
      { className: 'title', begin: /@[\w$.-]+/ },
      { className: 'symbol', begin: /<(PIPE|EVENT)_\w+>/ },
      { className: 'keyword', begin: /\b(module|return|ins|outs|attributes|step|to|iter_args|else)\b/ },
      { className: 'built_in', begin: /\b(pto|arith|scf|func|cf|memref|math|index)\.[\w.]+/ },
      { className: 'number', begin: /\b(0x[0-9a-f]+|\d+(\.\d+)?(e[+-]?\d+)?)\b/i },
    ],
  }));
  for (const block of document.querySelectorAll('code.language-pto')) {
    block.removeAttribute('data-highlighted');
    (hljs.highlightElement ?? hljs.highlightBlock)(block);
    block.classList.add('hljs');
  }
  // A session: the command stands out from what it printed.
  for (const block of document.querySelectorAll('code.language-console')) {
    const lines = block.textContent.split('\n');
    block.textContent = '';
    let goesOn = false;
    lines.forEach((line, i) => {
      if (i) block.append('\n');
      const command = goesOn || line.startsWith('$ ');
      goesOn = command && line.endsWith('\\');
      if (!command) return block.append(line);
      const span = document.createElement('span');
      span.className = 'command';
      span.textContent = line;
      block.append(span);
    });
  }
})();

// A program can be changed and run where it stands, if the playground is beside the book.
(async () => {
  if (!location.protocol.startsWith('http')) return;
  const root = typeof path_to_root === 'string' ? path_to_root : '';
  const playground = new URL(`${root}playground/`, location.href).href;
  const there = await fetch(`${playground}share.js`, { method: 'HEAD' }).catch(() => null);
  if (!there?.ok) return;
  for (const code of document.querySelectorAll('pre > code.language-pto')) {
    const text = code.textContent;
    if (!text.includes('func.func')) continue;
    const button = document.createElement('button');
    button.className = 'try';
    button.type = 'button';
    button.textContent = document.documentElement.lang.startsWith('zh') ? '试一试' : 'Try it';
    code.parentElement.after(button);
    button.addEventListener('click', async () => {
      const { toFragment } = await import(`${playground}share.js`);
      const frame = document.createElement('iframe');
      frame.className = 'try';
      frame.title = 'pto playground';
      frame.src = `${playground}index.html?embed#${await toFragment({ v: 1, text })}`;
      code.parentElement.replaceWith(frame);
      button.remove();
    });
  }
})();
