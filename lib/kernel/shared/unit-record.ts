import { isKnownId } from './ids.ts';
import type { MetricDimension, MetricName } from './metric-names.ts';

/**
 * Record of one request or one unit of work and its result: one line of the log, from which CloudWatch also reads the
 * metrics. It has only ids, codes and numbers: no secret, no presigned URL, and no text of a client.
 */
export interface UnitRecord {
  /** What it was: "request", "work", "render ended", … */
  message: string;
  /** The metrics are counted under each of these sets, and over all. */
  dimensions: readonly Partial<Record<MetricDimension, string>>[];
  metrics: Partial<Record<MetricName, number>>;
  /** For searches; undefined ones are left out. */
  details: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Writes a record. It never throws: what is reported of work must not fail the work. */
export type WriteRecord = (record: UnitRecord) => void;

/**
 * The ids among the fields of an object, by their names; `id` is renamed to `own`. Everything that is not an id of this service is
 * left out, so that no text of a client gets into the log.
 */
export function idsIn(fields: object, own = 'id'): Record<string, string> {
  const ids = Object.entries(fields).filter((field): field is [string, string] => isKnownId(field[1]));
  return Object.fromEntries(ids.map(([name, id]) => [name === 'id' ? own : name, id]));
}
