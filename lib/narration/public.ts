/** What the rest of the service may use of this feature. */

export { adoptSpeech, isAdoptable, prepareAdoption, type RenderedSpeech } from './adopt-speech.ts';
export type {
  AdoptedAudio,
  AudioLimits,
  AudioQueue,
  AudioStore,
  BegunSpeech,
  DueAudio,
  RenderPayer,
  SpeechPayer,
  SpeechStore,
  SpokenForRender,
  StoredSpeech,
  VoiceSampleQueue,
} from './ports.ts';
export { type NewlySpoken, type ProduceSpeechDeps, type Speak, speakNew, useSpeechFor } from './produce-speech.ts';
export { firstAudioLook } from './sweep-audio.ts';
