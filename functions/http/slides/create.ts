import { endpoint, imageFetchDeps, timelineDeps } from '../../../lib/runtime/api.ts';
import { createSlideContract } from '../../../lib/timelines/contract.ts';
import { createSlide } from '../../../lib/timelines/edit-slides.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(
  createSlideContract,
  async ({ principal, params, body, precondition, prepareAnswer }) => {
    await createSlide(
      { ...timelineDeps(), ...imageFetchDeps() },
      principal,
      params.id,
      body,
      async (placed) => prepareAnswer(await slideView(placed, timelineDeps().files)),
      precondition,
    );
  },
);
