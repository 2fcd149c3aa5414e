/** Names of this feature that the rest of the service may use. */

export { type NarratedContent, narrationText } from '#engine/speech/script/narration-text.ts';
export type { AnnounceImagesDeps } from './announce-images.ts';
export {
  BACKGROUND_AUDIO_RATE,
  type BackgroundAudio,
  type BackgroundAudioSettings,
} from './background-audio.ts';
export {
  bytesOfRecording,
  bytesOfTimelineFiles,
  changeTimeline,
  fileKeysOfTimeline,
  loadTimeline,
  noSlidesError,
  slideAtTimelinePosition,
  slidePositionInTimeline,
  slideVersionTags,
  type TimelineDeps,
  timelineVersionTag,
} from './change-timeline.ts';
export { type SpeakingCatalog, type VoiceDeps, voiceFaults } from './check-voice.ts';
export { drawSlideThumbnails, type SlideThumbnailDeps } from './contact-sheet.ts';
export type { CopiedField } from './copy-of-fields.ts';
export { type NewTimeline, newTimeline } from './create-timeline.ts';
export { drawableCalloutOf } from './drawn-callouts.ts';
export { readPictures, type SlideDrawingByFiles, toDrawableSlide, withTemplateDefaults } from './drawn-slide.ts';
export {
  estimatedNarrationSeconds,
  estimatedSeconds,
  estimatedSpeechSeconds,
  isSpeechCutOff,
  MIN_SILENT_SLIDE_SECONDS,
  minSlideSecondsInVideo,
  paceOfSlide,
  slideSeconds,
  spokenTextOfSlide,
} from './duration.ts';
export { changeSlide } from './edit-slides.ts';
export { createVideoFinder, type FindVideoToCopy } from './find-video-to-copy.ts';
export { slidesWithIntroAndOutro, timelineVideoOfSlide } from './intro-and-outro.ts';
export { measureTimelineForRows } from './measure-rows.ts';
export { sentMotionChoice } from './motion-choice.ts';
export { type SlideMotionSettings, type SlideWithDecidedMotion, withDecidedMotion } from './moved-slide.ts';
export { newSlide, revisedSlide } from './new-slide.ts';
export { outlineOf, type TimelineOutline } from './outline.ts';
export { type Pace, paceOf } from './pace.ts';
export type {
  AnnouncedImages,
  ImageFetches,
  ImageRequestOfSlide,
  PresenterRequestOfSlide,
  TimelineStore,
  VideoRequestOfSlide,
} from './ports.ts';
export { slideStartsInRecording, slidesWithPresenterParts } from './presented-slides.ts';
export { resolveMotion } from './resolve-motion.ts';
export type { VariableValues } from './settings/about.ts';
export { importedSettingSchemas } from './settings/settings.ts';
export { drawnContentOfSlide } from './shown-slide.ts';
export type { Slide, SlidePathParameters } from './slide.ts';
export {
  AUDIO_FAILURE_CODES,
  AUDIO_FORMATS,
  AUDIO_STATUSES,
  type AudioFormat,
  type AudioRef,
  type CurrentNotes,
  currentNotes,
  type GeneratedAudio,
  isAudioStale,
  isAudioUsedByRender,
  notesHash,
  type SlideAudio,
  type SpeechSettings,
  speakersHash,
  speakersOf,
  type UploadedAudio,
} from './slide-audio.ts';
export { textsOfSlide } from './slide-content.ts';
export { SLIDE_BUILDS } from './slide-fields/build.ts';
export type { CalloutMoment, SlideCallout } from './slide-fields/callouts.ts';
export { importedFieldSchemas } from './slide-fields/slide-fields.ts';
export type { SlideTransition } from './slide-fields/transition.ts';
export {
  displayOfImage,
  IMAGE_FAILURE_CODES,
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
  pictureFieldPath,
  pictureNameInSentence,
  type SlidePictureWithPosition,
  slideChangeByImageOutcomes,
  slidePicturesWithPositions,
} from './slide-pictures.ts';
export {
  type PresenterRequest,
  presenterLookOf,
  presenterOptionsOf,
  presenterPartOfSlide,
  presenterSecondsOfSlide,
  SILENT_PRESENTER_FAILURE,
  type SlidePresenter,
} from './slide-presenter.ts';
export {
  filesOfVideo,
  playedPartOfVideo,
  posterOfVideo,
  type SlideVideo,
  type SlideVideoRequest,
  type StoredVideo,
  VIDEO_FAILURE_CODES,
  VIDEO_PLACES,
  VIDEO_PLAYS,
  type VideoFailure,
  type VideoSound,
  videoOptionsOf,
} from './slide-video.ts';
export { slideVideoTimes } from './slide-video-times.ts';
export { storedAudioSchema, storedSettingsSchema, storedSlideSchema } from './stored-timeline.ts';
export { storedVideoSchema } from './stored-video.ts';
export { MAX_SLIDE_STATE_SECONDS, MAX_SLIDE_STATE_TEXT, type TimedSlideState } from './timed-slide-states.ts';
export {
  type LoadedTimeline,
  pickTimelineSettings,
  type SlideInTimeline,
  type SlideRef,
  type Timeline,
  type TimelineSettings,
} from './timeline.ts';
export { assertTimelineBytes, timelineBytes, timelineTooLargeMessage } from './timeline-bytes.ts';
export { acceptedDeckSettings } from './timeline-settings.ts';
export {
  changeOfTimelineVideo,
  TIMELINE_VIDEO_NAMES,
  type TimelineVideoName,
  type TimelineVideos,
  videoOfTimeline,
} from './timeline-video.ts';
export { undeclaredVariableAdvice, undeclaredVariableNames } from './undeclared-variable-names.ts';
export { fillVariables, imageAddressFaults, valuesOfVariables } from './variables.ts';
export { estimateVideoSeconds } from './view.ts';
