import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { slideAudioCodec } from '#adapters/aws/narration/narration-items.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { dueItemsIndex, tableKeys } from '#adapters/aws/table/keys.ts';
import { queryDueItems } from '#adapters/aws/table/query-due-items.ts';
import type { Table, TableItem } from '#adapters/aws/table/table.ts';
import { deliveryItem } from '#adapters/aws/webhooks/delivery-items.ts';
import { webhookCodec } from '#adapters/aws/webhooks/webhook-items.ts';
import { bundleHandlers } from '#deploy/bundle-handlers.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { firstAudioCheckTime } from '#features/narration/sweep-audio.ts';
import { createRenderEvent } from '#features/renders/events.ts';
import type { GeneratedAudio } from '#features/timelines/slide-audio.ts';
import type { Delivery } from '#features/webhooks/delivery.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import type { SweepReport } from '#platform/recovery/run-sweep.ts';
import { allDue } from '../data/all-due.ts';
import { startDatabase } from '../data/database.ts';
import { credentials, REGION, startSqs } from '../events/emulators.ts';
import { NOTHING_RESERVED, sampleRender, sampleTask, sampleWebhook, secondsAfter } from '../samples/entities.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * One run of a bundled function in its own process; prints what it came to. Plain JavaScript: a process that strips types
 * has some 40 MiB for that.
 */
const RUN_FUNCTION = `
  const { handler } = await import(process.argv[1]);
  const began = performance.now();
  const passed = () => performance.now() - began;
  const report = await handler({}, { getRemainingTimeInMillis: () => 55_000 - passed() });
  console.log(JSON.stringify({ report, seconds: passed() / 1000, memory_mb: process.resourceUsage().maxRSS / 1024 }));
  process.exit(0);
`;
const SWEEPS = ['renders', 'narration', 'lines', 'deliveries', 'outbox'] as const;
type SweepName = (typeof SWEEPS)[number];

/** How long ago the narrations were asked for, in seconds, and the other work was to be done. */
const BACKLOG_SECONDS = 2 * 3600;
const LOST_SECONDS = 600;
const ACCOUNTS = 40;
/** Items that are made and written at a time: two batches, which also a busy emulator answers in time. */
const WRITTEN = 50;

export interface Backlog {
  narrations: number;
  /** The most rounds: in each every function runs once, all at the same time. */
  rounds: number;
}

/** What one run of a function came to. */
export interface Sweep {
  report: SweepReport;
  seconds: number;
  /** The most memory that the process had, in MiB. */
  memory_mb: number;
}

export interface BacklogOutcome {
  rounds: Record<SweepName, Sweep>[];
  /** In each round: whether the delivery, the event and the render that were lost before it were sent on within it. */
  others: { deliveries: boolean; events: boolean; renders: boolean }[];
  /** How often a narration was looked at in all rounds: some come again while others have waited longer. */
  narrations: number;
  /** Narrations that no round has looked at. */
  left: number;
  /** How long the narrations took to be written, in seconds. */
  filled: number;
}

/** As serverless.yml has them for the sweepers. */
function nodeOptions(): string {
  const text = readFileSync(join(PROJECT, 'serverless.yml'), 'utf8');
  const [, options] = /&sweeperMemory \{ NODE_OPTIONS: '([^']+)'/.exec(text) ?? [];
  if (options === undefined) throw new Error('serverless.yml has no options of Node for the sweepers');
  return options;
}

function unfinishedAudio(index: number, at: Date): GeneratedAudio {
  const asked = formatUtcTimestamp(new Date(at.getTime() + index));
  return {
    account_id: `acc_backlog${index % ACCOUNTS}`,
    timeline_id: newId('timeline'),
    slide_id: newId('slide'),
    job: createOpaqueToken(),
    status: 'queued',
    source: 'generated',
    engine: 'e',
    language: 'en',
    voice: 'en',
    speed: 1,
    format: 'mp3',
    text: 'A sentence of some length, which is said again and again. '.repeat(10),
    notes_hash: 'n',
    speech_hash: 's',
    attempt: 0,
    enqueued_at: asked,
    created_at: asked,
  };
}

