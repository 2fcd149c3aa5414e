import { adoptRenderSpeechAsSlideAudio } from '#features/narration/adopt-render-speech-as-slide-audio.ts';
import { encodeShotsBeforePlan } from '#features/renders/encode-shots-before-plan.ts';
import { assembleVideo } from '#features/renders/perform-render-assembly-task.ts';
import type { PrepareRenderDeps } from '#features/renders/prepare-render.ts';
import { alignPresenterSpeech } from './align-presenter-speech.ts';
import { ffmpegBuildIdentity } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { adoptRenderSpeechDeps } from './narration.ts';
import { currentRendererVersion } from './renderer.ts';
import { config, sharedServices } from './services.ts';
import { speechRequiredBySlide } from './speech-required-by-slide.ts';
import { assembleVideoDeps, drawAndEncodeDeps } from './video.ts';
import { advanceRenderDeps } from './worker.ts';

/** Dependencies of `prepareRender` and `planVideoAfterNarration`, which also encode and assemble small videos. */
export const prepareRenderDeps = lazy((): PrepareRenderDeps => {
  const { files, speech, artifacts, films, imageFetches, imageFetchQueue } = sharedServices();
  return {
    ...advanceRenderDeps(),
    files,
    speech,
    artifacts,
    films,
    imageFetches,
    imageFetchQueue,
    assemble: (work, video) => assembleVideo(assembleVideoDeps(), work, video),
    encoder: ffmpegBuildIdentity,
    renderer: currentRendererVersion,
    narrationShare: config().poolShares.narration,
    adoptSpeech: (ref, speeches, signal) =>
      adoptRenderSpeechAsSlideAudio(adoptRenderSpeechDeps(), ref, speeches, signal),
    encodePicturesAhead: (work, snapshot, shots) =>
      encodeShotsBeforePlan({ ...drawAndEncodeDeps(), log }, work, snapshot, shots),
    speechRequiredBySlide,
    alignPresenterSpeech,
  };
});
