import type { z } from 'zod';
import { chooseLayout } from '#engine/video/drawing/layout/choose-layout.ts';
import type { DrawnLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { ASPECT_RATIOS } from '#engine/video/format.ts';
import { quotedEntityTag } from '#kernel/shared/precondition.ts';
import { BACKGROUND_AUDIO_SAMPLE_RATE_HZ, type BackgroundAudio } from './background-audio.ts';
import type {
  backgroundAudioAnswerSchema,
  slideAnswerSchema,
  timelineAnswerSchema,
  timelineSummarySchema,
} from './contract.ts';
import { estimatedSlideSeconds, type NarrationTimingSettings } from './duration.ts';
import { slidesWithIntroAndOutro } from './intro-and-outro.ts';
import { slideMotionSettingsOf } from './moved-slide.ts';
import { isClosingSlidePosition } from './outline.ts';
import type { SlideFilePresigner } from './ports.ts';
import { slidesWithPresenterParts } from './presented-slides.ts';
import { toPresenterAnswer } from './presenter-view.ts';
import { drawnContentOfSlide, showsOnlyImage } from './shown-slide.ts';
import type { Slide } from './slide.ts';
import { currentNotesAndLexicon, isAudioStale } from './slide-audio.ts';
import { toSlideContentAnswer } from './slide-content.ts';
import { displayOfImage } from './slide-image.ts';
import { type StoredOrRequestedPicture, slidePicturesInList } from './slide-pictures.ts';
import type { LoadedTimeline, SlideInTimeline, Timeline, TimelineSettings } from './timeline.ts';
import { toListedSettingsAnswer, unlistedSettingsAnswer } from './timeline-settings.ts';
import type { TimelineIntroAndOutro } from './timeline-video.ts';
import { toSlideVideoAnswer, toTimelineVideoAnswer } from './video-view.ts';

/** A slide in answers. */
export type SlideAnswer = z.output<typeof slideAnswerSchema>;

/** The layout in which a slide is drawn. For `auto`, and for a layout that the content does not allow, the content decides. */
function drawnLayoutOf({ slide, position, count, timeline }: SlideInTimeline): DrawnLayout {
  const [width, height] = ASPECT_RATIOS[timeline.format];
  const is_last = isClosingSlidePosition(position, count);
  return chooseLayout({ ...drawnContentOfSlide(slide), is_first: position === 0, is_last }, { width, height });
}

/**
 * A picture of a slide in answers: the requested one while it is fetched or has failed, or else the stored one.
 * @param isWholeSlide true if it shows the whole slide
 */
async function toImageAnswer(
  { image, image_request: request }: StoredOrRequestedPicture,
  files: SlideFilePresigner,
  isWholeSlide = false,
): Promise<SlideAnswer['image']> {
  if (request) {
    const { error } = request;
    return {
      status: error ? 'failed' : 'pending',
      url: null,
      width: null,
      height: null,
      content_type: null,
      size_bytes: null,
      frames: null,
      caption: '',
      ...displayOfImage(request, {}),
      kind: 'picture',
      is_whole_slide: false,
      error: error ?? null,
    };
  }
  if (!image) return null;
  const {
    key,
    width,
    height,
    content_type,
    size_bytes,
    fit,
    focus,
    alt,
    caption = '',
    frames = 1,
    kind = 'picture',
  } = image;
  return {
    status: 'ready',
    url: await files.presignGet(key),
    width,
    height,
    content_type,
    size_bytes,
    frames,
    fit,
    focus,
    alt,
    caption,
    kind,
    is_whole_slide: isWholeSlide,
    error: null,
  };
}

/** Further pictures of a slide in answers. */
async function toImagesAnswer(slide: Slide, files: SlideFilePresigner): Promise<SlideAnswer['images']> {
  const answers = await Promise.all(
    slidePicturesInList(slide, 'images').map((picture) => toImageAnswer(picture, files)),
  );
  return answers.flatMap((answer) => answer ?? []);
}

/** The items of a slide in answers, with their pictures. */
async function toItemsAnswer(slide: Slide, files: SlideFilePresigner): Promise<SlideAnswer['items']> {
  const { items } = toSlideContentAnswer(slide);
  const pictures = new Map(slidePicturesInList(slide, 'items').map((picture) => [picture.index, picture]));
  if (!items || pictures.size === 0) return items;
  return Promise.all(
    items.map(async (item, index) => ({ ...item, image: await toImageAnswer(pictures.get(index) ?? {}, files) })),
  );
}

/** The states of a slide in answers. */
async function toStatesAnswer({ builds }: Slide, files: SlideFilePresigner): Promise<SlideAnswer['builds']> {
  if (!builds) return null;
  return Promise.all(
    builds.map(async ({ image: { key, width, height, content_type, size_bytes }, at = null, after = null, text }) => ({
      image: { url: await files.presignGet(key), width, height, content_type, size_bytes },
      at,
      after,
      text,
    })),
  );
}

/** A slide in answers. */
export async function toSlideAnswer(slideInTimeline: SlideInTimeline, files: SlideFilePresigner): Promise<SlideAnswer> {
  const { slide, position, timeline } = slideInTimeline;
  const layout = drawnLayoutOf(slideInTimeline);
  return {
    id: slide.id,
    timeline_id: slide.timeline_id,
    position,
    ...toSlideContentAnswer(slide),
    ...slideMotionSettingsOf(slide, timeline, layout),
    dim_previous: slide.dim_previous ?? null,
    layout_drawn: layout,
    items: await toItemsAnswer(slide, files),
    image: await toImageAnswer(slide, files, showsOnlyImage(slide)),
    images: await toImagesAnswer(slide, files),
    builds: await toStatesAnswer(slide, files),
    video: await toSlideVideoAnswer(slide, files),
    presenter: await toPresenterAnswer(slide, files),
    audio: {
      status: slide.audio?.status ?? 'none',
      stale: slide.audio !== undefined && isAudioStale(slide.audio, currentNotesAndLexicon(slide, timeline)),
      duration_seconds: slide.audio?.duration_seconds ?? null,
    },
    etag: quotedEntityTag(slide.rev),
    created_at: slide.created_at,
    updated_at: slide.updated_at,
  };
}

/** The slides of a timeline in answers. */
export const toSlideAnswers = (
  { timeline, slides }: LoadedTimeline,
  files: SlideFilePresigner,
): Promise<SlideAnswer[]> =>
  Promise.all(
    slides.map((slide, position) => toSlideAnswer({ slide, position, count: slides.length, timeline }, files)),
  );

/** The likely length of the video in seconds, to the millisecond. @param settings settings of the timeline */
export const estimateVideoSeconds = (
  slides: readonly Slide[],
  settings: NarrationTimingSettings & Pick<TimelineSettings, 'presenter'> & TimelineIntroAndOutro,
): number =>
  Math.round(
    1000 *
      slidesWithIntroAndOutro(slidesWithPresenterParts(slides, settings.presenter), settings).reduce(
        (sum, slide) => sum + estimatedSlideSeconds(slide, settings),
        0,
      ),
  ) / 1000;

/** A timeline in lists: without its slides. */
export const toTimelineSummaryAnswer = (timeline: Timeline): z.output<typeof timelineSummarySchema> => ({
  id: timeline.id,
  ...toListedSettingsAnswer(timeline),
  slide_count: timeline.slides.length,
  duration_seconds: timeline.duration_seconds,
  version: timeline.version,
  created_at: timeline.created_at,
  updated_at: timeline.updated_at,
});

const toBackgroundAudioAnswer = async (
  music: BackgroundAudio,
  files: SlideFilePresigner,
): Promise<z.output<typeof backgroundAudioAnswerSchema>> => ({
  url: await files.presignGet(music.key),
  duration_seconds: Math.round((music.samples * 1000) / BACKGROUND_AUDIO_SAMPLE_RATE_HZ) / 1000,
  channels: music.channels,
  content_type: music.content_type,
  size_bytes: music.size_bytes,
  volume: music.volume,
  fade_in_seconds: music.fade_in_seconds,
  fade_out_seconds: music.fade_out_seconds,
  loop: music.loop,
  duck: music.duck,
});

/** A timeline with its slides in answers. */
export const toTimelineAnswer = async (
  loadedTimeline: LoadedTimeline,
  files: SlideFilePresigner,
): Promise<z.output<typeof timelineAnswerSchema>> => {
  const { timeline } = loadedTimeline;
  return {
    ...toTimelineSummaryAnswer(timeline),
    // Narration can become ready without a change of the timeline, so the stored estimate may be old.
    duration_seconds: estimateVideoSeconds(loadedTimeline.slides, timeline),
    ...unlistedSettingsAnswer(timeline),
    background_audio: timeline.background_audio
      ? await toBackgroundAudioAnswer(timeline.background_audio, files)
      : null,
    presenter: await toPresenterAnswer(timeline, files),
    intro: await toTimelineVideoAnswer(timeline, 'intro', files),
    outro: await toTimelineVideoAnswer(timeline, 'outro', files),
    slides: await toSlideAnswers(loadedTimeline, files),
  };
};
