import type { WorkLogRecord } from '#kernel/shared/work-log-record.ts';
import type { RenderEvent } from './events.ts';

const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

/**
 * The log record, with metrics, of the event of a completed or failed render; undefined for other events. It is written when the event is
 * dispatched, which may happen twice, so the metrics are not exact counts of renders.
 */
export function renderEndLogRecord({ event, event_id, render }: RenderEvent): WorkLogRecord | undefined {
  if (event === 'render.progress') return undefined;
  const { id, account_id, timeline_id, created_at, started_at = created_at, completed_at = created_at } = render;
  const outcome = render.error?.code ?? render.status;
  const videoSeconds = render.result?.duration_seconds ?? 0;
  const completionMetrics =
    render.status === 'completed'
      ? {
          RenderSeconds: secondsBetween(created_at, completed_at),
          SlidesReused: render.slides_reused,
          SlidesRendered: render.slides_rendered,
          ...(videoSeconds > 0
            ? { RenderSecondsPerVideoSecond: secondsBetween(started_at, completed_at) / videoSeconds }
            : {}),
        }
      : {};
  return {
    message: 'render ended',
    dimensions: [{ outcome }],
    metrics: { RendersEnded: 1, ...completionMetrics },
    details: {
      render_id: id,
      account_id,
      timeline_id,
      event_id,
      video_seconds: videoSeconds,
      wait_seconds: secondsBetween(created_at, started_at),
      codec: render.output.codec,
      resolution: render.output.resolution,
    },
  };
}
