import { performance } from 'node:perf_hooks';
import { createSlideMeasurer } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import type { CheckTimelineDeps } from '#features/renders/check/check-timeline.ts';
import { createTemplateFileReader } from './drawn-files.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { ffmpegBuildIdentity } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { config, sharedServices } from './services.ts';
import { speechRequiredBySlide } from './speech-required-by-slide.ts';

/** Dependencies of the check of a timeline. They are not in `api.ts` because few functions lay slides out. */
export const checkTimelineDeps = lazy((): CheckTimelineDeps => {
  const { timelines, templates, files, speech, artifacts, usage, clock } = sharedServices();
  return {
    store: timelines,
    templates,
    files,
    speech,
    artifacts,
    usage,
    clock,
    speechRequiredBySlide,
    voices: stageSpeechEngineIdentity,
    encoder: ffmpegBuildIdentity,
    codecs: config().codecs,
    measure: lazy(async () => createSlideMeasurer(createTemplateFileReader())),
    elapsed: () => performance.now(),
  };
});
