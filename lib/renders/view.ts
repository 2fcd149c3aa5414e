import type { z } from 'zod';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import { containerOf } from '../video/settings.ts';
import type { renderAnswer } from './contract.ts';
import type { FileStore } from './ports.ts';
import type { Render } from './render.ts';

export type RenderAnswer = z.output<typeof renderAnswer>;

/** Presigned addresses in answers hold for an hour; those in events for a day, because events may wait in a queue. */
export const ANSWER_URL_SECONDS = 3600;
export const EVENT_URL_SECONDS = 24 * 3600;

/** A render as clients see it. The addresses of its files are signed at each call. */
export async function renderView(
  render: Render,
  files: Pick<FileStore, 'presignGet'>,
  now: Date,
  { urlSeconds = ANSWER_URL_SECONDS, position }: { urlSeconds?: number; position?: number | undefined } = {},
): Promise<RenderAnswer> {
  const { output } = render;
  // The files are deleted then, or a little later.
  const isKept = render.expires_at === undefined || render.expires_at > timestamp(now);
  const result = isKept ? render.result : undefined;
  const sign = async (key: string | undefined, filename?: string): Promise<string | null> =>
    key === undefined ? null : files.presignGet(key, { seconds: urlSeconds, ...(filename ? { filename } : {}) });
  return {
    id: render.id,
    timeline_id: render.timeline_id,
    timeline_version: render.timeline_version,
    status: render.status,
    progress: render.progress,
    stage: render.stage,
    output: {
      resolution: output.resolution,
      codec: output.codec,
      format: output.format,
      fps: output.fps,
      quality: output.quality,
      width: output.width,
      height: output.height,
      url: await sign(result?.video_key),
      url_expires_at: result ? timestamp(plusSeconds(now, urlSeconds)) : null,
      download_url: await sign(result?.video_key, `${render.id}.${containerOf(output.codec)}`),
      size_bytes: render.result?.size_bytes ?? null,
      duration_seconds: render.result?.duration_seconds ?? null,
      poster_url: await sign(result?.poster_key),
      captions: { mode: output.captions, vtt_url: await sign(result?.vtt_key), srt_url: await sign(result?.srt_key) },
    },
    narration: render.narration,
    slides_total: render.slides_total,
    slides_reused: render.slides_reused,
    slides_rendered: render.slides_rendered,
    queue_position: position ?? null,
    error: render.error ?? null,
    metadata: render.metadata,
    webhook_url: render.webhook_url ?? null,
    created_at: render.created_at,
    started_at: render.started_at ?? null,
    completed_at: render.completed_at ?? null,
    expires_at: render.expires_at ?? null,
  };
}
