import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serviceOf, until } from '../service/start-service.ts';
import { type Blow, createStriker, planBlows } from './blows.ts';
import type { Check } from './checks.ts';
import { countBy } from './checks.ts';
import { becomeCustomer, type Customer } from './customer.ts';
import type { InsistentClient, Refusals } from './insistent-client.ts';
import { countsInLog, type KilledOutcome, SETTLE_SECONDS } from './kill-renders.ts';
import { allFiles, allItems, heldIn } from './leftovers.ts';
import {
  checksOfEvents,
  checksOfProcesses,
  checksOfRenders,
  checksOfRest,
  checksOfUsage,
  count,
  rendersIn,
  statusesOf,
  statusIn,
} from './render-checks.ts';
import { seededRandom } from './seeded-random.ts';
import { startTarget } from './stack-process.ts';
import { CHARACTERS, type Story } from './stories.ts';
import { strikeMeanwhile } from './strike-meanwhile.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

export interface KilledBatch {
  rows: number;
  /** How often something is killed, frozen or closed before the last row has ended. */
  kills: number;
  kinds: readonly Blow[];
  seed: number;
}

type Items = Parameters<typeof rendersIn>[0];

interface Batch {
  id: string;
  status: string;
  counts: { total: number; waiting: number; running: number; completed: number; failed: number; canceled: number };
}

const POLL_MS = 300;
const PAGE = 100;
/** What its own row speaks; what it shares with all others is spoken once. */
const OWN = '{{name}}.';
const noteOf = (text: string): string => text.padEnd(CHARACTERS - 1, ' so').concat('.');
const nameOf = (row: number): string => `Customer ${row}`.padEnd(CHARACTERS - 1, ' a').slice(0, CHARACTERS - 1);

/** Rows that are seen to have ended, by their renders: read before and after the counts, these must lie between. */
async function endedRows(client: InsistentClient, batchId: string): Promise<number> {
  let ended = 0;
  for (let cursor: string | null = '', query = ''; cursor !== null; query = `&cursor=${cursor}`) {
    const page: { data: { status: string }[]; next_cursor: string | null } = await client.send(
      'GET',
      `/batches/${batchId}/renders?limit=${PAGE}${query}`,
    );
    ended += page.data.filter(({ status }) => ['completed', 'failed', 'canceled'].includes(status)).length;
    cursor = page.next_cursor;
  }
  return ended;
}

const endedIn = ({ counts: { completed, failed, canceled } }: Batch): number => completed + failed + canceled;

/** What is wrong with the counts of a look, next to the look before it. */
function faultsOfLook(now: Batch, before: Batch, rows: number, [least, most]: readonly [number, number]): string[] {
  const { total, ...states } = now.counts;
  const shown = JSON.stringify(now.counts);
  const sum = Object.values(states).reduce((all, one) => all + one, 0);
  const ended = endedIn(now);
  return [
    ...(total === rows && sum === rows ? [] : [`${sum} of ${total} rows in ${shown}`]),
    ...(Object.values(states).every((one) => one >= 0) ? [] : [`less than none in ${shown}`]),
    ...(now.counts.waiting <= before.counts.waiting ? [] : [`rows wait again in ${shown}`]),
    ...(ended >= endedIn(before) ? [] : [`rows that had ended have not in ${shown}`]),
    ...(ended >= least && ended <= most ? [] : [`${least} to ${most} rows have ended, and not those of ${shown}`]),
    ...((now.status === 'running') === ended < rows ? [] : [`${now.status} with ${shown}`]),
  ];
}

/** Looks at a batch until all its rows have ended. @param ended receives how many have @returns what was wrong, and how often it looked */
async function watchBatch(
  client: InsistentClient,
  begun: Batch,
  rows: number,
  ended: (count: number) => void,
): Promise<{ faults: string[]; looks: number; last: Batch }> {
  const faults: string[] = [];
  let last = begun;
  let looks = 0;
  for (; last.status === 'running'; looks++) {
    await wait(POLL_MS);
    const least = await endedRows(client, begun.id);
    const now = await client.send<Batch>('GET', `/batches/${begun.id}`);
    const most = await endedRows(client, begun.id);
    faults.push(...faultsOfLook(now, last, rows, [least, most]));
    last = now;
    ended(endedIn(now));
  }
  return { faults, looks, last };
}

/** A timeline of which one slide of four is of the row: its picture and its speech. */
const timelineOf = (seed: number) => ({
  title: 'For {{name}}',
  resolution: '480p',
  language: 'en',
  variables: { name: null },
  slides: [
    { title: 'Hello {{name}}', speaker_notes: OWN },
    { title: `The same for all, ${seed}`, speaker_notes: noteOf(`This is told to all of run ${seed}, and once`) },
    ...[1, 2].map((slide) => ({ title: `Also ${slide}`, duration_seconds: 1 })),
  ],
  transition: { type: 'zoom', duration_seconds: 0.4 },
});

