import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { objectRecordSchema } from '#emulators/s3/records.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { hardLinkOrCopyFile, hardLinkOrCopyFileSync } from './link-file.ts';

/** The files of a bucket's emulator that are copied in two steps, around the copy of the database. */
export interface BucketCopy {
  /** Notes which objects exist at the moment as of which the database is copied, and links those that are new. Quick. */
  note(): void;
  /** Adds what was written since the first step, and writes the records. @returns the number of objects and their bytes */
  finish(): Promise<{ objects: number; bytes: number }>;
}

/** Records of objects as texts, by their paths below the folder of the emulator. */
type Records = Map<string, string>;

const CONCURRENCY = 8;
/** Most rounds of links before the database is copied: each finds what was written during the one before. */
const ROUNDS = 5;
/**
 * Most bytes that are copied while nothing can be written, where files cannot be linked because the backup is on another disk. Larger files are
 * copied afterwards, unless they are deleted before.
 */
const NOTED_BYTES = 16 * 2 ** 20;
/** Number of attempts to read records whose file was replaced meanwhile. */
const ATTEMPTS = 5;

const names = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => !name.endsWith('.unfinished'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const objectPaths = (root: string): string[] =>
  names(join(root, 'buckets')).flatMap((bucket) =>
    names(join(root, 'buckets', bucket, 'objects')).map((name) => join('buckets', bucket, 'objects', name)),
  );

function readRecord(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function readRecords(root: string): Records {
  const records: Records = new Map();
  for (const path of objectPaths(root)) {
    const text = readRecord(root, path);
    if (text !== undefined) records.set(path, text);
  }
  return records;
}

const objectOf = (text: string) => parseJsonIfValid(objectRecordSchema, text);
const blobsOf = (text: string): string[] => objectOf(text)?.blobs.map(({ blob }) => blob) ?? [];

/**
 * Copies the files of the bucket, which are never changed but may be removed and replaced meanwhile. Files are linked until the database is
 * copied, the last ones while no process can commit to the database. So files that the copied database names are not lost if they are
 * deleted later. Files that were replaced until then are added after the database was copied. Unfinished uploads are left out: their
 * senders start again.
 * @param root folder of the emulator
 * @param target folder of the copy, which has no files yet
 * @param earlier folder of an earlier copy, whose files are linked rather than copied again from another disk
 */
export async function copyBucket(root: string, target: string, earlier?: string): Promise<BucketCopy> {
  const linked = new Set<string>();
  mkdirSync(join(target, 'blobs'), { recursive: true, mode: 0o700 });
  const linkBlobs = async (texts: Iterable<string>): Promise<void> => {
    const wanted = [...new Set([...texts].flatMap(blobsOf))].filter((blob) => !linked.has(blob));
    await forEachConcurrent(wanted, CONCURRENCY, async (blob) => {
      const to = join(target, 'blobs', blob);
      const isFound =
        (earlier !== undefined && (await hardLinkOrCopyFile(join(earlier, 'blobs', blob), to))) ||
        (await hardLinkOrCopyFile(join(root, 'blobs', blob), to));
      if (isFound) linked.add(blob);
    });
  };
  const isWhole = (text: string): boolean => blobsOf(text).every((blob) => linked.has(blob));

  const first: Records = new Map();
  /** Reads the records that are new, and returns them. */
  const readNew = (): Records => {
    const found: Records = new Map();
    for (const path of objectPaths(root)) {
      const text = first.has(path) ? undefined : readRecord(root, path);
      if (text !== undefined) found.set(path, text);
    }
    for (const [path, text] of found) first.set(path, text);
    return found;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const found = readNew();
    if (found.size === 0) break;
    await linkBlobs(found.values());
  }
  let present: ReadonlySet<string> = new Set();
  return {
    note() {
      let room = NOTED_BYTES;
      for (const blob of new Set([...readNew().values()].flatMap(blobsOf))) {
        if (linked.has(blob)) continue;
        const copied = hardLinkOrCopyFileSync(join(root, 'blobs', blob), join(target, 'blobs', blob), room);
        if (copied === undefined) continue;
        room -= copied;
        linked.add(blob);
      }
      present = new Set(objectPaths(root));
    },
    async finish() {
      const records = readRecords(root);
      await linkBlobs(records.values());
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const replaced = [...records].filter(([, text]) => !isWhole(text));
        if (replaced.length === 0) break;
        for (const [path] of replaced) {
          const text = readRecord(root, path);
          if (text === undefined) records.delete(path);
          else records.set(path, text);
        }
        await linkBlobs(records.values());
      }
      // The database may name what was deleted after it was copied.
      for (const [path, text] of first) if (present.has(path) && !records.has(path)) records.set(path, text);
      return writeRecords(root, target, new Map([...records].filter(([, text]) => isWhole(text))), linked);
    },
  };
}

/** Writes the records and the settings of the buckets, and removes files that no record names. */
async function writeRecords(root: string, target: string, records: Records, linked: ReadonlySet<string>) {
  for (const bucket of names(join(root, 'buckets'))) {
    const folder = join('buckets', bucket);
    const settings = names(join(root, folder, 'configuration')).map((name) => join(folder, 'configuration', name));
    for (const path of [...settings, join(folder, 'bucket.json')]) {
      const text = readRecord(root, path);
      if (text !== undefined) writeText(join(target, path), text);
    }
  }
  const named = new Set<string>();
  let bytes = 0;
  for (const [path, text] of records) {
    writeText(join(target, path), text);
    for (const blob of blobsOf(text)) named.add(blob);
    bytes += objectOf(text)?.size ?? 0;
  }
  const unnamed = [...linked].filter((blob) => !named.has(blob));
  await forEachConcurrent(unnamed, CONCURRENCY, (blob) => rm(join(target, 'blobs', blob)));
  return { objects: records.size, bytes };
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}
