/** Seconds after which files of an import that did not complete are removed: longer than any attempt. */
export const ABANDONED_IMPORT_SECONDS = 3600;

/** A deck whose timeline or files exceed the limits of the plan. */
export class ImportExceedsPlanLimitsError extends Error {
  override name = 'ImportExceedsPlanLimitsError';
}
