import { add, type Code, get, i32, isBelow, repeatWhile, set, shiftLeft } from '#engine/wasm/code.ts';
import { type WasmFunction, wasmFunction, wasmModule } from '#engine/wasm/module.ts';
import {
  add16,
  add32,
  and,
  dot,
  lanes16,
  lanes32,
  load,
  multiplyHigh,
  multiplyLow,
  narrowTo16,
  narrowToBytes,
  pick32,
  shiftRight32,
  shiftRightUnsigned32,
  storeHalf,
} from '#engine/wasm/vectors.ts';

// BT.709 (ITU-R BT.709-6, items 3.2 to 3.4) from full-range RGB to limited-range Y'CbCr, times 2^15, rounded as in ffmpeg's swscale, with
// which encoding without these kernels is compared.
const [YR, YG, YB] = [5983, 20127, 2032] as const;
const [UR, UG, UB] = [-3298, -11094, 14392] as const;
const [VR, VG, VB] = [14392, -13072, -1320] as const;

// In two steps as swscale: to 6 fractional bits and from there to none, each rounded.
const LUMA_OFFSET = (16 << 15) + (1 << 8) + (1 << 14);
const LUMA_SHIFT = 15;
// Chroma is the sum of two pixels: one more bit is dropped.
const CHROMA_OFFSET = (128 << 16) + (1 << 9);
const CHROMA_SHIFT = 10;

/**
 * swscale's bicubic kernel (B = 0, C = 0.6) for half the height: at 0.25, 0.75, 1.25 and 1.75 rows, times 2^12, rounded so
 * that the errors cancel out.
 */
const [W0, W1, W2, W3] = [1786, 492, -172, -58] as const;
const ROW_WEIGHTS = [W3, W2, W1, W0, W0, W1, W2, W3];
const WEIGHT_SHIFT = 15;
/** swscale's vector code drops the remainder of each tap and adds this to compensate. Without it, flat colours would differ from swscale's. */
const ROWS_OFFSET = 7;
const ROWS_SHIFT = 3;

/** Rows of chroma that one halved row is made of. */
export const CHROMA_TAPS = ROW_WEIGHTS.length;
/** Most bytes that the functions read and write beyond the given ranges. */
export const OVERSHOOT = 32;

/** The numbers `low` and `high` in the two halves of each 32-bit lane. */
const pairs = (low: number, high: number): Code => lanes32((low & 0xffff) | (high << 16));

const PIXEL_BYTES = 4;
/** Pixels of one iteration of the loop. */
const PIXELS = 8;

/**
 * `convert(rgba, luma, cb, cr, end)`: converts the pixels from the address `rgba` up to `end`, at least two, to a byte of luma each, and
 * each pair of them to a 16-bit number of Cb and of Cr, with 6 fractional bits.
 */
