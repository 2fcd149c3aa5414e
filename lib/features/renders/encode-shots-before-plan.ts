import type { Log } from '#kernel/shared/log.ts';
import { type EncodeVideoPartsDeps, encodeClipsOfShots } from './encode-segment.ts';
import type { ShotWithClipAddress } from './plan/render-plan.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import type { TimelineSnapshot } from './timeline-snapshot.ts';

/**
 * Draws and encodes shots before the video is planned, while other workers synthesize its narration, and caches their clips. A failure is
 * logged and not thrown: clips that the plan does not find are encoded after it.
 */
export async function encodeShotsBeforePlan(
  deps: EncodeVideoPartsDeps & { log: Log },
  work: ClaimedRenderTask,
  snapshot: TimelineSnapshot,
  shots: readonly ShotWithClipAddress[],
): Promise<void> {
  if (shots.length === 0) return;
  const { account_id, id: render_id } = work.render;
  try {
    await encodeClipsOfShots(deps, work, snapshot, shots);
  } catch (error) {
    if (!work.signal.aborted) deps.log.warn('pictures not encoded ahead', { account_id, render_id, error });
  }
}
