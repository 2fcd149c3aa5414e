/** The part of this feature that the rest of the service may use. */

export { type SlideWithRenderedSpeech, shouldSlideAdoptRenderSpeech } from './adopt-render-speech-as-slide-audio.ts';
export {
  type FindOrSynthesizeSpeechDeps,
  findSpeechAndRecordUse,
  synthesizeNewSpeech,
  type UnstoredSpeech,
} from './find-or-synthesize-speech.ts';
export type {
  AdoptedSlideAudio,
  RenderSpeechReservationOwner,
  SlideAudioStore,
  SpeechCharacterCounter,
  SpeechReservationOwner,
  SpeechStore,
  SpeechSynthesizedForRender,
  StoredSpeech,
  VoiceSampleQueue,
} from './ports.ts';
export { hashRecording } from './recording/recording-hash.ts';
export { sentencesOfNotes, sentenceTimesInRecording } from './recording/sentence-times-in-recording.ts';
export { firstAudioCheckTime } from './sweep-audio.ts';
