import {
  type _Record,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { StreamEventSource } from './types.ts';

/** The largest number of records that one GetRecords returns. */
const READ_LIMIT = 1000;

/** The result of one read of a stream shard. */
export interface ShardRead {
  records: _Record[];
  /** True if the read returned as many records as one read can, so that there may be more. */
  isFull: boolean;
  /** True if the shard is closed and gets no more records. */
  ended: boolean;
}

/** A reader of one shard. */
export interface ShardReader {
  /** Reads the records since the last read, in order. After a rejection the next read continues at the same position. */
  read(): Promise<ShardRead>;
  /** The sequence number up to which records were read. */
  position(): string | undefined;
}

/** Options of `createShardReader`. */
export interface ShardReaderOptions {
  streams: DynamoDBStreamsClient;
  streamArn: string;
  shardId: string;
  /** The sequence number after which it reads; undefined for `startingPosition`. */
  after: string | undefined;
  startingPosition: StreamEventSource['startingPosition'];
  /** Called when the stream no longer has the records after the position. The reader continues with the oldest record. */
  onTrimmed(): void;
  signal: AbortSignal;
}

/** Makes a reader that reads a shard in order. */
export function createShardReader(options: ShardReaderOptions): ShardReader {
  const { streams, streamArn, shardId, signal } = options;
  let { after: lastSequenceNumber, startingPosition } = options;
  let iterator: string | undefined;

  const openIterator = async () => {
    const iteratorStart =
      lastSequenceNumber === undefined
        ? { ShardIteratorType: startingPosition }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: lastSequenceNumber };
    const command = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ...iteratorStart });
    return (await streams.send(command, { abortSignal: signal })).ShardIterator;
  };

  return {
    position: () => lastSequenceNumber,
    read: async () => {
      try {
        iterator ??= await openIterator();
        const command = new GetRecordsCommand({ ShardIterator: iterator, Limit: READ_LIMIT });
        const { Records = [], NextShardIterator } = await streams.send(command, { abortSignal: signal });
        iterator = NextShardIterator;
        lastSequenceNumber = Records.at(-1)?.dynamodb?.SequenceNumber ?? lastSequenceNumber;
        return { records: Records, isFull: Records.length >= READ_LIMIT, ended: NextShardIterator === undefined };
      } catch (error) {
        // Iterators expire, also when the emulator restarts: a new one continues at the same position.
        iterator = undefined;
        if (error instanceof Error && error.name === 'TrimmedDataAccessException') {
          lastSequenceNumber = undefined;
          startingPosition = 'TRIM_HORIZON';
          options.onTrimmed();
          return { records: [], isFull: false, ended: false };
        }
        throw error;
      }
    },
  };
}
