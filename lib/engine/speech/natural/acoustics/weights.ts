import { readTensors } from '../onnx/read-tensors.ts';
import { type ColumnTerms, type Factor, floatFactor, integerFactor } from './factor.ts';
import type { ModelMemory } from './model-memory.ts';

/** Weights and biases of each column, in memory. */
export interface Scaling {
  weights: number;
  biases: number;
}

/** The numbers of the model by their names, brought to the kernels' memory in the form that they read. */
export interface Weights {
  /** Numbers as they are in the file. */
  floats(name: string): Float32Array;
  /** The tensors `<name>.weight` and `<name>.bias` of a normalization. */
  scaling(name: string): Scaling;
  /** The weights of a convolution of single columns: a row for each tap. */
  depthwise(name: string): Scaling;
  /** A matrix of integers. @param name of the matrix @param terms names of its biases, and of gains of the columns */
  integers(name: string, terms: { bias: string; gain?: string }): Factor;
  /** A convolution as a factor: a row for each input of each tap. */
  convolution(name: string): Factor;
}

const missing = (name: string): Error => new Error(`The voice's model has no tensor "${name}"`);

/**
 * The weights of an ONNX file.
 * @throws Error if the file is damaged; later if it has not the tensor that is asked for
 */
export function createWeights(memory: ModelMemory, onnx: Uint8Array): Weights {
  const tensors = readTensors(onnx);
  const shaped = (name: string) => {
    const tensor = tensors.get(name);
    if (tensor?.type !== 'float32') throw missing(name);
    return tensor;
  };
  const floats = (name: string): Float32Array => shaped(name).data;
  const scaling = (name: string): Scaling => ({
    weights: memory.keep(floats(`${name}.weight`)),
    biases: memory.keep(floats(`${name}.bias`)),
  });
  return {
    floats,
    scaling,
    depthwise: (name) => {
      const { data, dims } = shaped(`${name}.weight`);
      const [columns = 0, , taps = 0] = dims;
      const byTap = Float32Array.from(
        data,
        (_, index) => data[(index % columns) * taps + Math.floor(index / columns)] ?? 0,
      );
      return { weights: memory.keep(byTap), biases: memory.keep(floats(`${name}.bias`)) };
    },
    integers: (name, { bias, gain }) => {
      const matrix = tensors.get(`${name}_output_0_quantized`);
      const step = floats(`${name}_output_0_scale`)[0];
      if (matrix?.type !== 'int8') throw missing(name);
      const terms: ColumnTerms = { biases: floats(bias), step: step ?? 1, gains: gain ? floats(gain) : undefined };
      return integerFactor(memory, matrix.data, matrix.dims[0] ?? 1, terms);
    },
    convolution: (name) => {
      const { data, dims } = shaped(`${name}.weight`);
      const [columns = 0, inputs = 0, taps = 0] = dims;
      const value = (row: number, column: number): number =>
        data[(column * inputs + (row % inputs)) * taps + Math.floor(row / inputs)] ?? 0;
      return floatFactor(memory, [inputs * taps, columns], value, { biases: floats(`${name}.bias`) });
    },
  };
}
