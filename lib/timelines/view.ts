import type { z } from 'zod';
import { BACKGROUND_AUDIO_RATE, type BackgroundAudio } from './background-audio.ts';
import type { backgroundAudioAnswer, slideAnswer, timelineAnswer, timelineSummary } from './contract.ts';
import { estimatedSeconds } from './duration.ts';
import type { SlideFiles } from './ports.ts';
import type { Slide } from './slide.ts';
import { isStale } from './slide-audio.ts';
import type { LoadedTimeline, Timeline } from './timeline.ts';

export type SlideAnswer = z.output<typeof slideAnswer>;

/** A slide as clients see it. @param lexicon the timeline's */
export async function slideView(
  { slide, position, lexicon }: { slide: Slide; position: number; lexicon: Timeline['lexicon'] },
  files: SlideFiles,
): Promise<SlideAnswer> {
  const { image } = slide;
  return {
    id: slide.id,
    timeline_id: slide.timeline_id,
    position,
    title: slide.title,
    bullet_points: slide.bullet_points,
    speaker_notes: slide.speaker_notes,
    layout: slide.layout,
    build: slide.build,
    duration_seconds: slide.duration_seconds ?? null,
    transition: slide.transition ?? null,
    image_motion: slide.image_motion ?? 'none',
    cut_speech: slide.cut_speech ?? false,
    image: image
      ? {
          url: await files.presignGet(image.key),
          width: image.width,
          height: image.height,
          content_type: image.content_type,
          size_bytes: image.size_bytes,
          fit: image.fit,
          focus: image.focus,
          alt: image.alt,
        }
      : null,
    audio: {
      status: slide.audio?.status ?? 'none',
      stale: slide.audio !== undefined && isStale(slide.audio, { speaker_notes: slide.speaker_notes, lexicon }),
      duration_seconds: slide.audio?.duration_seconds ?? null,
    },
    created_at: slide.created_at,
    updated_at: slide.updated_at,
  };
}

/** The slides of a timeline as clients see them. */
export const slideViews = (
  { timeline: { lexicon }, slides }: LoadedTimeline,
  files: SlideFiles,
): Promise<SlideAnswer[]> =>
  Promise.all(slides.map((slide, position) => slideView({ slide, position, lexicon }, files)));

/** The likely length of the video in seconds, to the millisecond. @param lexicon the timeline's */
export const estimateOf = (slides: readonly Slide[], lexicon: Timeline['lexicon']): number =>
  Math.round(1000 * slides.reduce((sum, slide) => sum + estimatedSeconds(slide, lexicon), 0)) / 1000;

/** A timeline without its slides, as lists show it. */
export const timelineSummaryView = (timeline: Timeline): z.output<typeof timelineSummary> => ({
  id: timeline.id,
  title: timeline.title,
  format: timeline.format,
  resolution: timeline.resolution,
  template_id: timeline.template_id,
  language: timeline.language,
  voice: timeline.voice ?? null,
  transition: timeline.transition,
  slide_numbers: timeline.slide_numbers ?? false,
  metadata: timeline.metadata,
  slide_count: timeline.slides.length,
  duration_seconds: timeline.duration_seconds,
  version: timeline.version,
  created_at: timeline.created_at,
  updated_at: timeline.updated_at,
});

const backgroundAudioView = async (
  music: BackgroundAudio,
  files: SlideFiles,
): Promise<z.output<typeof backgroundAudioAnswer>> => ({
  url: await files.presignGet(music.key),
  duration_seconds: Math.round((music.samples * 1000) / BACKGROUND_AUDIO_RATE) / 1000,
  channels: music.channels,
  content_type: music.content_type,
  size_bytes: music.size_bytes,
  volume: music.volume,
  fade_in_seconds: music.fade_in_seconds,
  fade_out_seconds: music.fade_out_seconds,
  loop: music.loop,
  duck: music.duck,
});

/** A timeline with its slides as clients see it. */
export const timelineView = async (
  loaded: LoadedTimeline,
  files: SlideFiles,
): Promise<z.output<typeof timelineAnswer>> => {
  const { timeline } = loaded;
  return {
    ...timelineSummaryView(timeline),
    // Narration can become ready without a change of the timeline: the stored estimate does not know it.
    duration_seconds: estimateOf(loaded.slides, timeline.lexicon),
    lexicon: timeline.lexicon ?? [],
    background_audio: timeline.background_audio ? await backgroundAudioView(timeline.background_audio, files) : null,
    slides: await slideViews(loaded, files),
  };
};
