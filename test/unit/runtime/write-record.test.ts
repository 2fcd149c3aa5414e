import { describe, expect, it, vi } from 'vitest';
import { formatMetricRecord } from '#app/composition/write-record.ts';

describe('a record of a unit of work', () => {
  it('is an event in the embedded metric format: sets of dimensions, units, values and details next to one another', () => {
    const line = JSON.parse(
      JSON.stringify(
        formatMetricRecord(
          {
            message: 'work',
            dimensions: [{ stage: 'segments' }, { stage: 'segments', outcome: 'done' }],
            metrics: { Work: 1, WorkDuration: 12.5 },
            details: { render_id: 'rn_1', receives: 2, absent: undefined },
          },
          '1-abc-def',
        ),
      ),
    );
    expect(line).toEqual({
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'VideoRender',
            Dimensions: [
              ['service', 'stage'],
              ['service', 'stage', 'outcome'],
            ],
            Metrics: [
              { Name: 'Work', Unit: 'Count' },
              { Name: 'WorkDuration', Unit: 'Milliseconds' },
            ],
          },
        ],
      },
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      service: 'video-render',
      level: 'INFO',
      message: 'work',
      stage: 'segments',
      outcome: 'done',
      render_id: 'rn_1',
      receives: '2',
      xray_trace_id: '1-abc-def',
      Work: 1,
      WorkDuration: 12.5,
    });
  });

  it('costs no second line of the log, although its sets of dimensions share names', () => {
    const lines = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
    try {
      const dimensions = [{ stage: 'segments' }, { stage: 'segments', outcome: 'done' }];
      const record = formatMetricRecord({
        message: 'work',
        dimensions,
        metrics: { Work: 1 },
        details: { outcome: 'done' },
      });
      expect(record).toMatchObject({ stage: 'segments', outcome: 'done' });
      expect(lines.flatMap(({ mock }) => mock.calls)).toEqual([]);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('counts over everything when it has no dimensions, and shares nothing with the record before', () => {
    formatMetricRecord({
      message: 'a',
      dimensions: [{ stage: 'x' }],
      metrics: { Work: 1 },
      details: { account_id: 'acc' },
    });
    const second = formatMetricRecord({ message: 'b', dimensions: [], metrics: { Requests: 1 }, details: {} });
    expect(second).not.toHaveProperty('account_id');
    expect(second).toMatchObject({ _aws: { CloudWatchMetrics: [{ Dimensions: [['service']] }] } });
  });
});
