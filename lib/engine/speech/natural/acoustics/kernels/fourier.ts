import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmCode,
  type WasmLocal,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { addF32x4, f32x4Constant, multiplyF32x4, subtractF32x4 } from '#engine/wasm/floats.ts';
import { defineWasmFunction, type WasmFunction, type WasmFunctionScope } from '#engine/wasm/module.ts';
import { loadV128, loadV128Splat32, storeV128 } from '#engine/wasm/vectors.ts';
import { exactCosineAndSineOfTurns } from '../exact-math.ts';

/** The number of complex numbers that a Fourier transform takes and gives. */
export const FOURIER_COMPLEX_LENGTH = 1200;
/** The numbers of parts that the steps combine; their product is FOURIER_COMPLEX_LENGTH. */
const RADICES = [4, 4, 3, 5, 5];
/**
 * The bytes of four complex numbers, one of each of four Fourier transforms that run at once: four real parts, then four imaginary parts.
 */
export const FOUR_COMPLEX_BYTES = 32;
/** Bytes from the real to the imaginary parts of four complex numbers. */
const IMAGINARY_OFFSET = 16;

/** A variable for the real and one for the imaginary part. */
type ComplexLocals = readonly [real: WasmLocal, imaginary: WasmLocal];
const newComplexLocals = (scope: WasmFunctionScope): ComplexLocals => [scope.local('v128'), scope.local('v128')];

type Term = readonly [coefficient: number, variable: WasmLocal];
/** Coefficients that differ by less than this are equal. */
const NEGLIGIBLE_COEFFICIENT = 1e-9;

/** A sum of variables with constant coefficients; coefficients 0, 1 and −1 need no product. */
function combination(terms: readonly Term[], { once }: WasmFunctionScope): WasmCode {
  const [firstTerm, ...otherTerms] = terms.filter(([coefficient]) => Math.abs(coefficient) > NEGLIGIBLE_COEFFICIENT);
  const scaled = (magnitude: number, variable: WasmLocal): WasmCode =>
    Math.abs(magnitude - 1) < NEGLIGIBLE_COEFFICIENT
      ? wasmGetLocal(variable)
      : multiplyF32x4(wasmGetLocal(variable), once(f32x4Constant(magnitude)));
  const accumulate = (sum: WasmCode, [coefficient, variable]: Term): WasmCode => {
    const term = scaled(Math.abs(coefficient), variable);
    return coefficient < 0 ? subtractF32x4(sum, term) : addF32x4(sum, term);
  };
  return firstTerm ? otherTerms.reduce(accumulate, scaled(...firstTerm)) : f32x4Constant(0);
}

/** A step of the transform. */
interface Stage {
  radix: number;
  /** Transforms that are combined: each is of `FOURIER_COMPLEX_LENGTH / stride` numbers. */
  stride: number;
  /** Numbers of each of the parts of such a transform. */
  parts: number;
}

const STAGES: readonly Stage[] = RADICES.map((radix, index) => {
  const stride = RADICES.slice(0, index).reduce((product, factor) => product * factor, 1);
  return { radix, stride, parts: FOURIER_COMPLEX_LENGTH / stride / radix };
});

/** The factors of all steps in the order in which they are used, as pairs of real and imaginary part. */
export const fourierTwiddles = (): Float32Array =>
  Float32Array.from(
    STAGES.flatMap(({ radix, parts }) =>
      Array.from({ length: parts * (radix - 1) }, (_, index) => {
        const [part, output] = [Math.floor(index / (radix - 1)), (index % (radix - 1)) + 1];
        const { cosine, sine } = exactCosineAndSineOfTurns((part * output) / (parts * radix));
        return [cosine, -sine];
      }),
    ).flat(),
  );

/** Receives an output of a butterfly, and returns what is done with it. */
type Emit = (output: number, real: WasmCode, imaginary: WasmCode) => WasmCode[];

/** Code that combines one number of each part; the variables of the inputs are overwritten. */
function butterfly(inputs: readonly ComplexLocals[], scope: WasmFunctionScope, emit: Emit): WasmCode[] {
  const radix = inputs.length;
  const [first = [0, 0], ...otherInputs] = inputs;
  const middle = radix % 2 === 0 ? otherInputs[radix / 2 - 1] : undefined;
  // The factors of the inputs k and radix − k are conjugate: their sums and differences serve two outputs.
  const mirrored = otherInputs.slice(0, Math.floor((radix - 1) / 2)).map((low, index) => {
    const [high, difference] = [otherInputs[radix - 2 - index] ?? low, newComplexLocals(scope)];
    const code = [0, 1].flatMap((part) => {
      const [a = 0, b = 0, c = 0] = [low[part], high[part], difference[part]];
      return [
        wasmSetLocal(c, subtractF32x4(wasmGetLocal(a), wasmGetLocal(b))),
        wasmSetLocal(a, addF32x4(wasmGetLocal(a), wasmGetLocal(b))),
      ];
    });
    return { sum: low, difference, code };
  });
  const outputs = Array.from({ length: Math.floor(radix / 2) + 1 }, (_, output) => {
    const rotationOf = (index: number) => exactCosineAndSineOfTurns((output * (index + 1)) / radix);
    const even = (part: 0 | 1): WasmCode =>
      combination(
        [
          [1, first[part]],
          ...(middle ? [[output % 2 === 0 ? 1 : -1, middle[part]] as const] : []),
          ...mirrored.map(({ sum }, index) => [rotationOf(index).cosine, sum[part]] as const),
        ],
        scope,
      );
    if (output === 0 || 2 * output === radix) return emit(output, even(0), even(1));
    const odd = (part: 0 | 1): WasmCode =>
      combination(
        mirrored.map(({ difference }, index) => [rotationOf(index).sine, difference[part]]),
        scope,
      );
    const [[evenReal, evenImaginary], [oddReal, oddImaginary]] = [newComplexLocals(scope), newComplexLocals(scope)];
    return [
      wasmSetLocal(evenReal, even(0)),
      wasmSetLocal(evenImaginary, even(1)),
      wasmSetLocal(oddReal, odd(0)),
      wasmSetLocal(oddImaginary, odd(1)),
      ...emit(
        output,
        addF32x4(wasmGetLocal(evenReal), wasmGetLocal(oddImaginary)),
        subtractF32x4(wasmGetLocal(evenImaginary), wasmGetLocal(oddReal)),
      ),
      ...emit(
        radix - output,
        subtractF32x4(wasmGetLocal(evenReal), wasmGetLocal(oddImaginary)),
        addF32x4(wasmGetLocal(evenImaginary), wasmGetLocal(oddReal)),
      ),
    ];
  });
  return [...mirrored.flatMap(({ code }) => code), ...outputs.flat()];
}

