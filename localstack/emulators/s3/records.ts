import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

/** Attributes that a client gives an object, stored and returned as they are. */
const attributes = {
  /** Response headers: `content-type`, `cache-control` and so on. */
  headers: z.record(z.string(), z.string()).readonly(),
};
const objectAttributes = z.object(attributes);
export type ObjectAttributes = z.output<typeof objectAttributes>;
const milliseconds = z.number();

/** The record of an object. Times are ms since the epoch. */
export const objectRecord = z.object({
  ...attributes,
  key: z.string(),
  size: z.number(),
  /** Without quotes. */
  etag: z.string(),
  modified: milliseconds,
  blobs: z.array(z.object({ blob: z.string(), size: z.number() })).readonly(),
  /** The multipart upload it came from. */
  uploadId: z.string().optional(),
});
export type ObjectRecord = z.output<typeof objectRecord>;

/** The record of a multipart upload. */
export const uploadRecord = z.object({
  ...attributes,
  id: z.string(),
  key: z.string(),
  initiated: milliseconds,
});
export type UploadRecord = z.output<typeof uploadRecord>;

/** The record of a part of it. */
export const partRecord = z.object({
  number: z.number(),
  blob: z.string(),
  size: z.number(),
  /** MD5, hex. */
  etag: z.string(),
  modified: milliseconds,
});
export type PartRecord = z.output<typeof partRecord>;

/**
 * The text of a record. Earlier versions refuse a record without `tags`, and remove its file: a folder that was used by this version must
 * stay whole when an earlier one opens it.
 */
export const recordText = (record: ObjectRecord | UploadRecord): string => JSON.stringify({ ...record, tags: {} });

const UNFINISHED = '.unfinished';

/**
 * Replaces a small file. The rename is atomic: a process killed at any moment leaves the old file or the new one, whole.
 * What was written stays with the kernel when a process dies, so no fsync is needed against a kill; a loss of power is
 * out of scope of a development store.
 *
 * Synchronous on purpose: no other request runs between a look at the index and the record that follows from it.
 */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}${UNFINISHED}`, text);
  renameSync(`${file}${UNFINISHED}`, file);
}

/** Deletes a file if it exists. */
export function removeFile(file: string): void {
  rmSync(file, { force: true });
}

/** Names in a directory; what a killed replacement left is deleted on the way. */
export function recordNames(dir: string): string[] {
  return readdirSync(dir).filter((name) => {
    if (!name.endsWith(UNFINISHED)) return true;
    removeFile(path.join(dir, name));
    return false;
  });
}

/** Reads a record of this emulator. @throws JsonMismatch for one that was damaged */
export function readRecord<Schema extends z.ZodType>(schema: Schema, file: string): z.output<Schema> {
  return parseJson(schema, readFileSync(file, 'utf8'));
}

/** A key may be anything, `../../` included; on disk it is only ever a hash. */
export function recordName(key: string): string {
  return `${createHash('sha256').update(key).digest('hex')}.json`;
}
