import type { Row } from '../row.ts';
import { MIB } from '../table.ts';
import type { Target } from '../targets.ts';
import { wantedOf } from '../targets.ts';
import type { Bar, BarChart } from './bar-chart.ts';
import { secondsText, timesText } from './figures.ts';
import type { LineChart } from './line-chart.ts';

/** A chart of bars under its heading. Rows that were not measured are left out; a chart without any is, too. */
export interface Plot {
  heading: string;
  about: string;
  chart: BarChart;
  /** What is not in it, and why. */
  remarks: readonly string[];
}

interface Wanted {
  heading: string;
  about: string;
  /** By id, in their order; with the names that they have in the chart. */
  rows: Readonly<Record<string, string>>;
  figure: (row: Row) => number | undefined;
  shown: (value: number) => string;
  /** The figures are reported as multiples of that of this row. */
  base?: string;
}

const seconds = (row: Row) => row.seconds;
const cpuSeconds = (row: Row) => row.cpuSeconds;

/** Rows of this service, by the beginning of their ids; all others are of other programs. */
const OURS =
  /^(?:rivals-)?(?:whole|edit|identical|video|fades|one-second|start|api|preview|memory|hour|slides|seconds)\b/;

const RIVALS: Wanted['rows'] = {
  'rivals-identical': 'this service, the same film again',
  'rivals-edit': 'this service, one title edited',
  'rivals-whole': 'this service, narration there',
  'rivals-whole-narrated': 'this service, from notes alone',
  'rivals-ffmpeg': 'ffmpeg, a GOP of 2 s repeated',
  'rivals-naive': 'ffmpeg, one plain run',
  'rivals-melt': 'melt',
  'rivals-moviepy': 'MoviePy 2',
  'rivals-editly': 'editly',
  'rivals-remotion': 'Remotion 4',
  'rivals-hyperframes': 'HyperFrames',
};
const LONG: Wanted['rows'] = {
  identical: 'this service, the same film again',
  edit: 'this service, one title edited',
  'video-png': 'this service, the video part alone',
  whole: 'this service, narration there',
  'whole-narrated': 'this service, from notes alone',
  ffmpeg: 'ffmpeg, a GOP of 2 s repeated',
  naive: 'ffmpeg, one plain run',
};

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const mebibytes = (value: number): string => `${value.toFixed(0)} MiB`;

const WANTED: readonly Wanted[] = [
  {
    heading: 'A minute of film, by each program',
    about:
      'Wall seconds for 6 slides of 10 s, 1080p30, with sound. Every program gets the same pictures and a sound of the same length; this service draws its pictures itself, and says what the notes say.',
    rows: RIVALS,
    figure: seconds,
    shown: secondsText,
    base: 'rivals-whole',
  },
  {
    heading: 'Ten minutes of film',
    about: 'Wall seconds for 60 slides of 10 s, 1080p30, with narration.',
    rows: LONG,
    figure: seconds,
    shown: secondsText,
    base: 'whole',
  },
  {
    heading: 'Ten minutes of film: processor time',
    about: 'Seconds of all cores together, for the same.',
    rows: LONG,
    figure: cpuSeconds,
    shown: secondsText,
    base: 'whole',
  },
  {
    heading: 'Fades between all slides',
    about: 'Wall seconds for the same slides, with a fade of half a second before each.',
    rows: {
      fades: 'this service, narration there',
      'naive-xfade': 'ffmpeg, a chain of xfade',
      'naive-overlay': 'ffmpeg, a chain of overlays',
    },
    figure: seconds,
    shown: secondsText,
    base: 'fades',
  },
  {
    heading: 'How long slides are shown',
    about: 'Wall seconds of the video part: a picture that does not move is encoded once.',
    rows: { 'seconds-5': '60 slides of 5 s', 'seconds-10': '60 slides of 10 s', 'seconds-60': '60 slides of 60 s' },
    figure: seconds,
    shown: secondsText,
  },
  {
    heading: 'How many slides there are',
    about: 'Wall seconds of the video part, with drawing.',
    rows: { 'slides-10': '10 slides of 10 s', 'slides-60': '60 slides of 10 s', 'slides-240': '240 slides of 10 s' },
    figure: seconds,
    shown: secondsText,
  },
  {
    heading: 'What a client waits for',
    about: 'Wall seconds on the local stack.',
    rows: {
      'one-second': 'one slide of 1 s, from POST to seen',
      'start-new': 'npm start to ready, a new folder',
      'start-again': 'npm start to ready, the same folder',
    },
    figure: seconds,
    shown: secondsText,
  },
  {
    heading: 'Requests',
    about: 'Milliseconds within which half of the requests were answered, on the local stack, one after another.',
    rows: {
      'api-read': 'GET a timeline',
      'api-create': 'POST a timeline with 10 slides',
      'api-render': 'POST a render',
      preview: 'GET a preview, another slide each time',
    },
    figure: ({ p50Ms }) => p50Ms,
    shown: milliseconds,
  },
  {
    heading: 'Memory',
    about: 'The most that one worker had resident, its children included.',
    rows: {
      whole: '60 slides at 1080p',
      fades: '60 slides at 1080p, with fades',
      'memory-2160p': '12 slides at 2160p',
      'memory-2160p-fades': '12 slides at 2160p, with fades',
      hour: 'an hour at 1080p',
    },
    figure: ({ peakBytes }) => (peakBytes === undefined ? undefined : peakBytes / MIB),
    shown: mebibytes,
  },
];

