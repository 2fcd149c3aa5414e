import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, type DynamoDBStreamsClient, type Shard } from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { createOnFailureMessage, type DiscardedStreamRecords } from './create-on-failure-message.ts';
import { compileFilter } from './filter-pattern.ts';
import type { ShardCheckpoints } from './shard-checkpoints.ts';
import { processShardRecords } from './shard-mapping.ts';
import { requireQueueUrl } from './sqs-queue-client.ts';
import type { InvokeFunction, StreamEventSource } from './types.ts';
import { waitUnlessAborted } from './wait-unless-aborted.ts';

/** Options of `runStreamMapping`. */
export interface StreamMappingOptions {
  functionName: string;
  event: StreamEventSource;
  dynamodb: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  sqs: SQSClient;
  region: string;
  accountId: string;
  invoke: InvokeFunction;
  checkpoints: ShardCheckpoints;
  clock: Clock;
  log: StackLog;
  signal: AbortSignal;
}

/** Milliseconds between two searches for new shards: fewer while none exist, because the table is being made. */
const DISCOVERY_MS = 2000;
const FIRST_DISCOVERY_MS = 250;
/** Pause after a failed attempt to send a message about discarded records. */
const SEND_RETRY_MS = 1000;

async function listShards(streams: DynamoDBStreamsClient, streamArn: string, signal: AbortSignal): Promise<Shard[]> {
  const shards: Shard[] = [];
  let lastShardId: string | undefined;
  do {
    const command = new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: lastShardId });
    const { StreamDescription } = await streams.send(command, { abortSignal: signal });
    shards.push(...(StreamDescription?.Shards ?? []));
    lastShardId = StreamDescription?.LastEvaluatedShardId;
  } while (lastShardId !== undefined);
  return shards;
}

/** Runs the event source of a table until the signal aborts. Resolves when the last of its invocations has ended. */
export async function runStreamMapping(options: StreamMappingOptions): Promise<void> {
  const { event, functionName, log, signal } = options;
  const passes = compileFilter(event.filterPatterns);
  const taskByShard = new Map<string, Promise<void>>();
  let sawShards = false;
  let lastProblem: string | undefined;

  const startShards = (streamArn: string, shards: readonly Shard[]) => {
    // LATEST skips only the records that exist at the first search: a later shard continues one that is being read.
    const startingPosition = sawShards ? 'TRIM_HORIZON' : event.startingPosition;
    const byId = new Map(shards.map((shard) => [shard.ShardId, shard]));
    const startShard = (shard: Shard): Promise<void> => {
      const shardId = shard.ShardId ?? '';
      const key = `${streamArn}|${shardId}`;
      const runningTask = taskByShard.get(key);
      if (runningTask !== undefined) return runningTask;
      const parent = byId.get(shard.ParentShardId);
      const runShard = async () => {
        // The changes of an item continue in the child of its shard.
        if (parent !== undefined) await startShard(parent);
        const discard = (discardedRecords: DiscardedStreamRecords) =>
          reportDiscardedRecords(discardedRecords, streamArn, shardId, options);
        await processShardRecords({ ...options, streamArn, shardId, startingPosition, passes, discard });
      };
      const task = runShard();
      taskByShard.set(key, task);
      return task;
    };
    for (const shard of shards) void startShard(shard);
    sawShards ||= shards.length > 0;
  };

  while (!signal.aborted) {
    try {
      const command = new DescribeTableCommand({ TableName: event.tableName });
      const streamArn = (await options.dynamodb.send(command, { abortSignal: signal })).Table?.LatestStreamArn;
      if (streamArn === undefined) throw new Error('the table has no stream');
      startShards(streamArn, await listShards(options.streams, streamArn, signal));
      lastProblem = undefined;
    } catch (error) {
      const problem = errorMessageOf(error);
      if (!signal.aborted && problem !== lastProblem) {
        log.warn(`[${functionName}] stream of ${event.tableName}: ${problem}`);
      }
      lastProblem = problem;
    }
    await waitUnlessAborted(sawShards ? DISCOVERY_MS : FIRST_DISCOVERY_MS, signal);
  }
  await Promise.all(taskByShard.values());
}

/** Sends a message about discarded records to the on-failure destination, if there is one. */
async function reportDiscardedRecords(
  discardedRecords: DiscardedStreamRecords,
  streamArn: string,
  shardId: string,
  options: StreamMappingOptions,
) {
  const { event, functionName, region, accountId, clock, log, signal, sqs } = options;
  log.error(
    `[${functionName}] ${discardedRecords.records.length} stream records are given up: ${discardedRecords.condition}`,
  );
  const { onFailureQueueName } = event;
  if (onFailureQueueName === undefined) return;

  const functionArn = `arn:aws:lambda:${region}:${accountId}:function:${functionName}`;
  const body = JSON.stringify(
    createOnFailureMessage(discardedRecords, { functionArn, streamArn, shardId }, clock().getTime()),
  );
  for (;;) {
    try {
      const QueueUrl = await requireQueueUrl(sqs, onFailureQueueName, signal);
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }), { abortSignal: signal });
      return;
    } catch (error) {
      // Without the message, the records would be lost unnoticed.
      if (signal.aborted) throw error;
      log.warn(`[${functionName}] on-failure queue ${onFailureQueueName}: ${errorMessageOf(error)}`);
      await waitUnlessAborted(SEND_RETRY_MS, signal);
    }
  }
}
