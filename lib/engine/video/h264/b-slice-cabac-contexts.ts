import { type CabacContext, initialCabacContext } from './cabac-context.ts';

/** m and n of contexts of B slices (ITU-T H.264 tables 9-13 to 9-18), for `cabac_init_idc` 0. */
const CONTEXT_PARAMETERS = {
  /** `mb_skip_flag`, ctxIdx 24–26. */
  skip: [
    [18, 64],
    [9, 43],
    [29, 0],
  ],
  /** `mb_type`, ctxIdx 27–32. */
  type: [
    [26, 67],
    [16, 90],
    [9, 104],
    [-46, 127],
    [-20, 104],
    [1, 67],
  ],
  /** Horizontal `mvd`, ctxIdx 40–46. */
  across: [
    [-3, 69],
    [-6, 81],
    [-11, 96],
    [6, 55],
    [7, 67],
    [-5, 86],
    [2, 88],
  ],
  /** Vertical `mvd`, ctxIdx 47–53. */
  down: [
    [0, 58],
    [-3, 76],
    [-10, 94],
    [5, 54],
    [4, 69],
    [-3, 81],
    [0, 88],
  ],
  /** `ref_idx`, ctxIdx 54–59. */
  reference: [
    [-7, 67],
    [-5, 74],
    [-4, 74],
    [-5, 80],
    [-7, 72],
    [1, 58],
  ],
  /** Luma bins of `coded_block_pattern`, ctxIdx 73–76. */
  luma: [
    [-27, 126],
    [-28, 98],
    [-25, 101],
    [-23, 67],
  ],
  /** The first chroma bin of `coded_block_pattern`, ctxIdx 77. */
  chroma: [[-28, 82]],
} as const satisfies Record<string, readonly (readonly [number, number])[]>;

/** The contexts of the syntax elements of a B slice without residuals. */
export type BSliceCabacContexts = { [Name in keyof typeof CONTEXT_PARAMETERS]: [CabacContext, ...CabacContext[]] };

/** The contexts at the start of a slice. @param qp the quantizer of the slice */
export const initialBSliceCabacContexts = (qp: number): BSliceCabacContexts =>
  Object.fromEntries(
    Object.entries(CONTEXT_PARAMETERS).map(([name, pairs]) => [
      name,
      pairs.map(([m, n]) => initialCabacContext(m, n, qp)),
    ]),
  ) as BSliceCabacContexts;
