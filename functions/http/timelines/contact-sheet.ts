import { createApiEndpoint } from '#app/composition/api.ts';
import { contactSheetDeps } from '#app/composition/contact-sheet.ts';
import { getContactSheetContract } from '#features/timelines/contract.ts';
import { drawContactSheet } from '#features/timelines/draw-contact-sheet.ts';

/** Answers `GET /timelines/{id}/contact-sheet` with all slides as one PNG, as the video will show them. */
export const handler = createApiEndpoint(getContactSheetContract, ({ principal, params, query }) =>
  drawContactSheet(contactSheetDeps(), principal, params.id, query),
);
