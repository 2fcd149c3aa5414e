import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BlobRef } from './blobs.ts';
import { S3Error } from './errors.ts';
import { compareS3Keys } from './key-order.ts';
import type { UnfinishedS3UploadRecord, UploadPartRecord } from './records.ts';
import {
  listAndPruneS3Records,
  multipartUploadRecordSchema,
  readS3Record,
  removeFile,
  replaceFileAtomically,
  s3RecordText,
  uploadPartRecordSchema,
} from './records.ts';

/** An unfinished multipart upload with its parts, by number. */
export interface MultipartUpload extends UnfinishedS3UploadRecord {
  parts: Map<number, UploadPartRecord>;
}

const UPLOAD_FILE = 'upload.json';

/** The unfinished multipart uploads of a bucket. Each has a folder, with a record for the upload and one for each part. */
export class MultipartUploads {
  readonly #dir: string;
  readonly #uploads = new Map<string, MultipartUpload>();

  constructor(dir: string, completedIds: ReadonlySet<string | undefined>, log: (line: string) => void) {
    this.#dir = dir;
    for (const id of readdirSync(dir)) {
      try {
        const upload = completedIds.has(id) ? undefined : loadUpload(path.join(dir, id));
        if (upload) this.#uploads.set(id, upload);
        else rmSync(path.join(dir, id), { recursive: true });
      } catch (error) {
        log(`S3: the upload ${id} is unreadable and left out: ${String(error)}`);
      }
    }
  }

  /** Starts an upload. */
  create(record: Omit<UnfinishedS3UploadRecord, 'id'>): MultipartUpload {
    const upload: MultipartUpload = { ...record, id: randomBytes(24).toString('hex'), parts: new Map() };
    mkdirSync(path.join(this.#dir, upload.id));
    const { parts: _, ...uploadRecord } = upload;
    replaceFileAtomically(this.#file(upload.id, UPLOAD_FILE), s3RecordText(uploadRecord));
    this.#uploads.set(upload.id, upload);
    return upload;
  }

  /** Gets an upload. @throws S3Error NoSuchUpload, also for an upload of another key */
  get(id: string, key: string): MultipartUpload {
    const upload = this.#uploads.get(id);
    if (upload?.key !== key) throw new S3Error('NoSuchUpload');
    return upload;
  }

  /** Lists all uploads by key, then by age. */
  list(): MultipartUpload[] {
    return [...this.#uploads.values()].sort((a, b) => compareS3Keys(a.key, b.key) || a.initiated - b.initiated);
  }

  /** Adds or replaces a part. @returns the blobs that it replaced */
  putPart(upload: MultipartUpload, part: UploadPartRecord): readonly BlobRef[] {
    // The upload may have been completed or aborted while the part was received.
    this.get(upload.id, upload.key);
    const displacedPart = upload.parts.get(part.number);
    replaceFileAtomically(this.#file(upload.id, `${part.number}.json`), JSON.stringify(part));
    upload.parts.set(part.number, part);
    return displacedPart ? [displacedPart] : [];
  }

  /** Removes an upload that is completed or aborted. @returns the blobs of its parts */
  remove(upload: MultipartUpload): readonly BlobRef[] {
    // The record is removed first: after a kill, the remaining folder is not an upload.
    removeFile(this.#file(upload.id, UPLOAD_FILE));
    this.#uploads.delete(upload.id);
    rmSync(path.join(this.#dir, upload.id), { recursive: true, force: true });
    return [...upload.parts.values()];
  }

  /** All blobs of the uploads' parts. */
  blobs(): BlobRef[] {
    return [...this.#uploads.values()].flatMap((upload) => [...upload.parts.values()]);
  }

  #file(id: string, name: string): string {
    return path.join(this.#dir, id, name);
  }
}

function loadUpload(dir: string): MultipartUpload | undefined {
  const names = listAndPruneS3Records(dir);
  if (!names.includes(UPLOAD_FILE)) return undefined;
  const parts = names
    .filter((name) => name !== UPLOAD_FILE)
    .map((name) => readS3Record(uploadPartRecordSchema, path.join(dir, name)))
    .map((part) => [part.number, part] as const);
  return { ...readS3Record(multipartUploadRecordSchema, path.join(dir, UPLOAD_FILE)), parts: new Map(parts) };
}
