/** The part of this feature that the rest of the service may use. */

export { isSpeechAdoptable, type RenderedSpeech } from './adopt-speech.ts';
export type {
  AdoptedAudio,
  AudioStore,
  CharacterStore,
  RenderSpeechPayer,
  SpeechPayer,
  SpeechStore,
  StoredSpeech,
  SynthesizedForRender,
  VoiceSampleQueue,
} from './ports.ts';
export {
  findAndUseSpeech,
  type ProduceSpeechDeps,
  synthesizeNewSpeech,
  type UnstoredSpeech,
} from './produce-speech.ts';
export { sentencesOfNotes, timesHeardInRecording } from './recording/heard-recording.ts';
export { recordingHash } from './recording/recording-hash.ts';
export { firstAudioCheck } from './sweep-audio.ts';
