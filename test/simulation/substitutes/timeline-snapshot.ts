/**
 * Instead of the module of this name in lib: a file that a render stored is parsed and checked once, and not again while
 * its bytes are the same. What is read is frozen.
 */
import * as real from '#features/renders/timeline-snapshot.ts';
import { deepFreeze } from './memoized.ts';

export * from '#features/renders/timeline-snapshot.ts';

interface Parsed {
  bytes: Uint8Array;
  value: unknown;
}
const known = new Map<string, Parsed>();

/** Forgets what the schedule before stored. */
export const forgetFiles = (): void => known.clear();

type Files = Parameters<typeof real.readSpeechRecordOfRender>[0];

async function once<Value>(files: Files, key: string, parse: (files: Files) => Promise<Value>): Promise<Value> {
  const bytes = await files.getBytes(key);
  const before = known.get(key);
  if (before && Buffer.compare(before.bytes, bytes) === 0) return before.value as Value;
  const value = deepFreeze(await parse({ ...files, getBytes: async () => Buffer.from(bytes) }));
  known.set(key, { bytes, value });
  return value;
}

export const readTimelineSnapshot: typeof real.readTimelineSnapshot = (files, render) =>
  once(files, render.snapshot_key, (same) => real.readTimelineSnapshot(same, render));
export const readRenderPlan: typeof real.readRenderPlan = (files, task) =>
  task.plan_key === undefined
    ? real.readRenderPlan(files, task)
    : once(files, task.plan_key, (same) => real.readRenderPlan(same, task));
export const readSpeechRecord: typeof real.readSpeechRecordOfRender = (files, key) =>
  once(files, key, (same) => real.readSpeechRecordOfRender(same, key));
