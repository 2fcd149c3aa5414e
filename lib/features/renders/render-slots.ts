import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { startableBatchRowCount } from './batches/batch.ts';
import type { BatchQueue } from './batches/ports.ts';
import type { RenderSlotLimits, RenderSlots, RenderStore, RenderTaskQueue } from './ports.ts';
import { FIRST_RENDER_EPOCH, isTerminalRenderStatus, type Render } from './render.ts';
import { type RenderTaskRef, renderEpochRefOf } from './render-task.ts';

/** The position of a waiting render in the queue, from 1; undefined for one that does not wait. */
export function findRenderQueuePosition({ waiting }: RenderSlots, renderId: string): number | undefined {
  const index = waiting.indexOf(renderId);
  return index < 0 ? undefined : index + 1;
}

/** The waiting renders that may run now, the oldest first. */
export const nextRendersToRun = ({ running, waiting, limit }: RenderSlots): readonly string[] =>
  waiting.slice(0, Math.max(0, limit - running.length));

/**
 * Reports whether a new render would have to wait even if all running ones ended. No message is sent for it then; it gets one when a slot
 * becomes free for it. Hundreds of messages that find no slot would delay the renders of other accounts.
 * @param slots the slots before the render was added
 */
export const areNextRenderSlotsAllTaken = (
  { running, waiting }: RenderSlots,
  limits: Pick<RenderSlotLimits, 'running_renders'>,
): boolean => running.length >= limits.running_renders && waiting.length >= limits.running_renders;

/** Reports whether a render no longer waits, or is among those that may run now. */
const mayRunNow = (slots: RenderSlots, renderId: string): boolean =>
  !slots.waiting.includes(renderId) || nextRendersToRun(slots).includes(renderId);

/** Reads whether the render of a task runs, or could acquire a slot now. */
export const mayRenderRun = async (
  { renders }: { renders: Pick<RenderStore, 'slots'> },
  task: RenderTaskRef,
): Promise<boolean> => mayRunNow(await renders.slots(task.account_id), task.render_id);

const CONFLICT_ATTEMPTS = 10;

/**
 * Acquires a slot for the render of a first task, if it is its turn.
 * @param knownSlots the slots, read after the message was received; absent, or a promise of undefined: they are read here. If a slot became
 * free after that read, the worker that released it sends this render a message
 * @returns whether the render runs
 */
export function acquireRenderSlot(
  { renders }: { renders: RenderStore },
  task: RenderTaskRef,
  knownSlots?: Promise<RenderSlots | undefined>,
): Promise<boolean> {
  let slotsToUse = knownSlots;
  // A conflict means that another render took the slot, another message acquired it for this render, or this render has ended.
  return retryOnConflict({ attempts: CONFLICT_ATTEMPTS }, async () => {
    const slots = (await slotsToUse) ?? (await renders.slots(task.account_id));
    slotsToUse = undefined;
    if (!slots.waiting.includes(task.render_id)) return true;
    if (!mayRunNow(slots, task.render_id)) return false;
    await renders.acquireSlot(task.account_id, task.render_id, slots.limit);
    return true;
  });
}

/** Starts to read the slots for `acquireRenderSlot` early, for the message of a first task; undefined for other tasks. A failed read is repeated there. */
export const prefetchRenderSlots = (
  { renders }: { renders: Pick<RenderStore, 'slots'> },
  { kind, account_id }: RenderTaskRef,
): Promise<RenderSlots | undefined> | undefined =>
  kind === 'prepare' ? renders.slots(account_id).catch(() => undefined) : undefined;

/**
 * Sends a message for each waiting render of the account that may run now, and one for the rows of its batches if one may start or wait. A
 * waiting render is in its first epoch, because only running ones are started again.
 */
async function wakeNextRenders(
  { renders, queue, batchQueue }: Omit<RenderSlotDeps, 'clock'>,
  accountId: string,
): Promise<void> {
  const slots = await renders.slots(accountId);
  const rendersToWake = nextRendersToRun(slots);
  if (slots.batches.length > 0 && (slots.waiting.length > 0 || startableBatchRowCount(slots) > 0))
    await batchQueue.send(accountId);
  await Promise.all(
    rendersToWake.map((id) =>
      queue.send({ account_id: accountId, render_id: id, epoch: FIRST_RENDER_EPOCH, kind: 'prepare', index: 0 }),
    ),
  );
}

type RenderRef = Pick<RenderTaskRef, 'account_id' | 'render_id'>;

/** Dependencies of the slots of renders. */
export interface RenderSlotDeps {
  renders: RenderStore;
  queue: RenderTaskQueue;
  batchQueue: BatchQueue;
  clock: Clock;
}

/**
 * Releases the slot of a render that has ended, and wakes the next one, unless a worker still has one of its tasks. After the end of a
 * render no task is claimed and no lease renewed, so all leases end within LEASE_SECONDS. This is called at the end of a render and by
 * each of its workers that stops; the last one releases the slot. The message of a killed worker returns when its lease has ended, and its
 * receiver calls this, else the sweeper. It may run any number of times. The slot of a completed render was released by the write that
 * completed it.
 * @param endedRender the render, read after its end; absent: it is read here
 */
export async function releaseSlotOfEndedRender(
  { renders, queue, batchQueue, clock }: RenderSlotDeps,
  ref: RenderRef,
  endedRender?: Render,
): Promise<void> {
  const { account_id, render_id } = ref;
  const render = endedRender ?? (await renders.find(account_id, render_id));
  if (!render || !isTerminalRenderStatus(render.status)) return;
  if (render.status !== 'completed') {
    const timestamp = formatUtcTimestamp(clock());
    const tasks = await renders.tasks(renderEpochRefOf(render));
    if (tasks.some(({ lease_until }) => lease_until !== undefined && lease_until > timestamp)) return;
    await renders.releaseSlot(account_id, render_id);
  }
  await wakeNextRenders({ renders, queue, batchQueue }, account_id);
}
