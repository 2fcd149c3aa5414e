import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { type Clock, systemClock } from '#kernel/shared/clock.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { compileFilter } from './filter-pattern.ts';
import { compileSchedule, runSchedule } from './schedule.ts';
import { openShardCheckpoints, type ShardCheckpoints } from './shard-checkpoints.ts';
import { runSqsMapping } from './sqs-mapping.ts';
import { runStreamMapping } from './stream-mapping.ts';
import type { InvokeFunction, LocalEventSource, LocalFunction, WaitForEventCapacity } from './types.ts';
import { waitUnlessAborted } from './wait-unless-aborted.ts';

/** Options of `startEventSources`. */
export interface EventSourcesOptions {
  functions: readonly LocalFunction[];
  /** Needs `useQueueUrlAsEndpoint: false` if queue URLs have a host name that does not resolve. */
  sqs: SQSClient;
  dynamodb: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  region: string;
  accountId: string;
  invoke: InvokeFunction;
  /** Waits for room in the worker pool, so that no more messages are taken from the queues than can wait there. */
  whenReady?: WaitForEventCapacity | undefined;
  /** Number of times that each message of a queue is passed to its function. 1 by default. */
  messageCopies?: number | undefined;
  /** JSON file with the positions in the streams, which is made if it is missing. */
  checkpointFile: string;
  log: StackLog;
  clock?: Clock | undefined;
  /** Milliseconds that stop() waits for running invocations; 5,000 by default. */
  stopGraceMs?: number | undefined;
}

/** The running event sources. */
export interface RunningEventSources {
  /**
   * Ends all polling at once, and resolves when running invocations have ended, or after the grace period. Unfinished work is
   * delivered again: messages after their visibility timeout, stream records at the next start.
   *
   * An emulator that does not notice a closed connection gives a message of the next 20 s to a poll that
   * nothing reads: stop all senders before this, and the emulator right after.
   */
  stop(): Promise<void>;
}

/** Checks that an event can be served, so that a mistake in serverless.yml appears at the start. @throws Error if it cannot */
function assertServable(functionName: string, event: LocalEventSource): void {
  try {
    if (event.kind === 'schedule') compileSchedule(event.rate, 0);
    else compileFilter(event.filterPatterns);
  } catch (error) {
    throw new Error(`function ${functionName}: ${errorMessageOf(error)}`);
  }
}

/** Serves the `sqs`, `stream` and `schedule` events of the functions as Lambda and EventBridge do. */
export function startEventSources(options: EventSourcesOptions): RunningEventSources {
  const { functions, log, invoke, region, accountId, sqs, dynamodb, streams, whenReady, messageCopies } = options;
  for (const { name, events } of functions) for (const event of events) assertServable(name, event);

  const clock = options.clock ?? systemClock;
  const stopController = new AbortController();
  const { signal } = stopController;
  let checkpointsOpening: Promise<ShardCheckpoints> | undefined;

  const run = async (functionName: string, event: LocalEventSource): Promise<void> => {
    const commonOptions = { functionName, invoke, region, accountId, sqs, clock, log, signal };
    switch (event.kind) {
      case 'sqs':
        return runSqsMapping({ ...commonOptions, event, whenReady, copies: messageCopies });
      case 'schedule':
        return runSchedule({ ...commonOptions, event });
      case 'stream':
        checkpointsOpening ??= openShardCheckpoints(options.checkpointFile, log);
        return runStreamMapping({ ...commonOptions, event, dynamodb, streams, checkpoints: await checkpointsOpening });
    }
  };

  const runningSources = functions.flatMap(({ name, events }) =>
    events.map((event) =>
      run(name, event).catch((error) =>
        log.error(`[${name}] its ${event.kind} event stopped: ${errorMessageOf(error)}`),
      ),
    ),
  );

  return {
    stop: async () => {
      stopController.abort();
      const graceEnd = new AbortController();
      const allEnded = Promise.all(runningSources).finally(() => graceEnd.abort());
      await Promise.race([allEnded, waitUnlessAborted(options.stopGraceMs ?? 5000, graceEnd.signal)]);
      graceEnd.abort();
    },
  };
}
