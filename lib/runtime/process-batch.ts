import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import { idsIn } from '../shared/unit-record.ts';
import { log } from './log.ts';
import { writeRecord } from './write-record.ts';

// A batch of which every record failed is answered like any other: the records are reported, the function has not failed.
const OPTIONS = { throwOnFullBatchFailure: false } as const;

/** A unit of work, as its record tells of it. */
interface Unit {
  /** The id of the message or the record. */
  id: string | undefined;
  /** When it was sent, in ms since the epoch. */
  sentAt: number | undefined;
  /** How often it was received, this time included. */
  receives: number | undefined;
  ids: Readonly<Record<string, string>>;
}

/** Hands a record to its handler, and writes a record of the result; the batch processor reports a record that failed. */
const recorded =
  <Record>(stage: string, handle: (record: Record) => Promise<void>, unitOf: (record: Record) => Unit) =>
  async (record: Record): Promise<void> => {
    const unit = unitOf(record);
    const begun = Date.now();
    const finish = (outcome: 'done' | 'failed'): void =>
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
    try {
      await handle(record);
    } catch (error) {
      log.error('record failed', { record: unit.id, ...unit.ids, error });
      finish('failed');
      throw error;
    }
    finish('done');
  };

/** The ids that a message names; none in a body that is no message. */
function idsInBody(body: string): Record<string, string> {
  try {
    const message: unknown = JSON.parse(body);
    return typeof message === 'object' && message !== null ? idsIn(message) : {};
  } catch {
    return {};
  }
}

const unitOfMessage = ({ messageId, attributes, body }: SQSRecord): Unit => ({
  id: messageId,
  sentAt: Number(attributes.SentTimestamp) || undefined,
  receives: Number(attributes.ApproximateReceiveCount) || undefined,
  ids: idsInBody(body),
});

const unitOfStreamRecord = ({ eventID, dynamodb }: DynamoDBRecord): Unit => {
  // An item names what it is about, or holds it: the event in an item of the outbox holds its render.
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

/**
 * The handler of a queue. Handles the messages of a batch concurrently; those that failed return, the others are deleted.
 * @param stage what the records of this work call it
 */
export const batchHandler = (stage: string, handle: (record: SQSRecord) => Promise<void>) => {
  const handleRecord = recorded(stage, handle, unitOfMessage);
  // A processor keeps the state of one batch.
  return async (event: SQSEvent): Promise<SQSBatchResponse> =>
    processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), OPTIONS);
};

/**
 * The handler of a table's stream. Handles the records of a batch concurrently; the stream repeats the batch from the first
 * one that failed, so records after it may be handled twice.
 * @param stage what the records of this work call it
 */
export const streamHandler = (stage: string, handle: (record: DynamoDBRecord) => Promise<void>) => {
  const handleRecord = recorded(stage, handle, unitOfStreamRecord);
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
    processPartialResponse(event, handleRecord, new BatchProcessor(EventType.DynamoDBStreams), OPTIONS);
};
