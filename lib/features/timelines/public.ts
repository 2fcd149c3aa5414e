/** Names of this feature that the rest of the service may use. */

export { narrationTextOf, type SlideNarrationFields } from '#engine/speech/script/narration-text.ts';
export type { AnnounceMediaFetchesDeps } from './announce-media-fetches.ts';
export {
  BACKGROUND_AUDIO_SAMPLE_RATE_HZ,
  type BackgroundAudio,
  type BackgroundAudioSettings,
} from './background-audio.ts';
export {
  byteCountOfRecording,
  bytesOfTimelineFiles,
  changeTimeline,
  fileKeysOfTimeline,
  loadTimeline,
  noSlidesError,
  requireSlideAtTimelinePosition,
  requireSlidePositionInTimeline,
  slidePreconditionTags,
  type TimelineDeps,
  timelineVersionTag,
} from './change-timeline.ts';
export { type CheckVoiceDeps, type VoiceCatalogWithSpeedSupport, voiceFaults } from './check-voice.ts';
export type { CopiedVideoField } from './copy-of-fields.ts';
export { createFirstSlideRevision, createNextSlideRevision } from './create-first-slide-revision.ts';
export { prepareNewTimeline, type UnstoredTimeline } from './create-timeline.ts';
export { drawSlideThumbnails, type SlideThumbnailDeps } from './draw-contact-sheet.ts';
export { drawableCalloutOf } from './drawn-callouts.ts';
export {
  type DrawableSlideWithPictureRefs,
  readTimelineSlidePictures,
  toDrawableSlide,
  withTemplateDefaults,
} from './drawn-slide.ts';
export {
  estimatedNarrationSeconds,
  estimatedSlideSeconds,
  estimatedSpeechSeconds,
  isSpeechCutOff,
  MIN_SILENT_SLIDE_SECONDS,
  minSlideSecondsInVideo,
  pausesAroundNarrationOfSlide,
  slideSeconds,
  spokenTextOfSlide,
} from './duration.ts';
export { changeSlide } from './edit-slides.ts';
export { findTimelineVideoName, slidesWithIntroAndOutro } from './intro-and-outro.ts';
export { measureTimelineForRows } from './measure-rows.ts';
export { toSentMotionChoice } from './motion-choice.ts';
export { type SlideMotionSettings, type SlideWithDecidedMotion, withDecidedMotion } from './moved-slide.ts';
export { type NarrationPauses, narrationPausesOfTimeline } from './narration-pauses.ts';
export { sectionOutlineOfSlides, type TimelineSectionOutline } from './outline.ts';
export type {
  AnnouncedMediaFetches,
  MediaFetcher,
  SentImageOfSlide,
  SentPresenter,
  SentVideo,
  TimelineStore,
} from './ports.ts';
export { slideStartsInRecording, slidesWithPresenterParts } from './presented-slides.ts';
export { createFinderOfVideoToCopy, type RequireStoredVideoToCopy } from './require-stored-video-to-copy.ts';
export { resolveMotion } from './resolve-motion.ts';
export type { VariableValues } from './settings/about.ts';
export { importedTimelineSettingSchemas } from './settings/settings.ts';
export { drawnContentOfSlide } from './shown-slide.ts';
export type { Slide, SlidePathParameters } from './slide.ts';
export {
  AUDIO_FAILURE_CODES,
  AUDIO_FORMATS,
  AUDIO_STATUSES,
  type AudioFormat,
  type CurrentNotesAndLexicon,
  currentNotesAndLexicon,
  type GeneratedAudio,
  hashVoicesOfSpeakersInText,
  isAudioStale,
  isAudioUsedByRender,
  notesHash,
  type SlideAudio,
  type SlideAudioRequestRef,
  type SpeechSettings,
  speakersOf,
  type UploadedAudio,
} from './slide-audio.ts';
export { variableTextsOfSlide } from './slide-content.ts';
export { SLIDE_BUILD_MODES } from './slide-fields/build.ts';
export type { CalloutMoment, SlideCallout } from './slide-fields/callouts.ts';
export { importedSlideFieldSchemas } from './slide-fields/slide-fields.ts';
export type { SlideTransition } from './slide-fields/transition.ts';
export {
  displayOfImage,
  IMAGE_FAILURE_CODES,
  IMAGE_FITS,
  type ImageFailure,
  type ImageFocus,
  type ImageOptions,
  type MeasuredImage,
  SLIDE_IMAGE_STATUSES,
  type SlideImage,
  type SlideImageRequest,
} from './slide-image.ts';
export {
  MAX_IMAGES_PER_SLIDE,
  pictureFieldPath,
  pictureNameInSentence,
  type SlidePictureWithPosition,
  settleSlideImageRequests,
  slidePicturesWithPositions,
} from './slide-pictures.ts';
export {
  effectivePresenterLookOf,
  type PendingOrFailedPresenter,
  presenterOptionsOf,
  presenterSecondsOfSlide,
  recordingRangeOfPresenter,
  SILENT_PRESENTER_FAILURE,
  type SlidePresenter,
} from './slide-presenter.ts';
export {
  filesOfVideo,
  playedRangeOfVideoInSeconds,
  posterImageOfSlideVideo,
  type SlideVideo,
  type SlideVideoRequest,
  type StoredVideo,
  VIDEO_FAILURE_CODES,
  VIDEO_PLACES,
  VIDEO_PLAY_TIMINGS,
  type VideoFailure,
  type VideoSound,
  videoOptionsOf,
} from './slide-video.ts';
export { slideVideoTimes } from './slide-video-times.ts';
export { storedSlideAudioSchema, storedSlideSchema, storedTimelineSettingsSchema } from './stored-timeline.ts';
export { storedVideoSchema } from './stored-video.ts';
export {
  MAX_SLIDE_STATE_SECONDS,
  MAX_SLIDE_STATE_TEXT_CHARACTERS,
  type TimedSlideState,
} from './timed-slide-states.ts';
export {
  type LoadedTimeline,
  pickTimelineSettings,
  type SlideInTimeline,
  type SlideRevisionRef,
  type Timeline,
  type TimelineSettings,
} from './timeline.ts';
export { assertTimelineNotTooLarge, findTimelineTooLargeMessage, timelineBytes } from './timeline-bytes.ts';
export { acceptedDeckSettings } from './timeline-settings.ts';
export {
  changeOfTimelineVideo,
  TIMELINE_VIDEO_NAMES,
  type TimelineIntroAndOutro,
  type TimelineVideoName,
  timelineVideoAsSlideVideo,
} from './timeline-video.ts';
export { undeclaredVariableAdvice, undeclaredVariableNames } from './undeclared-variable-names.ts';
export { fillVariables, imageVariableFaultsOf, valuesOfVariables } from './variables.ts';
export { estimateVideoSeconds } from './view.ts';
