import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApiClient } from '#cli/api-client.ts';
import { contracts } from '#front/api/contracts.ts';
import { bodyOf, pathOf, unknownIds } from '#test/support/service/parties.ts';
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
  for (const contract of contracts)
    await call(contract.operation, contract.method, pathOf(contract, ids), bodyOf(contract, ids));
  await call('fallback', 'GET', '/nothing');
  return answers;
}

/** Gives a slide a picture, which its own function decodes: those of a deck are decoded by its import. @throws Error unless it is taken */
export async function uploadPicture(baseUrl: string, apiKey: string): Promise<void> {
  const client = createApiClient({ baseUrl, apiKey, timeoutMs: REQUEST_MS });
  const { id, slides } = await client.createTimeline({ title: 'A picture', slides: [{ title: 'One' }] });
  const answer = await fetch(`${baseUrl}/timelines/${id}/slides/${slides[0]?.id}/images`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'image/jpeg' },
    body: await readFile(PICTURE),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  if (answer.status !== 200) throw new Error(`A picture was answered ${answer.status}: ${await answer.text()}`);
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