function plotOf(rows: ReadonlyMap<string, Row>, wanted: Wanted): Plot | undefined {
  const { heading, about, figure, shown, base } = wanted;
  const measured = (id: string | undefined) => {
    const row = id === undefined ? undefined : rows.get(id);
    return row && figure(row);
  };
  const whole = measured(base);
  const bars = Object.entries(wanted.rows).flatMap(([id, name]): Bar[] => {
    const value = measured(id);
    if (value === undefined) return [];
    const times = whole === undefined || id === base ? '' : `, ${timesText(value / whole)}`;
    return [{ name, value, figure: `${shown(value)}${times}`, kind: OURS.test(id) ? 'ours' : 'other' }];
  });
  if (bars.length === 0) return undefined;
  const remarks = Object.entries(wanted.rows).flatMap(([id, name]) => {
    const row = rows.get(id);
    if (row?.missing !== undefined) return [`${name} did not run here: ${row.missing}`];
    return row?.error === undefined ? [] : [`${name} failed: ${row.error}`];
  });
  const sorted = bars.toSorted((a, b) => a.value - b.value);
  return { heading, about, chart: { title: heading, bars: sorted }, remarks };
}

/** The bars of a result, a chart for each question. */
export function plotsOf(rows: readonly Row[]): Plot[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return WANTED.flatMap((wanted) => plotOf(byId, wanted) ?? []);
}

/** What was reached as a share of what may be: beyond the line at 1 a target is missed. Guards, which want more, are left out. */
export function targetsPlot(targets: readonly Target[]): BarChart | undefined {
  const bars = targets.flatMap((target): Bar[] => {
    const { name, reached, limit, relation, digits, isMet, unit } = target;
    if (reached === undefined || relation !== '≤') return [];
    const figure = `${reached.toFixed(digits)}${unit === '' ? '' : ` ${unit}`} (${wantedOf(target)})`;
    return [{ name, value: reached / limit, figure, kind: isMet ? 'met' : 'missed' }];
  });
  return bars.length === 0 ? undefined : { title: 'Targets', bars, limit: 1 };
}

const WORKERS = /^workers-(\d+)(-notes)?$/;

/** Wall time by workers: a chart for each deck. */
export function workersPlots(rows: readonly Row[]): LineChart[] {
  const found = rows.flatMap(({ id, curve }) => {
    const [, slides, notes] = WORKERS.exec(id) ?? [];
    return curve && slides !== undefined ? [{ slides, notes, curve }] : [];
  });
  return [...Map.groupBy(found, ({ slides }) => slides)].map(([slides, curves]) => ({
    title: `${slides} slides, seconds by workers`,
    lines: curves.map(({ notes, curve: { points, serialSeconds } }) => ({
      name: notes === undefined ? 'narration there' : 'from notes alone',
      kind: notes === undefined ? ('ours' as const) : ('other' as const),
      points,
      floor: serialSeconds,
    })),
  }));
}
