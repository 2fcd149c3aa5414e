import { apiEndpoint } from '#app/composition/api.ts';
import { contactSheetDeps } from '#app/composition/contact-sheet.ts';
import { contactSheet } from '#features/timelines/contact-sheet.ts';
import { getContactSheetContract } from '#features/timelines/contract.ts';

/** Answers `GET /timelines/{id}/contact-sheet` with all slides as one PNG, as the video will show them. */
export const handler = apiEndpoint(getContactSheetContract, ({ principal, params, query }) =>
  contactSheet(contactSheetDeps(), principal, params.id, query),
);
