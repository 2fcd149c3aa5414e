/**
 * `npm run metrics [-- --since 60 --json]`: the metrics of the local stack on DATA_DIR, from its log files. CloudWatch computes
 * the same metrics from the logs of a deployed stage.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { rotatedLogFiles } from '#emulators/host/create-rotated-log-writer.ts';
import { type MetricRecord, metricRecordInLine } from '#stack/metric-record-line.ts';
import { formatMetricTable, summarizeMetrics } from '../metric-summary.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

const LOG_FILES = ['stack.log', 'api.log'];

/** The metric records in the log files of a folder. @param sinceMs time of the oldest record, in milliseconds since the epoch */
async function readRecords(folder: string, sinceMs: number): Promise<MetricRecord[]> {
  const records: MetricRecord[] = [];
  for (const path of LOG_FILES.flatMap((file) => rotatedLogFiles(join(folder, file))).filter(existsSync))
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      const record = metricRecordInLine(line);
      if (record && record._aws.Timestamp >= sinceMs) records.push(record);
    }
  return records;
}

const parseMinutes = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number of minutes above 0.');
  return value;
};

/** `video metrics`, with its options. */
export const metricsCommand = () =>
  createCommandFromCatalog('metrics')
    .option('--since <minutes>', 'of the last minutes', parseMinutes, 60)
    .addOption(createJsonOption('one JSON array'))
    .action(async ({ since, json }: { since: number; json: boolean }) => {
      const folder = join(process.env.DATA_DIR || '.local', 'logs');
      const summaries = summarizeMetrics(await readRecords(folder, Date.now() - since * 60_000));
      if (json) process.stdout.write(`${JSON.stringify(summaries)}\n`);
      else if (summaries.length === 0)
        process.stdout.write(`There are no metrics of the last ${since} minutes in ${folder}.\n`);
      else process.stdout.write(`${formatMetricTable(summaries)}\n`);
    });

if (import.meta.main) await runNpmScriptCommand('metrics', metricsCommand());
