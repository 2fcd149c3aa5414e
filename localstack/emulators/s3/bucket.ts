import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { BlobRef } from './blobs.ts';
import { S3Error } from './errors.ts';
import { compareS3Keys } from './key-order.ts';
import type { S3ObjectRecord } from './records.ts';
import {
  listAndPruneS3Records,
  objectRecordSchema,
  readS3Record,
  removeFile,
  replaceFileAtomically,
  s3RecordFileName,
  s3RecordText,
} from './records.ts';
import { MultipartUploads } from './uploads.ts';
import type { S3XmlElement } from './xml.ts';
import { parseS3Xml } from './xml.ts';

/** A sub-resource with one document: its text and its parsed form. */
export interface BucketSubResource {
  xml: string;
  root: S3XmlElement;
}

const CREATED_FILE = 'bucket.json';
const bucketRecordSchema = z.object({ created: z.number() });

/**
 * The index of one bucket: in memory, with one small file for each object, from which it is read again at the start.
 * An object exists once its record is renamed to its final name; its blobs are complete before that, so a put that is killed
 * has either no effect or its complete effect. All changes are synchronous, so none starts before another has finished.
 */
export class S3Bucket {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly uploads: MultipartUploads;
  readonly #dir: string;
  readonly #objects = new Map<string, S3ObjectRecord>();
  readonly #configurations = new Map<string, BucketSubResource>();
  #sortedKeys: string[] | undefined;

  private constructor(dir: string, created: number, log: (line: string) => void) {
    this.#dir = dir;
    this.name = path.basename(dir);
    this.created = created;
    for (const folder of ['objects', 'uploads', 'configuration'])
      mkdirSync(path.join(dir, folder), { recursive: true });
    for (const file of listAndPruneS3Records(path.join(dir, 'objects'))) {
      try {
        const record = readS3Record(objectRecordSchema, path.join(dir, 'objects', file));
        this.#objects.set(record.key, record);
      } catch (error) {
        log(`S3: the record ${file} in ${this.name} is unreadable and left out: ${String(error)}`);
      }
    }
    for (const file of listAndPruneS3Records(path.join(dir, 'configuration'))) {
      const xml = readFileSync(path.join(dir, 'configuration', file), 'utf8');
      this.#configurations.set(path.parse(file).name, { xml, root: parseS3Xml(xml) });
    }
    // After a kill between the record of a completed object and the end of its upload, the parts belong to the object.
    const completedUploadIds = new Set([...this.#objects.values()].map((record) => record.uploadId));
    this.uploads = new MultipartUploads(path.join(dir, 'uploads'), completedUploadIds, log);
  }

  /** Makes a new bucket. */
  static create(dir: string, nowMs: number, log: (line: string) => void): S3Bucket {
    const bucket = new S3Bucket(dir, nowMs, log);
    // Written last: a folder without this file is not a bucket.
    replaceFileAtomically(path.join(dir, CREATED_FILE), JSON.stringify({ created: nowMs }));
    return bucket;
  }

  /** Reads a bucket from its folder; undefined for the folder of an unfinished creation. */
  static load(dir: string, log: (line: string) => void): S3Bucket | undefined {
    if (!readdirSync(dir).includes(CREATED_FILE)) return undefined;
    return new S3Bucket(dir, readS3Record(bucketRecordSchema, path.join(dir, CREATED_FILE)).created, log);
  }

  /** Finds an object; undefined if the bucket has none with this key. */
  find(key: string): S3ObjectRecord | undefined {
    return this.#objects.get(key);
  }

  /** Gets an object. @throws S3Error NoSuchKey */
  get(key: string): S3ObjectRecord {
    const record = this.find(key);
    if (!record) throw new S3Error('NoSuchKey');
    return record;
  }

  /** All keys in S3's order. */
  get keys(): readonly string[] {
    this.#sortedKeys ??= [...this.#objects.keys()].sort(compareS3Keys);
    return this.#sortedKeys;
  }

  /** Makes `record` the object of its key. From then on its blobs belong to the bucket. @returns the blobs that nothing refers to any more */
  put(record: S3ObjectRecord): readonly BlobRef[] {
    const previousRecord = this.find(record.key);
    replaceFileAtomically(this.#recordFile(record.key), s3RecordText(record));
    this.#objects.set(record.key, record);
    if (!previousRecord) this.#sortedKeys = undefined;
    return previousRecord
      ? previousRecord.blobs.filter((ref) => !record.blobs.some((newRef) => newRef.blob === ref.blob))
      : [];
  }

  /** Removes an object and returns its blobs; none for a missing key. */
  remove(key: string): readonly BlobRef[] {
    const previousRecord = this.find(key);
    if (!previousRecord) return [];
    removeFile(this.#recordFile(key));
    this.#objects.delete(key);
    this.#sortedKeys = undefined;
    return previousRecord.blobs;
  }

  /** The sub-resource of a name, such as `cors`; undefined if it was never set. */
  configuration(name: string): BucketSubResource | undefined {
    return this.#configurations.get(name);
  }

  /** Stores a sub-resource. */
  setConfiguration(name: string, configuration: BucketSubResource): void {
    replaceFileAtomically(path.join(this.#dir, 'configuration', `${name}.xml`), configuration.xml);
    this.#configurations.set(name, configuration);
  }

  /** All blobs that the records of this bucket refer to. */
  blobs(): readonly BlobRef[] {
    return [...[...this.#objects.values()].flatMap((record) => record.blobs), ...this.uploads.blobs()];
  }

  #recordFile(key: string): string {
    return path.join(this.#dir, 'objects', s3RecordFileName(key));
  }
}
