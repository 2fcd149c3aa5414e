import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  shiftLeftI32,
  type WasmCode,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { defineWasmFunction, encodeWasmModule, type WasmFunction } from '#engine/wasm/module.ts';
import {
  addI16x8,
  addI32x4,
  andV128,
  dotI16x8,
  extmulHighI16x8,
  extmulLowI16x8,
  i16x8Constant,
  i32x4Constant,
  loadV128,
  narrowToI16x8,
  narrowToU8x16,
  shiftRightI32x4,
  shiftRightU32x4,
  shuffleI32x4,
  storeV128Half,
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
/** The most bytes that the functions of `YuvKernels` read and write beyond the ranges they are given. */
export const YUV_KERNEL_OVERSHOOT_BYTES = 32;

/** The numbers `low` and `high` in the two halves of each 32-bit lane. */
const pairInLanes = (low: number, high: number): WasmCode => i32x4Constant((low & 0xffff) | (high << 16));

const PIXEL_BYTES = 4;
/** Pixels of one iteration of the loop. */
const PIXELS_AT_ONCE = 8;

/**
 * `convert(rgba, luma, cb, cr, end)`: converts the pixels from the address `rgba` up to `end`, at least two, to a byte of luma each, and
 * each pair of them to a 16-bit number of Cb and of Cr, with 6 fractional bits.
 */
const CONVERT_PARAMETERS = { rgba: 'i32', luma: 'i32', cb: 'i32', cr: 'i32', end: 'i32' } as const;
const convert: WasmFunction = defineWasmFunction(
  'convert',
  CONVERT_PARAMETERS,
  ({ rgba, luma, cb, cr, end }, { local }) => {
    const [redBlue0, redBlue1, green0, green1] = [local('v128'), local('v128'), local('v128'), local('v128')];
    const [redBlue, green, narrowed] = [local('v128'), local('v128'), local('v128')];
    const redAndBlue = (pixels: WasmCode): WasmCode => andV128(pixels, i32x4Constant(0x00ff00ff));
    const greenOnly = (pixels: WasmCode): WasmCode => andV128(shiftRightU32x4(pixels, 8), i32x4Constant(0xff));
    const weighted = (
      redBlueLocal: number,
      greenLocal: number,
      [redWeight, greenWeight, blueWeight]: readonly [number, number, number],
      offset: number,
    ): WasmCode =>
      addI32x4(
        addI32x4(
          dotI16x8(wasmGetLocal(redBlueLocal), pairInLanes(redWeight, blueWeight)),
          dotI16x8(wasmGetLocal(greenLocal), pairInLanes(greenWeight, 0)),
        ),
        i32x4Constant(offset),
      );
    const lumaOf = (redBlueLocal: number, greenLocal: number): WasmCode =>
      shiftRightI32x4(weighted(redBlueLocal, greenLocal, [YR, YG, YB], LUMA_OFFSET), LUMA_SHIFT);
    const chromaOf = (weights: readonly [number, number, number]): WasmCode =>
      shiftRightI32x4(weighted(redBlue, green, weights, CHROMA_OFFSET), CHROMA_SHIFT);
    const pairSums = (a: number, blueWeight: number): WasmCode =>
      addI16x8(
        shuffleI32x4(wasmGetLocal(a), wasmGetLocal(blueWeight), [0, 2, 4, 6]),
        shuffleI32x4(wasmGetLocal(a), wasmGetLocal(blueWeight), [1, 3, 5, 7]),
      );
    return [
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(rgba), wasmGetLocal(end)), [
        wasmSetLocal(redBlue0, redAndBlue(loadV128(wasmGetLocal(rgba)))),
        wasmSetLocal(green0, greenOnly(loadV128(wasmGetLocal(rgba)))),
        wasmSetLocal(redBlue1, redAndBlue(loadV128(wasmGetLocal(rgba), 16))),
        wasmSetLocal(green1, greenOnly(loadV128(wasmGetLocal(rgba), 16))),
        wasmSetLocal(narrowed, narrowToI16x8(lumaOf(redBlue0, green0), lumaOf(redBlue1, green1))),
        storeV128Half(wasmGetLocal(luma), 0, narrowToU8x16(wasmGetLocal(narrowed), wasmGetLocal(narrowed))),
        wasmSetLocal(redBlue, pairSums(redBlue0, redBlue1)),
        wasmSetLocal(green, pairSums(green0, green1)),
        wasmSetLocal(narrowed, narrowToI16x8(chromaOf([UR, UG, UB]), chromaOf([VR, VG, VB]))),
        storeV128Half(wasmGetLocal(cb), 0, wasmGetLocal(narrowed)),
        storeV128Half(wasmGetLocal(cr), 1, wasmGetLocal(narrowed)),
        wasmSetLocal(rgba, addI32(wasmGetLocal(rgba), i32Constant(PIXELS_AT_ONCE * PIXEL_BYTES))),
        wasmSetLocal(luma, addI32(wasmGetLocal(luma), i32Constant(PIXELS_AT_ONCE))),
        wasmSetLocal(cb, addI32(wasmGetLocal(cb), i32Constant(PIXELS_AT_ONCE))),
        wasmSetLocal(cr, addI32(wasmGetLocal(cr), i32Constant(PIXELS_AT_ONCE))),
      ]),
    ];
  },
);

