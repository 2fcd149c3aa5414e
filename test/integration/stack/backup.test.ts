import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listCompleteBackups, removeOldBackups } from '#cli/backup-series.ts';
import { CommandError } from '#emulators/host/command-errors.ts';
import { S3Store } from '#emulators/s3/store.ts';
import { backUpBucketFolder } from '#stack/backup/back-up-bucket-folder.ts';
import { copySqliteDatabaseAtMoment } from '#stack/backup/copy-sqlite-database.ts';
import { hardLinkOrCopyFileSync } from '#stack/backup/link-file.ts';
import { makeBackup, QUEUES_DATABASE_FILE, TABLE_DATABASE_FILE } from '#stack/backup/make-backup.ts';
import { restoreBackup } from '#stack/backup/restore-backup.ts';

const BUSY = fileURLToPath(new URL('../../support/backup/busy-data.ts', import.meta.url));
const clock = () => new Date('2026-11-27T12:00:00Z');
let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  dataDir = join(folder, 'data');
  for (const name of ['dynamodb', 'sqs', 's3', 'logs', 'tmp', 'issuer'])
    mkdirSync(join(dataDir, name), { recursive: true });
  for (const [name, text] of Object.entries({
    ...{ format: '2\n', 'secrets.key': 'a key', 'issuer/private.jwk': '{}', 'event-sources.json': '{}' },
    ...{ 'stack.lock': '1 2', 'stack.json': '{}', 'logs/stack.log': 'x', 'tmp/x': 'x' },
  }))
    writeFileSync(join(dataDir, name), text, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes as the service does, in a process, while `act` runs. */
async function whileWriting(rows: number, act: () => Promise<void>): Promise<void> {
  const writer = spawn(process.execPath, [BUSY, dataDir, String(rows)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(writer, 'exit');
  try {
    await once(writer.stdout, 'data');
    await act();
    expect(writer.exitCode).toBeNull();
  } finally {
    writer.kill('SIGKILL');
    await exited;
  }
}

const rowsOf = (root: string): { key: string; content: string }[] => {
  const database = new DatabaseSync(join(root, TABLE_DATABASE_FILE));
  try {
    return database.prepare('SELECT key, content FROM items').all() as never;
  } finally {
    database.close();
  }
};

async function contentOf(store: S3Store, key: string): Promise<string> {
  const { blobs, size } = store.bucket('media').get(key);
  const chunks: Buffer[] = [];
  for await (const chunk of store.blobs.read(blobs, 0, size - 1)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('a backup', () => {
  it('that is made while files and rows come and go has every file that its rows name', async () => {
    await whileWriting(300, async () => {
      for (const name of ['first', 'second'])
        await makeBackup({ dataDir, target: join(folder, name), earlier: join(folder, 'first'), clock });
    });
    const seen = ['first', 'second'].map(async (name) => {
      const restored = join(folder, `${name}-restored`);
      const manifest = await restoreBackup(join(folder, name), restored, 2);
      const store = new S3Store(join(restored, 's3'), (line) => expect.fail(line));
      const rows = rowsOf(restored);
      expect(rows.length).toBeGreaterThanOrEqual(300);
      for (const { key, content } of rows) expect(await contentOf(store, key)).toBe(content);
      expect(await contentOf(store, 'replaced')).toMatch(/^version \d+$/);
      const named = store.bucket('media').blobs().length;
      expect(readdirSync(join(folder, name, 's3/blobs'))).toHaveLength(named);
      expect(manifest.objects).toBe(named);
      return new Set(rows.map(({ key }) => key));
    });
    const [first, second] = await Promise.all(seen);
    expect(second).not.toEqual(first);
  });

  it('has a file that was written after its first step and was deleted before its last one', async () => {
    const store = new S3Store(join(dataDir, 's3'), (line) => expect.fail(line));
    store.createBucket('media', 0);
    const target = join(folder, 'copy');
    const copy = await backUpBucketFolder(join(dataDir, 's3'), target);
    const blob = await store.blobs.write(
      (async function* () {
        yield Buffer.from('late');
      })(),
    );
    store.bucket('media').put({ key: 'late', headers: {}, size: 4, etag: '', modified: 0, blobs: [{ blob, size: 4 }] });
    copy.note();
    store.discard(store.bucket('media').remove('late'));
    expect(await copy.finish()).toEqual({ objects: 1, bytes: 4 });
    expect(await contentOf(new S3Store(target, (line) => expect.fail(line)), 'late')).toBe('late');
  });

  it('copies no large file while rows wait, where files cannot be linked', () => {
    const from = join(folder, 'file');
    writeFileSync(from, 'bytes');
    // A link of a file over itself is refused, as one to another disk is.
    const to = join(folder, 'present');
    writeFileSync(to, '');
    expect(hardLinkOrCopyFileSync(from, to, 4)).toBeUndefined();
    expect(readFileSync(to, 'utf8')).toBe('');
    expect(hardLinkOrCopyFileSync(from, to, 5)).toBe(5);
    expect(readFileSync(to, 'utf8')).toBe('bytes');
    expect(hardLinkOrCopyFileSync(from, join(folder, 'link'), 0)).toBe(0);
    expect(hardLinkOrCopyFileSync(join(folder, 'none'), join(folder, 'other'), 5)).toBeUndefined();
  });

  it('has the rows of the moment at which files are noted, while others cannot commit', async () => {
    const file = join(folder, 'table.db');
    const writer = new DatabaseSync(file);
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE items (key TEXT); INSERT INTO items VALUES (1)');
    const write = () => writer.exec('INSERT INTO items VALUES (2)');
    const copied = copySqliteDatabaseAtMoment(file, join(folder, 'copy.db'), () =>
      expect(write).toThrow('database is locked'),
    );
    write();
    await copied;
    writer.close();
    const copy = new DatabaseSync(join(folder, 'copy.db'), { readOnly: true });
    expect(copy.prepare('SELECT key FROM items').all()).toEqual([{ key: '1' }]);
    copy.close();
    expect(existsSync(join(folder, 'copy.db-wal'))).toBe(false);
  });

  it('has keys and messages, and nothing of the process that runs; a restored folder is closed to others', async () => {
    await whileWriting(5, async () => void (await makeBackup({ dataDir, target: join(folder, 'copy'), clock })));
    const restored = join(folder, 'restored');
    await restoreBackup(join(folder, 'copy'), restored, 2);
    expect(readdirSync(restored).sort()).toEqual([
      ...['dynamodb', 'event-sources.json', 'format', 'issuer', 's3', 'secrets.key', 'sqs'],
    ]);
    expect(readFileSync(join(restored, 'secrets.key'), 'utf8')).toBe('a key');
    expect(readFileSync(join(restored, 'issuer/private.jwk'), 'utf8')).toBe('{}');
    for (const path of [restored, join(restored, 'secrets.key')]) expect(statSync(path).mode & 0o077).toBe(0);
    const queues = new DatabaseSync(join(restored, QUEUES_DATABASE_FILE));
    expect(queues.prepare('SELECT COUNT(*) AS count FROM messages').get()?.count).toBeGreaterThanOrEqual(5);
    queues.close();
  });

  it('is not restored into a folder with files, from an unfinished one, or from a later version', async () => {
    await whileWriting(5, async () => void (await makeBackup({ dataDir, target: join(folder, 'copy'), clock })));
    const copy = join(folder, 'copy');
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await expect(restoreBackup(copy, dataDir, 2)).rejects.toThrow(/data is not empty\. Stop the service and move/);
    await expect(restoreBackup(copy, empty, 1)).rejects.toThrow(/made by a later version .*format 2, not 1/);
    expect(readdirSync(empty)).toEqual([]);
    await restoreBackup(copy, empty, 3);
    expect(rowsOf(empty).length).toBeGreaterThan(0);

    rmSync(join(copy, 'backup.json'));
    await expect(restoreBackup(copy, join(folder, 'other'), 2)).rejects.toThrow(CommandError);
    expect(existsSync(join(folder, 'other'))).toBe(false);
    await expect(makeBackup({ dataDir: folder, target: join(folder, 'x'), clock })).rejects.toThrow(/There is no data/);
  });
});

it('of a series of backups the newest stay', async () => {
  const names = ['2026-11-01T00-00-00Z', '2026-11-02T00-00-00Z', '2026-11-03T00-00-00Z'];
  for (const name of [...names, '2026-11-04T00-00-00Z.unfinished', 'of-somebody']) mkdirSync(join(folder, name));
  for (const name of [...names, 'of-somebody']) writeFileSync(join(folder, name, 'backup.json'), '{}');

  expect(await removeOldBackups(folder, 2)).toEqual([join(folder, '2026-11-01T00-00-00Z')]);
  expect(listCompleteBackups(folder)).toEqual(names.slice(1).map((name) => join(folder, name)));
  expect(existsSync(join(folder, 'of-somebody'))).toBe(true);
});
