/** Costs of a minute of video, 1,000 calls to the API and a month of a workload at the list prices of AWS. */
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION } from '#test/support/command-options.ts';
import { costTables, markdownOf } from './cost-tables.ts';
import { measure } from './measure.ts';
import { readMeasured, writeMeasured } from './measured.ts';

const USAGE = `npm run cost [-- options]: what videos and calls cost at the list prices of AWS
  --measure       measure on the local stack first (about two minutes), and keep it in test/cost/measured.json
  --json          print JSON
  --videos N      videos a month (1000)
  --minutes N     minutes of each (5)
  --narrated N    how many of them have narration, 0 to 1 (0.5)
  --calls N       calls to the API for each (40)
  --downloads N   downloads of each (3)
  --days N        for how long a video is kept (90)`;

const values = parseOptionsOrExit(USAGE, {
  measure: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  videos: { ...NUMBER_OPTION, default: '1000' },
  minutes: { ...NUMBER_OPTION, default: '5' },
  narrated: { ...NUMBER_OPTION, default: '0.5' },
  calls: { ...NUMBER_OPTION, default: '40' },
  downloads: { ...NUMBER_OPTION, default: '3' },
  days: { ...NUMBER_OPTION, default: '90' },
});

if (values.measure) writeMeasured(await measure());
const measured = readMeasured();
const { tables, figures } = costTables(measured, {
  films: Number(values.videos),
  minutesPerFilm: Number(values.minutes),
  narrated: Number(values.narrated),
  callsPerFilm: Number(values.calls),
  downloadsPerFilm: Number(values.downloads),
  keptDays: Number(values.days),
});
console.log(values.json ? JSON.stringify({ measured, figures }, undefined, 2) : tables.map(markdownOf).join('\n'));
