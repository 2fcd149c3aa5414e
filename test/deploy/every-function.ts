import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { contracts } from '../../lib/api/contracts.ts';
import { bodyOf, pathOf, unknownIds } from '../support/service/parties.ts';
import type { Emulator } from './emulator.ts';

/** Functions that this run need not start, and why. The end-to-end tests of the local stack run them. */
export const NOT_NEEDED: Readonly<Record<string, string>> = {
  deliverSlowWebhook: 'serves receivers that were slow the last time: the receiver here is not',
};
/** Functions that a short film needs not, besides. */
export const OF_LONG_FILMS: Readonly<Record<string, string>> = {
  encodeSegment: 'takes a share of a film that is more than one worker does',
  assembleRender: 'joins the shares',
};
/** Schedules start a function each minute. */
const SCHEDULES_MS = 300_000;

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

/**
 * Names in the stage of all functions that never ran. Waits for those of schedules.
 * @param notNeeded functions that need not run
 */
export async function functionsThatNeverRan(
  emulator: Emulator,
  names: readonly string[],
  notNeeded: object,
): Promise<string[]> {
  const never = () => {
    const ran = new Set(readFileSync(emulator.started, 'utf8').split('\n'));
    return names.filter((name) => !ran.has(name) && !(name.slice(name.lastIndexOf('-') + 1) in notNeeded));
  };
  for (const end = Date.now() + SCHEDULES_MS; never().some((name) => name.includes('-sweep')) && Date.now() < end; )
    await wait(1000);
  return never();
}
