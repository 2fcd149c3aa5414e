import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import { z } from 'zod';
import { NewerVersion, Unavailable } from '#kernel/shared/errors.ts';
import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import { idsIn } from '#kernel/shared/unit-record.ts';
import { log } from './log.ts';
import { type TimeLeft, withinInvocation } from './within-invocation.ts';
import { writeRecord } from './write-record.ts';

// A batch of which every record failed is answered like any other: the records are reported, the function has not failed.
const OPTIONS = { throwOnFullBatchFailure: false } as const;

/** A unit of work, as its record tells of it. */
interface Unit {
  /** The id of the message or the record. */
  id: string | undefined;
  /** Time at which it was sent, in ms since the epoch. */
  sentAt: number | undefined;
  /** Number of times that it was received, this one included. */
  receives: number | undefined;
  ids: Readonly<Record<string, string>>;
}

/** The result of a record that did not fail. */
type Outcome = 'done' | 'put_off';

/** Hands a record to its handler, and writes a record of the result; the batch processor reports a record that failed. */
const recorded =
  <Record>(stage: string, handle: (record: Record) => Promise<Outcome>, unitOf: (record: Record) => Unit) =>
  async (record: Record): Promise<void> => {
    const unit = unitOf(record);
    const begun = Date.now();
    const finish = (outcome: Outcome | 'failed'): void =>
      writeRecord({
        message: 'work',
        dimensions: [{ stage }, { stage, outcome }],
        metrics: {
          Work: 1,
          WorkDuration: Date.now() - begun,
          ...(unit.sentAt === undefined ? {} : { WaitDuration: Math.max(0, begun - unit.sentAt) }),
        },
        details: { message_id: unit.id, receives: unit.receives, ...unit.ids, outcome },
      });
    let outcome: Outcome;
    try {
      outcome = await handle(record);
    } catch (error) {
      log.error('record failed', { record: unit.id, ...unit.ids, error });
      finish('failed');
      throw error;
    }
    finish(outcome);
  };

const anyObject = z.record(z.string(), z.unknown());

/** The ids that a message names; none in a body that is no message. */
function idsInBody(body: string): Record<string, string> {
  return idsIn(parseJsonIf(anyObject, body) ?? {});
}

const unitOfMessage = ({ messageId, attributes, body }: SQSRecord): Unit => ({
  id: messageId,
  sentAt: Number(attributes.SentTimestamp) || undefined,
  receives: Number(attributes.ApproximateReceiveCount) || undefined,
  ids: idsInBody(body),
});

const unitOfStreamRecord = ({ eventID, dynamodb }: DynamoDBRecord): Unit => {
  // An item names what it is about, or has it: the event in an item of the outbox has its render.
  const image = Object.entries(dynamodb?.NewImage ?? {}).map(([name, value]) =>
    value.M ? [`${name}_id`, value.M.id?.S] : [name, value.S],
  );
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return {
    id: eventID,
    sentAt: seconds === undefined ? undefined : seconds * 1000,
    receives: undefined,
    ids: idsIn(Object.fromEntries(image)),
  };
};

/** Part of an invocation that is left, in milliseconds, when its calls to AWS are given up. */
const RESERVE_MS = 3000;

/**
 * The handler of a queue. Handles the messages of a batch concurrently; those that failed return, the others are deleted. A
 * message that could not be handled because the table, a queue or the bucket was not available has not failed: it is put off.
 * So is one that only a newer version of the program can handle, unless it was put off for long enough.
 * @param stage what the records of this work call it
 * @param putOff sends the message of a record again, later: one that returns by itself counts a receive, and those are for
 * failures. Returns false when it is not sent again
 */
export const batchHandler = (
  stage: string,
  handle: (record: SQSRecord) => Promise<void>,
  putOff: (record: SQSRecord, reason: NewerVersion | Unavailable) => Promise<boolean>,
) => {
  const handleOrPutOff = async (record: SQSRecord, context: TimeLeft | undefined): Promise<Outcome> => {
    try {
      await withinInvocation(context, RESERVE_MS, () => handle(record));
      return 'done';
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof NewerVersion)) throw error;
      // Killed, or not available, before it is sent: the message returns by itself.
      if (!(await putOff(record, error))) throw error;
      log.warn('message put off', { record: record.messageId, error });
      return 'put_off';
    }
  };
  // A processor keeps the state of one batch.
  return async (event: SQSEvent, context?: TimeLeft): Promise<SQSBatchResponse> =>
    processPartialResponse(
      event,
      recorded(stage, (record: SQSRecord) => handleOrPutOff(record, context), unitOfMessage),
      new BatchProcessor(EventType.SQS),
      OPTIONS,
    );
};

/**
 * The handler of a table's stream. Handles the records of a batch concurrently; the stream repeats the batch from the first
 * one that failed, so records after it may be handled twice.
 * @param stage what the records of this work call it
 */
export const streamHandler = (stage: string, handle: (record: DynamoDBRecord) => Promise<void>) => {
  const handleWithin = async (record: DynamoDBRecord, context: TimeLeft | undefined): Promise<Outcome> => {
    await withinInvocation(context, RESERVE_MS, () => handle(record));
    return 'done';
  };
  return async (event: DynamoDBStreamEvent, context?: TimeLeft): Promise<DynamoDBBatchResponse> =>
    processPartialResponse(
      event,
      recorded(stage, (record: DynamoDBRecord) => handleWithin(record, context), unitOfStreamRecord),
      new BatchProcessor(EventType.DynamoDBStreams),
      OPTIONS,
    );
};
