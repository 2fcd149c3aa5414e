/** Of a 0, of 256: what VP9 decoders start from when a frame resets its contexts (VP9 specification, 10.5). */

/** `default_partition_probs`, by block size (8, 16, 32, 64 samples); then by whether the left (2) and the upper (1) neighbour is smaller. */
export const PARTITION: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [199, 122, 141],
    [147, 63, 159],
    [148, 133, 118],
    [121, 104, 114],
  ],
  [
    [174, 73, 87],
    [92, 41, 83],
    [82, 99, 50],
    [53, 39, 39],
  ],
  [
    [177, 58, 59],
    [68, 26, 63],
    [52, 79, 25],
    [17, 14, 12],
  ],
  [
    [222, 34, 30],
    [72, 16, 44],
    [58, 32, 12],
    [10, 7, 6],
  ],
];

/** `default_skip_prob`, by how many of the two neighbours are skipped. */
export const SKIP = [192, 128, 64] as const;

/** `default_is_inter_prob` where no neighbour is intra. */
export const IS_INTER = 9;

/** `default_single_ref_prob`, the first: LAST_FRAME or another, where no neighbour is there, and where all use LAST_FRAME. */
export const IS_NOT_LAST = { noNeighbour: 142, allLast: 238 } as const;

/** `default_inter_mode_probs` where the neighbours have predicted vectors (or are absent): not ZEROMV; NEARESTMV. */
export const INTER_MODE = { isNotZero: 7, isNotNearest: 166 } as const;
