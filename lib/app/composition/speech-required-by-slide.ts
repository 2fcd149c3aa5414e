import type { FindSpeechOfSnapshotDeps } from '#features/renders/find-speech-of-snapshot.ts';
import { findRequiredSpeechOfSlide } from '#features/renders/required-speech.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';

/** The speech that a slide needs, with the engine of this stage. */
export const speechRequiredBySlide: FindSpeechOfSnapshotDeps['speechRequiredBySlide'] = (slide, settings) =>
  findRequiredSpeechOfSlide(stageSpeechEngineIdentity, slide, settings);
