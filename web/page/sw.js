// Keeps the page, so that it works without a network. `cargo xtask web` writes what belongs to it, and a version that is its content.
const VERSION = '{{version}}', FILES = [/*{{files}}*/];
addEventListener('install', event => {
  event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(FILES.map(f => new Request(f, { cache: 'reload' })))).then(() => skipWaiting()));
});
addEventListener('activate', event => {
  event.waitUntil(caches.keys().then(all => Promise.all(all.filter(k => k !== VERSION).map(k => caches.delete(k)))).then(() => clients.claim()));
});
addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then(kept => kept ?? fetch(event.request)));
});
