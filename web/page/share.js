// A program in the address of the page: JSON, deflated, in the letters that addresses may have.
const MOST_BYTES = 8 << 20;
async function through(bytes, stream) {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > MOST_BYTES) throw new Error('too long');
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
export async function toFragment(state) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return 'p=' + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
export async function fromFragment(fragment) {
  const code = /(?:^#?|&)p=([\w-]+)/.exec(fragment)?.[1];
  if (!code) return null;
  const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
  const state = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
  if (typeof state?.text !== 'string') throw new Error('no program');
  return state;
}
