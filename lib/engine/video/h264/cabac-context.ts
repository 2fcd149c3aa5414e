/** A context of arithmetic coding: the probability that its next bin is 1. Each coded bin changes it. */
export interface CabacContext {
  /** `pStateIdx`, 0–62. */
  state: number;
  /** `valMPS`: the more probable value. */
  likely: 0 | 1;
}

/**
 * A context at the start of a slice (H.264, 9.3.1.1; H.265, 9.3.2.2).
 * @param slope m of its table
 * @param offset n of its table
 * @param qp the quantizer of the slice
 */
export function initialCabacContext(slope: number, offset: number, qp: number): CabacContext {
  const initialState = Math.min(126, Math.max(1, ((slope * Math.min(51, Math.max(0, qp))) >> 4) + offset));
  return initialState > 63 ? { state: initialState - 64, likely: 1 } : { state: 63 - initialState, likely: 0 };
}
