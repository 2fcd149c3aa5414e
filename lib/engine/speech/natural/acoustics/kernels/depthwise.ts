import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmCode,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { addF32x4, multiplyF32x4 } from '#engine/wasm/floats.ts';
import { defineWasmFunction } from '#engine/wasm/module.ts';
import { loadV128, storeV128 } from '#engine/wasm/vectors.ts';

/** The signature of the depthwise convolution kernel: its arguments are addresses and byte counts. */
export type DepthwiseConvolutionKernel = (
  from: number,
  end: number,
  to: number,
  rowBytes: number,
  tapBytes: number,
  weights: number,
  biases: number,
) => void;

const PARAMETERS = {
  from: 'i32',
  end: 'i32',
  to: 'i32',
  rowBytes: 'i32',
  tapBytes: 'i32',
  weights: 'i32',
  biases: 'i32',
} as const;

/**
 * A function that convolves each column of a matrix with separate weights. Rows are written from `to` up to `end`; the first of
 * the `taps` rows that are read for the first one is at `from`, the others each `tapBytes` further. The weights have a row for each tap.
 */
export const depthwiseConvolutionKernel = (name: string, taps: number) =>
  defineWasmFunction(name, PARAMETERS, (p, scope) => {
    const [column, weight, tap, sum] = [
      scope.local('i32'),
      scope.local('i32'),
      scope.local('i32'),
      scope.local('v128'),
    ];
    const addTap: WasmCode[] = [
      wasmSetLocal(
        sum,
        addF32x4(wasmGetLocal(sum), multiplyF32x4(loadV128(wasmGetLocal(tap)), loadV128(wasmGetLocal(weight)))),
      ),
      wasmSetLocal(tap, addI32(wasmGetLocal(tap), wasmGetLocal(p.tapBytes))),
      wasmSetLocal(weight, addI32(wasmGetLocal(weight), wasmGetLocal(p.rowBytes))),
    ];
    return [
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(p.to), wasmGetLocal(p.end)), [
        wasmSetLocal(column, i32Constant(0)),
        wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(column), wasmGetLocal(p.rowBytes)), [
          wasmSetLocal(sum, loadV128(addI32(wasmGetLocal(p.biases), wasmGetLocal(column)))),
          wasmSetLocal(tap, addI32(wasmGetLocal(p.from), wasmGetLocal(column))),
          wasmSetLocal(weight, addI32(wasmGetLocal(p.weights), wasmGetLocal(column))),
          ...Array.from({ length: taps }, () => addTap).flat(),
          storeV128(addI32(wasmGetLocal(p.to), wasmGetLocal(column)), wasmGetLocal(sum)),
          wasmSetLocal(column, addI32(wasmGetLocal(column), i32Constant(16))),
        ]),
        wasmSetLocal(p.from, addI32(wasmGetLocal(p.from), wasmGetLocal(p.rowBytes))),
        wasmSetLocal(p.to, addI32(wasmGetLocal(p.to), wasmGetLocal(p.rowBytes))),
      ]),
    ];
  });