/**
 * `halve(from, to, width, rows)`: writes `rows` rows (at least one) of `width` bytes of chroma to `to`, each from `CHROMA_ROW_TAPS` rows of
 * 16-bit numbers, the first of which is at `from`, and two rows further for each row written.
 */
const HALVE_PARAMETERS = { from: 'i32', to: 'i32', width: 'i32', rows: 'i32' } as const;
const halve: WasmFunction = defineWasmFunction('halve', HALVE_PARAMETERS, ({ from, to, width, rows }, { local }) => {
  const [sourceAddress, end, tapAddress, outputAddress] = [local('i32'), local('i32'), local('i32'), local('i32')];
  const [low, high, samples] = [local('v128'), local('v128'), local('v128')];
  const stride = shiftLeftI32(wasmGetLocal(width), 1);
  const addTap = (weight: number): WasmCode[] => [
    wasmSetLocal(samples, loadV128(wasmGetLocal(tapAddress))),
    wasmSetLocal(tapAddress, addI32(wasmGetLocal(tapAddress), stride)),
    wasmSetLocal(
      low,
      addI32x4(
        wasmGetLocal(low),
        shiftRightI32x4(extmulLowI16x8(wasmGetLocal(samples), i16x8Constant(weight)), WEIGHT_SHIFT),
      ),
    ),
    wasmSetLocal(
      high,
      addI32x4(
        wasmGetLocal(high),
        shiftRightI32x4(extmulHighI16x8(wasmGetLocal(samples), i16x8Constant(weight)), WEIGHT_SHIFT),
      ),
    ),
  ];
  return [
    wasmDoWhile(wasmGetLocal(rows), [
      wasmSetLocal(sourceAddress, wasmGetLocal(from)),
      wasmSetLocal(outputAddress, wasmGetLocal(to)),
      wasmSetLocal(end, addI32(wasmGetLocal(from), stride)),
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(sourceAddress), wasmGetLocal(end)), [
        wasmSetLocal(tapAddress, wasmGetLocal(sourceAddress)),
        wasmSetLocal(low, i32x4Constant(ROWS_OFFSET)),
        wasmSetLocal(high, i32x4Constant(ROWS_OFFSET)),
        ...ROW_WEIGHTS.flatMap(addTap),
        wasmSetLocal(
          low,
          narrowToI16x8(
            shiftRightI32x4(wasmGetLocal(low), ROWS_SHIFT),
            shiftRightI32x4(wasmGetLocal(high), ROWS_SHIFT),
          ),
        ),
        storeV128Half(wasmGetLocal(outputAddress), 0, narrowToU8x16(wasmGetLocal(low), wasmGetLocal(low))),
        wasmSetLocal(sourceAddress, addI32(wasmGetLocal(sourceAddress), i32Constant(16))),
        wasmSetLocal(outputAddress, addI32(wasmGetLocal(outputAddress), i32Constant(8))),
      ]),
      wasmSetLocal(from, addI32(wasmGetLocal(from), shiftLeftI32(stride, 1))),
      wasmSetLocal(to, addI32(wasmGetLocal(to), wasmGetLocal(width))),
      wasmSetLocal(rows, addI32(wasmGetLocal(rows), i32Constant(-1))),
    ]),
  ];
});

/** The compiled WebAssembly functions that convert RGB to 4:2:0, and the memory to which their addresses refer. */
export interface YuvKernels {
  memory: WebAssembly.Memory;
  convert(rgba: number, luma: number, cb: number, cr: number, end: number): void;
  halve(from: number, to: number, width: number, rows: number): void;
}

/** Compiles the WebAssembly functions that convert RGB to 4:2:0, which takes about a millisecond. */
export const createYuvKernels = (): YuvKernels =>
  new WebAssembly.Instance(new WebAssembly.Module(encodeWasmModule([convert, halve]))).exports as unknown as YuvKernels;
