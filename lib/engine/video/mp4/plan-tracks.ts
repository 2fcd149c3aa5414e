import type { TimedCaption } from '../captions/timed-captions.ts';
import type { ChapterWithLength } from '../container/file-contents.ts';
import type { PictureSizeAndRate } from '../settings.ts';
import { mp4FullBoxBytes, zeroBytes } from './boxes.ts';
import type { M4aFileSoundtrack } from './m4a-file-soundtrack.ts';
import {
  CHAPTER_SAMPLE_ENTRY,
  captionSampleEntry,
  MP4_CAPTION_MEDIA_HEADER,
  MP4_CAPTION_TIMESCALE,
  MP4_CHAPTER_MEDIA_HEADER,
  type Mp4TextSample,
  mp4CaptionSamples,
  mp4ChapterSamples,
} from './text-tracks.ts';
import type { Mp4Track } from './track.ts';

/** Ticks of a frame, in the timescale of the movie, the video and the chapters. */
export const MP4_TICKS_PER_FRAME = 1000;

/** The track IDs of the video, the sound, the captions and the chapters in MP4 files. */
export const MP4_TRACK_IDS = { video: 1, sound: 2, captions: 3, chapters: 4 } as const;

/** A track without its samples. */
export type PlannedMp4Track = Omit<Mp4Track, 'table'>;

/** A track of captions or chapters. */
export interface PlannedTextTrack {
  track: PlannedMp4Track;
  samples: readonly Mp4TextSample[];
}

/** Inputs to every track of a video. */
export interface Mp4TrackContext {
  format: PictureSizeAndRate;
  frames: number;
  /** BCP 47. */
  language: string | undefined;
  hasChapters: boolean;
}

const VIDEO_HEADER = mp4FullBoxBytes('vmhd', 1, zeroBytes(8));
const SOUND_HEADER = mp4FullBoxBytes('smhd', 0, zeroBytes(4));

/** The video track, without its sample entry, which the first frame determines. */
export function planMp4VideoTrack({
  format,
  frames,
  language,
  hasChapters,
}: Mp4TrackContext): Omit<PlannedMp4Track, 'sampleEntry'> {
  return {
    id: MP4_TRACK_IDS.video,
    handler: 'vide',
    name: 'Video',
    enabled: true,
    alternateGroup: 0,
    language,
    timescale: format.fps * MP4_TICKS_PER_FRAME,
    edit: editOfWholeTrack(frames),
    size: format,
    mediaHeader: VIDEO_HEADER,
    chapterTrack: hasChapters ? MP4_TRACK_IDS.chapters : undefined,
  };
}

/** The audio track. It plays from the end of its priming on, and at most as long as the video. */
export function planMp4AudioTrack(
  audio: M4aFileSoundtrack,
  { format, frames, language, hasChapters }: Mp4TrackContext,
): PlannedMp4Track {
  const mediaTicks = audio.samples.reduce((sum, { duration }) => sum + duration, 0);
  const playableTicks = Math.round(((mediaTicks - audio.priming) * format.fps * MP4_TICKS_PER_FRAME) / audio.timescale);
  const duration = Math.max(0, Math.min(playableTicks, frames * MP4_TICKS_PER_FRAME));
  return {
    id: MP4_TRACK_IDS.sound,
    handler: 'soun',
    name: 'Sound',
    enabled: true,
    alternateGroup: 0,
    language,
    timescale: audio.timescale,
    edit: { duration, mediaTime: audio.priming },
    mediaHeader: SOUND_HEADER,
    sampleEntry: audio.sampleEntry,
    chapterTrack: hasChapters ? MP4_TRACK_IDS.chapters : undefined,
  };
}

/** The caption track. It is off by default: not enabled, in its own alternate group. */
export function planMp4CaptionTrack(
  cues: readonly TimedCaption[],
  language: string | undefined,
  { format, frames }: Mp4TrackContext,
): PlannedTextTrack {
  return {
    track: {
      id: MP4_TRACK_IDS.captions,
      handler: 'sbtl',
      name: 'Captions',
      enabled: false,
      alternateGroup: 2,
      language,
      timescale: MP4_CAPTION_TIMESCALE,
      edit: editOfWholeTrack(frames),
      size: format,
      mediaHeader: MP4_CAPTION_MEDIA_HEADER,
      sampleEntry: captionSampleEntry(format),
    },
    samples: mp4CaptionSamples(cues, Math.round((frames * MP4_CAPTION_TIMESCALE) / format.fps)),
  };
}

/** The chapter track. It is not enabled: other tracks refer to it as their chapters. */
export function planMp4ChapterTrack(
  chapters: readonly ChapterWithLength[],
  { format, frames, language }: Mp4TrackContext,
): PlannedTextTrack {
  return {
    track: {
      id: MP4_TRACK_IDS.chapters,
      handler: 'text',
      name: 'Chapters',
      enabled: false,
      alternateGroup: 0,
      language,
      timescale: format.fps * MP4_TICKS_PER_FRAME,
      edit: editOfWholeTrack(frames),
      mediaHeader: MP4_CHAPTER_MEDIA_HEADER,
      sampleEntry: CHAPTER_SAMPLE_ENTRY,
    },
    samples: mp4ChapterSamples(chapters, MP4_TICKS_PER_FRAME),
  };
}

const editOfWholeTrack = (frames: number) => ({ duration: frames * MP4_TICKS_PER_FRAME, mediaTime: 0 });
