import { type PlanLimits, storedBytesExceededError } from '#features/accounts/public.ts';
import { filesOfVideo } from '#features/timelines/public.ts';
import type { ImageFetch } from './image-fetch.ts';

/**
 * Refuses a request whose copies alone have more bytes than the plan keeps: a copy costs the client nothing, and counts only when it is made.
 * @throws ServiceError `entitlement_required`
 */
export function assertVideoCopiesFitPlan(limits: PlanLimits, fetches: readonly Pick<ImageFetch, 'sources'>[]): void {
  const copiedVideos = fetches.flatMap(({ sources }) =>
    sources.flatMap((source) => ('copied' in source ? source.copied : [])),
  );
  const bytes = copiedVideos.flatMap(filesOfVideo).reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (bytes > limits.stored_bytes) throw storedBytesExceededError(limits);
}
