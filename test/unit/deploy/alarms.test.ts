import { expect, it } from 'vitest';
import { alarmResources } from '#deploy/alarms.ts';
import * as metricNames from '#kernel/shared/metric-names.ts';

const withSweepers = (count: number) => {
  const sweepers = Array.from({ length: count }, (_, index) => [`sweep${index}`, { events: [{ schedule: {} }] }]);
  return alarmResources({
    functions: Object.fromEntries(sweepers),
    resources: {},
    metricNames,
    service: 'video',
    stage: 'x',
  });
};

it('an alarm has at most as many metrics as CloudWatch allows', () => {
  expect(withSweepers(10)).toHaveProperty('SweeperErrors');
  expect(() => withSweepers(11)).toThrow('CloudWatch allows 10 metrics of one alarm. Split it: A sweeper fails');
});
