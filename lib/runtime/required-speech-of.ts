import type { FindSpeechDeps } from '../renders/find-speech.ts';
import { requiredSpeech } from '../renders/required-speech.ts';
import { engineIdentity } from './engine-identity.ts';

/** The speech of a slide as the narrator of this stage would say it. */
export const requiredSpeechOf: FindSpeechDeps['requiredSpeechOf'] = (slide, settings) =>
  requiredSpeech(engineIdentity, slide, settings);
