import { add, type Code, get, i32, isBelow, repeatWhile, set, type WasmLocal } from '#engine/wasm/code.ts';
import { floats, minus, plus, times } from '#engine/wasm/floats.ts';
import { type Scope, type WasmFunction, wasmFunction } from '#engine/wasm/module.ts';
import { load, loadInAll32, store } from '#engine/wasm/vectors.ts';
import { rotation } from '../exact-math.ts';

/** Complex numbers of a transform. */
export const FOURIER_LENGTH = 1200;
/** The product is the length. Each step combines as many parts. */
const RADICES = [4, 4, 3, 5, 5];
/** A complex number of each of four transforms, which run at once: four real parts, then four imaginary ones. */
export const COMPLEX_BYTES = 32;
const IMAGINARY = 16;

/** A variable for the real and one for the imaginary part. */
type Pair = readonly [real: WasmLocal, imaginary: WasmLocal];
const newPair = (scope: Scope): Pair => [scope.local('v128'), scope.local('v128')];

type Term = readonly [coefficient: number, variable: WasmLocal];
const NEGLIGIBLE = 1e-9;

/** A sum of variables with constant coefficients; coefficients 0, 1 and −1 need no product. */
function combination(terms: readonly Term[], { once }: Scope): Code {
  const [first, ...rest] = terms.filter(([coefficient]) => Math.abs(coefficient) > NEGLIGIBLE);
  const scaled = (size: number, variable: WasmLocal): Code =>
    Math.abs(size - 1) < NEGLIGIBLE ? get(variable) : times(get(variable), once(floats(size)));
  const accumulate = (sum: Code, [coefficient, variable]: Term): Code => {
    const term = scaled(Math.abs(coefficient), variable);
    return coefficient < 0 ? minus(sum, term) : plus(sum, term);
  };
  return first ? rest.reduce(accumulate, scaled(...first)) : floats(0);
}

interface Stage {
  radix: number;
  /** Transforms that are combined: each is of `FOURIER_LENGTH / stride` numbers. */
  stride: number;
  /** Numbers of each of the parts of such a transform. */
  parts: number;
}

const STAGES: readonly Stage[] = RADICES.map((radix, index) => {
  const stride = RADICES.slice(0, index).reduce((product, factor) => product * factor, 1);
  return { radix, stride, parts: FOURIER_LENGTH / stride / radix };
});

/** The factors of all steps in the order in which they are used, as pairs of real and imaginary part. */
export const fourierTwiddles = (): Float32Array =>
  Float32Array.from(
    STAGES.flatMap(({ radix, parts }) =>
      Array.from({ length: parts * (radix - 1) }, (_, index) => {
        const [part, output] = [Math.floor(index / (radix - 1)), (index % (radix - 1)) + 1];
        const { cosine, sine } = rotation((part * output) / (parts * radix));
        return [cosine, -sine];
      }),
    ).flat(),
  );

/** Receives an output of a butterfly, and returns what is done with it. */
type Emit = (output: number, real: Code, imaginary: Code) => Code[];

/** Code that combines one number of each part; the variables of the inputs are overwritten. */
function butterfly(inputs: readonly Pair[], scope: Scope, emit: Emit): Code[] {
  const radix = inputs.length;
  const [first = [0, 0], ...others] = inputs;
  const middle = radix % 2 === 0 ? others[radix / 2 - 1] : undefined;
  // The factors of the inputs k and radix − k are conjugate: their sums and differences serve two outputs.
  const mirrored = others.slice(0, Math.floor((radix - 1) / 2)).map((low, index) => {
    const [high, difference] = [others[radix - 2 - index] ?? low, newPair(scope)];
    const code = [0, 1].flatMap((part) => {
      const [a = 0, b = 0, c = 0] = [low[part], high[part], difference[part]];
      return [set(c, minus(get(a), get(b))), set(a, plus(get(a), get(b)))];
    });
    return { sum: low, difference, code };
  });
  const outputs = Array.from({ length: Math.floor(radix / 2) + 1 }, (_, output) => {
    const rotationOf = (index: number) => rotation((output * (index + 1)) / radix);
    const even = (part: 0 | 1): Code =>
      combination(
        [
          [1, first[part]],
          ...(middle ? [[output % 2 === 0 ? 1 : -1, middle[part]] as const] : []),
          ...mirrored.map(({ sum }, index) => [rotationOf(index).cosine, sum[part]] as const),
        ],
        scope,
      );
    if (output === 0 || 2 * output === radix) return emit(output, even(0), even(1));
    const odd = (part: 0 | 1): Code =>
      combination(
        mirrored.map(({ difference }, index) => [rotationOf(index).sine, difference[part]]),
        scope,
      );
    const [[evenReal, evenImaginary], [oddReal, oddImaginary]] = [newPair(scope), newPair(scope)];
    return [
      ...[set(evenReal, even(0)), set(evenImaginary, even(1)), set(oddReal, odd(0)), set(oddImaginary, odd(1))],
      ...emit(output, plus(get(evenReal), get(oddImaginary)), minus(get(evenImaginary), get(oddReal))),
      ...emit(radix - output, minus(get(evenReal), get(oddImaginary)), plus(get(evenImaginary), get(oddReal))),
    ];
  });
  return [...mirrored.flatMap(({ code }) => code), ...outputs.flat()];
}

