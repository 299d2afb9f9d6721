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