const CONVERT = { rgba: 'i32', luma: 'i32', cb: 'i32', cr: 'i32', end: 'i32' } as const;
const convert: WasmFunction = wasmFunction('convert', CONVERT, ({ rgba, luma, cb, cr, end }, { local }) => {
  const [redBlue0, redBlue1, green0, green1] = [local('v128'), local('v128'), local('v128'), local('v128')];
  const [redBlue, green, chroma] = [local('v128'), local('v128'), local('v128')];
  const redAndBlue = (pixels: Code): Code => and(pixels, lanes32(0x00ff00ff));
  const greenOnly = (pixels: Code): Code => and(shiftRightUnsigned32(pixels, 8), lanes32(0xff));
  const weighted = (rb: number, g: number, [r, gr, b]: readonly [number, number, number], offset: number): Code =>
    add32(add32(dot(get(rb), pairs(r, b)), dot(get(g), pairs(gr, 0))), lanes32(offset));
  const lumaOf = (rb: number, g: number): Code => shiftRight32(weighted(rb, g, [YR, YG, YB], LUMA_OFFSET), LUMA_SHIFT);
  const chromaOf = (weights: readonly [number, number, number]): Code =>
    shiftRight32(weighted(redBlue, green, weights, CHROMA_OFFSET), CHROMA_SHIFT);
  const pairSums = (a: number, b: number): Code =>
    add16(pick32(get(a), get(b), [0, 2, 4, 6]), pick32(get(a), get(b), [1, 3, 5, 7]));
  return [
    repeatWhile(isBelow(get(rgba), get(end)), [
      set(redBlue0, redAndBlue(load(get(rgba)))),
      set(green0, greenOnly(load(get(rgba)))),
      set(redBlue1, redAndBlue(load(get(rgba), 16))),
      set(green1, greenOnly(load(get(rgba), 16))),
      set(chroma, narrowTo16(lumaOf(redBlue0, green0), lumaOf(redBlue1, green1))),
      storeHalf(get(luma), 0, narrowToBytes(get(chroma), get(chroma))),
      set(redBlue, pairSums(redBlue0, redBlue1)),
      set(green, pairSums(green0, green1)),
      set(chroma, narrowTo16(chromaOf([UR, UG, UB]), chromaOf([VR, VG, VB]))),
      storeHalf(get(cb), 0, get(chroma)),
      storeHalf(get(cr), 1, get(chroma)),
      set(rgba, add(get(rgba), i32(PIXELS * PIXEL_BYTES))),
      set(luma, add(get(luma), i32(PIXELS))),
      set(cb, add(get(cb), i32(PIXELS))),
      set(cr, add(get(cr), i32(PIXELS))),
    ]),
  ];
});

/**
 * `halve(from, to, width, rows)`: writes `rows` rows (at least one) of `width` bytes of chroma to `to`, each from `CHROMA_TAPS` rows of
 * 16-bit numbers, the first of which is at `from`, and two rows further for each row written.
 */
const HALVE = { from: 'i32', to: 'i32', width: 'i32', rows: 'i32' } as const;
const halve: WasmFunction = wasmFunction('halve', HALVE, ({ from, to, width, rows }, { local }) => {
  const [at, end, tap, out] = [local('i32'), local('i32'), local('i32'), local('i32')];
  const [low, high, samples] = [local('v128'), local('v128'), local('v128')];
  const stride = shiftLeft(get(width), 1);
  const addTap = (weight: number): Code[] => [
    set(samples, load(get(tap))),
    set(tap, add(get(tap), stride)),
    set(low, add32(get(low), shiftRight32(multiplyLow(get(samples), lanes16(weight)), WEIGHT_SHIFT))),
    set(high, add32(get(high), shiftRight32(multiplyHigh(get(samples), lanes16(weight)), WEIGHT_SHIFT))),
  ];
  return [
    repeatWhile(get(rows), [
      set(at, get(from)),
      set(out, get(to)),
      set(end, add(get(from), stride)),
      repeatWhile(isBelow(get(at), get(end)), [
        set(tap, get(at)),
        set(low, lanes32(ROWS_OFFSET)),
        set(high, lanes32(ROWS_OFFSET)),
        ...ROW_WEIGHTS.flatMap(addTap),
        set(low, narrowTo16(shiftRight32(get(low), ROWS_SHIFT), shiftRight32(get(high), ROWS_SHIFT))),
        storeHalf(get(out), 0, narrowToBytes(get(low), get(low))),
        set(at, add(get(at), i32(16))),
        set(out, add(get(out), i32(8))),
      ]),
      set(from, add(get(from), shiftLeft(stride, 1))),
      set(to, add(get(to), get(width))),
      set(rows, add(get(rows), i32(-1))),
    ]),
  ];
});

/** The compiled functions, and the memory to which their addresses refer. */
export interface YuvKernels {
  memory: WebAssembly.Memory;
  convert(rgba: number, luma: number, cb: number, cr: number, end: number): void;
  halve(from: number, to: number, width: number, rows: number): void;
}

/** Compiles the functions, which takes about a millisecond. */
export const createYuvKernels = (): YuvKernels =>
  new WebAssembly.Instance(new WebAssembly.Module(wasmModule([convert, halve]))).exports as unknown as YuvKernels;
