import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { reencodeVideo } from '#app/sandbox/take-video.ts';
import { invalidVideoError } from '#app/sandbox/video-rules.ts';
import {
  type DecodeAnswer,
  isDecodeFaultCode,
  type VideoDecodeRequest,
  videoDecodeRequestSchema,
} from '#features/uploads/decoding.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { decoderFileStorage } from './decoder-file-storage.ts';
import { ffmpegRuntime } from './ffmpeg.ts';
import { type LambdaContextTimeLeft, runWithInvocationDeadline } from './run-with-invocation-deadline.ts';
import { functionConfig } from './settings.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';

/** Milliseconds before the end of an invocation at which decoding is aborted. */
const RESERVE_MS = 10_000;

/** Checks the announced SHA-256 of a file. @throws ServiceError `video_invalid` */
async function checkHash(videoPath: string, sha256: string | undefined): Promise<void> {
  if (sha256 === undefined) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(videoPath), hash);
  if (hash.digest('hex') !== sha256)
    throw invalidVideoError(
      'The SHA-256 of the uploaded bytes differs from the announced one. Announce the file again, or leave out sha256.',
    );
}

/** Decodes one video in local files, and stores its footage, poster and sound. A second run writes the same files again. */
async function decode(
  { account_id, token, sha256 }: VideoDecodeRequest,
  folder: string,
  signal: AbortSignal,
): Promise<DecodeAnswer> {
  const files = decoderFileStorage();
  const videoPath = join(folder, 'video');
  await files.getFile(storageKeys.undecoded(account_id, token), videoPath);
  await checkHash(videoPath, sha256);
  const { bareEnvironment: environment, cpuTimeFactor } = functionConfig();
  const { fps, footageFile, sound, poster, face, tones } = await reencodeVideo(
    { file: videoPath, folder, environment, cpuTimeFactor, ffmpegPath: ffmpegRuntime().ffmpegPath },
    signal,
  );
  const { bytes, ...facts } = poster;
  await files.putFile(storageKeys.decoded(account_id, token), footageFile, 'application/octet-stream');
  await files.putBytes(storageKeys.decodedPoster(account_id, token), bytes, facts.content_type);
  const videoFacts = { fps, poster: facts, tones, ...(face ? { face } : {}) };
  if (!sound) return { facts: videoFacts };
  const { samples, channels } = sound;
  await files.putFile(storageKeys.decodedSound(account_id, token), sound.file, 'audio/flac');
  return { facts: { ...videoFacts, sound: { samples, channels } } };
}

/** Handles one request to decode a client's video, in a function that has no access to other data. */
export async function handleVideoDecodeRequest(
  request: unknown,
  context?: LambdaContextTimeLeft,
): Promise<DecodeAnswer> {
  const decodeRequest = videoDecodeRequestSchema.parse(request);
  const timeLeftMs = context?.getRemainingTimeInMillis?.();
  const signal =
    timeLeftMs === undefined ? new AbortController().signal : AbortSignal.timeout(Math.max(0, timeLeftMs - RESERVE_MS));
  try {
    return await runWithInvocationDeadline(context, RESERVE_MS, () =>
      withTemporaryFolder((folder) => decode(decodeRequest, folder, signal)),
    );
  } catch (error) {
    const isTimedOut = signal.aborted && !(error instanceof ServiceError);
    const fault = isTimedOut
      ? invalidVideoError('The video takes too long to decode. Make it shorter or smaller.')
      : error;
    if (!(fault instanceof ServiceError) || !isDecodeFaultCode(fault.code)) throw error;
    return { fault: { code: fault.code, message: fault.message } };
  }
}
