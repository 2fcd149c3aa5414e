import {
  addI32,
  getLocal,
  i32Constant,
  lessThanUnsignedI32,
  setLocal,
  type WasmCode,
  wasmLoopWhile,
} from '#engine/wasm/code.ts';
import { addF32x4, multiplyF32x4 } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { loadVector, storeVector } from '#engine/wasm/vectors.ts';

/** The arguments of a function of `depthwise`: addresses, and bytes. */
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
  wasmFunction(name, PARAMETERS, (p, scope) => {
    const [column, weight, tap, sum] = [
      scope.local('i32'),
      scope.local('i32'),
      scope.local('i32'),
      scope.local('v128'),
    ];
    const addTap: WasmCode[] = [
      setLocal(sum, addF32x4(getLocal(sum), multiplyF32x4(loadVector(getLocal(tap)), loadVector(getLocal(weight))))),
      setLocal(tap, addI32(getLocal(tap), getLocal(p.tapBytes))),
      setLocal(weight, addI32(getLocal(weight), getLocal(p.rowBytes))),
    ];
    return [
      wasmLoopWhile(lessThanUnsignedI32(getLocal(p.to), getLocal(p.end)), [
        setLocal(column, i32Constant(0)),
        wasmLoopWhile(lessThanUnsignedI32(getLocal(column), getLocal(p.rowBytes)), [
          setLocal(sum, loadVector(addI32(getLocal(p.biases), getLocal(column)))),
          setLocal(tap, addI32(getLocal(p.from), getLocal(column))),
          setLocal(weight, addI32(getLocal(p.weights), getLocal(column))),
          ...Array.from({ length: taps }, () => addTap).flat(),
          storeVector(addI32(getLocal(p.to), getLocal(column)), getLocal(sum)),
          setLocal(column, addI32(getLocal(column), i32Constant(16))),
        ]),
        setLocal(p.from, addI32(getLocal(p.from), getLocal(p.rowBytes))),
        setLocal(p.to, addI32(getLocal(p.to), getLocal(p.rowBytes))),
      ]),
    ];
  });
