import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BlobRef } from './blobs.ts';
import { BlobStore } from './blobs.ts';
import { S3Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { compareKeys } from './key-order.ts';

// Also what keeps a bucket's name from being a path.
const BUCKET_NAME = /^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Everything under one folder, which belongs to this process alone: `blobs/` and `buckets/<name>/`. */
export class S3Store {
  readonly blobs: BlobStore;
  readonly #dir: string;
  readonly #log: (line: string) => void;
  readonly #buckets = new Map<string, S3Bucket>();

  /** Reads the index and clears away what a killed process left unfinished. */
  constructor(dir: string, log: (line: string) => void) {
    this.#dir = path.join(dir, 'buckets');
    this.#log = log;
    this.blobs = new BlobStore(path.join(dir, 'blobs'));
    mkdirSync(this.#dir, { recursive: true });
    for (const name of readdirSync(this.#dir)) {
      const bucket = S3Bucket.load(path.join(this.#dir, name), log);
      if (bucket) this.#buckets.set(name, bucket);
      else rmSync(path.join(this.#dir, name), { recursive: true });
    }
    this.blobs.sweep(new Set(this.buckets.flatMap((bucket) => bucket.blobs().map((ref) => ref.blob))));
  }

  get buckets(): readonly S3Bucket[] {
    return [...this.#buckets.values()].sort((a, b) => compareKeys(a.name, b.name));
  }

  findBucket(name: string): S3Bucket | undefined {
    return this.#buckets.get(name);
  }

  /** Throws NoSuchBucket. */
  bucket(name: string): S3Bucket {
    const bucket = this.findBucket(name);
    if (!bucket) throw new S3Error('NoSuchBucket');
    return bucket;
  }

  /** Throws InvalidBucketName. A bucket that exists stays as it is, which S3 allows its owner in us-east-1. */
  createBucket(name: string, now: number): void {
    if (!BUCKET_NAME.test(name)) throw new S3Error('InvalidBucketName');
    if (!this.#buckets.has(name)) this.#buckets.set(name, S3Bucket.create(path.join(this.#dir, name), now, this.#log));
  }

  /** Deletes blobs that nothing refers to any more. The answer to the client does not depend on it: the next start would do it. */
  discard(blobs: readonly BlobRef[]): void {
    this.blobs.discard(blobs).catch((error: unknown) => this.#log(`S3: a blob could not be deleted: ${String(error)}`));
  }
}
