/** Samples of a transform: 32 ms at 16 kHz. */
export const ALIGNMENT_FFT_SAMPLES = 512;
const HALF_LENGTH = ALIGNMENT_FFT_SAMPLES / 2;

const cosines = Float64Array.from({ length: HALF_LENGTH }, (_, k) =>
  Math.cos((2 * Math.PI * k) / ALIGNMENT_FFT_SAMPLES),
);
const sines = Float64Array.from(
  { length: HALF_LENGTH },
  (_, k) => -Math.sin((2 * Math.PI * k) / ALIGNMENT_FFT_SAMPLES),
);

/** The position of each number in the order of the transform: the bits of its index reversed. */
const bitReversedOrder = Uint16Array.from({ length: ALIGNMENT_FFT_SAMPLES }, (_, index) => {
  let reversed = 0;
  for (let bit = 1; bit < ALIGNMENT_FFT_SAMPLES; bit <<= 1) reversed = (reversed << 1) | (index & bit ? 1 : 0);
  return reversed;
});

/** The discrete Fourier transform of complex numbers, in place. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let index = 0; index < ALIGNMENT_FFT_SAMPLES; index++) {
    const swapIndex = bitReversedOrder[index] ?? 0;
    if (swapIndex <= index) continue;
    const re = real[index] as number;
    const im = imaginary[index] as number;
    real[index] = real[swapIndex] ?? 0;
    imaginary[index] = imaginary[swapIndex] ?? 0;
    real[swapIndex] = re;
    imaginary[swapIndex] = im;
  }
  for (let half = 1; half < ALIGNMENT_FFT_SAMPLES; half *= 2) {
    const stride = HALF_LENGTH / half;
    // The loop takes most of the time of an alignment: arrays of two numbers, or loops nested in the other order, would take twice as long.
    for (let k = 0; k < half; k++) {
      const cosine = cosines[k * stride] as number;
      const sine = sines[k * stride] as number;
      for (let low = k; low < ALIGNMENT_FFT_SAMPLES; low += 2 * half) {
        const high = low + half;
        const a = real[high] as number;
        const b = imaginary[high] as number;
        const re = a * cosine - b * sine;
        const im = a * sine + b * cosine;
        const c = real[low] as number;
        const d = imaginary[low] as number;
        real[high] = c - re;
        imaginary[high] = d - im;
        real[low] = c + re;
        imaginary[low] = d + im;
      }
    }
  }
}

/**
 * The powers of the frequencies of two pieces of sound, which one transform of complex numbers gives.
 * @param firstPiece the first piece, `ALIGNMENT_FFT_SAMPLES` samples; overwritten by its powers, which are in the first half
 * @param secondPiece the second piece, in the same way
 */
export function replaceByPowerSpectra(firstPiece: Float64Array, secondPiece: Float64Array): void {
  transform(firstPiece, secondPiece);
  const [firstConstant, secondConstant] = [firstPiece[0] ?? 0, secondPiece[0] ?? 0];
  for (let k = 1; k < HALF_LENGTH; k++) {
    const mirror = ALIGNMENT_FFT_SAMPLES - k;
    const re = firstPiece[k] as number;
    const im = secondPiece[k] as number;
    const reOfMirror = firstPiece[mirror] as number;
    const imOfMirror = secondPiece[mirror] as number;
    firstPiece[k] = ((re + reOfMirror) / 2) ** 2 + ((im - imOfMirror) / 2) ** 2;
    secondPiece[k] = ((im + imOfMirror) / 2) ** 2 + ((reOfMirror - re) / 2) ** 2;
  }
  firstPiece[0] = firstConstant ** 2;
  secondPiece[0] = secondConstant ** 2;
}
