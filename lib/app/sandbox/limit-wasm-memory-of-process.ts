/** Exit code of a process that ended because it needed too much memory. */
export const OUT_OF_MEMORY_EXIT_CODE = 71;

/** Bytes of a page of WebAssembly memory. */
const PAGE_BYTES = 64 * 2 ** 10;

/** The part of the global `WebAssembly` that Node's types lack. */
interface MemoryOwner {
  Memory: { prototype: { buffer: ArrayBuffer; grow(this: { buffer: ArrayBuffer }, pages: number): number } };
}

/**
 * Limits each WebAssembly memory of this process. V8's heap limit does not include it, and a process that is measured twenty times a second
 * can allocate hundreds of megabytes between two measurements. A request beyond the limit fails, as a failed `malloc` does. The limit
 * applies to memory that a module requests through JavaScript, as programs of Emscripten do.
 * @param bytes of one memory, at most
 * @returns a function that reports whether a request was refused
 */
export function limitWasmMemoryOfProcess(bytes: number): () => boolean {
  const { prototype } = (WebAssembly as unknown as MemoryOwner).Memory;
  const { grow } = prototype;
  let wasExceeded = false;
  prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES <= bytes) return grow.call(this, pages);
    wasExceeded = true;
    throw new RangeError(`a WebAssembly memory may not have more than ${bytes} bytes`);
  };
  return () => wasExceeded;
}
