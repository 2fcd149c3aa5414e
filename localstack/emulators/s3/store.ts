import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type BlobRef, BlobStore } from './blobs.ts';
import { S3Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { compareS3Keys } from './key-order.ts';

/** Names of buckets that S3 allows. None of them is a path. */
const BUCKET_NAME = /^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** All data of the emulator, in a folder that only this process uses: `blobs/` and `buckets/<name>/`. */
export class S3Store {
  readonly blobs: BlobStore;
  readonly #bucketsFolder: string;
  readonly #log: (line: string) => void;
  readonly #buckets = new Map<string, S3Bucket>();

  /** Loads the buckets, and removes the unfinished buckets and the unused blobs of a process that was killed. */
  constructor(folder: string, log: (line: string) => void) {
    this.#bucketsFolder = path.join(folder, 'buckets');
    this.#log = log;
    this.blobs = new BlobStore(path.join(folder, 'blobs'));
    mkdirSync(this.#bucketsFolder, { recursive: true });
    for (const name of readdirSync(this.#bucketsFolder)) {
      const bucket = S3Bucket.load(path.join(this.#bucketsFolder, name), log);
      if (bucket) this.#buckets.set(name, bucket);
      else rmSync(path.join(this.#bucketsFolder, name), { recursive: true });
    }
    this.blobs.sweep(new Set(this.buckets.flatMap((bucket) => bucket.blobs().map((ref) => ref.blob))));
  }

  /** All buckets, in the order of their names. */
  get buckets(): readonly S3Bucket[] {
    return [...this.#buckets.values()].sort((a, b) => compareS3Keys(a.name, b.name));
  }

  /** Finds a bucket; undefined if it does not exist. */
  findBucket(name: string): S3Bucket | undefined {
    return this.#buckets.get(name);
  }

  /** Gets a bucket. @throws S3Error NoSuchBucket */
  bucket(name: string): S3Bucket {
    const bucket = this.findBucket(name);
    if (!bucket) throw new S3Error('NoSuchBucket');
    return bucket;
  }

  /** Makes a bucket. If it exists, it is not changed, as in us-east-1 for its owner. @throws S3Error InvalidBucketName */
  createBucket(name: string, nowMs: number): void {
    if (!BUCKET_NAME.test(name)) throw new S3Error('InvalidBucketName');
    if (!this.#buckets.has(name))
      this.#buckets.set(name, S3Bucket.create(path.join(this.#bucketsFolder, name), nowMs, this.#log));
  }

  /** Deletes blobs that nothing refers to any more. The answer to the client does not wait for it: the next start would delete them too. */
  discard(blobs: readonly BlobRef[]): void {
    this.blobs.discard(blobs).catch((error: unknown) => this.#log(`S3: a blob could not be deleted: ${String(error)}`));
  }
}
