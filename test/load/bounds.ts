/** Samples of one figure over time: seconds since the start, and values. */
export type Series = readonly { second: number; value: number }[];

/** A process or the whole service, as it was seen at one moment. */
export interface Sample {
  second: number;
  /** Bytes of the whole tree of processes; pages that are shared count once (PSS). */
  treeBytes: number;
  /** Bytes of the processes that live as long as the service, by their names. */
  processBytes: Readonly<Record<string, number>>;
  /** Open files and sockets of the whole tree. */
  handles: number;
  /** Bytes of DATA_DIR. */
  diskBytes: number;
}

/** Everything that a run counted. */
export interface LoadOutcome {
  samples: readonly Sample[];
  /** Milliseconds of the answers to reads, in any order. */
  readMs: readonly number[];
  /** Number of answers with a status of 500 or more, and of requests without an answer. */
  serverErrors: number;
  /** Number of other answers that no request here should get. */
  refusals: number;
  renders: { asked: number; completed: number; failed: number; waiting: number };
  /** Number of renders that ended and whose webhook never came. */
  webhooksMissing: number;
}

/** Bounds of a run. A service that leaks breaks those of growth within hours, whatever its size. */
export const LOAD_BOUNDS = {
  /** Milliseconds within which 99 of 100 reads are answered. */
  readP99Ms: 150,
  /** Most growth over the second half of the run, as a share of the mean there. */
  growth: 0.15,
  /** Growth that is never counted: collections of garbage and idle workers move the figures by this much. */
  slackBytes: 96 * 2 ** 20,
  slackHandles: 60,
} as const;

/** The least-squares slope of a series, in values per second; 0 for less than two samples. */
export function slopeOf(series: Series): number {
  if (series.length < 2) return 0;
  const meanSecond = meanOf(series.map(({ second }) => second));
  const meanValue = meanOf(series.map(({ value }) => value));
  let covariance = 0;
  let variance = 0;
  for (const { second, value } of series) {
    covariance += (second - meanSecond) * (value - meanValue);
    variance += (second - meanSecond) ** 2;
  }
  return variance === 0 ? 0 : covariance / variance;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The growth of a series over the second half of its time, by its slope there, and the mean of that half. */
export function growthOf(series: Series): { grown: number; mean: number } {
  const [first, last] = [series[0], series.at(-1)];
  if (first === undefined || last === undefined) return { grown: 0, mean: 0 };
  const middle = (first.second + last.second) / 2;
  const half = series.filter(({ second }) => second >= middle);
  const seconds = last.second - (half[0]?.second ?? last.second);
  return { grown: slopeOf(half) * seconds, mean: meanOf(half.map(({ value }) => value)) };
}

const MIB = 2 ** 20;
const mebibytes = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

/** A sentence if a figure grew more than its bound allows. */
function growthFault(name: string, series: Series, slack: number, format: (value: number) => string): string[] {
  const { grown, mean } = growthOf(series);
  const bound = Math.max(slack, mean * LOAD_BOUNDS.growth);
  if (grown <= bound) return [];
  return [`${name} grew by ${format(grown)} over the second half, of ${format(mean)}: at most ${format(bound)}.`];
}

/** Finds the bounds that a run has broken, as sentences. @param readP99Ms that of the run; NaN without reads */
export function brokenBounds(outcome: LoadOutcome, readP99Ms: number): string[] {
  const { samples, serverErrors, refusals, renders, webhooksMissing } = outcome;
  const seriesOf = (value: (sample: Sample) => number): Series =>
    samples.map((sample) => ({ second: sample.second, value: value(sample) }));
  const processes = [...new Set(samples.flatMap(({ processBytes }) => Object.keys(processBytes)))];
  const { slackBytes, slackHandles } = LOAD_BOUNDS;
  return [
    ...(serverErrors > 0 ? [`${serverErrors} requests were answered with 5xx, or not at all.`] : []),
    ...(refusals > 0 ? [`${refusals} requests were refused that must not be.`] : []),
    ...(readP99Ms <= LOAD_BOUNDS.readP99Ms
      ? []
      : [`p99 of reads is ${readP99Ms.toFixed(0)} ms: at most ${LOAD_BOUNDS.readP99Ms} ms.`]),
    ...(renders.failed > 0 ? [`${renders.failed} renders failed.`] : []),
    ...(renders.waiting > 0 ? [`${renders.waiting} renders had not ended minutes after the last request.`] : []),
    ...(webhooksMissing > 0 ? [`${webhooksMissing} renders ended without a webhook.`] : []),
    ...growthFault(
      'Memory of all processes',
      seriesOf(({ treeBytes }) => treeBytes),
      slackBytes,
      mebibytes,
    ),
    ...processes.flatMap((name) =>
      growthFault(
        `Memory of ${name}`,
        seriesOf(({ processBytes }) => processBytes[name] ?? 0),
        slackBytes,
        mebibytes,
      ),
    ),
    ...growthFault(
      'The number of handles',
      seriesOf(({ handles }) => handles),
      slackHandles,
      (value) => value.toFixed(0),
    ),
  ];
}
