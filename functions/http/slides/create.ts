import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { createSlide as contract } from '../../../lib/timelines/contract.ts';
import { createSlide } from '../../../lib/timelines/edit-slides.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params, body, announce }) => {
  await createSlide(timelineTools(), principal, params.id, body, async (placed) =>
    announce(await slideView(placed, timelineTools().files)),
  );
});
