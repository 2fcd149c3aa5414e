import { readOnnxTensors } from '../onnx/read-tensors.ts';
import {
  createFloatMatrixFactor,
  createIntegerMatrixFactor,
  type MatrixFactor,
  type MatrixProductColumnTerms,
} from './factor.ts';
import type { ModelMemory } from './model-memory.ts';

/** The addresses of two arrays in the kernels' memory, 32-bit floats: a weight and a bias for each column (channel). */
export interface ColumnWeightAndBiasAddresses {
  /** Address of the weights; of a convolution: a row of weights for each tap. */
  weights: number;
  /** Address of the biases. */
  biases: number;
}

/** The tensors of the voice's model by their names in the ONNX file, converted to the forms that the kernels read. */
export interface VoiceModelWeights {
  /** The numbers of a tensor in the order of the file: an array outside the kernels' memory. */
  floats(name: string): Float32Array;
  /** The weights and biases of a layer normalization: the tensors `<name>.weight` and `<name>.bias`, copied to the kernels' memory. */
  normalization(name: string): ColumnWeightAndBiasAddresses;
  /** The weights and biases of a depthwise convolution, which does not mix columns (channels): a row of weights for each tap. */
  depthwise(name: string): ColumnWeightAndBiasAddresses;
  /**
   * A matrix that is stored as 8-bit integers, with one step (the value of 1).
   * @param name of the matrix, without the suffix of quantized tensors
   * @param terms names of the tensors of its biases and of the gains of its columns
   */
  quantizedMatrix(name: string, terms: { bias: string; gain?: string }): MatrixFactor;
  /** The weights and biases of a convolution as a matrix of floats to multiply by: a row for each input channel of each tap. */
  convolution(name: string): MatrixFactor;
}

const missingTensorError = (name: string): Error =>
  new Error(`The voice's model has no tensor "${name}" of the expected type`);

/**
 * Reads the weights of an ONNX file.
 * @param memory of the kernels, which gets a copy of each requested tensor
 * @param onnx bytes of the file
 * @throws Error if the file is damaged; the functions of the result throw it for a tensor that the file does not have
 */
export function readVoiceModelWeights(memory: ModelMemory, onnx: Uint8Array): VoiceModelWeights {
  const tensors = readOnnxTensors(onnx);
  const floatTensor = (name: string) => {
    const tensor = tensors.get(name);
    if (tensor?.type !== 'float32') throw missingTensorError(name);
    return tensor;
  };
  const floats = (name: string): Float32Array => floatTensor(name).data;
  const normalization = (name: string): ColumnWeightAndBiasAddresses => ({
    weights: memory.keep(floats(`${name}.weight`)),
    biases: memory.keep(floats(`${name}.bias`)),
  });
  return {
    floats,
    normalization,
    depthwise: (name) => {
      const { data, dims } = floatTensor(`${name}.weight`);
      const [columns = 0, , taps = 0] = dims;
      // The file has the taps of a column next to one another; a kernel reads the columns of a tap.
      const weightsByTap = Float32Array.from(
        data,
        (_, index) => data[(index % columns) * taps + Math.floor(index / columns)] ?? 0,
      );
      return { weights: memory.keep(weightsByTap), biases: memory.keep(floats(`${name}.bias`)) };
    },
    quantizedMatrix: (name, { bias, gain }) => {
      const matrix = tensors.get(`${name}_output_0_quantized`);
      const step = floats(`${name}_output_0_scale`)[0];
      if (matrix?.type !== 'int8') throw missingTensorError(name);
      const terms: MatrixProductColumnTerms = {
        biases: floats(bias),
        step: step ?? 1,
        gains: gain ? floats(gain) : undefined,
      };
      return createIntegerMatrixFactor(memory, matrix.data, matrix.dims[0] ?? 1, terms);
    },
    convolution: (name) => {
      const { data, dims } = floatTensor(`${name}.weight`);
      const [columns = 0, inputs = 0, taps = 0] = dims;
      const valueAt = (row: number, column: number): number =>
        data[(column * inputs + (row % inputs)) * taps + Math.floor(row / inputs)] ?? 0;
      return createFloatMatrixFactor(memory, [inputs * taps, columns], valueAt, { biases: floats(`${name}.bias`) });
    },
  };
}
