import { setTimeout as wait } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { slideAudioRepository } from '#adapters/aws/narration/slide-audio-repository.ts';
import type { AccountMonthUsage } from '#features/accounts/usage.ts';
import type { Schemas } from '#front/client/client.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { childrenOf, processesOf } from '../processes/children.ts';
import { signalProcess } from '../processes/process-tree.ts';
import { type Client, type OwnService, until } from '../service/start-service.ts';
import { withTable } from '../service/with-table.ts';
import { seededRandom } from './seeded-random.ts';

export interface NarrationChaos {
  kills: number;
  slides: number;
  seed: number;
  /**
   * Kills only workers that were seen at work, and every other time one that has a slide at that very moment: what dies
   * while it starts takes its message with it for a minute or two, and of a few kills all could fall between two slides.
   */
  sparesStarting?: boolean;
}

export interface NarrationOutcome {
  /** Slides by the status of their audio. */
  statuses: Record<string, number>;
  /** Characters that were counted, and those of all notes. */
  characters: { counted: number; said: number };
  killed: number;
  /** How often a worker was killed that had a slide. */
  interrupted: number;
  /** Names of stored files by their extension. */
  files: Record<string, number>;
  /** How long the killing took, and until the last slide was ready after it, in seconds. */
  killing: number;
  settling: number;
}

/** Milliseconds between two kills: about as long as a slide takes, so that few workers get through two of them. */
const MIN_MS = 100;
const MAX_MS = 1200;
/** And between two looks at who is at work: a worker has its ffmpeg for some 100 ms a slide. */
const LOOK_MS = 40;
/** The sweeper looks after what fell between a queue and its worker every minute, and leaves it two minutes. */
const SETTLE_SECONDS = 420;

const notesOf = (slide: number, seed: number): string =>
  `Slide ${slide + 1} of ${seed}. The voice goes on for some seconds, so that there is time to interrupt it. ${'It says one more thing. '.repeat(1 + (slide % 4))}`.trim();

interface Asked {
  timeline: Schemas['Timeline'];
  /** Characters of all notes. */
  said: number;
}

async function ask(client: Client, { slides, seed }: NarrationChaos): Promise<Asked> {
  const notes = Array.from({ length: slides }, (_, slide) => notesOf(slide, seed));
  const timeline = await client.ok<Schemas['Timeline']>('POST', '/timelines', {
    title: 'Chaos',
    slides: notes.map((speaker_notes, slide) => ({ title: `Slide ${slide + 1}`, speaker_notes })),
  });
  for (const { id } of timeline.slides) await client.ok('POST', `/timelines/${timeline.id}/slides/${id}/audio`, {});
  return { timeline, said: notes.reduce((sum, text) => sum + [...text].length, 0) };
}

async function statusesOf(client: Client, { id }: Asked['timeline']): Promise<Record<string, number>> {
  const { slides } = await client.ok<Schemas['Timeline']>('GET', `/timelines/${id}`);
  const statuses: Record<string, number> = {};
  for (const { audio } of slides) statuses[audio.status] = (statuses[audio.status] ?? 0) + 1;
  return statuses;
}

/**
 * Kills a worker in the middle of a slide, however late this process gets its turn: the worker waits for its ffmpeg, which is
 * stopped first. @returns false when the ffmpeg had ended before.
 */
function killAtWork(worker: number): boolean {
  const [encoder] = childrenOf(worker, 'ffmpeg');
  if (encoder === undefined || !signalProcess(encoder, 'SIGSTOP')) return false;
  const isAtWork = childrenOf(worker, 'ffmpeg').includes(encoder) && signalProcess(worker, 'SIGKILL');
  signalProcess(encoder, 'SIGCONT');
  return isAtWork;
}

