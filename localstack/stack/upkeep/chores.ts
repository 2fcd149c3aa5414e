import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { truncateLogOfOtherProcess } from '#emulators/host/create-rotated-log-writer.ts';
import type { DataDir } from '#emulators/host/data-dir.ts';
import { measureDiskSpace, measureFolderBytes } from '#emulators/host/measure-folder-bytes.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { S3RequestListener } from '#emulators/s3/server.ts';
import { removeExpiredStreamRecords } from '#emulators/stream-records.ts';
import { systemClock } from '#kernel/shared/clock.ts';
import { expireItems } from './expire-items.ts';
import { type FreeDiskState, limitDiskUse } from './limit-disk-use.ts';
import type { UpkeepChore } from './upkeep.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Logs that the emulators write themselves. */
const EMULATOR_LOGS = ['dynamodb.log', 'sqs.log'];

/** The data that the upkeep chores limit in size, and their limits. */
export interface UpkeepChoreDeps {
  dynamodb: DynamoDBClient;
  dataDir: DataDir;
  /** The largest number of bytes of the data folder; undefined: as many as its disk has. */
  maxBytes: number | undefined;
  room: FreeDiskState;
  evict: S3RequestListener['evict'];
  log: StackLog;
}

/** The chores of a stack with embedded emulators. */
export const upkeepChoresOf = ({ dynamodb, dataDir, maxBytes, room, evict, log }: UpkeepChoreDeps): UpkeepChore[] => [
  {
    name: 'expired items',
    everyMs: HOUR_MS,
    run: async (signal) => removalSentence(await expireItems({ dynamodb, clock: systemClock, signal }), 'items'),
  },
  {
    name: 'stream records',
    everyMs: HOUR_MS,
    run: async (signal) =>
      removalSentence(
        await removeExpiredStreamRecords(join(dataDir.dynamodb, 'dynamodb.db'), systemClock(), signal),
        'records',
      ),
  },
  {
    name: 'logs',
    everyMs: MINUTE_MS,
    run: async () => {
      for (const name of EMULATOR_LOGS) truncateLogOfOtherProcess(join(dataDir.logs, name));
      return undefined;
    },
  },
  {
    name: 'disk',
    // Without a bound only the system is asked, which costs nothing.
    everyMs: maxBytes === undefined ? MINUTE_MS / 6 : MINUTE_MS,
    run: (signal) =>
      limitDiskUse(
        {
          maxBytes,
          room,
          evict,
          log,
          clock: systemClock,
          measure: (endSignal) => measureFolderBytes(dataDir.root, endSignal),
          disk: () => measureDiskSpace(dataDir.root),
        },
        signal,
      ),
  },
];

const removalSentence = (count: number, itemNoun: string): string | undefined =>
  count === 0 ? undefined : `${count} ${itemNoun} were removed`;
