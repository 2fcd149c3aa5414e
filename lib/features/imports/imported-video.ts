import type { DeckVideo } from '#engine/deck-reading/deck.ts';
import { footageSeconds } from '#engine/video/footage/footage.ts';
import type { SlideVideo, StoredVideo } from '#features/timelines/public.ts';

/** The part of a video that the deck plays, within its length; undefined: all of it. */
function trimOf({ from = 0, until, cutsEnd }: DeckVideo, seconds: number): SlideVideo['trim'] {
  if (from === 0 && until === undefined && cutsEnd === undefined) return undefined;
  const start = Math.min(from, seconds);
  const end = until ?? (cutsEnd === undefined ? undefined : seconds - cutsEnd);
  return { from: start, ...(end === undefined ? {} : { to: Math.max(start, Math.min(end, seconds)) }) };
}

/** The video of an imported slide: the stored one, and how the deck plays it. */
export function importedVideo(video: DeckVideo, stored: StoredVideo): SlideVideo {
  const trim = trimOf(video, footageSeconds(stored));
  return {
    ...stored,
    ...(trim ? { trim } : {}),
    volume: video.volume ?? 1,
    muted: video.isMuted ?? false,
    loop: video.loops ?? false,
    plays: video.isAfterSpeech ? 'after_speech' : 'with_slide',
    place: video.place,
  };
}
