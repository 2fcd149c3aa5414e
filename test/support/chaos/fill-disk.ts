import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { createDevelopmentAccount } from '#cli/operator.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { serviceOf, until } from '../service/start-service.ts';
import { type Check, countBy } from './checks.ts';
import { insistentClient, type Refusals } from './insistent-client.ts';
import { allFiles, allItems, fileFaults, heldIn } from './leftovers.ts';
import { startTarget, type Target } from './stack-process.ts';
import { startVerifyingReceiver } from './verifying-receiver.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

export interface FullDisk {
  megabytes: number;
  /** How often the disk is full. */
  rounds: number;
  /** Seconds for which it is full each time: longer than a lease. */
  seconds: number;
}

/** This machine does not let a file system be mounted. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
}

/** A file system in memory, of a size. @throws NotAllowed */
export function mountSmallDisk(folder: string, megabytes: number): { unmount(): void } {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new NotAllowed(`a small disk cannot be mounted here: ${String(stderr ?? error).trim()}`);
  }
  return { unmount: () => void execFileSync('umount', ['-l', folder]) };
}

const CHUNKS = [1 << 20, 1 << 12, 1 << 8];

/** Writes until nothing more goes in. */
function fill(file: string): void {
  const handle = openSync(file, 'a');
  try {
    for (const bytes of CHUNKS) {
      const chunk = Buffer.alloc(bytes, 1);
      try {
        while (writeSync(handle, chunk) === bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(handle);
  }
}

/** What clients were answered while the disk was full. */
interface Meanwhile {
  answers: string[];
  wrong: string[];
  /** Renders that were accepted. */
  accepted: string[];
}

const REQUEST_MS = 45_000;
/** How a start on a full disk is refused. */
const FULL = /^Error: the service did not start: DATA_DIR: \S+ cannot be written: no space left on the device$/;

interface Timeline {
  id: string;
  slides: { id: string }[];
}

const filmOf = (number: string) => ({
  title: `Film ${number}`,
  resolution: '480p',
  slides: [
    {
      title: `Film ${number} speaks`,
      speaker_notes: `This is film ${number}. It says one sentence, and then another one.`,
    },
    ...[1, 2, 3].map((slide) => ({ title: `Slide ${slide} of film ${number}`, duration_seconds: 2 })),
  ],
});

const sha256 = (bytes: ArrayBuffer): string => createHash('sha256').update(Buffer.from(bytes)).digest('hex');

/** What a database in a file says of itself: `ok`, or what is wrong. */
function integrityOf(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(Object.values(row)[0]))
      .join('; ');
  } finally {
    database.close();
  }
}

/** Fills the disk of a service while renders are made, and checks what it answers meanwhile and what is left afterwards. */
export async function fillDisk(directory: string, { megabytes, rounds, seconds }: FullDisk) {
  const disk = join(directory, 'disk');
  const mounted = mountSmallDisk(disk, megabytes);
  const dataDir = join(disk, 'data');
  const filler = join(disk, 'filler');
  const refusals: Refusals = { counts: {}, wrong: [] };
  const receiver = await startVerifyingReceiver();
  let target: Target | undefined;
  try {
    const running = await startTarget(dataDir);
    target = running;
    const { baseUrl, environment } = running;
    const made = await createDevelopmentAccount(environment, { name: 'Disk', email: 'd@example.com', plan: 'max' });
    const client = insistentClient({ baseUrl, accountId: made.account_id, apiKey: made.api_key }, refusals);
    const { signing_secret } = await client.send<{ signing_secret: string }>('POST', '/webhooks', {
      url: receiver.url,
      events: ['render.completed', 'render.failed'],
    });
    receiver.useSecret(signing_secret);
    const render = async (number: string): Promise<string> => {
      const timeline = await client.send<Timeline>('POST', '/timelines', filmOf(number), `timeline-${number}`);
      const request = { timeline_id: timeline.id, output: { fps: 24 } };
      return (await client.send<RenderAnswer>('POST', '/renders', request, `render-${number}`)).id;
    };
    const end = (id: string): Promise<RenderAnswer> =>
      until(
        () => client.send<RenderAnswer>('GET', `/renders/${id}`),
        ({ status }) => ['completed', 'failed', 'canceled'].includes(status),
        600,
      );
    const hashOf = async ({ output }: RenderAnswer): Promise<string> =>
      output.url === null ? 'no film' : sha256(await (await fetch(output.url)).arrayBuffer());

    const before = await end(await render('before'));
    const hash = await hashOf(before);
    const beforeTimeline = await client.send<Timeline>('POST', '/timelines', filmOf('edited'), 'timeline-edited');

    /** One request, without insisting. */
    const ask = async (meanwhile: Meanwhile, method: string, path: string, body?: object): Promise<void> => {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': made.api_key, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const text = await response.text();
      const isClear = response.status === 503 && Number(response.headers.get('retry-after')) > 0;
      meanwhile.answers.push(`${method} ${response.status}`);
      if (response.status !== 200 && !isClear) meanwhile.wrong.push(`${method} ${path}: ${response.status} ${text}`);
      if (response.status === 200 && path === '/renders')
        meanwhile.accepted.push((JSON.parse(text) as RenderAnswer).id);
    };

    const meanwhile: Meanwhile = { answers: [], wrong: [], accepted: [] };
    const begun: string[] = [];
    const roundsFull: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // What is under way when the disk becomes full: two videos, at another moment in each round.
      begun.push(await render(`${round}-a`), await render(`${round}-b`));
      await wait(300 * round);
      const full = performance.now();
      fill(filler);
      const requests = async (): Promise<void> => {
        for (let count = 0; performance.now() - full < seconds * 1000; count++) {
          await ask(meanwhile, 'GET', `/renders/${before.id}`);
          await ask(meanwhile, 'POST', '/timelines', filmOf(`full-${round}-${count}`));
          await ask(meanwhile, 'PUT', `/timelines/${beforeTimeline.id}`, { title: `Full ${round} ${count}` });
          await ask(meanwhile, 'POST', '/renders', { timeline_id: beforeTimeline.id, narration: 'none' });
          // What other processes gave back is taken again.
          fill(filler);
        }
      };
      await Promise.all([requests(), requests()]);
      roundsFull.push(statfsSync(disk).bavail);
      rmSync(filler);
      for (const id of begun) await end(id);
    }

    // A start on a full disk says so, or works; with space it works, on all there was.
    await running.kill();
    fill(filler);
    const refused = await running.start().then(
      () => 'it started',
      (error: unknown) => String(error).replaceAll(dataDir, 'DATA_DIR'),
    );
    rmSync(filler);
    await running.kill();
    await running.start();

    const after = await end(await render('after'));
    const accepted = [...new Set([...begun, ...meanwhile.accepted, before.id, after.id])];
    for (const id of accepted) await end(id);
    await waitUntilIdle(serviceOf({ ...running, children: () => ({}) }, dataDir, directory), 600);
    const items = await until(
      () => allItems(environment),
      (all) => heldIn(all, new Date()).length === 0,
      300,
    ).catch(() => allItems(environment));
    const ends = items.filter(({ entity }) => entity === 'render');
    const { missing, unnamed } = fileFaults(items, await allFiles(environment));
    const events = (id: unknown) =>
      new Set(receiver.received.filter(({ render_id }) => render_id === id).map(({ event_id }) => event_id)).size;
    const damaged: string[] = [];
    for (const { id, status } of ends.filter(({ status }) => status === 'completed')) {
      const answer = await client.send<RenderAnswer>('GET', `/renders/${String(id)}`);
      const bytes = await (await fetch(answer.output.url ?? '')).arrayBuffer();
      if (bytes.byteLength !== answer.output.size_bytes) damaged.push(`${String(id)} ${String(status)}`);
    }
    const sameHash = (await hashOf(await end(before.id))) === hash;
    const integrity = ['dynamodb', 'sqs'].flatMap((name) =>
      readdirSync(join(dataDir, name))
        .filter((file) => file.endsWith('.db'))
        .map((file) => `${name}: ${integrityOf(join(dataDir, name, file))}`),
    );
    const list = (found: readonly string[]): string =>
      found.length === 0 ? '0' : `${found.length}: ${found.slice(0, 4).join('; ')}`;
    const unclear = ends.filter(({ status, error }) => status === 'failed' && !(error as { code?: string })?.code);
    const checks: Check[] = [
      {
        what: 'blocks free while the disk was full, at most',
        wanted: '< 64',
        seen: Math.max(...roundsFull),
        holds: Math.max(...roundsFull) < 64,
      },
      {
        what: 'requests that were refused meanwhile',
        wanted: '> 0',
        seen: meanwhile.answers.filter((answer) => answer.endsWith('503')).length,
        holds: meanwhile.answers.some((answer) => answer.endsWith('503')),
      },
      { what: 'answers that are neither 200 nor 503 with a time', wanted: '0', seen: list(meanwhile.wrong) },
      {
        what: 'accepted renders without an end',
        wanted: '0',
        seen: list(
          ends.filter(({ status }) => !['completed', 'failed'].includes(String(status))).map(({ id }) => String(id)),
        ),
      },
      {
        what: 'accepted renders that are not there',
        wanted: '0',
        seen: list(accepted.filter((id) => !ends.some((render) => render.id === id))),
      },
      { what: 'failed renders without a code', wanted: '0', seen: list(unclear.map(({ id }) => String(id))) },
      {
        what: 'renders without exactly one event of their end',
        wanted: '0',
        seen: list(
          ends.filter(({ id }) => events(id) !== 1).map(({ id, status }) => `${String(id)} ${String(status)}`),
        ),
      },
      { what: 'the render after it', wanted: 'completed', seen: after.status },
      { what: 'the film before it is the same', wanted: 'true', seen: String(sameHash) },
      { what: 'films that are not whole', wanted: '0', seen: list(damaged) },
      {
        what: 'databases',
        wanted: integrity.map((one) => one.replace(/:.*/, ': ok')).join(', '),
        seen: integrity.join(', '),
        holds: integrity.length >= 2 && integrity.every((one) => one.endsWith(': ok')),
      },
      {
        what: 'slots, tickets, reservations, tombstones and marks of work left',
        wanted: '0',
        seen: list(heldIn(items, new Date())),
      },
      { what: 'files that a record names and that are missing', wanted: '0', seen: list(missing) },
      { what: 'files that no record names and no rule deletes', wanted: '0', seen: list(unnamed) },
      {
        what: 'a start on the full disk',
        wanted: 'works, or says in one line why not',
        seen: refused,
        holds: refused === 'it started' || FULL.test(refused),
      },
    ];
    const figures = {
      ...{ megabytes, rounds, seconds },
      answers_meanwhile: countBy(meanwhile.answers),
      statuses: countBy(ends.map(({ status }) => String(status))),
      failures: countBy(ends.flatMap(({ error }) => (error as { code?: string } | undefined)?.code ?? [])),
      refusals: refusals.counts,
    };
    return { figures, checks };
  } finally {
    await receiver.stop();
    await target?.kill();
    mounted.unmount();
  }
}
