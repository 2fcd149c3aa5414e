import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createCliApiClient } from '#cli/cli-api-client.ts';
import { apiContracts } from '#front/api/contracts.ts';
import { bodyOf, pathOf, unknownIds } from '#test/support/service/parties.ts';
import { colour, MP4, madeByFfmpeg } from '#test/support/video/make-clip.ts';
import type { Emulator } from './emulator.ts';

/** Schedules start a function each minute. */
const SCHEDULES_MS = 300_000;
const REQUEST_MS = 120_000;
const PICTURE = join(import.meta.dirname, '../fixtures/deck/echo.jpg');

/** Calls every operation of the API once, of things that are not there, and a route that is not there. */
export async function callEveryOperation(baseUrl: string, apiKey: string): Promise<Map<string, number>> {
  const ids = unknownIds();
  const answers = new Map<string, number>();
  const call = async (name: string, method: string, path: string, body?: unknown) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...sent });
    await answer.arrayBuffer();
    answers.set(name, answer.status);
  };
  for (const contract of apiContracts)
    await call(contract.operation, contract.method, pathOf(contract, ids), bodyOf(contract, ids));
  await call('fallback', 'GET', '/nothing');
  return answers;
}

/** Gives a slide a picture, which its own function decodes: those of a deck are decoded by its import. @throws Error unless it is taken */
export async function uploadPicture(baseUrl: string, apiKey: string): Promise<void> {
  const client = createCliApiClient({ baseUrl, apiKey, timeoutMs: REQUEST_MS });
  const { id, slides } = await client.createTimeline({ title: 'A picture', slides: [{ title: 'One' }] });
  const answer = await fetch(`${baseUrl}/timelines/${id}/slides/${slides[0]?.id}/images`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'image/jpeg' },
    body: await readFile(PICTURE),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  if (answer.status !== 200) throw new Error(`A picture was answered ${answer.status}: ${await answer.text()}`);
}

/** Calls an operation with a key. @throws Error for an answer other than 2xx */
async function called(url: string, apiKey: string, method: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(REQUEST_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`);
  return JSON.parse(text) as unknown;
}

const announced = z.object({
  upload: z.object({ id: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) }),
});
const withVideo = z.object({
  id: z.string(),
  slides: z.tuple([z.object({ video: z.object({ status: z.string(), error: z.unknown() }) })]),
});

/** Gives a slide a video, which its own function decodes. @throws Error unless it is ready in time */
export async function uploadVideo(baseUrl: string, apiKey: string): Promise<void> {
  const bytes = await madeByFfmpeg([...colour('teal', 1), ...MP4], 'mp4');
  const asked = { content_type: 'video/mp4', size_bytes: bytes.length };
  const { upload } = announced.parse(await called(`${baseUrl}/uploads`, apiKey, 'POST', asked));
  const { 'content-length': _, ...headers } = upload.headers;
  const sent = await fetch(upload.url, { method: 'PUT', headers, body: bytes });
  if (!sent.ok) throw new Error(`A video's bytes were answered ${sent.status}: ${await sent.text()}`);
  const timeline = { title: 'A video', slides: [{ title: 'One', video: { upload_id: upload.id } }] };
  const { id } = withVideo.parse(await called(`${baseUrl}/timelines`, apiKey, 'POST', timeline));
  for (const end = Date.now() + REQUEST_MS; ; await wait(500)) {
    const { slides } = withVideo.parse(await called(`${baseUrl}/timelines/${id}`, apiKey, 'GET'));
    const [{ video }] = slides;
    if (video.status === 'ready') return;
    if (video.status === 'failed' || Date.now() > end)
      throw new Error(`A video is ${video.status}: ${JSON.stringify(video.error)}`);
  }
}

/** Names in the stage of all functions that never ran. Waits for those of schedules. */
export async function functionsThatNeverRan(emulator: Emulator, names: readonly string[]): Promise<string[]> {
  const never = () => {
    const ran = new Set(readFileSync(emulator.started, 'utf8').split('\n'));
    return names.filter((name) => !ran.has(name));
  };
  for (const end = Date.now() + SCHEDULES_MS; never().some((name) => name.includes('-sweep')) && Date.now() < end; )
    await wait(1000);
  return never();
}
