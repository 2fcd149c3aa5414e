import { Worker } from 'node:worker_threads';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { AudioDecodeLimits, AudioFault, DecodedAudio } from './decoded-audio.ts';

/** The input of the worker thread that decodes audio: a file, and its limits. */
export interface AudioDecodeJob {
  bytes: Uint8Array;
  limits: AudioDecodeLimits;
}

/** The answer of the worker thread that decodes audio. */
export type AudioDecodeResult =
  | { audio: DecodedAudio }
  | { fault: { code: AudioFault['code']; message: string; cause: string } };

const createServiceError = (code: AudioFault['code'], message: string, cause?: unknown) =>
  new ServiceError(code, message, { param: 'audio', cause });

const OUT_OF_MEMORY_MESSAGE = 'The audio takes too much memory to decode.';
const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** MB for the worker's own objects. Samples are not among them; the limits bound their number. */
const HEAP_MB = 256;

/**
 * Decodes a file that a client sent: MP3, WAV (PCM), FLAC, M4A (AAC-LC), Ogg Vorbis or Ogg Opus, mono or stereo. The format is
 * detected from the bytes. The decoders are WebAssembly and run in a separate thread, so that hostile bytes can neither reach the
 * memory of this process nor block it.
 * @throws ServiceError `audio_invalid` for other files and for files that are cut off or damaged; `audio_too_long` beyond
 * `limits.seconds`; the signal's reason after an abort
 */
export async function decodeAudio(
  bytes: Uint8Array,
  limits: AudioDecodeLimits,
  signal: AbortSignal,
): Promise<DecodedAudio> {
  signal.throwIfAborted();
  // bundle-handlers.ts looks for this exact expression.
  const script = new URL('./decode-audio-worker.ts', import.meta.url);
  const job: AudioDecodeJob = { bytes, limits };
  const worker = new Worker(script, {
    workerData: job,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<DecodedAudio>();
  worker.once('message', (result: AudioDecodeResult) => {
    if ('audio' in result) resolve(result.audio);
    else reject(createServiceError(result.fault.code, result.fault.message, result.fault.cause));
  });
  // Faults of the file come as messages. Other errors are faults of this service, except a heap that the file has filled.
  worker.once('error', (error) =>
    reject(isOutOfMemory(error) ? createServiceError('audio_invalid', OUT_OF_MEMORY_MESSAGE, error) : error),
  );
  worker.once('exit', (code) => reject(new Error(`the decoder ended with code ${code} and no answer`)));
  const rejectWithReason = () => reject(signal.reason);
  signal.addEventListener('abort', rejectWithReason, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', rejectWithReason);
    await worker.terminate();
  }
}
