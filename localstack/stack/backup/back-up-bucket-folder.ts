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

/** The number of files that are linked, copied or removed at the same time. */
const CONCURRENCY = 8;
/** The largest number of rounds of links before the database is copied: each finds what was written during the one before. */
const MAX_LINK_ROUNDS = 5;
/**
 * The largest number of bytes that are copied while nothing can be written, where files cannot be linked because the backup is on another
 * disk. Larger files are copied afterwards, unless they are deleted before.
 */
const MAX_NOTED_BYTES = 16 * 2 ** 20;
/** Number of attempts to read records whose file was replaced meanwhile. */
const MAX_READ_ATTEMPTS = 5;

const listNames = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => !name.endsWith('.unfinished'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const objectPaths = (root: string): string[] =>
  listNames(join(root, 'buckets')).flatMap((bucket) =>
    listNames(join(root, 'buckets', bucket, 'objects')).map((name) => join('buckets', bucket, 'objects', name)),
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
export async function backUpBucketFolder(root: string, target: string, earlier?: string): Promise<BucketCopy> {
  const linkedBlobs = new Set<string>();
  mkdirSync(join(target, 'blobs'), { recursive: true, mode: 0o700 });
  const linkBlobs = async (texts: Iterable<string>): Promise<void> => {
    const unlinkedBlobs = [...new Set([...texts].flatMap(blobsOf))].filter((blob) => !linkedBlobs.has(blob));
    await forEachConcurrent(unlinkedBlobs, CONCURRENCY, async (blob) => {
      const to = join(target, 'blobs', blob);
      const isLinked =
        (earlier !== undefined && (await hardLinkOrCopyFile(join(earlier, 'blobs', blob), to))) ||
        (await hardLinkOrCopyFile(join(root, 'blobs', blob), to));
      if (isLinked) linkedBlobs.add(blob);
    });
  };
  const isWhole = (text: string): boolean => blobsOf(text).every((blob) => linkedBlobs.has(blob));

  const notedRecords: Records = new Map();
  /** Reads the records that are new, and returns them. */
  const readNew = (): Records => {
    const newRecords: Records = new Map();
    for (const path of objectPaths(root)) {
      const text = notedRecords.has(path) ? undefined : readRecord(root, path);
      if (text !== undefined) newRecords.set(path, text);
    }
    for (const [path, text] of newRecords) notedRecords.set(path, text);
    return newRecords;
  };
  for (let round = 0; round < MAX_LINK_ROUNDS; round++) {
    const newRecords = readNew();
    if (newRecords.size === 0) break;
    await linkBlobs(newRecords.values());
  }
  let presentPaths: ReadonlySet<string> = new Set();
  return {
    note() {
      let remainingBytes = MAX_NOTED_BYTES;
      for (const blob of new Set([...readNew().values()].flatMap(blobsOf))) {
        if (linkedBlobs.has(blob)) continue;
        const copiedBytes = hardLinkOrCopyFileSync(
          join(root, 'blobs', blob),
          join(target, 'blobs', blob),
          remainingBytes,
        );
        if (copiedBytes === undefined) continue;
        remainingBytes -= copiedBytes;
        linkedBlobs.add(blob);
      }
      presentPaths = new Set(objectPaths(root));
    },
    async finish() {
      const records = readRecords(root);
      await linkBlobs(records.values());
      for (let attempt = 0; attempt < MAX_READ_ATTEMPTS; attempt++) {
        const replacedRecords = [...records].filter(([, text]) => !isWhole(text));
        if (replacedRecords.length === 0) break;
        for (const [path] of replacedRecords) {
          const text = readRecord(root, path);
          if (text === undefined) records.delete(path);
          else records.set(path, text);
        }
        await linkBlobs(records.values());
      }
      // The database may name what was deleted after it was copied.
      for (const [path, text] of notedRecords)
        if (presentPaths.has(path) && !records.has(path)) records.set(path, text);
      return writeRecords(root, target, new Map([...records].filter(([, text]) => isWhole(text))), linkedBlobs);
    },
  };
}

/** Writes the records and the settings of the buckets, and removes files that no record names. */
async function writeRecords(root: string, target: string, records: Records, linkedBlobs: ReadonlySet<string>) {
  for (const bucket of listNames(join(root, 'buckets'))) {
    const folder = join('buckets', bucket);
    const settings = listNames(join(root, folder, 'configuration')).map((name) => join(folder, 'configuration', name));
    for (const path of [...settings, join(folder, 'bucket.json')]) {
      const text = readRecord(root, path);
      if (text !== undefined) writeText(join(target, path), text);
    }
  }
  const namedBlobs = new Set<string>();
  let bytes = 0;
  for (const [path, text] of records) {
    writeText(join(target, path), text);
    for (const blob of blobsOf(text)) namedBlobs.add(blob);
    bytes += objectOf(text)?.size ?? 0;
  }
  const unnamedBlobs = [...linkedBlobs].filter((blob) => !namedBlobs.has(blob));
  await forEachConcurrent(unnamedBlobs, CONCURRENCY, (blob) => rm(join(target, 'blobs', blob)));
  return { objects: records.size, bytes };
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}
