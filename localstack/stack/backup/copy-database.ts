import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds to wait while another process writes. */
const BUSY_TIMEOUT_MS = 30_000;

/**
 * Copies an SQLite database that another process may be writing to. The copy has all transactions that were committed before one moment, and
 * none after it; the other process is not held up. Blocks this process.
 * @throws Error of SQLite; Error if the copy is damaged
 */
export function copyDatabase(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const source = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    const [found] = copy.prepare('PRAGMA quick_check(1)').all();
    const verdict = String(Object.values(found ?? {})[0]);
    if (verdict !== 'ok') throw new Error(`the copy of ${from} is damaged: ${verdict}`);
  } finally {
    copy.close();
  }
}
