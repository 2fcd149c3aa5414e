import type { Row } from './row.ts';
import { MIB } from './table.ts';

type Relation = '≤' | '≥' | '<';

/** What the service is to reach, and what a run of the benchmark reached. */
export interface Target {
  number: number;
  name: string;
  relation: Relation;
  limit: number;
  /** Empty for a ratio. */
  unit: string;
  digits: number;
  /** Undefined when the run did not measure it. */
  reached?: number | undefined;
  isMet?: boolean | undefined;
}

interface Aim extends Pick<Target, 'number' | 'name' | 'limit' | 'digits'> {
  /** `≤` by default. */
  relation?: Relation;
  unit?: string;
  /** The worst of what it gives counts. */
  measured(rows: readonly Row[]): readonly (number | undefined)[];
}

/** Rows of ours that are compared with what was drawn. */
const LIKENESS = ['video-png', 'video-raw', 'video-drawn', 'video-templates', 'whole', 'fades'];

const of =
  (figure: (row: Row) => number | undefined, ...ids: readonly string[]) =>
  (rows: readonly Row[]) =>
    rows.filter(({ id }) => ids.includes(id)).map(figure);

const ratio = ({ ratio }: Row) => ratio;
const cpuRatio = ({ cpuRatio }: Row) => cpuRatio;
const seconds = ({ seconds }: Row) => seconds;
const p50 = ({ p50Ms }: Row) => p50Ms;

/** Processor seconds for a minute of the video. */
function cpuPerMinute({ cpuSeconds, filmSeconds }: Row): number | undefined {
  return cpuSeconds === undefined || !filmSeconds ? undefined : (cpuSeconds * 60) / filmSeconds;
}

const memoryAt = (height: number) => (rows: readonly Row[]) =>
  rows
    .filter(({ pictureHeight }) => pictureHeight === height)
    .map(({ peakBytes }) => (peakBytes === undefined ? undefined : peakBytes / MIB));

/** MB of the whole tree of processes. */
const treeMegabytes = ({ treeBytes }: Row) => (treeBytes === undefined ? undefined : treeBytes / 1e6);

