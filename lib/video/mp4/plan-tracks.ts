import type { PlacedCue } from '../captions/cues.ts';
import type { PlacedChapter } from '../container/file-contents.ts';
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

/** Ticks of a frame: those of the movie, the video and the chapters. */
export const FRAME_TICKS = 1000;

export const TRACK = { video: 1, sound: 2, captions: 3, chapters: 4 } as const;

/** All of a track but its samples. */
export type TrackPlan = Omit<Track, 'table'>;

export interface TextTrack {
  track: TrackPlan;
  samples: readonly TextSample[];
}

export interface PictureFormat {
  width: number;
  height: number;
  fps: number;
}

/** What every track of a video is planned with. */
export interface VideoTime {
  format: PictureFormat;
  frames: number;
  /** BCP 47. */
  language: string | undefined;
  hasChapters: boolean;
}

const VIDEO_HEADER = fullBox('vmhd', 1, zeros(8));
const SOUND_HEADER = fullBox('smhd', 0, zeros(4));

/** Without its sample entry: that comes with the first frame. */
export function planVideo({ format, frames, language, hasChapters }: VideoTime): Omit<TrackPlan, 'sampleEntry'> {
  return {
    ...{ id: TRACK.video, handler: 'vide', name: 'Video', enabled: true, alternateGroup: 0, language },
    ...{ timescale: format.fps * FRAME_TICKS, edit: whole(frames), size: format, mediaHeader: VIDEO_HEADER },
    chapterTrack: hasChapters ? TRACK.chapters : undefined,
  };
}

/** It plays from its first real sample on, and no longer than the video. */
export function planSound(audio: AudioSource, { format, frames, language, hasChapters }: VideoTime): TrackPlan {
  const media = audio.samples.reduce((sum, { duration }) => sum + duration, 0);
  const playable = Math.round(((media - audio.priming) * format.fps * FRAME_TICKS) / audio.timescale);
  const duration = Math.max(0, Math.min(playable, frames * FRAME_TICKS));
  return {
    ...{ id: TRACK.sound, handler: 'soun', name: 'Sound', enabled: true, alternateGroup: 0, language },
    ...{ timescale: audio.timescale, edit: { duration, mediaTime: audio.priming } },
    ...{ mediaHeader: SOUND_HEADER, sampleEntry: audio.sampleEntry },
    chapterTrack: hasChapters ? TRACK.chapters : undefined,
  };
}

/** Off until somebody chooses it: it is not enabled, and has a group of its own to be chosen from. */
export function planCaptions(
  cues: readonly PlacedCue[],
  language: string | undefined,
  { format, frames }: VideoTime,
): TextTrack {
  return {
    track: {
      ...{ id: TRACK.captions, handler: 'sbtl', name: 'Captions', enabled: false, alternateGroup: 2, language },
      ...{ timescale: CAPTION_TIMESCALE, edit: whole(frames), size: format },
      ...{ mediaHeader: CAPTION_HEADER, sampleEntry: captionSampleEntry(format) },
    },
    samples: captionSamples(cues, Math.round((frames * CAPTION_TIMESCALE) / format.fps)),
  };
}

/** Not enabled: the tracks that name it show it as their chapters. */
export function planChapters(chapters: readonly PlacedChapter[], { format, frames, language }: VideoTime): TextTrack {
  return {
    track: {
      ...{ id: TRACK.chapters, handler: 'text', name: 'Chapters', enabled: false, alternateGroup: 0, language },
      ...{ timescale: format.fps * FRAME_TICKS, edit: whole(frames) },
      ...{ mediaHeader: CHAPTER_HEADER, sampleEntry: CHAPTER_SAMPLE_ENTRY },
    },
    samples: chapterSamples(chapters, FRAME_TICKS),
  };
}

const whole = (frames: number) => ({ duration: frames * FRAME_TICKS, mediaTime: 0 });
