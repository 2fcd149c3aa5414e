/** A module that exports, as `f`, the function that it imports as `e.f`: three integers to one. */
const FORWARDER = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // One type.
  ...[1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f],
  // The import.
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  // The export.
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

/** Wraps a function of three integers as a WebAssembly function, because the function table of a WebAssembly program accepts no other. */
export function wrapAsWasmFunction(called: (a: number, b: number, c: number) => number): unknown {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(FORWARDER), { e: { f: called } });
  return instance.exports.f;
}
