/** Names of this feature that the rest of the service may use. */

export { narrationText, type SaidContent } from '#engine/speech/script/narration-text.ts';
export type { ImageFetchDeps } from './announce-images.ts';
export {
  BACKGROUND_AUDIO_RATE,
  type BackgroundAudio,
  type BackgroundAudioSettings,
} from './background-audio.ts';
export {
  bytesOfFiles,
  bytesOfRecording,
  changeTimeline,
  fileKeys,
  loadTimeline,
  noSlidesError,
  positionOf,
  slideAt,
  slideTags,
  type TimelineDeps,
  timelineTag,
} from './change-timeline.ts';
export { type SpeakingCatalog, type VoiceDeps, voiceFaults } from './check-voice.ts';
export { drawTiles, type TileDeps } from './contact-sheet.ts';
export { type NewTimeline, newTimeline } from './create-timeline.ts';
export { drawnCallout } from './drawn-callouts.ts';
export { type NamedDrawing, readPictures, toDrawable, withTemplateDefaults } from './drawn-slide.ts';
export {
  cutsSpeech,
  estimatedNarration,
  estimatedSeconds,
  estimatedSpeech,
  MIN_SHOWN_SECONDS,
  minSeconds,
  paceOfSlide,
  slideSeconds,
  textToSay,
} from './duration.ts';
export { changeSlide } from './edit-slides.ts';
export { measuredTemplate } from './measure-rows.ts';
export { sentChoice } from './motion-choice.ts';
export { type MovedSlide, movedSlide, type SlideMoves } from './moved-slide.ts';
export { newSlide, revisedSlide } from './new-slide.ts';
export { type Outline, outlineOf } from './outline.ts';
export { type Pace, paceOf } from './pace.ts';
export type {
  AnnouncedImages,
  ImageFetches,
  TimelineStore,
  WantedImage,
  WantedPresenter,
  WantedVideo,
} from './ports.ts';
export { presentedSlides, sharedStarts } from './presented-slides.ts';
export { resolveMotion } from './resolve-motion.ts';
export type { Variables } from './settings/about.ts';
export { importedSettings } from './settings/settings.ts';
export { shownOf } from './shown-slide.ts';
export type { Slide, SlidePath } from './slide.ts';
export {
  AUDIO_FAILURES,
  AUDIO_FORMATS,
  AUDIO_STATUSES,
  type AudioFormat,
  type AudioRef,
  type CurrentNotes,
  currentNotes,
  type GeneratedAudio,
  isStale,
  isUsedByRender,
  notesHash,
  type SlideAudio,
  type SpeechSettings,
  speakersHash,
  speakersOf,
  type UploadedAudio,
} from './slide-audio.ts';
export { MAX_BUILD_SECONDS, MAX_BUILD_TEXT, type SlideBuild } from './slide-builds.ts';
export { textsOfSlide } from './slide-content.ts';
export { SLIDE_BUILDS } from './slide-fields/build.ts';
export type { Callout, Moment } from './slide-fields/callouts.ts';
export { importedFields } from './slide-fields/slide-fields.ts';
export type { Transition } from './slide-fields/transition.ts';
export {
  displayOf,
  IMAGE_FAILURES,
  IMAGE_FITS,
  IMAGE_STATUSES,
  type ImageFailure,
  type ImageFocus,
  type ImageOptions,
  type ImageRequest,
  type MeasuredImage,
  type SlideImage,
} from './slide-image.ts';
export {
  MAX_IMAGES,
  type PlacedPicture,
  pictureField,
  pictureName,
  picturesWithPlaces,
  settlePictures,
} from './slide-pictures.ts';
export {
  type PresenterRequest,
  presentedPart,
  presentedSeconds,
  presenterLookOf,
  presenterOptionsOf,
  SILENT_PRESENTER,
  type SlidePresenter,
} from './slide-presenter.ts';
export {
  filesOfVideo,
  playedPart,
  posterOf,
  type SlideVideo,
  type SlideVideoRequest,
  type StoredVideo,
  VIDEO_FAILURES,
  VIDEO_PLACES,
  VIDEO_PLAYS,
  type VideoFailure,
  type VideoSound,
  videoOptionsOf,
} from './slide-video.ts';
export { storedAudio, storedSettings, storedSlide } from './stored-timeline.ts';
export { storedVideo } from './stored-video.ts';
export {
  type LoadedTimeline,
  type PlacedSlide,
  type SlideRef,
  settingsOf,
  type Timeline,
  type TimelineSettings,
} from './timeline.ts';
export { checkTimelineBytes, excessOf, timelineBytes } from './timeline-bytes.ts';
export { acceptedSettings } from './timeline-settings.ts';
export { undeclaredAdvice, undeclaredNames } from './undeclared-names.ts';
export { addressFaults, fillVariables, valuesOf } from './variables.ts';
export { videoTimes } from './video-times.ts';
export { estimateOf } from './view.ts';
