import type { SQSRecord } from 'aws-lambda';
import { parseMessage, type QueueMessageOfType, type QueueMessageType } from '#adapters/aws/queue-messages.ts';
import { withRetryDeadline } from '#adapters/aws/retries.ts';
import type { Config } from '#app/config.ts';
import { acquireRenderSlot, prefetchRenderSlots } from '#features/renders/render-slots.ts';
import type { RenderTaskKind, RenderTaskRef } from '#features/renders/render-task.ts';
import { type PerformRenderTask, type RunRenderTaskDeps, runRenderTask } from '#features/renders/run-render-task.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { type RunInAccountSlotDeps, runInAccountSlot } from '#platform/fair-queue/run-in-account-slot.ts';
import type { LeaseDeps, ReceivedMessage } from '#platform/leases/run-leased-work.ts';
import { createWorkStateReader, fairQueueTicketOfMessage } from './fair-queue.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { createQueueHandler } from './queue-handler.ts';
import { currentRendererVersion } from './renderer.ts';
import { sharedServices } from './services.ts';

/** Dependencies of the steps between the tasks of a render. */
export const advanceRenderDeps = lazy(() => {
  const { renders, taskQueue: queue, batchQueue, clock } = sharedServices();
  return { renders, queue, batchQueue, clock, log };
});

/** Dependencies of work in slots of accounts. */
export const fairQueueSlotDeps = lazy((): RunInAccountSlotDeps => {
  const { fairQueue, renders, audio, imageFetches, clock } = sharedServices();
  return { ...fairQueue, stateOf: createWorkStateReader({ renders, audio, imageFetches, clock }), log };
});

/**
 * Repeats an action every `seconds` until `stop` is called. The retries of AWS calls of one repetition end when the next one is due.
 */
export const repeatEverySeconds: LeaseDeps['every'] = (seconds, beat) => {
  const timer = setInterval(() => void withRetryDeadline(seconds * 1000, beat), seconds * 1000);
  return { stop: () => clearInterval(timer) };
};

const runDeps = lazy(
  (): RunRenderTaskDeps => ({ ...advanceRenderDeps(), every: repeatEverySeconds, renderer: currentRendererVersion }),
);

/** Seconds for which a message that cannot be read is hidden: it soon uses up its receives and goes to the dead-letter queue. */
const UNREADABLE_SECONDS = 1;

/**
 * The message in a record of a queue.
 * @throws WrittenByNewerVersionError for a message that a newer version of the program sent; Error for one that cannot be read, after hiding it for
 * a second
 */
export async function parseQueueRecord<Type extends QueueMessageType>(
  receipt: ReceivedMessage,
  record: SQSRecord,
  ...types: readonly Type[]
): Promise<QueueMessageOfType<Type>> {
  try {
    return parseMessage(record.body, ...types);
  } catch (error) {
    if (!(error instanceof WrittenByNewerVersionError)) await receipt.hideFor(UNREADABLE_SECONDS);
    throw error;
  }
}

/**
 * Makes the worker for the render tasks that a queue's messages name.
 * @param performers the function that performs each kind of task
 * @returns a worker; its `slots` are the render slots, if `prefetchRenderSlots` has started to read them
 */
export const createRenderTaskWorker =
  (performers: Partial<Record<RenderTaskKind, PerformRenderTask>>) =>
  async (
    receipt: ReceivedMessage,
    task: RenderTaskRef,
    slots?: ReturnType<typeof prefetchRenderSlots>,
  ): Promise<void> => {
    const performerOf = (kind: RenderTaskKind): PerformRenderTask => {
      const performer = performers[kind];
      if (!performer) throw new Error(`tasks of kind ${kind} are not done by this queue`);
      return performer;
    };
    try {
      performerOf(task.kind);
    } catch (error) {
      await receipt.hideFor(UNREADABLE_SECONDS);
      throw error;
    }
    if (task.kind === 'prepare' && !(await acquireRenderSlot(advanceRenderDeps(), task, slots))) return;
    await runRenderTask(runDeps(), task, receipt, async (work) => performerOf(work.task.kind)(work));
  };

/** Does the work of a message of a pool: in a slot of its account, or directly if the work has no ticket. */
export async function runWorkInAccountSlot(
  message: Parameters<typeof fairQueueTicketOfMessage>[0],
  work: () => Promise<void>,
): Promise<void> {
  const ticket = fairQueueTicketOfMessage(message);
  await (ticket ? runInAccountSlot(fairQueueSlotDeps(), ticket, work) : work());
}

/** Makes a function that performs the render task named by a message, in a slot of its account. */
export const createRenderTaskRunnerInSlot = (performers: Parameters<typeof createRenderTaskWorker>[0]) => {
  const runTask = createRenderTaskWorker(performers);
  return async (receipt: ReceivedMessage, message: QueueMessageOfType<'render_task'>): Promise<void> => {
    const slots = prefetchRenderSlots(advanceRenderDeps(), message);
    await runWorkInAccountSlot(message, () => runTask(receipt, message, slots));
  };
};

/** The handler of a queue that has only tasks of renders. */
export const createRenderTaskHandler = (
  queue: keyof Config['queues'],
  performers: Parameters<typeof createRenderTaskWorker>[0],
) => {
  const runTaskInSlot = createRenderTaskRunnerInSlot(performers);
  return createQueueHandler(queue, async (record, receipt) =>
    runTaskInSlot(receipt, await parseQueueRecord(receipt, record, 'render_task')),
  );
};
