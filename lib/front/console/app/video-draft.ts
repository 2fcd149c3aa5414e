import type { Schemas } from '#front/client/client.ts';
import { enteredSeconds } from './entered-seconds.ts';

type Video = Schemas['SlideVideo'];

/** The form of how a video plays. */
export interface VideoDraft {
  place: Video['place'];
  plays: Video['plays'];
  /** Seconds as they are entered; empty: its start and its end. */
  from: string;
  to: string;
  volume: number;
  loop: boolean;
  muted: boolean;
}

/** The form for a video. */
export const videoDraftOf = ({ place, plays, trim, volume, loop, muted }: Video): VideoDraft => ({
  ...{ place, plays, volume, loop, muted },
  from: trim && trim.from > 0 ? String(trim.from) : '',
  to: trim?.to == null ? '' : String(trim.to),
});

/** The options that the form asks for; undefined if a time is not a number of seconds, or the end is not after the start. */
export function videoOptionsIn({ from, to, ...options }: VideoDraft) {
  const [start, end] = [enteredSeconds(from), enteredSeconds(to)];
  if (start === undefined || end === undefined || (end !== null && end <= (start ?? 0))) return undefined;
  const trim = start === null && end === null ? null : { from: start ?? 0, ...(end === null ? {} : { to: end }) };
  return { ...options, trim };
}
