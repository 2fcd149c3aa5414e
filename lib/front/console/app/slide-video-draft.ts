import type { Schemas } from '#front/client/client.ts';
import { parseEnteredSeconds } from './parse-entered-seconds.ts';

type Video = Schemas['SlideVideo'];
type TimelineVideo = Schemas['TimelineVideo'];

/** The values of the form for the part of a video that is played, and for its sound. */
export interface PlayedVideoPartDraft {
  /** The second at which the part starts, as it is entered; empty: the start of the video. */
  from: string;
  /** The second at which the part ends, as it is entered; empty: the end of the video. */
  to: string;
  volume: number;
  muted: boolean;
}

/** The values of the form that sets how the video of a slide plays. */
export interface SlideVideoDraft extends PlayedVideoPartDraft {
  place: Video['place'];
  plays: Video['plays'];
  loop: boolean;
}

/** The values of the form that sets how an intro or an outro plays. */
export interface TimelineVideoDraft extends PlayedVideoPartDraft {
  fit: TimelineVideo['fit'];
}

const playedPartDraftOf = ({ trim, volume, muted }: TimelineVideo): PlayedVideoPartDraft => ({
  volume,
  muted,
  from: trim && trim.from > 0 ? String(trim.from) : '',
  to: trim?.to == null ? '' : String(trim.to),
});

/** Converts the options of a slide's video to the values of its form. */
export const slideVideoDraftOf = (video: Video): SlideVideoDraft => ({
  ...playedPartDraftOf(video),
  place: video.place,
  plays: video.plays,
  loop: video.loop,
});

/** Converts the options of an intro or an outro to the values of its form. */
export const timelineVideoDraftOf = (video: TimelineVideo): TimelineVideoDraft => ({
  ...playedPartDraftOf(video),
  fit: video.fit,
});

/** The options that a form asks for; undefined if a time is not a number of seconds, or the end is not after the start. */
export function videoOptionsOfDraft<Draft extends PlayedVideoPartDraft>({ from, to, ...options }: Draft) {
  const [start, end] = [parseEnteredSeconds(from), parseEnteredSeconds(to)];
  if (start === undefined || end === undefined || (end !== null && end <= (start ?? 0))) return undefined;
  const trim = start === null && end === null ? null : { from: start ?? 0, ...(end === null ? {} : { to: end }) };
  return { ...options, trim };
}
