/** The exit code of a process that ended for want of memory. */
export const OUT_OF_MEMORY = 71;

const PAGE_BYTES = 64 * 2 ** 10;

/** The part of the global that Node's types leave out. */
interface MemoryOwner {
  Memory: { prototype: { buffer: ArrayBuffer; grow(this: { buffer: ArrayBuffer }, pages: number): number } };
}

/**
 * Lets no WebAssembly memory of this process grow beyond a size. It is outside of V8's limit, and a process that is looked at ten
 * times a second gets hundreds of megabytes between two looks. A request for more fails, as one of `malloc` does.
 * Applies to memory that a module asks its host for, as programs of Emscripten do.
 * @param bytes of one memory, at most
 * @returns whether more was asked for
 */
export function boundWasmMemory(bytes: number): () => boolean {
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
