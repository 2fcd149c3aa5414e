import { adoptSpeech } from '#features/narration/adopt-speech.ts';
import { assembleVideo } from '#features/renders/assemble-render.ts';
import type { BeginRowsDeps } from '#features/renders/batches/begin-rows.ts';
import { encodePicturesAhead } from '#features/renders/encode-pictures-ahead.ts';
import type { PrepareDeps } from '#features/renders/prepare-render.ts';
import { encoderIdentity } from './ffmpeg.ts';
import { hearPresenter } from './hear-presenter.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { adoptDeps } from './narration.ts';
import { rendererOfThisProgram } from './renderer.ts';
import { requiredSpeechOf } from './required-speech-of.ts';
import { config, services } from './services.ts';
import { assembleDeps, encodeDeps } from './video.ts';
import { advanceDeps } from './worker.ts';

/** Dependencies of the preparation of renders, which also encodes and assembles small videos. */
export const prepareDeps = lazy(
  (): PrepareDeps => ({
    ...advanceDeps(),
    files: services().files,
    speech: services().speech,
    artifacts: services().artifacts,
    films: services().films,
    assemble: (work, video) => assembleVideo(assembleDeps(), work, video),
    encoder: encoderIdentity,
    renderer: rendererOfThisProgram,
    narrationShare: config().poolShares.narration,
    adoptSpeech: (ref, heard, signal) => adoptSpeech(adoptDeps(), ref, heard, signal),
    encodePicturesAhead: (...shots) => encodePicturesAhead({ ...encodeDeps(), log }, ...shots),
    requiredSpeechOf,
    hearPresenter,
    imageFetches: services().imageFetches,
    imageFetchQueue: services().imageFetchQueue,
  }),
);

/** Dependencies for starting the rows of batches. */
export const beginRowsDeps = lazy((): BeginRowsDeps => {
  const { accounts, renders, batches, files, speech, taskQueue: queue, batchQueue, clock } = services();
  const planOf = async (accountId: string) => (await accounts.findAccount(accountId))?.plan;
  return { renders, batches, files, speech, queue, batchQueue, planOf, clock, requiredSpeechOf };
});
