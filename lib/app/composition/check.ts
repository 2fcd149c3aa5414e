import { performance } from 'node:perf_hooks';
import { createSlideMeasurer } from '#engine/video/drawing/paint/measure-slide.ts';
import type { CheckTimelineDeps } from '#features/renders/check/check-timeline.ts';
import { readDrawnFiles } from './drawn-files.ts';
import { engineIdentity } from './engine-identity.ts';
import { encoderIdentity } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { requiredSpeechOf } from './required-speech-of.ts';
import { services } from './services.ts';

/** Dependencies of the check of a timeline. They are not in `api.ts` because few functions lay slides out. */
export const checkDeps = lazy((): CheckTimelineDeps => {
  const { timelines, templates, files, speech, artifacts, usage, clock } = services();
  return {
    ...{ store: timelines, templates, files, speech, artifacts, usage, clock, requiredSpeechOf },
    voices: engineIdentity,
    encoder: encoderIdentity,
    measure: lazy(async () => createSlideMeasurer(readDrawnFiles())),
    elapsed: () => performance.now(),
  };
});
