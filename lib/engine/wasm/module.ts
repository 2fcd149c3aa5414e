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

/** The variables of a function that has `parameters` parameters, and the code that makes its constants. */
function newScope(
  parameters: number,
): WasmFunctionScope & { locals: readonly WasmValueType[]; prologue: readonly WasmCode[] } {
  const [locals, prologue]: [WasmValueType[], WasmCode[]] = [[], []];
  const kept = new Map<string, WasmCode>();
  const local = (type: WasmValueType): WasmLocal => parameters + locals.push(type) - 1;
  const keep = (code: WasmCode): WasmCode => {
    const variable = local('v128');
    prologue.push(wasmSetLocal(variable, code));
    return wasmGetLocal(variable);
  };
  const once = (code: WasmCode): WasmCode => {
    const key = code.join();
    const found = kept.get(key) ?? keep(code);
    kept.set(key, found);
    return found;
  };
  return { locals, prologue, local, once };
}

/**
 * A function whose variables have names.
 * @param parameters names and types, in order
 */
export function defineWasmFunction<P extends Readonly<Record<string, WasmValueType>>>(
  name: string,
  parameters: P,
  build: (parameters: Readonly<Record<keyof P, WasmLocal>>, scope: WasmFunctionScope) => readonly WasmCode[],
): WasmFunction {
  const types = Object.values(parameters);
  const { locals, prologue, ...scope } = newScope(types.length);
  const indexes = Object.fromEntries(Object.keys(parameters).map((key, index) => [key, index]));
  const body = build(indexes as Record<keyof P, WasmLocal>, scope);
  return { name, parameters: types, locals, body: [...prologue, ...body] };
}

const withLength = (code: WasmCode): WasmCode => [...leb128Unsigned(code.length), ...code];
const list = (items: readonly WasmCode[]): WasmCode => [...leb128Unsigned(items.length), ...items.flat()];
const section = (id: number, code: WasmCode): WasmCode => [id, ...withLength(code)];

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const EXPORTED_FUNCTION = 0;
const EXPORTED_MEMORY = 2;
const END = 0x0b;

const named = (name: string, kind: number, index: number): WasmCode => [
  ...withLength([...Buffer.from(name)]),
  ...[kind, ...leb128Unsigned(index)],
];
const typesOf = (types: readonly WasmValueType[]): WasmCode[] => types.map((type) => [VALUE_TYPES[type]]);

/** The bytes of a module that exports these functions and its `memory`, of a page of 64 KiB at first. */
export function encodeWasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [0x60, ...list(typesOf(parameters)), ...list([])]);
  const code = functions.map(({ locals, body }) => {
    const declared = list(locals.map((type) => [1, VALUE_TYPES[type]]));
    return withLength([...declared, ...body.flat(), END]);
  });
  const exported = [
    named('memory', EXPORTED_MEMORY, 0),
    ...functions.map(({ name }, i) => named(name, EXPORTED_FUNCTION, i)),
  ];
  return Uint8Array.from([
    ...HEADER,
    ...section(1, list(types)),
    ...section(3, list(functions.map((_, i) => leb128Unsigned(i)))),
    ...section(5, list([[0x00, 0x01]])),
    ...section(7, list(exported)),
    ...section(10, list(code)),
  ]);
}
