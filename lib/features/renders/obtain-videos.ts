import type { ImageFetch } from '#features/images/public.ts';
import { type Slide, videoOptionsOf } from '#features/timelines/public.ts';
import { plusSeconds } from '#kernel/shared/clock.ts';
import { WaitingError } from '#platform/leases/public.ts';
import { RenderFailure } from './failure.ts';
import { type ObtainImagesDeps, pauseAfter } from './obtain-images.ts';
import type { TaskWork } from './run-task.ts';
import { type Snapshot, slideName, slidePlace, writeSnapshot } from './snapshot.ts';

/** The longest wait of a render for its videos, in seconds: decoding takes up to 13 minutes, in up to three attempts. */
export const VIDEO_WAIT_SECONDS = 60 * 60;

const EXPIRED = 'It was sent too long ago. Send it again.';

/** The slide with its video; undefined while that is being decoded. @throws RenderFailure */
function settled(slide: Slide, fetch: ImageFetch | undefined, fail: (why: string) => never): Slide | undefined {
  const request = slide.video_request;
  if (!request) return slide;
  const outcome = fetch?.outcomes[request.from.index];
  if (outcome && 'error' in outcome) return fail(outcome.error.message);
  if (outcome && 'video' in outcome)
    return { ...slide, video: { ...outcome.video, ...videoOptionsOf(request) }, video_request: undefined };
  return !fetch || outcome || fetch.status === 'done' ? fail(EXPIRED) : undefined;
}

/**
 * Fills a frozen timeline with the videos that its slides wait for, as `obtainImages` does with images.
 * @throws RenderFailure `video_unreadable` for a video that failed or was not decoded within VIDEO_WAIT_SECONDS; WaitingError while
 * videos are being decoded
 */
export async function obtainVideos(deps: ObtainImagesDeps, work: TaskWork, snapshot: Snapshot): Promise<Snapshot> {
  const { render, task, signal } = work;
  if (snapshot.slides.every(({ video_request }) => !video_request)) return snapshot;
  const { account_id } = render;
  const failAt = (index: number, why: string): never => {
    throw new RenderFailure('video_unreadable', `The video of ${slideName(snapshot, index)} is not available. ${why}`, {
      place: slidePlace(snapshot, index),
    });
  };
  const slides = await Promise.all(
    snapshot.slides.map(async (slide, index) => {
      const { video_request: request } = slide;
      if (!request) return slide;
      if (request.error) return failAt(index, request.error.message);
      const fetch = await deps.imageFetches.find({ account_id, fetch_id: request.from.fetch });
      return settled(slide, fetch, (why) => failAt(index, why));
    }),
  );
  signal.throwIfAborted();
  const late = slides.indexOf(undefined);
  if (late >= 0) {
    const since = new Date(task.began_at ?? deps.clock());
    if (plusSeconds(since, VIDEO_WAIT_SECONDS) < deps.clock())
      failAt(late, `It was not ready within ${VIDEO_WAIT_SECONDS / 60} minutes. Make it shorter, or send it again.`);
    throw new WaitingError('videos are being decoded', pauseAfter(task.waited ?? 0));
  }
  const filled = { ...snapshot, slides: slides.flatMap((slide) => slide ?? []) };
  await writeSnapshot(deps.files, render.snapshot_key, filled);
  return filled;
}
