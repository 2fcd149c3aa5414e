/** Treatment of columns of a CSV file that are neither fields of a row nor variables of the timeline. */
export const UNKNOWN_COLUMN_TREATMENTS = ['refuse', 'ignore'] as const;
export type UnknownColumnTreatment = (typeof UNKNOWN_COLUMN_TREATMENTS)[number];
