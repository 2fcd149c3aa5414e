/**
 * `npm run metrics [-- --since 60 --json]`: the service's own metrics of the local stack on DATA_DIR, from its log files: the same
 * figures that CloudWatch reads from the records of a deployed stage.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { type MetricRecord, recordInLine } from '#stack/record-line.ts';
import { metricTable, summarize } from '../metric-summary.ts';
import { jsonOption, newCommand, runScript } from '../program.ts';

const FILES = ['stack.log', 'api.log'];

/** The records of a log folder that are not older than `since` (ms since the epoch). */
async function readRecords(folder: string, since: number): Promise<MetricRecord[]> {
  const records: MetricRecord[] = [];
  for (const path of FILES.map((file) => join(folder, file)).filter(existsSync))
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      const record = recordInLine(line);
      if (record && record._aws.Timestamp >= since) records.push(record);
    }
  return records;
}

const minutes = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number of minutes above 0.');
  return value;
};

/** `video metrics`, with its options. */
export const metricsCommand = () =>
  newCommand('metrics')
    .option('--since <minutes>', 'of the last minutes', minutes, 60)
    .addOption(jsonOption('one JSON array'))
    .action(async ({ since, json }: { since: number; json: boolean }) => {
      const folder = join(process.env.DATA_DIR || '.local', 'logs');
      const summaries = summarize(await readRecords(folder, Date.now() - since * 60_000));
      if (json) process.stdout.write(`${JSON.stringify(summaries)}\n`);
      else if (summaries.length === 0)
        process.stdout.write(`There are no metrics of the last ${since} minutes in ${folder}.\n`);
      else process.stdout.write(`${metricTable(summaries)}\n`);
    });

if (import.meta.main) await runScript('metrics', metricsCommand());
