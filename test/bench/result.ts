import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { type Row, withRatios } from './row.ts';
import { type Target, targetsOf } from './targets.ts';

const FOLDER = '.bench';
const FILE = `${FOLDER}/latest.json`;

/** The video that was made in every way. */
export interface Film {
  slides: number;
  secondsPerSlide: number;
  width: number;
  height: number;
  fps: number;
}

export interface Machine {
  cores: number;
  processor: string;
  memoryBytes: number;
  system: string;
  node: string;
}

/** Content of .bench/latest.json. */
export interface BenchResult {
  film: Film;
  machine: Machine;
  rows: readonly Row[];
  targets: readonly Target[];
}

const thisMachine = (): Machine => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memoryBytes: totalmem(),
  system: `${type()} ${release()}`,
  node: process.version,
});

/**
 * Rows that were there and rows that were measured now, which take the place of those with the same id. Ratios that a row has
 * stay; one whose base came with another run is compared with that.
 */
export function mergeRows(before: readonly Row[], now: readonly Row[]): Row[] {
  const worked = before.filter(({ error }) => error === undefined);
  const kept = [...new Map([...worked, ...now].map((row) => [row.id, row])).values()];
  return withRatios(kept).map((row, index) => {
    const own = kept[index];
    return own?.ratio === undefined ? row : own;
  });
}

export const writeResult = async (film: Film, rows: readonly Row[]): Promise<void> => {
  const result: BenchResult = { film, machine: thisMachine(), rows, targets: targetsOf(rows) };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(FILE, `${JSON.stringify(result, null, 2)}\n`);
};

/** What the last run kept. @throws Error when there was none */
export async function readWholeResult(): Promise<BenchResult> {
  const text = await readFile(FILE, 'utf8').catch(() => {
    throw new Error(`There is no ${FILE}: run "npm run bench" first`);
  });
  return JSON.parse(text) as BenchResult;
}

/** The rows that the last run kept. @throws Error when it measured another video, or on another machine */
export async function readResult(film: Film): Promise<readonly Row[]> {
  const before = await readWholeResult();
  if (JSON.stringify(before.film) !== JSON.stringify(film)) throw new Error(`${FILE} is of another film`);
  if (JSON.stringify(before.machine) !== JSON.stringify(thisMachine()))
    throw new Error(`${FILE} is of another machine`);
  return before.rows;
}
