import { z } from 'zod';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';

const metricRecordSchema = z
  .looseObject({
    _aws: z.object({
      Timestamp: z.number(),
      CloudWatchMetrics: z.array(
        z.object({
          Dimensions: z.array(z.array(z.string())),
          Metrics: z.array(z.object({ Name: z.string(), Unit: z.string() })),
        }),
      ),
    }),
  })
  .readonly();

/** A record of a request or a unit of work in the CloudWatch embedded metric format, as the functions write it to standard output. */
export type MetricRecord = z.infer<typeof metricRecordSchema>;

/** Reports whether a line of output is a metric record. */
export const isMetricRecordLine = (line: string): boolean =>
  line.startsWith('{') && line.includes('"_aws":{"Timestamp":');

/** Reads the record in a line of a log file, which may come after other text; undefined for other lines, and for an incomplete record. */
export function metricRecordInLine(line: string): MetricRecord | undefined {
  const startIndex = line.indexOf('{');
  if (startIndex < 0 || !isMetricRecordLine(line.slice(startIndex))) return undefined;
  return parseJsonIfValid(metricRecordSchema, line.slice(startIndex));
}
