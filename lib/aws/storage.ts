import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { FileMissing, type FileStore } from '../renders/public.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import { MAX_FILE_MS, repeatTransient } from './retries.ts';

const PRESIGNED_SECONDS = 3600;
/** Larger files are uploaded in parts, several at a time. */
const MULTIPART_BYTES = 16 * 2 ** 20;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

export interface Storage extends FileStore {
  /** A URL that accepts one PUT of exactly this type and length. */
  presignPut(key: string, expected: { content_type: string; size_bytes: number }, seconds: number): Promise<string>;
  /** undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  remove(key: string): Promise<void>;
}

/** Moves a file between this machine and the bucket, from its start each time: a client repeats no call with a stream in it. */
const moveFile = <Result>(move: () => Promise<Result>): Promise<Result> => repeatTransient(move, MAX_FILE_MS);

/**
 * The files of the service in one bucket. Every write of a file may be made twice: it has the same bytes under the same key.
 */
export function storage(s3: S3Client, bucket: string): Storage {
  async function open(key: string, Range?: string): Promise<Readable> {
    // A file that was removed from its slide stays in the trash for renders that froze the slide before.
    for (const candidate of [key, storageKeys.trashed(key)]) {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: candidate, Range }));
        if (Body instanceof Readable) return Body;
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    throw new FileMissing(`there is no file ${key}`);
  }

  return {
    async putBytes(key, bytes, contentType) {
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }));
    },

    async getBytes(key) {
      return moveFile(async () => Buffer.concat(await (await open(key)).toArray()));
    },

    async putFile(key, path, contentType) {
      const { size } = await stat(path);
      const target = { Bucket: bucket, Key: key, ContentType: contentType };
      // A stream could not be sent again by the client.
      if (size <= MULTIPART_BYTES) await s3.send(new PutObjectCommand({ ...target, Body: await readFile(path) }));
      else
        await moveFile(async () => {
          const params = { ...target, Body: createReadStream(path) };
          await new Upload({ client: s3, params, partSize: MULTIPART_BYTES, queueSize: 4 }).done();
        });
      return { size_bytes: size };
    },

    async getFile(key, path) {
      await moveFile(async () => pipeline(await open(key), createWriteStream(path)));
    },

    async getRange(key, { offset, bytes }, path) {
      await moveFile(async () => {
        const body = await open(key, `bytes=${offset}-${offset + bytes - 1}`);
        await pipeline(body, createWriteStream(path, { flags: 'r+', start: offset }));
      });
    },

    async presignGet(key, { seconds = PRESIGNED_SECONDS, filename } = {}) {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(filename === undefined ? {} : { ResponseContentDisposition: `attachment; filename="${filename}"` }),
      });
      return getSignedUrl(s3, command, { expiresIn: seconds });
    },

    async presignPut(key, { content_type, size_bytes }, seconds) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: content_type,
        ContentLength: size_bytes,
      });
      // Type and length are signed: S3 refuses a body that differs from the announced one.
      return getSignedUrl(s3, command, {
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

    async trash(trashed) {
      await Promise.all(
        trashed.map(async (key) => {
          const source = `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
          try {
            await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: storageKeys.trashed(key), CopySource: source }));
          } catch (error) {
            // An earlier, interrupted run removed it already.
            if (!isMissing(error)) throw error;
          }
          await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
        }),
      );
    },
  };
}
