import { adoptSpeech } from '#features/narration/adopt-speech.ts';
import { assembleVideo } from '#features/renders/assemble-render.ts';
import type { StartRowsOfOpenBatchesDeps } from '#features/renders/batches/start-rows-of-open-batches.ts';
import { encodePicturesAhead } from '#features/renders/encode-pictures-ahead.ts';
import type { PrepareRenderDeps } from '#features/renders/prepare-render.ts';
import { alignPresenterSpeech } from './align-presenter-speech.ts';
import { encoderIdentity } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { adoptSpeechDeps } from './narration.ts';
import { rendererOfThisProgram } from './renderer.ts';
import { config, sharedServices } from './services.ts';
import { speechRequiredBySlide } from './speech-required-by-slide.ts';
import { assembleVideoDeps, drawAndEncodeDeps } from './video.ts';
import { advanceRenderDeps } from './worker.ts';

/** Dependencies of the preparation of renders, which also encodes and assembles small videos. */
export const prepareRenderDeps = lazy(
  (): PrepareRenderDeps => ({
    ...advanceRenderDeps(),
    files: sharedServices().files,
    speech: sharedServices().speech,
    artifacts: sharedServices().artifacts,
    films: sharedServices().films,
    assemble: (work, video) => assembleVideo(assembleVideoDeps(), work, video),
    encoder: encoderIdentity,
    renderer: rendererOfThisProgram,
    narrationShare: config().poolShares.narration,
    adoptSpeech: (ref, heard, signal) => adoptSpeech(adoptSpeechDeps(), ref, heard, signal),
    encodePicturesAhead: (...shots) => encodePicturesAhead({ ...drawAndEncodeDeps(), log }, ...shots),
    speechRequiredBySlide,
    alignPresenterSpeech,
    imageFetches: sharedServices().imageFetches,
    imageFetchQueue: sharedServices().imageFetchQueue,
  }),
);

/** Dependencies for starting the rows of batches. */
export const startRowsOfOpenBatchesDeps = lazy((): StartRowsOfOpenBatchesDeps => {
  const { accounts, renders, batches, files, speech, taskQueue: queue, batchQueue, clock } = sharedServices();
  const planOf = async (accountId: string) => (await accounts.findAccount(accountId))?.plan;
  return { renders, batches, files, speech, queue, batchQueue, planOf, clock, speechRequiredBySlide };
});
