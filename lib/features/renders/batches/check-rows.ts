import type { MonthlyAmounts, PlanLimits } from '#features/accounts/public.ts';
import {
  assertTimelineNotTooLarge,
  fillVariables,
  findTimelineVideoName,
  imageVariableFaultsOf,
  type LoadedTimeline,
  measureTimelineForRows,
  type Slide,
  slidesWithIntroAndOutro,
  valuesOfVariables,
} from '#features/timelines/public.ts';
import { invalidValueError, type RequestFault, ServiceError } from '#kernel/shared/errors.ts';
import type { Render } from '../render.ts';
import { checkVideoLength, shortestPossibleVideoSeconds } from '../render-admission-rules.ts';
import type { BatchRowsOfRequest } from './batch-rows-of-request.ts';

/** The number of faults after which the remaining rows are not checked. */
const MAX_FAULTS = 50;
/** The most occurrences of variables in all rows together: 50 million take a second. */
const MAX_OCCURRENCES = 50_000_000;
/**
 * The most slides, in all rows together, that are filled with values and validated one by one. These are slides whose SSML has a variable
 * inside a tag, and slides of rows with a fault. 20,000 of them take one or two seconds.
 */
const MAX_FILLED_SLIDES = 20_000;

/** The result of the check of a batch's rows: the slides, and the amounts that each row needs. */
export interface CheckedBatchRows {
  /** Slides that are the same in all rows, with the intro and the outro. */
  fixed: Slide[];
  /** Number of slides that the values of a row may change. */
  varied: number;
  /** For each row, the amounts that its varied slides need, estimated by the lengths of the values. */
  rows: MonthlyAmounts[];
}

const tooMuchInRowsError = (unit: string, count: number, max: number): ServiceError =>
  invalidValueError(
    'rows',
    `Together, the rows have ${count} ${unit}; a batch may have at most ${max}. Send them in several batches.`,
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
  const introAndOutro = slidesWithIntroAndOutro(slides, timeline).filter(
    (slide) => findTimelineVideoName(slide) !== undefined,
  );
  const fixed = [...template.fixed, ...introAndOutro];
  const occurrences = template.places * rows.length;
  if (occurrences > MAX_OCCURRENCES) throw tooMuchInRowsError('insertions of variables', occurrences, MAX_OCCURRENCES);
  const minFixedSeconds = shortestPossibleVideoSeconds({ timeline, slides: fixed }, narration);
  const amountsOfRows: MonthlyAmounts[] = [];
  let firstError: ServiceError | undefined;
  let filledSlides = 0;
  const faults: RequestFault[] = [];
  for (const [index, { variables }] of rows.entries()) {
    const names = placeOf(index);
    try {
      const options = { path: names.variables, missing: 'refuse' as const };
      const values = valuesOfVariables(timeline.variables ?? {}, variables, options);
      const row = template.measure(values);
      const isLong = minFixedSeconds + row.least_seconds > limits.video_seconds;
      if (!row.fits || isLong || imageVariableFaultsOf(slides, values, names.variables).length > 0) {
        filledSlides += template.varied.length;
        if (filledSlides > MAX_FILLED_SLIDES)
          throw tooMuchInRowsError('slides that have to be checked one by one', filledSlides, MAX_FILLED_SLIDES);
        const filledTimeline = fillVariables(loaded, variables, options);
        checkVideoLength(
          limits,
          { ...filledTimeline, slides: slidesWithIntroAndOutro(filledTimeline.slides, filledTimeline.timeline) },
          narration,
          names.row,
        );
      }
      assertTimelineNotTooLarge(limits, row.bytes);
      amountsOfRows.push({ render_seconds: row.seconds, narration_characters: row.characters });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      firstError ??= new ServiceError(error.code, names.messageFor(error), error.details);
      const { param = names.row } = error.details;
      faults.push(...(error.details.faults ?? [{ param, message: error.message }]));
      if (faults.length >= MAX_FAULTS || filledSlides > MAX_FILLED_SLIDES) break;
    }
  }
  if (firstError)
    throw new ServiceError(firstError.code, firstError.message, {
      ...firstError.details,
      faults: faults.slice(0, MAX_FAULTS),
    });
  return { fixed, varied: template.varied.length, rows: amountsOfRows };
}
