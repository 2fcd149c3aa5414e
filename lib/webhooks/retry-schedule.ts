import type { RenderEventName } from '../renders/events.ts';

/** Seconds from one try to the next; the first is made at once. */
const WAITS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
const JITTER = 0.2;
/** Progress is stale soon: it is tried twice. */
const PROGRESS_TRIES = 2;

/**
 * Seconds until the next try after `tries` failed ones; undefined when there is none.
 * @param random 0 ≤ random < 1, for a jitter of ±20 %.
 * @param retryAfter seconds that the receiver asked for: honoured from the planned wait up to twice that.
 */
export function nextWait(
  event: RenderEventName,
  tries: number,
  random: number,
  retryAfter?: number,
): number | undefined {
  if (event === 'render.progress' && tries >= PROGRESS_TRIES) return undefined;
  const planned = WAITS[tries - 1];
  if (planned === undefined) return undefined;
  const wait = planned * (1 - JITTER + 2 * JITTER * random);
  return retryAfter === undefined ? wait : Math.min(Math.max(wait, retryAfter), 2 * planned);
}