/** @returns how many were killed: fewer than wanted when everything was ready before. */
async function killAtRandom(
  { stack }: OwnService,
  { kills, seed, sparesStarting }: NarrationChaos,
  isOver: () => Promise<boolean>,
): Promise<number> {
  const seenAtWork = new Set<number>();
  const random = seededRandom(seed);
  let killed = 0;
  while (killed < kills && !(await isOver())) {
    const next = performance.now() + MIN_MS + random() * (MAX_MS - MIN_MS);
    const isAimed = sparesStarting === true && killed % 2 === 0;
    let all: readonly number[];
    let atWork: readonly number[];
    do {
      await wait(LOOK_MS);
      const encoding = new Set(processesOf('ffmpeg').map(({ parent }) => parent));
      all = stack.workers().narrateSlide ?? [];
      atWork = all.filter((worker) => encoding.has(worker));
      for (const worker of atWork) seenAtWork.add(worker);
    } while (performance.now() < next || (isAimed && atWork.length === 0 && !(await isOver())));
    if (isAimed) {
      const victim = atWork.find(killAtWork);
      if (victim === undefined) continue;
    } else {
      const workers = sparesStarting ? all.filter((worker) => seenAtWork.has(worker)) : all;
      const pid = workers[Math.floor(random() * workers.length)];
      // It may have ended by itself since it was listed.
      if (pid === undefined || !signalProcess(pid, 'SIGKILL')) continue;
    }
    killed += 1;
  }
  return killed;
}

async function filesOf({ stack: { environment } }: OwnService, { accountId }: Client): Promise<Record<string, number>> {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '', BUCKET_NAME: Bucket = '' } = environment;
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  const files: Record<string, number> = {};
  try {
    const Prefix = storageKeys.speech(accountId, '').replace(/\.wav$/, '');
    for (let ContinuationToken: string | undefined, more = true; more; more = ContinuationToken !== undefined) {
      const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
      for (const { Key = '' } of page.Contents ?? []) {
        const extension = Key.slice(Key.lastIndexOf('.') + 1);
        files[extension] = (files[extension] ?? 0) + 1;
      }
      ContinuationToken = page.NextContinuationToken;
    }
  } finally {
    s3.destroy();
  }
  return files;
}

async function interruptionsOf(
  service: OwnService,
  { accountId: account_id }: Client,
  { id: timeline_id, slides }: Asked['timeline'],
): Promise<number> {
  const audios = await withTable(service, (table) => {
    const store = slideAudioRepository(table);
    return Promise.all(slides.map(({ id: slide_id }) => store.find({ account_id, timeline_id, slide_id })));
  });
  return audios.reduce((sum, audio) => sum + (audio?.attempt ?? 1) - 1, 0);
}

const isSettled = ({ queued = 0, processing = 0 }: Record<string, number>) => queued + processing === 0;

/** Kills workers while slides are narrated, until as many are killed as are wanted or all is over. @returns how many were killed */
export type KillNarrators = (
  service: OwnService,
  wanted: NarrationChaos,
  isOver: () => Promise<boolean>,
) => Promise<number>;

/** Has slides narrated while their workers are killed; reports their state once all work is over. */
export async function breakNarration(
  service: OwnService,
  wanted: NarrationChaos,
  kill: KillNarrators = killAtRandom,
): Promise<NarrationOutcome> {
  const client = await service.account('max');
  const { timeline, said } = await ask(client, wanted);
  const begun = performance.now();
  const kills = await kill(service, wanted, async () => isSettled(await statusesOf(client, timeline)));
  const killed = performance.now();
  const statuses = await until(() => statusesOf(client, timeline), isSettled, SETTLE_SECONDS);
  const { usage } = await client.ok<{ usage: AccountMonthUsage }>('GET', '/entitlements');
  return {
    killed: kills,
    statuses,
    characters: { counted: usage.narration_characters, said },
    files: await filesOf(service, client),
    interrupted: await interruptionsOf(service, client, timeline),
    killing: (killed - begun) / 1000,
    settling: (performance.now() - killed) / 1000,
  };
}
