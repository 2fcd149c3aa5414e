import type { BSliceCabacContexts } from './b-slice-cabac-contexts.ts';
import type { CabacContext } from './cabac-context.ts';
import type { CabacEncoder } from './cabac-encoder.ts';

/** Absolute values of `mvd` from MAX_PREFIX on (`uCoff`) have an Exp-Golomb suffix, whose order is SUFFIX_ORDER at first. */
const [MAX_PREFIX, SUFFIX_ORDER] = [9, 3];

/** Codes a bin. @throws RangeError without a context */
export function encodeCabacBin(cabac: CabacEncoder, context: CabacContext | undefined, value: 0 | 1): void {
  if (!context) throw new RangeError('there is no such context');
  cabac.bin(context, value);
}

function encodeSuffix(cabac: CabacEncoder, value: number): void {
  let [remainder, order] = [value, SUFFIX_ORDER];
  for (; remainder >= 2 ** order; order++) {
    cabac.bypass(1);
    remainder -= 2 ** order;
  }
  cabac.bypass(0);
  for (let bit = order - 1; bit >= 0; bit--) cabac.bypass(((remainder >> bit) & 1) === 1 ? 1 : 0);
}

/**
 * Codes one component of `mvd` (ITU-T H.264, 9.3.2.3 and 9.3.3.1.1.7).
 * @param neighbourSum sum of the absolute stated differences of the blocks to the left and above
 */
export function encodeMotionVectorDifference(
  cabac: CabacEncoder,
  contexts: readonly CabacContext[],
  neighbourSum: number,
  difference: number,
): void {
  const length = Math.abs(difference);
  encodeCabacBin(cabac, contexts[neighbourSum < 3 ? 0 : neighbourSum > 32 ? 2 : 1], length > 0 ? 1 : 0);
  if (length === 0) return;
  for (let bin = 1; bin < Math.min(length, MAX_PREFIX); bin++) encodeCabacBin(cabac, contexts[Math.min(2 + bin, 6)], 1);
  if (length < MAX_PREFIX) encodeCabacBin(cabac, contexts[Math.min(2 + length, 6)], 0);
  else encodeSuffix(cabac, length - MAX_PREFIX);
  cabac.bypass(difference < 0 ? 1 : 0);
}

/** Codes `coded_block_pattern` 0. Its contexts count the neighbours without a residual: here every neighbour that exists. */
export function encodeNoResidual(
  cabac: CabacEncoder,
  { luma, chroma }: Pick<BSliceCabacContexts, 'luma' | 'chroma'>,
  { hasLeft, hasAbove }: { hasLeft: boolean; hasAbove: boolean },
): void {
  const left = hasLeft ? 1 : 0;
  const above = hasAbove ? 2 : 0;
  for (const context of [left + above, 1 + above, left + 2, 3]) encodeCabacBin(cabac, luma[context], 0);
  encodeCabacBin(cabac, chroma[0], 0);
}