/** The variables that all steps use. */
interface StageLocals {
  from: WasmLocal;
  to: WasmLocal;
  /** The ends of the numbers of a part, and of the numbers with one factor. */
  partEnd: WasmLocal;
  runEnd: WasmLocal;
  twiddles: WasmLocal;
}

/** Code that runs a step: from the numbers at `from` to `to`. Both variables are lost. */
function runStage({ radix, stride, parts }: Stage, locals: StageLocals, scope: WasmFunctionScope): WasmCode[] {
  const bytes = FOUR_COMPLEX_BYTES * stride;
  const inputs = Array.from({ length: radix }, () => newComplexLocals(scope));
  const factors = Array.from({ length: radix - 1 }, () => newComplexLocals(scope));
  const [real, imaginary] = newComplexLocals(scope);
  const write = (output: number, a: WasmCode, b: WasmCode): WasmCode[] => [
    storeV128(wasmGetLocal(locals.to), a, output * bytes),
    storeV128(wasmGetLocal(locals.to), b, output * bytes + IMAGINARY_OFFSET),
  ];
  const emit: Emit = (output, a, b) => {
    const [cos, sin] = factors[output - 1] ?? [0, 0];
    // The factors of the last step are all 1.
    if (output === 0 || parts === 1) return write(output, a, b);
    return [
      wasmSetLocal(real, a),
      wasmSetLocal(imaginary, b),
      ...write(
        output,
        subtractF32x4(
          multiplyF32x4(wasmGetLocal(real), wasmGetLocal(cos)),
          multiplyF32x4(wasmGetLocal(imaginary), wasmGetLocal(sin)),
        ),
        addF32x4(
          multiplyF32x4(wasmGetLocal(real), wasmGetLocal(sin)),
          multiplyF32x4(wasmGetLocal(imaginary), wasmGetLocal(cos)),
        ),
      ),
    ];
  };
  const advance = (variable: WasmLocal, byteCount: number): WasmCode =>
    wasmSetLocal(variable, addI32(wasmGetLocal(variable), i32Constant(byteCount)));
  const readInputs = inputs.flatMap((pair, part) =>
    pair.map((variable, half) =>
      wasmSetLocal(variable, loadV128(wasmGetLocal(locals.from), part * parts * bytes + half * IMAGINARY_OFFSET)),
    ),
  );
  const readFactors = factors.flatMap((pair, index) =>
    pair.map((variable, half) =>
      wasmSetLocal(variable, loadV128Splat32(wasmGetLocal(locals.twiddles), 8 * index + 4 * half)),
    ),
  );
  return [
    wasmSetLocal(locals.partEnd, addI32(wasmGetLocal(locals.from), i32Constant(parts * bytes))),
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(locals.from), wasmGetLocal(locals.partEnd)), [
      ...readFactors,
      advance(locals.twiddles, 8 * (radix - 1)),
      wasmSetLocal(locals.runEnd, addI32(wasmGetLocal(locals.from), i32Constant(bytes))),
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(locals.from), wasmGetLocal(locals.runEnd)), [
        ...readInputs,
        ...butterfly(inputs, scope, emit),
        advance(locals.from, FOUR_COMPLEX_BYTES),
        advance(locals.to, FOUR_COMPLEX_BYTES),
      ]),
      advance(locals.to, bytes * (radix - 1)),
    ]),
  ];
}

/**
 * `fourier(numbers, result, twiddles)`: the Fourier transforms (the sums of x[n]·exp(−2πi·n·k/1200)) of four sequences of 1200 complex numbers
 * at once. The numbers are at `numbers`, which is lost; the result is at `result`.
 */
export const fourierKernel: WasmFunction = defineWasmFunction(
  'fourier',
  { numbers: 'i32', result: 'i32', twiddles: 'i32' },
  ({ numbers, result, twiddles }, scope) => {
    const [from, to, partEnd, runEnd] = [
      scope.local('i32'),
      scope.local('i32'),
      scope.local('i32'),
      scope.local('i32'),
    ];
    return STAGES.flatMap((stage, index) => [
      wasmSetLocal(from, wasmGetLocal(index % 2 === 0 ? numbers : result)),
      wasmSetLocal(to, wasmGetLocal(index % 2 === 0 ? result : numbers)),
      ...runStage(stage, { from, to, partEnd, runEnd, twiddles }, scope),
    ]);
  },
);
