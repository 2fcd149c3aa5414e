import type { z } from 'zod';
import { containerOfCodec } from '#engine/video/codecs/codec-facts.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { toCaptionStyleAnswer } from './captions/caption-style-view.ts';
import type { renderAnswerSchema } from './contract.ts';
import type { FileStore } from './ports.ts';
import { findAvailableRenderFiles, type Render, type StoredVideoThumbnails, thumbnailKey } from './render.ts';

/** A render in answers and events. */
export type RenderAnswer = z.output<typeof renderAnswerSchema>;

/** Validity of presigned URLs in answers; those in events are valid longer, because events may wait in a queue. */
export const ANSWER_URL_SECONDS = 3600;
const EVENT_URL_SECONDS = 24 * 3600;

/** Options of `toRenderAnswer`. */
export interface RenderViewOptions {
  /** Validity of the presigned URLs. */
  urlSeconds?: number;
  /** Its position among the waiting renders, from 1. */
  position?: number | undefined;
  /** True to include the URLs of thumbnails, of which there may be hundreds. */
  showsThumbnails?: boolean;
}

/** A render in answers, with newly presigned URLs of its files. */
export async function toRenderAnswer(
  render: Render,
  files: Pick<FileStore, 'presignGet'>,
  now: Date,
  { urlSeconds = ANSWER_URL_SECONDS, position, showsThumbnails = true }: RenderViewOptions = {},
): Promise<RenderAnswer> {
  const { output } = render;
  const result = findAvailableRenderFiles(render, formatUtcTimestamp(now));
  const sign = async (key: string | undefined, filename?: string): Promise<string | null> =>
    key === undefined ? null : files.presignGet(key, { seconds: urlSeconds, ...(filename ? { filename } : {}) });
  const signThumbnails = (thumbnails: StoredVideoThumbnails) =>
    Promise.all(
      thumbnails.slide_ids.map(async (slide_id, index) => ({
        slide_id,
        url: await files.presignGet(thumbnailKey(thumbnails, index), { seconds: urlSeconds }),
      })),
    );
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
      url_expires_at: result ? formatUtcTimestamp(addSeconds(now, urlSeconds)) : null,
      download_url: await sign(result?.video_key, `${render.id}.${containerOfCodec(output.codec)}`),
      size_bytes: render.result?.size_bytes ?? null,
      duration_seconds: render.result?.duration_seconds ?? null,
      poster_url: await sign(result?.poster_key),
      chapters_url: await sign(result?.chapters_key),
      caption_style: toCaptionStyleAnswer(output),
      caption_words: output.caption_words === true,
      captions: {
        mode: output.captions,
        vtt_url: await sign(result?.vtt_key),
        srt_url: await sign(result?.srt_key),
        words_url: await sign(result?.words_key),
      },
      extras: {
        requested: [...(output.extras ?? [])],
        gif_url: await sign(result?.gif_key),
        mp3_url: await sign(result?.mp3_key),
        pdf_url: await sign(result?.pdf_key),
        thumbnails: showsThumbnails && result?.thumbnails ? await signThumbnails(result.thumbnails) : null,
      },
    },
    narration: render.narration,
    slides_total: render.slides_total,
    slides_reused: render.slides_reused,
    slides_rendered: render.slides_rendered,
    motion_seconds: render.result?.motion_seconds ?? null,
    queue_position: position ?? null,
    error: render.error ?? null,
    metadata: render.metadata,
    batch_id: render.batch_id ?? null,
    external_id: render.external_id ?? null,
    webhook_url: render.webhook_url ?? null,
    created_at: render.created_at,
    started_at: render.started_at ?? null,
    completed_at: render.completed_at ?? null,
    expires_at: render.expires_at ?? null,
    deleted: render.files_deleted_at !== undefined,
    files_deleted_at: render.files_deleted_at ?? null,
  };
}

/** The most bytes of an event's data, so that the whole event has at most 20 KB. */
const MAX_EVENT_DATA_BYTES = 19_500;

/**
 * A render in events, without thumbnails. A presigned URL with temporary credentials has up to 2 KB. If the data would be too large, first
 * the URLs of chapters and words are null, then also those of the extras; `GET /renders/{id}` has them.
 */
export async function toRenderEventBody(
  render: Render,
  files: Pick<FileStore, 'presignGet'>,
  now: Date,
): Promise<RenderAnswer> {
  const fullAnswer = await toRenderAnswer(render, files, now, {
    urlSeconds: EVENT_URL_SECONDS,
    showsThumbnails: false,
  });
  const captions = { ...fullAnswer.output.captions, words_url: null };
  const outputWithoutTexts = { ...fullAnswer.output, chapters_url: null, captions };
  const extras = { ...outputWithoutTexts.extras, gif_url: null, mp3_url: null, pdf_url: null };
  const smallestAnswer = { ...fullAnswer, output: { ...outputWithoutTexts, extras } };
  const fits = (view: RenderAnswer): boolean => Buffer.byteLength(JSON.stringify(view)) <= MAX_EVENT_DATA_BYTES;
  return [fullAnswer, { ...fullAnswer, output: outputWithoutTexts }].find(fits) ?? smallestAnswer;
}
