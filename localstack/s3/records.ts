import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BlobRef } from './blobs.ts';
import type { Checksum, ChecksumAlgorithm, ChecksumType } from './checksums.ts';

/** What a client says about an object, stored and given back as it is. */
export interface ObjectAttributes {
  /** Response headers: `content-type`, `cache-control`, `x-amz-meta-…` and so on. */
  headers: Readonly<Record<string, string>>;
  tags: Readonly<Record<string, string>>;
}

export interface ObjectRecord extends ObjectAttributes {
  key: string;
  size: number;
  /** Without quotes. */
  etag: string;
  /** ms since the epoch. */
  modified: number;
  blobs: readonly BlobRef[];
  checksum?: Checksum;
  /** The multipart upload it came from. */
  uploadId?: string;
}

export interface UploadRecord extends ObjectAttributes {
  id: string;
  key: string;
  /** ms since the epoch. */
  initiated: number;
  checksum?: { algorithm: ChecksumAlgorithm; type: ChecksumType };
}

export interface PartRecord {
  number: number;
  blob: string;
  size: number;
  /** MD5, hex. */
  etag: string;
  modified: number;
  /** base64 */
  checksum?: { algorithm: ChecksumAlgorithm; value: string };
}

const UNFINISHED = '.unfinished';

/**
 * Replaces a small file. The rename is atomic: a process killed at any moment leaves the old file or the new one, whole.
 * What was written stays with the kernel when a process dies, so no fsync is needed against a kill; a loss of power is
 * out of scope of a development store.
 *
 * Synchronous on purpose: between the check of a condition and the record that follows from it no other request runs.
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

/** Reads a record of this emulator. Its shape is trusted: the version of the data folder was checked before. */
export function readRecord<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** A key may be anything, `../` included; on disk it is only ever a hash. */
export function recordName(key: string): string {
  return `${createHash('sha256').update(key).digest('hex')}.json`;
}
