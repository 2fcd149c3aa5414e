import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { freePlaces } from './batches/batch.ts';
import type { BatchQueue } from './batches/ports.ts';
import type { RenderSlots, RenderStore, SlotLimits, TaskQueue } from './ports.ts';
import { FIRST_EPOCH, isTerminal, type Render } from './render.ts';
import { epochOf, type TaskRef } from './render-task.ts';

/** The position of a waiting render in the queue, from 1; undefined for one that does not wait. */
export function queuePosition({ waiting }: RenderSlots, renderId: string): number | undefined {
  const index = waiting.indexOf(renderId);
  return index < 0 ? undefined : index + 1;
}

/** The waiting renders that may run now, the oldest first. */
export const nextToRun = ({ running, waiting, limit }: RenderSlots): readonly string[] =>
  waiting.slice(0, Math.max(0, limit - running.length));

/**
 * Reports whether a render that is added now has to wait even if all running ones end meanwhile: its message comes when a slot is its
 * own. Hundreds of messages that find no slot would hold up the renders of others.
 * @param slots as they were read before it was added
 */
export const isBeyondNextSlots = (
  { running, waiting }: RenderSlots,
  limits: Pick<SlotLimits, 'running_renders'>,
): boolean => running.length >= limits.running_renders && waiting.length >= limits.running_renders;

const isNext = (slots: RenderSlots, renderId: string): boolean =>
  !slots.waiting.includes(renderId) || nextToRun(slots).includes(renderId);

/** Reports whether the render of a first task runs, or could acquire a slot now. */
export const mayRun = async ({ renders }: { renders: Pick<RenderStore, 'slots'> }, task: TaskRef): Promise<boolean> =>
  isNext(await renders.slots(task.account_id), task.render_id);

const CONFLICT_ATTEMPTS = 10;

/**
 * Acquires a slot for the render of a first task if it is next.
 * @param seen the slots, read since the message was received; absent: they are read. Where they show none for this render and one
 * came free since, the worker that freed it read later, and sends this render a message.
 * @returns whether the render runs
 */
export function acquireSlot(
  { renders }: { renders: RenderStore },
  task: TaskRef,
  seen?: Promise<RenderSlots | undefined>,
): Promise<boolean> {
  let known = seen;
  // A conflict means that another render took the slot, another message acquired it for this one, or this one has ended.
  return retryOnConflict({ attempts: CONFLICT_ATTEMPTS }, async () => {
    const slots = (await known) ?? (await renders.slots(task.account_id));
    known = undefined;
    if (!slots.waiting.includes(task.render_id)) return true;
    if (!isNext(slots, task.render_id)) return false;
    await renders.acquireSlot(task.account_id, task.render_id, slots.limit);
    return true;
  });
}

/** Reads the slots ahead of `acquireSlot`, while the message of a first task waits for something else. A failed read is made again there. */
export const slotsAhead = (
  { renders }: { renders: Pick<RenderStore, 'slots'> },
  { kind, account_id }: TaskRef,
): Promise<RenderSlots | undefined> | undefined =>
  kind === 'prepare' ? renders.slots(account_id).catch(() => undefined) : undefined;

/**
 * Sends a message to each waiting render of the account that may run now, and one for the rows of its batches where one may start, or
 * may wait with the others. A render that waits is in its first epoch: only running ones are started again.
 */
async function wakeNext(
  { renders, queue, batchQueue }: Omit<RenderSlotDeps, 'clock'>,
  accountId: string,
): Promise<void> {
  const slots = await renders.slots(accountId);
  const next = nextToRun(slots);
  if (slots.batches.length > 0 && (slots.waiting.length > 0 || freePlaces(slots) > 0)) await batchQueue.send(accountId);
  await Promise.all(
    next.map((id) =>
      queue.send({ account_id: accountId, render_id: id, epoch: FIRST_EPOCH, kind: 'prepare', index: 0 }),
    ),
  );
}

type RenderRef = Pick<TaskRef, 'account_id' | 'render_id'>;

export interface RenderSlotDeps {
  renders: RenderStore;
  queue: TaskQueue;
  batchQueue: BatchQueue;
  clock: Clock;
}

/**
 * Gives the slot of a render that has ended to the next one, unless a worker still has one of its tasks. No task is claimed after
 * the end of its render and no lease is renewed, so every lease ends within LEASE_SECONDS of it. Called at the end of
 * a render, and by each of its workers that stops: the last one frees the slot. The message of a worker that was killed returns
 * when its lease has ended, and the worker that receives it calls this; should that be lost, the sweeper does. It may run any number of
 * times: the slot is given back once. A completed render has given it back with the write that completed it.
 * @param seen the render, read since its end; absent: it is read
 */
export async function leaveSlotWhenStopped(
  { renders, queue, batchQueue, clock }: RenderSlotDeps,
  ref: RenderRef,
  seen?: Render,
): Promise<void> {
  const { account_id, render_id } = ref;
  const render = seen ?? (await renders.find(account_id, render_id));
  if (!render || !isTerminal(render.status)) return;
  if (render.status !== 'completed') {
    const at = timestamp(clock());
    const tasks = await renders.tasks(epochOf(render));
    if (tasks.some(({ lease_until }) => lease_until !== undefined && lease_until > at)) return;
    await renders.leaveSlot(account_id, render_id);
  }
  await wakeNext({ renders, queue, batchQueue }, account_id);
}
