/** What the rest of the service may use of this feature. */

export { adoptSpeech, isAdoptable, prepareAdoption, type RenderedSpeech } from './adopt-speech.ts';
export type {
  AudioLimits,
  AudioQueue,
  AudioStore,
  DueAudio,
  SpeechPayer,
  SpeechStore,
  StoredSpeech,
  VoiceSampleQueue,
} from './ports.ts';
export { findSpeechFor, makeSpeech, type ProduceSpeechDeps, type Speak } from './produce-speech.ts';
export { firstAudioLook } from './sweep-audio.ts';
