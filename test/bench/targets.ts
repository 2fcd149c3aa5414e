import type { Row } from './row.ts';
import { MIB } from './table.ts';

/** What the engine is to reach, and what a run of the benchmark reached. */
export interface Target {
  number: number;
  name: string;
  /** Such as "≤ 0.05". */
  wanted: string;
  /** Undefined when the run did not measure it. */
  reached?: number | undefined;
  isMet?: boolean | undefined;
}

interface Aim {
  number: number;
  name: string;
  relation: '≤' | '≥' | '<';
  limit: number;
  unit?: string;
  digits: number;
  /** The worst of what it gives counts. */
  measured(rows: readonly Row[]): readonly (number | undefined)[];
}

/** Rows of ours that are compared with what was drawn. */
const LIKENESS = ['video-png', 'video-raw', 'video-drawn', 'video-templates', 'whole', 'fades'];

const ratioOf =
  (...ids: string[]) =>
  (rows: readonly Row[]) =>
    rows.filter(({ id }) => ids.includes(id)).map(({ ratio }) => ratio);

const memoryAt = (height: number) => (rows: readonly Row[]) =>
  rows
    .filter(({ pictureHeight }) => pictureHeight === height)
    .map(({ peakBytes }) => (peakBytes === undefined ? undefined : peakBytes / MIB));

const AIMS: readonly Aim[] = [
  { number: 1, name: 'whole job', relation: '≤', limit: 0.05, digits: 4, measured: ratioOf('whole') },
  { number: 1, name: 'video part', relation: '≤', limit: 0.015, digits: 4, measured: ratioOf('video-png') },
  { number: 2, name: 'fades everywhere', relation: '≤', limit: 0.1, digits: 4, measured: ratioOf('fades') },
  {
    number: 3,
    name: 'after an edit, narration there',
    relation: '≤',
    limit: 0.15,
    digits: 4,
    measured: ratioOf('edit'),
  },
  {
    number: 3,
    name: 'after an edit, narration made',
    relation: '≤',
    limit: 0.15,
    digits: 4,
    measured: ratioOf('edit-narrated'),
  },
  { number: 4, name: '60 s a slide, of 10 s', relation: '≤', limit: 1.3, digits: 3, measured: ratioOf('seconds-60') },
  { number: 5, name: 'memory at 1080p', relation: '≤', limit: 512, unit: 'MiB', digits: 0, measured: memoryAt(1080) },
  { number: 5, name: 'memory at 2160p', relation: '≤', limit: 1024, unit: 'MiB', digits: 0, measured: memoryAt(2160) },
  {
    number: 6,
    name: 'SSIM of the worst slide',
    relation: '≥',
    limit: 0.99,
    digits: 4,
    measured: (rows) => rows.filter(({ id }) => LIKENESS.includes(id)).map(({ ssimMin }) => ssimMin),
  },
  {
    number: 7,
    name: 'sound off its picture',
    relation: '<',
    limit: 1,
    unit: 'frames',
    digits: 2,
    measured: (rows) => rows.map(({ offsetFrames }) => offsetFrames),
  },
];

const MEETS: Readonly<Record<Aim['relation'], (reached: number, limit: number) => boolean>> = {
  '≤': (reached, limit) => reached <= limit,
  '≥': (reached, limit) => reached >= limit,
  '<': (reached, limit) => reached < limit,
};

/** The seven targets, by rows that have their ratios. */
export const targetsOf = (rows: readonly Row[]): Target[] =>
  AIMS.map(({ number, name, relation, limit, unit, measured }) => {
    const values = measured(rows).filter((value) => value !== undefined);
    const target = { number, name, wanted: [relation, limit, unit].filter(Boolean).join(' ') };
    if (values.length === 0) return target;
    const reached = relation === '≥' ? Math.min(...values) : Math.max(...values);
    return { ...target, reached, isMet: MEETS[relation](reached, limit) };
  });

/** One line, such as "target 1 whole job ≤ 0.05: 0.0470 ok". */
export function targetLine({ number, name, wanted, reached, isMet }: Target): string {
  const digits = AIMS.find((aim) => aim.number === number && aim.name === name)?.digits;
  const result = reached === undefined ? 'not measured' : `${reached.toFixed(digits)} ${isMet ? 'ok' : 'MISSED'}`;
  return `target ${number} ${name} ${wanted}: ${result}`;
}
