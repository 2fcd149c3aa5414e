/**
 * A service in small, as a process: `busy-data.ts <data folder> <rows>`. It writes a file and then the row that names it, and removes a row before its
 * file, as the service does, until it is killed. Prints `ready` when there are enough rows.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { S3Store } from '#emulators/s3/store.ts';
import { QUEUES_DATABASE_FILE, TABLE_DATABASE_FILE } from '#stack/backup/make-backup.ts';

const [root = '', wanted = '0'] = process.argv.slice(2);
const store = new S3Store(join(root, 's3'), () => undefined);
store.createBucket('media', 0);
const bucket = store.bucket('media');
// The emulators of tables and queues wait while another process has the lock, too.
const open = (path: string, definition: string): DatabaseSync => {
  const database = new DatabaseSync(join(root, path), { timeout: 10_000 });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE ${definition}`);
  return database;
};
const table = open(TABLE_DATABASE_FILE, 'items (key TEXT PRIMARY KEY, content TEXT)');
const queues = open(QUEUES_DATABASE_FILE, 'messages (key TEXT PRIMARY KEY)');
const addRow = table.prepare('INSERT OR REPLACE INTO items VALUES (?, ?)');
const removeRow = table.prepare('DELETE FROM items WHERE key = ?');
const addMessage = queues.prepare('INSERT OR REPLACE INTO messages VALUES (?)');
const keys: string[] = [];

async function writeFile(key: string, content: string): Promise<void> {
  const blob = await store.blobs.write(bytesOf(content));
  const size = Buffer.byteLength(content);
  store.discard(bucket.put({ key, headers: {}, size, etag: '', modified: Date.now(), blobs: [{ blob, size }] }));
}

async function* bytesOf(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

for (let count = 0; ; count++) {
  const key = `file-${randomUUID()}`;
  const content = `the content of ${key} `.repeat(20);
  await writeFile(key, content);
  addRow.run(key, content);
  addMessage.run(key);
  keys.push(key);
  // One file is written again and again under its key, as the small pictures of a timeline are.
  await writeFile('replaced', `version ${count}`);
  if (count === Number(wanted)) process.stdout.write('ready\n');
  if (count < Number(wanted)) continue;
  const gone = keys.shift() ?? '';
  removeRow.run(gone);
  store.discard(bucket.remove(gone));
}
