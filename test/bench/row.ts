import type { FfmpegRuntime } from '#engine/video/ffmpeg/run.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import type { Deck } from './deck.ts';

/** What every measured way of making the video is given. */
export interface BenchContext {
  /** All of it in one template, as a timeline of the API is. */
  deck: Deck;
  fps: FrameRate;
  secondsPerSlide: number;
  /** Fewer and smaller measurements, to try the benchmark itself. */
  quick: boolean;
  /** Rows of the batch, and how many videos of whole decks they are compared with; at least 1 each. */
  batchRows: number;
  separateRenders: number;
  /** A folder for temporary files, removed at the end. */
  folder: string;
  /** Writes the slides as PNG files, once; the pattern of their names, counted from 0. */
  pngs(): Promise<string>;
  /** Writes mono narration as long as the video, once; its path. */
  wav(): Promise<string>;
  runtime: FfmpegRuntime;
}

/** The file of one slide, by the pattern of their names. */
export const pictureAt = (pattern: string, index: number): string =>
  pattern.replace('%03d', String(index).padStart(3, '0'));

/** One line of the result. */
export interface Row {
  /** Unique in a run; targets and ratios find rows by it. */
  id: string;
  name: string;
  /** Wall time. */
  seconds?: number | undefined;
  /** Processor time of the whole tree of processes; unlike `seconds`, hardly changed by what else the machine does. */
  cpuSeconds?: number | undefined;
  /** Rows that this one is compared with: with the fastest of those that are there. */
  against?: readonly string[] | undefined;
  /** Which one that was. */
  base?: string | undefined;
  ratio?: number | undefined;
  cpuRatio?: number | undefined;
  bytes?: number | undefined;
  frames?: number | undefined;
  /** Likeness of every slide to what was drawn. */
  ssimMean?: number | undefined;
  ssimMin?: number | undefined;
  /** Most memory that one worker had resident, its children included, in bytes; and the height of the pictures. */
  peakBytes?: number | undefined;
  pictureHeight?: number | undefined;
  /** Memory of the whole tree of processes, in bytes: pages that are shared count once. */
  treeBytes?: number | undefined;
  /** How much later than its picture the sound is at the end of the video, in frames. */
  offsetFrames?: number | undefined;
  /** Length of the video. */
  filmSeconds?: number | undefined;
  /** Milliseconds within which half, 95 of 100, and 99 of 100 of the requests were answered. */
  p50Ms?: number | undefined;
  p95Ms?: number | undefined;
  p99Ms?: number | undefined;
  /** Processor time of the service for one request or job, in ms. */
  cpuMs?: number | undefined;
  /** How many runs its figures are medians of; absent: one. */
  runs?: number | undefined;
  /** The shortest and the longest wall time of these runs. */
  fastestSeconds?: number | undefined;
  slowestSeconds?: number | undefined;
  /** How another program was started, and its versions. */
  program?: { version: string; command: string } | undefined;
  /** A line of a plot, and what its model was given and gives, in lines of text. */
  curve?: Curve | undefined;
  model?: readonly string[] | undefined;
  /** The command that measured it; set when it is kept. */
  measured?: Measurement | undefined;
  note?: string | undefined;
  /** Why another program, which is not part of this project, has no figure here. */
  missing?: string | undefined;
  /** Why there is no figure. */
  error?: string | undefined;
}

export interface Measurement {
  command: string;
  /** When it started. */
  at: string;
  /** How many processes wanted a core at that moment: 0 on a quiet machine. */
  load: number;
}

/** Wall seconds by the number of workers, and the seconds that no number of workers shortens. */
export interface Curve {
  serialSeconds: number;
  points: readonly { workers: number; seconds: number }[];
}

/** Some ways of making a video that are measured together. */
export interface Bench {
  /** What `--only` names. */
  name: string;
  /** Gives the rows as they are measured. What it started has ended when it ends, also by an error. */
  rows(context: BenchContext): AsyncGenerator<Row>;
}

const quotient = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined || b === 0 ? undefined : a / b;

/** Each row with its ratios to what it is compared with. */
export function withRatios(rows: readonly Row[]): Row[] {
  const fastest = (ids: readonly string[]): Row | undefined =>
    rows
      .filter(({ id, seconds }) => ids.includes(id) && seconds !== undefined)
      .toSorted((a, b) => (a.seconds ?? 0) - (b.seconds ?? 0))[0];
  return rows.map((row) => {
    const base = fastest(row.against ?? []);
    return {
      ...row,
      base: base?.id,
      ratio: quotient(row.seconds, base?.seconds),
      cpuRatio: quotient(row.cpuSeconds, base?.cpuSeconds),
    };
  });
}
