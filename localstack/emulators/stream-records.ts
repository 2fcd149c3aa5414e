import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Indexes for the stream records of the DynamoDB emulator, which keeps them in one table without an index and removes none. Each write
 * searches all of them for the next number, and each read for those after a position: with 20,000 records, from about a thousand
 * deliveries, it did nothing else. Its queries are in its source, nubo-db/dynoxide, `storage.rs`: `next_stream_sequence_number`,
 * `get_stream_records`, `get_shard_sequence_range`.
 */
const INDEXES = {
  next_number: 'table_name, CAST(sequence_number AS INTEGER)',
  after_position: 'table_name, shard_id, CAST(sequence_number AS INTEGER)',
  range: 'table_name, shard_id, sequence_number',
} as const;

/** Seconds for which DynamoDB keeps stream records: a day. */
const RETENTION_SECONDS = 86_400;
/** Milliseconds to wait while the emulator writes. */
const BUSY_TIMEOUT_MS = 5_000;

const DELETE_EXPIRED_SQL =
  'DELETE FROM _stream_records WHERE created_at < ? AND id < (SELECT MAX(id) FROM _stream_records)';
/** The number of records that one statement drops while the emulator is in use, which waits meanwhile. */
const RECORDS_PER_STATEMENT = 500;
/** Milliseconds between two such statements. */
const PAUSE_MS = 50;

const oldestRetainedSeconds = (now: Date): number => Math.floor(now.getTime() / 1000) - RETENTION_SECONDS;

/**
 * Adds the indexes to the database of a running emulator, and removes expired records except the last,
 * from which the numbers continue. Each step is one statement, so it can be interrupted at any time and repeated.
 * @throws Error if the database has another structure. The emulator still works, but becomes slower and slower.
 */
export function indexAndPruneStreamRecords(file: string, now: Date): void {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    for (const [name, columns] of Object.entries(INDEXES))
      database.exec(`CREATE INDEX IF NOT EXISTS _stream_records_${name} ON _stream_records (${columns})`);
    database.prepare(DELETE_EXPIRED_SQL).run(oldestRetainedSeconds(now));
  } finally {
    database.close();
  }
}

/**
 * Removes expired records except the last, a few at a time, while the emulator is in use: one that runs for weeks would keep all of them.
 * @param signal ends it between two statements
 * @returns the number of removed records
 * @throws Error of SQLite, also when the emulator writes for longer than a statement waits
 */
export async function removeExpiredStreamRecords(file: string, now: Date, signal: AbortSignal): Promise<number> {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const batchStatement = database.prepare(
      `${DELETE_EXPIRED_SQL} AND id IN (SELECT id FROM _stream_records WHERE created_at < ? ORDER BY id LIMIT ${RECORDS_PER_STATEMENT})`,
    );
    for (let removedCount = 0; ; await delay(PAUSE_MS)) {
      const { changes } = batchStatement.run(oldestRetainedSeconds(now), oldestRetainedSeconds(now));
      removedCount += Number(changes);
      if (changes < RECORDS_PER_STATEMENT || signal.aborted) return removedCount;
    }
  } finally {
    database.close();
  }
}
