import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deliveryRetryDelaySeconds } from '#features/webhooks/retry-schedule.ts';
import { indexTable, itemTable } from './access-patterns.ts';
import { codecTable } from './codec-table.ts';
import { layoutTable } from './layout-table.ts';
import { limitsTable } from './limits-table.ts';
import type { MarkedBlock } from './marked-block.ts';
import { type Floors, roomsTable } from './rooms-table.ts';
import { timeText } from './time-text.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');
const RULES = '.dependency-cruiser.mjs';
const { ROOMS } = (await import(join(PROJECT, RULES))) as { ROOMS: { lib: Floors } };
const KEYS = 'lib/adapters/aws/table/keys.ts';

/** Waits between the attempts of a delivery, without their jitter. */
function waitsText(): string {
  const waits: number[] = [];
  for (;;) {
    const wait = deliveryRetryDelaySeconds('render.completed', waits.length + 1, 0.5);
    if (wait === undefined) break;
    waits.push(wait);
  }
  const days = Math.round(waits.reduce((sum, wait) => sum + wait, 0) / 86_400);
  const last = waits.at(-1) ?? 0;
  return `After a failed attempt, the next is made after ${waits.slice(0, -1).map(timeText).join(', ')} and ${timeText(last)} (±20 %): ${waits.length + 1} attempts within about ${days} days.`;
}

/** What each sweeper looks after, of the tags `@due` next to them. */
function sweepTable(): string {
  const rows = globSync('lib/**/*.ts', { cwd: PROJECT })
    .sort()
    .flatMap((file) =>
      [...read(file).matchAll(/@due (.*)\n(?:(?!@due)[\s\S])*?\bname: '([a-z-]+)'/g)].map(
        ([, due, name]) => `| \`${name}\` | \`${file}\` | ${due} |`,
      ),
    );
  return ['| name | its file | an item is due |', '|---|---|---|', ...rows].join('\n');
}

/** One line for each kind of work that a queue brings, of the files of its handlers. */
function queueWorkText(): string {
  const names = globSync('functions/queue/*.ts', { cwd: PROJECT })
    .map((file) => basename(file, '.ts'))
    .sort();
  return `Kinds of work: ${names.map((name) => `\`${name}\``).join(', ')}.`;
}

/** The row of a table of the bench, by its first cell. */
function benchSeconds(name: string): number {
  const cells = read('test/bench/README.md')
    .split('\n')
    .find((line) => line.startsWith(`| ${name} |`))
    ?.split('|');
  const seconds = Number(cells?.[2]);
  if (!Number.isFinite(seconds)) throw new RangeError(`test/bench/README.md has no row "${name}".`);
  return seconds;
}

/** The figures of the first page, of the run that the README of the bench describes. */
function headlineText(): string {
  const ready = benchSeconds('whole job by the API, narration there').toFixed(1);
  const spoken = benchSeconds('whole job by the API, narration made by it').toFixed(1);
  const naive = benchSeconds('naive: one ffmpeg run, x264 veryfast, with AAC').toFixed(0);
  const [, date] = /only whole,naive`, (\d{4}-\d\d-\d\d), 2 cores/.exec(read('test/bench/README.md')) ?? [];
  return `60 slides of 10 s at 1080p take ${ready} s through the API when their narration exists, ${spoken} s from the notes alone, and ${naive} s by one plain ffmpeg run over the same pictures (${date}, 2 cores: [how it is measured](test/bench/README.md)).`;
}

/** Facts that documents repeat, each with its document. `npm run facts` writes them; a test compares them. */
export const FACTS: readonly (MarkedBlock & { document: string })[] = [
  { document: 'README.md', name: 'headline', source: 'test/bench/README.md', text: headlineText() },
  { document: 'lib/README.md', name: 'rooms', source: RULES, text: roomsTable(join(PROJECT, 'lib'), ROOMS.lib) },
  { document: 'lib/adapters/aws/README.md', name: 'items', source: KEYS, text: itemTable(read(KEYS)) },
  { document: 'lib/adapters/aws/README.md', name: 'indexes', source: KEYS, text: indexTable(read(KEYS)) },
  { document: 'lib/platform/recovery/README.md', name: 'sweeps', source: 'the tags @due', text: sweepTable() },
  { document: 'functions/README.md', name: 'queue work', source: 'functions/queue', text: queueWorkText() },
  {
    document: 'lib/front/docs/guides/webhooks.md',
    name: 'waits',
    source: 'lib/features/webhooks/retry-schedule.ts',
    text: waitsText(),
  },
  {
    document: 'lib/front/docs/guides/looks.md',
    name: 'codecs',
    source: 'lib/engine/video/codecs/codec-facts.ts',
    text: codecTable(),
  },
  {
    document: 'lib/front/docs/guides/looks.md',
    name: 'layouts',
    source: 'lib/engine/video/drawing/layout/layout-facts.ts',
    text: layoutTable(),
  },
  {
    document: 'lib/front/docs/guides/requests.md',
    name: 'limits',
    source: 'lib/features/accounts/entitlements.ts',
    text: limitsTable(),
  },
];