/** Variables of all steps. */
interface Walk {
  from: WasmLocal;
  to: WasmLocal;
  /** The ends of the numbers of a part, and of the numbers with one factor. */
  partEnd: WasmLocal;
  runEnd: WasmLocal;
  twiddles: WasmLocal;
}

/** Code that runs a step: from the numbers at `from` to `to`. Both variables are lost. */
function runStage({ radix, stride, parts }: Stage, walk: Walk, scope: Scope): Code[] {
  const bytes = COMPLEX_BYTES * stride;
  const inputs = Array.from({ length: radix }, () => newPair(scope));
  const factors = Array.from({ length: radix - 1 }, () => newPair(scope));
  const [real, imaginary] = newPair(scope);
  const write = (output: number, a: Code, b: Code): Code[] => [
    store(get(walk.to), a, output * bytes),
    store(get(walk.to), b, output * bytes + IMAGINARY),
  ];
  const emit: Emit = (output, a, b) => {
    const [cos, sin] = factors[output - 1] ?? [0, 0];
    // The factors of the last step are all 1.
    if (output === 0 || parts === 1) return write(output, a, b);
    return [
      ...[set(real, a), set(imaginary, b)],
      ...write(
        output,
        minus(times(get(real), get(cos)), times(get(imaginary), get(sin))),
        plus(times(get(real), get(sin)), times(get(imaginary), get(cos))),
      ),
    ];
  };
  const step = (variable: WasmLocal, by: number): Code => set(variable, add(get(variable), i32(by)));
  const read = inputs.flatMap((pair, part) =>
    pair.map((variable, half) => set(variable, load(get(walk.from), part * parts * bytes + half * IMAGINARY))),
  );
  const readFactors = factors.flatMap((pair, index) =>
    pair.map((variable, half) => set(variable, loadInAll32(get(walk.twiddles), 8 * index + 4 * half))),
  );
  return [
    set(walk.partEnd, add(get(walk.from), i32(parts * bytes))),
    repeatWhile(isBelow(get(walk.from), get(walk.partEnd)), [
      ...readFactors,
      step(walk.twiddles, 8 * (radix - 1)),
      set(walk.runEnd, add(get(walk.from), i32(bytes))),
      repeatWhile(isBelow(get(walk.from), get(walk.runEnd)), [
        ...read,
        ...butterfly(inputs, scope, emit),
        step(walk.from, COMPLEX_BYTES),
        step(walk.to, COMPLEX_BYTES),
      ]),
      step(walk.to, bytes * (radix - 1)),
    ]),
  ];
}

/**
 * `fourier(numbers, other, twiddles)`: the Fourier transforms (the sums of x[n]·exp(−2πi·n·k/1200)) of four sequences of 1200 complex numbers
 * at once. The numbers are at `numbers`, which is lost; the result is at `other`.
 */
export const fourier: WasmFunction = wasmFunction(
  'fourier',
  { numbers: 'i32', other: 'i32', twiddles: 'i32' },
  ({ numbers, other, twiddles }, scope) => {
    const [from, to, partEnd, runEnd] = [
      scope.local('i32'),
      scope.local('i32'),
      scope.local('i32'),
      scope.local('i32'),
    ];
    return STAGES.flatMap((stage, index) => [
      set(from, get(index % 2 === 0 ? numbers : other)),
      set(to, get(index % 2 === 0 ? other : numbers)),
      ...runStage(stage, { from, to, partEnd, runEnd, twiddles }, scope),
    ]);
  },
);