async function writeNarrations(table: Table, count: number, at: Date): Promise<void> {
  for (let from = 0; from < count; from += WRITTEN) {
    const items = Array.from(
      { length: Math.min(WRITTEN, count - from) },
      (_, index): ReturnType<typeof slideAudioCodec.toItem> => {
        const audio = unfinishedAudio(from + index, at);
        const { account_id, timeline_id, slide_id } = audio;
        const due = dueItemsIndex.audio.attributes(`${timeline_id}#${slide_id}`, firstAudioCheckTime(audio));
        return slideAudioCodec.toItem(tableKeys.audio(account_id, timeline_id, slide_id), audio, due as TableItem);
      },
    );
    await table.writeMany(items, []);
  }
}

/** A delivery, an event and a render whose messages are lost, of another account than the narrations. */
async function loseOthers(table: Table, account_id: string, at: Date): Promise<void> {
  const time = formatUtcTimestamp(at);
  const renders = renderRepository(table);
  const webhook = sampleWebhook({ id: newId('webhook'), account_id, events: ['render.failed'] });
  await table.put(webhookCodec.toItem(tableKeys.webhook(account_id, webhook.id), webhook));
  const lost: Delivery = {
    id: newId('delivery', at),
    account_id,
    receiver: { kind: 'webhook', id: webhook.id, url: webhook.url },
    event: 'render.failed',
    event_id: createOpaqueToken(),
    render_id: newId('render'),
    status: 'pending',
    tries: [],
    next_try_at: time,
    sweep_at: time,
    created_at: time,
  };
  await table.put(deliveryItem(lost));
  const deadline = formatUtcTimestamp(secondsAfter(86_400, at));
  const insert = async () => {
    const render = sampleRender({ id: newId('render', at), account_id, created_at: time, deadline });
    await renders.insert(render, sampleTask(render, { enqueued_at: time }), ENTITLEMENTS.max, NOTHING_RESERVED);
    return render;
  };
  const failed = { ...(await insert()), status: 'failed' as const };
  const event = createRenderEvent('render.failed', failed, time);
  await renders.fail(failed, { code: 'encoder_failed', message: 'no' }, event, 0, { deadline });
  await renders.releaseSlot(account_id, failed.id);
  await insert();
}

async function messagesIn(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  return Number(Attributes.ApproximateNumberOfMessages ?? 0);
}

/**
 * Runs the sweepers against a backlog of narration, each in its own process as the schedule does, while a delivery, an
 * event and a render are lost before each round. The rounds follow one another at once, up to the one that has looked at
 * every narration.
 */
