import type { PreviewSoundDeps } from '#features/narration/preview-speech-with-sound.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';
import { speakWithStageEngine } from './speak.ts';

/** Milliseconds for the synthesis, within the 29 s of a request. A minute of speech takes the natural voice less than ten on one core. */
const SYNTHESIS_MS = 20_000;

/** Dependencies of speech previews that return sound. */
export const previewSoundDeps = lazy((): PreviewSoundDeps => {
  const { characters, files, clock } = sharedServices();
  return {
    engine: stageSpeechEngineIdentity,
    characters,
    files,
    speak: speakWithStageEngine,
    deadline: () => AbortSignal.timeout(SYNTHESIS_MS),
    clock,
  };
});
