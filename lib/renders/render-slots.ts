import { retryOnConflict } from '../shared/retry-on-conflict.ts';
import type { RenderSlots, RenderStore, TaskQueue } from './ports.ts';
import type { TaskRef } from './render-task.ts';

/** The position of a waiting render in the queue, from 1; undefined for one that does not wait. */
export function queuePosition({ waiting }: RenderSlots, renderId: string): number | undefined {
  const index = waiting.indexOf(renderId);
  return index < 0 ? undefined : index + 1;
}

/** The waiting renders that may run now, the oldest first. */
export const nextToRun = ({ running, waiting, limit }: RenderSlots): readonly string[] =>
  waiting.slice(0, Math.max(0, limit - running.length));

const isNext = (slots: RenderSlots, renderId: string): boolean =>
  !slots.waiting.includes(renderId) || nextToRun(slots).includes(renderId);

/** Whether the render of a first task runs, or could acquire a slot now. */
export const mayRun = async ({ renders }: { renders: RenderStore }, task: TaskRef): Promise<boolean> =>
  isNext(await renders.slots(task.account_id), task.render_id);

const CONFLICT_ATTEMPTS = 10;

/** Acquires a slot for the render of a first task if it is next. @returns whether the render runs */
export function acquireSlot({ renders }: { renders: RenderStore }, task: TaskRef): Promise<boolean> {
  // A conflict means that another render took the slot, another message acquired it for this one, or this one has ended.
  return retryOnConflict({ attempts: CONFLICT_ATTEMPTS }, async () => {
    const slots = await renders.slots(task.account_id);
    if (!slots.waiting.includes(task.render_id)) return true;
    if (!isNext(slots, task.render_id)) return false;
    await renders.acquireSlot(task.account_id, task.render_id, slots.limit);
    return true;
  });
}

/** Sends a message to each waiting render of the account that may run now. Called when a render has ended. */
export async function wakeWaitingRenders(
  { renders, queue }: { renders: RenderStore; queue: TaskQueue },
  accountId: string,
): Promise<void> {
  const next = nextToRun(await renders.slots(accountId));
  await Promise.all(next.map((id) => queue.send({ account_id: accountId, render_id: id, kind: 'prepare', index: 0 })));
}
