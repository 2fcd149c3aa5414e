import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { FileMissingError, type FileStore } from '#features/renders/public.ts';
import { freeBufferMemory } from '#kernel/shared/free-buffer-memory.ts';
import type { FileRemover } from '#platform/erasure/public.ts';
import { MAX_FILE_RETRY_MS, retryTransientFaults } from './retries.ts';

/** Seconds for which a URL for downloads is valid, unless the caller says another number. */
const PRESIGNED_SECONDS = 3600;
/** Larger files are uploaded in parts, several at a time. */
const MULTIPART_BYTES = 16 * 2 ** 20;
/** The most files that S3 deletes in one request. */
const MAX_DELETED_FILES_PER_REQUEST = 1000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** The bucket of the service, with all operations that its features need. */
export interface BucketStorage extends FileStore, FileRemover {
  /** A URL that accepts one PUT of exactly this type and length. */
  presignPut(key: string, expected: { content_type: string; size_bytes: number }, seconds: number): Promise<string>;
  /** The size of a file in bytes; undefined when it does not exist. */
  sizeOf(key: string): Promise<number | undefined>;
}

/** Transfers a file from or to the bucket, with retries from its start: the SDK does not repeat calls with a stream. */
const retryTransfer = <Result>(transfer: () => Promise<Result>): Promise<Result> =>
  retryTransientFaults(transfer, MAX_FILE_RETRY_MS);

/**
 * A PUT whose signature does not cover the bytes: hashing a video of 14 MB takes 8 ms before its first byte is sent, and as long again in
 * S3. TLS protects the bytes on the way.
 */
function putUnsigned(input: PutObjectCommandInput): PutObjectCommand {
  const command = new PutObjectCommand(input);
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build', name: 'leavePayloadUnsigned' },
  );
  return command;
}

/**
 * The files of the service in one bucket. A write may be repeated, because it has the same bytes under the same key.
 * @param presigner the S3 client that signs the addresses which callers of the API get
 */
export function s3BucketStorage(s3: S3Client, bucket: string, presigner: S3Client = s3): BucketStorage {
  async function openFile(key: string, Range?: string): Promise<Readable> {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
      if (Body instanceof Readable) return Body;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    throw new FileMissingError(`there is no file ${key}`);
  }

  return {
    async putBytes(key, bytes, contentType) {
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }));
    },

    async getBytes(key) {
      return retryTransfer(async () => Buffer.concat(await (await openFile(key)).toArray()));
    },

    async putFile(key, path, contentType) {
      const { size } = await stat(path);
      const target = { Bucket: bucket, Key: key, ContentType: contentType };
      // A stream could not be sent again by the client.
      if (size <= MULTIPART_BYTES) {
        const bytes = await readFile(path);
        await s3.send(putUnsigned({ ...target, Body: bytes }));
        // Freed only after success: after an error a connection may still use them.
        freeBufferMemory(bytes);
      } else
        await retryTransfer(async () => {
          const params = { ...target, Body: createReadStream(path) };
          await new Upload({ client: s3, params, partSize: MULTIPART_BYTES, queueSize: 4 }).done();
        });
      return { size_bytes: size };
    },

    async getFile(key, path) {
      await retryTransfer(async () => pipeline(await openFile(key), createWriteStream(path)));
    },

    async getRange(key, { offset, bytes }, path) {
      await retryTransfer(async () => {
        const body = await openFile(key, `bytes=${offset}-${offset + bytes - 1}`);
        await pipeline(body, createWriteStream(path, { flags: 'r+', start: offset }));
      });
    },

    async copy(sourceKey, targetKey) {
      const copySource = `${bucket}/${sourceKey}`.split('/').map(encodeURIComponent).join('/');
      try {
        await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: targetKey, CopySource: copySource }));
      } catch (error) {
        throw isMissing(error) ? new FileMissingError(`there is no file ${sourceKey}`, { cause: error }) : error;
      }
    },

    async presignGet(key, { seconds = PRESIGNED_SECONDS, filename } = {}) {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(filename === undefined ? {} : { ResponseContentDisposition: `attachment; filename="${filename}"` }),
      });
      return getSignedUrl(presigner, command, { expiresIn: seconds });
    },

    async presignPut(key, { content_type, size_bytes }, seconds) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: content_type,
        ContentLength: size_bytes,
      });
      // Type and length are signed: S3 refuses a body that differs from the announced one.
      return getSignedUrl(presigner, command, {
        expiresIn: seconds,
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      });
    },

    async sizeOf(key) {
      try {
        const { ContentLength } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return ContentLength;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(key) {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    async list(prefix, afterKey) {
      const { Contents = [] } = await s3.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, StartAfter: afterKey }),
      );
      return Contents.flatMap(({ Key }) => Key ?? []);
    },

    async removeUnfinished(prefix) {
      let removedCount = 0;
      for (;;) {
        const { Uploads = [], IsTruncated } = await s3.send(
          new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }),
        );
        for (const { Key, UploadId } of Uploads)
          await s3.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
        removedCount += Uploads.length;
        if (!IsTruncated || Uploads.length === 0) return removedCount;
      }
    },

    async removeAll(keys) {
      for (let start = 0; start < keys.length; start += MAX_DELETED_FILES_PER_REQUEST) {
        const Objects = keys.slice(start, start + MAX_DELETED_FILES_PER_REQUEST).map((Key) => ({ Key }));
        const { Errors = [] } = await s3.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        const [firstError] = Errors;
        if (firstError)
          throw new Error(`${Errors.length} files could not be removed: ${firstError.Key} (${firstError.Code})`);
      }
    },
  };
}
