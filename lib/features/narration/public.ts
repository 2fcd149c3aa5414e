/** The part of this feature that the rest of the service may use. */

export { isAdoptable, type RenderedSpeech } from './adopt-speech.ts';
export type {
  AdoptedAudio,
  AudioStore,
  CharacterStore,
  RenderPayer,
  SpeechPayer,
  SpeechStore,
  SpokenForRender,
  StoredSpeech,
  VoiceSampleQueue,
} from './ports.ts';
export { type NewlySpoken, type ProduceSpeechDeps, speakNew, useSpeechFor } from './produce-speech.ts';
export { heardIn, sentencesOfNotes } from './recording/heard-recording.ts';
export { recordingHash } from './recording/recording-hash.ts';
export { firstAudioCheck } from './sweep-audio.ts';
