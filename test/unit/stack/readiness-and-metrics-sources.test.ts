import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import dashboard from '#stack/operations/grafana-dashboard.json' with { type: 'json' };
import { createPrometheusMetrics } from '#stack/operations/metrics.ts';
import { checkReadiness } from '#stack/operations/readiness.ts';
import {
  answerOperatorRequest,
  type ReadinessAndMetricsSources,
} from '#stack/operations/readiness-and-metrics-sources.ts';

const readinessWith = (room: { isFull: boolean }) =>
  checkReadiness({
    clients: undefined,
    dataDir: import.meta.dirname,
    room,
    isApiUp: () => true,
    workers: () => undefined,
  });
const readiness = () => readinessWith({ isFull: false });

function routes(token?: string): ReadinessAndMetricsSources {
  const workers = () => ({ starting: 0, idle: 1, busy: 2, waiting: 3 });
  const metrics = createPrometheusMetrics({ sqs: () => undefined, dataDir: import.meta.dirname, readiness, workers });
  metrics.answered({ method: 'GET', status: 200, seconds: 0.2 });
  metrics.answered({ method: 'EVIL', status: 405, seconds: 0.2 });
  metrics.invoked({ name: 'renderVideo', isFailed: false, seconds: 1.5 });
  return { readiness, metrics, token };
}

const asked = (url: string, headers: Record<string, string> = {}) =>
  ({ method: 'GET', url, headers, socket: { remoteAddress: '127.0.0.1' } }) as unknown as IncomingMessage;
const FROM_ELSEWHERE = { 'x-forwarded-for': '203.0.113.9' };

it('says to this machine which part is not ready, and to others only that it is not', async () => {
  const own = await answerOperatorRequest(asked('/health/ready'), routes());
  expect(own?.statusCode).toBe(503);
  expect(JSON.parse(own?.body ?? '')).toMatchObject({
    status: 'not_ready',
    checks: {
      api: { ok: true },
      database: { ok: false, reason: 'starting' },
      disk: { free_bytes: expect.any(Number) },
    },
  });
  const other = await answerOperatorRequest(asked('/health/ready', FROM_ELSEWHERE), routes());
  expect(other?.body).toBe('{"status":"not_ready"}');
});

it('has the metrics for this machine, and with the token for others', async () => {
  const text = (await answerOperatorRequest(asked('/metrics'), routes()))?.body ?? '';
  expect(text).toContain('video_http_answer_seconds_count{method="GET",status="200"} 1');
  expect(text).toContain('video_http_answer_seconds_count{method="other",status="405"} 1');
  expect(text).toContain('video_invocation_seconds_total{function="renderVideo"} 1.5');
  expect(text).toContain('video_workers{state="waiting"} 3');
  expect(text).toContain('video_ready{part="queues"} 0');
  expect(await answerOperatorRequest(asked('/metrics', FROM_ELSEWHERE), routes('secret'))).toBeUndefined();
  const wrong = { ...FROM_ELSEWHERE, authorization: 'Bearer other' };
  expect(await answerOperatorRequest(asked('/metrics', wrong), routes('secret'))).toBeUndefined();
  const right = { ...FROM_ELSEWHERE, authorization: 'Bearer secret' };
  expect((await answerOperatorRequest(asked('/metrics', right), routes('secret')))?.statusCode).toBe(200);
  expect(await answerOperatorRequest(asked('/v1/health'), routes())).toBeUndefined();
});

it('has every metric of the dashboard', async () => {
  const text = (await answerOperatorRequest(asked('/metrics'), routes()))?.body ?? '';
  const names = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => [...expr.matchAll(/video_\w+/g)].map(([name]) => name)),
  );
  expect(names.length).toBeGreaterThan(9);
  const types = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const known = new Set(types.flatMap((name) => [name, `${name}_count`, `${name}_bucket`]));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

it('says that there is no room for more files', async () => {
  expect((await readiness()).checks.disk).toMatchObject({ ok: true });
  const { disk } = (await readinessWith({ isFull: true })).checks;
  expect(disk).toMatchObject({ ok: false, reason: 'no room for more files', free_bytes: expect.any(Number) });
});
