/** A place where one sentence may end and the next begin. All in seconds. */
export interface Boundary {
  /** Speech before the place, without pauses. */
  spoken: number;
  /** End of the speech before the place. */
  end: number;
  /** Start of the speech after it. */
  start: number;
}

/** A pause of this length (seconds) or longer ends a sentence; of shorter ones, half the length costs one more. */
const PAUSE_SECONDS = 0.6;
/** What it costs to end a sentence where nobody pauses: as much as a sentence that is 2.4 deviations too long or short. */
const NO_PAUSE = 6;
/** How far a sentence's length usually is from the expected one: a share of it, and seconds. */
const DEVIATION = { share: 0.3, seconds: 0.25 };
/** No sentence takes longer than so many times what is expected, and seconds; no boundary is farther from its place. */
const LONGEST = { times: 4, seconds: 3 };
const REACH = { share: 0.15, seconds: 3 };

interface Candidate extends Boundary {
  cost: number;
}

const squared = (value: number): number => value * value;

/** What it costs that a sentence takes this long. */
const lengthCost = (spoken: number, expected: number): number =>
  squared((spoken - expected) / (DEVIATION.share * expected + DEVIATION.seconds));

const pauseCost = ({ start, end }: Boundary): number => Math.max(0, Math.log2(PAUSE_SECONDS / (start - end)));

/**
 * Which boundaries part sentences of the expected lengths best: one less than there are sentences, in order, chosen all
 * together (a dynamic program) so that lengths fit and pauses are long. There is always an answer: the places that the
 * lengths alone would give are among those to choose from.
 * @param expected seconds of speech of each sentence; their sum is all there is.
 */
export function chooseBoundaries(
  expected: readonly number[],
  pauses: readonly Boundary[],
  within: (spoken: number) => Boundary,
): Boundary[] {
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

  /** The least cost of ending the sentence of a row at each candidate, and where the one before it ended then. */
  const rows: { costs: Float64Array; from: Int32Array }[] = [];
  for (const [row, place] of places.entries()) {
    const costs = new Float64Array(candidates.length).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(candidates.length).fill(-1);
    const length = expected[row] ?? 0;
    const longest = LONGEST.times * length + LONGEST.seconds;
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

/** From the best end of the last sentence but one to the first. */
function walkBack(
  rows: readonly { costs: Float64Array; from: Int32Array }[],
  candidates: readonly Candidate[],
  total: number,
  length: number,
): Boundary[] {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, { spoken }] of candidates.entries()) {
    const cost = (rows.at(-1)?.costs[at] ?? 0) + lengthCost(total - spoken, length);
    if (cost >= least) continue;
    [best, least] = [at, cost];
  }
  const chosen: Boundary[] = [];
  for (let row = rows.length - 1; row >= 0; row--) {
    const candidate = candidates[best];
    if (!candidate) throw new RangeError('the boundaries of sentences do not fit together');
    chosen.unshift({ spoken: candidate.spoken, start: candidate.start, end: candidate.end });
    best = rows[row]?.from[best] ?? -1;
  }
  return chosen;
}
