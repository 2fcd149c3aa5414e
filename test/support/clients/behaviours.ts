import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ScriptedAnswer, SeenRequest } from './scripted-service.ts';

export interface Call {
  do: 'get' | 'post' | 'items' | 'wait' | 'upload';
  path: string;
  id: string;
  body: object;
  bytes: string;
  content_type: string;
  /** Absent: `key`. */
  api_key?: string;
  /** For a POST; absent: the client makes one. */
  idempotency_key?: string;
}
export interface Behaviour {
  name: string;
  call: Call;
  answers: ScriptedAnswer[];
  outcome: object;
  /** Seconds that were waited; absent: not told. */
  waits?: number[];
  requests: string[];
  /** `requests` have the bodies, too. */
  bodies?: true;
  /** How many idempotency keys the requests have. */
  keys?: number;
}
/** What a client made of a behaviour. */
export interface BehaviourRun {
  outcome: object;
  waits: number[];
}

/** The one table of behaviours that the clients of all languages have. */
export const BEHAVIOURS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/clients/behaviours.json'), 'utf8'),
) as Behaviour[];

/** Fails the test where a client did something else than the table tells. */
export function expectAsTold(
  { outcome, waits, requests, bodies, keys }: Behaviour,
  run: BehaviourRun,
  seen: readonly SeenRequest[] = [],
): void {
  expect(run.outcome).toEqual(outcome);
  if (waits) expect(run.waits).toEqual(waits);
  expect(seen.map(({ line, body }) => (bodies ? `${line} ${body}` : line))).toEqual(requests);
  const posts = seen.filter(({ line }) => line.startsWith('POST'));
  expect(posts.every(({ key }) => key)).toBe(true);
  if (keys !== undefined) expect(new Set(posts.map(({ key }) => key)).size).toBe(keys);
  expect(seen.filter(({ line }) => !line.startsWith('PUT')).every(({ apiKey }) => apiKey === 'key')).toBe(true);
}
