import { encodeWasmModule, type WasmFunction } from '#engine/wasm/module.ts';
import { type DepthwiseConvolutionKernel, depthwiseConvolutionKernel } from './depthwise.ts';
import { fourierKernel } from './fourier.ts';
import { geluKernel } from './gelu.ts';
import { type LayerNormKernel, layerNormKernel } from './layer-norm.ts';
import { type MultiplyKernels, multiplyKernels } from './multiply.ts';
import { harmonicPulsesKernel } from './pulses.ts';
import { minMaxKernel, quantizeToInt16Kernel } from './quantize.ts';
import { softmaxKernel } from './softmax.ts';
import { type SpectrumKernel, speechSpectrumKernel } from './spectrum.ts';

/** Loops over the numbers of the model, in WebAssembly, and the memory to which their addresses refer. Each has at least one iteration. */
export interface VoiceKernels extends MultiplyKernels {
  memory: WebAssembly.Memory;
  depthwise5: DepthwiseConvolutionKernel;
  depthwise7: DepthwiseConvolutionKernel;
  layerNorm: LayerNormKernel;
  spectrum: SpectrumKernel;
  gelu(from: number, end: number): void;
  softmax(from: number, end: number, rowBytes: number): void;
  range(from: number, end: number, out: number): void;
  quantize(from: number, end: number, to: number, step: number, min: number, max: number): void;
  fourier(numbers: number, result: number, twiddles: number): void;
  pulses(phases: number, end: number, halfCounts: number): void;
}

const FUNCTIONS: readonly WasmFunction[] = [
  ...multiplyKernels,
  depthwiseConvolutionKernel('depthwise5', 5),
  depthwiseConvolutionKernel('depthwise7', 7),
  layerNormKernel,
  geluKernel,
  softmaxKernel,
  minMaxKernel,
  quantizeToInt16Kernel,
  harmonicPulsesKernel,
  speechSpectrumKernel,
  fourierKernel,
];

/** Compiles the functions, which takes a few milliseconds. Their memory has one page of 64 KiB. */
export const createVoiceKernels = (): VoiceKernels =>
  new WebAssembly.Instance(new WebAssembly.Module(encodeWasmModule(FUNCTIONS))).exports as unknown as VoiceKernels;