const AIMS: readonly Aim[] = [
  { number: 1, name: 'whole job, narration there', limit: 0.02, digits: 4, measured: of(ratio, 'whole') },
  { number: 2, name: 'whole job from notes alone', limit: 0.12, digits: 4, measured: of(ratio, 'whole-narrated') },
  { number: 3, name: 'video part', limit: 0.01, digits: 4, measured: of(ratio, 'video-png') },
  { number: 4, name: 'one title edited', limit: 0.3, unit: 's', digits: 2, measured: of(seconds, 'edit') },
  { number: 4, name: 'one title edited, of the first', limit: 0.15, digits: 4, measured: of(ratio, 'edit') },
  {
    number: 4,
    name: 'one title edited, of the first from notes',
    limit: 0.15,
    digits: 4,
    measured: of(ratio, 'edit-narrated'),
  },
  { number: 4, name: 'a watched deck after a save', limit: 1, unit: 's', digits: 2, measured: of(seconds, 'watch') },
  { number: 4, name: 'a watched deck, of its first film', limit: 0.15, digits: 4, measured: of(ratio, 'watch') },
  { number: 5, name: 'the same again', limit: 0.15, unit: 's', digits: 2, measured: of(seconds, 'identical') },
  { number: 6, name: 'fades everywhere', limit: 0.06, digits: 4, measured: of(ratio, 'fades') },
  { number: 7, name: '60 s a slide, of 10 s', limit: 1.1, digits: 3, measured: of(ratio, 'seconds-60') },
  { number: 8, name: 'one slide of 1 s', limit: 0.15, unit: 's', digits: 3, measured: of(seconds, 'one-second') },
  { number: 9, name: 'GET timeline, p50', limit: 6, unit: 'ms', digits: 1, measured: of(p50, 'api-read') },
  { number: 9, name: 'POST render, p50', limit: 20, unit: 'ms', digits: 1, measured: of(p50, 'api-render') },
  {
    number: 10,
    name: 'npm start to ready',
    limit: 3,
    unit: 's',
    digits: 2,
    measured: of(seconds, 'start-new', 'start-again'),
  },
  { number: 11, name: 'memory at 1080p', limit: 381, unit: 'MiB', digits: 0, measured: memoryAt(1080) },
  { number: 11, name: 'memory at 2160p', limit: 967, unit: 'MiB', digits: 0, measured: memoryAt(2160) },
  {
    number: 11,
    name: 'whole service, idle',
    limit: 450,
    unit: 'MB',
    digits: 0,
    measured: of(treeMegabytes, 'tree-idle', 'tree-idle-after'),
  },
  {
    number: 11,
    name: 'whole service, 20 slides at 1080p',
    limit: 1200,
    unit: 'MB',
    digits: 0,
    measured: of(treeMegabytes, 'tree-peak'),
  },
  {
    number: 12,
    name: 'CPU seconds a minute of film',
    limit: 0.3,
    unit: 's',
    digits: 3,
    measured: of(cpuPerMinute, 'whole'),
  },
  { number: 17, name: 'door: GET timeline, p50', limit: 5, unit: 'ms', digits: 1, measured: of(p50, 'door-read') },
  { number: 17, name: 'door: POST render, p50', limit: 15, unit: 'ms', digits: 1, measured: of(p50, 'door-render') },
  { number: 17, name: 'door: the same again, p50', limit: 150, unit: 'ms', digits: 0, measured: of(p50, 'door-again') },
  { number: 17, name: 'door: one slide, p50', limit: 150, unit: 'ms', digits: 0, measured: of(p50, 'door-slide') },
  { number: 17, name: 'door: first ready', limit: 6, unit: 's', digits: 1, measured: of(seconds, 'door-first') },
  { number: 17, name: 'door: later ready', limit: 1.5, unit: 's', digits: 2, measured: of(seconds, 'door-later') },
  // The guards: what no speed may cost.
  {
    number: 13,
    name: 'SSIM of the worst slide',
    relation: '≥',
    limit: 0.99,
    digits: 4,
    measured: of(({ ssimMin }) => ssimMin, ...LIKENESS),
  },
  {
    number: 14,
    name: 'sound off its picture',
    relation: '<',
    limit: 1,
    unit: 'frames',
    digits: 2,
    measured: (rows) => rows.map(({ offsetFrames }) => offsetFrames),
  },
  { number: 15, name: 'a row of a batch', limit: 0.3, digits: 4, measured: of(ratio, 'batch') },
  { number: 15, name: 'a row of a batch, CPU', limit: 0.3, digits: 4, measured: of(cpuRatio, 'batch') },
  { number: 16, name: 'calm motion', limit: 0.1, digits: 4, measured: of(cpuRatio, 'motion-calm') },
  { number: 16, name: 'a slide with a clip', limit: 1.2, digits: 3, measured: of(cpuRatio, 'motion-clip') },
  { number: 16, name: 'lively motion', limit: 0.2, digits: 4, measured: of(cpuRatio, 'motion-lively') },
];

const MEETS: Readonly<Record<Relation, (reached: number, limit: number) => boolean>> = {
  '≤': (reached, limit) => reached <= limit,
  '≥': (reached, limit) => reached >= limit,
  '<': (reached, limit) => reached < limit,
};

/** All targets, by rows that have their ratios. */
export const targetsOf = (rows: readonly Row[]): Target[] =>
  AIMS.map(({ measured, relation = '≤', unit = '', ...aim }) => {
    const values = measured(rows).filter((value) => value !== undefined);
    const target = { ...aim, relation, unit };
    if (values.length === 0) return target;
    const reached = relation === '≥' ? Math.min(...values) : Math.max(...values);
    return { ...target, reached, isMet: MEETS[relation](reached, aim.limit) };
  });

/** What is wanted, such as "≤ 0.3 s". */
export const wantedOf = ({ relation, limit, unit }: Target): string => `${relation} ${limit} ${unit}`.trim();

/** One line, such as "target 1 whole job, narration there ≤ 0.02: 0.0170 ok". */
export function targetLine(target: Target): string {
  const { number, name, reached, isMet, digits } = target;
  const result = reached === undefined ? 'not measured' : `${reached.toFixed(digits)} ${isMet ? 'ok' : 'MISSED'}`;
  return `target ${number} ${name} ${wantedOf(target)}: ${result}`;
}
