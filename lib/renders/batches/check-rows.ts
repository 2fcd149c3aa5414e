import type { Limits } from '../../accounts/public.ts';
import { type Fault, ServiceError } from '../../shared/errors.ts';
import { fillVariables, type LoadedTimeline } from '../../timelines/public.ts';
import { checkLength } from '../admission.ts';
import type { Render } from '../render.ts';
import type { BatchRow } from './batch.ts';

/** After this many faults the other rows are not checked. */
const MAX_FAULTS = 50;

/** Where a row stands in the request. @param index from 0 */
const pathOfRow = (index: number): string => `rows[${index}]`;

/**
 * Fills the timeline with the values of each row, and so finds what a render of it would refuse. Pure.
 * @throws ServiceError the refusal of the first bad row, with the faults of those after it: `variable_unknown`, `variable_missing`,
 * `validation_failed`, `entitlement_required`
 */
export function checkRows(
  loaded: LoadedTimeline,
  rows: readonly BatchRow[],
  { limits, narration }: { limits: Limits; narration: Render['narration'] },
): void {
  let first: ServiceError | undefined;
  const faults: Fault[] = [];
  for (const [index, { variables }] of rows.entries()) {
    const path = pathOfRow(index);
    try {
      const filled = fillVariables(loaded, variables, { path: `${path}.variables`, missing: 'refuse' });
      checkLength(limits, filled, narration, path);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      first ??= new ServiceError(error.code, `Row ${index + 1}: ${error.message}`, error.details);
      const { param = path } = error.details;
      faults.push(...(error.details.faults ?? [{ param, message: error.message }]));
      if (faults.length >= MAX_FAULTS) break;
    }
  }
  if (first)
    throw new ServiceError(first.code, first.message, { ...first.details, faults: faults.slice(0, MAX_FAULTS) });
}
