import { type ErrorCode, type RequestFault, ServiceError } from '#kernel/shared/errors.ts';

/** The maximum number of faults that an answer lists. */
export const MAX_LISTED_FAULTS = 50;

/**
 * The 400 of a request with one or more faults. It lists the first MAX_LISTED_FAULTS, and gives the number of all faults.
 * @param faults at least one
 */
export function invalidRequestError(
  code: Extract<ErrorCode, 'validation_failed' | 'unknown_field' | 'icon_unknown'>,
  faults: readonly RequestFault[],
): ServiceError {
  const [firstFault = { param: 'body', message: 'This value is not valid.' }] = faults;
  const otherFaultsText = faults.length > 1 ? ` (and ${(faults.length - 1).toLocaleString('en')} more)` : '';
  return new ServiceError(code, `${firstFault.param}: ${firstFault.message}${otherFaultsText}`, {
    param: firstFault.param,
    faults: faults.slice(0, MAX_LISTED_FAULTS),
    ...(faults.length > MAX_LISTED_FAULTS ? { unlistedFaults: faults.length - MAX_LISTED_FAULTS } : {}),
  });
}
