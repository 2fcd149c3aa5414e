import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallTotals } from '#test/support/metering/metered-call.ts';

/** Some work as it was measured: calls, and the processor time of the functions that did it. */
export interface MeasuredWork {
  calls: CallTotals;
  /** By function; the API is one process on the local stack: `api`. */
  cpuSeconds: Record<string, number>;
  /** Calls to the API. */
  requests: number;
}

/** What `npm run cost` measures. */
export interface Measured {
  at: string;
  machine: string;
  filmSeconds: number;
  /** Bytes of the files of a finished video. */
  filmBytes: number;
  slides: number;
  characters: number;
  /** Slides that stand, narration there. */
  standing: MeasuredWork;
  fades: MeasuredWork;
  /** From notes: render and narration. */
  narrated: MeasuredWork;
  /** `GET /renders/{id}`, per request. */
  poll: MeasuredWork;
}

const FILE = join(import.meta.dirname, 'measured.json');

/** The measurement that the guide and the simulation use. @throws Error when there is none */
export function readMeasured(): Measured {
  if (!existsSync(FILE)) throw new Error('Nothing was measured yet: npm run cost -- --measure');
  return JSON.parse(readFileSync(FILE, 'utf8')) as Measured;
}

/** Keeps a measurement for the guide and the simulation. */
export const writeMeasured = (measured: Measured): void =>
  writeFileSync(FILE, `${JSON.stringify(measured, undefined, 2)}\n`);
