import type { FfmpegRuntime } from '../../lib/video/ffmpeg/run.ts';
import type { Deck } from './deck.ts';

/** What every measured way of making the video is given. */
export interface BenchContext {
  deck: Deck;
  fps: 24 | 25 | 30 | 50 | 60;
  secondsPerSlide: number;
  /** A folder for temporary files, removed at the end. */
  folder: string;
  /** The slides as `%03d.png`, counted from 0. */
  pngPattern: string;
  /** Mono narration as long as the video. */
  wavFile: string;
  runtime: FfmpegRuntime;
}

/** One line of the result. `ratio` is to the row "naive" of the same run. */
export interface Row {
  name: string;
  seconds: number;
  ratio?: number | undefined;
  /** Processor time of this process and of the ffmpeg processes it started; unlike `seconds`, hardly changed by what
   * else the machine does. Only where the system tells. */
  cpuSeconds?: number | undefined;
  cpuRatio?: number | undefined;
  bytes?: number | undefined;
  frames?: number | undefined;
  ssimMean?: number | undefined;
  ssimMin?: number | undefined;
  note?: string | undefined;
}

/** A way to make the video. `run` makes it once; only that is timed, not what comes before and after it. */
export interface Measurement {
  name: string;
  prepare?(context: BenchContext): Promise<void>;
  release?(): Promise<void>;
  run(context: BenchContext): Promise<{ /** MP4, compared with the drawn slides. */ video?: string; note?: string }>;
}

const DIGITS = { ratio: 4, seconds: 2, ssim: 4 } as const;

export function formatTable(rows: readonly Row[]): string {
  const head = ['what', 'wall s', 'ratio', 'CPU s', 'CPU ratio', 'MB', 'frames', 'SSIM mean', 'SSIM min', ''];
  const fixed = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? '';
  const lines = rows.map((row) => [
    row.name,
    fixed(row.seconds, DIGITS.seconds),
    fixed(row.ratio, DIGITS.ratio),
    fixed(row.cpuSeconds, DIGITS.seconds),
    fixed(row.cpuRatio, DIGITS.ratio),
    fixed(row.bytes === undefined ? undefined : row.bytes / 1e6, 1),
    row.frames?.toString() ?? '',
    fixed(row.ssimMean, DIGITS.ssim),
    fixed(row.ssimMin, DIGITS.ssim),
    row.note ?? '',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)));
  return [head, ...lines]
    .map((line) =>
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n');
}
