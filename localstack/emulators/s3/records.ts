import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

/** Attributes that a client gives an object, which are stored and returned unchanged. */
const attributeFields = {
  /** Response headers: `content-type`, `cache-control` and so on. */
  headers: z.record(z.string(), z.string()).readonly(),
};
const objectAttributesSchema = z.object(attributeFields);
/** The attributes of an S3 object that come from the headers of the request that makes it. */
export type S3ObjectAttributes = z.output<typeof objectAttributesSchema>;
const millisecondsSchema = z.number();

/** The record of an object. Times are ms since the epoch. */
export const objectRecordSchema = z.object({
  ...attributeFields,
  key: z.string(),
  size: z.number(),
  /** Without quotes. */
  etag: z.string(),
  modified: millisecondsSchema,
  blobs: z.array(z.object({ blob: z.string(), size: z.number() })).readonly(),
  /** The multipart upload that made it. */
  uploadId: z.string().optional(),
});
/** The record of an object in the index of its bucket (`S3Bucket`). */
export type S3ObjectRecord = z.output<typeof objectRecordSchema>;

/** The record of a multipart upload. */
export const multipartUploadRecordSchema = z.object({
  ...attributeFields,
  id: z.string(),
  key: z.string(),
  initiated: millisecondsSchema,
});
/** An unfinished multipart upload. */
export type UnfinishedS3UploadRecord = z.output<typeof multipartUploadRecordSchema>;

/** The record of a part of a multipart upload. */
export const uploadPartRecordSchema = z.object({
  number: z.number(),
  blob: z.string(),
  size: z.number(),
  /** MD5, hex. */
  etag: z.string(),
  modified: millisecondsSchema,
});
/** A part of a multipart upload. */
export type UploadPartRecord = z.output<typeof uploadPartRecordSchema>;

/**
 * Makes the text of a record. Earlier versions refuse a record without `tags` and remove its file, but a folder from this version must
 * stay complete when an earlier one opens it.
 */
export const s3RecordText = (record: S3ObjectRecord | UnfinishedS3UploadRecord): string =>
  JSON.stringify({ ...record, tags: {} });

const UNFINISHED_SUFFIX = '.unfinished';

/**
 * Replaces a small file. The rename is atomic: if the process is killed at any moment, the old file or the complete new one remains.
 * The kernel keeps written data when a process is killed, so no fsync is needed; a loss of power is out of scope for a
 * development store.
 *
 * It is synchronous so that no other request runs between a read of the index and the record that depends on it.
 */
export function replaceFileAtomically(file: string, text: string): void {
  writeFileSync(`${file}${UNFINISHED_SUFFIX}`, text);
  renameSync(`${file}${UNFINISHED_SUFFIX}`, file);
}

/** Deletes a file if it exists. */
export function removeFile(file: string): void {
  rmSync(file, { force: true });
}

/** Lists the records in a directory, and deletes the files of replacements that were killed. */
export function listAndPruneS3Records(dir: string): string[] {
  return readdirSync(dir).filter((name) => {
    if (!name.endsWith(UNFINISHED_SUFFIX)) return true;
    removeFile(path.join(dir, name));
    return false;
  });
}

/** Reads a record. @throws JsonMismatchError for a damaged one */
export function readS3Record<Schema extends z.ZodType>(schema: Schema, file: string): z.output<Schema> {
  return parseJson(schema, readFileSync(file, 'utf8'));
}

/** The file name of an object's record. It is a hash, because a key may be anything, even `../../`. */
export function s3RecordFileName(key: string): string {
  return `${createHash('sha256').update(key).digest('hex')}.json`;
}
