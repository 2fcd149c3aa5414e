import type { MonthlyAmounts, PlanLimits } from '#features/accounts/public.ts';
import {
  assertTimelineNotTooLarge,
  fillVariables,
  imageAddressFaults,
  type LoadedTimeline,
  measureTimelineForRows,
  type Slide,
  slidesWithIntroAndOutro,
  timelineVideoOfSlide,
  valuesOfVariables,
} from '#features/timelines/public.ts';
import { invalidValueError, type RequestFault, ServiceError } from '#kernel/shared/errors.ts';
import type { Render } from '../render.ts';
import { checkVideoLength, shortestVideoSeconds } from '../render-admission-rules.ts';
import type { BatchRowsOfRequest } from './batch-rows-of-request.ts';

/** The number of faults after which the remaining rows are not checked. */
const MAX_FAULTS = 50;
/** The most occurrences of variables in all rows together: 50 million take a second. */
const MAX_PLACES = 50_000_000;
/**
 * The most slides, in all rows together, that are filled with values and validated one by one. These are slides whose SSML has a variable
 * inside a tag, and slides of rows with a fault. 20,000 of them take one or two seconds.
 */
const MAX_FILLED = 20_000;

/** The result of the check of a batch's rows: what its slides need. */
export interface CheckedBatchRows {
  /** Slides that are the same in all rows, with the intro and the outro. */
  fixed: Slide[];
  /** Number of slides that the values of a row may change. */
  varied: number;
  /** For each row, the amounts that its varied slides need, estimated by the lengths of the values. */
  rows: MonthlyAmounts[];
}

const tooMuch = (what: string, count: number, most: number): ServiceError =>
  invalidValueError(
    'rows',
    `Together, the rows have ${count} ${what}; a batch may have at most ${most}. Send them in several batches.`,
  );

/**
 * Checks the rows of a batch for all reasons for which a render of one would be refused. Mostly only the lengths of the values are
 * checked; the timeline is filled with a row's values only if the lengths alone do not settle it. Pure.
 * @throws ServiceError the error of the first bad row, with the faults of the others: `variable_unknown`, `variable_missing`,
 * `validation_failed`, `entitlement_required`, `timeline_too_large`
 */
export function checkBatchRows(
  loaded: LoadedTimeline,
  { rows, placeOf }: BatchRowsOfRequest,
  { limits, narration }: { limits: PlanLimits; narration: Render['narration'] },
): CheckedBatchRows {
  const { timeline, slides } = loaded;
  const template = measureTimelineForRows(timeline, slides, narration !== 'none');
  const ends = slidesWithIntroAndOutro(slides, timeline).filter((slide) => timelineVideoOfSlide(slide) !== undefined);
  const fixed = [...template.fixed, ...ends];
  const places = template.places * rows.length;
  if (places > MAX_PLACES) throw tooMuch('insertions of variables', places, MAX_PLACES);
  const least = shortestVideoSeconds({ timeline, slides: fixed }, narration);
  const needs: MonthlyAmounts[] = [];
  let first: ServiceError | undefined;
  let filled = 0;
  const faults: RequestFault[] = [];
  for (const [index, { variables }] of rows.entries()) {
    const place = placeOf(index);
    try {
      const options = { path: place.variables, missing: 'refuse' as const };
      const values = valuesOfVariables(timeline.variables ?? {}, variables, options);
      const row = template.measure(values);
      const isLong = least + row.least_seconds > limits.video_seconds;
      if (!row.fits || isLong || imageAddressFaults(slides, values, place.variables).length > 0) {
        filled += template.varied.length;
        if (filled > MAX_FILLED) throw tooMuch('slides that have to be checked one by one', filled, MAX_FILLED);
        const whole = fillVariables(loaded, variables, options);
        checkVideoLength(
          limits,
          { ...whole, slides: slidesWithIntroAndOutro(whole.slides, whole.timeline) },
          narration,
          place.row,
        );
      }
      assertTimelineNotTooLarge(limits, row.bytes);
      needs.push({ render_seconds: row.seconds, narration_characters: row.characters });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      first ??= new ServiceError(error.code, place.messageFor(error), error.details);
      const { param = place.row } = error.details;
      faults.push(...(error.details.faults ?? [{ param, message: error.message }]));
      if (faults.length >= MAX_FAULTS || filled > MAX_FILLED) break;
    }
  }
  if (first)
    throw new ServiceError(first.code, first.message, { ...first.details, faults: faults.slice(0, MAX_FAULTS) });
  return { fixed, varied: template.varied.length, rows: needs };
}
