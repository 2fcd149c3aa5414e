import type { DeckSlideContent, DeckVideo } from '../deck.ts';
import type { DeckWarning } from '../deck-warning.ts';
import { chooseVideoPlaceOnSlide } from '../video-place.ts';
import type { PptxSlide } from './read-slide.ts';
import type { SlideDimensionsInEmu } from './redesign-slide.ts';
import { areaOfShapeBox, findShownPptxVideo } from './shown-video.ts';
import type { SlideSoundOrVideo } from './slide-media.ts';

/** The share of the slide from which a video that covers it is placed behind the texts. */
const MIN_BACKGROUND_SHARE = 0.9;
/** The volume that PowerPoint gives a video, in thousandths of a percent. */
const DEFAULT_VOLUME = 80_000;
/** The highest volume in the API. */
const MAX_VOLUME = 2;

/** Reason why a video is not taken, in words for the report. */
function reasonOfOmission({ part, isMarkedAsNarration }: SlideSoundOrVideo, hasGraphic: boolean): string {
  if (isMarkedAsNarration) return 'A camera recording is not shown; its sound is the narration of the slide.';
  if (part === null) return 'A video was left out: it is missing, or outside of the file. Insert it into the deck.';
  return hasGraphic
    ? 'A video was left out: a slide shows either a video, or a table or a chart. Split the slide to keep both.'
    : 'A video was left out: a slide shows only one video. Split the slide to keep them all.';
}

function placeOf(
  { box }: SlideSoundOrVideo,
  content: DeckSlideContent,
  sides: SlideDimensionsInEmu,
): DeckVideo['place'] {
  const hasText = content.title !== '' || content.bullet_points.length > 0;
  if (hasText && areaOfShapeBox(box) >= MIN_BACKGROUND_SHARE * sides.width * sides.height) return 'background';
  const isLeft = box !== null && box.x + box.width / 2 < sides.width / 2;
  return chooseVideoPlaceOnSlide({
    ...content,
    layout: content.bullet_points.length === 0 ? 'figure' : isLeft ? 'image_left' : 'image_right',
  });
}

/**
 * The video of a slide, with what the file says about how it plays, and warnings about its other videos.
 * @param content of the slide as it is drawn in a template
 */
export function videoAndWarningsOfPptxSlide(
  slide: PptxSlide,
  content: DeckSlideContent,
  sides: SlideDimensionsInEmu,
): { video?: DeckVideo; warnings: DeckWarning[] } {
  const { media, page, tables, charts, notes } = slide;
  const shownVideo = findShownPptxVideo(slide);
  const otherVideos = media.filter((medium) => medium.kind === 'video' && medium !== shownVideo);
  const reasons = new Set(otherVideos.map((medium) => reasonOfOmission(medium, tables.length + charts.length > 0)));
  const warnings = [...reasons].map((message): DeckWarning => ({ slide: page, code: 'video_not_taken', message }));
  if (!shownVideo || shownVideo.part === null) return { warnings };
  const { part, cut, isMuted, loops, volume = DEFAULT_VOLUME, isAutomatic } = shownVideo;
  const loudness = Math.min(MAX_VOLUME, Math.max(0, Math.round((100 * volume) / DEFAULT_VOLUME) / 100));
  return {
    warnings,
    video: {
      source: { from: 'path', path: part },
      place: placeOf(shownVideo, content, sides),
      ...(cut && cut.start_seconds > 0 ? { from: cut.start_seconds } : {}),
      ...(cut && cut.end_seconds > 0 ? { cutsEnd: cut.end_seconds } : {}),
      ...(isMuted ? { isMuted: true } : loudness === 1 ? {} : { volume: loudness }),
      ...(loops ? { loops: true } : {}),
      ...(!isAutomatic && notes !== '' ? { isAfterSpeech: true } : {}),
    },
  };
}
