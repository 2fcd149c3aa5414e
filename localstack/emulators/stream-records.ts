import { DatabaseSync } from 'node:sqlite';

/**
 * The emulator of DynamoDB keeps the records of its streams in one table without an index and drops none. Each write looks
 * through all of them for the number that comes next, and each read for those after a position: with 20,000 of them, which
 * are some thousand deliveries, it was busy with nothing else. What it asks for is in its source, nubo-db/dynoxide,
 * `storage.rs`: `next_stream_sequence_number`, `get_stream_records`, `get_shard_sequence_range`.
 */
const INDEXES = {
  next_number: 'table_name, CAST(sequence_number AS INTEGER)',
  after_position: 'table_name, shard_id, CAST(sequence_number AS INTEGER)',
  range: 'table_name, shard_id, sequence_number',
} as const;

/** DynamoDB keeps them for a day. */
const KEPT_SECONDS = 86_400;
/** The emulator writes too. */
const BUSY_MS = 5_000;

/**
 * Adds what is missing to the database of a running emulator, and drops the records whose time is over: all but the last,
 * from which the numbers continue. Both can be done again, and may be broken off at any time: each is one statement.
 * @throws Error when the database is not as it is expected to be: the emulator works all the same, ever more slowly.
 */
export function pruneStreamRecords(file: string, now: Date): void {
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    for (const [name, columns] of Object.entries(INDEXES))
      database.exec(`CREATE INDEX IF NOT EXISTS _stream_records_${name} ON _stream_records (${columns})`);
    database
      .prepare('DELETE FROM _stream_records WHERE created_at < ? AND id < (SELECT MAX(id) FROM _stream_records)')
      .run(Math.floor(now.getTime() / 1000) - KEPT_SECONDS);
  } finally {
    database.close();
  }
}
