import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { hideMessage } from '../aws/queues.ts';
import { isAdmitted } from '../renders/admission.ts';
import type { Perform, Receipt, RunUnitTools } from '../renders/run-unit.ts';
import { runUnit } from '../renders/run-unit.ts';
import { UNIT_KINDS, type UnitKind, type UnitRef } from '../renders/unit.ts';
import { config, data } from './data.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';

export const advanceTools = lazy(() => {
  const { renders, units, clock } = data();
  return { renders, queue: units, clock, log };
});

/** Repeats something by the clock of this process until it is stopped. */
export const every: RunUnitTools['every'] = (seconds, beat) => {
  const timer = setInterval(() => void beat(), seconds * 1000);
  return { stop: () => clearInterval(timer) };
};

const runTools = lazy((): RunUnitTools => ({ ...advanceTools(), every }));

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
    hideMessage(data().clients.sqs, config().queues[queue], record.receiptHandle, seconds);

function unitOf(body: string): UnitRef {
  const message: unknown = JSON.parse(body);
  if (typeof message === 'object' && message !== null) {
    const { account_id, render_id, kind, index } = message as Record<string, unknown>;
    const known = UNIT_KINDS.find((candidate) => candidate === kind);
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
    acts: Partial<Record<UnitKind, Perform>>,
    goesOnWith: readonly UnitKind[] = [],
  ) =>
  async (record: SQSRecord): Promise<void> => {
    const hideFor = hider(queue, record);
    const actOf = (kind: UnitKind): Perform => {
      const act = acts[kind];
      if (!act) throw new Error(`units of kind ${kind} are not done by this queue`);
      return act;
    };
    let unit: UnitRef;
    try {
      unit = unitOf(record.body);
      actOf(unit.kind);
    } catch (error) {
      await hideFor(UNREADABLE_SECONDS);
      throw error;
    }
    if (unit.kind === 'prepare' && !(await isAdmitted(advanceTools(), unit))) return;
    const receipt: Receipt = { message_id: record.messageId, hideFor };
    const tools = { ...runTools(), canDo: (kind: UnitKind) => goesOnWith.includes(kind) };
    await runUnit(tools, unit, receipt, async (work) => actOf(work.unit.kind)(work));
  };
