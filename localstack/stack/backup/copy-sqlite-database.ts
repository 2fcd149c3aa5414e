import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as sqlite from 'node:sqlite';

const { DatabaseSync } = sqlite;

/** Milliseconds to wait while another process writes. */
const BUSY_TIMEOUT_MS = 30_000;

/** Pages that are copied at a time. */
const PAGES_PER_STEP = 1000;

/**
 * Copies an SQLite database that another process may be writing to. The copy has all transactions that were committed before one moment, and
 * none after it; the other process is not held up. Blocks this process.
 * @throws Error of SQLite; Error if the copy is damaged
 */
export function copySqliteDatabase(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const source = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  assertUndamaged(to, from);
}

/**
 * Copies an SQLite database in WAL mode as of the moment at which `note` is called: no other process commits while it runs. Others wait for
 * `note`, and not for the copy.
 * @param note called once; must be quick
 * @throws Error of SQLite; Error if the copy is damaged
 */
export async function copySqliteDatabaseAtMoment(from: string, to: string, note: () => void): Promise<void> {
  // Node has it since 22.16. Before that, what is committed between the two steps may name what `note` does not see.
  if (!('backup' in sqlite)) {
    whileLocked(from, note);
    return copySqliteDatabase(from, to);
  }
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const source = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS });
  try {
    whileLocked(from, () => {
      note();
      // A transaction reads the rows as of its first read, and so does the copy.
      source.exec('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
    });
    await sqlite.backup(source, to, { rate: PAGES_PER_STEP });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    // One file without free pages.
    copy.exec('PRAGMA journal_mode = DELETE; VACUUM');
  } finally {
    copy.close();
  }
  assertUndamaged(to, from);
}

/** Calls `act` while no process can commit. */
function whileLocked(path: string, act: () => void): void {
  const lock = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    lock.exec('BEGIN IMMEDIATE');
    act();
  } finally {
    // This also ends the transaction.
    lock.close();
  }
}

function assertUndamaged(path: string, from: string): void {
  const copy = new DatabaseSync(path);
  try {
    const [firstRow] = copy.prepare('PRAGMA quick_check(1)').all();
    const verdict = String(Object.values(firstRow ?? {})[0]);
    if (verdict !== 'ok') throw new Error(`the copy of ${from} is damaged: ${verdict}`);
  } finally {
    copy.close();
  }
}
