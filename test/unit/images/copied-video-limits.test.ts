import { expect, it } from 'vitest';
import { limitsOfPlan } from '#features/accounts/public.ts';
import { assertVideoCopiesFitPlan } from '#features/images/fetching/assert-video-copies-fit-plan.ts';
import { createFinderOfVideoToCopy } from '#features/timelines/require-stored-video-to-copy.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

it('copies with more bytes than the plan keeps are refused, with their posters and their sound', () => {
  const limits = limitsOfPlan('pro');
  const video = sampleVideo({ key: 'a', size_bytes: limits.stored_bytes });
  const { size_bytes: posterBytes } = video.poster;
  const fits = { ...video, size_bytes: limits.stored_bytes - posterBytes };
  expect(() => assertVideoCopiesFitPlan(limits, [{ sources: [{ copied: fits }] }])).not.toThrow();
  const refused = () =>
    assertVideoCopiesFitPlan(limits, [{ sources: [{ url: 'https://a' }] }, { sources: [{ copied: video }] }]);
  expect(refused).toThrow(expect.objectContaining({ code: 'entitlement_required' }));
});

it('one request copies from at most 20 timelines, and reads each once', async () => {
  let reads = 0;
  const load = async (_: string, id: string): Promise<LoadedTimeline> => {
    reads += 1;
    const slides = [sampleSlide({ id: 'sl_1', video: sampleVideo({ key: id }) })];
    return { timeline: sampleTimeline(slides, { id }), slides };
  };
  const find = createFinderOfVideoToCopy({ load }, 'acc_1');
  const from = (at: number) => find({ timeline_id: `tl_${at}`, slide_id: 'sl_1' }, 'video', `slides[${at}].video`);
  for (let at = 0; at < 20; at++) expect((await from(at)).key).toBe(`tl_${at}`);
  await from(3);
  expect(reads).toBe(20);
  const error = await from(20).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('at most 20 timelines') });
});
