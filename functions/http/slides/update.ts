import { endpoint, imageFetchDeps, timelineDeps } from '../../../lib/runtime/api.ts';
import { updateSlideContract } from '../../../lib/timelines/contract.ts';
import { updateSlide } from '../../../lib/timelines/edit-slides.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(updateSlideContract, async ({ principal, params, body, precondition }) =>
  slideView(
    await updateSlide({ ...timelineDeps(), ...imageFetchDeps() }, principal, params, body, precondition),
    timelineDeps().files,
  ),
);
