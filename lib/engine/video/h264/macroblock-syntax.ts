import type { BSliceCabacContexts } from './b-slice-cabac-contexts.ts';
import type { CabacContext } from './cabac-context.ts';
import type { CabacEncoder } from './cabac-encoder.ts';

/** Values of `mvd` from here on have an Exp-Golomb suffix (`uCoff`), of this order at first. */
const [LONGEST_PREFIX, SUFFIX_ORDER] = [9, 3];

/** Codes a bin. @throws RangeError without a context */
export function encodeCabacBin(cabac: CabacEncoder, context: CabacContext | undefined, value: 0 | 1): void {
  if (!context) throw new RangeError('there is no such context');
  cabac.bin(context, value);
}

function codeSuffix(cabac: CabacEncoder, value: number): void {
  let [rest, order] = [value, SUFFIX_ORDER];
  for (; rest >= 2 ** order; order++) {
    cabac.bypass(1);
    rest -= 2 ** order;
  }
  cabac.bypass(0);
  for (let bit = order - 1; bit >= 0; bit--) cabac.bypass(((rest >> bit) & 1) === 1 ? 1 : 0);
}

/**
 * Codes one component of `mvd` (ITU-T H.264, 9.3.2.3 and 9.3.3.1.1.7).
 * @param around sum of the stated differences of the blocks to the left and above
 */
export function encodeMotionVectorDifference(
  cabac: CabacEncoder,
  contexts: readonly CabacContext[],
  around: number,
  difference: number,
): void {
  const length = Math.abs(difference);
  encodeCabacBin(cabac, contexts[around < 3 ? 0 : around > 32 ? 2 : 1], length > 0 ? 1 : 0);
  if (length === 0) return;
  for (let bin = 1; bin < Math.min(length, LONGEST_PREFIX); bin++)
    encodeCabacBin(cabac, contexts[Math.min(2 + bin, 6)], 1);
  if (length < LONGEST_PREFIX) encodeCabacBin(cabac, contexts[Math.min(2 + length, 6)], 0);
  else codeSuffix(cabac, length - LONGEST_PREFIX);
  cabac.bypass(difference < 0 ? 1 : 0);
}

/** Codes `coded_block_pattern` 0: its contexts count the neighbours without a residual, which are all of them. */
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
