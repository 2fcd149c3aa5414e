import type { Schemas } from '#front/client/client.ts';
import { enteredSeconds } from './entered-seconds.ts';

type Video = Schemas['SlideVideo'];
type TimelineVideo = Schemas['TimelineVideo'];

/** The form of the part of a video that is played, and of its sound. */
export interface PlayedPartDraft {
  /** Seconds as they are entered; empty: its start and its end. */
  from: string;
  to: string;
  volume: number;
  muted: boolean;
}

/** The form of how the video of a slide plays. */
export interface VideoDraft extends PlayedPartDraft {
  place: Video['place'];
  plays: Video['plays'];
  loop: boolean;
}

/** The form of how an intro or an outro plays. */
export interface TimelineVideoDraft extends PlayedPartDraft {
  fit: TimelineVideo['fit'];
}

const playedPartDraftOf = ({ trim, volume, muted }: TimelineVideo): PlayedPartDraft => ({
  ...{ volume, muted },
  from: trim && trim.from > 0 ? String(trim.from) : '',
  to: trim?.to == null ? '' : String(trim.to),
});

/** The form for the video of a slide. */
export const videoDraftOf = (video: Video): VideoDraft => ({
  ...playedPartDraftOf(video),
  ...{ place: video.place, plays: video.plays, loop: video.loop },
});

/** The form for an intro or an outro. */
export const timelineVideoDraftOf = (video: TimelineVideo): TimelineVideoDraft => ({
  ...playedPartDraftOf(video),
  fit: video.fit,
});

/** The options that a form asks for; undefined if a time is not a number of seconds, or the end is not after the start. */
export function videoOptionsIn<Draft extends PlayedPartDraft>({ from, to, ...options }: Draft) {
  const [start, end] = [enteredSeconds(from), enteredSeconds(to)];
  if (start === undefined || end === undefined || (end !== null && end <= (start ?? 0))) return undefined;
  const trim = start === null && end === null ? null : { from: start ?? 0, ...(end === null ? {} : { to: end }) };
  return { ...options, trim };
}
