/** The bytes of a module that exports, as `f`, the function that it imports as `e.f`: it takes three 32-bit integers and returns one. */
const FORWARDER = Uint8Array.of(
  // Magic number and version.
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // One type: three i32 to one i32.
  ...[1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f],
  // The import.
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  // The export.
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

/** Wraps a function of three integers as a WebAssembly function, because the function table of a WebAssembly program accepts no other. */
export function wrapAsWasmFunction(target: (a: number, b: number, c: number) => number): unknown {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(FORWARDER), { e: { f: target } });
  return instance.exports.f;
}
