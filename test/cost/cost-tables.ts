import { narrationPerMinute, perMinute, perMonth, perThousandCalls, standingUsage, type Workload } from './costs.ts';
import type { Measured } from './measured.ts';
import { dollarsOf, OTHERS, PRICES, PRICES_AS_OF, type Priced, totalDollars, type Usage } from './prices.ts';

/** A table to be shown. */
export interface Table {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** What is aimed at, in dollars for a minute of video. */
export const TARGETS = { standing: 0.00003, fades: 0.0001 } as const;

const GROUPS: Readonly<Record<string, readonly Priced[]>> = {
  functions: ['gbSeconds', 'ephemeralGbSeconds', 'invocations'],
  table: ['writeUnits', 'readUnits'],
  bucket: ['bucketWrites', 'bucketReads', 'storedByteMonths'],
  queues: ['queueRequests'],
  API: ['apiRequests'],
  egress: ['egressBytes'],
  speech: ['spokenCharacters'],
  key: ['keyMonths'],
};

const money = (dollars: number): string =>
  dollars === 0 ? '' : dollars < 1 ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(2)}`;

function groupsOf(usage: Usage): string[] {
  const dollars = dollarsOf(usage);
  return Object.values(GROUPS).map((names) => money(names.reduce((sum, name) => sum + (dollars[name] ?? 0), 0)));
}

/** The tables of `npm run cost`, and their totals in dollars. */
export function costTables(measured: Measured, load: Workload): { tables: Table[]; figures: Record<string, number> } {
  const usages: Record<string, Usage> = {
    'a minute of still slides, existing narration': perMinute(measured, measured.standing),
    'a minute with a fade on every slide, existing narration': perMinute(measured, measured.fades),
    'narration of a minute, by the natural voice': narrationPerMinute(measured, 'natural'),
    'narration of a minute, by Polly': narrationPerMinute(measured, 'polly'),
    '1,000 calls that read': perThousandCalls(measured),
    'a month without work': standingUsage(),
    [`a month: ${load.films} videos of ${load.minutesPerFilm} min`]: perMonth(measured, load),
  };
  const figures = Object.fromEntries(Object.entries(usages).map(([name, usage]) => [name, totalDollars(usage)]));
  const costs: Table = {
    title: `Cost, by the measurement of ${measured.at} (${measured.machine})`,
    head: ['what', 'total', ...Object.keys(GROUPS)],
    rows: Object.entries(usages).map(([name, usage]) => [name, money(totalDollars(usage)), ...groupsOf(usage)]),
  };
  const others: Table = {
    title: 'What others ask for a minute',
    head: ['who', 'dollars', 'source'],
    rows: OTHERS.map(({ name, dollarsPerMinute: [least, most], source }) => [name, `$${least}–${most}`, source]),
  };
  const prices: Table = {
    title: `List prices, us-east-1, as of ${PRICES_AS_OF}`,
    head: ['for', 'dollars', 'published at', 'last compared with'],
    rows: Object.values(PRICES).map(({ dollars, per, unit, source, checked }) => [
      per === 1 ? unit : `${per.toLocaleString('en')} × ${unit}`,
      String(dollars),
      source,
      checked,
    ]),
  };
  return { tables: [costs, others, prices], figures };
}

/** A table in Markdown. */
export const markdownOf = ({ title, head, rows }: Table): string =>
  [
    `## ${title}`,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n');
