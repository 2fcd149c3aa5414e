import { beforeEach, describe, expect, it } from 'vitest';
import { type MediaFetchOutcome, queuedImageFetch } from '#features/images/fetching/image-fetch.ts';
import type { FillSnapshotMediaDeps } from '#features/renders/fill-snapshot-with-fetched-images.ts';
import {
  fillSnapshotWithFetchedVideos,
  MAX_VIDEO_WAIT_SECONDS,
} from '#features/renders/fill-snapshot-with-fetched-videos.ts';
import type { ClaimedRenderTask } from '#features/renders/run-render-task.ts';
import { readTimelineSnapshot, type TimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import { presenterOptionsOf } from '#features/timelines/slide-presenter.ts';
import { videoOptionsOf } from '#features/timelines/slide-video.ts';
import { pickTimelineSettings } from '#features/timelines/timeline.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WaitingForOtherWorkError } from '#platform/leases/postponement-counts.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryImageFetches } from '#test/support/fakes/image-fetch-store.ts';
import { handClock, sampleRender, sampleSlide, sampleTask, sampleTimeline } from '#test/support/samples/entities.ts';
import { samplePresenter } from '#test/support/samples/sample-presenter.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const VIDEO = sampleVideo();
const PRESENTER = samplePresenter();

let files: ReturnType<typeof memoryFileStore>;
let fetches: ReturnType<typeof memoryImageFetches>;
let hand: ReturnType<typeof handClock>;
let deps: FillSnapshotMediaDeps;
let work: ClaimedRenderTask;

beforeEach(async () => {
  [files, fetches, hand] = [memoryFileStore(), memoryImageFetches(), handClock()];
  deps = { imageFetches: fetches, imageFetchQueue: { send: async () => undefined }, files, clock: hand.clock };
  const render = sampleRender();
  const task = { ...sampleTask(render), began_at: formatUtcTimestamp(hand.clock()) };
  work = { render, task, lease: { task, token: 't' }, signal: new AbortController().signal };
  const { account_id } = render;
  const sources = [{ url: 'https://videos.example/a.mp4' }, { url: 'https://videos.example/b.mp4' }];
  await fetches.insert(
    queuedImageFetch({ id: 'f', account_id, timeline_id: 'tl', plan: 'pro', sources }, hand.clock()),
  );
});

/** Ends the fetch as its worker does. */
async function end(outcomes: Record<string, MediaFetchOutcome>): Promise<void> {
  const claim = { now: '2026-01-01', lease_until: '2026-01-02', message_id: 'm', max_claims: 5 };
  const { account_id } = work.render;
  await fetches.complete(await fetches.claim({ account_id, fetch_id: 'f' }, claim), outcomes);
}

const videoFrom = (index: number) => ({ video_request: { ...videoOptionsOf(VIDEO), from: { fetch: 'f', index } } });
const presenterFrom = (index: number) => ({
  presenter_request: { ...presenterOptionsOf(PRESENTER), from: { fetch: 'f', index } },
});
const frozen = (
  slides: Parameters<typeof sampleSlide>[0][],
  settings: Partial<TimelineSnapshot['settings']> = {},
): TimelineSnapshot => {
  const sampleSlides = slides.map((fields) => sampleSlide(fields));
  return { settings: { ...pickTimelineSettings(sampleTimeline(sampleSlides)), ...settings }, slides: sampleSlides };
};
const fill = (snapshot: TimelineSnapshot) => fillSnapshotWithFetchedVideos(deps, work, snapshot);

describe('a render whose slides wait for videos', () => {
  it('continues at once when there are none', async () => {
    const snapshot = frozen([{}]);
    expect(await fill(snapshot)).toBe(snapshot);
  });

  it('freezes the video and the presenter of a slide in its snapshot when they are there', async () => {
    await end({ 0: { video: VIDEO }, 1: { video: PRESENTER } });
    const [, slide] = (await fill(frozen([{}, { ...videoFrom(0), ...presenterFrom(1) }]))).slides;
    expect(slide).toMatchObject({ video: { key: VIDEO.key }, presenter: { key: PRESENTER.key } });
    expect((await readTimelineSnapshot(files, work.render)).slides[1]?.video?.key).toBe(VIDEO.key);
  });

  it.each([
    ['The video of slide 2', [{}, videoFrom(0)], {}, 1],
    ['The presenter of slide 2', [{}, presenterFrom(0)], {}, 1],
    ['The video of slide 1', [videoFrom(0), presenterFrom(1)], presenterFrom(1), 0],
    ['The presenter of the timeline', [{}, {}], presenterFrom(0), undefined],
  ])('fails with the name of what was not there in an hour: %s', async (name, slides, settings, position) => {
    const snapshot = frozen(slides, settings);
    hand.pass(MAX_VIDEO_WAIT_SECONDS);
    await expect(fill(snapshot)).rejects.toBeInstanceOf(WaitingForOtherWorkError);
    hand.pass(1);
    const failure = await fill(snapshot).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      asRenderError: { code: 'video_unreadable', message: expect.stringContaining(`${name} is not available. It was`) },
    });
    const { asRenderError } = failure as { asRenderError: { position?: number; slide_id?: string } };
    expect(asRenderError.position).toBe(position);
    expect(asRenderError.slide_id).toBe(position === undefined ? undefined : snapshot.slides[position]?.id);
  });
});
