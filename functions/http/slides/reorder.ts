import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { reorderSlides as contract } from '../../../lib/timelines/contract.ts';
import { reorderSlides } from '../../../lib/timelines/edit-slides.ts';
import { slideViews } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params, body }) => {
  const loaded = await reorderSlides(timelineTools(), principal, params.id, body.slide_ids);
  return { data: await slideViews(loaded, timelineTools().files), has_more: false as const, next_cursor: null };
});
