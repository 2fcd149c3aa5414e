/** Sums that are so much quieter than their louder part have lost it: their channels are each other's opposite. */
const LOST_ENERGY = 0.05;

const energy = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
};

/** One voice of two channels: their mean; the louder one where they cancel each other out. Takes the memory of the first. */
export function mixToMono([left = new Float32Array(0), right]: readonly Float32Array[]): Float32Array {
  if (!right) return left;
  const [ofLeft, ofRight] = [energy(left), energy(right)];
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += (((left[i] ?? 0) + (right[i] ?? 0)) / 2) ** 2;
  if (sum < LOST_ENERGY * Math.max(ofLeft, ofRight)) return ofLeft >= ofRight ? left : right;
  for (let i = 0; i < left.length; i++) left[i] = ((left[i] ?? 0) + (right[i] ?? 0)) / 2;
  return left;
}
