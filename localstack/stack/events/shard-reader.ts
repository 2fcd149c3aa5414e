import {
  type _Record,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { StreamEvent } from './types.ts';

/** The most that GetRecords gives at once. */
const READ_LIMIT = 1000;

export interface ShardRead {
  records: _Record[];
  /** There were more records than one read gives. */
  isFull: boolean;
  /** The shard is closed and nothing more will come. */
  ended: boolean;
}

export interface ShardReader {
  /**
   * Reads the records that have arrived since the last read, in order; empty when none have. After a rejection the next read continues
   * there.
   */
  read(): Promise<ShardRead>;
  /** The sequence number up to which records were read. */
  position(): string | undefined;
}

export interface ShardReaderOptions {
  streams: DynamoDBStreamsClient;
  streamArn: string;
  shardId: string;
  /** Read after this sequence number; none: from `startingPosition`. */
  after: string | undefined;
  startingPosition: StreamEvent['startingPosition'];
  /**
   * Called when the stream no longer has what comes after the position; reading then continues with the oldest it has.
   */
  onTrimmed(): void;
  signal: AbortSignal;
}

/** Reads a shard in order. A rejected read changes nothing: the next one attempts the same position again. */
export function createShardReader(options: ShardReaderOptions): ShardReader {
  const { streams, streamArn, shardId, signal } = options;
  let { after, startingPosition } = options;
  let iterator: string | undefined;

  const openIterator = async () => {
    const from =
      after === undefined
        ? { ShardIteratorType: startingPosition }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: after };
    const command = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ...from });
    return (await streams.send(command, { abortSignal: signal })).ShardIterator;
  };

  return {
    position: () => after,
    read: async () => {
      try {
        iterator ??= await openIterator();
        const command = new GetRecordsCommand({ ShardIterator: iterator, Limit: READ_LIMIT });
        const { Records = [], NextShardIterator } = await streams.send(command, { abortSignal: signal });
        iterator = NextShardIterator;
        after = Records.at(-1)?.dynamodb?.SequenceNumber ?? after;
        return { records: Records, isFull: Records.length >= READ_LIMIT, ended: NextShardIterator === undefined };
      } catch (error) {
        // Iterators expire, and do not outlive the emulator: a new one continues at the same position.
        iterator = undefined;
        if (error instanceof Error && error.name === 'TrimmedDataAccessException') {
          after = undefined;
          startingPosition = 'TRIM_HORIZON';
          options.onTrimmed();
          return { records: [], isFull: false, ended: false };
        }
        throw error;
      }
    },
  };
}
