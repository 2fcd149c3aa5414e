import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { hideMessage } from '../aws/queues.ts';
import { isAdmitted } from '../renders/admission.ts';
import { TASK_KINDS, type TaskKind, type TaskRef } from '../renders/render-task.ts';
import type { Perform, Receipt, RunTaskDeps } from '../renders/run-task.ts';
import { runTask } from '../renders/run-task.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { config, services } from './services.ts';

export const advanceDeps = lazy(() => {
  const { renders, units, clock } = services();
  return { renders, queue: units, clock, log };
});

/** Repeats something by the clock of this process until it is stopped. */
export const every: RunTaskDeps['every'] = (seconds, beat) => {
  const timer = setInterval(() => void beat(), seconds * 1000);
  return { stop: () => clearInterval(timer) };
};

const runDeps = lazy((): RunTaskDeps => ({ ...advanceDeps(), every }));

/** A batch's answer: the messages that failed come back, the others are deleted. */
export const batchHandler =
  (handle: (record: SQSRecord) => Promise<void>) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchItemFailure[] = [];
    for (const record of event.Records) {
      try {
        await handle(record);
      } catch (error) {
        log.error('message failed', { messageId: record.messageId, error });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }
    return { batchItemFailures };
  };

// A message that cannot be read will never be: it comes back soon, and after its attempts rests in the dead-letter queue.
const UNREADABLE_SECONDS = 1;

/** Hides a message of a queue for so many seconds from now on. */
export const hider =
  (queue: keyof ReturnType<typeof config>['queues'], record: SQSRecord) =>
  (seconds: number): Promise<void> =>
    hideMessage(services().clients.sqs, config().queues[queue], record.receiptHandle, seconds);

function unitOf(body: string): TaskRef {
  const message: unknown = JSON.parse(body);
  if (typeof message === 'object' && message !== null) {
    const { account_id, render_id, kind, index } = message as Record<string, unknown>;
    const known = TASK_KINDS.find((candidate) => candidate === kind);
    if (typeof account_id === 'string' && typeof render_id === 'string' && known && typeof index === 'number')
      return { account_id, render_id, kind: known, index };
  }
  throw new Error('this message names no unit of a render');
}

/**
 * Does the messages of a queue that name units: each kind of unit is done by its own act.
 * @param goesOnWith kinds that it does right away when they are next in the render
 */
export const unitWorker =
  (
    queue: keyof ReturnType<typeof config>['queues'],
    acts: Partial<Record<TaskKind, Perform>>,
    goesOnWith: readonly TaskKind[] = [],
  ) =>
  async (record: SQSRecord): Promise<void> => {
    const hideFor = hider(queue, record);
    const actOf = (kind: TaskKind): Perform => {
      const act = acts[kind];
      if (!act) throw new Error(`units of kind ${kind} are not done by this queue`);
      return act;
    };
    let unit: TaskRef;
    try {
      unit = unitOf(record.body);
      actOf(unit.kind);
    } catch (error) {
      await hideFor(UNREADABLE_SECONDS);
      throw error;
    }
    if (unit.kind === 'prepare' && !(await isAdmitted(advanceDeps(), unit))) return;
    const receipt: Receipt = { message_id: record.messageId, hideFor };
    const deps = { ...runDeps(), canDo: (kind: TaskKind) => goesOnWith.includes(kind) };
    await runTask(deps, unit, receipt, async (work) => actOf(work.unit.kind)(work));
  };
