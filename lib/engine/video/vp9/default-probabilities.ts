// Default probabilities (of a 0, in 256ths): VP9 decoders start from them when a frame resets its contexts (VP9
// specification, 10.5).

/**
 * `default_partition_probs`, by block size (8 to 64 samples), then by whether the left (2) and upper (1) neighbours are
 * smaller.
 */
export const VP9_PARTITION_PROBABILITIES: readonly (readonly (readonly [number, number, number])[])[] = [
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

/** `default_skip_prob`, by the number of skipped neighbours. */
export const VP9_SKIP_PROBABILITIES = [192, 128, 64] as const;

/** `default_is_inter_prob` where no neighbour is intra. */
export const VP9_IS_INTER_PROBABILITY = 9;

/**
 * The first `default_single_ref_prob` (LAST_FRAME or another): without neighbours, and if all of them use LAST_FRAME.
 */
export const VP9_REFERENCE_NOT_LAST_PROBABILITY = { noNeighbour: 142, allLast: 238 } as const;

/** `default_inter_mode_probs` if all neighbours have predicted vectors or are absent: not ZEROMV; NEARESTMV. */
export const VP9_INTER_MODE_PROBABILITIES = { isNotZero: 7, isNotNearest: 166 } as const;
