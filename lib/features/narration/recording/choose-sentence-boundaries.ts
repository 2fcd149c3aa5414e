/** A place in a recording where one sentence may end and the next start. All times in seconds. */
export interface RecordingBoundary {
  /** Speech before the place, without pauses. */
  spoken: number;
  /** End of the speech before the place. */
  end: number;
  /** Start of the speech after it. */
  start: number;
}

/** Minimum length in seconds of a pause that costs nothing as a boundary; each halving of the length costs 1 more. */
const PAUSE_SECONDS = 0.6;
/** Cost of a boundary without a pause: as much as a sentence that is 2.4 deviations too long or too short. */
const NO_PAUSE_COST = 6;
/** Typical deviation from the expected length of a sentence: a share of it plus seconds. */
const DEVIATION = { share: 0.3, seconds: 0.25 };
/** Maximum length of a sentence: a multiple of the expected length plus seconds. */
const MAX_SENTENCE = { times: 4, seconds: 3 };
/** Maximum distance of a boundary from its expected place: a share of all speech plus seconds. */
const MAX_SHIFT = { share: 0.15, seconds: 3 };

/** A possible boundary, with the cost of its pause. */
interface Candidate extends RecordingBoundary {
  cost: number;
}

const square = (value: number): number => value * value;

/** Cost of a sentence's length: the square of its difference from the expected one, in deviations. Both in seconds of speech. */
const lengthCost = (spokenSeconds: number, expectedSeconds: number): number =>
  square((spokenSeconds - expectedSeconds) / (DEVIATION.share * expectedSeconds + DEVIATION.seconds));

const pauseCost = ({ start, end }: RecordingBoundary): number => Math.max(0, Math.log2(PAUSE_SECONDS / (start - end)));

/**
 * Chooses the boundaries between sentences with the lowest total cost, by dynamic programming: sentences near their expected lengths, and
 * long pauses between them. There is always a result, because the places that the expected lengths predict are also candidates.
 * @param expectedSeconds seconds of speech of each sentence; their sum is the speech of the recording
 * @param pauses the pauses of the recording
 * @param boundaryAfterSpeech returns the place after a number of seconds of speech
 * @returns the boundaries in order, one fewer than sentences
 */
export function chooseSentenceBoundaries(
  expectedSeconds: readonly number[],
  pauses: readonly RecordingBoundary[],
  boundaryAfterSpeech: (spokenSeconds: number) => RecordingBoundary,
): RecordingBoundary[] {
  const expectedEnds: number[] = [];
  let sum = 0;
  for (const seconds of expectedSeconds.slice(0, -1)) {
    sum += seconds;
    expectedEnds.push(sum);
  }
  const totalSeconds = sum + (expectedSeconds.at(-1) ?? 0);
  const candidates: Candidate[] = [
    ...pauses.map((pause) => ({ ...pause, cost: pauseCost(pause) })),
    ...expectedEnds.map((expectedEnd) => ({ ...boundaryAfterSpeech(expectedEnd), cost: NO_PAUSE_COST })),
  ].sort((a, b) => a.spoken - b.spoken);
  const maxShift = MAX_SHIFT.share * totalSeconds + MAX_SHIFT.seconds;

  /** For each sentence but the last: the lowest cost of ending it at each candidate, and the candidate that then ends the one before it. */
  const rows: { costs: Float64Array; previousIndexes: Int32Array }[] = [];
  for (const [sentenceIndex, expectedEnd] of expectedEnds.entries()) {
    const costs = new Float64Array(candidates.length).fill(Number.POSITIVE_INFINITY);
    const previousIndexes = new Int32Array(candidates.length).fill(-1);
    const expectedLength = expectedSeconds[sentenceIndex] ?? 0;
    const maxLength = MAX_SENTENCE.times * expectedLength + MAX_SENTENCE.seconds;
    const previousRow = rows.at(-1);
    for (const [index, candidate] of candidates.entries()) {
      if (Math.abs(candidate.spoken - expectedEnd) > maxShift) continue;
      if (!previousRow) {
        costs[index] = candidate.cost + lengthCost(candidate.spoken, expectedLength);
        continue;
      }
      for (let earlierIndex = index - 1; earlierIndex >= 0; earlierIndex--) {
        const spoken = candidate.spoken - (candidates[earlierIndex]?.spoken ?? 0);
        if (spoken > maxLength) break;
        if (spoken <= 0) continue;
        const cost = (previousRow.costs[earlierIndex] ?? 0) + candidate.cost + lengthCost(spoken, expectedLength);
        if (cost >= (costs[index] ?? 0)) continue;
        costs[index] = cost;
        previousIndexes[index] = earlierIndex;
      }
    }
    rows.push({ costs, previousIndexes });
  }
  return traceBack(rows, candidates, totalSeconds, expectedSeconds.at(-1) ?? 0);
}

/** Reads the chosen boundaries from the rows, starting at the best end of the last sentence but one. */
function traceBack(
  rows: readonly { costs: Float64Array; previousIndexes: Int32Array }[],
  candidates: readonly Candidate[],
  totalSeconds: number,
  lastExpectedLength: number,
): RecordingBoundary[] {
  let bestIndex = -1;
  let lowestCost = Number.POSITIVE_INFINITY;
  for (const [index, { spoken }] of candidates.entries()) {
    const cost = (rows.at(-1)?.costs[index] ?? 0) + lengthCost(totalSeconds - spoken, lastExpectedLength);
    if (cost >= lowestCost) continue;
    [bestIndex, lowestCost] = [index, cost];
  }
  const boundaries: RecordingBoundary[] = [];
  for (let sentenceIndex = rows.length - 1; sentenceIndex >= 0; sentenceIndex--) {
    const candidate = candidates[bestIndex];
    if (!candidate) throw new RangeError('the boundaries of sentences do not fit together');
    boundaries.unshift({ spoken: candidate.spoken, start: candidate.start, end: candidate.end });
    bestIndex = rows[sentenceIndex]?.previousIndexes[bestIndex] ?? -1;
  }
  return boundaries;
}
