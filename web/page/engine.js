// Who answers requests: the simulator in workers, or the command behind `pto serve`. Frames are those of pto_cli::play.
const meta = name => document.querySelector(`meta[name="${name}"]`).content;
export const isNative = meta('pto-engine') === 'native';

export function toFrame(document, blobs = []) {
  const text = new TextEncoder().encode(JSON.stringify(blobs.length ? { ...document, blobs: blobs.map(b => b.byteLength) } : document));
  const frame = new Uint8Array(4 + text.length + blobs.reduce((n, b) => n + b.byteLength, 0));
  new DataView(frame.buffer).setUint32(0, text.length, true);
  frame.set(text, 4);
  let at = 4 + text.length;
  for (const blob of blobs) { frame.set(new Uint8Array(blob), at); at += blob.byteLength; }
  return frame.buffer;
}
export function fromFrame(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const document = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let at = 4 + length;
  const blobs = (document.blobs ?? []).map(n => buffer.slice(at, at += n));
  return { document, blobs };
}

let compiled = null;
async function compile() {
  // The file is compressed by itself, so that any server of files will do.
  const answer = await fetch(meta('pto-wasm'));
  if (!answer.ok) throw new Error(`the simulator: ${answer.status}`);
  const plain = answer.body.pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }));
}

// One worker at a time. Whoever stops it gets a new one.
class Lane {
  constructor() { this.waiting = new Map(); this.next = 1; }
  async worker() {
    this.starting ??= (async () => {
      const module = await (compiled ??= compile());
      const worker = new Worker('worker.js');
      await new Promise((resolve, reject) => {
        worker.onmessage = resolve;
        worker.onerror = event => reject(new Error(event.message));
        worker.postMessage({ module });
      });
      worker.onmessage = ({ data }) => {
        const { resolve, reject } = this.waiting.get(data.id) ?? {};
        this.waiting.delete(data.id);
        if (data.trap !== undefined) { this.stop(); reject?.(new Trap(data.trap)); } else resolve?.(data);
      };
      return worker;
    })();
    return this.starting;
  }
  async ask(document, blobs) {
    const { answer, took } = await this.post(document, blobs);
    return { ...fromFrame(answer), took };
  }
  // The answer as it came, for who compares it.
  askBytes(document) { return this.post(document).then(data => data.answer); }
  async post(document, blobs) {
    const frame = toFrame(document, blobs);
    const worker = await this.worker();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, frame }, [frame]);
    });
  }
  async stop() {
    const starting = this.starting;
    this.starting = null;
    for (const { reject } of this.waiting.values()) reject(new Stopped());
    this.waiting.clear();
    (await starting)?.terminate();
  }
}
export class Stopped extends Error {}
export class Trap extends Error {}

class Server {
  async ask(document, blobs) {
    this.abort = new AbortController();
    const began = performance.now();
    try {
      const answer = await fetch('ask', { method: 'POST', body: toFrame(document, blobs), headers: { 'Content-Type': 'application/octet-stream' }, signal: this.abort.signal });
      if (!answer.ok) throw new Error(await answer.text());
      return { ...fromFrame(await answer.arrayBuffer()), took: performance.now() - began };
    } catch (error) {
      throw error.name === 'AbortError' ? new Stopped() : error;
    }
  }
  async worker() {}
  async stop() { this.abort?.abort(); }
}
export const checker = isNative ? new Server() : new Lane();
export const runner = isNative ? new Server() : new Lane();
