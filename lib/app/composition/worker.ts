import type { SQSRecord } from 'aws-lambda';
import { type MessageOf, type MessageType, parseMessage } from '#adapters/aws/queue-messages.ts';
import { withinTime } from '#adapters/aws/retries.ts';
import type { Config } from '#app/config.ts';
import { acquireSlot, slotsAhead } from '#features/renders/render-slots.ts';
import type { TaskKind, TaskRef } from '#features/renders/render-task.ts';
import { type Perform, type RunTaskDeps, runTask } from '#features/renders/run-task.ts';
import { NewerVersion } from '#kernel/shared/errors.ts';
import { type RunInSlotDeps, runInSlot } from '#platform/fair-queue/run-in-slot.ts';
import type { LeaseDeps, ReceivedMessage } from '#platform/leases/run-leased.ts';
import { stateOfWork, ticketOf } from './fair-queue.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { queueHandler } from './queue-handler.ts';
import { rendererOfThisProgram } from './renderer.ts';
import { services } from './services.ts';

export const advanceDeps = lazy(() => {
  const { renders, taskQueue: queue, batchQueue, clock } = services();
  return { renders, queue, batchQueue, clock, log };
});

/** Dependencies of the account queues. */
export const slotDeps = lazy((): RunInSlotDeps => {
  const { fairQueue, renders, audio, imageFetches, clock } = services();
  return { ...fairQueue, stateOf: stateOfWork({ renders, audio, imageFetches, clock }), log };
});

/**
 * Repeats an action by the clock of this process until it is stopped. Its calls to AWS are given up when the next one is due: of
 * a message that cannot be hidden the lease is renewed all the same.
 */
export const repeatEvery: LeaseDeps['every'] = (seconds, beat) => {
  const timer = setInterval(() => void withinTime(seconds * 1000, beat), seconds * 1000);
  return { stop: () => clearInterval(timer) };
};

const runDeps = lazy((): RunTaskDeps => ({ ...advanceDeps(), every: repeatEvery, renderer: rendererOfThisProgram }));

// A message that cannot be read returns soon, and goes to the dead-letter queue after its attempts.
const UNREADABLE_SECONDS = 1;

/**
 * The message in a record. @throws NewerVersion for one of a newer version; Error for one that cannot be read, which is hidden for
 * a second before that.
 */
export async function messageIn<Type extends MessageType>(
  receipt: ReceivedMessage,
  record: SQSRecord,
  ...types: readonly Type[]
): Promise<MessageOf<Type>> {
  try {
    return parseMessage(record.body, ...types);
  } catch (error) {
    if (!(error instanceof NewerVersion)) await receipt.hideFor(UNREADABLE_SECONDS);
    throw error;
  }
}

/**
 * Performs the tasks of renders that a queue's messages name.
 * @param acts how each kind of task is performed
 * @returns a worker; its `slots` are those that `slotsAhead` reads
 */
export const taskWorker =
  (acts: Partial<Record<TaskKind, Perform>>) =>
  async (receipt: ReceivedMessage, task: TaskRef, slots?: ReturnType<typeof slotsAhead>): Promise<void> => {
    const actOf = (kind: TaskKind): Perform => {
      const act = acts[kind];
      if (!act) throw new Error(`tasks of kind ${kind} are not done by this queue`);
      return act;
    };
    try {
      actOf(task.kind);
    } catch (error) {
      await receipt.hideFor(UNREADABLE_SECONDS);
      throw error;
    }
    if (task.kind === 'prepare' && !(await acquireSlot(advanceDeps(), task, slots))) return;
    await runTask(runDeps(), task, receipt, async (work) => actOf(work.task.kind)(work));
  };

/** Does the work of a message that a pool carries: in a slot of its account if it belongs to one. */
export async function workInSlot(message: Parameters<typeof ticketOf>[0], work: () => Promise<void>): Promise<void> {
  const ticket = ticketOf(message);
  await (ticket ? runInSlot(slotDeps(), ticket, work) : work());
}

/** Does the task of a render that a message names, in a slot of its account. */
export const taskInSlot = (acts: Parameters<typeof taskWorker>[0]) => {
  const work = taskWorker(acts);
  return async (receipt: ReceivedMessage, message: MessageOf<'render_task'>): Promise<void> => {
    const slots = slotsAhead(advanceDeps(), message);
    await workInSlot(message, () => work(receipt, message, slots));
  };
};

/** The handler of a queue that carries nothing but tasks of renders. */
export const taskHandler = (queue: keyof Config['queues'], acts: Parameters<typeof taskWorker>[0]) => {
  const work = taskInSlot(acts);
  return queueHandler(queue, async (record, receipt) => work(receipt, await messageIn(receipt, record, 'render_task')));
};
