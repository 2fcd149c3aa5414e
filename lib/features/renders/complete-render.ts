import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { createRenderEvent } from './events.ts';
import type { RenderStore } from './ports.ts';
import type { Render, RenderResultFiles } from './render.ts';
import { MAX_COPIED_VIDEO_BYTES, type ReusableVideo } from './reusable-video.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';

/** A finished video whose files are stored. */
export interface StoredFinishedVideo {
  result: RenderResultFiles;
  /** Number of slides whose clips existed before the render. */
  slides_reused: number;
  /** The video's content address, if this render made it. Absent for a copy, because later renders copy the original. */
  madeAs?: string | undefined;
}

/**
 * Completes a render whose files are stored. The keys of the files contain the lease token of this attempt, and the write that names them
 * has the condition that the lease is still valid. Two attempts therefore leave one result and one event.
 */
export async function completeRender(
  { renders, clock }: { renders: RenderStore; clock: Clock },
  { render, lease, signal }: Pick<ClaimedRenderTask, 'render' | 'lease' | 'signal'>,
  { result, slides_reused, madeAs }: StoredFinishedVideo,
): Promise<'committed'> {
  signal.throwIfAborted();
  const completedAt = formatUtcTimestamp(clock());
  const completed: Render = {
    ...render,
    status: 'completed',
    stage: 'done',
    progress: 100,
    slides_reused,
    slides_rendered: render.slides_total - slides_reused,
    result,
    completed_at: completedAt,
  };
  const reusable: ReusableVideo | undefined =
    madeAs !== undefined && result.size_bytes <= MAX_COPIED_VIDEO_BYTES
      ? { name: madeAs, files: result, made_at: completedAt }
      : undefined;
  // The event has no thumbnails, because there may be hundreds.
  const { thumbnails, ...resultOfEvent } = result;
  const event = createRenderEvent('render.completed', { ...completed, result: resultOfEvent }, completedAt);
  await renders.complete(completed, lease, result, event, reusable);
  return 'committed';
}
