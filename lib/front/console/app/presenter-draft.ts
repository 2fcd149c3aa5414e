import type { Schemas } from '#front/client/client.ts';
import { parseEnteredSeconds } from './parse-entered-seconds.ts';

type Presenter = Schemas['Presenter'];

/** The values of the presenter form, which sets how a presenter is shown. */
export interface PresenterDraft extends Pick<Presenter, 'place' | 'shape' | 'size'> {
  /** The second of the recording at which the slide starts, as it is entered; empty: its start. */
  offset: string;
}

/** Converts the stored options of a presenter to the values of the presenter form. */
export const presenterDraftOf = ({ place, shape, size, offset_seconds }: Presenter): PresenterDraft => ({
  place,
  shape,
  size,
  offset: offset_seconds === 0 ? '' : String(offset_seconds),
});

/** Converts the values of the presenter form to presenter options; undefined if the entered time is not a number of seconds. */
export function presenterOptionsOfDraft({ offset, ...look }: PresenterDraft) {
  const seconds = parseEnteredSeconds(offset);
  return seconds === undefined ? undefined : { ...look, offset_seconds: seconds ?? 0 };
}
