/** Share of the louder channel's energy below which the mean counts as canceled, because the channels have opposite phases. */
const CANCELED_ENERGY_SHARE = 0.05;

const energyOf = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
};

/** Mixes up to two channels to one: their mean, or the louder one when they cancel each other. May overwrite the first channel. */
export function mixToMono([left = new Float32Array(0), right]: readonly Float32Array[]): Float32Array {
  if (!right) return left;
  const [leftEnergy, rightEnergy] = [energyOf(left), energyOf(right)];
  let meanEnergy = 0;
  for (let i = 0; i < left.length; i++) meanEnergy += (((left[i] ?? 0) + (right[i] ?? 0)) / 2) ** 2;
  if (meanEnergy < CANCELED_ENERGY_SHARE * Math.max(leftEnergy, rightEnergy))
    return leftEnergy >= rightEnergy ? left : right;
  for (let i = 0; i < left.length; i++) left[i] = ((left[i] ?? 0) + (right[i] ?? 0)) / 2;
  return left;
}
