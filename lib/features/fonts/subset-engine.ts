import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';

/** An address in the memory of the WebAssembly program. */
type Address = number;

/** The exports of HarfBuzz's subsetter that are used. The program has no imports, so it has no access to anything outside of its memory. */
const exportsSchema = z.object({
  memory: z.custom<{ buffer: ArrayBuffer }>((value) => typeof value === 'object'),
  _initialize: z.custom<() => void>(isFunction),
  malloc: z.custom<(bytes: number) => Address>(isFunction),
  hb_blob_create: z.custom<(data: Address, length: number, mode: number, user: 0, destroy: 0) => Address>(isFunction),
  hb_blob_get_length: z.custom<(blob: Address) => number>(isFunction),
  hb_blob_get_data: z.custom<(blob: Address, length: 0) => Address>(isFunction),
  hb_face_create: z.custom<(blob: Address, index: number) => Address>(isFunction),
  hb_face_reference_blob: z.custom<(face: Address) => Address>(isFunction),
  hb_subset_input_create_or_fail: z.custom<() => Address>(isFunction),
  hb_subset_input_keep_everything: z.custom<(input: Address) => void>(isFunction),
  hb_subset_input_get_flags: z.custom<(input: Address) => number>(isFunction),
  hb_subset_input_set_flags: z.custom<(input: Address, flags: number) => void>(isFunction),
  hb_subset_or_fail: z.custom<(face: Address, input: Address) => Address>(isFunction),
});

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

/** `HB_MEMORY_MODE_WRITABLE`. */
const MEMORY_MODE_WRITABLE = 2;
/** Flags of `hb_subset_flags_t`: hints are dropped because the drawing engine does not use them; unknown tables must not be passed through. */
const NO_HINTING = 0x1;
const PASSTHROUGH_UNRECOGNIZED = 0x20;

let program: Promise<WebAssembly.Module> | undefined;

async function loadProgram(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  return new WebAssembly.Module(await readFile(file));
}

/**
 * Parses a TrueType or OpenType file with HarfBuzz, and writes it again with all its glyphs, characters, names, layout features and
 * variations. Tables that HarfBuzz does not know, and hints, are left out. Every call uses a new instance with separate memory.
 * @returns undefined for a file that HarfBuzz refuses
 * @throws WebAssembly.RuntimeError when HarfBuzz crashes
 */
export async function rewriteSfnt(file: Uint8Array): Promise<Buffer | undefined> {
  program ??= loadProgram();
  const engine = exportsSchema.parse((await WebAssembly.instantiate(await program, {})).exports);
  engine._initialize();
  const fileAddress = engine.malloc(file.length);
  if (fileAddress === 0) return undefined;
  new Uint8Array(engine.memory.buffer).set(file, fileAddress);
  const face = engine.hb_face_create(engine.hb_blob_create(fileAddress, file.length, MEMORY_MODE_WRITABLE, 0, 0), 0);
  const input = engine.hb_subset_input_create_or_fail();
  if (input === 0) return undefined;
  engine.hb_subset_input_keep_everything(input);
  const flags = (engine.hb_subset_input_get_flags(input) | NO_HINTING) & ~PASSTHROUGH_UNRECOGNIZED;
  engine.hb_subset_input_set_flags(input, flags);
  const rewrittenFace = engine.hb_subset_or_fail(face, input);
  if (rewrittenFace === 0) return undefined;
  const blob = engine.hb_face_reference_blob(rewrittenFace);
  const length = engine.hb_blob_get_length(blob);
  if (length === 0) return undefined;
  // Copied, because the result is in the memory of the instance.
  return Buffer.from(new Uint8Array(engine.memory.buffer, engine.hb_blob_get_data(blob, 0), length));
}
