import {
  addI32,
  getLocal,
  i32Constant,
  lessThanUnsignedI32,
  setLocal,
  shiftLeftI32,
  type WasmCode,
  wasmLoopWhile,
} from '#engine/wasm/code.ts';
import { type WasmFunction, wasmFunction, wasmModule } from '#engine/wasm/module.ts';
import {
  addI16x8,
  addI32x4,
  andVectors,
  dotI16x8,
  i16x8Constant,
  i32x4Constant,
  loadVector,
  multiplyHighI16x8,
  multiplyLowI16x8,
  narrowToI16x8,
  narrowToU8x16,
  shiftRightI32x4,
  shiftRightU32x4,
  shuffleLanes32,
  storeVectorHalf,
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
export const CHROMA_ROW_TAPS = ROW_WEIGHTS.length;
/** Most bytes that the functions read and write beyond the given ranges. */
export const KERNEL_OVERSHOOT_BYTES = 32;

/** The numbers `low` and `high` in the two halves of each 32-bit lane. */
const pairs = (low: number, high: number): WasmCode => i32x4Constant((low & 0xffff) | (high << 16));

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
  const [redBlue, green, narrowed] = [local('v128'), local('v128'), local('v128')];
  const redAndBlue = (pixels: WasmCode): WasmCode => andVectors(pixels, i32x4Constant(0x00ff00ff));
  const greenOnly = (pixels: WasmCode): WasmCode => andVectors(shiftRightU32x4(pixels, 8), i32x4Constant(0xff));
  const weighted = (rb: number, g: number, [r, gr, b]: readonly [number, number, number], offset: number): WasmCode =>
    addI32x4(addI32x4(dotI16x8(getLocal(rb), pairs(r, b)), dotI16x8(getLocal(g), pairs(gr, 0))), i32x4Constant(offset));
  const lumaOf = (rb: number, g: number): WasmCode =>
    shiftRightI32x4(weighted(rb, g, [YR, YG, YB], LUMA_OFFSET), LUMA_SHIFT);
  const chromaOf = (weights: readonly [number, number, number]): WasmCode =>
    shiftRightI32x4(weighted(redBlue, green, weights, CHROMA_OFFSET), CHROMA_SHIFT);
  const pairSums = (a: number, b: number): WasmCode =>
    addI16x8(
      shuffleLanes32(getLocal(a), getLocal(b), [0, 2, 4, 6]),
      shuffleLanes32(getLocal(a), getLocal(b), [1, 3, 5, 7]),
    );
  return [
    wasmLoopWhile(lessThanUnsignedI32(getLocal(rgba), getLocal(end)), [
      setLocal(redBlue0, redAndBlue(loadVector(getLocal(rgba)))),
      setLocal(green0, greenOnly(loadVector(getLocal(rgba)))),
      setLocal(redBlue1, redAndBlue(loadVector(getLocal(rgba), 16))),
      setLocal(green1, greenOnly(loadVector(getLocal(rgba), 16))),
      setLocal(narrowed, narrowToI16x8(lumaOf(redBlue0, green0), lumaOf(redBlue1, green1))),
      storeVectorHalf(getLocal(luma), 0, narrowToU8x16(getLocal(narrowed), getLocal(narrowed))),
      setLocal(redBlue, pairSums(redBlue0, redBlue1)),
      setLocal(green, pairSums(green0, green1)),
      setLocal(narrowed, narrowToI16x8(chromaOf([UR, UG, UB]), chromaOf([VR, VG, VB]))),
      storeVectorHalf(getLocal(cb), 0, getLocal(narrowed)),
      storeVectorHalf(getLocal(cr), 1, getLocal(narrowed)),
      setLocal(rgba, addI32(getLocal(rgba), i32Constant(PIXELS * PIXEL_BYTES))),
      setLocal(luma, addI32(getLocal(luma), i32Constant(PIXELS))),
      setLocal(cb, addI32(getLocal(cb), i32Constant(PIXELS))),
      setLocal(cr, addI32(getLocal(cr), i32Constant(PIXELS))),
    ]),
  ];
});

/**
 * `halve(from, to, width, rows)`: writes `rows` rows (at least one) of `width` bytes of chroma to `to`, each from `CHROMA_ROW_TAPS` rows of
 * 16-bit numbers, the first of which is at `from`, and two rows further for each row written.
 */
const HALVE = { from: 'i32', to: 'i32', width: 'i32', rows: 'i32' } as const;
const halve: WasmFunction = wasmFunction('halve', HALVE, ({ from, to, width, rows }, { local }) => {
  const [at, end, tap, out] = [local('i32'), local('i32'), local('i32'), local('i32')];
  const [low, high, samples] = [local('v128'), local('v128'), local('v128')];
  const stride = shiftLeftI32(getLocal(width), 1);
  const addTap = (weight: number): WasmCode[] => [
    setLocal(samples, loadVector(getLocal(tap))),
    setLocal(tap, addI32(getLocal(tap), stride)),
    setLocal(
      low,
      addI32x4(
        getLocal(low),
        shiftRightI32x4(multiplyLowI16x8(getLocal(samples), i16x8Constant(weight)), WEIGHT_SHIFT),
      ),
    ),
    setLocal(
      high,
      addI32x4(
        getLocal(high),
        shiftRightI32x4(multiplyHighI16x8(getLocal(samples), i16x8Constant(weight)), WEIGHT_SHIFT),
      ),
    ),
  ];
  return [
    wasmLoopWhile(getLocal(rows), [
      setLocal(at, getLocal(from)),
      setLocal(out, getLocal(to)),
      setLocal(end, addI32(getLocal(from), stride)),
      wasmLoopWhile(lessThanUnsignedI32(getLocal(at), getLocal(end)), [
        setLocal(tap, getLocal(at)),
        setLocal(low, i32x4Constant(ROWS_OFFSET)),
        setLocal(high, i32x4Constant(ROWS_OFFSET)),
        ...ROW_WEIGHTS.flatMap(addTap),
        setLocal(
          low,
          narrowToI16x8(shiftRightI32x4(getLocal(low), ROWS_SHIFT), shiftRightI32x4(getLocal(high), ROWS_SHIFT)),
        ),
        storeVectorHalf(getLocal(out), 0, narrowToU8x16(getLocal(low), getLocal(low))),
        setLocal(at, addI32(getLocal(at), i32Constant(16))),
        setLocal(out, addI32(getLocal(out), i32Constant(8))),
      ]),
      setLocal(from, addI32(getLocal(from), shiftLeftI32(stride, 1))),
      setLocal(to, addI32(getLocal(to), getLocal(width))),
      setLocal(rows, addI32(getLocal(rows), i32Constant(-1))),
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
