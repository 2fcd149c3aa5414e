/**
 * Simulates 1 to 100,000 renders an hour over the limits of this project and of AWS.
 *
 * Prints latencies, cost, the first limit and what to raise, and writes .bench/simulation.html with plots. The times are those of
 * test/cost/measured.json. The same seed gives the same result.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { element, escaped } from '#test/bench/page/markup.ts';
import { STYLE } from '#test/bench/page/style.ts';
import { NUMBER_OPTION } from '#test/support/command-options.ts';
import { readMeasured } from '../measured.ts';
import { RATES, type RateResult, raised, simulateRate } from './by-rate.ts';
import { rateChart } from './rate-chart.ts';
import { DEFAULT_LIMITS, REMEDIES, unitTimesOf } from './scenario.ts';

const USAGE = `npm run simulate [-- options]: latencies, cost and the first limit, from 1 to 100,000 renders an hour
  --seed N        of the arrivals (1)
  --narrated N    how many of the renders have narration made, 0 to 1 (0)
  --account N     functions that the AWS account runs at once (${DEFAULT_LIMITS.account})
  --polls N       looks at a render until it is seen as completed (40)
  --json          print JSON, and write no page`;

const values = parseOptionsOrExit(USAGE, {
  seed: { ...NUMBER_OPTION, default: '1' },
  narrated: { ...NUMBER_OPTION, default: '0' },
  account: { ...NUMBER_OPTION, default: String(DEFAULT_LIMITS.account) },
  polls: { ...NUMBER_OPTION, default: '40' },
  json: { type: 'boolean', default: false },
});
const measured = readMeasured();
const options = {
  measured,
  times: unitTimesOf(measured, Number(values.polls)),
  narrated: Number(values.narrated),
  seed: Number(values.seed),
};
const limits = { ...DEFAULT_LIMITS, account: Number(values.account) };
const rows = RATES.map((rate) => ({
  now: simulateRate(options, rate, limits),
  wide: simulateRate(options, rate, raised(options, rate, limits)),
  needs: raised(options, rate, limits),
}));

/** Seconds in three digits, minutes and hours where they are more. */
function timeText(seconds: number): string {
  if (seconds < 120) return `${seconds.toPrecision(3)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
const times = ({ p50, p95, p99 }: RateResult): string => [p50, p95, p99].map(timeText).join(' / ');
const percent = (share: number): string => `${Math.round(100 * share)} %`;

if (values.json) console.log(JSON.stringify({ options, limits, rows }, undefined, 2));
else {
  console.log(
    `Seed ${values.seed}, narration made in ${percent(options.narrated)} of the renders, an account with ${limits.account} at once.\n`,
  );
  console.log('| renders/h | p50 / p95 / p99 | $/h | first limit | used | raised to | then p50 / p95 / p99 |');
  console.log('|---|---|---|---|---|---|---|');
  for (const { now, wide, needs } of rows) {
    const to: Record<string, number | undefined> = {
      ...needs.pools,
      account: needs.account,
      creation: needs.creation?.rate,
    };
    const limit =
      now.limit === undefined
        ? ['', '', '', '']
        : [now.limit, percent(now.used[now.limit] ?? 0), String(to[now.limit] ?? ''), times(wide)];
    console.log(
      `| ${[now.perHour.toLocaleString('en'), times(now), now.dollars.toPrecision(2), ...limit].join(' | ')} |`,
    );
  }
  const hit = new Set(rows.flatMap(({ now }) => now.limit ?? []));
  for (const name of hit) console.log(`\n${name}: raise ${REMEDIES[name] ?? ''}.`);
}

const line = (name: string, kind: 'ours' | 'other', value: (row: (typeof rows)[number]) => number) => ({
  name,
  kind,
  points: rows.map((row) => ({ perHour: row.now.perHour, value: value(row) })),
});
const charts: [string, string][] = [
  [
    'Seconds until a render has ended, with the limits as they are',
    rateChart(
      'Latency',
      [
        line('p99', 'other', ({ now }) => now.p99),
        line('p95', 'other', ({ now }) => now.p95),
        line('p50', 'ours', ({ now }) => now.p50),
      ],
      ' s',
    ),
  ],
  [
    'Seconds until a render has ended, with limits raised',
    rateChart(
      'Latency with limits raised',
      [line('p99', 'other', ({ wide }) => wide.p99), line('p50', 'ours', ({ wide }) => wide.p50)],
      ' s',
    ),
  ],
  ['Dollars an hour', rateChart('Cost', [line('all', 'ours', ({ now }) => now.dollars)], ' $')],
];
const folder = join(import.meta.dirname, '../../../.bench');
mkdirSync(folder, { recursive: true });
const body = charts.map(([title, svg]) => element('h2', {}, escaped(title)) + svg).join('');
writeFileSync(
  join(folder, 'simulation.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Simulation</title><style>${STYLE}</style><main><h1>Renders an hour, simulated</h1>${body}</main></html>\n`,
);
