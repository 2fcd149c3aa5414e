import { describe, expect, it } from 'vitest';
import { formatMetricRecord } from '#app/composition/write-record.ts';
import { formatMetricTable, summarizeMetrics } from '#cli/metric-summary.ts';
import { isMetricRecordLine, type MetricRecord, metricRecordInLine } from '#stack/metric-record-line.ts';

const line = (stage: string, ms: number): string =>
  JSON.stringify(
    formatMetricRecord({
      message: 'work',
      dimensions: [{ stage }, { stage, outcome: 'done' }],
      metrics: { Work: 1, WorkDuration: ms },
      details: {},
    }),
  );

describe('records in log files', () => {
  it('are found behind what the log puts before them, and other lines are not', () => {
    const text = line('segments', 5);
    expect(isMetricRecordLine(text)).toBe(true);
    expect(metricRecordInLine(`2026-03-04T05:06:07.890Z debug [encodeSegment] ${text}`)).toMatchObject({
      WorkDuration: 5,
    });
    for (const other of ['', 'ready', '{"level":"INFO"}', text.slice(0, -9), '{"_aws":{"Timestamp":1}}'])
      expect(metricRecordInLine(other)).toBeUndefined();
  });

  it('are summed under each of their sets of dimensions', () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    const records = [...values.map((ms) => line('segments', ms)), line('renders', 7)].map(
      (text) => metricRecordInLine(text) as MetricRecord,
    );
    const summaries = summarizeMetrics(records);
    expect(summaries.map(({ name, dimensions, count }) => [name, dimensions, count])).toEqual([
      ['Work', 'stage=renders', 1],
      ['Work', 'stage=renders outcome=done', 1],
      ['Work', 'stage=segments', 100],
      ['Work', 'stage=segments outcome=done', 100],
      ['WorkDuration', 'stage=renders', 1],
      ['WorkDuration', 'stage=renders outcome=done', 1],
      ['WorkDuration', 'stage=segments', 100],
      ['WorkDuration', 'stage=segments outcome=done', 100],
    ]);
    expect(summaries.at(-1)).toMatchObject({ sum: 5050, p50: 50, p95: 95, max: 100, unit: 'Milliseconds' });
    expect(formatMetricTable(summaries).split('\n')[8]).toMatch(
      /^WorkDuration {2,}stage=segments outcome=done +100 +5050 +50 +95 +100 +Milliseconds$/,
    );
  });
});
