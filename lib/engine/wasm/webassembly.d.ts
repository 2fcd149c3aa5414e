// TypeScript has WebAssembly only in its DOM types. These are the parts that small modules need; those of speech are declared
// next to its engine.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB. `buffer` is another one afterwards. */
    grow(pages: number): number;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  const Instance: new (module: Module, imports?: Record<string, Record<string, unknown>>) => Instance;
}
