import { leb128Unsigned, type WasmCode, type WasmLocal, wasmGetLocal, wasmSetLocal } from './code.ts';

/**
 * Writes small WebAssembly modules with SIMD instructions, for loops over numbers that JavaScript processes one by one. A module is written
 * in TypeScript, so that nothing has to be built and no binary is stored.
 */

const VALUE_TYPES = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
/** A 32-bit integer (an address, for example), a 32-bit floating-point number, or a vector. */
export type WasmValueType = keyof typeof VALUE_TYPES;

/** A function without result. Its locals follow its parameters. */
export interface WasmFunction {
  name: string;
  parameters: readonly WasmValueType[];
  locals: readonly WasmValueType[];
  body: readonly WasmCode[];
}

/** The means with which the code of a function body gets local variables and constant vectors. */
export interface WasmFunctionScope {
  /** A local variable. */
  local(type: WasmValueType): WasmLocal;
  /** A vector that does not depend on variables. It is made once, before the body, which is faster than making it inside a loop. */
  once(code: WasmCode): WasmCode;
}

/** The local variables of a function, and the code (`prologue`) that fills those with constants. */
function createScope(
  parameterCount: number,
): WasmFunctionScope & { locals: readonly WasmValueType[]; prologue: readonly WasmCode[] } {
  const [locals, prologue]: [WasmValueType[], WasmCode[]] = [[], []];
  const readCodeByVectorCode = new Map<string, WasmCode>();
  const local = (type: WasmValueType): WasmLocal => parameterCount + locals.push(type) - 1;
  const storeInVariable = (code: WasmCode): WasmCode => {
    const variable = local('v128');
    prologue.push(wasmSetLocal(variable, code));
    return wasmGetLocal(variable);
  };
  const once = (code: WasmCode): WasmCode => {
    const key = code.join();
    const readCode = readCodeByVectorCode.get(key) ?? storeInVariable(code);
    readCodeByVectorCode.set(key, readCode);
    return readCode;
  };
  return { locals, prologue, local, once };
}

/**
 * A function whose variables have names.
 * @param parameters names and types, in order
 * @param build returns the body; it gets the parameters by their names
 */
export function defineWasmFunction<P extends Readonly<Record<string, WasmValueType>>>(
  name: string,
  parameters: P,
  build: (parameters: Readonly<Record<keyof P, WasmLocal>>, scope: WasmFunctionScope) => readonly WasmCode[],
): WasmFunction {
  const types = Object.values(parameters);
  const { locals, prologue, ...scope } = createScope(types.length);
  const indexes = Object.fromEntries(Object.keys(parameters).map((key, index) => [key, index]));
  const body = build(indexes as Record<keyof P, WasmLocal>, scope);
  return { name, parameters: types, locals, body: [...prologue, ...body] };
}

const prefixWithLength = (code: WasmCode): WasmCode => [...leb128Unsigned(code.length), ...code];
const encodeList = (items: readonly WasmCode[]): WasmCode => [...leb128Unsigned(items.length), ...items.flat()];
const encodeSection = (id: number, code: WasmCode): WasmCode => [id, ...prefixWithLength(code)];

/** Magic number and version of a module (WebAssembly Core 2.0, 5.5.16). */
const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
/** Kinds of exports (5.5.10). */
const EXPORTED_FUNCTION = 0;
const EXPORTED_MEMORY = 2;
/** Opcode that ends the body of a function. */
const END = 0x0b;
/** Ids of the sections of a module (5.5.2). */
const SECTION_IDS = { types: 1, functions: 3, memories: 5, exports: 7, bodies: 10 } as const;
/** The form of a function type (5.3.6). */
const FUNCTION_TYPE = 0x60;

const encodeExport = (name: string, kind: number, index: number): WasmCode => [
  ...prefixWithLength([...Buffer.from(name)]),
  kind,
  ...leb128Unsigned(index),
];
const encodeTypes = (types: readonly WasmValueType[]): WasmCode[] => types.map((type) => [VALUE_TYPES[type]]);

/** The bytes of a module that exports the functions by their names, and its memory as `memory`: one page of 64 KiB that can grow. */
export function encodeWasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    FUNCTION_TYPE,
    ...encodeList(encodeTypes(parameters)),
    ...encodeList([]),
  ]);
  const bodies = functions.map(({ locals, body }) => {
    const localDeclarations = encodeList(locals.map((type) => [1, VALUE_TYPES[type]]));
    return prefixWithLength([...localDeclarations, ...body.flat(), END]);
  });
  const exportEntries = [
    encodeExport('memory', EXPORTED_MEMORY, 0),
    ...functions.map(({ name }, i) => encodeExport(name, EXPORTED_FUNCTION, i)),
  ];
  return Uint8Array.from([
    ...HEADER,
    ...encodeSection(SECTION_IDS.types, encodeList(types)),
    ...encodeSection(SECTION_IDS.functions, encodeList(functions.map((_, i) => leb128Unsigned(i)))),
    ...encodeSection(SECTION_IDS.memories, encodeList([[0x00, 0x01]])),
    ...encodeSection(SECTION_IDS.exports, encodeList(exportEntries)),
    ...encodeSection(SECTION_IDS.bodies, encodeList(bodies)),
  ]);
}
