import type { OnnxTensor } from '../../onnx/read-tensors.ts';

/** Numbers in rows: one row for each letter of a word. */
interface Rows {
  count: number;
  width: number;
  data: Float32Array;
}

/** The number of attention heads. */
const HEAD_COUNT = 4;
/** Added to the variance before its root, as in the model's training. */
const NORM_EPSILON = 1e-5;

/** A matrix of `inputs` rows and `outputs` columns, and what is added to its products. */
interface Linear {
  weights: Float32Array;
  bias: Float32Array;
}
interface Norm {
  scale: Float32Array;
  shift: Float32Array;
}
interface Layer {
  attention: { norm: Norm; input: Linear; output: Linear };
  forward: { norm: Norm; widen: Linear; narrow: Linear };
}

/** The products of rows and a matrix. Four rows of the matrix at a time: they stay in the cache for all rows. */
function multiply({ count, width, data }: Rows, { weights, bias }: Linear): Rows {
  const outputs = bias.length;
  const result = new Float32Array(count * outputs);
  for (let row = 0; row < count; row++) result.set(bias, row * outputs);
  for (let input = 0; input < width; input += 4) {
    const firstRow = weights.subarray(input * outputs, (input + 1) * outputs);
    const secondRow = weights.subarray((input + 1) * outputs, (input + 2) * outputs);
    const thirdRow = weights.subarray((input + 2) * outputs, (input + 3) * outputs);
    const fourthRow = weights.subarray((input + 3) * outputs, (input + 4) * outputs);
    for (let row = 0; row < count; row++) {
      const index = row * width + input;
      const [a, b, c, d] = [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0, data[index + 3] ?? 0];
      const target = row * outputs;
      for (let column = 0; column < outputs; column++)
        result[target + column] =
          (result[target + column] ?? 0) +
          (a * (firstRow[column] ?? 0) +
            b * (secondRow[column] ?? 0) +
            (c * (thirdRow[column] ?? 0) + d * (fourthRow[column] ?? 0)));
    }
  }
  return { count, width: outputs, data: result };
}

/** Rows with the mean 0 and the variance 1, scaled and shifted. */
function normalize({ count, width, data }: Rows, { scale, shift }: Norm): Rows {
  const result = new Float32Array(data.length);
  for (let row = 0; row < count; row++) {
    const values = data.subarray(row * width, (row + 1) * width);
    const mean = values.reduce((sum, value) => sum + value, 0) / width;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
    const factor = 1 / Math.sqrt(variance + NORM_EPSILON);
    for (let column = 0; column < width; column++)
      result[row * width + column] =
        ((values[column] ?? 0) - mean) * factor * (scale[column] ?? 1) + (shift[column] ?? 0);
  }
  return { count, width, data: result };
}

/** The sums of two sets of rows. */
function add(rows: Rows, addedRows: Rows): Rows {
  return { ...rows, data: rows.data.map((value, index) => value + (addedRows.data[index] ?? 0)) };
}

/** The error function, with an error below 2e-7 (Abramowitz and Stegun, 7.1.26). */
function erf(value: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(value));
  const sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.sign(value) * (1 - sum * Math.exp(-value * value));
}

const gelu = (rows: Rows): Rows => ({
  ...rows,
  data: rows.data.map((value) => (value / 2) * (1 + erf(value / Math.SQRT2))),
});

/** The shares of all letters in one letter, which add up to 1. */
function softmax(scores: Float64Array): Float64Array {
  const largestScore = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largestScore));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Attention of each letter to all letters. The columns are queries, keys and values, one after the other. */
