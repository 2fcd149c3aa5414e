import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { RenderEventName } from './events.ts';
import { FIRST_RENDER_EPOCH, type Render } from './render.ts';

const SAMPLE_FILE_KEYS = { video_key: 'sample/video.mp4', poster_key: 'sample/poster.jpg' };

/** Makes an invented render for an event of this kind, for the test of a receiver. */
export function createWebhookTestRender(event: RenderEventName, accountId: string, at: Date): Render {
  const startedAt = addSeconds(at, -30);
  const completedAt = event === 'render.progress' ? undefined : formatUtcTimestamp(at);
  const id = newId('render', startedAt);
  return {
    id,
    account_id: accountId,
    timeline_id: newId('timeline', startedAt),
    timeline_version: 1,
    status: event === 'render.completed' ? 'completed' : event === 'render.failed' ? 'failed' : 'rendering',
    progress: event === 'render.completed' ? 100 : 50,
    stage: completedAt === undefined ? 'encoding' : 'done',
    output: {
      resolution: '1080p',
      format: 'landscape',
      codec: 'h264',
      fps: 30,
      quality: 'standard',
      captions: 'none',
      ...pictureDimensionsOfFormat('landscape', '1080p'),
    },
    narration: 'auto',
    snapshot_key: '',
    slides_total: 4,
    slides_reused: 0,
    epoch: FIRST_RENDER_EPOCH,
    slides_rendered: event === 'render.completed' ? 4 : 0,
    max_seconds: 1800,
    error:
      event === 'render.failed'
        ? { code: 'encoder_failed', message: 'This is a sample of a failed render.' }
        : undefined,
    metadata: { sample: 'true' },
    result:
      event === 'render.completed'
        ? { ...SAMPLE_FILE_KEYS, size_bytes: 1_234_567, duration_seconds: 24, motion_seconds: 0 }
        : undefined,
    created_at: formatUtcTimestamp(startedAt),
    started_at: formatUtcTimestamp(startedAt),
    completed_at: completedAt,
    deadline: formatUtcTimestamp(addSeconds(startedAt, 7200)),
    expires_at: formatUtcTimestamp(addSeconds(startedAt, 30 * 86_400)),
  };
}
