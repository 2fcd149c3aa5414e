import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { renderEvent } from './events.ts';
import type { RenderStore } from './ports.ts';
import type { Render, RenderResult } from './render.ts';
import { MAX_COPIED_BYTES, type ReusableVideo } from './reusable-video.ts';
import type { Work } from './run-task.ts';

/** A video whose files are stored. */
export interface CompletedVideo {
  result: RenderResult;
  /** Number of slides that existed before the render. */
  slides_reused: number;
  /** Its content address, when this render made it; absent for a copy: what later renders copy stays the first one. */
  madeAs?: string | undefined;
}

/**
 * Completes a render whose files are stored. Their keys have the token of the lease of this attempt, and this write names them only if
 * that lease is still valid: two attempts leave one result and one event.
 */
export async function completeRender(
  { renders, clock }: { renders: RenderStore; clock: Clock },
  { render, lease, signal }: Pick<Work, 'render' | 'lease' | 'signal'>,
  { result, slides_reused, madeAs }: CompletedVideo,
): Promise<'committed'> {
  signal.throwIfAborted();
  const at = timestamp(clock());
  const completed: Render = {
    ...render,
    status: 'completed',
    stage: 'done',
    progress: 100,
    slides_reused,
    slides_rendered: render.slides_total - slides_reused,
    result,
    completed_at: at,
  };
  const film: ReusableVideo | undefined =
    madeAs !== undefined && result.size_bytes <= MAX_COPIED_BYTES
      ? { name: madeAs, files: result, made_at: at }
      : undefined;
  // An event shows none: there may be hundreds of slides.
  const { thumbnails, ...shown } = result;
  const event = renderEvent('render.completed', { ...completed, result: shown }, at);
  await renders.complete(completed, lease, result, event, film);
  return 'committed';
}
