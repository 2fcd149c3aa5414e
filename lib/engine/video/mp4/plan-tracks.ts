import type { TimedCaption } from '../captions/cues.ts';
import type { PlacedChapter } from '../container/file-contents.ts';
import type { PictureFormat } from '../settings.ts';
import type { AudioSource } from './audio-source.ts';
import { fullBox, zeros } from './boxes.ts';
import {
  CAPTION_HEADER,
  CAPTION_TIMESCALE,
  CHAPTER_HEADER,
  CHAPTER_SAMPLE_ENTRY,
  captionSampleEntry,
  captionSamples,
  chapterSamples,
  type TextSample,
} from './text-tracks.ts';
import type { Track } from './track.ts';

/** Ticks of a frame, in the timescale of the movie, the video and the chapters. */
export const FRAME_TICKS = 1000;

/** Track IDs. */
export const MP4_TRACK = { video: 1, sound: 2, captions: 3, chapters: 4 } as const;

/** A track without its samples. */
export type TrackPlan = Omit<Track, 'table'>;

/** A track of captions or chapters. */
export interface PlannedTextTrack {
  track: TrackPlan;
  samples: readonly TextSample[];
}

/** Inputs to every track of a video. */
export interface TrackContext {
  format: PictureFormat;
  frames: number;
  /** BCP 47. */
  language: string | undefined;
  hasChapters: boolean;
}

const VIDEO_HEADER = fullBox('vmhd', 1, zeros(8));
const SOUND_HEADER = fullBox('smhd', 0, zeros(4));

/** The video track, without its sample entry, which the first frame determines. */
export function planVideoTrack({
  format,
  frames,
  language,
  hasChapters,
}: TrackContext): Omit<TrackPlan, 'sampleEntry'> {
  return {
    ...{ id: MP4_TRACK.video, handler: 'vide', name: 'Video', enabled: true, alternateGroup: 0, language },
    ...{ timescale: format.fps * FRAME_TICKS, edit: whole(frames), size: format, mediaHeader: VIDEO_HEADER },
    chapterTrack: hasChapters ? MP4_TRACK.chapters : undefined,
  };
}

/** The audio track. It plays from the end of its priming on, and at most as long as the video. */
export function planAudioTrack(audio: AudioSource, { format, frames, language, hasChapters }: TrackContext): TrackPlan {
  const media = audio.samples.reduce((sum, { duration }) => sum + duration, 0);
  const playable = Math.round(((media - audio.priming) * format.fps * FRAME_TICKS) / audio.timescale);
  const duration = Math.max(0, Math.min(playable, frames * FRAME_TICKS));
  return {
    ...{ id: MP4_TRACK.sound, handler: 'soun', name: 'Sound', enabled: true, alternateGroup: 0, language },
    ...{ timescale: audio.timescale, edit: { duration, mediaTime: audio.priming } },
    ...{ mediaHeader: SOUND_HEADER, sampleEntry: audio.sampleEntry },
    chapterTrack: hasChapters ? MP4_TRACK.chapters : undefined,
  };
}

/** The caption track. It is off by default: not enabled, in its own alternate group. */
export function planCaptionTrack(
  cues: readonly TimedCaption[],
  language: string | undefined,
  { format, frames }: TrackContext,
): PlannedTextTrack {
  return {
    track: {
      ...{ id: MP4_TRACK.captions, handler: 'sbtl', name: 'Captions', enabled: false, alternateGroup: 2, language },
      ...{ timescale: CAPTION_TIMESCALE, edit: whole(frames), size: format },
      ...{ mediaHeader: CAPTION_HEADER, sampleEntry: captionSampleEntry(format) },
    },
    samples: captionSamples(cues, Math.round((frames * CAPTION_TIMESCALE) / format.fps)),
  };
}

/** The chapter track. It is not enabled: other tracks refer to it as their chapters. */
export function planChapterTrack(
  chapters: readonly PlacedChapter[],
  { format, frames, language }: TrackContext,
): PlannedTextTrack {
  return {
    track: {
      ...{ id: MP4_TRACK.chapters, handler: 'text', name: 'Chapters', enabled: false, alternateGroup: 0, language },
      ...{ timescale: format.fps * FRAME_TICKS, edit: whole(frames) },
      ...{ mediaHeader: CHAPTER_HEADER, sampleEntry: CHAPTER_SAMPLE_ENTRY },
    },
    samples: chapterSamples(chapters, FRAME_TICKS),
  };
}

const whole = (frames: number) => ({ duration: frames * FRAME_TICKS, mediaTime: 0 });
