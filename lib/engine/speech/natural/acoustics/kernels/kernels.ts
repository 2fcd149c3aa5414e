import { type WasmFunction, wasmModule } from '#engine/wasm/module.ts';
import { type Depthwise, depthwise } from './depthwise.ts';
import { fourier } from './fourier.ts';
import { gelu } from './gelu.ts';
import { type LayerNorm, layerNorm } from './layer-norm.ts';
import { type MultiplyKernels, multiplyKernels } from './multiply.ts';
import { pulses } from './pulses.ts';
import { quantize, range } from './quantize.ts';
import { softmax } from './softmax.ts';
import { type Spectrum, spectrum } from './spectrum.ts';

/** Loops over the numbers of the model, in WebAssembly, and the memory to which their addresses refer. Each has at least one iteration. */
export interface Kernels extends MultiplyKernels {
  memory: WebAssembly.Memory;
  depthwise5: Depthwise;
  depthwise7: Depthwise;
  layerNorm: LayerNorm;
  spectrum: Spectrum;
  gelu(from: number, end: number): void;
  softmax(from: number, end: number, rowBytes: number): void;
  range(from: number, end: number, out: number): void;
  quantize(from: number, end: number, to: number, step: number, least: number, most: number): void;
  fourier(numbers: number, other: number, twiddles: number): void;
  pulses(phases: number, end: number, counts: number): void;
}

const FUNCTIONS: readonly WasmFunction[] = [
  ...multiplyKernels,
  depthwise('depthwise5', 5),
  depthwise('depthwise7', 7),
  ...[layerNorm, gelu, softmax, range, quantize, pulses, spectrum, fourier],
];

/** Compiles the functions, which takes a few milliseconds. Their memory has one page of 64 KiB. */
export const createKernels = (): Kernels =>
  new WebAssembly.Instance(new WebAssembly.Module(wasmModule(FUNCTIONS))).exports as unknown as Kernels;