function attend({ count, width: projectedWidth, data }: Rows): Rows {
  const width = projectedWidth / 3;
  const headWidth = width / HEAD_COUNT;
  const result = new Float32Array(count * width);
  for (let head = 0; head < HEAD_COUNT; head++)
    for (let row = 0; row < count; row++) {
      const query = row * projectedWidth + head * headWidth;
      const scores = new Float64Array(count).map((_, otherRow) => {
        const key = otherRow * projectedWidth + width + head * headWidth;
        let sum = 0;
        for (let column = 0; column < headWidth; column++)
          sum += (data[query + column] ?? 0) * (data[key + column] ?? 0);
        return sum / Math.sqrt(headWidth);
      });
      for (const [otherRow, weight] of softmax(scores).entries()) {
        const value = otherRow * projectedWidth + 2 * width + head * headWidth;
        const target = row * width + head * headWidth;
        for (let column = 0; column < headWidth; column++)
          result[target + column] = (result[target + column] ?? 0) + weight * (data[value + column] ?? 0);
      }
    }
  return { count, width, data: result };
}

/** The model of unknown words. The exporter named its matrices by numbers; they are in the order in which they are used. */
interface Model {
  letters: Float32Array;
  positions: Float32Array;
  layers: readonly Layer[];
  finalNorm: Norm;
  head: Linear;
}

function readModel(tensors: ReadonlyMap<string, OnnxTensor>): Model {
  const floats = (name: string): Float32Array => {
    const tensor = tensors.get(name);
    if (tensor?.type !== 'float32') throw new Error(`The model of unknown words has no "${name}"`);
    return tensor.data;
  };
  const matrices = [...tensors.keys()].filter((name) => name.startsWith('onnx::MatMul_')).map(floats);
  const linear = (matrix: number, bias: string): Linear => {
    const weights = matrices[matrix];
    if (!weights) throw new Error(`The model of unknown words has only ${matrices.length} matrices`);
    return { weights, bias: floats(bias) };
  };
  const norm = (name: string): Norm => ({ scale: floats(`${name}.weight`), shift: floats(`${name}.bias`) });
  const layerCount = (matrices.length - 1) / 4;
  const layers = Array.from({ length: layerCount }, (_, layer): Layer => {
    const name = `m.layers.${layer}`;
    return {
      attention: {
        norm: norm(`${name}.norm1`),
        input: linear(layer * 4, `${name}.self_attn.in_proj_bias`),
        output: linear(layer * 4 + 1, `${name}.self_attn.out_proj.bias`),
      },
      forward: {
        norm: norm(`${name}.norm2`),
        widen: linear(layer * 4 + 2, `${name}.linear1.bias`),
        narrow: linear(layer * 4 + 3, `${name}.linear2.bias`),
      },
    };
  });
  const head = linear(layerCount * 4, 'm.head.bias');
  return { letters: floats('m.emb.weight'), positions: floats('m.pos'), layers, finalNorm: norm('m.norm'), head };
}

function applyLayer(rows: Rows, { attention, forward }: Layer): Rows {
  const attentionOutput = attend(multiply(normalize(rows, attention.norm), attention.input));
  const sum = add(rows, multiply(attentionOutput, attention.output));
  const wideRows = gelu(multiply(normalize(sum, forward.norm), forward.widen));
  return add(sum, multiply(wideRows, forward.narrow));
}

/**
 * Makes the function that reads letters: from the numbers of a word's letters to the scores of phonemes, `slots` rows for each letter.
 * @returns scores: each row has one number for each phoneme
 * @throws Error for tensors that are not the model's
 */
export function createGraphemeToPhonemeModel(
  tensors: ReadonlyMap<string, OnnxTensor>,
): (letters: readonly number[]) => Float32Array {
  const { letters: embedding, positions, layers, finalNorm, head } = readModel(tensors);
  const width = finalNorm.scale.length;
  return (letters) => {
    const data = Float32Array.from({ length: letters.length * width }, (_, index) => {
      const letter = letters[Math.floor(index / width)] ?? 0;
      return (embedding[letter * width + (index % width)] ?? 0) + (positions[index] ?? 0);
    });
    const rows = layers.reduce(applyLayer, { count: letters.length, width, data });
    return multiply(normalize(rows, finalNorm), head).data;
  };
}
