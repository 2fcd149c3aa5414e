import { hasServiceIdFormat } from './ids.ts';
import type { MetricDimension, MetricName } from './metric-names.ts';

/**
 * Record of one request or one unit of work and its result: one line of the log, from which CloudWatch also reads the
 * metrics. It has only ids, codes and numbers: no secret, no presigned URL, and no text of a client.
 */
export interface WorkLogRecord {
  /** Kind of the line: "request", "work", "render ended", … */
  message: string;
  /** Sets of dimensions: each metric is counted once for each set, and once more without dimensions. */
  dimensions: readonly Partial<Record<MetricDimension, string>>[];
  metrics: Partial<Record<MetricName, number>>;
  /** Fields for searches of the log; undefined ones are left out. */
  details: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** A function that writes a record. It never throws, because a failure to report must not fail the work. */
export type WriteWorkLogRecord = (record: WorkLogRecord) => void;

/**
 * Picks the ids of this service from the fields of an object. The others are left out, so that no text of a client gets into the log.
 * @param idName name in the result for the field `id`
 */
export function pickServiceIdsForLog(fields: object, idName = 'id'): Record<string, string> {
  const ids = Object.entries(fields).filter((field): field is [string, string] => hasServiceIdFormat(field[1]));
  return Object.fromEntries(ids.map(([name, id]) => [name === 'id' ? idName : name, id]));
}
