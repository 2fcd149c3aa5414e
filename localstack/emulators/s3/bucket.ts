import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { BlobRef } from './blobs.ts';
import { S3Error } from './errors.ts';
import { compareKeys } from './key-order.ts';
import type { ObjectRecord } from './records.ts';
import { objectRecord, readRecord, recordName, recordNames, recordText, removeFile, replaceFile } from './records.ts';
import { MultipartUploads } from './uploads.ts';
import type { XmlElement } from './xml.ts';
import { parseXml } from './xml.ts';

/** A sub-resource that has one document: as it was put, and parsed. */
export interface Configuration {
  xml: string;
  root: XmlElement;
}

const CREATED_FILE = 'bucket.json';
const bucketRecord = z.object({ created: z.number() });

/**
 * The index of one bucket: in memory, with one small file for each object, from which it is read again at the start.
 * An object is there once its record is renamed into place, and its blobs were complete before that: a killed put
 * is wholly there or not at all. All changes are synchronous, so none is half done when another starts.
 */
export class S3Bucket {
  readonly name: string;
  /** ms since the epoch. */
  readonly created: number;
  readonly uploads: MultipartUploads;
  readonly #dir: string;
  readonly #objects = new Map<string, ObjectRecord>();
  readonly #configurations = new Map<string, Configuration>();
  #sortedKeys: string[] | undefined;

  private constructor(dir: string, created: number, log: (line: string) => void) {
    this.#dir = dir;
    this.name = path.basename(dir);
    this.created = created;
    for (const folder of ['objects', 'uploads', 'configuration'])
      mkdirSync(path.join(dir, folder), { recursive: true });
    for (const file of recordNames(path.join(dir, 'objects'))) {
      try {
        const record = readRecord(objectRecord, path.join(dir, 'objects', file));
        this.#objects.set(record.key, record);
      } catch (error) {
        log(`S3: the record ${file} in ${this.name} is unreadable and left out: ${String(error)}`);
      }
    }
    for (const file of recordNames(path.join(dir, 'configuration'))) {
      const xml = readFileSync(path.join(dir, 'configuration', file), 'utf8');
      this.#configurations.set(path.parse(file).name, { xml, root: parseXml(xml) });
    }
    // A kill between the record of a completed object and the end of its upload: its parts belong to the object now.
    const completed = new Set([...this.#objects.values()].map((record) => record.uploadId));
    this.uploads = new MultipartUploads(path.join(dir, 'uploads'), completed, log);
  }

  static create(dir: string, now: number, log: (line: string) => void): S3Bucket {
    const bucket = new S3Bucket(dir, now, log);
    // Last, as this file is what makes the folder a bucket.
    replaceFile(path.join(dir, CREATED_FILE), JSON.stringify({ created: now }));
    return bucket;
  }

  /** Undefined when the folder is what is left of an unfinished creation. */
  static load(dir: string, log: (line: string) => void): S3Bucket | undefined {
    if (!readdirSync(dir).includes(CREATED_FILE)) return undefined;
    return new S3Bucket(dir, readRecord(bucketRecord, path.join(dir, CREATED_FILE)).created, log);
  }

  find(key: string): ObjectRecord | undefined {
    return this.#objects.get(key);
  }

  /** Throws NoSuchKey. */
  get(key: string): ObjectRecord {
    const record = this.find(key);
    if (!record) throw new S3Error('NoSuchKey');
    return record;
  }

  /** In S3's order. */
  get keys(): readonly string[] {
    this.#sortedKeys ??= [...this.#objects.keys()].sort(compareKeys);
    return this.#sortedKeys;
  }

  /** Makes `record` the object of its key. From then on its blobs are the bucket's; answers those that nothing refers to any more. */
  put(record: ObjectRecord): readonly BlobRef[] {
    const present = this.find(record.key);
    replaceFile(this.#recordFile(record.key), recordText(record));
    this.#objects.set(record.key, record);
    if (!present) this.#sortedKeys = undefined;
    return present ? present.blobs.filter((ref) => !record.blobs.some((kept) => kept.blob === ref.blob)) : [];
  }

  /** Removes an object and returns its blobs; none for a missing key. */
  remove(key: string): readonly BlobRef[] {
    const present = this.find(key);
    if (!present) return [];
    removeFile(this.#recordFile(key));
    this.#objects.delete(key);
    this.#sortedKeys = undefined;
    return present.blobs;
  }

  configuration(name: string): Configuration | undefined {
    return this.#configurations.get(name);
  }

  setConfiguration(name: string, configuration: Configuration): void {
    replaceFile(path.join(this.#dir, 'configuration', `${name}.xml`), configuration.xml);
    this.#configurations.set(name, configuration);
  }

  /** Every blob that a record of this bucket refers to. */
  blobs(): readonly BlobRef[] {
    return [...[...this.#objects.values()].flatMap((record) => record.blobs), ...this.uploads.blobs()];
  }

  #recordFile(key: string): string {
    return path.join(this.#dir, 'objects', recordName(key));
  }
}
