/**
 * What a minute of film, 1,000 calls to the API and a month of a workload cost at the list prices of AWS.
 *
 *   node test/cost/run.ts [--measure] [--json] [--films N] [--minutes N] [--narrated 0–1] [--calls N] [--downloads N] [--days N]
 *
 * `--measure` measures on the local stack (about two minutes) and writes test/cost/measured.json; without it that file is used.
 */
import { parseArgs } from 'node:util';
import { costTables, markdownOf } from './cost-tables.ts';
import { measure } from './measure.ts';
import { readMeasured, writeMeasured } from './measured.ts';

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    films: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '5' },
    narrated: { type: 'string', default: '0.5' },
    calls: { type: 'string', default: '40' },
    downloads: { type: 'string', default: '3' },
    days: { type: 'string', default: '90' },
  },
});

if (values.measure) writeMeasured(await measure());
const measured = readMeasured();
const { tables, figures } = costTables(measured, {
  films: Number(values.films),
  minutesPerFilm: Number(values.minutes),
  narrated: Number(values.narrated),
  callsPerFilm: Number(values.calls),
  downloadsPerFilm: Number(values.downloads),
  keptDays: Number(values.days),
});
console.log(values.json ? JSON.stringify({ measured, figures }, undefined, 2) : tables.map(markdownOf).join('\n'));