export async function raiseBacklog({ narrations, rounds }: Backlog): Promise<BacklogOutcome> {
  // Inside of the project, where packages are found.
  const outDir = join(PROJECT, '.build', `backlog-${process.pid}`);
  const handlers = SWEEPS.map((name) => `functions/schedule/sweep-${name}.handler`);
  await mkdir(outDir, { recursive: true });
  // In a file, and with its indexes: the database in memory looks through all former writes at each write, so that 40,000
  // narrations were never all written.
  const database = await startDatabase(join(outDir, 'backlog.db'));
  const sqs = await startSqs();
  try {
    await bundleHandlers({ serviceDir: PROJECT, handlers, outDir });
    const { table } = database;
    const queue = Object.fromEntries(
      ['renders', 'narration', 'segments', 'assemblies', 'imports', 'deliveries', 'slow-deliveries'].map((name) => [
        `${name.toUpperCase().replace('-', '_')}_QUEUE_URL`,
        sqs.createQueue(name),
      ]),
    );
    const environment = {
      PATH: process.env.PATH,
      NODE_OPTIONS: nodeOptions(),
      STAGE: 'local',
      TABLE_NAME: table.name,
      BUCKET_NAME: 'none',
      ...queue,
      PREPARATION_SHARE: '10',
      NARRATION_SHARE: '12',
      ENCODING_SHARE: '50',
      FETCHING_SHARE: '8',
      DECODING_SHARE: '12',
      DECODER_FUNCTION: 'decoder',
      VIDEO_DECODER_FUNCTION: 'video-decoder',
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL: database.emulator.endpoint,
      AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${sqs.server.port}`,
    };
    const run = async (name: SweepName): Promise<Sweep> => {
      const options = { env: environment, maxBuffer: 64 * 1024 * 1024 };
      const bundle = join(outDir, `functions/schedule/sweep-${name}.mjs`);
      const args = ['--input-type=module', '--eval', RUN_FUNCTION, bundle];
      const { stdout } = await promisify(execFile)(process.execPath, args, options);
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Sweep;
    };
    const filling = performance.now();
    await writeNarrations(table, narrations, secondsAfter(-BACKLOG_SECONDS, new Date()));
    const filled = (performance.now() - filling) / 1000;

    // A narration that was looked at is due later than that.
    const begun = formatUtcTimestamp(new Date());
    const narrationsLeft = async (): Promise<number> =>
      (await allDue((request) => queryDueItems(table, dueItemsIndex.audio, request, (items) => items), begun)).length;
    const outcome: BacklogOutcome = { rounds: [], others: [], narrations: 0, left: await narrationsLeft(), filled };
    if (outcome.left !== narrations) throw new Error(`${outcome.left} of ${narrations} narrations are due`);
    while (outcome.rounds.length < rounds && outcome.left > 0) {
      await loseOthers(table, newId('account'), secondsAfter(-LOST_SECONDS, new Date()));
      const waiting = async () => ({
        deliveries: await messagesIn(sqs.client, queue.DELIVERIES_QUEUE_URL ?? ''),
        renders: await messagesIn(sqs.client, queue.RENDERS_QUEUE_URL ?? ''),
      });
      const before = await waiting();
      const sweeps = await Promise.all(SWEEPS.map(async (name) => [name, await run(name)] as const));
      const after = await waiting();
      const round = Object.fromEntries(sweeps) as Record<SweepName, Sweep>;
      outcome.rounds.push(round);
      outcome.narrations += round.narration.report.taken;
      outcome.left = await narrationsLeft();
      outcome.others.push({
        // One message is of the lost delivery, the other of the event.
        deliveries: round.deliveries.report.taken >= 1 && after.deliveries > before.deliveries,
        events: after.deliveries >= before.deliveries + 2,
        renders: after.renders > before.renders,
      });
    }
    return outcome;
  } finally {
    await sqs.stop();
    await database.stop();
    await rm(outDir, { recursive: true, force: true });
  }
}

/** The longest that a sweep may take, in seconds, and the most memory that it may have, in MiB. */
export const SWEEP_LIMITS = { seconds: 30, memory_mb: 200 } as const;

/** What went wrong, in words; none: all was in time. */
export function faultsOfBacklog(
  { rounds, others }: Pick<BacklogOutcome, 'rounds' | 'others'>,
  limits: Readonly<Record<keyof typeof SWEEP_LIMITS, number>> = SWEEP_LIMITS,
): string[] {
  const slow = rounds.flatMap((round, index) =>
    Object.entries(round)
      .filter(([, { seconds, memory_mb }]) => seconds >= limits.seconds || memory_mb >= limits.memory_mb)
      .map(([name, { seconds, memory_mb }]) => `${name} took ${seconds} s and ${memory_mb} MiB in round ${index + 1}`),
  );
  const failed = rounds.flatMap((round, index) =>
    Object.entries(round)
      .filter(([, { report }]) => report.failed + report.unreadable > 0)
      .map(([name]) => `${name} failed in round ${index + 1}`),
  );
  const late = others.flatMap((sent, index) =>
    Object.entries(sent).flatMap(([name, isSent]) => (isSent ? [] : [`${name} were late in round ${index + 1}`])),
  );
  return [...slow, ...failed, ...late];
}
