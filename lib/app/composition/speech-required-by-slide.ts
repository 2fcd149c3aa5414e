import type { FindSpeechDeps } from '#features/renders/find-speech.ts';
import { requiredSpeechOfSlide } from '#features/renders/required-speech.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';

/** The speech that a slide needs, with the engine of this stage. */
export const speechRequiredBySlide: FindSpeechDeps['speechRequiredBySlide'] = (slide, settings) =>
  requiredSpeechOfSlide(stageSpeechEngineIdentity, slide, settings);
