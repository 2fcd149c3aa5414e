/** Numbers of a model, in row-major order. */
export type OnnxTensor = { dims: readonly number[] } & (
  | { type: 'float32'; data: Float32Array<ArrayBuffer> }
  | { type: 'int8'; data: Int8Array<ArrayBuffer> }
);

// Field numbers of onnx.proto: messages ModelProto, GraphProto and TensorProto.
const MODEL_GRAPH = 7;
const GRAPH_INITIALIZER = 5;
const TENSOR_FIELDS = { dims: 1, type: 2, floats: 4, integers: 5, name: 8, raw: 9 } as const;
const FLOAT32_TYPE = 1;
const INT8_TYPE = 3;

/** A field of a protobuf message: a number, or the bytes of a text, of a message or of packed numbers. */
type Field = { number: number; value: number | Uint8Array };

/**
 * Reads a variable-length integer of protobuf at `offset`.
 * @returns its value, and the offset of its end
 * @throws Error if the bytes end within it
 */
function readVarint(bytes: Uint8Array, offset: number): { value: number; end: number } {
  let value = 0;
  for (let index = offset, scale = 1; index < bytes.length; index++, scale *= 128) {
    const byte = bytes[index] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end: index + 1 };
  }
  throw new Error('The model ends within a number');
}

/** Lengths of the fields of a fixed length, by their wire type. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** The fields of a message in order. @throws Error for bytes that are not a protobuf message */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let offset = 0;
  while (offset < bytes.length) {
    const key = readVarint(bytes, offset);
    const [number, wireType] = [Math.floor(key.value / 8), key.value % 8];
    if (wireType === 0) {
      const { value, end } = readVarint(bytes, key.end);
      offset = end;
      yield { number, value };
      continue;
    }
    const size =
      wireType === 2 ? readVarint(bytes, key.end) : { value: FIXED_BYTES[wireType] ?? Number.NaN, end: key.end };
    offset = size.end + size.value;
    // False for an unknown wire type, too.
    if (!(offset <= bytes.length)) throw new Error('The model is damaged');
    yield { number, value: bytes.subarray(size.end, offset) };
  }
}

/** The integers of one field of a repeated field: several if they are packed, else one. */
function varintsOf(value: number | Uint8Array): number[] {
  if (typeof value === 'number') return [value];
  const numbers: number[] = [];
  for (let offset = 0; offset < value.length; ) {
    const { value: item, end } = readVarint(value, offset);
    numbers.push(item);
    offset = end;
  }
  return numbers;
}

const bytesOf = (value: number | Uint8Array | undefined): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  throw new Error('The model has a number where bytes belong');
};

/** The bytes of a tensor's numbers, copied: typed arrays need an address that is a multiple of their size. */
function dataOf(type: number, raw: Uint8Array): OnnxTensor['data'] {
  const { buffer } = Uint8Array.from(raw);
  if (type === FLOAT32_TYPE) return new Float32Array(buffer);
  if (type === INT8_TYPE) return new Int8Array(buffer);
  throw new Error(`The model has numbers of the type ${type}`);
}

function readTensor(message: Uint8Array): [name: string, tensor: OnnxTensor] {
  const dims: number[] = [];
  let [name, type, raw]: [string, number, Uint8Array] = ['', 0, new Uint8Array()];
  for (const { number, value } of fieldsOf(message)) {
    if (number === TENSOR_FIELDS.dims) dims.push(...varintsOf(value));
    else if (number === TENSOR_FIELDS.type) type = Number(value);
    else if (number === TENSOR_FIELDS.name) name = new TextDecoder().decode(bytesOf(value));
    else if (number === TENSOR_FIELDS.raw || number === TENSOR_FIELDS.floats) raw = bytesOf(value);
    // A negative number has ten bytes; its lowest byte is the int8.
    else if (number === TENSOR_FIELDS.integers) raw = Uint8Array.from(varintsOf(value));
  }
  const data = dataOf(type, raw);
  const count = dims.reduce((product, size) => product * size, 1);
  if (data.length !== count) throw new Error(`"${name}" has ${data.length} numbers instead of ${count}`);
  return [name, data instanceof Float32Array ? { dims, type: 'float32', data } : { dims, type: 'int8', data }];
}

const childrenOf = (message: Uint8Array, field: number): Uint8Array[] =>
  [...fieldsOf(message)].flatMap(({ number, value }) => (number === field ? [bytesOf(value)] : []));

/**
 * Reads the constant tensors ("initializers") of an ONNX model by their names. Those of the types float32 and int8 are read.
 * @param model content of an `.onnx` file
 * @throws Error for bytes that are not such a model, and for tensors of another type
 */
export function readOnnxTensors(model: Uint8Array): Map<string, OnnxTensor> {
  const graphs = childrenOf(model, MODEL_GRAPH);
  return new Map(graphs.flatMap((graph) => childrenOf(graph, GRAPH_INITIALIZER)).map(readTensor));
}
