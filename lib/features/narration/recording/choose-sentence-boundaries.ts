/** A place in a recording where one sentence may end and the next start. All times in seconds. */
export interface SentenceBoundary {
  /** Speech before the place, without pauses. */
  spoken: number;
  /** End of the speech before the place. */
  end: number;
  /** Start of the speech after it. */
  start: number;
}

/** Length of a pause in seconds from which it costs nothing; each halving of the length costs 1 more. */
const PAUSE_SECONDS = 0.6;
/** Cost of a boundary without a pause: as much as a sentence that is 2.4 deviations too long or too short. */
const NO_PAUSE = 6;
/** Usual deviation from the expected length of a sentence: a share of it plus seconds. */
const DEVIATION = { share: 0.3, seconds: 0.25 };
/** Longest sentence: a multiple of the expected length plus seconds. */
const MAX_SENTENCE = { times: 4, seconds: 3 };
/** Farthest a boundary may be from its expected place: a share of the whole plus seconds. */
const REACH = { share: 0.15, seconds: 3 };

/** A possible boundary, with the cost of its pause. */
interface Candidate extends SentenceBoundary {
  cost: number;
}

const squared = (value: number): number => value * value;

/** Cost of a sentence's length: the square of its difference from the expected one, in deviations. Both in seconds of speech. */
const lengthCost = (spoken: number, expected: number): number =>
  squared((spoken - expected) / (DEVIATION.share * expected + DEVIATION.seconds));

const pauseCost = ({ start, end }: SentenceBoundary): number => Math.max(0, Math.log2(PAUSE_SECONDS / (start - end)));

/**
 * Chooses the boundaries between sentences with the lowest total cost, by dynamic programming: sentences near their expected lengths, and
 * long pauses between them. There is always a result, because the places that the expected lengths predict are also candidates.
 * @param expected seconds of speech of each sentence; their sum is the speech of the recording
 * @param within returns the place after a number of seconds of speech
 * @returns the boundaries in order, one fewer than sentences
 */
export function chooseSentenceBoundaries(
  expected: readonly number[],
  pauses: readonly SentenceBoundary[],
  within: (spoken: number) => SentenceBoundary,
): SentenceBoundary[] {
  const places: number[] = [];
  let sum = 0;
  for (const seconds of expected.slice(0, -1)) {
    sum += seconds;
    places.push(sum);
  }
  const total = sum + (expected.at(-1) ?? 0);
  const candidates: Candidate[] = [
    ...pauses.map((pause) => ({ ...pause, cost: pauseCost(pause) })),
    ...places.map((place) => ({ ...within(place), cost: NO_PAUSE })),
  ].sort((a, b) => a.spoken - b.spoken);
  const reach = REACH.share * total + REACH.seconds;

  /** For each sentence: the lowest cost of ending it at each candidate, and the candidate that then ends the previous sentence. */
  const rows: { costs: Float64Array; from: Int32Array }[] = [];
  for (const [row, place] of places.entries()) {
    const costs = new Float64Array(candidates.length).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(candidates.length).fill(-1);
    const length = expected[row] ?? 0;
    const longest = MAX_SENTENCE.times * length + MAX_SENTENCE.seconds;
    const before = rows.at(-1);
    for (const [at, candidate] of candidates.entries()) {
      if (Math.abs(candidate.spoken - place) > reach) continue;
      if (!before) {
        costs[at] = candidate.cost + lengthCost(candidate.spoken, length);
        continue;
      }
      for (let earlier = at - 1; earlier >= 0; earlier--) {
        const spoken = candidate.spoken - (candidates[earlier]?.spoken ?? 0);
        if (spoken > longest) break;
        if (spoken <= 0) continue;
        const cost = (before.costs[earlier] ?? 0) + candidate.cost + lengthCost(spoken, length);
        if (cost >= (costs[at] ?? 0)) continue;
        costs[at] = cost;
        from[at] = earlier;
      }
    }
    rows.push({ costs, from });
  }
  return walkBack(rows, candidates, total, expected.at(-1) ?? 0);
}

/** Reads the chosen boundaries from the rows, starting at the best end of the last sentence but one. */
function walkBack(
  rows: readonly { costs: Float64Array; from: Int32Array }[],
  candidates: readonly Candidate[],
  total: number,
  length: number,
): SentenceBoundary[] {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, { spoken }] of candidates.entries()) {
    const cost = (rows.at(-1)?.costs[at] ?? 0) + lengthCost(total - spoken, length);
    if (cost >= least) continue;
    [best, least] = [at, cost];
  }
  const chosen: SentenceBoundary[] = [];
  for (let row = rows.length - 1; row >= 0; row--) {
    const candidate = candidates[best];
    if (!candidate) throw new RangeError('the boundaries of sentences do not fit together');
    chosen.unshift({ spoken: candidate.spoken, start: candidate.start, end: candidate.end });
    best = rows[row]?.from[best] ?? -1;
  }
  return chosen;
}
