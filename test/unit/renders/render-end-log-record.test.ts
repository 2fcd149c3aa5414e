import { describe, expect, it } from 'vitest';
import { createRenderEvent } from '#features/renders/events.ts';
import { renderEndLogRecord } from '#features/renders/render-end-log-record.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { START, sampleRender, secondsAfter } from '#test/support/samples/entities.ts';

const at = (seconds: number): string => formatUtcTimestamp(secondsAfter(seconds));
const CANARY = 'canary-91c2';
const base = {
  created_at: formatUtcTimestamp(START),
  started_at: at(5),
  completed_at: at(15),
  metadata: { note: CANARY },
  webhook_url: `https://${CANARY}.example/`,
};

describe('what the log tells of the end of a render', () => {
  it('is its speed, its cache hits and its ids, and nothing that the client wrote', () => {
    const result = { video_key: CANARY, size_bytes: 1, duration_seconds: 40 };
    const render = sampleRender({ ...base, status: 'completed', result, slides_reused: 3, slides_rendered: 1 });
    const record = renderEndLogRecord(createRenderEvent('render.completed', render, at(15)));
    expect(record).toMatchObject({
      dimensions: [{ outcome: 'completed' }],
      metrics: {
        RendersEnded: 1,
        RenderSeconds: 15,
        RenderSecondsPerVideoSecond: 0.25,
        SlidesReused: 3,
        SlidesRendered: 1,
      },
      details: { render_id: render.id, account_id: render.account_id, wait_seconds: 5, video_seconds: 40 },
    });
    expect(JSON.stringify(record)).not.toContain(CANARY);
  });

  it('is the code of a failure, without its message', () => {
    const error = { code: 'too_long' as const, message: CANARY };
    const record = renderEndLogRecord(
      createRenderEvent('render.failed', sampleRender({ ...base, status: 'failed', error }), at(15)),
    );
    expect(record).toMatchObject({ dimensions: [{ outcome: 'too_long' }], metrics: { RendersEnded: 1 } });
    expect(record?.metrics).not.toHaveProperty('RenderSeconds');
    expect(JSON.stringify(record)).not.toContain(CANARY);
  });

  it('is nothing while it continues', () => {
    expect(renderEndLogRecord(createRenderEvent('render.progress', sampleRender(base), at(6)))).toBeUndefined();
  });
});
