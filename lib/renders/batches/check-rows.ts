import type { Limits } from '../../accounts/public.ts';
import { type Fault, ServiceError } from '../../shared/errors.ts';
import { fillVariables, type LoadedTimeline } from '../../timelines/public.ts';
import { checkLength } from '../admission.ts';
import type { Render } from '../render.ts';
import type { GivenRows } from './row-places.ts';

/** After this many faults the other rows are not checked. */
const MAX_FAULTS = 50;

/**
 * Fills the timeline with the values of each row, and so finds what a render of it would refuse. Pure.
 * @throws ServiceError the refusal of the first bad row, with the faults of those after it: `variable_unknown`, `variable_missing`,
 * `validation_failed`, `entitlement_required`
 */
export function checkRows(
  loaded: LoadedTimeline,
  { rows, placeOf }: GivenRows,
  { limits, narration }: { limits: Limits; narration: Render['narration'] },
): void {
  let first: ServiceError | undefined;
  const faults: Fault[] = [];
  for (const [index, { variables }] of rows.entries()) {
    const place = placeOf(index);
    try {
      const filled = fillVariables(loaded, variables, { path: place.variables, missing: 'refuse' });
      checkLength(limits, filled, narration, place.row);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      first ??= new ServiceError(error.code, place.said(error), error.details);
      const { param = place.row } = error.details;
      faults.push(...(error.details.faults ?? [{ param, message: error.message }]));
      if (faults.length >= MAX_FAULTS) break;
    }
  }
  if (first)
    throw new ServiceError(first.code, first.message, { ...first.details, faults: faults.slice(0, MAX_FAULTS) });
}
