/** What the rest of the service may use of this feature. */
export {
  BACKGROUND_AUDIO_DEFAULTS,
  BACKGROUND_AUDIO_RATE,
  type BackgroundAudio,
  type BackgroundAudioSettings,
  FADE_SECONDS,
} from './background-audio.ts';
export {
  bytesOfFiles,
  bytesOfRecording,
  changeTimeline,
  loadTimeline,
  positionOf,
  slideAt,
  type TimelineDeps,
} from './change-timeline.ts';
export type { VoiceDeps } from './check-voice.ts';
export { newTimeline } from './create-timeline.ts';
export { cutsSpeech, estimatedNarration, estimatedSeconds, minSeconds, slideSeconds } from './duration.ts';
export { changeSlide } from './edit-slides.ts';
export { newSlide } from './new-slide.ts';
export { type Pace, paceOf } from './pace.ts';
export type { TimelineStore } from './ports.ts';
export { richContentOf } from './rich-content.ts';
export {
  asDrawn,
  IMAGE_FITS,
  SLIDE_BUILDS,
  type Slide,
  type SlideImage,
  type SlidePath,
  type Transition,
} from './slide.ts';
export {
  AUDIO_FAILURES,
  AUDIO_FORMATS,
  AUDIO_STATUSES,
  type AudioFormat,
  type AudioRef,
  type CurrentNotes,
  type GeneratedAudio,
  isStale,
  isUsedByRender,
  notesHash,
  type SlideAudio,
  type UploadedAudio,
} from './slide-audio.ts';
export { storedAudio, storedSettings, storedSlide } from './stored-timeline.ts';
export {
  type LoadedTimeline,
  type PlacedSlide,
  type SlideRef,
  settingsOf,
  type Timeline,
  type TimelineSettings,
  type Variables,
} from './timeline.ts';
export { fillVariables } from './variables.ts';
export { estimateOf } from './view.ts';
