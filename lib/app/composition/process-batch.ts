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
import { DependencyUnavailableError, WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { pickServiceIdsForLog } from '#kernel/shared/work-log-record.ts';
import { log } from './log.ts';
import { type LambdaContextTimeLeft, runWithInvocationDeadline } from './run-with-invocation-deadline.ts';
import { writeMetricRecord } from './write-record.ts';

// When every record of a batch failed, the answer still lists them; the library would fail the whole invocation.
const BATCH_OPTIONS = { throwOnFullBatchFailure: false } as const;

/** Facts about a record of a batch for the log: a message of a queue, or a record of the stream. */
interface RecordFacts {
  /** The id of the message or the record. */
  id: string | undefined;
  /** Time at which it was sent, in ms since the epoch. */
  sentAt: number | undefined;
  /** Number of times that it was received, this one included. */
  receives: number | undefined;
  /** Ids of the things that the record is about, by their names. */
  ids: Readonly<Record<string, string>>;
}

/** The result of a record that did not fail. */
type Outcome = 'done' | 'put_off';

/** Wraps a handler so that the result of each record is logged with metrics. A failure is thrown on to the batch processor. */
const withResultLogging =
  <Record>(stage: string, handle: (record: Record) => Promise<Outcome>, factsOf: (record: Record) => RecordFacts) =>
  async (record: Record): Promise<void> => {
    const facts = factsOf(record);
    const startedAt = Date.now();
    const finish = (outcome: Outcome | 'failed'): void =>
      writeMetricRecord({
        message: 'work',
        dimensions: [{ stage }, { stage, outcome }],
        metrics: {
          Work: 1,
          WorkDuration: Date.now() - startedAt,
          ...(facts.sentAt === undefined ? {} : { WaitDuration: Math.max(0, startedAt - facts.sentAt) }),
        },
        details: { message_id: facts.id, receives: facts.receives, ...facts.ids, outcome },
      });
    let outcome: Outcome;
    try {
      outcome = await handle(record);
    } catch (error) {
      log.error('record failed', { record: facts.id, ...facts.ids, error });
      finish('failed');
      throw error;
    }
    finish(outcome);
  };

const anyObjectSchema = z.record(z.string(), z.unknown());

/** The ids in the body of a message; none if the body is not a JSON object. */
function idsInBody(body: string): Record<string, string> {
  return pickServiceIdsForLog(parseJsonIfValid(anyObjectSchema, body) ?? {});
}

/** The facts about a message of a queue. */
const factsOfMessage = ({ messageId, attributes, body }: SQSRecord): RecordFacts => ({
  id: messageId,
  sentAt: Number(attributes.SentTimestamp) || undefined,
  receives: Number(attributes.ApproximateReceiveCount) || undefined,
  ids: idsInBody(body),
});

/** The facts about a record of the table's stream. */
const factsOfStreamRecord = ({ eventID, dynamodb }: DynamoDBRecord): RecordFacts => {
  // An item has ids as strings, or as objects with an id: an item of the outbox has its render as `render`, which becomes `render_id`.
  const namedIds = Object.entries(dynamodb?.NewImage ?? {}).map(([name, value]) =>
    value.M ? [`${name}_id`, value.M.id?.S] : [name, value.S],
  );
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return {
    id: eventID,
    sentAt: seconds === undefined ? undefined : seconds * 1000,
    receives: undefined,
    ids: pickServiceIdsForLog(Object.fromEntries(namedIds)),
  };
};

/** Milliseconds before the end of an invocation at which its calls to AWS are no longer repeated. */
const RESERVE_MS = 3000;

/**
 * The handler of a queue. Handles the messages of a batch concurrently. Messages that failed return to the queue, the others are deleted. A
 * message that could not be handled because the table, a queue or the bucket was not available has not failed: it is put off. A message
 * that only a newer version of the program can handle is also put off, unless it was put off for long enough.
 * @param stage name of this work in log records and metrics
 * @param putOff sends the message of a record again with a delay, because a message that returns by itself uses up one of the receives that
 * are meant for failures. Returns false when the message is not sent again
 */
export const createQueueBatchHandler = (
  stage: string,
  handle: (record: SQSRecord) => Promise<void>,
  putOff: (record: SQSRecord, reason: WrittenByNewerVersionError | DependencyUnavailableError) => Promise<boolean>,
) => {
  const handleOrPutOff = async (record: SQSRecord, context: LambdaContextTimeLeft | undefined): Promise<Outcome> => {
    try {
      await runWithInvocationDeadline(context, RESERVE_MS, () => handle(record));
      return 'done';
    } catch (error) {
      if (!(error instanceof DependencyUnavailableError || error instanceof WrittenByNewerVersionError)) throw error;
      // A message that was not sent again, because of a kill or an error, returns by itself.
      if (!(await putOff(record, error))) throw error;
      log.warn('message put off', { record: record.messageId, error });
      return 'put_off';
    }
  };
  // A processor keeps the state of one batch.
  return async (event: SQSEvent, context?: LambdaContextTimeLeft): Promise<SQSBatchResponse> =>
    processPartialResponse(
      event,
      withResultLogging(stage, (record: SQSRecord) => handleOrPutOff(record, context), factsOfMessage),
      new BatchProcessor(EventType.SQS),
      BATCH_OPTIONS,
    );
};

/**
 * The handler of a table's stream. Handles the records of a batch concurrently; the stream repeats the batch from the first
 * one that failed, so records after it may be handled twice.
 * @param stage name of this work in log records and metrics
 */
export const createTableStreamHandler = (stage: string, handle: (record: DynamoDBRecord) => Promise<void>) => {
  const handleWithin = async (record: DynamoDBRecord, context: LambdaContextTimeLeft | undefined): Promise<Outcome> => {
    await runWithInvocationDeadline(context, RESERVE_MS, () => handle(record));
    return 'done';
  };
  return async (event: DynamoDBStreamEvent, context?: LambdaContextTimeLeft): Promise<DynamoDBBatchResponse> =>
    processPartialResponse(
      event,
      withResultLogging(stage, (record: DynamoDBRecord) => handleWithin(record, context), factsOfStreamRecord),
      new BatchProcessor(EventType.DynamoDBStreams),
      BATCH_OPTIONS,
    );
};