/** Makes a video of each row of a batch while a service is being broken, and checks that each is made once and counted rightly. */
export async function killBatch(directory: string, { rows, kills, kinds, seed }: KilledBatch): Promise<KilledOutcome> {
  const dataDir = join(directory, 'data');
  const target = await startTarget(dataDir);
  const refusals: Refusals = { counts: {}, wrong: [] };
  let customer: Customer | undefined;
  try {
    customer = await becomeCustomer(target, refusals);
    const { client, receiver } = customer;
    const { id: timelineId } = await client.send<{ id: string }>('POST', '/timelines', timelineOf(seed), 'timeline');
    const started = performance.now();
    const request = {
      timeline_id: timelineId,
      output: { fps: 24 },
      rows: Array.from({ length: rows }, (_, row) => ({ variables: { name: nameOf(row) }, external_id: `row-${row}` })),
    };
    const begun = await client.send<Batch>('POST', '/batches', request, 'batch');

    const random = seededRandom(seed);
    let ended = 0;
    const isOver = () => ended === rows;
    const striker = createStriker(target, { receivers: [receiver] }, random, isOver);
    const made: Blow[] = [];
    // All are due in the first half: later there may be nothing left to hit.
    const share = () => Math.min(1, (2 * (ended + 1)) / rows);
    const striking = strikeMeanwhile(planBlows(kills, kinds, random), made, striker.strike, share, isOver, random);
    striking.catch(() => undefined);
    const { faults, looks, last } = await watchBatch(client, begun, rows, (count) => {
      ended = count;
    });
    const seconds = (performance.now() - started) / 1000;
    await striking;
    await striker.recovered();
    await waitUntilIdle(serviceOf({ ...target, children: () => ({}) }, dataDir, directory), SETTLE_SECONDS);
    const items = await until(
      () => allItems(target.environment),
      (all) => heldIn(all, new Date()).length === 0,
      SETTLE_SECONDS,
    ).catch(() => allItems(target.environment));

    const stories = storiesOf(items, timelineId);
    const checks = [
      ...(await checksOfRows(client, begun, rows, items)),
      { what: 'looks at the counts', wanted: '> 0', seen: looks, holds: looks > 0 },
      { what: 'looks at which they were wrong', wanted: '0', seen: count(faults) },
      { what: 'the batch', wanted: 'completed', seen: last.status },
      ...(await checksOfRenders(directory, [customer], stories, items)),
      ...checksOfEvents([customer], stories, items),
      ...(await checksOfUsage(target, [customer], stories, items)),
      ...checksOfRest(items, await allFiles(target.environment)),
      { what: 'answers that no client should get', wanted: 0, seen: count(refusals.wrong) },
      { what: 'kills that hit something', wanted: kills, seen: made.length },
    ];
    const figures = {
      ...{ rows, kills, seed, made: countBy(made), statuses: statusesOf(items), looks },
      ...countsInLog(readFileSync(target.log, 'utf8'), statusIn(items)),
      refusals: refusals.counts,
      seconds: Math.round(seconds),
    };
    await target.stop();
    checks.push(...checksOfProcesses(dataDir));
    return { figures, checks };
  } finally {
    await customer?.receiver.stop();
    await target.kill();
  }
}

/** What its customer knows of each row: it asked for a video, and canceled none. */
const storiesOf = (items: Items, timeline: string): Story[] =>
  rendersIn(items).map(({ id }) => ({
    account: 0,
    render: String(id),
    timeline,
    canceled: false,
    seconds: undefined,
    deleted: false,
  }));
/** Every row has one render and one line of the results, in order. */
async function checksOfRows(client: InsistentClient, batch: Batch, rows: number, items: Items): Promise<Check[]> {
  const wanted = Array.from({ length: rows }, (_, row) => `row-${row}`);
  const made = rendersIn(items).map(({ external_id }) => String(external_id));
  const csv = await client.sendText(`/batches/${batch.id}/results.csv`);
  const told = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1]);
  return [
    {
      what: 'rows without exactly one render',
      wanted: '0',
      seen: count(wanted.filter((row) => made.filter((one) => one === row).length !== 1)),
    },
    { what: 'renders', wanted: rows, seen: made.length },
    {
      what: 'rows whose line of the results is not in its place',
      wanted: '0',
      seen: count(wanted.filter((row, index) => told[index] !== row)),
    },
    { what: 'lines of the results', wanted: rows, seen: told.length },
  ];
}
