import { DECK_PROCESS_LIMITS } from '#app/sandbox/deck-process.ts';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import { IMAGE_FILE_RULES } from '#features/images/image-rules.ts';
import type { ImportDeckDeps } from '#features/imports/import-deck.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { clientVideoDecoder } from './client-video-decoder.ts';
import { createSlottedFileDecoder } from './decoded-isolated.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { IMAGE_DECODE_TASK } from './images.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { RECORDING_DECODE_TASK } from './recordings.ts';
import { config, sharedServices } from './services.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { repeatEverySeconds } from './worker.ts';

/** Settings for decoding the pictures that the reader of a deck wrote. */
const DECK_PICTURE_DECODE_TASKS = {
  page: { ...IMAGE_DECODE_TASK, medium: 'deck_page' },
  before: { ...IMAGE_DECODE_TASK, medium: 'deck_page' },
  picture: { ...IMAGE_DECODE_TASK, medium: 'deck_picture' },
} as const;
/** Milliseconds for the decoding of one picture or sound. */
const DECODE_MS = 30_000;
/** Longest wait for a free decoder slot, in milliseconds. */
const MAX_SLOT_WAIT_MS = 60_000;

/** Dependencies of the worker of imports. */
export const importDeckDeps = lazy((): ImportDeckDeps => {
  const { imports, importQueue: queue, files, tombstones, templates, fonts, clock } = sharedServices();
  const fetchFile = createHttpFileFetcher();
  const { bareEnvironment, cpuTimeFactor } = config();
  const readDeck = createSeparateProcessDeckReader(bareEnvironment, {
    limits: { ...DECK_PROCESS_LIMITS, cpuTimeFactor },
    decodePicture: (kind, bytes, accountId, crop) =>
      createSlottedFileDecoder(
        { ...DECK_PICTURE_DECODE_TASKS[kind], kept: { crop } },
        AbortSignal.timeout(MAX_SLOT_WAIT_MS + DECODE_MS),
        MAX_SLOT_WAIT_MS,
      )(bytes, accountId),
    decodeSound: async (bytes, accountId, cut) => {
      const decodeRecording = createSlottedFileDecoder(
        { ...RECORDING_DECODE_TASK, kept: { cut, takes_video: true } },
        AbortSignal.timeout(MAX_SLOT_WAIT_MS + DECODE_MS),
        MAX_SLOT_WAIT_MS,
      );
      const { bytes: pcm } = await decodeRecording(bytes, accountId);
      return Buffer.from(pcm.buffer, pcm.byteOffset, pcm.length);
    },
    fetchPicture: (url) => fetchFile(url, IMAGE_FILE_RULES),
    isAhead: true,
  });
  return {
    imports,
    queue,
    files,
    tombstones,
    templates,
    fonts,
    clock,
    fetchFile,
    decodeVideo: clientVideoDecoder(),
    voices: stageSpeechEngineIdentity,
    readDeck,
    shrinkPicture,
    every: repeatEverySeconds,
    log,
  };
});
