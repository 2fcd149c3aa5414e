import { z } from 'zod';
import type { StoredVideo } from '#features/timelines/public.ts';
import {
  callDecoderWithRetry,
  type DecodeVideoFunction,
  decoderFailedError,
  fileTooLargeError,
  VIDEO_FILE_RULES,
} from '#features/uploads/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import {
  invalidDecoderAnswerError,
  storeDecodedVideo,
  type TimelineForVideoStorage,
  type VideoFileStore,
  videoFactsSchema,
} from './store-decoded-video.ts';

/** Dependencies of the decoding of videos. */
export interface DecodeVideoDeps {
  files: VideoFileStore;
  decoder: DecodeVideoFunction;
  /** Makes an id that cannot be guessed. */
  newToken: () => string;
  /** Gives work a temporary directory. */
  workspace<T>(work: (directory: string) => Promise<T>): Promise<T>;
}

/** A client's video: the key of its upload, its bytes, or the local path of its file. */
export type VideoSource =
  | { upload_key: string; sha256?: string | undefined }
  | { bytes: Uint8Array }
  | { file: string };

/**
 * Makes the stored files of a client's video, in the isolated decoder.
 * @throws ServiceError `video_invalid`, `video_too_large`; `unavailable` when the decoder is not available or too slow
 */
export type DecodeAndStoreVideo = (
  source: VideoSource,
  owner: TimelineForVideoStorage,
  signal: AbortSignal,
) => Promise<StoredVideo>;

/** Stores the client's file where the decoder reads it. @throws ServiceError `video_invalid`, `video_too_large` */
async function putForDecoder(files: VideoFileStore, source: VideoSource, targetKey: string): Promise<void> {
  if ('bytes' in source) return files.putBytes(targetKey, source.bytes, 'application/octet-stream');
  if ('file' in source) {
    await files.putFile(targetKey, source.file, 'application/octet-stream');
    return;
  }
  const sizeBytes = await files.sizeOf(source.upload_key);
  if (sizeBytes === undefined)
    throw new ServiceError('video_invalid', 'The upload has expired. Announce the video again.', { param: 'video' });
  if (sizeBytes > VIDEO_FILE_RULES.max_bytes) throw fileTooLargeError(VIDEO_FILE_RULES, 'video');
  await files.copy(source.upload_key, targetKey);
}

/** The storage keys of the files through which a video goes to the decoder and back. */
const temporaryKeys = (account_id: string, token: string): string[] => [
  storageKeys.undecoded(account_id, token),
  storageKeys.decoded(account_id, token),
  storageKeys.decodedSound(account_id, token),
  storageKeys.decodedPoster(account_id, token),
];

/**
 * Makes a function that lets the separate decoder, which has no other permissions, decode a client's video. The files are passed through
 * the storage; temporary ones are removed at the end, or by the bucket's lifecycle rules after a kill.
 */
export const createIsolatedVideoDecoder =
  ({ files, decoder, newToken, workspace }: DecodeVideoDeps): DecodeAndStoreVideo =>
  async (source, owner, signal) => {
    const { account_id } = owner;
    const token = newToken();
    try {
      await putForDecoder(files, source, storageKeys.undecoded(account_id, token));
      const sha256 = 'sha256' in source ? source.sha256 : undefined;
      const answer = await callDecoderWithRetry(
        () => decoder.decodeVideo({ account_id, token, sha256 }, signal),
        signal,
      );
      if ('fault' in answer) throw new ServiceError(answer.fault.code, answer.fault.message, { param: 'video' });
      const facts = videoFactsSchema.safeParse(answer.facts);
      if (!facts.success) throw invalidDecoderAnswerError(z.prettifyError(facts.error));
      return await workspace((directory) =>
        storeDecodedVideo({ files, owner, token, newName: newToken, directory }, facts.data),
      );
    } catch (error) {
      throw decoderFailedError(VIDEO_FILE_RULES, error);
    } finally {
      await Promise.allSettled(temporaryKeys(account_id, token).map((key) => files.remove(key)));
    }
  };
