import type { Schemas } from '#front/client/client.ts';
import { enteredSeconds } from './entered-seconds.ts';

type Presenter = Schemas['Presenter'];

/** The form of how a presenter is shown. */
export interface PresenterDraft extends Pick<Presenter, 'place' | 'shape' | 'size'> {
  /** The second of the recording at which the slide starts, as it is entered; empty: its start. */
  offset: string;
}

/** The form for a presenter. */
export const presenterDraftOf = ({ place, shape, size, offset_seconds }: Presenter): PresenterDraft => ({
  ...{ place, shape, size },
  offset: offset_seconds === 0 ? '' : String(offset_seconds),
});

/** The options that the form asks for; undefined if the time is not a number of seconds. */
export function presenterOptionsIn({ offset, ...look }: PresenterDraft) {
  const seconds = enteredSeconds(offset);
  return seconds === undefined ? undefined : { ...look, offset_seconds: seconds ?? 0 };
}
