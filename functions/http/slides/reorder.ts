import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { reorderSlidesContract } from '../../../lib/timelines/contract.ts';
import { reorderSlides } from '../../../lib/timelines/edit-slides.ts';
import { slideViews } from '../../../lib/timelines/view.ts';

export const handler = endpoint(reorderSlidesContract, async ({ principal, params, body, precondition }) => {
  const loaded = await reorderSlides(timelineDeps(), principal, params.id, body.slide_ids, precondition);
  return { data: await slideViews(loaded, timelineDeps().files), has_more: false as const, next_cursor: null };
});
