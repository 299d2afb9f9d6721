// Answers requests with the simulator, off the page's own thread.
let wasm = null;
onmessage = async ({ data }) => {
  if (data.module) {
    const instance = await WebAssembly.instantiate(data.module, {});
    wasm = instance.exports;
    postMessage({ ready: true });
    return;
  }
  const { id, frame } = data;
  const read = length => wasm.memory.buffer.slice(wasm.answer() >>> 0, (wasm.answer() >>> 0) + length);
  try {
    const place = wasm.request(frame.byteLength) >>> 0;
    new Uint8Array(wasm.memory.buffer, place, frame.byteLength).set(new Uint8Array(frame));
    const began = performance.now();
    const length = wasm.call() >>> 0;
    const took = performance.now() - began;
    const answer = read(length);
    postMessage({ id, answer, took }, [answer]);
  } catch (error) {
    let message = String(error);
    try { message = new TextDecoder().decode(read(wasm.complaint() >>> 0)) || message; } catch { /* the trap is all there is */ }
    postMessage({ id, trap: message });
  }
};
